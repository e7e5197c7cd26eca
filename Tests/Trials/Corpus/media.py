"""Builders of small media files, byte by byte and without any library."""
import base64
import struct
import zlib


def be(value, width):
    return value.to_bytes(width, "big")


def le(value, width):
    return value.to_bytes(width, "little")


# PNG

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind, content=b"", crc=None):
    value = zlib.crc32(kind + content) if crc is None else crc
    return be(len(content), 4) + kind + content + be(value, 4)


def ihdr(width=8, height=8, depth=8, color=2, compression=0, filtering=0, interlace=0):
    return chunk(b"IHDR", be(width, 4) + be(height, 4) + bytes([depth, color, compression, filtering, interlace]))


def pixels(width=8, height=8, bits=24):
    return zlib.compress((b"\0" + b"\x55" * ((width * bits + 7) // 8)) * height, 9)


IDAT = chunk(b"IDAT", pixels())
IEND = chunk(b"IEND")


def png(*parts):
    return SIGNATURE + b"".join(parts)


def fctl(sequence, width=8, height=8, left=0, top=0):
    return chunk(b"fcTL", struct.pack(">IIIIIHHBB", sequence, width, height, left, top, 1, 10, 0, 0))


# JPEG: 16 x 16, 4:2:0, baseline and progressive

BASELINE = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6"
    "/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAAQABAD"
    "ASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAwEE/8QAIRAAAgEEAgIDAAAAAAAAAAAAAQIDAAQRMRJBsfAjUYH/xAAUAQEAAAAAAAAAAAAA"
    "AAAAAAAA/8QAHREAAgIBBQAAAAAAAAAAAAAAAREAAhIhIjFB8f/aAAwDAQACEQMRAD8ADg9tZqVYhmHLIPWx5rVcTCznBRQEBGQANd+TRssc1pH8"
    "irhQv37qpeLJcSlBGw/M+6od6w6bga2FTz6p/9k="
)
PROGRESSIVE = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6"
    "/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wgARCAAQABAD"
    "ASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAwAC/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEAMQAAABNcx//8QAGRABAQADAQAA"
    "AAAAAAAAAAAAAgEREiEy/9oACAEBAAEFAvIV0vKXlX//xAAWEQADAAAAAAAAAAAAAAAAAAAAEUH/2gAIAQMBAT8BqP/EABURAQEAAAAAAAAAAAAA"
    "AAAAADEA/9oACAECAQE/AUv/xAAYEAACAwAAAAAAAAAAAAAAAAAAARAhMf/aAAgBAQAGPwKFZh//xAAYEAADAQEAAAAAAAAAAAAAAAABESEAMf/a"
    "AAgBAQABPyFECNN3FExEYIsCDb//2gAMAwEAAgADAAAAEOP/xAAZEQABBQAAAAAAAAAAAAAAAAABABEhMfH/2gAIAQMBAT8QEgV6y//EABgRAAID"
    "AAAAAAAAAAAAAAAAAAARATFR/9oACAECAQE/EJrls//EAB0QAQACAgIDAAAAAAAAAAAAAAEAMRFBsfAhUYH/2gAIAQEAAT8QzxAPIdWcwBSCmQCt"
    "8soID27UQkPme1P/2Q=="
)


def segments(data=BASELINE):
    """The marker segments of a JPEG up to its first scan, as (marker, content), and the rest from the scan on."""
    found, offset = [], 2
    while data[offset + 1] != 0xDA:
        length = int.from_bytes(data[offset + 2 : offset + 4], "big")
        found.append((data[offset + 1], data[offset + 4 : offset + 2 + length]))
        offset += 2 + length
    return found, data[offset:]


def segment(marker, content):
    return bytes([0xFF, marker]) + be(len(content) + 2, 2) + content


def jpeg(change=None, rest=None, data=BASELINE):
    """A JPEG whose segments went through `change(marker, content)`, which returns bytes or None for no change."""
    parts, scan = segments(data)
    out = b"\xff\xd8"
    for marker, content in parts:
        changed = change(marker, content) if change else None
        out += segment(marker, content) if changed is None else changed
    return out + (scan if rest is None else rest)


# GIF

PALETTE = bytes([0, 0, 0, 255, 255, 255])


def screen(width=2, height=2, flags=0x80, palette=PALETTE):
    return b"GIF89a" + le(width, 2) + le(height, 2) + bytes([flags, 0, 0]) + (palette if flags & 0x80 else b"")


def picture(width=2, height=2, left=0, top=0, size=2, data=b"\x02\x44\x34\x00", flags=0, palette=b""):
    return b"," + le(left, 2) + le(top, 2) + le(width, 2) + le(height, 2) + bytes([flags]) + palette + bytes([size]) + data


# ISO base media: one picture of 16 x 16 in H.264, or silence in AAC

SPS = bytes.fromhex("6742c00ada7b011000000300100000030320f1226a")
PPS = bytes.fromhex("68ce039c80")
IDR = bytes.fromhex(
    "6588843a0c6003c03b1789bf5febf9e0c80aa8aa2a7805037cc76d77c2cb11c59d3c063ddd643fd9f2c6efdce75040255b879606243a040b55"
    "8796059615b150169f808120c0022d33181cf8c90fbc742d704e1a9a3db61a97800a8872b5d2b67d666392126b7ea6037562efea32ca792b4b"
    "0bbfa0"
)
SAMPLE = be(len(IDR), 4) + IDR
AAC = bytes.fromhex("01182007")


def box(kind, *content):
    body = b"".join(content)
    return be(len(body) + 8, 4) + kind + body


def full(kind, *content, version=0, flags=0):
    return box(kind, bytes([version]) + be(flags, 3), *content)


def ftyp(major=b"isom", *others):
    return box(b"ftyp", major, be(512, 4), *(others or (b"isom", b"mp42")))


def avcc(profile=None):
    sps = SPS if profile is None else SPS[:1] + bytes([profile]) + SPS[2:]
    head = bytes([1, sps[1], sps[2], sps[3], 0xFF, 0xE1])
    return box(b"avcC", head, be(len(sps), 2), sps, b"\x01", be(len(PPS), 2), PPS)


def visual(kind=b"avc1", extra=None, width=16, height=16):
    fields = bytes(6) + be(1, 2) + bytes(16) + be(width, 2) + be(height, 2) + be(0x480000, 4) * 2 + bytes(4) + be(1, 2)
    return box(kind, fields, bytes(32), be(24, 2), b"\xff\xff", avcc() if extra is None else extra)


def esds(object_type, config=b"\x15\x88"):
    decoder = bytes([4, 13 + 2 + len(config), object_type, 0x15]) + bytes(11) + bytes([5, len(config)]) + config
    return full(b"esds", bytes([3, 3 + len(decoder) + 3, 0, 1, 0]) + decoder + bytes([6, 1, 2]))


def sound(kind=b"mp4a", extra=None):
    fields = bytes(6) + be(1, 2) + bytes(8) + be(1, 2) + be(16, 2) + bytes(4) + be(8000, 2) + bytes(2)
    return box(kind, fields, esds(0x40) if extra is None else extra)


HERE = full(b"url ", flags=1)


def track(
    handler=b"vide", entry=None, sizes=(len(SAMPLE),), chunks=(48,), reference=HERE, number=1, extra=b"", references=1
):
    duration = be(1000 * max(1, len(sizes)), 4)
    header = full(
        b"tkhd", bytes(8), be(number, 4), bytes(4), duration, bytes(16), be(0x10000, 4), bytes(12), be(0x10000, 4),
        bytes(12), be(0x40000000, 4), be(16, 2) + bytes(2) + be(16, 2) + bytes(2), flags=3,
    )
    entry = entry if entry is not None else visual() if handler == b"vide" else sound()
    table = box(
        b"stbl",
        full(b"stsd", be(1, 4), entry),
        full(b"stts", be(1, 4), be(len(sizes), 4), be(1000, 4)),
        full(b"stsc", be(1, 4), be(1, 4), be(len(sizes), 4), be(1, 4)) if chunks else full(b"stsc", bytes(4)),
        full(b"stsz", bytes(4), be(len(sizes), 4), b"".join(be(size, 4) for size in sizes)),
        full(b"stco", be(len(chunks), 4), b"".join(be(offset, 4) for offset in chunks)),
    )
    head = full(b"vmhd", bytes(8), flags=1) if handler == b"vide" else full(b"smhd", bytes(4))
    information = box(b"minf", head, box(b"dinf", full(b"dref", be(references, 4), reference)), table)
    media = box(
        b"mdia",
        full(b"mdhd", bytes(8), be(1000, 4), duration, be(0x55C4, 2), bytes(2)),
        full(b"hdlr", bytes(4), handler, bytes(13)),
        information,
    )
    return box(b"trak", header, media, extra)


def moov(*tracks):
    matrix = be(0x10000, 4) + bytes(12) + be(0x10000, 4) + bytes(12) + be(0x40000000, 4)
    mvhd = full(b"mvhd", bytes(8), be(1000, 4), be(1000, 4), be(0x10000, 4), be(0x100, 2), bytes(10), matrix, bytes(24), be(9, 4))
    return box(b"moov", mvhd, *tracks)


def movie(*tracks, media=SAMPLE, brands=()):
    """Brands, media, header; `brands` has as many as the default, so that the media begin at 32 + 8 of 48."""
    start = ftyp(*brands) if brands else ftyp()
    free = box(b"free", bytes(max(0, 40 - len(start) - 8)))
    return start + free + box(b"mdat", media) + moov(*(tracks or (track(),)))


# RIFF

def riff(form, *content, size=None, outer=b"RIFF"):
    body = form + b"".join(content)
    return outer + (le(len(body), 4) if size is None else le(size, 4)) + body


def part(code, content, size=None):
    length = len(content) if size is None else size
    return code + le(length, 4) + content + (b"\0" if len(content) % 2 else b"")


def fmt(tag=1, channels=1, rate=8000, bits=16):
    align = max(1, channels * bits // 8)
    return struct.pack("<HHIIHH", tag, channels, rate, min(rate * align, 0xFFFFFFFF), align, bits)


PCM = b"\0\x10" * 2000


def wav(format=None, data=PCM, size=None, data_size=None, extra=b""):
    return riff(b"WAVE", part(b"fmt ", fmt() if format is None else format), extra, part(b"data", data, data_size), size=size)


def avi(codec=b"MJPG", frame=BASELINE, size=None, movi_size=None, handler=b"vids", streams=None, frames=3):
    header = struct.pack("<14I", 40000, 0, 0, 0x10, frames, 0, 1, 0, 16, 16, 0, 0, 0, 0)
    strh = handler + codec + struct.pack("<10I", 0, 0, 0, 1, 25, 0, frames, 0, 0xFFFFFFFF, 0) + struct.pack("<4H", 0, 0, 16, 16)
    strf = struct.pack("<IiiHH4s5I", 40, 16, 16, 1, 24, codec, 16 * 16 * 3, 0, 0, 0, 0)
    list_ = part(b"LIST", b"strl" + part(b"strh", strh) + part(b"strf", strf)) if streams is None else streams
    hdrl = part(b"LIST", b"hdrl" + part(b"avih", header) + list_)
    return riff(b"AVI ", hdrl, part(b"LIST", b"movi" + part(b"00dc", frame) * frames, movi_size), size=size)


# Other sound

def aiff(common=None, data=PCM, form=b"AIFF"):
    rate = bytes.fromhex("400bfa00000000000000")
    comm = be(1, 2) + be(len(data) // 2, 4) + be(16, 2) + rate if common is None else common
    body = form + b"COMM" + be(len(comm), 4) + comm + b"SSND" + be(len(data) + 8, 4) + bytes(8) + data
    return b"FORM" + be(len(body), 4) + body


def caf(description=None, data=PCM, size=None):
    desc = struct.pack(">d4sIIIII", 8000.0, b"lpcm", 0, 2, 1, 1, 16) if description is None else description
    body = (b"desc" + be(len(desc), 8) + desc) if desc else b""
    length = be(len(data) + 4, 8) if size is None else be(size, 8)
    return b"caff\0\1\0\0" + body + b"data" + length + bytes(4) + data


def au(encoding=3, rate=8000, channels=1, data=PCM[:3600], start=24, length=None):
    size = len(data) if length is None else length
    return b".snd" + be(start, 4) + be(size, 4) + be(encoding, 4) + be(rate, 4) + be(channels, 4) + data


MP3 = (b"\xff\xfb\x90\x00" + bytes(413)) * 24


def id3(size, fill=b"\0"):
    return b"ID3\4\0\0" + bytes((size >> shift) & 0x7F for shift in (21, 14, 7, 0)) + fill * size


AMR = b"#!AMR\n" + (b"\x3c" + bytes(31)) * 12
