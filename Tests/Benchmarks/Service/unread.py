"""Clients that read nothing: what they cost the service, and what it gives back when they have left.

200 clients send 2,000 requests each and take no response. None sends a token.

Usage: unread.py ATTACHED WORK-DIRECTORY [--pipelining 200] [--seconds 8] [--path /openapi.yaml]
"""

import argparse
import os
import socket
import threading
import time

import processes
from measure import keep
from services import Attached

parser = argparse.ArgumentParser()
parser.add_argument("attached")
parser.add_argument("work")
parser.add_argument("--pipelining", type=int, default=200)
parser.add_argument("--seconds", type=float, default=8)
parser.add_argument("--settle", type=float, default=8)
parser.add_argument("--path", default="/openapi.yaml")
arguments = parser.parse_args()
MEBIBYTES, RETURNED = 128, 1.2


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


def measure(kind, count):
    work = arguments.work
    service = Attached(arguments.attached, work, 9)
    # One before, so that what is loaded once counts for nobody.
    pipelining(service.port).close()
    time.sleep(1)
    begin = processes.status_mebibytes(service.pid, "VmRSS")
    watch = Watch(service.pid)
    clients = [pipelining(service.port) for _ in range(count)]
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
print("| clients | number | MiB before | MiB with them | target | MiB after | target | kept |")
print("|---|---|---|---|---|---|---|---|")
raise SystemExit(0 if measure("pipelining, nothing read", arguments.pipelining) else 1)
