"""Many NDJSON payloads over 100 images beside `jq -c` that adds one member to each.

Usage: lines.py ATTACHE WORK-DIRECTORY PORT COUNT ROUNDS
"""

import shutil
import sys

import images
from measure import alternately, keep, median, run, spread

attache, work, port = sys.argv[1:4]
count, rounds = int(sys.argv[4]), int(sys.argv[5])
images.make(f"{work}/site/many", 100)
with open(f"{work}/lines.ndjson", "w", encoding="ascii") as file:
    for number in range(count):
        file.write(
            '{"aps":{"alert":{"title":"Offer %d","body":"Only today, only for you"},"mutable-content":1},"user":%d,'
            '"media_url":"http://127.0.0.1:%s/many/%d.png"}\n' % (number, number, port, number % 100)
        )


def rewrite(form):
    def side():
        shutil.rmtree(f"{work}/lines-store", ignore_errors=True)
        return run([
            attache, "rewrite", f"{work}/lines.ndjson", "--emit", form, "--store", f"{work}/lines-store",
            f"--allow-address=127.0.0.0/8:{port}",
        ], f"{work}/lines.out")[0]
    return side


def batch():
    shutil.rmtree(f"{work}/lines-out", ignore_errors=True)
    shutil.rmtree(f"{work}/lines-store", ignore_errors=True)
    return run([
        attache, "batch", f"{work}/lines.ndjson", "--out", f"{work}/lines-out", "--store", f"{work}/lines-store",
        "--emit", "payload", f"--allow-address=127.0.0.0/8:{port}", "--progress", "off",
    ])[0]


def jq():
    return run(["jq", "-c", '. + {"x": 1}', f"{work}/lines.ndjson"], f"{work}/lines.out")[0]


payloads, reports, batches, theirs = alternately(rounds, rewrite("payload"), rewrite("report"), batch, jq)
base = median(theirs)
print("| command | median s | spread s | payloads/s | × jq | target |")
print("|---|---|---|---|---|---|")
for name, times, target in [
    ("jq -c", theirs, None), ("attache rewrite --emit payload", payloads, 10),
    ("attache rewrite", reports, None), ("attache batch --emit payload, with a ledger", batches, 3),
]:
    ratio = base / median(times)
    goal = f"≥ {target}" if target else ""
    print(f"| {name} | {median(times):.2f} | {spread(times)} | {count / median(times):,.0f} | {ratio:.1f} | {goal} |")
    keep(work, "lines", command=name, count=count, seconds=times, ratio=ratio, target=target)
