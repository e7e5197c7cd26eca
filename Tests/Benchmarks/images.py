"""Makes different PNGs of about 64 KB: noise, which does not compress."""

import os
import struct
import zlib

SIDE = 147


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(side=SIDE):
    noise = os.urandom(side * side * 3)
    rows = b"".join(b"\0" + noise[row * side * 3:(row + 1) * side * 3] for row in range(side))
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b""))


def make(directory, count):
    os.makedirs(directory, exist_ok=True)
    for number in range(count):
        path = f"{directory}/{number}.png"
        if not os.path.exists(path):
            with open(path, "wb") as file:
                file.write(png())
