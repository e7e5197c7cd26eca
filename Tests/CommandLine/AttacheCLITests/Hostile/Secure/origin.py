"""Origins over TLS that misbehave, a port each, with HTTP/2 frames written by hand (RFC 9113, section 4.1).

Usage: origin.py DIRECTORY. Reads certificates and the picture there, and writes `ports`: a name and a port a line.
Ends by a signal, or when the test that started it is gone.
"""
import os
import socket
import ssl
import struct
import sys
import threading
import time
import warnings

DIRECTORY = sys.argv[1]
PARENT = os.getppid()
# TLS 1.1 is old; that is the point.
warnings.simplefilter("ignore", DeprecationWarning)
with open(os.path.join(DIRECTORY, "photo.png"), "rb") as file:
    PICTURE = file.read()
DATA, HEADERS, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, CONTINUATION = 0, 1, 3, 4, 5, 6, 7, 9
END_STREAM, END_HEADERS = 1, 4


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def field(name, value):
    # A literal without indexing, neither part compressed (RFC 7541, section 6.2.2).
    return b"\x00" + length(len(name)) + name + length(len(value)) + value


def length(number):
    # An integer behind a prefix of seven bits (RFC 7541, section 5.1).
    if number < 127:
        return bytes([number])
    rest, number = b"\x7f", number - 127
    while number >= 128:
        rest += bytes([number % 128 + 128])
        number //= 128
    return rest + bytes([number])


def exactly(connection, count):
    data = b""
    while len(data) < count:
        more = connection.recv(count - len(data))
        if not more:
            raise OSError("closed")
        data += more
    return data


def requests(connection):
    """Gives the stream of each request."""
    exactly(connection, 24)
    connection.sendall(frame(SETTINGS, 0, 0))
    while True:
        head = exactly(connection, 9)
        exactly(connection, int.from_bytes(head[:3], "big"))
        if head[3] == HEADERS:
            yield int.from_bytes(head[5:9], "big")


def hold(connection):
    while connection.recv(65536):
        pass


def forever(connection, data):
    while True:
        connection.sendall(data)


CLOSE = object()  # What a behaviour gives when the connection ends with it.
STATUS = b"\x88"  # :status 200
HEAD = STATUS + field(b"content-type", b"image/png")


def good(connection, stream):
    connection.sendall(frame(HEADERS, END_HEADERS, stream, HEAD))
    for start in range(0, len(PICTURE), 16384):
        connection.sendall(frame(DATA, 0, stream, PICTURE[start:start + 16384]))
    connection.sendall(frame(DATA, END_STREAM, stream))


def header_bomb(connection, stream):
    # One field of 4,000 bytes for the dynamic table, and 12,000 references to it.
    bomb = b"\x40" + length(1) + b"x" + length(4000) + b"a" * 4000 + b"\xbe" * 12000
    connection.sendall(frame(HEADERS, END_HEADERS, stream, STATUS + bomb[:16000]))


def many_fields(connection, stream):
    fields = b"".join(field(b"x-%d" % number, b"a") for number in range(1000))
    connection.sendall(frame(HEADERS, END_HEADERS, stream, STATUS + fields))


def continuation(connection, stream):
    connection.sendall(frame(HEADERS, 0, stream, STATUS))
    forever(connection, frame(CONTINUATION, 0, stream, field(b"x", b"a" * 10000)))


def empty_continuation(connection, stream):
    connection.sendall(frame(HEADERS, 0, stream, STATUS))
    forever(connection, frame(CONTINUATION, 0, stream) * 1000)


def interim(connection, stream):
    # A literal :status 103 each time (RFC 7541, section 6.2.2, with the name of entry 8).
    forever(connection, frame(HEADERS, END_HEADERS, stream, b"\x08\x03103") * 100)


def reset(connection, stream):
    connection.sendall(frame(RST_STREAM, 0, stream, struct.pack(">I", 2)))


def refused_stream(connection, stream):
    connection.sendall(frame(RST_STREAM, 0, stream, struct.pack(">I", 7)))


def reset_in_body(connection, stream):
    connection.sendall(frame(HEADERS, END_HEADERS, stream, HEAD) + frame(DATA, 0, stream, PICTURE[:600]))
    connection.sendall(frame(RST_STREAM, 0, stream, struct.pack(">I", 2)))


def reset_storm(connection, stream):
    connection.sendall(frame(HEADERS, END_HEADERS, stream, HEAD))
    forever(connection, frame(RST_STREAM, 0, stream, struct.pack(">I", 8)) * 1000)


def goaway(connection, stream):
    connection.sendall(frame(GOAWAY, 0, 0, struct.pack(">II", 0, 0)))
    return CLOSE


def goaway_calm(connection, stream):
    connection.sendall(frame(GOAWAY, 0, 0, struct.pack(">II", stream, 11)))


def zero_window(connection, stream):
    # Initial window 0 for the client, and nothing comes from here either.
    connection.sendall(frame(SETTINGS, 0, 0, struct.pack(">HI", 4, 0)))


def endless_data(connection, stream):
    connection.sendall(frame(HEADERS, END_HEADERS, stream, HEAD))
    connection.sendall(frame(DATA, 0, stream, PICTURE[:33] + b"\x7f\xff\xff\xffIDAT"))
    forever(connection, frame(DATA, 0, stream, b"\0" * 16384))


def empty_data(connection, stream):
    connection.sendall(frame(HEADERS, END_HEADERS, stream, HEAD))
    forever(connection, frame(DATA, 0, stream) * 1000)


def closed_in_body(connection, stream):
    connection.sendall(frame(HEADERS, END_HEADERS, stream, HEAD) + frame(DATA, 0, stream, PICTURE[:600]))
    return CLOSE


def goaway_in_body(connection, stream):
    closed_in_body(connection, stream)
    connection.sendall(frame(GOAWAY, 0, 0, struct.pack(">II", 0, 2)))
    return CLOSE


def pings(connection, stream):
    forever(connection, frame(PING, 0, 0, b"12345678") * 1000)


def settings(connection, stream):
    forever(connection, frame(SETTINGS, 0, 0, struct.pack(">HI", 4, 65535)) * 1000)


def push(connection, stream):
    promise = struct.pack(">I", 2) + b"\x82\x87\x84"
    connection.sendall(frame(PUSH_PROMISE, END_HEADERS, stream, promise))
    good(connection, stream)


def other_stream(connection, stream):
    connection.sendall(frame(HEADERS, END_HEADERS, stream + 100, HEAD))


def long_frame(connection, stream):
    connection.sendall(frame(HEADERS, END_HEADERS, stream, HEAD) + frame(DATA, 0, stream, b"\0" * 100_000))


def garbage(connection, stream):
    connection.sendall(b"\xff" * 1000)


def h2(behaviour):
    def serve(connection):
        for stream in requests(connection):
            if behaviour(connection, stream) is CLOSE:
                return
    return serve


EXCESS = threading.Event()


def excess(connection):
    time.sleep(0.02)
    connection.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
    EXCESS.set()


def h1(head, body=b"", before=None, after=None):
    def serve(connection):
        data = b""
        while b"\r\n\r\n" not in data:
            data += exactly(connection, 1)
        if before:
            before()
        connection.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        if after:
            after(connection)
        hold(connection)
    return serve


def plain_context(certificate="good", **options):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*(os.path.join(DIRECTORY, certificate + end) for end in (".pem", ".key")))
    for name, value in options.items():
        setattr(context, name, value)
    return context


def h2_context():
    context = plain_context()
    context.set_alpn_protocols(["h2"])
    return context


def old_context():
    context = plain_context()
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_1
    return context


def end(connection):
    """Ends in order: closing with bytes unread would be a reset, at times."""
    with socket.socket(fileno=os.dup(connection.fileno())) as raw:
        try:
            if isinstance(connection, ssl.SSLSocket):
                connection.unwrap()
        except (OSError, ValueError):
            pass
        raw.shutdown(socket.SHUT_WR)
        while raw.recv(65536):
            pass


def run(listener, context, serve):
    while True:
        raw, _ = listener.accept()
        threading.Thread(target=one, args=(raw, context, serve), daemon=True).start()


def one(raw, context, serve):
    try:
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = context.wrap_socket(raw, server_side=True) if context else raw
        with connection:
            serve(connection)
            end(connection)
    except (OSError, ValueError):
        pass
    finally:
        raw.close()


def origins():
    image = b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n"
    found = b"HTTP/1.1 302 Found\r\nLocation: "
    yield "h1-good", plain_context(), h1(image, PICTURE)
    yield "h1-late", plain_context(), h1(image, PICTURE, before=EXCESS.wait)
    yield "h1-excess", plain_context(), h1(image, PICTURE, after=excess)
    yield "expired", plain_context("expired"), h1(image, PICTURE)
    yield "other-name", plain_context("other"), h1(image, PICTURE)
    yield "self-signed", plain_context("self"), h1(image, PICTURE)
    yield "tls-1.1", old_context(), h1(image, PICTURE)
    yield "silent", None, hold
    yield "no-tls", None, lambda connection: connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    yield "reset", None, lambda connection: None
    yield "downgrade", plain_context(), h1(found + b"http://media.example.com/a.png\r\n")
    yield "downgrade-local", plain_context(), h1(found + b"http://127.0.0.1/a.png\r\n")
    for behaviour in (
        good, header_bomb, many_fields, continuation, empty_continuation, interim, reset, refused_stream,
        reset_in_body, reset_storm, goaway, goaway_calm, zero_window, endless_data, empty_data, pings, settings, push,
        other_stream, long_frame, garbage, closed_in_body, goaway_in_body,
    ):
        yield "h2-" + behaviour.__name__.replace("_", "-"), h2_context(), h2(behaviour)


lines = []
for name, context, serve in origins():
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    lines.append("%s %d\n" % (name, listener.getsockname()[1]))
    threading.Thread(target=run, args=(listener, context, serve), daemon=True).start()
with open(os.path.join(DIRECTORY, "ports.new"), "w") as file:
    file.writelines(lines)
os.rename(os.path.join(DIRECTORY, "ports.new"), os.path.join(DIRECTORY, "ports"))
while os.getppid() == PARENT:
    time.sleep(0.2)
