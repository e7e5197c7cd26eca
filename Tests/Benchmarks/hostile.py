"""A hostile origin on loopback, for the deadline row: silence, dripped headers, dripped body, and a DNS black hole.

Writes the ports to hostile.json in the directory it is given, and ends when it is killed.
"""

import json
import os
import socket
import sys
import threading
import time

LIFETIME = 600


def silent(peer):
    time.sleep(LIFETIME)


def dripped_headers(peer):
    peer.sendall(b"HTTP/1.1 200 OK\r\n")
    for number in range(LIFETIME * 5):
        peer.sendall(b"X-%d: y\r\n" % number)
        time.sleep(0.2)


def dripped_body(peer):
    peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 100000\r\n\r\n\x89PNG\r\n\x1a\n")
    for _ in range(LIFETIME * 5):
        peer.sendall(b"\0")
        time.sleep(0.2)


def endless(peer):
    peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n\r\n\xff\xd8\xff\xe0")
    for _ in range(LIFETIME * 20):
        peer.sendall(b"\0" * 256)
        time.sleep(0.05)


def guarded(behave, peer):
    try:
        peer.recv(65536)
        behave(peer)
    except OSError:
        pass
    finally:
        peer.close()


def serve(behave):
    listener = socket.create_server(("", 0), backlog=512)

    def accept():
        while True:
            peer, _ = listener.accept()
            threading.Thread(target=guarded, args=(behave, peer), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


black_hole = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
black_hole.bind(("127.0.0.1", 0))
ports = {behave.__name__: serve(behave) for behave in (silent, dripped_headers, dripped_body, endless)}
ports["dns"] = black_hole.getsockname()[1]
with open(f"{sys.argv[1]}/hostile.json.new", "w") as file:
    json.dump(ports, file)

os.rename(f"{sys.argv[1]}/hostile.json.new", f"{sys.argv[1]}/hostile.json")
time.sleep(LIFETIME)
