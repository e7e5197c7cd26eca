"""Checks a file in the text format of Prometheus with its own parser, and what the parser lets pass.

Usage: check_metrics.py FILE; prints what is wrong and exits with 1, or says how many samples there are.
"""

import re
import sys

from prometheus_client.parser import text_string_to_metric_families

text = open(sys.argv[1], encoding="utf-8").read()
problems = []
if not text.endswith("\n"):
    problems.append("the last line has no end")

typed = re.findall(r"^# TYPE (\S+) (\S+)$", text, re.M)
helped = re.findall(r"^# HELP (\S+) \S.*$", text, re.M)
for name, kind in typed:
    if kind not in ("counter", "gauge", "histogram"):
        problems.append(f"{name} is a {kind}")
    if not re.fullmatch(r"[a-zA-Z_:][a-zA-Z0-9_:]*", name):
        problems.append(f"{name} is no name")
    if (kind == "counter") != name.endswith("_total"):
        problems.append(f"{name} is a {kind}")
    if name not in helped:
        problems.append(f"{name} has no help")
if len(set(name for name, _ in typed)) != len(typed):
    problems.append("a metric stands twice")

seen = set()
count = 0
for family in text_string_to_metric_families(text):
    if family.type == "unknown":
        problems.append(f"{family.name} has no type")
    buckets = {}
    for sample in family.samples:
        count += 1
        key = (sample.name, tuple(sorted(sample.labels.items())))
        if key in seen:
            problems.append(f"{key} stands twice")
        seen.add(key)
        for label in sample.labels:
            if not re.fullmatch(r"[a-zA-Z_][a-zA-Z0-9_]*", label):
                problems.append(f"{label} is no label")
        if family.type in ("counter", "histogram") and sample.value < 0:
            problems.append(f"{key} is below zero")
        if family.type == "histogram":
            labels = tuple(sorted((k, v) for k, v in sample.labels.items() if k != "le"))
            series = buckets.setdefault(labels, {"bounds": [], "counts": []})
            if sample.name.endswith("_bucket"):
                series["bounds"].append(float(sample.labels["le"]))
                series["counts"].append(sample.value)
            elif sample.name.endswith("_count"):
                series["count"] = sample.value
            elif sample.name.endswith("_sum"):
                series["sum"] = sample.value
    for labels, series in buckets.items():
        if series["bounds"] != sorted(set(series["bounds"])) or series["bounds"][-1] != float("inf"):
            problems.append(f"{family.name} {labels}: the bounds do not rise to +Inf")
        if series["counts"] != sorted(series["counts"]):
            problems.append(f"{family.name} {labels}: the buckets do not add up")
        if series.get("count") != series["counts"][-1] or "sum" not in series:
            problems.append(f"{family.name} {labels}: count or sum is wrong")

print("\n".join(problems) if problems else f"{count} samples")
sys.exit(1 if problems or count == 0 else 0)
