"""Time and memory from a thousand payloads to a million, by `rewrite` and by `batch`.

Usage: growth.py ATTACHE WORK-DIRECTORY PORT LARGEST
"""

import shutil
import sys

import images
from measure import keep, median, run

attache, work, port, largest = sys.argv[1:5]
images.make(f"{work}/site/many", 100)
counts = [count for count in (1_000, 10_000, 100_000, 1_000_000) if count <= int(largest)]


def write(count):
    with open(f"{work}/growth.ndjson", "w", encoding="ascii") as file:
        for number in range(count):
            file.write(
                '{"aps":{"alert":"Offer %d","mutable-content":1},"media_url":"http://127.0.0.1:%s/many/%d.png"}\n'
                % (number, port, number % 100)
            )


def measure(command, count):
    shutil.rmtree(f"{work}/growth-out", ignore_errors=True)
    shutil.rmtree(f"{work}/growth-store", ignore_errors=True)
    options = ["--store", f"{work}/growth-store", f"--allow-address=127.0.0.0/8:{port}"]
    if command == "batch":
        options += ["--out", f"{work}/growth-out", "--progress", "off"]
    return run([attache, command, f"{work}/growth.ndjson", *options], f"{work}/growth.lines")


print("| command | payloads | s | peak MiB | s per 10^6 more | against linear |")
print("|---|---|---|---|---|---|")
for command in ("rewrite", "batch"):
    known = []
    for count in counts:
        write(count)
        runs = [measure(command, count) for _ in range(5 if count <= 10_000 else 1)]
        wall, peak = median([run[0] for run in runs]), max(run[2] for run in runs)
        known.append((count, wall))
        cells = ["", ""]
        if len(known) > 2:
            # What a payload more costs, now and one step before: starting up is paid once.
            step = (wall - known[-2][1]) / (count - known[-2][0])
            before = (known[-2][1] - known[-3][1]) / (known[-2][0] - known[-3][0])
            cells = [f"{step * 1e6:.2f}", f"{step / before:.2f} (target ≤ 1.1)"]
            keep(work, "growth", command=command, count=count, seconds=wall, peak_mib=peak, linear=step / before)
        print(f"| {command} | {count:,} | {wall:.2f} | {peak:.1f} | {cells[0]} | {cells[1]} |")
