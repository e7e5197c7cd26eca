"""Prints the result of hyperfine as a table: medians, spread and ratios to another command, with targets.

Usage: ratios.py RESULT WORK-DIRECTORY ROW [COMMAND BASE TARGET]…

COMMAND takes at most TARGET times as long as BASE, or, for a target with a minus sign, is at least so many times faster.
"""

import json
import statistics
import sys

from measure import keep

rows = {row["command"]: row for row in json.load(open(sys.argv[1]))["results"]}
print("| command | median ms | spread (σ) ms |")
print("|---|---|---|")
for name, row in rows.items():
    print(f"| {name} | {row['median'] * 1000:.2f} | {statistics.stdev(row['times']) * 1000:.2f} |")
print()
for name, base, target in zip(*[iter(sys.argv[4:])] * 3):
    ratio, limit = rows[name]["median"] / rows[base]["median"], float(target)
    if limit < 0:
        print(f"Target: {name} ≥ {-limit:g} × faster than {base} (measured {1 / ratio:.2f}).")
    else:
        print(f"Target: {name} ≤ {limit:g} × {base} (measured {ratio:.2f}).")
    keep(sys.argv[2], sys.argv[3], command=name, base=base, ratio=ratio, target=limit,
         seconds={command: row["times"] for command, row in rows.items()})
