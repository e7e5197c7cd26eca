"""Hostile clients of the soak: unread answers, resets, slow bodies, floods, and work that costs the service much. No one
waits for what they get.

They run in a process of their own with the lowest priority, so that they cost the service what it spends on them, and not
the processor time that sending takes. Each has an address of its own, and none of the others' tokens.

Usage: enemies.py PORT ORIGIN-PORT CLIENTS [TOKEN…]
"""

import asyncio
import json
import os
import random
import secrets
import socket
import struct
import sys

PORT, ORIGIN, CLIENTS = map(int, sys.argv[1:4])
TOKENS = sys.argv[4:]
JSON = "Content-Type: application/json"
dice = random.Random(11)


def head(method, path, *fields):
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *fields, "", ""]).encode()


def authorized():
    return f"Authorization: Bearer {dice.choice(TOKENS)}" if TOKENS else "Accept: */*"


def push(url):
    return json.dumps({"aps": {"alert": "x", "mutable-content": 1}, "media_url": url}).encode()


def post(path, kind, body):
    return head("POST", path, f"Content-Type: {kind}", authorized(), f"Content-Length: {len(body)}") + body


async def connect(number):
    """A connection from the client's own address, which takes little at a time."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.setblocking(False)
    client.bind((f"127.8.{number // 200}.{number % 200 + 1}", 0))
    await asyncio.get_running_loop().sock_connect(client, ("127.0.0.1", PORT))
    return client


async def send(client, data, seconds=2):
    """Sends as much as the service takes in that time."""
    try:
        async with asyncio.timeout(seconds):
            await asyncio.get_running_loop().sock_sendall(client, data)
    except TimeoutError:
        pass


def reset(client):
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


async def unread(client):
    """Asks for 2,000 answers and reads none."""
    await send(client, head("GET", "/openapi.yaml") * 2000)
    await asyncio.sleep(dice.uniform(1, 8))


async def resets(client):
    """Leaves in the middle of a request, or while its media would load."""
    request = post("/v1/rewrite", "application/json", push("http://127.9.0.1:1/a.png"))
    await send(client, request[:dice.choice([10, len(request) // 2, len(request)])])
    await asyncio.sleep(dice.uniform(0, 0.05))
    reset(client)


async def slow_body(client):
    """Promises a long body and sends a byte now and then."""
    path = dice.choice(["/v1/rewrite", "/v1/rewrite/batch"])
    kind = JSON if path == "/v1/rewrite" else "Content-Type: application/x-ndjson"
    await send(client, head("POST", path, kind, authorized(), "Content-Length: 60000"))
    for _ in range(dice.randrange(10, 40)):
        await send(client, b"{")
        await asyncio.sleep(0.3)


async def flood(client):
    """Hundreds of requests that are refused, as fast as they are taken; their answers are read."""
    loop = asyncio.get_running_loop()
    requests = [head("GET", "/v1/nothing"), head("GET", "/v1/rewrite"), head("GET", "/openapi.yaml"),
                head("POST", "/v1/rewrite", JSON, "Authorization: Bearer nobody", "Content-Length: 2") + b"{}"]
    reading = asyncio.create_task(drain(loop, client))
    await send(client, b"".join(dice.choices(requests, k=100)))
    await asyncio.sleep(0.2)
    reading.cancel()


async def huge(client):
    """Payloads of the largest size: brackets, members, and bytes that are no text."""
    body = dice.choice([b"[" * 900_000, b'{"a":' * 150_000, b'{"aps":{' + b'"a":1,' * 150_000, os.urandom(900_000)])
    await send(client, post("/v1/rewrite", "application/json", body) * 3)
    await asyncio.sleep(0.2)


async def failing(client):
    """A batch of URLs on hosts of which each fails slowly or quickly."""
    kinds = ["hanging", "dripping", "endless", "missing", "reset_early", "redirecting_for_ever", "huge"]
    rows = [push(f"http://127.5.{dice.randrange(256)}.{dice.randrange(1, 255)}:{ORIGIN}/{dice.choice(kinds)}/{row}/1.png")
            for row in range(50)]
    await send(client, post("/v1/rewrite/batch", "application/x-ndjson", b"\n".join(rows)))
    await asyncio.sleep(dice.uniform(1, 5))


async def large(client):
    """Pictures that cost a repair each."""
    url = f"http://127.6.0.1:{ORIGIN}/large/{secrets.token_hex(8)}/1.png"
    await send(client, post("/v1/rewrite", "application/json", push(url)))
    await asyncio.sleep(3)


async def unknown(client):
    """Copies that neither the store nor the bucket has."""
    names = [f"/p/{secrets.token_hex(32)}.png" for _ in range(20)] + ["/p/" + "a" * 4000, "/p/%2e%2e%2fstate"]
    await send(client, b"".join(head("GET", name) for name in names))
    await asyncio.sleep(0.5)


async def half_closed(client):
    """Sends all and closes its side, with or without the end of the body."""
    request = post("/v1/rewrite", "application/json", push(f"http://127.6.0.2:{ORIGIN}/hanging/1.png"))
    await send(client, request[:dice.choice([len(request), len(request) - 3])])
    client.shutdown(socket.SHUT_WR)
    await asyncio.sleep(dice.uniform(0.5, 5))


async def junk(client):
    """Bytes that are no request, after some that are."""
    good = head("GET", "/healthz") * dice.randrange(3)
    bad = [os.urandom(3000), b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01" + os.urandom(500), b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
           b"POST /v1/rewrite HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"]
    await send(client, good + dice.choice(bad))
    await asyncio.sleep(0.1)


async def scrape(client):
    """Metrics again and again, half of them unread."""
    reading = asyncio.create_task(drain(asyncio.get_running_loop(), client)) if dice.random() < 0.5 else None
    await send(client, head("GET", "/metrics", authorized()) * 20)
    await asyncio.sleep(0.5)
    if reading:
        reading.cancel()


async def drain(loop, client):
    while await loop.sock_recv(client, 65536):
        pass


async def half_head(client):
    """Never ends its head."""
    await send(client, b"POST /v1/rewrite HTTP/1.1\r\nHost: localhost\r\n")
    for _ in range(dice.randrange(5, 30)):
        await send(client, b"X-A: b\r\n")
        await asyncio.sleep(0.5)


ACTS = [unread, resets, slow_body, flood, half_head, huge, failing, large, unknown, half_closed, junk, scrape]


async def enemy(number):
    act = ACTS[number % len(ACTS)]
    while True:
        try:
            client = await connect(number)
        except OSError:
            await asyncio.sleep(0.1)
            continue
        try:
            await act(client)
        except OSError:
            pass
        finally:
            client.close()
        await asyncio.sleep(0.01)


async def main():
    await asyncio.gather(*(enemy(number) for number in range(CLIENTS)))


asyncio.run(main())
