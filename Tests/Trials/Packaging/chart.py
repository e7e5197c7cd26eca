"""Renders the chart with Helm's own code, compares it with the plain example of Kubernetes, and tries values that are right and wrong.

Writes the rendered objects for kubernetes-validate as chart-NAME.yaml. Usage: chart.py ATTACHED DIRECTORY
"""

import json
import pathlib
import subprocess
import sys

import helm_python as helm
import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
EXAMPLES = ROOT / ".packaging/examples"
CHART = EXAMPLES / "helm/attached"
# What only a release has.
RELEASE = {"app.kubernetes.io/instance", "app.kubernetes.io/version", "app.kubernetes.io/managed-by", "helm.sh/chart", "checksum/config"}
attached, work = sys.argv[1], pathlib.Path(sys.argv[2])
faults = []


def render(values, name="attached"):
    with helm.Chart.load(CHART) as chart:
        files = chart.render(values, name=name, namespace="push")
    return [one for path, text in sorted(files.items()) if path.endswith(".yaml") for one in yaml.safe_load_all(text) if one]


def the(objects, kind):
    found = [one for one in objects if one["kind"] == kind]
    return found[0] if len(found) == 1 else None


def plain(value):
    """An object without what only a release has; its configuration as values, since order and comments do not count."""
    if isinstance(value, list):
        return [plain(one) for one in value]
    if not isinstance(value, dict):
        return value
    kept = {key: plain(one) for key, one in value.items() if key not in RELEASE}
    if "config.yaml" in kept:
        kept["config.yaml"] = yaml.safe_load(kept["config.yaml"])
    return {key: one for key, one in kept.items() if not (key == "annotations" and not one)}


def differences(left, right, path=""):
    if isinstance(left, dict) and isinstance(right, dict):
        return [one for key in sorted({*left, *right}) for one in differences(left.get(key), right.get(key), f"{path}/{key}")]
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        return [one for number, pair in enumerate(zip(left, right)) for one in differences(*pair, f"{path}/{number}")]
    return [] if left == right else [f"{path}: {left} in the chart, {right} in the plain example"]


def settings(objects):
    return yaml.safe_load(the(objects, "ConfigMap")["data"]["config.yaml"])


def judge(objects, name):
    """What must hold whatever the values: every name leads to an object, and every pod has time to drain."""
    deployment = the(objects, "Deployment")
    template = deployment["spec"]["template"]
    pod, labels = template["spec"], template["metadata"]["labels"]
    for one in objects:
        selector = one["spec"].get("selector") or one["spec"].get("podSelector") if "spec" in one else None
        if selector:
            selector = selector.get("matchLabels", selector)
            # The Deployment's can never change, so that it has no version.
            if set(selector) != {"app.kubernetes.io/name", "app.kubernetes.io/instance"} or not selector.items() <= labels.items():
                faults.append(f"chart {name}: {one['kind']} selects {selector}")
        if one["metadata"]["labels"].keys() & RELEASE != RELEASE - {"checksum/config"}:
            faults.append(f"chart {name}: {one['kind']} lacks labels")
    volumes = {one["name"]: one for one in pod["volumes"]}
    mounts = pod["containers"][0]["volumeMounts"]
    if set(volumes) != {one["name"] for one in mounts} or any("subPath" in one for one in mounts):
        faults.append(f"chart {name}: the volumes {sorted(volumes)} are mounted as {mounts}")
    if volumes["configuration"]["configMap"]["name"] != the(objects, "ConfigMap")["metadata"]["name"]:
        faults.append(f"chart {name}: no such ConfigMap")
    scaler = the(objects, "HorizontalPodAutoscaler")
    if scaler and (scaler["spec"]["scaleTargetRef"]["name"] != deployment["metadata"]["name"] or "replicas" in deployment["spec"]):
        faults.append(f"chart {name}: the autoscaler scales another Deployment, or both set the replicas")
    if int(settings(objects)["drain"].rstrip("s")) + 6 >= pod["terminationGracePeriodSeconds"]:
        faults.append(f"chart {name}: the grace period is too short")

    # The service reads its configuration, with the files of the volumes.
    secrets = work / "secrets"
    text = the(objects, "ConfigMap")["data"]["config.yaml"].replace("/etc/attache", str(secrets)).replace("/var/lib", str(work))
    file = work / "settings.yaml"
    file.write_text(text)
    checked = subprocess.run([attached, "config", "check", "--config", file], capture_output=True, text=True, check=False,
                             env={"HOME": str(work)})
    if checked.returncode != 0:
        faults.append(f"chart {name}: attached refuses the configuration: {checked.stderr}")
    (work / f"chart-{name}.yaml").write_text(yaml.safe_dump_all(objects))


for folder in ("secret", "tls", "policies"):
    (work / "secrets" / folder).mkdir(parents=True)
(work / "secrets/secret/tokens").write_text("campaigns 0123456789abcdef0123456789abcdef\n")
(work / "secrets/secret/tokens").chmod(0o600)
subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=attached", "-keyout", "tls.key", "-out", "tls.crt"],
               cwd=work / "secrets/tls", capture_output=True, check=True)

# Helm itself is content, and the chart is about this program.
for finding in helm.lint(CHART, strict=True)["messages"]:
    if finding["severity"] > 1:
        faults.append(f"chart: {finding['path']}: {finding['error']}")
about = yaml.safe_load((CHART / "Chart.yaml").read_text())
version = subprocess.run([attached, "--version"], capture_output=True, text=True, check=True).stdout.split()[0]
if about["appVersion"] != version:
    faults.append(f"chart: it is for {about['appVersion']}, and attached is {version}")

# One truth: with the values of the chart, the objects are those of the plain example, except the Secret, which the chart only names.
manifests = list(yaml.safe_load_all((EXAMPLES / "kubernetes/attached.yaml").read_text()))
rendered = render({})
judge(rendered, "default")
faults += differences({one["kind"]: plain(one) for one in rendered}, {one["kind"]: plain(one) for one in manifests if one["kind"] != "Secret"})

# Every value of the file is in the schema, and the other way round.
schema = json.loads((CHART / "values.schema.json").read_text())
values = yaml.safe_load((CHART / "values.yaml").read_text())
if set(values) != set(schema["properties"]) - {"global"}:
    faults.append(f"chart: values and schema differ in {set(values) ^ (set(schema['properties']) - {'global'})}")
secret = the(manifests, "Secret")
if (secret["metadata"]["name"], set(secret["stringData"])) != (values["tokenSecret"], {"tokens"}):
    faults.append(f"chart: the Secret {values['tokenSecret']} is not that of the plain example")

# Everything that is off by default, and all numbers different.
everything = {
    "image": {"repository": "registry.example.com/push/attached", "tag": "1.2.3", "pullSecrets": ["registry"]},
    "tokenSecret": "push-tokens", "tlsSecret": "push-tls",
    "config": {"cache-limit": "8GiB", "jobs": 128, "connections": 1000000, "policies": "/etc/attache/policies", "deny-host": [".example.com"]},
    "drain": {"seconds": 120, "delaySeconds": 20}, "resources": {"limits": {"memory": "4Gi"}}, "state": {"sizeLimit": "10Gi"},
    "scratch": {"sizeLimit": "500Mi"}, "service": {"type": "LoadBalancer", "port": 443}, "podDisruptionBudget": {"maxUnavailable": "25%"},
    "autoscaling": {"enabled": True, "minReplicas": 3, "maxReplicas": 9, "targetCPU": 55},
    "networkPolicy": {"from": [{"namespaceSelector": {"matchLabels": {"team": "push"}}}], "except": []},
    "extraVolumes": [{"name": "policies", "configMap": {"name": "policies"}}],
    "extraVolumeMounts": [{"name": "policies", "mountPath": "/etc/attache/policies", "readOnly": True}],
    "podAnnotations": {"prometheus.io/scrape": "true"}, "nodeSelector": {"kubernetes.io/os": "linux"},
    "tolerations": [{"key": "push", "operator": "Exists"}],
    "affinity": {"podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [
        {"weight": 1, "podAffinityTerm": {"topologyKey": "kubernetes.io/hostname"}}]}},
    "topologySpreadConstraints": [{"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "ScheduleAnyway"}],
}
full = render(everything, name="eu")
judge(full, "everything")
deployment = the(full, "Deployment")
pod = deployment["spec"]["template"]["spec"]
container = pod["containers"][0]
target = the(full, "HorizontalPodAutoscaler")["spec"]["metrics"][0]["resource"]["target"]
for found, wanted in (
    ({one["metadata"]["name"] for one in full}, {"eu-attached"}),
    (container["image"], "registry.example.com/push/attached:1.2.3"),
    (pod["imagePullSecrets"], [{"name": "registry"}]),
    (pod["terminationGracePeriodSeconds"], 135),
    (settings(full)["drain-delay"], "20s"),
    (settings(full)["connections"], 1000000),
    (settings(full)["tls-key"], "/etc/attache/tls/tls.key"),
    ({one["name"]: one["secret"]["secretName"] for one in pod["volumes"] if "secret" in one}, {"tokens": "push-tokens", "tls": "push-tls"}),
    ({container[probe]["httpGet"]["scheme"] for probe in ("startupProbe", "livenessProbe", "readinessProbe")}, {"HTTPS"}),
    ({one["name"]: one["emptyDir"]["sizeLimit"] for one in pod["volumes"] if "emptyDir" in one}, {"state": "10Gi", "scratch": "500Mi"}),
    (container["resources"]["limits"], {"memory": "4Gi"}),
    ((the(full, "HorizontalPodAutoscaler")["spec"]["minReplicas"], the(full, "HorizontalPodAutoscaler")["spec"]["maxReplicas"]), (3, 9)),
    (target["averageUtilization"], 55),
    ((the(full, "Service")["spec"]["type"], the(full, "Service")["spec"]["ports"][0]["port"]), ("LoadBalancer", 443)),
    (the(full, "PodDisruptionBudget")["spec"]["maxUnavailable"], "25%"),
    (the(full, "NetworkPolicy")["spec"]["ingress"][0]["from"], everything["networkPolicy"]["from"]),
    (the(full, "NetworkPolicy")["spec"]["egress"][1]["to"][0]["ipBlock"], {"cidr": "0.0.0.0/0"}),
    (deployment["spec"]["template"]["metadata"]["annotations"]["prometheus.io/scrape"], "true"),
    ({key: pod[key] for key in ("nodeSelector", "tolerations", "affinity", "topologySpreadConstraints")},
     {key: everything[key] for key in ("nodeSelector", "tolerations", "affinity", "topologySpreadConstraints")}),
):
    if found != wanted:
        faults.append(f"chart: {found} in place of {wanted}")

# Other settings make other pods; what is off is absent.
annotations = [the(render(one), "Deployment")["spec"]["template"]["metadata"]["annotations"]["checksum/config"]
               for one in ({}, {"replicas": 3}, {"config": {"jobs": 128}})]
if not annotations[0] == annotations[1] != annotations[2]:
    faults.append(f"chart: the checksums are {annotations}")
few = render({"podDisruptionBudget": {"enabled": False}, "networkPolicy": {"enabled": False}, "fullnameOverride": "push", "config": {}})
judge(few, "few")
if {one["kind"] for one in few} != {"ConfigMap", "Deployment", "Service"} or {one["metadata"]["name"] for one in few} != {"push"}:
    faults.append(f"chart: {[(one['kind'], one['metadata']['name']) for one in few]}")

# Mistakes are refused before anything is installed, by name.
for wrong, word in (
    ({"replica": 3}, "replica"), ({"replicas": "two"}, "replicas"), ({"image": {"tag": 1.5}}, "tag"), ({"image": {"repository": ""}}, "repository"),
    ({"config": {"listen": "0.0.0.0:80"}}, "listen"), ({"config": {"drain": "60s"}}, "drain"), ({"config": {"cacheLimit": "1GiB"}}, "cacheLimit"),
    ({"drain": {"seconds": 10}}, "delaySeconds"), ({"drain": {"seconds": "60s"}}, "seconds"), ({"tokenSecret": ""}, "tokenSecret"),
    ({"service": {"type": "ExternalName"}}, "type"), ({"service": {"port": 0}}, "port"), ({"state": {"sizeLimit": "6 GB"}}, "sizeLimit"),
    ({"podDisruptionBudget": {"maxUnavailable": 0}}, "maxUnavailable"), ({"networkPolicy": {"except": ["::/0"]}}, "except"),
    ({"autoscaling": {"enabled": True, "minReplicas": 7}}, "minReplicas"), ({"podAnnotations": {"prometheus.io/scrape": True}}, "scrape"),
):
    try:
        render(wrong)
        faults.append(f"chart: the values {wrong} are accepted")
    except helm.HelmError as refusal:
        if word not in str(refusal):
            faults.append(f"chart: the refusal of {wrong} does not name {word}: {refusal}")

for fault in faults:
    print(fault, file=sys.stderr)
print(f"{len(rendered)} objects of the chart, {len(full)} with everything, by Helm {helm.helm_sdk_version()}")
sys.exit(1 if faults else 0)
