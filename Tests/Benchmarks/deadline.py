"""Runs payloads that name hostile origins under a deadline of one second, and prints how late their answers were."""

import json
import subprocess
import sys

from measure import keep

attache, work = sys.argv[1:3]
ports = json.load(open(f"{work}/hostile.json"))
EACH = 40
DEADLINE_MS = 1000

rows = []
for name in [*sorted(set(ports) - {"dns"}), "dns"]:
    lines = []
    for number in range(EACH):
        host = f"host-{number}.example" if name == "dns" else f"127.0.0.1:{ports[name]}"
        url = f"http{'s' if name == 'dns' else ''}://{host}/{number}.png"
        lines.append(json.dumps({"aps": {"alert": "x", "mutable-content": 1}, "media_url": url}))
    allow = [f"--allow-address=127.0.0.0/8:{port}" for port in ports.values()]
    output = subprocess.run(
        [attache, "rewrite", "--ndjson", "--deadline", f"{DEADLINE_MS}ms", "--jobs", "64", "--per-host", "64",
         "--dns-server", f"127.0.0.1:{ports['dns']}", *allow, "-"],
        input="\n".join(lines), capture_output=True, text=True, check=False,
    ).stdout
    results = [json.loads(line) for line in output.splitlines()]
    late = sorted(result["timing"]["total_ms"] - DEADLINE_MS for result in results)
    codes = {result["reasons"][0]["code"] for result in results}
    rows.append((name, late, codes))

print("| origin | answers | p50 late ms | p99 late ms | worst ms | reasons |")
print("|---|---|---|---|---|---|")
everything = sorted(value for _, late, _ in rows for value in late)
keep(work, "deadline", late_ms=everything, target=50)
for name, late, codes in [*rows, ("all", everything, {"target p99 ≤ 50 ms"})]:
    at = lambda share: late[min(len(late) - 1, int(len(late) * share))]
    print(f"| {name} | {len(late)} | {at(0.5):.1f} | {at(0.99):.1f} | {late[-1]:.1f} | {', '.join(sorted(codes))} |")
