"""Drives attache and attached with a bucket; prints the figures, and fails where a promise is not kept."""

import collections
import hashlib
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import zlib

from service import Proxy, Server, start

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
MEDIA = ROOT / "Sources/CommandLine/LoopbackOrigin/Media"
COUNT = 200
BASE = "https://cdn.example.com/p/"
faults = []


def check(condition, text):
    print(("ok    " if condition else "FAULT ") + text)
    if not condition:
        faults.append(text)


def picture(number):
    """A PNG that differs from every other number's in a chunk of text."""
    photo = (MEDIA / "photo.png").read_bytes()
    chunk = b"tEXt" + f"number\0{number}".encode()
    return photo[:33] + (len(chunk) - 4).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big") + photo[33:]


def video():
    """An MP4 that is sent in parts: a box of 20 MiB that players skip."""
    clip = (MEDIA / "clip.mp4").read_bytes()
    return clip + (20 << 20).to_bytes(4, "big") + b"free" + bytes((20 << 20) - 8)


class Origin(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    big = video()

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        name = self.path.rsplit("/", 1)[1]
        body = self.big if name.endswith(".mp4") else picture(name.split(".")[0])
        self.send_response_only(200)
        self.send_header("Content-Type", "video/mp4" if name.endswith(".mp4") else "image/png")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def payload(url):
    return json.dumps({"aps": {"alert": "x", "mutable-content": 1}, "media_url": url})


def main():
    directory = tempfile.TemporaryDirectory(prefix="attache-s3-")
    work = pathlib.Path(directory.name)
    origin = Server(("127.0.0.1", 0), Origin)
    threading.Thread(target=origin.serve_forever, daemon=True).start()
    site = f"http://127.0.0.1:{origin.server_address[1]}"
    endpoint, client = start()
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "ATTACHE_"))} | {
        "AWS_ACCESS_KEY_ID": "AKIATEST", "AWS_SECRET_ACCESS_KEY": "secret/+=", "AWS_REGION": "eu-central-1",
        "HOME": str(work),
    }
    network = ["--policy", "hive", "--link", "off", "--allow-address", f"127.0.0.0/8:{origin.server_address[1]}"]
    bucket = ["--media-store", "s3://push-media/p", "--media-store-endpoint", endpoint]

    def attache(*arguments, text="", status=0, variables={}):
        result = subprocess.run(
            [str(PROGRAMS / "attache"), *arguments], input=text, capture_output=True, text=True, env=environment | variables,
            timeout=300,
        )
        if result.returncode != status:
            check(False, f"attache {' '.join(arguments)} ends with {result.returncode}: {result.stderr}")
        return result.stdout

    def rewrite(lines, *more, store="store", **named):
        out = attache(
            "rewrite", "--ndjson", *network, "--store", str(work / store), *bucket, *more, text="\n".join(lines) + "\n", **named
        )
        return [json.loads(line) for line in out.splitlines()]

    def keys():
        pages = client.get_paginator("list_objects_v2").paginate(Bucket="push-media")
        return {entry["Key"]: entry for page in pages for entry in page.get("Contents", [])}

    # Each file is asked for by several payloads under several URLs, while a tenth of the requests fails.
    Proxy.faults = 0.1
    lines = [payload(f"{site}/{variant}/{number}.png") for variant in "ab" for number in range(COUNT) for _ in range(2)]
    began = time.monotonic()
    results = rewrite(lines, "--rehost", BASE, "--jobs", "64")
    seconds = time.monotonic() - began
    Proxy.faults = 0
    expected = {f"p/{hashlib.sha256(picture(number)).hexdigest()}.png": picture(number) for number in range(COUNT)}
    outcomes = collections.Counter(result["outcome"] for result in results)
    codes = collections.Counter(reason["code"] for result in results for reason in result["reasons"])
    print(f"      {len(lines)} payloads, {COUNT} files, {seconds:.1f} s: {dict(outcomes)} {dict(codes)}")
    check(outcomes == {"attached": len(lines)}, "every payload has its media although a tenth of the requests fails")
    links = {result["payload"]["media_url"] for result in results}
    check(links == {BASE + key[2:] for key in expected}, "every payload has the URL of its copy")
    found = keys()
    check(set(found) == set(expected), "the bucket has each file once and nothing else")
    check(
        all(client.get_object(Bucket="push-media", Key=key)["Body"].read() == body for key, body in expected.items()),
        "every object has exactly the bytes of its file",
    )
    head = client.head_object(Bucket="push-media", Key=next(iter(expected)))
    check(
        head["ContentType"] == "image/png" and head["CacheControl"] == "public, max-age=31536000, immutable",
        "objects have their type and may be cached forever",
    )
    puts = collections.Counter(path for method, path, _, result in Proxy.seen if method == "PUT" and result == 200)
    failed = collections.Counter(str(result) for *_, result in Proxy.seen if result in (500, 503, "stall", "lost"))
    print(f"      {len(Proxy.seen)} requests, failures {dict(failed)}")
    check(not puts or max(puts.values()) == 1, "no file is stored twice")
    check(not Proxy.unsigned, f"every request has a signature that botocore makes too {Proxy.unsigned[:1]}")

    # Another process, whose store is empty, asks and does not send.
    Proxy.seen.clear()
    results = rewrite([payload(f"{site}/c/{number}.png") for number in range(10)], store="other")
    methods = collections.Counter(method for method, *_ in Proxy.seen)
    check(methods == {"HEAD": 10}, f"files that the bucket has are not sent again: {dict(methods)}")

    # A large file goes in parts, which are ended when they fail.
    Proxy.seen.clear()
    Proxy.faults = 0.1
    results = rewrite([payload(f"{site}/1.mp4")], "--deadline", "60s", store="large")
    Proxy.faults = 0
    name = f"p/{hashlib.sha256(Origin.big).hexdigest()}.mp4"
    check(results[0]["outcome"] == "attached", f"a file of {len(Origin.big)} bytes is attached: {results[0]['reasons']}")
    check(client.get_object(Bucket="push-media", Key=name)["Body"].read() == Origin.big, "its object is whole")
    client.delete_object(Bucket="push-media", Key=name)
    Proxy.refuse = staticmethod(lambda method, path, query: method == "PUT" and "partNumber=2" in query)
    # Status 1: it is the operator's to mend.
    results = rewrite([payload(f"{site}/1.mp4")], "--deadline", "60s", store="large", status=1)
    Proxy.refuse = None
    reasons = [reason["code"] for reason in results[0]["reasons"]]
    check(
        results[0]["outcome"] == "plain" and reasons[0] == "attach.upload-failed" and "media_url" not in results[0]["payload"],
        f"a file that the bucket does not take is a fallback with its reason: {reasons}",
    )
    check(name not in keys(), "of it there is no object")
    uploads = client.list_multipart_uploads(Bucket="push-media").get("Uploads", [])
    check(not uploads, "and no part")

    # The program ends while a part is on its way: the payload's time was shorter.
    Proxy.seen.clear()
    Proxy.delay = staticmethod(lambda method, path, query: 8 if method == "PUT" and "partNumber=2" in query else 0)
    began = time.monotonic()
    results = rewrite([payload(f"{site}/1.mp4")], "--deadline", "4s", store="large", status=1)
    print(f"      the program ended after {time.monotonic() - began:.1f} s")
    Proxy.delay = staticmethod(lambda method, path, query: 0)
    reasons = [reason["code"] for reason in results[0]["reasons"]]
    check(results[0]["outcome"] == "plain" and reasons[0] == "attach.upload-failed", f"it is a fallback: {reasons}")
    check("DELETE" in [method for method, *_ in Proxy.seen], "the upload is ended")
    uploads = client.list_multipart_uploads(Bucket="push-media").get("Uploads", [])
    check(not uploads and name not in keys(), "no part and no object of it stays")

    # Encryption and ACL are passed on; libcurl's own signature of these headers would be wrong.
    Proxy.seen.clear()
    rewrite(
        [payload(f"{site}/e/900.png")], "--media-store-encryption", "aws:kms:arn:aws:kms:eu-central-1:1:key/x",
        "--media-store-acl", "public-read",
    )
    head = client.head_object(Bucket="push-media", Key=f"p/{hashlib.sha256(picture(900)).hexdigest()}.png")
    check(head.get("ServerSideEncryption") == "aws:kms" and head["SSEKMSKeyId"].endswith("key/x"), "encryption is passed on")
    check(not Proxy.unsigned, f"with a signature that botocore makes too {Proxy.unsigned[:1]}")

    # Keys come from a file too, and wrong ones are a reason.
    (work / "credentials").write_text("[push]\naws_access_key_id = AKIATEST\naws_secret_access_key = secret/+=\n")
    variables = {
        "AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": "", "AWS_SHARED_CREDENTIALS_FILE": str(work / "credentials"),
        "AWS_PROFILE": "push",
    }
    results = rewrite([payload(f"{site}/f/901.png")], variables=variables)
    check(results[0]["outcome"] == "attached" and not Proxy.unsigned, "keys of a profile are used")
    results = rewrite([payload(f"{site}/f/902.png")], "--media-store", "s3://no-such-bucket/p", status=1)
    reason = results[0]["reasons"][0]
    check(reason["code"] == "attach.upload-failed" and "NoSuchBucket" in reason["message"], f"{reason['message']}")

    # A service gives out the copies, those of the bucket too.
    (work / "keys").write_text("k1 0123456789abcdef0123456789abcdef\n")
    service = subprocess.Popen(
        [
            str(PROGRAMS / "attached"), "serve", "--listen", "127.0.0.1:0", "--state", str(work / "state"), "--serve-media",
            "--rehost", BASE, *bucket, *network,
        ],
        env=environment, stderr=subprocess.PIPE, text=True,
    )
    try:
        address = None
        for line in service.stderr:
            entry = json.loads(line)
            address = entry.get("address") or address
            if address:
                break
        threading.Thread(target=service.stderr.read, daemon=True).start()
        address = address if address.startswith("http") else f"http://{address}"
        key, body = next(iter(expected.items()))
        with urllib.request.urlopen(f"{address}/{key}") as response:
            check(response.read() == body and response.headers["Content-Type"] == "image/png", "a copy comes from the bucket")
        # Many ask for one file at the same time.
        Proxy.seen.clear()
        Proxy.delay = staticmethod(lambda method, path, query: 2 if method == "GET" else 0)
        key, body = list(expected.items())[1]
        answers = []

        def ask():
            with urllib.request.urlopen(f"{address}/{key}") as response:
                answers.append(response.read())

        threads = [threading.Thread(target=ask) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        Proxy.delay = staticmethod(lambda method, path, query: 0)
        # What the service writes to see whether the bucket takes files is no read.
        reads = [method for method, *_ in Proxy.seen if method != "PUT"]
        check(answers == [body] * 20 and reads == ["HEAD", "GET"], f"20 requests for one file are one question and one read: {reads}")
        page = urllib.request.Request(f"{address}/metrics")
        with urllib.request.urlopen(page) as response:
            check('attache_uploads_total{result="failed"} 0' in response.read().decode(), "uploads have metrics")
        try:
            urllib.request.urlopen(f"{address}/p/{'0' * 64}.png")
            check(False, "a copy that nobody has is not found")
        except urllib.error.HTTPError as error:
            check(error.code == 404, "a copy that nobody has is not found")
    finally:
        service.terminate()
        service.wait(60)

    # Pruning: a dry run first, then uploads without an end and old objects; others' objects stay.
    client.put_object(Bucket="push-media", Key="p/readme.txt", Body=b"x")
    client.create_multipart_upload(Bucket="push-media", Key=f"p/{'0' * 64}.mp4")
    place = ["--store", "s3://push-media/p", "--media-store-endpoint", endpoint, "--json"]
    count = len(keys()) - 1
    dry = json.loads(attache("cache", "prune", *place, "--older-than", "0s", "--dry-run"))
    check(
        (dry["files"], dry["old_files"], dry["uploads"], dry["foreign"]) == (count, count, 1, 1) and len(keys()) == count + 1,
        f"a dry run only counts: {dry}",
    )
    kept = json.loads(attache("cache", "prune", *place))
    check(kept["old_files"] == 0 and len(keys()) == count + 1, "objects that are young stay")
    attache("cache", "prune", *place, "--older-than", "0s")
    check(set(keys()) == {"p/readme.txt"}, "old objects are removed, and those of others stay")
    check(not client.list_multipart_uploads(Bucket="push-media").get("Uploads", []), "no upload without an end stays")
    check(not Proxy.unsigned, f"all of it is signed {Proxy.unsigned[:1]}")
    directory.cleanup()
    sys.exit(1 if faults else 0)


main()
