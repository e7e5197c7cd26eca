"""Runs the scripts of the examples for GitLab and GitHub, over payloads that pass and payloads that fail.

apt-get and curl are doubles, which note how they were called; attache is real. Usage: jobs.py ATTACHE
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
PACKAGE = "/tmp/attache.deb"
GOOD = '{"aps": {"alert": "Hello"}}'
BAD = '{"aps": {"alert": "Hello", "mutable-content": 1}, "image": "http://img.attache.io/a.jpg"}'
attache = sys.argv[1]
faults = []


def expect(value, wanted, what):
    if value != wanted:
        faults.append(f"{what}: {value!r}, not {wanted!r}")


def content(path):
    return path.read_text().strip() if path.is_file() else None


def program(path, *lines):
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)


def run(job, payloads, package, **variables):
    """The status of a job, its directory, what was called, and what it printed."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
    programs = folder / "programs"
    programs.mkdir()
    calls = folder / "calls"
    calls.touch()
    program(programs / "apt-get", f'echo "apt-get $*" >>{calls}')
    # Its output is the package.
    program(programs / "curl", f'echo "curl $*" >>{calls}', "while [ $# -gt 2 ]; do", '[ "$1" != --output ] || out=$2',
            "shift", "done", 'echo "$2" >"$out"')
    (programs / "attache").symlink_to(attache)
    campaign = folder / "project/campaign"
    campaign.mkdir(parents=True)
    for name, text in payloads.items():
        (campaign / name).write_text(text)
    (folder / "project/attache.deb").write_text("the package")
    # As a runner does: the parts are one script of bash, which ends at the first failure.
    text = "\n".join(["set -eo pipefail", *job["before_script"], *job["script"]]).replace(PACKAGE, f"{folder}/installed")
    environment = {"HOME": str(folder), "PATH": f"{programs}:{os.environ['PATH']}"}
    environment |= {name: value.replace("FOLDER", str(folder)) for name, value in variables.items()}
    if package:
        environment["CHECK_PUSH_PACKAGE"] = package
    done = subprocess.run(["bash", "-c", text], cwd=folder / "project", env=environment, capture_output=True, text=True, check=False)
    return done.returncode, folder, calls.read_text(), done.stdout + done.stderr


document = yaml.safe_load((ROOT / ".packaging/examples/gitlab/check-push.yaml").read_text())
jobs = {name: {**document.get(job.get("extends"), {}), **job} for name, job in document.items() if not name.startswith(".")}
if len(jobs) < 2:
    faults.append(f"gitlab: only {len(jobs)} jobs")
with tempfile.TemporaryDirectory() as scratch:
    for name, job in jobs.items():
        for payloads, wanted in (({"good.json": GOOD}, 0), ({"good.json": GOOD, "bad.json": BAD}, 4)):
            status, folder, calls, output = run(job, payloads, "attache.deb")
            expect(status, wanted, f"the status of {name} over {sorted(payloads)}, which prints {output!r}")
            expect(content(folder / "installed"), "the package", f"{name}: the package of a path")
            expect(calls.splitlines()[-1].split()[-1], f"{folder}/installed", f"{name}: what is installed")
            if wanted and "ats.insecure-http" not in output:
                faults.append(f"gitlab: {name} does not name the fault: {output}")
            artifacts = job.get("artifacts", {})
            for path in artifacts.get("paths", []):
                expect((folder / "project" / path).is_file(), True, f"{name} writes {path}")
            if "attache: warning" in output:
                faults.append(f"gitlab: {name} makes attache warn: {output}")
            report = folder / "project" / artifacts.get("reports", {}).get("junit", "none")
            if "reports" in artifacts and not report.is_file():
                faults.append(f"gitlab: {name} writes no {report.name}")
            elif "reports" in artifacts:
                suites = xml.etree.ElementTree.parse(report).getroot()
                failed = [case.get("name") for case in suites.iter("testcase") if case.find("failure") is not None]
                expect(len(list(suites.iter("testcase"))), len(payloads), f"{name}: cases of the report")
                expect(failed, ["bad.json"] if wanted else [], f"{name}: failures of the report")
        status, folder, calls, output = run(job, {"good.json": GOOD}, "https://packages.push.example/attache.deb")
        expect(status, 0, f"the status of {name} with a URL, which prints {output!r}")
        expect(content(folder / "installed"), "https://packages.push.example/attache.deb", f"{name}: the URL that is loaded")
        status, folder, calls, output = run(job, {"good.json": GOOD}, None)
        expect((status, calls, "CHECK_PUSH_PACKAGE" in output), (1, "", True), f"{name} without the variable")
    expect(sum("junit" in job.get("artifacts", {}).get("reports", {}) for job in jobs.values()), 1, "jobs with a JUnit report")

    # The steps of the action, each with its own environment; GitHub puts the inputs into it.
    action = yaml.safe_load((ROOT / ".packaging/examples/github/attache/action.yml").read_text())
    inputs = {name: value.get("default", "") for name, value in action["inputs"].items()}
    install, check, summary = (step["run"] for step in action["runs"]["steps"])
    for package in ("attache.deb", "https://packages.push.example/attache.deb"):
        for payloads, wanted in (({"good.json": GOOD}, 0), ({"good.json": GOOD, "bad.json": BAD}, 4)):
            steps = {"before_script": [install], "script": ["status=0", f"{check} || status=$?", summary, "exit $status"]}
            status, folder, calls, output = run(
                steps, payloads, None, PACKAGE=package, PAYLOADS=inputs["payloads"],
                OPTIONS="--network lte", GITHUB_STEP_SUMMARY="FOLDER/shown",
            )
            expect(status, wanted, f"github: the status over {sorted(payloads)}, which prints {output!r}")
            expect(content(folder / "installed"), "the package" if package == "attache.deb" else package, "github: the package")
            expect("ats.insecure-http" in (content(folder / "shown") or ""), wanted == 4, "github: the summary names the fault")
            for name in ("junit.xml", "report.html"):
                expect((folder / "project" / name).is_file(), True, f"github: there is {name}")

for fault in faults:
    print(fault, file=sys.stderr)
sys.exit(1 if faults else 0)
