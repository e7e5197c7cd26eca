"""Hostile clients of the service: each case starts `attached`, misbehaves, and prints what became of it.

Usage: clients.py ATTACHED WORK-DIRECTORY CASE
"""

import json
import os
import re
import select
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time

CASES = {}
# Longer than anything takes that does not wait in vain, and less than the time of the test.
PATIENCE = 400
PUSH = b'{"aps":{"alert":"x"}}'


def case(function):
    CASES[function.__name__.replace("_", "-")] = function
    return function


class Origin:
    """An origin that accepts requests and never answers, or does when told."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = self.listener.getsockname()[1]
        self.open, self.lock, self.answer = 0, threading.Lock(), threading.Event()
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            peer, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(peer,), daemon=True).start()

    def change(self, number):
        with self.lock:
            self.open += number

    def serve(self, peer):
        try:
            peer.recv(65536)
            self.change(1)
            peer.settimeout(0.02)
            while not self.answer.is_set():
                try:
                    if not peer.recv(1):
                        break
                except TimeoutError:
                    continue
            if self.answer.is_set():
                peer.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        except OSError:
            pass
        self.change(-1)
        peer.close()

    def wait(self, count):
        """The seconds until so many requests are open, or nothing."""
        begin = time.monotonic()
        while time.monotonic() - begin < PATIENCE:
            if self.open == count:
                return time.monotonic() - begin
            time.sleep(0.002)
        return None


class Service:
    def __init__(self, *options, secure=False, before=(), origin=None):
        os.makedirs(work, exist_ok=True)
        self.log = open(f"{work}/{time.monotonic_ns()}.log", "w+b")
        arguments = [program, "serve", "--listen", "127.0.0.1:0", "--state", f"{work}/state", "--drain", "0s", *options]
        if secure:
            chain, key = f"{work}/chain.pem", f"{work}/key.pem"
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                 "-days", "2", "-subj", "/CN=localhost", "-keyout", key, "-out", chain], check=True, capture_output=True)
            arguments += ["--tls-certificate", chain, "--tls-key", key]
        if origin:
            # Only what a client does ends a transfer.
            arguments += ["--allow-address", f"127.0.0.0/8:{origin.port}", "--per-host", "300", "--deadline", "1h"]
        self.process = subprocess.Popen([*before, *arguments], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        services.append(self)
        while not (match := re.search(rb'Listening on [^ "]*:(\d+)', self.talk())):
            if self.process.poll() is not None:
                self.port = None
                return
            time.sleep(0.01)
        self.port = int(match[1])

    def talk(self):
        with open(self.log.name, "rb") as file:
            return file.read()

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE)

    def secure(self, protocol):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols([protocol])
        return context.wrap_socket(self.connect())

    def memory(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as lines:
            return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024

    def processor_time(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def sockets(self):
        links = []
        for name in os.listdir(f"/proc/{self.process.pid}/fd"):
            try:
                links.append(os.readlink(f"/proc/{self.process.pid}/fd/{name}"))
            except OSError:
                pass
        return sum(link.startswith("socket:") for link in links)

    def peak(self, seconds):
        end, peak = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            peak = max(peak, self.memory())
            time.sleep(0.02)
        return peak

    def ask(self, request):
        """The status and the problem of one response."""
        with self.connect() as client:
            client.sendall(request)
            return verdict(client)


def verdict(client):
    text = b""
    try:
        while b"\r\n\r\n" not in text or (b"problem+json" in text and b"}" not in text):
            more = client.recv(65536)
            if not more:
                break
            text += more
    except OSError:
        pass
    match = re.match(rb"HTTP/1\.[01] (\d+)", text)
    if not match:
        return "closed"
    problem = re.search(rb"urn:attache:problem:([a-z-]+)", text)
    return match[1].decode() + (" " + problem[1].decode() if problem else "")


def get(path="/healthz", host="localhost", more=""):
    return f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n".encode()


def post(path="/v1/rewrite", body=PUSH, more="", kind="application/json", length=None):
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n{more}"
    if "Transfer-Encoding" not in more:
        head += f"Content-Length: {len(body) if length is None else length}\r\n"
    return head.encode() + b"\r\n" + body


def push(origin, number=0):
    url = f"http://127.0.0.1:{origin.port}/{number}.png"
    return json.dumps({"aps": {"alert": "x", "mutable-content": 1}, "media_url": url}).encode()


def reset(client):
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


# Memory.


@case
def pipelining():
    service = Service("--response-timeout", "3s")
    service.ask(get("/openapi.yaml"))
    begin = service.memory()
    clients = []
    for _ in range(60):
        client = service.connect()
        client.setblocking(False)
        try:
            client.send(get("/openapi.yaml") * 2000)
        except BlockingIOError:
            pass
        clients.append(client)
    grown = service.peak(2) - begin
    note(f"{grown:.0f} MiB for 60 clients")
    return "closed" if grown < 60 and all(is_reset(client) for client in clients) else f"held {grown:.0f} MiB"


def is_reset(client):
    """Whether the other end closes although nothing is read."""
    watch = select.poll()
    watch.register(client, 0)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in watch.poll(PATIENCE * 1000))


@case
def unread_batch():
    service = Service("--response-timeout", "5s")
    sockets = service.sockets()
    batch(service, b"1\n" * 5000, "application/x-ndjson")
    begin, peak = service.memory(), 0
    clients = [service.connect() for _ in range(5)]
    for client in clients:
        client.sendall(post("/v1/rewrite/batch", b"1\n" * 400_000, kind="application/x-ndjson"))
    # Accepted after the others.
    service.ask(get())
    while service.sockets() > sockets and time.monotonic() < deadline:
        peak = max(peak, service.peak(0.1))
    grown = peak - begin
    note(f"{grown:.0f} MiB for 5 batches of 400,000 lines")
    return "closed" if grown < 45 and service.sockets() <= sockets else f"held {grown:.0f} MiB"


@case
def http2_preface():
    """A client that begins with HTTP/2: its preface, settings, and a request of literals without Huffman code."""
    fields = ((":method", "GET"), (":scheme", "https"), (":path", "/healthz"), (":authority", "localhost"))
    block = b"".join(b"\x00%c%s%c%s" % (len(name), name.encode(), len(value), value.encode()) for name, value in fields)
    text = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
    text += bytes([0, 0, len(block), 1, 5, 0, 0, 0, 1]) + block
    plain, secure = Service(), Service("--state", f"{work}/other", secure=True)
    answers = {plain.ask(text)}
    for protocol in ("h2", "http/1.1"):
        with secure.secure(protocol) as client:
            client.sendall(text)
            answers.add(verdict(client))
    return answers.pop() if len(answers) == 1 else str(answers)


@case
def memory_limit():
    service = Service("--connection-memory", "1MiB", "--response-timeout", "1h")
    clients = []
    for _ in range(40):
        client = service.connect()
        client.setblocking(False)
        try:
            client.send(get("/openapi.yaml") * 2000)
        except BlockingIOError:
            pass
        clients.append(client)
    # A refused connection that sends nothing for a second is closed: on a busy machine this client may be as slow.
    while not (refused := service.ask(get("/openapi.yaml"))).startswith("503") and time.monotonic() < deadline:
        time.sleep(0.1)
    for client in clients:
        reset(client)
    while not service.ask(get("/openapi.yaml")).startswith("200"):
        if time.monotonic() > deadline:
            return "never again"
        time.sleep(0.1)
    return refused


# Clients that go away.


def gone(leave, secure=False):
    """What becomes of the transfers of clients that leave."""
    origin = Origin()
    service = Service(secure=secure, origin=origin)
    clients = []
    for number in range(8):
        client = service.secure("http/1.1") if secure else service.connect()
        client.sendall(post(body=push(origin, number)))
        clients.append(client)
    if origin.wait(8) is None:
        return "not begun"
    for client in clients:
        leave(client)
    passed = origin.wait(0)
    note("kept" if passed is None else f"cancelled after {passed * 1000:.0f} ms")
    return "kept" if passed is None else "cancelled"


@case
def connection_reset():
    return gone(reset)


@case
def connection_closed_over_tls():
    return gone(lambda client: client.close(), secure=True)


@case
def half_closed():
    origin = Origin()
    service = Service(origin=origin)
    with service.connect() as client:
        client.sendall(post(body=push(origin)))
        client.shutdown(socket.SHUT_WR)
        if origin.wait(1) is None:
            return "not begun"
        # The end of the client's side comes before the answer.
        time.sleep(0.3)
        origin.answer.set()
        return verdict(client)


@case
def late_reader():
    service = Service("--response-timeout", "1h")
    count = 60
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", service.port))
        client.sendall(get("/openapi.yaml") * (count - 1) + get("/openapi.yaml", more="Connection: close\r\n"))
        # Longer than the service waits for a client that has everything.
        time.sleep(2)
        text = b""
        try:
            while more := client.recv(1 << 20):
                text += more
        except OSError:
            pass
    bodies = re.split(rb"HTTP/1\.1 200 OK\r\n", text)[1:]
    missing = [body for body in bodies
               if len(body.partition(b"\r\n\r\n")[2]) != int(re.search(rb"(?i)content-length: (\d+)", body)[1])]
    return "200" if len(bodies) == count and not missing else f"{count - len(bodies) + len(missing)} of {count} cut off"


# More clients than connections.


def crowd(service, count, each, request):
    """The number of requests that got no response at all."""
    lost, lock = [0], threading.Lock()

    def client():
        peer = None
        for _ in range(each):
            try:
                peer = peer or service.connect()
                peer.settimeout(PATIENCE)
                peer.sendall(request)
                text = b""
                while b"\r\n\r\n" not in text:
                    more = peer.recv(65536)
                    if not more:
                        raise ConnectionError
                    text += more
                length = int(re.search(rb"(?i)content-length: (\d+)", text)[1])
                while len(text) - text.index(b"\r\n\r\n") - 4 < length:
                    text += peer.recv(65536) or b" " * length
                if b"connection: close" in text.lower():
                    peer.close()
                    peer = None
            except OSError:
                with lock:
                    lost[0] += 1
                peer = None

    threads = [threading.Thread(target=client) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return lost[0]


@case
def full():
    service = Service("--connections", "10")
    lost = crowd(service, 25, 12, get())
    return "200" if lost == 0 else f"{lost} of 300 lost"


@case
def few_descriptors():
    service = Service(before=["bash", "-c", 'ulimit -n 128; exec "$@"', "bash"])
    lost = crowd(service, 60, 5, get())
    return "200" if lost == 0 else f"{lost} of 300 lost"


@case
def silent():
    service = Service("--connections", "10", "--idle-timeout", "1h")
    clients = [service.connect() for _ in range(30)]
    answer = service.ask(get())
    for client in clients:
        client.close()
    return answer


@case
def share():
    """In a network of its own, where an address besides loopback is that of another machine."""
    inside = subprocess.run(
        ["unshare", "-rn", "sh", "-c", 'ip link set lo up && ip addr add 10.9.9.1/32 dev lo && exec "$@"', "sh",
         sys.executable, __file__, program, work, "share-inside"], capture_output=True, text=True, check=False)
    note(inside.stderr)
    return inside.stdout.strip()


@case
def share_inside():
    origin = Origin()
    service = Service("--connections", "20", "--connections-per-peer", "3", "--listen", "0.0.0.0:0", "--allow-everybody",
                      origin=origin)

    def connect():
        return socket.create_connection(("10.9.9.1", service.port), PATIENCE)

    def ask(client):
        client.sendall(get())
        return verdict(client)

    clients = [connect() for _ in range(3)]
    for number, client in enumerate(clients):
        client.sendall(post(body=push(origin, number)))
    if origin.wait(3) is None:
        return "not begun"
    # None of them is idle, for however long.
    with connect() as client:
        refused = ask(client)
    local = service.ask(get())
    origin.answer.set()
    held = {verdict(client) for client in clients}
    # Idle for more than a second.
    time.sleep(1.2)
    with connect() as client:
        later = ask(client)
    return refused if (held, local, later) == ({"200"}, "200", "200") else f"{held} {local} {later}"


@case
def too_few_descriptors():
    service = Service(before=["bash", "-c", 'ulimit -n 40; exec "$@"', "bash"])
    if service.port is not None:
        crowd(service, 60, 2, get())
        return service.ask(get())
    return f"exit {service.process.wait()}"


# Requests that are wrong.


@case
def huge_length():
    service = Service()
    # A service that waits for the bodies answers something else in the end.
    answers = {service.ask(post(path, length=length)) for path in ("/v1/rewrite", "/v1/rewrite/batch")
               for length in (2**63, 2**64 - 1)}
    return answers.pop() if len(answers) == 1 else str(answers)


@case
def stacked_codings():
    service = Service()
    answers = {service.ask(post(more=f"Transfer-Encoding: {coding}\r\n", body=b"15\r\n" + PUSH + b"\r\n0\r\n\r\n"))
               for coding in ("gzip, chunked", "identity, chunked")}
    return answers.pop() if len(answers) == 1 else str(answers)


@case
def other_target():
    service = Service()
    answers = {service.ask(get("http://evil.example/healthz")), service.ask(get("http://u@localhost/healthz"))}
    good = service.ask(get(f"http://localhost:{service.port}/healthz", host=f"localhost:{service.port}"))
    return answers.pop() if len(answers) == 1 and good == "200" else f"{answers} {good}"


@case
def malformed_host():
    service = Service()
    hosts = ("[::1]evil.com", "localhost:1:x", "localhost:99999", "u@localhost", "local host", "")
    answers = {host: service.ask(get(host=host)) for host in hosts}
    return "400 bad-request" if set(answers.values()) == {"400 bad-request"} else str(answers)


def batch(service, body, kind):
    """The processor time of the service for a batch, in seconds, and the end of the answer."""
    begin = service.processor_time()
    with service.connect() as client:
        sender = threading.Thread(target=client.sendall, args=(post("/v1/rewrite/batch", body, "Connection: close\r\n", kind),))
        sender.start()
        client.settimeout(PATIENCE)
        count, last = 0, b""
        while more := client.recv(1 << 20):
            count, last = count + more.count(b"\n"), (last + more)[-2000:]
        sender.join()
    return service.processor_time() - begin, last


@case
def array_of_elements():
    service = Service()
    count = 20_000
    batch(service, b"1\n" * 100, "application/x-ndjson")
    lines, _ = batch(service, b"1\n" * count, "application/x-ndjson")
    elements, _ = batch(service, b"[" + b"1," * (count - 1) + b"1]", "application/json")
    note(f"{count} lines {lines:.2f} s, elements {elements:.2f} s")
    return "200" if elements < 2 * lines + 1 else f"{elements / lines:.1f} times"


@case
def too_many_items():
    service = Service("--batch-limit", "8MiB")
    _, last = batch(service, b"1\n" + b"\n" * 1_100_000, "application/x-ndjson")
    problem = re.search(rb"urn:attache:problem:([a-z-]+)", last)
    return "413 " + problem[1].decode() if problem else "200"


@case
def socket_path():
    path = f"{work}/file"
    os.makedirs(work, exist_ok=True)
    with open(path, "w", encoding="ascii") as file:
        file.write("kept")
    os.symlink(path, f"{work}/link")
    talk = []
    for name in (path, f"{work}/link"):
        ended = subprocess.run(
            [program, "serve", "--listen", f"unix:{name}", "--state", f"{work}/state"], capture_output=True, timeout=PATIENCE,
            check=False)
        talk.append((ended.returncode, b"not a socket" in ended.stderr))
    with open(path, encoding="ascii") as file:
        kept = file.read()
    return "exit 1" if talk == [(1, True)] * 2 and kept == "kept" and os.path.islink(f"{work}/link") else str(talk)


def note(text):
    print(text, file=sys.stderr)


program, work, name = sys.argv[1:4]
services, deadline = [], time.monotonic() + PATIENCE
try:
    print(CASES[name]())
finally:
    for each in services:
        if each.process.poll() is None:
            each.process.kill()
            each.process.wait()
# Threads of the origin may still wait.
sys.stdout.flush()
os._exit(0)
