"""An S3 API on loopback, and a proxy before it that checks signatures and fails as services do."""

import http.client
import http.server
import logging
import os
import random
import re
import socketserver
import sys
import threading
import time
from urllib.parse import parse_qsl, urlsplit

os.environ.update(AWS_ACCESS_KEY_ID="AKIATEST", AWS_SECRET_ACCESS_KEY="secret/+=", AWS_DEFAULT_REGION="eu-central-1")

import boto3  # noqa: E402
from botocore.auth import S3SigV4Auth  # noqa: E402
from botocore.awsrequest import AWSRequest  # noqa: E402
from botocore.credentials import Credentials  # noqa: E402
from moto.server import ThreadedMotoServer  # noqa: E402

# A part that arrives after the end of its upload is an exception in moto, which would print its whole stack.
logging.getLogger("werkzeug").disabled = True
CREDENTIALS = Credentials("AKIATEST", "secret/+=")


class Signature(S3SigV4Auth):
    """Signs with the instant and the headers of a request that is already signed."""

    def __init__(self, names):
        super().__init__(CREDENTIALS, "s3", "eu-central-1")
        self.names = names

    def headers_to_sign(self, request):
        headers = http.client.HTTPMessage()
        for name, value in request.headers.items():
            if name.lower() in self.names:
                headers[name.lower()] = value
        return headers


def is_signed(method, url, headers, body):
    """Whether botocore makes the same signature of a request."""
    found = re.fullmatch(
        r"AWS4-HMAC-SHA256 Credential=AKIATEST/(\d{8})/eu-central-1/s3/aws4_request, SignedHeaders=([a-z0-9;-]+), "
        r"Signature=([0-9a-f]{64})",
        headers.get("Authorization", ""),
    )
    if not found:
        return False
    names = found[2].split(";")
    needed = {"host"} | {name.lower() for name in headers if name.lower().startswith("x-amz-")}
    if names != sorted(names) or not needed <= set(names):
        return False
    parts = urlsplit(url)
    request = AWSRequest(
        method=method,
        url=f"{parts.scheme}://{parts.netloc}{parts.path}",
        params=parse_qsl(parts.query, keep_blank_values=True),
        headers={name: headers[name] for name in names},
        data=body,
    )
    request.context["timestamp"] = headers["X-Amz-Date"]
    signer = Signature(names)
    canonical = signer.canonical_request(request)
    return signer.signature(signer.string_to_sign(request, canonical), request) == found[3]


class Proxy(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # What a test sets.
    backend = None
    faults = 0.0
    stall = 7.0
    refuse = None
    # The seconds before a request is carried out.
    delay = staticmethod(lambda method, path, query: 0)
    generator = random.Random(7)
    lock = threading.Lock()
    # What a test reads: requests as (method, path, query, status or fault), and requests without a good signature.
    seen = []
    unsigned = []

    def log_message(self, *arguments):
        pass

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        url = f"http://{self.headers['Host']}{self.path}"
        parts = urlsplit(self.path)
        with self.lock:
            draw = self.generator.random()
            if not is_signed(self.command, url, self.headers, body):
                self.unsigned.append((self.command, self.path, dict(self.headers)))
        if self.refuse and self.refuse(self.command, parts.path, parts.query):
            return self.fail(500, parts)
        if draw < self.faults:
            kind = ["500", "503", "stall", "lost"][int(draw / self.faults * 4)]
            if kind in ("500", "503"):
                return self.fail(int(kind), parts)
            if kind == "stall":
                self.note(parts, "stall")
                time.sleep(self.stall)
                self.close_connection = True
                return None
            # The request is carried out, and its response is lost.
            self.forward(body)
            self.note(parts, "lost")
            self.close_connection = True
            return None
        time.sleep(self.delay(self.command, parts.path, parts.query))
        status, headers, content = self.forward(body)
        self.note(parts, status)
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in ("connection", "transfer-encoding", "content-length", "date", "server"):
                self.send_header(name, value)
        length = dict((name.lower(), value) for name, value in headers).get("content-length")
        self.send_header("Content-Length", length if self.command == "HEAD" and length else str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)
        return None

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = answer

    def note(self, parts, result):
        with self.lock:
            self.seen.append((self.command, parts.path, parts.query, result))

    def fail(self, status, parts):
        self.note(parts, status)
        code = "SlowDown" if status == 503 else "InternalError"
        content = f"<?xml version=\"1.0\"?><Error><Code>{code}</Code></Error>".encode()
        self.send_response_only(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def forward(self, body):
        connection = http.client.HTTPConnection(*self.backend, timeout=60)
        headers = {name: value for name, value in self.headers.items() if name.lower() != "expect"}
        connection.request(self.command, self.path, body=body, headers=headers)
        response = connection.getresponse()
        content = response.read()
        connection.close()
        return response.status, response.getheaders(), content


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request, client_address):
        # A client that was killed, or has waited long enough.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def start():
    """Starts both; returns the endpoint of the proxy and a client that goes past it."""
    moto = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    moto.start()
    host, port = moto.get_host_and_port()
    Proxy.backend = (host, port)
    server = Server(("127.0.0.1", 0), Proxy)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client = boto3.client("s3", endpoint_url=f"http://{host}:{port}")
    client.create_bucket(Bucket="push-media", CreateBucketConfiguration={"LocationConstraint": "eu-central-1"})
    return f"http://127.0.0.1:{server.server_address[1]}", client
