"""Batch over many different images beside `curl --parallel`, which only downloads.

Usage: downloads.py ATTACHE WORK-DIRECTORY PORT COUNT ROUNDS
"""

import os
import shutil
import sys

import images
from measure import alternately, keep, median, run, spread

attache, work, port = sys.argv[1:4]
count, rounds = int(sys.argv[4]), int(sys.argv[5])
images.make(f"{work}/site/many", count)
with open(f"{work}/many.ndjson", "w", encoding="ascii") as lines, open(f"{work}/many.curl", "w", encoding="ascii") as urls:
    for number in range(count):
        url = f"http://127.0.0.1:{port}/many/{number}.png"
        lines.write('{"aps":{"alert":"x","mutable-content":1},"media_url":"%s"}\n' % url)
        urls.write(f'url = "{url}"\noutput = "{work}/curl/{number}.png"\n')


def curl():
    shutil.rmtree(f"{work}/curl", ignore_errors=True)
    os.mkdir(f"{work}/curl")
    os.sync()
    return run(["curl", "-s", "--parallel", "--parallel-max", "50", "-K", f"{work}/many.curl"])[0]


def batch():
    shutil.rmtree(f"{work}/out", ignore_errors=True)
    shutil.rmtree(f"{work}/batch-store", ignore_errors=True)
    os.sync()
    wall, _, _ = run([
        attache, "batch", f"{work}/many.ndjson", "--out", f"{work}/out", "--store", f"{work}/batch-store",
        "--jobs", "50", "--per-host", "50", f"--allow-address=127.0.0.0/8:{port}", "--progress", "off",
    ])
    with open(f"{work}/out/many.ndjson", "rb") as results:
        attached = sum(b'"outcome":"attached"' in line for line in results)
    if attached != count:
        sys.exit(f"{attached} of {count} images attached")
    return wall


ours, theirs = alternately(rounds, batch, curl)
ratio = median(ours) / median(theirs)
print("| command | median s | spread s | ratio | target |")
print("|---|---|---|---|---|")
print(f"| curl --parallel --parallel-max 50 | {median(theirs):.2f} | {spread(theirs)} | 1.00 | |")
print(f"| attache batch | {median(ours):.2f} | {spread(ours)} | {ratio:.2f} | ≤ 1.0 |")
keep(work, "downloads", count=count, attache_s=ours, curl_s=theirs, ratio=ratio, target=1.0)
