"""Clients that read nothing: what they cost the service, and what it gives back when they have left.

200 clients send 2,000 requests each over HTTP/1.1 and take no response; then 100 clients open 100 streams each over
HTTP/2 with a window of zero. Neither sends a token.

Usage: unread.py ATTACHED WORK-DIRECTORY [--pipelining 200] [--streams 100] [--seconds 8] [--path /openapi.yaml]
"""

import argparse
import os
import socket
import ssl
import struct
import subprocess
import threading
import time

import processes
from measure import keep
from services import Attached

parser = argparse.ArgumentParser()
parser.add_argument("attached")
parser.add_argument("work")
parser.add_argument("--pipelining", type=int, default=200)
parser.add_argument("--streams", type=int, default=100)
parser.add_argument("--seconds", type=float, default=8)
parser.add_argument("--settle", type=float, default=8)
parser.add_argument("--path", default="/openapi.yaml")
arguments = parser.parse_args()
MEBIBYTES, RETURNED = 128, 1.2


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def text(value):
    """A string of RFC 7541 §5.2 without Huffman code; shorter than 127 bytes."""
    return bytes([len(value)]) + value


def requests_of_zero_windows(authority):
    """The preface, a window of zero, and 100 requests."""
    block = bytes([0x82, 0x87, 0x04]) + text(arguments.path.encode()) + bytes([0x01]) + text(authority.encode())
    settings = frame(4, 0, 0, struct.pack(">HI", 4, 0))
    heads = b"".join(frame(1, 5, 1 + 2 * number, block) for number in range(100))
    return b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + settings + heads


def pipelining(port):
    """A connection that has sent as many of its requests as the service took."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", port))
    client.setblocking(False)
    try:
        client.send(f"GET {arguments.path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 2000)
    except BlockingIOError:
        pass
    return client


def zero_window(port):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    client = context.wrap_socket(socket.create_connection(("127.0.0.1", port)))
    client.sendall(requests_of_zero_windows(f"localhost:{port}"))
    return client


class Watch:
    """The largest resident size while it runs."""

    def __init__(self, pid):
        self.pid, self.peak, self.isOver = pid, 0.0, False
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while not self.isOver:
            self.peak = max(self.peak, processes.status_mebibytes(self.pid, "VmRSS"))
            time.sleep(0.05)

    def end(self):
        self.isOver = True
        self.thread.join()
        return self.peak


def measure(kind, count, connect, options):
    work = arguments.work
    service = Attached(arguments.attached, work, 9, options=options)
    # One of each, so that what is loaded once counts for nobody.
    connect(service.port).close()
    time.sleep(1)
    begin = processes.status_mebibytes(service.pid, "VmRSS")
    watch = Watch(service.pid)
    clients = [connect(service.port) for _ in range(count)]
    time.sleep(arguments.seconds)
    peak = watch.end()
    for client in clients:
        client.close()
    time.sleep(arguments.settle)
    end = processes.status_mebibytes(service.pid, "VmRSS")
    service.stop()
    isKept = peak <= MEBIBYTES and end <= RETURNED * begin
    keep(work, "unread", kind=kind, clients=count, begin_mib=begin, peak_mib=peak, end_mib=end, target_mib=MEBIBYTES)
    print(f"| {kind} | {count} | {begin:.0f} | {peak:.0f} | ≤ {MEBIBYTES} | {end:.0f} | ≤ {RETURNED * begin:.0f} | "
          f"{'yes' if isKept else 'NO'} |", flush=True)
    return isKept


os.makedirs(arguments.work, exist_ok=True)
chain, key = f"{arguments.work}/chain.pem", f"{arguments.work}/key.pem"
subprocess.run(
    ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
     "-subj", "/CN=localhost", "-keyout", key, "-out", chain], check=True, capture_output=True)
print("| clients | number | MiB before | MiB with them | target | MiB after | target | kept |")
print("|---|---|---|---|---|---|---|---|")
kept = [measure("HTTP/1.1, pipelining, nothing read", arguments.pipelining, pipelining, [])] if arguments.pipelining else []
if arguments.streams:
    secure = ["--tls-certificate", chain, "--tls-key", key]
    kept.append(measure("HTTP/2, 100 streams, window of zero", arguments.streams, zero_window, secure))
raise SystemExit(0 if all(kept) else 1)
