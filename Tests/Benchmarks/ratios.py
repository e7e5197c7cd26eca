"""Prints a hyperfine result as a table: medians, spread and ratios to the first command and to the last."""

import json
import statistics
import sys

from measure import keep

rows = json.load(open(sys.argv[1]))["results"]
medians = [row["median"] for row in rows]
print("| command | median ms | spread (σ) ms | against curl -o | against the script |")
print("|---|---|---|---|---|")
for row, median in zip(rows, medians):
    spread = statistics.stdev(row["times"]) * 1000
    print(
        f"| {row['command']} | {median * 1000:.2f} | {spread:.2f} "
        f"| {median / medians[0]:.2f} × | {medians[-1] / median:.2f} × faster |"
    )
print()
print(f"Targets: attache ≤ 1.25 × curl -o (measured {medians[1] / medians[0]:.2f}); "
      f"≥ 5 × faster than the script (measured {medians[2] / medians[1]:.2f}).")
keep(sys.argv[2], "pipe", seconds={row["command"]: row["times"] for row in rows}, ratio=medians[1] / medians[0],
     target=1.25)
