#!/usr/bin/env python3
"""Measures a worker of a fleet beside `attache batch`, two workers beside one, and the time that the queue adds.

    Tests/Benchmarks/Fleet/fleet.py --programs .build/release --payloads 50000

Payloads are in the stream before the workers start, and every measurement has stores of its own. One nats-server, the
workers and the origin share the machine, so that the ratios, and not the seconds, are what to compare.
"""

import argparse
import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Trials/Fleet"))
from nats import Client, Cluster  # noqa: E402
from origin import Origin  # noqa: E402

TARGETS = {"worker": 0.70, "two workers": 0.85, "added": 3.0}


class Bench:
    def __init__(self, options):
        self.options = options
        self.directory = tempfile.mkdtemp(prefix="fleet-bench-")
        self.environment = {"PATH": os.environ["PATH"], "HOME": self.directory}
        self.origin = Origin(slowest=0)
        self.rounds = 0
        self.sizes = {}
        self.input = f"{self.directory}/payloads.ndjson"
        with open(self.input, "w") as file:
            for number in range(options.payloads):
                url = f"http://127.0.0.1:{self.origin.port}/{number % options.media}.png"
                payload = {"aps": {"alert": "Hi", "mutable-content": 1}, "media_url": url}
                file.write(json.dumps({"id": f"p{number}", "payload": payload}) + "\n")

    def program(self, name, *words):
        return [os.path.join(self.options.programs, name), *words]

    def common(self):
        """Options of both programs, with a store of its own for each measurement."""
        self.rounds += 1
        return ["--store", f"{self.directory}/store-{self.rounds}", "--allow-address",
                f"127.0.0.0/8:{self.origin.port}"]

    def cluster(self):
        """One server, with the streams of a fleet."""
        self.rounds += 1
        place = f"{self.directory}/cluster-{self.rounds}"
        os.mkdir(place)
        cluster = Cluster(place, 1)
        while subprocess.run(self.program("attached", "work", "setup", *cluster.options), env=self.environment,
                             capture_output=True).returncode:
            time.sleep(0.2)
        return cluster

    def workers(self, cluster, count):
        store = self.common()
        processes = []
        for _ in range(count):
            log = open(f"{self.directory}/log-{self.rounds}-{len(processes)}", "wb")
            processes.append(subprocess.Popen(self.program("attached", "work", "run", *cluster.options, *store),
                                              env=self.environment, stdout=log, stderr=log))
        return processes

    @staticmethod
    def stop(processes):
        """Drains workers; their CPU seconds."""
        seconds = 0
        for process in processes:
            process.send_signal(signal.SIGTERM)
        for process in processes:
            _, _, usage = os.wait4(process.pid, 0)
            seconds += usage.ru_utime + usage.ru_stime
        return seconds

    def batch(self):
        """Wall and CPU seconds of `attache batch`."""
        command = self.program("attache", "batch", self.input, "--out", f"{self.directory}/out-{self.rounds}",
                               *self.common())
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.monotonic()
        subprocess.run(command, env=self.environment, check=True, capture_output=True)
        seconds = time.monotonic() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def fleet(self, count):
        """Wall seconds, CPU seconds of the workers and of the server."""
        cluster = self.cluster()
        subprocess.run(self.program("attached", "work", "send", self.input, *cluster.options), env=self.environment,
                       check=True, capture_output=True)
        self.sizes["payload"] = self.size(cluster, "ATTACHE_WORK")
        server = self.processor(cluster.processes[0].pid)
        began = time.monotonic()
        processes = self.workers(cluster, count)
        while cluster.ask("STREAM.INFO.ATTACHE_WORK")["state"]["messages"]:
            time.sleep(0.02)
        seconds = time.monotonic() - began
        server = self.processor(cluster.processes[0].pid) - server
        self.sizes["result"] = self.size(cluster, "ATTACHE_RESULTS")
        self.sizes["verdict"] = self.size(cluster, "KV_attache-verdicts")
        worker = self.stop(processes)
        cluster.close()
        return seconds, worker, server

    @staticmethod
    def size(cluster, stream):
        """Bytes of a message of a stream on the disk of one server."""
        try:
            client = cluster.client()
            state = client.api(f"STREAM.INFO.{stream}")["state"]
            client.close()
        except OSError:
            return 0
        return round(state["bytes"] / max(1, state["messages"]))

    @staticmethod
    def processor(pid):
        with open(f"/proc/{pid}/stat") as file:
            words = file.read().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def latency(self):
        """Median milliseconds of one payload at a time: through the queue, and through a pipe."""
        cluster = self.cluster()
        processes = self.workers(cluster, 1)
        client = Client(cluster.ports[0])
        client.send(b"SUB attache.results.> 2\r\n")
        lines = [line.encode() for line in open(self.input).read().splitlines()[:1] * self.options.latency]

        def through_queue(line, number):
            began = time.monotonic()
            client.publish("attache.work.acme", line.replace(b'"p0"', b'"q%d"' % number))
            client.next(30)
            return time.monotonic() - began

        command = self.program("attache", "rewrite", "--ndjson", *self.common())
        pipe = subprocess.Popen(command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL)

        def through_pipe(line, number):
            began = time.monotonic()
            pipe.stdin.write(line + b"\n")
            pipe.stdin.flush()
            pipe.stdout.readline()
            return time.monotonic() - began

        results = []
        for way in (through_queue, through_pipe):
            # The first ones load the media and the libraries.
            times = [way(line, number) for number, line in enumerate(lines)][20:]
            results.append(statistics.median(times) * 1000)
        client.close()
        pipe.stdin.close()
        pipe.wait()
        self.stop(processes)
        cluster.close()
        return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default=".build/release", help="the directory of attache and attached")
    parser.add_argument("--payloads", type=int, default=50_000)
    parser.add_argument("--media", type=int, default=200, help="distinct URLs")
    parser.add_argument("--latency", type=int, default=500, help="payloads one at a time")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    options.programs = os.path.abspath(options.programs)
    bench = Bench(options)
    print(f"load average before: {os.getloadavg()[0]:.2f}, {os.cpu_count()} cores, {options.payloads} payloads, "
          f"{options.media} URLs")
    rows = {"batch": [], "one worker": [], "two workers": []}
    for _ in range(options.rounds):
        rows["batch"].append((*bench.batch(), 0))
        rows["one worker"].append(bench.fleet(1))
        rows["two workers"].append(bench.fleet(2))
    print("\n| | payloads/s | CPU s per million payloads | of the server |\n|---|---|---|---|")
    median = {name: [statistics.median(column) for column in zip(*values)] for name, values in rows.items()}
    for name, (wall, worker, server) in median.items():
        scale = 1e6 / options.payloads
        print(f"| {name} | {options.payloads / wall:.0f} | {worker * scale:.0f} | {server * scale:.0f} |")
    print("\nBytes on the disk of a server: " + ", ".join(f"{name} {size}" for name, size in bench.sizes.items()))
    queue, pipe = bench.latency()
    figures = {
        "worker": median["batch"][0] / median["one worker"][0],
        "two workers": median["one worker"][0] / median["two workers"][0],
        "added": queue - pipe,
    }
    print(f"\nThroughput of a worker, as a part of batch: {figures['worker']:.2f} (target: at least {TARGETS['worker']})")
    print(f"Throughput of two workers, as a part of one: {figures['two workers']:.2f} "
          f"(target: at least {TARGETS['two workers']})")
    print(f"Median time of one payload: {queue:.2f} ms through the queue, {pipe:.2f} ms through a pipe; "
          f"{figures['added']:.2f} ms more (target: at most {TARGETS['added']:.0f})")
    print(f"load average after: {os.getloadavg()[0]:.2f}")


if __name__ == "__main__":
    main()
