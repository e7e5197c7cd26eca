#!/usr/bin/env bash
# Counts the bytes that Attache reads from the socket before it drops a wrong file.
# Usage: wrong-file.sh ATTACHE DIRECTORY PORT
set -euo pipefail
attache=$1 work=$2 port=$3
strace -f -e trace=recvfrom,read,connect -o "$work/trace" \
    "$attache" rewrite --allow-address "127.0.0.0/8:$port" "$work/page.json" >"$work/page.out"
python3 - "$work/trace" "$work/page.out" "$port" <<'PY'
import json
import re
import sys

trace, output, port = sys.argv[1:4]
sockets, total = set(), 0
for line in open(trace):
    if found := re.search(rf"connect\((\d+), .*htons\({port}\)", line):
        sockets.add(found[1])
    elif (found := re.search(r"(?:recvfrom|read)\((\d+),.* = (\d+)$", line.rstrip())) and found[1] in sockets:
        total += int(found[2])
result = json.load(open(output))
print("| file | bytes read from the socket | target | outcome | reason |")
print("|---|---|---|---|---|")
print(f"| 40 MB of HTML | {total} | ≤ 65536 | {result['outcome']} | {result['reasons'][0]['code']} |")
PY
