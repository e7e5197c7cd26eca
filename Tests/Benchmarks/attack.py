"""Measures good downloads alone, and beside 200 slow-drip and 50 endless ones, through one co-process."""

import json
import subprocess
import sys
import threading

from measure import keep

attache, work, port = sys.argv[1:4]
ports = json.load(open(f"{work}/hostile.json"))
GOOD = int(sys.argv[4]) if len(sys.argv) > 4 else 2000
WINDOW = 4


def line(identifier, url):
    payload = {"aps": {"alert": "x", "mutable-content": 1}, "media_url": url}
    return json.dumps({"id": identifier, "payload": payload}) + "\n"


def run(attacks):
    allow = [f"--allow-address=127.0.0.0/8:{number}" for number in [port, *ports.values()]]
    process = subprocess.Popen(
        [attache, "rewrite", "--ndjson", "--unordered", "--jobs", "512", "--host-cooling", "0s", *allow, "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )
    # A host of its own for each attacker: the cap on connections to one host is no help.
    for number in range(attacks):
        behaviour = "dripped_body" if number % 5 else "endless"
        host = f"127.1.{number // 250}.{number % 250 + 1}"
        process.stdin.write(line(f"attack-{number}", f"http://{host}:{ports[behaviour]}/{number}.jpg"))
    process.stdin.flush()
    window = threading.Semaphore(WINDOW)

    def feed():
        for number in range(GOOD):
            window.acquire()
            process.stdin.write(line(f"good-{number}", f"http://127.0.0.1:{port}/photo.png?{number}"))
            process.stdin.flush()

    feeder = threading.Thread(target=feed)
    feeder.start()
    times, early = [], 0
    while len(times) < GOOD:
        result = json.loads(process.stdout.readline())
        if not result["id"].startswith("good"):
            early += 1
            continue
        assert result["outcome"] == "attached", result
        times.append(result["timing"]["total_ms"])
        window.release()
    feeder.join()
    process.terminate()
    process.terminate()
    process.kill()
    process.wait()
    # Requests sent before everything was warm are not part of the measurement.
    return sorted(times[GOOD // 10:]), early


def at(times, share):
    return times[min(len(times) - 1, int(len(times) * share))]


rounds = [(run(0)[0], run(250)) for _ in range(3)]
print("| round | alone p50 | alone p99 | attacked p50 | attacked p99 | p99 ratio | attackers gone early |")
print("|---|---|---|---|---|---|---|")
ratios = []
for number, (alone, (attacked, early)) in enumerate(rounds, 1):
    ratios.append(at(attacked, 0.99) / at(alone, 0.99))
    cells = [at(alone, 0.5), at(alone, 0.99), at(attacked, 0.5), at(attacked, 0.99), ratios[-1]]
    print(f"| {number} | " + " | ".join(f"{cell:.2f}" for cell in cells) + f" | {early} |")
print(f"\nMedian p99 ratio {sorted(ratios)[1]:.2f}, target ≤ 1.5; {GOOD} downloads of 64 KB a round, {WINDOW} at once, ms.")
keep(work, "attack", ratios=ratios, target=1.5)
