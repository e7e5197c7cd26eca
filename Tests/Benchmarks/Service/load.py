"""The service under load, beside the same in Python, and beside the origin alone, which is the limit.

Everything is on one machine: wrk, nginx with pictures of 64 KB, and the service. Rounds alternate between the sides.

Usage: load.py ATTACHED PYTHON WORK-DIRECTORY [--quick]
"""

import contextlib
import sys

import processes
import wrk
from measure import keep, median
from origin import Origin
from services import Attached, Peer, expect

attached, python, work = sys.argv[1:4]
quick = "--quick" in sys.argv
PICTURES = 1000 if quick else 8000
CLIENTS = (64, 256) if quick else (1, 16, 64, 256)
# How many of them are enough to know the memory that they take.
ONLY_MEMORY = (256,) if quick else ()
ROUNDS, SECONDS = (1, 2) if quick else (3, 5)
DIRECT, EVERY, NEW, HOT, PEER = (
    "nginx alone", "attached, every request fetched", "attached, every picture new to its store", "attached, hot URL",
    "aiohttp + python-magic, every request fetched",
)


class Side:
    """One of those that are compared: what wrk asks it for, and what it used."""

    def __init__(self, name, origin, pictures, service=None):
        self.name, self.origin, self.pictures, self.service = name, origin, pictures, service
        self.port = service.port if service else origin.port
        self.pid = service.pid if service else origin.process.pid

    def run(self, clients, seconds):
        method = "post" if self.service else "get"
        asked, used = self.origin.requests(), processes.processor_seconds(self.pid)
        before = self.service.outcomes() if self.service else (0, 0)
        figures = wrk.run(self.port, clients, seconds, method, self.origin.port, self.pictures)
        after = self.service.outcomes() if self.service else (0, 0)
        figures["processor"] = (processes.processor_seconds(self.pid) - used) / figures["requests"] * 1e6
        figures["fetched"] = (self.origin.requests() - asked) / figures["requests"]
        # A fallback is answered with 200 too. wrk hangs up on what is under way at its end, so what was not attached
        # may be as many as there are clients.
        figures["fallbacks"] = max(0, (after[1] - before[1]) - (after[0] - before[0]) - clients)
        figures["rate"] = figures["requests"] / figures["seconds"]
        return figures


def summary(side, clients, runs):
    """The median of each figure, and the worst of what must not happen."""
    names = ("rate", "p50", "p99", "p99_9", "processor", "fetched")
    row = {name: median([run[name] for run in runs]) for name in names}
    row |= {name: sum(run[name] for run in runs) for name in ("refused", "broken", "fallbacks")}
    row["peak"], row["helpers"] = processes.family_mebibytes(side.pid, "VmHWM")
    row["rates"] = [run["rate"] for run in runs]
    keep(work, "service", side=side.name, clients=clients, **row)
    return row


def show(side, clients, row, direct):
    peak = f"{row['peak']:.1f}" + (f" + {row['helpers']:.1f}" if row["helpers"] else "")
    cells = [
        clients, side.name, f"{row['rate']:,.0f}",
        f"{row['rate'] / direct['rate']:.3f} ×" if direct else "–", f"{row['p50']:.2f}",
        f"{row['p99']:.2f}", f"{row['p99_9']:.2f}", f"{row['processor']:.0f}", peak,
        row["refused"] + row["broken"] + int(row["fallbacks"]), f"{row['fetched']:.2f}",
    ]
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def prepare(side, clients):
    """The service does its work, and everything is warm: the pictures are in the store, connections are open."""
    if not side.service:
        return
    expect(side.service, f"http://127.0.0.1:{origin.port}/0.png")
    side.run(clients, 1)


def compare(clients):
    """All sides with so many clients; their rows by name."""
    with contextlib.ExitStack() as stack:
        every = Attached(attached, work, origin.port, store=f"{work}/every", options=["--cache", "off"])
        hot = Attached(attached, work, origin.port, store=f"{work}/hot")
        peer = Peer(python, work)
        for service in (every, hot, peer):
            stack.callback(service.stop)
        sides = [Side(EVERY, origin, PICTURES, every), Side(HOT, origin, 1, hot)]
        if clients not in ONLY_MEMORY:
            sides = [Side(DIRECT, origin, PICTURES), *sides, Side(PEER, origin, PICTURES, peer)]
        for side in sides:
            prepare(side, clients)
        runs = {side.name: [] for side in sides}
        for _ in range(ROUNDS):
            for side in sides:
                runs[side.name].append(side.run(clients, SECONDS))
        rows = {side.name: summary(side, clients, runs[side.name]) for side in sides}
        for side in sides:
            show(side, clients, rows[side.name], rows.get(DIRECT))
        return rows


def all_new(clients, direct):
    """Pictures that the store does not have, each of which is on the disk before its answer goes out."""
    runs = []
    for number in range(ROUNDS):
        service = Attached(attached, work, origin.port, store=f"{work}/new-{number}", options=["--cache", "off"])
        try:
            side = Side(NEW, origin, PICTURES, service)
            runs.append(side.run(clients, 1))
            if number == ROUNDS - 1:
                show(side, clients, summary(side, clients, runs), direct)
        finally:
            service.stop()


def target(text, measured, is_met):
    print(f"| {text} | {measured} | {'met' if is_met else '**missed**'} |")


origin = Origin(work, PICTURES)
try:
    print("| clients | side | requests/s | beside nginx | p50 ms | p99 ms | p99.9 ms | CPU µs/request "
          "| peak MiB (+ helpers) | failures | fetched per request |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    table = {clients: compare(clients) for clients in CLIENTS}
    if not quick:
        all_new(64, table[64][DIRECT])
finally:
    origin.stop()

at64, at256 = table[64], table[256]
ratio = at64[EVERY]["rate"] / at64[DIRECT]["rate"]
faster = at64[EVERY]["rate"] / at64[PEER]["rate"]
peak = max(at256[side]["peak"] + at256[side]["helpers"] for side in (EVERY, HOT))
failures = sum(
    row[name] for rows in table.values() for side, row in rows.items() if side in (EVERY, HOT)
    for name in ("refused", "broken", "fallbacks"))
print("\n| target | measured | |\n|---|---|---|")
target("64 clients, every request fetched: ≥ 0.15 × nginx alone", f"{ratio:.3f} ×", ratio >= 0.15)
target("the same: p99 ≤ 15 ms", f"{at64[EVERY]['p99']:.2f} ms", at64[EVERY]["p99"] <= 15)
target("the same: ≥ 1.8 × the Python service", f"{faster:.2f} ×", faster >= 1.8)
target("64 clients, hot URL: ≥ 12,000 requests/s", f"{at64[HOT]['rate']:,.0f}", at64[HOT]["rate"] >= 12_000)
target("256 clients: peak of `attached` and its helpers ≤ 80 MiB", f"{peak:.1f} MiB", peak <= 80)
target("no answer but 200, no broken connection, no fallback", f"{int(failures)}", failures == 0)
