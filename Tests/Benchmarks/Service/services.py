"""The services that are measured, each started, counted and ended in the same way."""

import json
import os
import re
import shutil
import sys
import urllib.request

import processes

PAYLOAD = '{"aps":{"alert":{"title":"Raid starts","body":"Join now"},"mutable-content":1},"media_url":"%s"}'


class Service:
    """A process that answers `POST /v1/rewrite`."""

    token = None

    def __init__(self, name, command, log):
        self.name = name
        self.process = processes.start(command, log)
        processes.wait_for(self.port, self.process, log)

    @property
    def pid(self):
        return self.process.pid

    def get(self, path):
        fields = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=fields)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.read().decode()

    def post(self, url):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/v1/rewrite", (PAYLOAD % url).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def stop(self):
        return processes.stop(self.process)


class Attached(Service):
    """`attached serve` with its defaults, except for the options here."""

    def __init__(self, program, work, origin_port, store=None, options=(), log=None, token=None):
        self.token = token
        self.port = processes.free_port()
        state = f"{work}/state-{self.port}"
        shutil.rmtree(state, ignore_errors=True)
        self.state = state
        self.store = store or f"{state}/media"
        super().__init__(
            "attached",
            # No client sends requests when it is stopped, so it need not wait for them.
            [program, "serve", "--listen", f"127.0.0.1:{self.port}", "--state", state, "--store", self.store,
             "--allow-address", f"127.0.0.0/8:{origin_port}", "--drain-delay", "0s", *options],
            log or f"{work}/{self.port}.log")

    def metric(self, pattern):
        """The sum of all samples that the pattern fits."""
        return sum(float(value) for value in re.findall(rf"^{pattern} (\S+)$", self.get("/metrics"), re.MULTILINE))

    def outcomes(self):
        """Results so far: attached ones, and all."""
        return self.metric(r'attache_items_total\{outcome="attached"\}'), self.metric(r"attache_items_total\{.*\}")


class Peer(Service):
    """The same job in Python, with as many processes as there are cores."""

    def __init__(self, python, work):
        self.port = processes.free_port()
        here = os.path.dirname(os.path.abspath(__file__))
        super().__init__(
            "peer", [python, f"{here}/peer.py", str(self.port), f"{work}/peer-store", str(os.cpu_count())],
            f"{work}/{self.port}.log")

    def outcomes(self):
        counts = json.loads(self.get("/counts"))
        return counts["attached"], counts["all"]


def expect(service, url, outcome="attached"):
    """Ends everything when the service does not do its work at all."""
    result = service.post(url)
    if result["outcome"] != outcome:
        sys.exit(f"{service.name} does not work: {json.dumps(result)}")
