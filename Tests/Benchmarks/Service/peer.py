"""What a team would write in Python for the same job, with care: aiohttp, uvloop, orjson and libmagic.

A payload comes in; its media URL is found; the media is downloaded to a file under a deadline and a limit, hashed on
the way, judged by libmagic and by its name, and stored under its digest; the verdict goes out as JSON. It is spared
what `attached` does besides: the address and ATS policy, checks inside of the picture, a line in the log for each
payload, helpers for libmagic, and waiting for the disk.

Usage: peer.py PORT STORE PROCESSES
"""

import asyncio
import hashlib
import mmap
import os
import signal
import struct
import sys
import tempfile
import time
from urllib.parse import urlsplit

import aiohttp
import magic
import orjson
import uvloop
from aiohttp import web

LIMITS = {"image": 10 << 20, "video": 50 << 20, "audio": 5 << 20}
TYPES = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "video/mp4": ".mp4", "audio/mpeg": ".mp3"}
DEADLINE = aiohttp.ClientTimeout(total=30)
HEAD = 4096
FORM = struct.Struct("QQ")


class Fallback(Exception):
    """The notification goes out as plain text, for this reason."""


class Downloader:
    def __init__(self, store):
        self.store = store
        self.magic = magic.Magic(mime=True)
        connector = aiohttp.TCPConnector(limit=256, limit_per_host=64, keepalive_timeout=60)
        self.session = aiohttp.ClientSession(
            connector=connector, timeout=DEADLINE, cookie_jar=aiohttp.DummyCookieJar(), auto_decompress=False,
            headers={"User-Agent": "peer/1", "Accept-Encoding": "identity"})

    async def load(self, url):
        """Downloads, checks and stores one media file."""
        if urlsplit(url).scheme not in ("http", "https"):
            raise Fallback("url.scheme")
        descriptor, path = tempfile.mkstemp(dir=self.store)
        try:
            attachment = await self.receive(url, descriptor, path)
        except (aiohttp.ClientError, asyncio.TimeoutError, OSError, ValueError) as error:
            os.unlink(path)
            raise Fallback(f"fetch.{type(error).__name__}") from error
        except BaseException:
            os.unlink(path)
            raise
        finally:
            os.close(descriptor)
        return attachment

    async def receive(self, url, descriptor, path):
        digest, size, head, kind, limit = hashlib.sha256(), 0, b"", None, max(LIMITS.values())
        async with self.session.get(url, max_redirects=16) as response:
            if response.status != 200:
                raise Fallback("fetch.status")
            if (response.content_length or 0) > limit:
                raise Fallback("size.too-large")
            async for chunk in response.content.iter_any():
                size += len(chunk)
                if size > limit:
                    raise Fallback("size.too-large")
                if kind is None:
                    head += chunk
                    if len(head) >= HEAD:
                        kind, limit = self.judge(head)
                digest.update(chunk)
                os.write(descriptor, chunk)
        if size == 0:
            raise Fallback("fetch.empty")
        if kind is None:
            kind, limit = self.judge(head)
        name = digest.hexdigest()
        target = f"{self.store}/{name[:2]}/{name}{TYPES[kind]}"
        try:
            os.rename(path, target)
        except FileNotFoundError:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            os.rename(path, target)
        return {"url": "file://" + target, "mime": kind, "bytes": size, "sha256": name, "source": url}

    def judge(self, head):
        """The type by bytes, and how long such a file may be."""
        kind = self.magic.from_buffer(head[:HEAD])
        if kind not in TYPES:
            raise Fallback("type.unsupported")
        return kind, LIMITS[kind.partition("/")[0]]


def find_media(payload):
    """The media URL, or nothing where the extension would not run or finds none."""
    aps = payload["aps"]
    if not aps.get("alert") or not aps.get("mutable-content"):
        return None
    return payload.get("media_url")


class Handler:
    def __init__(self, downloader, counts, number):
        self.downloader, self.counts, self.number = downloader, counts, number

    async def rewrite(self, request):
        begin = time.monotonic()
        try:
            payload = orjson.loads(await request.read())
            url = find_media(payload)
        except (ValueError, KeyError, TypeError, AttributeError):
            return web.json_response({"title": "not a push"}, status=422)
        result = {"outcome": "untouched", "content": {"attachments": []}, "payload": payload, "reasons": []}
        if url:
            try:
                result["content"]["attachments"].append(await self.downloader.load(url))
                result["outcome"] = "attached"
            except Fallback as fallback:
                result["outcome"] = "plain"
                result["reasons"].append({"code": str(fallback)})
                result["payload"] = {key: value for key, value in payload.items() if key != "media_url"}
        self.count(result["outcome"] == "attached")
        result["timing"] = {"total_ms": round((time.monotonic() - begin) * 1000, 3)}
        return web.Response(body=orjson.dumps(result), content_type="application/json")

    def count(self, is_attached):
        attached, every = FORM.unpack_from(self.counts, self.number * FORM.size)
        FORM.pack_into(self.counts, self.number * FORM.size, attached + is_attached, every + 1)

    async def report(self, request):
        """What all processes have done so far."""
        rows = list(FORM.iter_unpack(self.counts[:FORM.size * PROCESSES]))
        return web.json_response({"attached": sum(row[0] for row in rows), "all": sum(row[1] for row in rows)})


async def serve(port, store, counts, number):
    handler = Handler(Downloader(store), counts, number)
    application = web.Application(client_max_size=1 << 20)
    application.router.add_post("/v1/rewrite", handler.rewrite)
    application.router.add_get("/counts", handler.report)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port, reuse_port=True, backlog=1024).start()
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    await ended.wait()
    await runner.cleanup()
    await handler.downloader.session.close()


PORT, STORE, PROCESSES = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
os.makedirs(STORE, exist_ok=True)
shared = mmap.mmap(-1, mmap.PAGESIZE)
children = []
for index in range(1, PROCESSES):
    child = os.fork()
    if child == 0:
        children = []
        break
    children.append(child)
else:
    index = 0
uvloop.run(serve(PORT, STORE, shared, index))
for child in children:
    os.kill(child, signal.SIGTERM)
    os.waitpid(child, 0)
