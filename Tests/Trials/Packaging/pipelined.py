"""Sends many requests on one connection before it reads an answer, as a hostile client does, and expects one answer for each.

    pipelined.py PORT

The program is the one that was built for release: its optimiser once freed what these requests wait in.
"""

import socket
import sys

port = int(sys.argv[1])
REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
LAST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

for count in [2, 20, 200, 2000, 200, 200]:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(REQUEST * (count - 1) + LAST)
        answers = b""
        while piece := connection.recv(1 << 16):
            answers += piece
    found = answers.count(b"HTTP/1.1 200")
    if found != count:
        sys.exit(f"pipelined: {found} answers to {count} requests on one connection")
