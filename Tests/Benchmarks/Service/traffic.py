"""What clients do in the soak: good and bad requests, batches, repetitions, and going away without a word.

Whoever waits for an answer notes whether it came, in time, and whether it is the right one.
"""

import asyncio
import collections
import json
import random
import time

from faults import BEHAVIOURS, FAULTS, PICTURES
from http1 import Connection

DEADLINE = 3.0
# How late a response may be when all processes share two cores.
GRACE = 3.0
SHED = {429, 503}
BATCH = 40
JSON = "Content-Type: application/json"


class Traffic:
    """What is asked, by one client after the other, until the end."""

    def __init__(self, port, origin_port, tokens):
        self.port, self.origin_port, self.tokens = port, origin_port, tokens
        self.answers = collections.Counter()
        self.reasons = collections.Counter()
        # Requests that a client waited for: without a response, with a wrong one, too late.
        self.lost, self.wrong = [], []
        self.waited = self.late = self.items = 0
        # Items of batches whose own time was over while they waited for their turn, or soon after.
        self.outwaited = 0
        # Seconds that good origins' payloads took, one for each request.
        self.times = []
        self.random = random.Random(7)
        self.serial = 0

    def payload(self):
        """A payload, and how its origin behaves."""
        dice = self.random
        self.serial += 1
        if dice.random() < 0.6:
            behaviour = dice.choice(["good", "good", "good", "chunked", "slow", "redirected"])
            # Hosts that mostly work: a host that fails three times in a row is left alone.
            host = f"127.2.0.{dice.randrange(1, 60)}"
        else:
            behaviour = dice.choice(FAULTS)
            host = f"127.3.{dice.randrange(200)}.{dice.randrange(1, 200)}"
        # Half of all URLs were asked for before, half are new.
        place = f"/{behaviour}" + (f"/{self.serial}" if dice.random() < 0.5 else "")
        url = f"http://{host}:{self.origin_port}{place}/{dice.randrange(PICTURES)}.png"
        return {"aps": {"alert": "soak", "mutable-content": 1}, "media_url": url}, behaviour

    def judge(self, result, behaviour, waits_with_others=False):
        """Whether the result of one payload is what its origin deserves."""
        outcome, expected = result.get("outcome"), BEHAVIOURS[behaviour][1]
        self.answers[outcome] += 1
        self.items += 1
        code = result["reasons"][0]["code"] if outcome == "plain" else outcome
        self.reasons[behaviour, code] += 1
        if outcome != expected and waits_with_others and code == "fetch.deadline":
            self.outwaited += 1
        elif outcome != expected and code != "fetch.host-cooling":
            self.wrong.append(f"{behaviour}: {json.dumps(result)[:600]}")

    def judge_problem(self, answer, expected):
        self.answers[answer.status] += 1
        problem = answer.headers.get("content-type") == "application/problem+json"
        if answer.status not in expected or not problem or json.loads(answer.body)["status"] != answer.status:
            self.wrong.append(f"{answer.status} instead of {expected}: {answer.body[:300]}")

    async def one(self, connection):
        payload, behaviour = self.payload()
        body = json.dumps(payload).encode()
        begin = time.monotonic()
        answer = await connection.ask("POST", "/v1/rewrite", body, (JSON, f"Attache-Deadline: {DEADLINE}s"))
        if answer.status == 200 and behaviour in ("good", "chunked", "redirected"):
            self.times.append(time.monotonic() - begin)
        if answer.status == 200:
            self.judge(json.loads(answer.body), behaviour)
        else:
            self.judge_problem(answer, SHED)

    async def twice(self, connection):
        """The same key and body: the same answer."""
        payload, behaviour = self.payload()
        body = json.dumps(payload).encode()
        fields = (JSON, f"Attache-Deadline: {DEADLINE}s", f'Idempotency-Key: "{self.random.getrandbits(64):x}"')
        first = await connection.ask("POST", "/v1/rewrite", body, fields)
        if first.status != 200:
            return self.judge_problem(first, SHED)
        self.judge(json.loads(first.body), behaviour)
        second = await connection.ask("POST", "/v1/rewrite", body, fields)
        if second.body != first.body:
            self.wrong.append(f"another answer for the same key: {second.status} {second.body[:300]}")

    async def batch(self, connection):
        rows = [self.payload() for _ in range(BATCH)]
        lines = [
            json.dumps({"id": str(number), "deadline_ms": int(DEADLINE * 1000), "payload": payload})
            for number, (payload, _) in enumerate(rows)]
        answer = await connection.ask(
            "POST", "/v1/rewrite/batch", "\n".join(lines).encode(), ("Content-Type: application/x-ndjson",))
        if answer.status != 200:
            return self.judge_problem(answer, SHED)
        results = [json.loads(line) for line in answer.body.splitlines()]
        if sorted(result.get("id", "") for result in results) != sorted(str(number) for number in range(BATCH)):
            self.lost.append(f"a batch of {BATCH} has {len(results)} results: {answer.body[-300:]}")
        for result in results:
            self.judge(result, rows[int(result["id"])][1], waits_with_others=True)

    async def bad(self, connection):
        """What is no request for a payload."""
        method, path, body, fields, status = self.random.choice([
            ("POST", "/v1/rewrite", b"{", (JSON,), 400),
            ("POST", "/v1/rewrite", b"[]", (JSON,), 422),
            ("POST", "/v1/rewrite", b'{"media_url":"x"}', (JSON,), 422),
            ("POST", "/v1/rewrite", b"{}", ("Content-Type: text/html",), 415),
            ("POST", "/v1/rewrite", b"{}", (JSON, "Attache-Deadline: soon"), 400),
            ("POST", "/v1/rewrite", b"{}", (JSON, "Authorization: Bearer nobody"), 401),
            ("GET", "/v1/rewrite", b"", (), 405),
            ("GET", "/v1/nothing", b"", (), 404),
        ])
        self.judge_problem(await connection.ask(method, path, body, fields), {status})

    async def too_long(self, connection):
        """Refused by its length, before any of it is sent."""
        await connection.open()
        connection.writer.write(connection.head("POST", "/v1/rewrite", 2 << 20, (JSON,)))
        self.judge_problem(await connection.answer(), {413})
        connection.abort()

    async def leave(self, connection):
        """Goes away in the middle of a request, or while its media loads."""
        await connection.open()
        path = "/v1/rewrite"
        body = json.dumps(self.payload()[0]).encode()
        if self.random.random() < 0.2:
            path, body = "/v1/rewrite/batch", b"\n".join(json.dumps(self.payload()[0]).encode() for _ in range(BATCH))
        request = connection.head("POST", path, len(body), (JSON,)) + body
        cut = self.random.choice([len(request) // 4, len(request) - 5, len(request), len(request)])
        connection.writer.write(request[:cut])
        await connection.writer.drain()
        await asyncio.sleep(self.random.random() * 0.2)
        connection.abort(reset=self.random.random() < 0.5)

    async def client(self, number, until):
        """One client, which waits for each answer unless it goes away."""
        connection = Connection(self.port, self.tokens[number % len(self.tokens)])
        kinds = [self.one, self.twice, self.batch, self.bad, self.too_long, self.leave]
        while time.monotonic() < until:
            act = self.random.choices(kinds, weights=[80, 5, 1, 5, 1, 8])[0]
            # A batch has up to forty deadlines one after the other, eight to a host, and shares places.
            limit = {self.twice: 2, self.batch: 20}.get(act, 1) * DEADLINE + GRACE
            begin = time.monotonic()
            self.waited += act != self.leave
            try:
                async with asyncio.timeout(60 + limit):
                    await act(connection)
            except (OSError, EOFError, ValueError, KeyError, IndexError, asyncio.TimeoutError) as error:
                if act != self.leave:
                    self.lost.append(f"{act.__name__}: {type(error).__name__} {error}")
                connection.abort()
            if act != self.leave and time.monotonic() - begin > limit:
                self.late += 1
        connection.abort()

    async def run(self, clients, seconds):
        until = time.monotonic() + seconds
        await asyncio.gather(*(self.client(number, until) for number in range(clients)))
