"""A small HTTP/1.1 client for many connections at once, which can also misbehave."""

import asyncio
import socket
import struct


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body


class Connection:
    """One connection at a time, opened again after it was closed."""

    def __init__(self, port, token=None):
        self.port, self.token = port, token
        self.reader = self.writer = None

    async def open(self):
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)

    def head(self, method, path, length, headers=()):
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {length}", *headers]
        if self.token and not any(line.startswith("Authorization") for line in headers):
            lines.append(f"Authorization: Bearer {self.token}")
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    async def ask(self, method, path, body=b"", headers=("Content-Type: application/json",)):
        """Sends a request and waits for its whole answer."""
        await self.open()
        self.writer.write(self.head(method, path, len(body), headers) + body)
        return await self.answer()

    async def answer(self):
        head = await self.reader.readuntil(b"\r\n\r\n")
        status, *lines = head.decode("latin-1").split("\r\n")[:-2]
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        if headers.get("transfer-encoding") == "chunked":
            body = await self.chunks()
        else:
            body = await self.reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.abort()
        return Answer(int(status.split()[1]), headers, body)

    async def chunks(self):
        parts = []
        while size := int((await self.reader.readuntil(b"\r\n")).split(b";")[0], 16):
            parts.append(await self.reader.readexactly(size))
            await self.reader.readexactly(2)
        await self.reader.readexactly(2)
        return b"".join(parts)

    def abort(self, reset=False):
        """Goes away, with a reset where that is wanted."""
        if self.writer is not None:
            if reset:
                self.writer.get_extra_info("socket").setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.writer.transport.abort()
        self.reader = self.writer = None
