"""More clients than connections: no request may be lost.

60 and 100 clients send 1,500 requests together to a service with 40 connections, over connections that they keep, over
one for each request, and with real downloads; and once to a service with 256 descriptors. A request is lost when its
connection ends without a response.

Usage: fullconn.py ATTACHED WORK-DIRECTORY [--requests 1500] [--limit 40]
"""

import argparse
import http.server
import os
import re
import socket
import threading
import time

from measure import keep
from services import PAYLOAD, Attached

parser = argparse.ArgumentParser()
parser.add_argument("attached")
parser.add_argument("work")
parser.add_argument("--requests", type=int, default=1500)
parser.add_argument("--limit", type=int, default=40)
arguments = parser.parse_args()
LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000" "1f15c4890000000d49444154789c6360f8cfc0f01f0005000"
    "1ff89993d1d0000000049454e44ae426082")


class Pictures(http.server.BaseHTTPRequestHandler):
    """An origin that takes 20 ms for each picture."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        time.sleep(0.02)
        self.send_response(200)
        self.send_header("Content-Type", "image/png")
        self.send_header("Content-Length", str(len(PICTURE)))
        self.end_headers()
        self.wfile.write(PICTURE)

    def log_message(self, *_):
        pass


def response(peer):
    """One response; whether the connection ends with it."""
    text = b""
    while b"\r\n\r\n" not in text:
        more = peer.recv(65536)
        if not more:
            raise ConnectionError
        text += more
    head, _, body = text.partition(b"\r\n\r\n")
    left = int(LENGTH.search(head)[1]) - len(body)
    while left > 0:
        more = peer.recv(65536)
        if not more:
            raise ConnectionError
        left -= len(more)
    return b"connection: close" in head.lower(), int(head.split()[1])


class Client(threading.Thread):
    def __init__(self, port, requests, isKept):
        super().__init__()
        self.port, self.requests, self.isKept = port, requests, isKept
        self.lost, self.refused, self.slowest = 0, 0, 0.0

    def run(self):
        peer = None
        for request in self.requests:
            begin = time.monotonic()
            try:
                peer = peer or socket.create_connection(("127.0.0.1", self.port), 60)
                peer.sendall(request)
                isLast, status = response(peer)
                self.refused += status in (429, 503)
            except OSError:
                self.lost, isLast = self.lost + 1, True
            self.slowest = max(self.slowest, time.monotonic() - begin)
            if isLast or not self.isKept:
                peer.close()
                peer = None


def requests(kind, count, origin):
    if kind != "downloads":
        return [b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"] * count
    bodies = [(PAYLOAD % f"http://127.0.0.1:{origin}/{time.monotonic_ns()}-{number}.png").encode() for number in range(count)]
    head = "POST /v1/rewrite HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    return [(head % len(body)).encode() + body for body in bodies]


def measure(service, origin, count, kind, limit):
    each = arguments.requests // count
    clients = [Client(service.port, requests(kind, each, origin), kind != "one each") for _ in range(count)]
    begin = time.monotonic()
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    seconds = time.monotonic() - begin
    lost, refused = sum(client.lost for client in clients), sum(client.refused for client in clients)
    slowest = max(client.slowest for client in clients)
    keep(arguments.work, "fullconn", clients=count, limit=limit, kind=kind, lost=lost, refused=refused, of=each * count,
         seconds=seconds, slowest=slowest)
    print(f"| {count} | {limit} | {kind} | {lost} of {each * count} | 0 | {refused} | {seconds:.1f} | {slowest:.2f} |",
          flush=True)
    return lost


os.makedirs(arguments.work, exist_ok=True)
origin = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pictures)
origin.socket.listen(512)
threading.Thread(target=origin.serve_forever, daemon=True).start()
port = origin.server_address[1]
print("| clients | connections | requests | lost | target | refused | s | slowest s |")
print("|---|---|---|---|---|---|---|---|")
service = Attached(
    arguments.attached, arguments.work, port, options=["--connections", str(arguments.limit), "--per-host", "64"])
lost = sum(measure(service, port, count, kind, arguments.limit)
           for count in (arguments.limit, 60, 100) for kind in ("kept", "one each", "downloads"))
service.stop()
# As a shell with ulimit -n 256 has it.
limited = f"{arguments.work}/limited"
with open(limited, "w", encoding="ascii") as file:
    file.write(f'#!/bin/bash\nulimit -n 256\nexec "{os.path.abspath(arguments.attached)}" "$@"\n')
os.chmod(limited, 0o755)
service = Attached(limited, arguments.work, port, options=["--per-host", "64"])
lost += measure(service, port, 50, "downloads", "256 descriptors")
service.stop()
raise SystemExit(1 if lost else 0)
