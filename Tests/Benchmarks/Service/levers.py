"""What one client can take from another: the store, a host, an event loop, the reads of a bucket.

Usage: levers.py ATTACHED WORK-DIRECTORY [--minutes MINUTES] [--only store|host|loop|bucket]

The owner of one token does what costs others most, and the guest what every sender does. It fails where the guest notices.
"""

import argparse
import asyncio
import http.server
import json
import multiprocessing
import os
import re
import secrets
import struct
import sys
import threading
import time
import zlib

from http1 import Connection
from measure import keep
from services import PAYLOAD, Attached

HOG, GUEST = "1" * 32, "2" * 32
faults = []


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def picture(name, size):
    """A PNG of so many bytes, another one for each name."""
    rows = zlib.compress(b"\0\0\0\0" * 1)
    head = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    tail = chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    text = f"name\0{name}".encode()
    return head + chunk(b"tEXt", text + b" " * max(0, size - len(head) - len(tail) - len(text) - 12)) + tail


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512

    def handle_error(self, *arguments):
        """Transfers that find no room end early."""


class Origin(http.server.BaseHTTPRequestHandler):
    """/png/NAME/SIZE.png is a picture, and /hang… is never answered."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        if self.path.startswith("/hang"):
            time.sleep(3600)
        _, _, name, size = self.path.split("?")[0].split("/")
        body = picture(name, int(size.split(".")[0]))
        self.send_response_only(200)
        self.send_header("Content-Type", "image/png")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Bucket(http.server.BaseHTTPRequestHandler):
    """A bucket that takes 0.3 s for each answer, and believes every signature."""

    protocol_version = "HTTP/1.1"
    objects = {}

    def log_message(self, *arguments):
        pass

    def answer(self, status, body=b""):
        time.sleep(0.3)
        self.send_response_only(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_PUT(self):
        self.objects[self.path] = self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(200)

    def do_GET(self):
        found = self.objects.get(self.path)
        self.answer(404 if found is None else 200, found or b"")

    do_HEAD = do_GET


def serve(handler):
    server = Server(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def report(name, text, condition):
    print(f"| {name} | {text} | {'met' if condition else '**missed**'} |", flush=True)
    if not condition:
        faults.append(name)


async def push(connection, url, *fields):
    """The outcome of a push, the code of its first reason, and the seconds that it took."""
    begin = time.monotonic()
    answer = await connection.ask(
        "POST", "/v1/rewrite?policy=community", (PAYLOAD % url).encode(), ("Content-Type: application/json", *fields))
    result = json.loads(answer.body)
    reasons = [reason["code"] for reason in result.get("reasons", [])]
    return result["outcome"], reasons[:1], time.monotonic() - begin


async def store(service, origin, minutes):
    """H: fills the store and uses it again every two minutes; G: a picture every five seconds."""
    url = f"http://127.0.0.1:{origin}/png"
    end = time.monotonic() + minutes * 60

    async def hog():
        connection = Connection(service.port, HOG)
        while time.monotonic() < end:
            for number in range(130):
                await push(connection, f"{url}/m{number}/200000.png")
            await asyncio.sleep(min(120, max(0, end - time.monotonic())))

    async def guest():
        connection, ready = Connection(service.port, GUEST), Connection(service.port)
        refused, unready, count = [], 0, 0
        # The store is full by then.
        await asyncio.sleep(min(10, minutes * 20))
        while time.monotonic() < end:
            outcome, reasons, _ = await push(connection, f"{url}/a{secrets.token_hex(6)}/100000.png")
            count += 1
            if outcome != "attached":
                refused += reasons
            unready += (await ready.ask("GET", "/readyz", headers=())).status != 200
            await asyncio.sleep(5)
        return count, refused, unready

    filling = asyncio.create_task(hog())
    count, refused, unready = await guest()
    filling.cancel()
    size = sum(os.path.getsize(os.path.join(path, name)) for path, _, names in os.walk(service.store) for name in names)
    report("the store", f"{len(refused)} of {count} plain {sorted(set(refused))}, {unready} times not ready, "
           f"{size >> 10} KiB stored", not refused and not unready and size <= 21 << 20)
    keep(work, "lever-store", refused=len(refused), count=count, unready=unready)


async def host(service, origin):
    """H: URLs of the guest's host that are never answered; G: pictures after them, and beside them."""
    url = f"http://127.0.0.1:{origin}"

    async def hang(number, seconds):
        return await push(Connection(service.port, HOG), f"{url}/hang{number}.png", f"Attache-Deadline: {seconds}s")

    async def guest(number):
        return await push(Connection(service.port, GUEST), f"{url}/png/g{number}/20000.png", "Attache-Deadline: 10s")

    await asyncio.gather(*(hang(number, 6) for number in range(4)))
    results = [await guest(number) for number in range(10)]
    hanging = [asyncio.create_task(hang(number, 10)) for number in range(4, 20)]
    await asyncio.sleep(1)
    results += await asyncio.gather(*(guest(number) for number in range(10, 20)))
    await asyncio.gather(*hanging)
    plain = [reasons for outcome, reasons, _ in results if outcome != "attached"]
    slowest = max(seconds for *_, seconds in results)
    report("a host", f"{len(plain)} of {len(results)} plain {plain[:3]}, {slowest:.2f} s at most",
           not plain and slowest < 3)
    keep(work, "lever-host", plain=len(plain), count=len(results), slowest=slowest)


def flood(port, seconds):
    """32 connections, 16 requests ahead on each, of a payload whose 90 keys all look like media."""
    keys = ",".join(f'"media-url{number}":"http://127.0.0.1/{number}.png"' for number in range(90))
    body = ('{"aps":{"alert":"x","mutable-content":1},' + keys + "}").encode()
    request = (f"POST /v1/rewrite HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {HOG}\r\n"
               f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body

    async def client():
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        writer.write(request * 16)
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(re.search(rb"content-length: (\d+)", head, re.I)[1]))
            writer.write(request)

    async def clients():
        try:
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(client() for _ in range(32)))
        except TimeoutError:
            pass

    asyncio.run(clients())


async def loop(service, seconds=20):
    """H: the flood above; G: a new connection for each `/healthz`, as probes do."""
    greedy = multiprocessing.Process(target=flood, args=(service.port, seconds + 2), daemon=True)
    greedy.start()
    await asyncio.sleep(1)
    taken, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        begin = time.monotonic()
        connection = Connection(service.port)
        await connection.open()
        connection.writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert (await connection.answer()).status == 200
        connection.abort()
        taken.append((time.monotonic() - begin) * 1000)
        await asyncio.sleep(0.02)
    greedy.join()
    taken.sort()
    middle, late = taken[len(taken) // 2], taken[int(len(taken) * 0.99)]
    report("an event loop", f"{len(taken)} × `/healthz`: p50 {middle:.1f} ms, p99 {late:.1f} ms, at most "
           f"{taken[-1]:.1f} ms", late <= 100)
    keep(work, "lever-loop", p50=middle, p99=late, longest=taken[-1])


async def bucket(service, origin):
    """H: 12 connections without a token that ask for copies that do not exist; G: copies that only the bucket has."""
    owner = Connection(service.port, GUEST)
    for number in range(36):
        outcome, reasons, _ = await push(owner, f"http://127.0.0.1:{origin}/png/b{number}/20000.png")
        assert outcome == "attached", reasons
    names = [path.rsplit("/", 1)[1] for path in Bucket.objects]
    for path, _, files in os.walk(service.store):
        for name in files:
            if name in names:
                os.remove(os.path.join(path, name))

    async def miss():
        connection = Connection(service.port)
        while True:
            await connection.ask("GET", f"/p/{secrets.token_hex(32)}.png", headers=())

    strangers = [asyncio.create_task(miss()) for _ in range(12)]
    await asyncio.sleep(1)
    statuses, slowest = [], 0
    for name in names:
        begin = time.monotonic()
        statuses.append((await Connection(service.port).ask("GET", f"/p/{name}", headers=())).status)
        slowest = max(slowest, time.monotonic() - begin)
    for stranger in strangers:
        stranger.cancel()
    report("a bucket", f"{statuses.count(200)} of {len(statuses)} are 200, {slowest:.2f} s at most",
           len(statuses) == 36 and statuses.count(200) == len(statuses))
    keep(work, "lever-bucket", good=statuses.count(200), count=len(statuses), slowest=slowest)


def main():
    os.makedirs(work, exist_ok=True)
    tokens = f"{work}/lever-tokens"
    with open(tokens, "w", encoding="ascii") as file:
        file.write(f"hog {HOG}\nguest {GUEST}\n")
    os.chmod(tokens, 0o600)
    origin = serve(Origin)
    os.environ.update(AWS_ACCESS_KEY_ID="a", AWS_SECRET_ACCESS_KEY="s", AWS_REGION="eu-central-1")
    kept = ["--media-store", "s3://media/p", "--media-store-endpoint", f"http://127.0.0.1:{serve(Bucket)}",
            "--media-store-path-style", "--serve-media", "--rehost", "https://cdn.example.com/p/",
            "--host-name", "localhost"]
    levers = {
        "store": (lambda service: store(service, origin, options.minutes),
                  ["--cache-limit", "20MiB", "--per-host", "64"]),
        "host": (lambda service: host(service, origin), []),
        "loop": (loop, []),
        "bucket": (lambda service: bucket(service, origin), kept),
    }
    print("| what one client wants for itself | what another notices | |\n|---|---|---|")
    for name, (lever, settings) in levers.items():
        if options.only in (None, name):
            service = Attached(options.attached, work, origin, token=GUEST, log=f"{work}/lever-{name}.log",
                               options=["--token-file", tokens, *settings])
            try:
                asyncio.run(lever(service))
            finally:
                service.stop()
    sys.exit(1 if faults else 0)


parser = argparse.ArgumentParser()
parser.add_argument("attached")
parser.add_argument("work")
parser.add_argument("--minutes", type=float, default=15)
parser.add_argument("--only", choices=["store", "host", "loop", "bucket"])
options = parser.parse_args()
work = options.work
main()
