"""Many NDJSON payloads of each kind over 100 images beside `jq -c` that adds one member to each.

Usage: lines.py ATTACHE WORK-DIRECTORY PORT COUNT ROUNDS
"""

import shutil
import sys

import images
import kinds
from measure import alternately, keep, median, run, spread

attache, work, port = sys.argv[1:4]
count, rounds = int(sys.argv[4]), int(sys.argv[5])
images.make(f"{work}/site/many", 100)
lines, allowed = f"{work}/lines.ndjson", f"--allow-address=127.0.0.0/8:{port}"


def rewrite(form):
    def side():
        shutil.rmtree(f"{work}/lines-store", ignore_errors=True)
        return run(
            [attache, "rewrite", lines, "--emit", form, "--store", f"{work}/lines-store", allowed], f"{work}/lines.out"
        )[0]
    return side


def batch():
    shutil.rmtree(f"{work}/lines-out", ignore_errors=True)
    shutil.rmtree(f"{work}/lines-store", ignore_errors=True)
    return run([
        attache, "batch", lines, "--out", f"{work}/lines-out", "--store", f"{work}/lines-store", "--emit", "payload",
        allowed, "--progress", "off",
    ])[0]


def jq():
    return run(["jq", "-c", '. + {"x": 1}', lines], f"{work}/lines.out")[0]


print("| payloads | command | median s | spread s | payloads/s | × jq | target |")
print("|---|---|---|---|---|---|---|")
for kind, make in kinds.ALL.items():
    kinds.write(lines, make, count, port)
    payloads, reports, batches, theirs = alternately(rounds, rewrite("payload"), rewrite("report"), batch, jq)
    base = median(theirs)
    for name, times, target in [
        ("jq -c", theirs, None), ("attache rewrite --emit payload", payloads, 5), ("attache rewrite", reports, 2),
        ("attache batch --emit payload, with a ledger", batches, 2.5),
    ]:
        ratio = base / median(times)
        goal = f"≥ {target}" if target else ""
        rate = f"{count / median(times):,.0f}"
        print(f"| {kind} | {name} | {median(times):.2f} | {spread(times)} | {rate} | {ratio:.1f} | {goal} |")
        keep(work, "lines", kind=kind, command=name, count=count, seconds=times, ratio=ratio, target=target)
