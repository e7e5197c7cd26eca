"""Hostile clients of the soak: unread answers, resets, slow bodies, floods. No one waits for what they get.

They run in a process of their own with the lowest priority, so that they cost the service what it spends on them, and not
the processor time that sending takes. Each has an address of its own.

Usage: enemies.py PORT CLIENTS [TOKEN…]
"""

import asyncio
import json
import random
import socket
import struct
import sys

PORT, CLIENTS, TOKENS = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
JSON = "Content-Type: application/json"
dice = random.Random(11)


def head(method, path, *fields):
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *fields, "", ""]).encode()


def authorized():
    return f"Authorization: Bearer {dice.choice(TOKENS)}" if TOKENS else "Accept: */*"


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
    body = json.dumps({"aps": {"alert": "x", "mutable-content": 1}, "media_url": "http://127.9.0.1:1/a.png"}).encode()
    request = head("POST", "/v1/rewrite", JSON, authorized(), f"Content-Length: {len(body)}") + body
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


async def drain(loop, client):
    while await loop.sock_recv(client, 65536):
        pass


async def half_head(client):
    """Never ends its head."""
    await send(client, b"POST /v1/rewrite HTTP/1.1\r\nHost: localhost\r\n")
    for _ in range(dice.randrange(5, 30)):
        await send(client, b"X-A: b\r\n")
        await asyncio.sleep(0.5)


async def enemy(number):
    act = [unread, resets, slow_body, flood, half_head][number % 5]
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
