"""An origin that fails in every way that origins do; the first part of a path selects the fault. See `BEHAVIOURS`.

Usage: faults.py PORT
"""

import asyncio
import os
import random
import socket
import struct
import sys

import images

PICTURES = 300
LONG = 60


def head(status, **fields):
    lines = [f"HTTP/1.1 {status}", *(f"{name.replace('_', '-')}: {value}" for name, value in fields.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def picture(path):
    """The picture that the last part of the path names."""
    return pictures[int(path.rpartition("/")[2].partition(".")[0]) % PICTURES]


def whole(body):
    return head("200 OK", Content_Type="image/png", Content_Length=len(body)) + body


async def good(writer, path):
    writer.write(whole(picture(path)))


async def thinking(writer, path):
    """Answers after the milliseconds in the second part of the path."""
    await asyncio.sleep(int(path.split("/")[2]) / 1000)
    writer.write(whole(picture(path)))


async def large(writer, path):
    """A picture that is too large for iOS until it is repaired, another one for each path."""
    end = images.chunk(b"IEND", b"")
    writer.write(whole(noise[0][:-len(end)] + images.chunk(b"tEXt", b"path\0" + path.encode()) + end))


async def chunked(writer, path):
    body = picture(path)
    writer.write(head("200 OK", Content_Type="image/png", Transfer_Encoding="chunked"))
    for begin in range(0, len(body), 5000):
        part = body[begin:begin + 5000]
        writer.write(b"%x\r\n%b\r\n" % (len(part), part))
        await writer.drain()
    writer.write(b"0\r\n\r\n")


async def slow(writer, path):
    """Arrives in the end."""
    body = whole(picture(path))
    for begin in range(0, len(body), len(body) // 8):
        writer.write(body[begin:begin + len(body) // 8])
        await writer.drain()
        await asyncio.sleep(0.05)


async def redirected(writer, path):
    target = path.replace("/redirected/", "/good/", 1)
    writer.write(head("302 Found", Location=target, Content_Length=0))


async def reset_early(writer, path):
    reset(writer)


async def reset_in_body(writer, path):
    body = whole(picture(path))
    writer.write(body[:len(body) // 2])
    await writer.drain()
    reset(writer)


async def truncated(writer, path):
    body = whole(picture(path))
    writer.write(body[:len(body) // 2])
    await writer.drain()
    writer.close()


async def half_picture(writer, path):
    """Says that it is complete."""
    writer.write(whole(picture(path)[:30_000]))


async def dripping(writer, path):
    writer.write(whole(picture(path))[:200])
    for _ in range(LONG * 5):
        writer.write(b"\0")
        await writer.drain()
        await asyncio.sleep(0.2)


async def hanging(writer, path):
    await asyncio.sleep(LONG)


async def redirecting_for_ever(writer, path):
    writer.write(head("302 Found", Location=path, Content_Length=0))


async def missing(writer, path):
    writer.write(head("404 Not Found", Content_Length=9) + b"not found")


async def failing(writer, path):
    writer.write(head("503 Service Unavailable", Content_Length=0))


async def wrong_type(writer, path):
    writer.write(whole(b"<!doctype html><html><body>" + b"x" * 50_000))


async def empty(writer, path):
    writer.write(whole(b""))


async def huge(writer, path):
    writer.write(head("200 OK", Content_Type="image/png", Content_Length=1 << 30) + picture(path))


async def endless(writer, path):
    writer.write(head("200 OK", Content_Type="image/png") + picture(path))
    while True:
        writer.write(b"\0" * 65536)
        await writer.drain()


async def no_http(writer, path):
    writer.write(os.urandom(500))
    writer.close()


# How each behaves, and what becomes of a payload that names it.
BEHAVIOURS = {behave.__name__: (behave, outcome) for behave, outcome in [
    (good, "attached"), (thinking, "attached"), (large, "attached"), (chunked, "attached"), (slow, "attached"),
    (redirected, "attached"),
    (reset_early, "plain"), (reset_in_body, "plain"), (truncated, "plain"), (half_picture, "plain"),
    (dripping, "plain"), (hanging, "plain"), (redirecting_for_ever, "plain"), (missing, "plain"), (failing, "plain"),
    (wrong_type, "plain"), (empty, "plain"), (huge, "plain"), (endless, "plain"), (no_http, "plain"),
]}
FAULTS = [name for name, (_, outcome) in BEHAVIOURS.items() if outcome == "plain"]


def reset(writer):
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def serve(reader, writer):
    try:
        while not writer.is_closing():
            path = (await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1].decode()
            await BEHAVIOURS[path.split("/")[1]][0](writer, path)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main(port):
    server = await asyncio.start_server(serve, "0.0.0.0", port, backlog=4096)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    random.seed(1)
    pictures = [images.png() for _ in range(PICTURES)]
    noise = [images.png(2048)]
    asyncio.run(main(int(sys.argv[1])))
