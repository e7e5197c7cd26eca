"""An origin of pictures that counts the requests for each, and that lets caches keep them for an hour."""

import asyncio
import collections
import os
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


def video(name, clip, mebibytes):
    """An MP4 that differs for each name, with a long box that players skip."""
    length = mebibytes << 20
    return clip + struct.pack(">I", length) + b"free" + name.ljust(length - 8, b"\0")


class Origin:
    """Serves every path that ends in .png or .mp4, after a delay of 5 to `slowest` seconds in a thousand."""

    # The seconds for which caches may keep a file.
    lifetime = 3600

    def __init__(self, slowest=100):
        self.slowest = slowest
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
        with open(f"{root}/Sources/CommandLine/LoopbackOrigin/Media/clip.mp4", "rb") as file:
            self.clip = file.read()
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
                kind, body = ((b"video/mp4", video(path, self.clip, 17)) if path.endswith(b".mp4")
                              else (b"image/png", picture(path)))
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nCache-Control: max-age=%d\r\n"
                             b"ETag: \"%d\"\r\nContent-Length: %d\r\n\r\n" % (
                                 kind, self.lifetime, zlib.crc32(body), len(body)) + body)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()
