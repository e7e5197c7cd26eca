"""Validates real documents against the schemas, and looks in the examples for names that the programs do not have.

Usage: check.py ATTACHE ATTACHED URL DIRECTORY
"""

import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

import jsonschema
import pydantic
import pydantic_sarif.model
import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
EXAMPLES = ROOT / ".packaging/examples"
attache, attached, service, work = sys.argv[1:]
faults = []


def program(*words, stdin=""):
    environment = {"HOME": work, "PATH": os.environ["PATH"]}
    return subprocess.run(words, input=stdin, capture_output=True, text=True, env=environment, check=False)


def schema(name):
    found = json.loads(program(attache, "schema", name).stdout)
    jsonschema.Draft202012Validator.check_schema(found)
    return found


def closed(value, definitions=None):
    """The schema without room for members that it does not list: a new member of a result must be described."""
    if isinstance(value, dict):
        definitions = definitions or value.get("$defs", {})
        # What a schema adds to others is listed beside their members.
        for part in value.get("allOf", []):
            base = definitions[part["$ref"].rpartition("/")[2]]
            value = {**base, **value, "properties": {**base["properties"], **value["properties"]}}
        value = {key: closed(one, definitions) for key, one in value.items() if key != "allOf"}
        # Objects without listed members are the sender's own.
        if "properties" in value and "additionalProperties" not in value:
            value["additionalProperties"] = False
    elif isinstance(value, list):
        value = [closed(one, definitions) for one in value]
    return value


def check(validator, document, name, is_valid=True):
    mistakes = [f"{'/'.join(map(str, one.absolute_path))}: {one.message}" for one in validator.iter_errors(document)]
    if bool(mistakes) == is_valid:
        faults.append(f"{name}: {'; '.join(mistakes)[:600] if is_valid else 'is valid, and should not be'}")


# Results: of a file of many cases on the command line, and of the service.
results = jsonschema.Draft202012Validator(closed(schema("result")))
pushes = [
    {"aps": {"alert": {"title": "t", "subtitle": "s", "body": "b"}, "mutable-content": 1, "badge": 3,
             "sound": {"name": "n", "critical": 1, "volume": 0.5}, "thread-id": "x", "relevance-score": 0.5,
             "interruption-level": "active", "category": "C", "target-content-id": "y"},
     "media_url": "http://img.example.com/a.gif"},
    {"aps": {"alert": "Hello"}},
    {"aps": {"alert": "Hello", "mutable-content": 1}, "image": "https://localhost/a.webp"},
    {"aps": {"content-available": 1}},
    {"hello": 1},
    {"id": 7, "deadline_ms": 5000, "headers": {"apns-priority": "10"},
     "payload": {"aps": {"alert": "a", "mutable-content": 1}, "image": "https://10.0.0.1/a.png"}},
    {"aps": {"alert": "x" * 5000}},
    # What lint can mend.
    {"aps": {"alert": "a"}, "image": "https://localhost/a.png"},
    # Under a vendor's policy: several media, a missing key, and a text that replaces the body.
    {"aps": {"alert": "a", "mutable-content": 1}, "att": {"a": "http://h.example/a.png", "b": "b.png"}},
    {"aps": {"alert": "a", "mutable-content": 1}, "CIO": {"push": {"image": "https://localhost/a.png"}}},
    {"aps": {"alert": "a", "mutable-content": 1}, "_mediaUrl": "http://h.example/a", "_mediaAlt": "A photo"},
]
lines = "\n".join(json.dumps(push) for push in pushes) + "\n\n{"
found = program(attache, "rewrite", "--ndjson", "-", stdin=lines).stdout.splitlines()
# A picture that is attached, from the demonstration's own media.
origin = subprocess.Popen([sys.executable, "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory",
                           str(ROOT / "Sources/CommandLine/LoopbackOrigin/Media")], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
try:
    port = re.search(r"port (\d+)", origin.stdout.readline()).group(1)
    for name in ("photo.png", "animation.gif", "clip.mp4", "tone.wav"):
        push = {"aps": {"alert": "a", "mutable-content": 1}, "image": f"http://127.0.0.1:{port}/{name}"}
        found += program(attache, "rewrite", "--policy", "community", "--allow-address", f"127.0.0.0/8:{port}",
                         stdin=json.dumps(push)).stdout.splitlines()
finally:
    origin.kill()
outcomes = set()
for number, line in enumerate(found, 1):
    result = json.loads(line)
    outcomes.add(result["outcome"])
    check(results, result, f"result {number}, {result['outcome']}")
if not {"attached", "plain", "untouched", "rejected"} <= outcomes:
    faults.append(f"the results have only the outcomes {sorted(outcomes)}")
for push in pushes[:3]:
    request = urllib.request.Request(service + "/v1/rewrite", json.dumps(push).encode(),
                                     {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        check(results, json.load(answer), "a response of the service")
first = json.loads(found[0])
for change in ({"outcome": "lost"}, {"timing": {}}, {"reasons": []}, {"schema": "attache/2"}, {"invented": 1}):
    check(results, {**first, **change}, f"a result with {change}", is_valid=False)

# Lint: its own lines, and SARIF by classes that were generated from the schema of OASIS.
lints = jsonschema.Draft202012Validator(schema("lint"))
for line in program(attache, "lint", "--json", "--ndjson", "--lint-ignore", "test-host=tests", "-", stdin=lines).stdout.splitlines():
    check(lints, json.loads(line), "a line of lint")
check(lints, {"schema": "attache-lint/1", "source": "a", "findings": [{"code": "lint.http"}]}, "half a finding", False)
sarif = json.loads(program(attache, "lint", "--format", "sarif", "--ndjson", "-", stdin=lines).stdout)
log = pydantic_sarif.model.StaticAnalysisResultsFormatSarifVersion210JsonSchema
log.model_validate(sarif)
if len(sarif["runs"][0]["results"]) < 5 or not any("fixes" in one for one in sarif["runs"][0]["results"]):
    faults.append("SARIF: the results of lint, or their fixes, are missing")
try:
    log.model_validate({**sarif, "runs": [{**sarif["runs"][0], "invented": 1}]})
    faults.append("SARIF: the classes accept any member")
except pydantic.ValidationError:
    pass

# The matrix, of a URL that is not loaded.
matrices = jsonschema.Draft202012Validator(closed(schema("matrix")))
matrix = json.loads(program(attache, "matrix", "--json", "http://img.attache.io/a.webp").stdout)
check(matrices, matrix, "the matrix")

# The notification centre: every command that prints JSON.
centers = jsonschema.Draft202012Validator(schema("center"))
with tempfile.TemporaryDirectory() as scratch:
    def center(*arguments, stdin=""):
        text = program(attache, *arguments, "--json", "--center", f"{scratch}/center.sqlite", stdin=stdin).stdout
        for line in text.splitlines():
            check(centers, json.loads(line), " ".join(arguments))
        return text

    center("deliver", "--ndjson", stdin=lines)
    push = {"aps": {"alert": {"title": "T", "summary-arg": "Ann"}, "badge": 1, "thread-id": "t", "sound": "default"}}
    for identifier in ("a", "b"):
        center("deliver", "--collapse-id", identifier, stdin=json.dumps(push))
    for command in (["list"], ["list", "--pending"], ["show", "a"], ["groups"], ["tap", "a"], ["settings"], ["badge"],
                    ["remove", "b"], ["clear"]):
        if not center("center", *command) and command != ["list", "--pending"]:
            faults.append(f"attache center {' '.join(command)} prints nothing")
check(centers, {"identifier": "a", "state": "lost", "content": {}}, "a notification in no state", is_valid=False)
if len(matrix["rows"]) < 30:
    faults.append(f"the matrix has only {len(matrix['rows'])} dialects")

# Policies: every shipped one, and mistakes.
# Scripts: every example, what its steps print, and mistakes.
scripts = jsonschema.Draft202012Validator(schema("script"))
for path in sorted((ROOT / "Tests/Device/GuideExtensionTests/Scripts").glob("*.yaml")):
    document = yaml.safe_load(path.read_text())
    if document["schema"] != "attache-script/1":
        continue
    check(scripts, document, path.name)
    for line in program(attache, "center", "play", "--json", str(path)).stdout.splitlines():
        check(centers, json.loads(line), f"a step of {path.name}")
for step in ({"delive": "a"}, "expand", {"wait": 10}, {"tap": "a", "toggle": "b"}, {"expect": {}}, {"dismiss": "now"},
             {"expect": {"stage": "open"}}, {"choose": {"segment": "a"}}, {"deliver": {"file": "a", "payload": {"aps": {}}}}):
    check(scripts, {"schema": "attache-script/1", "steps": [step]}, f"the step {step}", is_valid=False)

policies = jsonschema.Draft202012Validator(schema("policy"))
files = sorted((ROOT / "policies").glob("*.yaml"))
for file in files:
    document = yaml.safe_load(file.read_text())
    check(policies, document, file.name)
base = yaml.safe_load((ROOT / "policies/hive.yaml").read_text())
for change in ({"name": "auto"}, {"name": "A"}, {"extension": []}, {"types": {"image": {"limit": "10M"}}}, {"polcy": 1},
               {"payload": {"media": [{"type": "$.a"}]}}, {"schema": "attache-policy/2"}):
    check(policies, {**copy.deepcopy(base), **change}, f"a policy with {change}", is_valid=False)

# Configurations: the samples, with the commented settings too, and mistakes. The service reads them as well.
configurations = jsonschema.Draft202012Validator(schema("configuration"))
sample = (ROOT / ".packaging/config.yaml").read_text()
whole = re.sub(r"(?m)^#([a-z-]+: )", r"\1", sample).replace("listen: 127.0.0.1:8420\n", "", 1)
manifests = list(yaml.safe_load_all((EXAMPLES / "kubernetes/attached.yaml").read_text()))
texts = {
    "config.yaml": sample, "config.yaml, everything": whole, "examples/config.yaml": (EXAMPLES / "config.yaml").read_text(),
    "kubernetes": next(one for one in manifests if one["kind"] == "ConfigMap")["data"]["config.yaml"],
}
for name, text in texts.items():
    check(configurations, yaml.safe_load(text), name)
    path = pathlib.Path(work, "config.yaml")
    path.write_text(text)
    shown = program(attached, "config", "show", "--origin", "--config", str(path))
    if shown.returncode != 0 or f"{path}:" not in shown.stdout:
        faults.append(f"attached does not read {name}: {shown.stderr}")
for change in ({"lisen": "a"}, {"cache-limit": "10"}, {"drain": "5 seconds"}, {"log-level": "loud"}, {"jobs": 0}):
    check(configurations, change, f"a configuration with {change}", is_valid=False)
# The schema and the program accept the same values, quoted or not.
lines = '''deadline: 5|deadline: "5"|deadline: 0.5|deadline: 500ms|deadline: 0|deadline: "0s"|deadline: 1d|drain-delay: 0
    drain-delay: "0s"|drain: five|host-cooling: 0|max-deadline: 0s|queue: "5"|queue: 0|jobs: "3"|jobs: 0|jobs: "0"|jobs: three
    serve-media: yes|serve-media: "Yes"|serve-media: 1|serve-media: maybe|cache-limit: 10MB|cache-limit: 0B
    cache-limit: 1PB|disk-reserve: 5%|disk-reserve: 5|disk-reserve: 100%|disk-reserve: 0B|log-level: info|log-level: LOUD
    log-format: yaml|link: slow|policy: auto|policy: Hive|policy: hive|policy: 9 g'''
presets = re.search(r"use one of (.*), or a file", program(attached, "config", "check", "--network", "9g").stderr).group(1)
networks = [f'network: "{name}"' for name in [*presets.split(", "), "9g", "LTE", "wifi2"]]
for line in re.split(r"\||\n\s*", lines) + networks:
    path = pathlib.Path(work, "line.yaml")
    path.write_text(line + "\n")
    accepted = program(attached, "config", "check", "--config", str(path)).returncode == 0
    check(configurations, yaml.safe_load(line), f"{line} ({'' if accepted else 'not '}accepted by attached)", accepted)

# What must be replaced before use is refused until then.
path = pathlib.Path(work, "tokens")
path.write_text(next(one for one in manifests if one["kind"] == "Secret")["stringData"]["tokens"])
if program(attached, "config", "check", "--token-file", str(path), "--listen", "0.0.0.0:8420").returncode != 2:
    faults.append("kubernetes: the token of the example is accepted")
mounts = next(one for one in manifests if one["kind"] == "Deployment")["spec"]["template"]["spec"]["containers"][0]["volumeMounts"]
if any("subPath" in mount for mount in mounts):
    faults.append("kubernetes: a file that is mounted with subPath is never updated")

# Metrics: the dashboard and the alerts name only series that the service or a worker has.
metrics = pathlib.Path(work, "metrics").read_text()
names = set(re.findall(r"(?m)^([a-z_]+)", metrics)) | set(re.findall(r"(?m)^# TYPE ([a-z_]+)", metrics)) | {"up"}
names |= {name + suffix for name in names for suffix in ("_bucket", "_sum", "_count")}
dashboard = json.loads((EXAMPLES / "grafana/dashboard.json").read_text())
queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
alerts = yaml.safe_load((EXAMPLES / "prometheus/alerts.yaml").read_text())
rules = [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]
for text in queries + rules + [one["query"]["query"] for one in dashboard["templating"]["list"] if one["type"] == "query"]:
    for name in re.findall(r"\b(?:attache|process)_[a-z_]+", text):
        if name not in names:
            faults.append(f"no such metric: {name}")
if len({panel["id"] for panel in dashboard["panels"]}) != len(dashboard["panels"]) or len(queries) < 15:
    faults.append("the panels of the dashboard are not distinct")
recorded = [{"record": f"query:{number}", "expr": query.replace("$job", "attached").replace("$instance", ".*")}
            for number, query in enumerate(queries)]
pathlib.Path(work, "queries.yaml").write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": recorded}]}))

for fault in faults:
    print(fault, file=sys.stderr)
print(f"{len(found)} results, {len(files)} policies, {len(texts)} configurations, {len(queries)} queries")
sys.exit(1 if faults else 0)
