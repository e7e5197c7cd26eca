"""Minutes of everything at once: an origin that fails in every way, clients that go away, reloads, batches, enemies.

Nobody may wait for an answer in vain; memory, descriptors and unfinished files must not grow. A third of the clients are
hostile, after a fifth of the time without them; the p99 of the others is compared. The service must answer that it is
alive and ready all the time.

Usage: soak.py ATTACHED WORK-DIRECTORY [--minutes 10] [--clients 64] [--hostile 32]
"""

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import time

import processes
from http1 import Connection
from measure import keep
from services import Attached
from traffic import Traffic

parser = argparse.ArgumentParser()
parser.add_argument("attached")
parser.add_argument("work")
parser.add_argument("--minutes", type=float, default=10)
parser.add_argument("--clients", type=int, default=64)
parser.add_argument("--hostile", type=int, default=32)
arguments = parser.parse_args()
work = arguments.work
PERIODS = 10
# Before the enemies come, in parts of the time with them.
CALM = 0.2
# What their presence may cost the others.
SLOWER = 1.5
COLUMNS = ("resident", "helpers", "descriptors", "clients", "unfinished", "threads")


def sample(service):
    """What the service holds now."""
    resident, helpers = processes.family_mebibytes(service.pid, "VmRSS")
    targets = processes.descriptors(service.pid)
    # Unfinished files have no name where the file system can do without.
    nameless = sum(target.startswith(service.store) and target.endswith("(deleted)") for target in targets)
    spool = f"{service.store}/.spool"
    named = len(os.listdir(spool)) if os.path.isdir(spool) else 0
    return {
        "resident": resident, "helpers": helpers, "descriptors": len(targets),
        "clients": processes.accepted(service.pid, service.port), "unfinished": named + nameless, "threads": len(os.listdir(f"/proc/{service.pid}/task")),
    }


async def watch(service, samples, seconds):
    """A sample each half second, with its period."""
    begin = time.monotonic()
    while (passed := time.monotonic() - begin) < seconds:
        samples.append((int(passed / seconds * PERIODS), sample(service)))
        await asyncio.sleep(0.5)


async def reload(service, tokens):
    """SIGHUP now and then: with good tokens, and with a file that cannot be used."""
    names = "".join(f"client{number} {token}\n" for number, token in enumerate(tokens))
    number = 0
    while True:
        await asyncio.sleep(2)
        number += 1
        text = "this is : no file of tokens\n" if number % 3 == 0 else f"# {number}\n{names}"
        with open(f"{work}/tokens.new", "w", encoding="ascii") as file:
            file.write(text)
        os.rename(f"{work}/tokens.new", f"{work}/tokens")
        os.kill(service.pid, signal.SIGHUP)


class Probe:
    """Asks for the health of the service ten times a second."""

    def __init__(self, port):
        self.port = port
        self.times, self.failures = [], []

    async def ask(self, path):
        begin = time.monotonic()
        connection = Connection(self.port)
        try:
            async with asyncio.timeout(10):
                answer = await connection.ask("GET", path, headers=())
            if answer.status != 200:
                self.failures.append(f"{path}: {answer.status} {answer.body[:200]}")
        except (OSError, EOFError, asyncio.TimeoutError) as error:
            self.failures.append(f"{path}: {type(error).__name__} {error}")
        finally:
            connection.abort()
        if path == "/healthz":
            self.times.append(time.monotonic() - begin)

    async def run(self):
        while True:
            await self.ask("/healthz")
            await self.ask("/readyz")
            await asyncio.sleep(0.1)


async def soak(service, traffic, tokens, samples, probe, bad_port):
    """The times of the good clients' requests before the enemies come, and beside them."""
    seconds = arguments.minutes * 60
    foes = [f"{number:032x}" for number in range(101, 104)]
    reloading = asyncio.create_task(reload(service, tokens + foes))
    # Programs and their helpers are loaded, and the pictures are known, before the first time counts.
    await traffic.run(arguments.clients, seconds * CALM / 4)
    traffic.times = calm = []
    # Samples take time of this process, so they are taken without enemies too.
    watching = asyncio.create_task(watch(service, [], seconds * CALM))
    await traffic.run(arguments.clients, seconds * CALM)
    await watching
    traffic.times = beside = []
    here = os.path.dirname(os.path.abspath(__file__))
    numbers = map(str, [service.port, bad_port, arguments.hostile])
    command = ["nice", "-n", "19", sys.executable, f"{here}/enemies.py", *numbers, *foes]
    enemies = processes.start(command, f"{work}/enemies.log") if arguments.hostile else None
    watching = asyncio.create_task(watch(service, samples, seconds))
    probing = asyncio.create_task(probe.run())
    await traffic.run(arguments.clients, seconds)
    probing.cancel()
    if enemies:
        if enemies.poll() is not None:
            sys.exit(f"the hostile clients have ended: see {work}/enemies.log")
        processes.stop(enemies)
    reloading.cancel()
    await watching
    return calm, beside


def settle(service, seconds=30):
    """Waits until nothing is unfinished and no client is connected any more, and returns what is held then."""
    end = time.monotonic() + seconds
    while (now := sample(service))["unfinished"] + now["clients"] and time.monotonic() < end:
        time.sleep(0.2)
    return now


def part(times, percent):
    """The time in milliseconds that so many of a hundred do not exceed."""
    return sorted(times)[len(times) * percent // 100] * 1000 if times else 0


def mean(samples, first, last, column):
    values = [held[column] for period, held in samples if first <= period <= last]
    return sum(values) / max(1, len(values))


def main():
    os.makedirs(work, exist_ok=True)
    tokens = [f"{number:032x}" for number in range(1, 4)]
    with open(f"{work}/tokens", "w", encoding="ascii") as file:
        file.write("".join(f"client{number} {token}\n" for number, token in enumerate(tokens)))
    here = os.path.dirname(os.path.abspath(__file__))
    port = processes.free_port()
    origin = processes.start([sys.executable, f"{here}/faults.py", str(port)], f"{work}/faults.log")
    processes.wait_for(port, origin, f"{work}/faults.log")
    # The enemies' own, with the lowest priority: what it costs to send their files is not the service's.
    bad_port = processes.free_port()
    bad = processes.start(["nice", "-n", "19", sys.executable, f"{here}/faults.py", str(bad_port)], f"{work}/bad.log")
    processes.wait_for(bad_port, bad, f"{work}/bad.log")
    kept = processes.free_port()
    bucket = processes.start([sys.executable, f"{here}/bucket.py", str(kept)], f"{work}/bucket.log")
    processes.wait_for(kept, bucket, f"{work}/bucket.log")
    os.environ.update(AWS_ACCESS_KEY_ID="a", AWS_SECRET_ACCESS_KEY="s", AWS_REGION="eu-central-1")
    copies = ["--media-store", "s3://media/p", "--media-store-endpoint", f"http://127.0.0.1:{kept}",
              "--media-store-path-style", "--rehost", "https://cdn.example.com/p/", "--serve-media", "--repair"]
    # Every line of its log goes through the service, and then nowhere: ten minutes of them are a gigabyte.
    opened = ["--token-file", f"{work}/tokens", "--allow-address", f"127.0.0.0/8:{bad_port}", *copies]
    service = Attached(arguments.attached, work, port, options=opened, log=os.devnull)
    probe = Probe(service.port)
    traffic = Traffic(service.port, port, tokens)
    samples = []
    before = sample(service)
    try:
        calm, beside = asyncio.run(soak(service, traffic, tokens, samples, probe, bad_port))
        after = settle(service)
        state = int(subprocess.check_output(["du", "-sm", service.state]).split()[0])
    finally:
        status = service.stop()
        processes.stop(origin)
        processes.stop(bad)
        processes.stop(bucket)
    report(traffic, samples, before, after, (calm, beside), probe, state, status)


def report(traffic, samples, before, after, times, probe, state, status):
    calm, beside = part(times[0], 99), part(times[1], 99)
    names = ["resident MiB", "helpers MiB", "descriptors", "clients connected", "unfinished files", "threads"]
    print(f"| {arguments.minutes / PERIODS:g} min | " + " | ".join(names) + " |\n|---|" + "---|" * len(names))
    for period in range(PERIODS):
        cells = [f"{mean(samples, period, period, name):.1f}" for name in COLUMNS]
        print(f"| {period + 1} | " + " | ".join(cells) + " |")
    print("| at the start | " + " | ".join(f"{before[name]:.1f}" for name in COLUMNS) + " |")
    print("| at the end | " + " | ".join(f"{after[name]:.1f}" for name in COLUMNS) + " |")

    print("\n| answers | |\n|---|---|")
    for kind, count in sorted(traffic.answers.items(), key=lambda entry: -entry[1]):
        print(f"| {kind} | {count:,} |")
    print("\n| origin | became |\n|---|---|")
    rows = {}
    for (behaviour, code), count in traffic.reasons.most_common():
        rows.setdefault(behaviour, []).append(f"{code} {count:,}")
    for behaviour, codes in sorted(rows.items()):
        print(f"| {behaviour} | {', '.join(codes[:6])} |")

    early = {name: mean(samples, 1, 2, name) for name in COLUMNS}
    late = {name: mean(samples, PERIODS - 1, PERIODS - 1, name) for name in COLUMNS}
    checks = [
        ("requests that were waited for, without an answer: 0",
         f"{len(traffic.lost)} of {traffic.waited:,}, {traffic.items:,} payloads", not traffic.lost),
        ("answers that are wrong: 0", len(traffic.wrong), not traffic.wrong),
        ("answers after their deadline and 3 s: 0", traffic.late, not traffic.late),
        *((f"{title}, second and third period beside the last: ≤ 1.1 × + {slack}",
           f"{early[name]:.1f} → {late[name]:.1f}", late[name] <= early[name] * 1.1 + slack)
          for name, title, slack in [
              ("resident", "resident MiB", 2), ("helpers", "helpers' MiB", 2), ("descriptors", "descriptors", 10),
              ("unfinished", "unfinished files", 5)]),
        (f"p99 of good requests beside {arguments.hostile} hostile clients: ≤ {SLOWER} ×",
         f"{calm:.1f} → {beside:.1f} ms ({beside / max(calm, 0.001):.2f} ×; {len(times[0]):,} and {len(times[1]):,} requests)",
         beside <= SLOWER * calm),
        ("answers that it is alive and ready, ten a second: all",
         f"{2 * len(probe.times) - len(probe.failures):,} of {2 * len(probe.times):,}", not probe.failures),
        # The others are idle connections to origins.
        ("clients' connections at the end: 0", after["clients"], after["clients"] == 0),
        ("unfinished files at the end: 0", after["unfinished"], after["unfinished"] == 0),
        ("exit status after SIGTERM: 0", status, status == 0),
    ]
    print("\n| target | measured | |\n|---|---|---|")
    for text, measured, is_met in checks:
        print(f"| {text} | {measured} | {'met' if is_met else '**missed**'} |")
    print(f"\nGood requests beside them take {part(times[1], 50):.1f} ms at p50; /healthz {part(probe.times, 50):.1f} ms, and "
          f"{part(probe.times, 99):.1f} ms at p99.")
    print(f"\nItems of batches whose own time ended while they waited behind the others: {traffic.outwaited:,}.")
    print(f"\nIts state is {state} MB on the disk.")
    for title, examples in [
            ("Without an answer", traffic.lost), ("Wrong", traffic.wrong), ("Not alive or not ready", probe.failures)]:
        for example in examples[:10]:
            print(f"\n{title}: `{example}`")
    keep(work, "soak", minutes=arguments.minutes, waited=traffic.waited, lost=len(traffic.lost),
         wrong=len(traffic.wrong), late=traffic.late, early=early, last=late,
         calm_p99_ms=calm, beside_p99_ms=beside, hostile=arguments.hostile, health_p99_ms=part(probe.times, 99),
         unhealthy=len(probe.failures))


main()
