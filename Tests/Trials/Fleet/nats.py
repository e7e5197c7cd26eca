"""A cluster of real nats-servers on loopback, and the little of the NATS protocol that trials need."""

import base64
import json
import os
import socket
import subprocess
import time

SERVER = "/usr/sbin/nats-server"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Client:
    """A blocking client with one inbox."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")
        self.file.readline()
        options = {"verbose": False, "headers": True, "no_responders": True, "name": "trial"}
        self.inbox = f"_INBOX.trial{os.getpid()}.{id(self)}"
        self.send(b"CONNECT %s\r\nSUB %s.* 1\r\n" % (json.dumps(options).encode(), self.inbox.encode()))

    def send(self, data):
        self.socket.sendall(data)

    def publish(self, subject, body, reply=""):
        self.send(f"PUB {subject} {reply} {len(body)}\r\n".encode() + body + b"\r\n")

    def next(self, timeout=10):
        """The next message: its subject, headers as bytes and body."""
        self.socket.settimeout(timeout)
        while True:
            line = self.file.readline()
            if not line:
                raise OSError("the server closed the connection")
            words = line.split()
            if words[0] == b"PING":
                self.send(b"PONG\r\n")
            elif words[0] == b"MSG":
                return words[1].decode(), b"", self.file.read(int(words[-1]) + 2)[:-2]
            elif words[0] == b"HMSG":
                head = int(words[-2])
                data = self.file.read(int(words[-1]) + 2)[:-2]
                return words[1].decode(), data[:head], data[head:]

    def request(self, subject, body=b"", timeout=10):
        self.publish(subject, body, f"{self.inbox}.1")
        return self.next(timeout)

    def api(self, operation, value=None, timeout=10):
        body = json.dumps(value).encode() if value is not None else b""
        _, head, data = self.request(f"$JS.API.{operation}", body, timeout)
        if not data:
            raise OSError(f"{operation}: {head!r}")
        answer = json.loads(data)
        if "error" in answer:
            raise OSError(f"{operation}: {answer['error']}")
        return answer

    def messages(self, stream, batch=200):
        """The headers and the body of every message of a stream, as bytes, from the leader: the copy of a server that was killed may
        differ, and a consumer may be on any server."""
        state = self.api(f"STREAM.INFO.{stream}")["state"]
        found = 0
        for first in range(state["first_seq"], state["last_seq"] + 1, batch):
            sequences = range(first, min(first + batch, state["last_seq"] + 1))
            for sequence in sequences:
                self.publish(f"$JS.API.STREAM.MSG.GET.{stream}", b'{"seq":%d}' % sequence, f"{self.inbox}.{sequence}")
            for _ in sequences:
                _, head, data = self.next(30)
                if not data:
                    raise OSError(f"{stream}: {head!r}")
                message = json.loads(data).get("message")
                if message:
                    found += 1
                    yield base64.b64decode(message.get("hdrs", "")), base64.b64decode(message.get("data", ""))
        assert found == state["messages"], f"{stream} has {state['messages']} messages, of which {found} can be read"

    def close(self):
        self.socket.close()


class Cluster:
    """Servers with JetStream, of which each can be stopped and started."""

    def __init__(self, directory, count):
        self.directory, self.count = directory, count
        self.ports = [free_port() for _ in range(count)]
        self.routes = [free_port() for _ in range(count)]
        self.processes = [None] * count
        for number in range(count):
            self.start(number)

    def start(self, number):
        place = f"{self.directory}/nats-{number}"
        command = [SERVER, "-a", "127.0.0.1", "-p", str(self.ports[number]), "-js", "-sd", place,
                   "-l", f"{place}.log", "--name", f"n{number}"]
        if self.count > 1:
            routes = ",".join(f"nats://127.0.0.1:{port}" for port in self.routes)
            command += ["--cluster_name", "trial", "--cluster", f"nats://127.0.0.1:{self.routes[number]}",
                        "--routes", routes]
        self.processes[number] = subprocess.Popen(command)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.ports[number]), timeout=1).close()
                return
            except OSError:
                assert self.processes[number].poll() is None, f"nats-server {number} has ended"
                time.sleep(0.05)

    def kill(self, number):
        self.processes[number].kill()
        self.processes[number].wait()
        self.processes[number] = None

    @property
    def options(self):
        return [word for port in self.ports for word in ("--nats", f"nats://127.0.0.1:{port}")]

    def client(self):
        """A client of any server that runs."""
        for _ in range(100):
            for number, process in enumerate(self.processes):
                if process:
                    try:
                        return Client(self.ports[number])
                    except OSError:
                        pass
            time.sleep(0.1)
        raise OSError("no server accepts a connection")

    def ask(self, operation, value=None):
        """An answer of JetStream, asked for again while the servers choose a leader."""
        end = time.monotonic() + 60
        while True:
            try:
                client = self.client()
                try:
                    return client.api(operation, value, timeout=3)
                finally:
                    client.close()
            except (OSError, ValueError):
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def close(self):
        for process in self.processes:
            if process:
                process.kill()
                process.wait()
