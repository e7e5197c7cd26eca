"""A bucket in memory that believes every signature: objects are stored, looked for and read.

Usage: bucket.py PORT
"""

import asyncio
import sys

objects = {}


async def answer(reader, writer):
    method, path, *_ = (await reader.readuntil(b"\r\n")).split(b" ")
    length = 0
    while (line := (await reader.readuntil(b"\r\n")).strip()):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
        if name.lower() == b"expect":
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    body = await reader.readexactly(length)
    if method == b"PUT":
        objects[path] = body
    found = b"" if method == b"PUT" else objects.get(path)
    status = b"404 Not Found" if found is None else b"200 OK"
    writer.write(b"HTTP/1.1 %b\r\nContent-Length: %d\r\n\r\n" % (status, len(found or b"")))
    if method == b"GET":
        writer.write(found or b"")
    await writer.drain()


async def serve(reader, writer):
    try:
        while True:
            await answer(reader, writer)
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main(port):
    async with await asyncio.start_server(serve, "127.0.0.1", port, backlog=1024) as server:
        await server.serve_forever()


asyncio.run(main(int(sys.argv[1])))
