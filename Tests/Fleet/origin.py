"""An origin of pictures that counts the requests for each, and that lets caches keep them for an hour."""

import asyncio
import collections
import random
import struct
import threading
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def picture(name):
    """A PNG of one pixel that differs for each name."""
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
            + chunk(b"tEXt", b"name\0" + name) + chunk(b"IDAT", zlib.compress(b"\0\x10\x20\x30")) + chunk(b"IEND", b""))


class Origin:
    """Serves every path that ends in .png, after a delay of 5 to `slowest` seconds in a thousand."""

    def __init__(self, slowest=100):
        self.slowest = slowest
        self.counts = collections.Counter()
        ready = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.serve(ready)), daemon=True).start()
        ready.wait()

    async def serve(self, ready):
        server = await asyncio.start_server(self.answer, "127.0.0.1", 0, backlog=1024)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await server.serve_forever()

    async def answer(self, reader, writer):
        try:
            while line := await reader.readline():
                while (await reader.readline()).strip():
                    pass
                path = line.split()[1]
                self.counts[path] += 1
                if self.slowest:
                    await asyncio.sleep(random.uniform(0.005, self.slowest / 1000))
                body = picture(path)
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nCache-Control: max-age=3600\r\n"
                             b"ETag: \"%d\"\r\nContent-Length: %d\r\n\r\n" % (zlib.crc32(body), len(body)) + body)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()
