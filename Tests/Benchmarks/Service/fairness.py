"""What one client notices of another who has ten thousand requests waiting.

Usage: fairness.py ATTACHED WORK-DIRECTORY [--quick]
"""

import asyncio
import itertools
import json
import multiprocessing
import os
import resource
import sys
import time

import processes
from http1 import Connection
from measure import keep
from origin import Origin
from services import PAYLOAD, Attached

attached, work = sys.argv[1:3]
quick = "--quick" in sys.argv
WAITING = 10_000
CLIENTS = 4
# p99 of fewer requests would be the worst of a few.
REQUESTS = 400 if quick else 2000
HOG, GUEST = "1" * 32, "2" * 32
FIELDS = ("Content-Type: application/json", "Attache-Deadline: 600s")


async def hog(port, make_url):
    """Keeps so many requests waiting, as the owner of one token."""
    numbers = itertools.count()

    async def ask_on():
        connection = Connection(port, HOG)
        while True:
            answer = await connection.ask("POST", "/v1/rewrite", (PAYLOAD % make_url(next(numbers))).encode(), FIELDS)
            assert answer.status == 200, answer.body

    await asyncio.gather(*(ask_on() for _ in range(WAITING)))


def run_hog(port, make_url):
    asyncio.run(hog(port, make_url))


async def times(port, make_url):
    """How long each request of the other token took, in ms."""
    numbers = iter(range(REQUESTS + REQUESTS // 10))
    taken = []

    async def ask_on():
        connection = Connection(port, GUEST)
        for number in numbers:
            begin = time.monotonic()
            answer = await connection.ask("POST", "/v1/rewrite", (PAYLOAD % make_url(number)).encode(), FIELDS)
            taken.append((time.monotonic() - begin) * 1000)
            if answer.status != 200 or json.loads(answer.body)["outcome"] != "attached":
                sys.exit(f"the guest got {answer.status} {answer.body}")
        connection.abort()

    await asyncio.gather(*(ask_on() for _ in range(CLIENTS)))
    return sorted(taken[REQUESTS // 10:])


def at(values, share):
    return values[min(len(values) - 1, int(len(values) * share))]


def waiting(service):
    return int(service.metric(r"attache_queue_waiting"))


def measure(name, port, hog_url, guest_url):
    service = Attached(
        attached, work, port, token=GUEST,
        options=["--token-file", f"{work}/two-tokens", "--cache", "off", "--queue", "20000", "--queue-per-client",
                 "20000", "--connections", "12000", "--max-deadline", "10m"], log=os.devnull)
    greedy = multiprocessing.Process(target=run_hog, args=(service.port, hog_url), daemon=True)
    try:
        alone = asyncio.run(times(service.port, guest_url))
        greedy.start()
        end = time.monotonic() + 60
        # A few are worked on, and not waiting.
        while (count := waiting(service)) < WAITING - 100 and time.monotonic() < end and greedy.is_alive():
            time.sleep(0.2)
        if count < WAITING - 100:
            sys.exit(f"only {count} of {WAITING} requests came to wait")
        beside = asyncio.run(times(service.port, guest_url))
        least = min(count, waiting(service))
    finally:
        greedy.kill()
        greedy.join()
        service.stop()
    ratio = at(beside, 0.99) / at(alone, 0.99)
    cells = [at(alone, 0.5), at(alone, 0.99), at(beside, 0.5), at(beside, 0.99), ratio]
    verdict = "met" if ratio <= 2 else "**missed**"
    print(f"| {name} | {least:,} | " + " | ".join(f"{cell:.2f}" for cell in cells) + f" | {verdict} |", flush=True)
    keep(work, "fairness", origin=name, alone_p99=cells[1], beside_p99=cells[3], ratio=ratio, target=2)


def main():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.makedirs(work, exist_ok=True)
    with open(f"{work}/two-tokens", "w", encoding="ascii") as file:
        file.write(f"hog {HOG}\nguest {GUEST}\n")
    here = os.path.dirname(os.path.abspath(__file__))
    port = processes.free_port()
    slow = processes.start([sys.executable, f"{here}/faults.py", str(port)], f"{work}/faults.log")
    fast = Origin(work, 1000)
    processes.wait_for(port, slow, f"{work}/faults.log")
    try:
        print("| origin | waiting | alone p50 ms | p99 ms | beside p50 ms | p99 ms | p99 ratio, target ≤ 2 | |")
        print("|---|---|---|---|---|---|---|---|")
        measure("takes 20 ms, a host for each", port,
                lambda number: f"http://127.0.0.2:{port}/thinking/20/{number}.png",
                lambda number: f"http://127.0.0.3:{port}/thinking/20/{number}.png")
        if quick:
            return
        measure("takes 20 ms, the same host", port,
                lambda number: f"http://127.0.0.2:{port}/thinking/20/{number}.png",
                lambda number: f"http://127.0.0.2:{port}/thinking/20/guest/{number}.png")
        measure("answers at once: the processor is what both want", fast.port,
                lambda number: f"http://127.0.0.2:{fast.port}/{number % 1000}.png?{number}",
                lambda number: f"http://127.0.0.3:{fast.port}/{number % 1000}.png?{number}")
    finally:
        fast.stop()
        processes.stop(slow)


main()
