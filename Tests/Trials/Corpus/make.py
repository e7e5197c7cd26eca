#!/usr/bin/env python3
"""Writes the corpus: crafted files, each wrong or odd in one way, and real ones by FFmpeg where it is installed.

Usage: make.py DIRECTORY. The crafted files are the same bytes in every run. Beside them `expected.tsv` has a line for
each: the file and what `attache inspect` must report, a reason code, or `attached` with the codes of its warnings.
A name is CLASS--CASE.EXTENSION.
"""
import os
import random
import subprocess
import sys
from media import *

files = {}
OK, CODEC, ODD = "attached", "attached type.codec", "attached type.irregular"
CUT, BAD, TRAIL = "type.incomplete", "type.unsupported", "attached type.trailing-bytes"


def add(name, data, expected):
    assert name not in files, name
    files[name] = (data, expected)


def pngs():
    valid = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
    samples = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
    palette = chunk(b"PLTE", bytes(range(6)) * 128)
    for color in range(9):
        for depth in (0, 1, 2, 3, 4, 8, 16, 32):
            is_valid = depth in valid.get(color, ())
            bits = depth * samples[color] if is_valid else 24
            plte = chunk(b"PLTE", bytes(3 << min(depth, 8))) if color == 3 and is_valid else palette if color == 3 else b""
            data = png(ihdr(depth=depth, color=color), plte, chunk(b"IDAT", pixels(bits=bits)), IEND)
            add(f"png-depth--{color}-{depth}.png" if not is_valid else f"png--{color}-{depth}.png", data, OK if is_valid else BAD)
    for field in ("compression", "filtering", "interlace"):
        for value in (1, 2, 9, 64, 255):
            if (field, value) != ("interlace", 1):
                add(f"png-method--{field}-{value}.png", png(ihdr(**{field: value}), IDAT, IEND), BAD)
    for width, height in ((0, 8), (8, 0), (0, 0)):
        add(f"png-size--{width}-{height}.png", png(ihdr(width, height), IDAT, IEND), CUT)
    for name, data in (("empty", b""), ("text", b"Hello, world, this is no zlib"), ("zeros", bytes(64)), ("method9", b"\x79\x9c" + pixels()[2:]),
                       ("window", b"\x88\x1c" + pixels()[2:]), ("dictionary", b"\x78\xbb" + pixels()[2:]), ("check", b"\x78\x9b" + pixels()[2:])):
        add(f"png-zlib--{name}.png", png(ihdr(), chunk(b"IDAT", data), IEND), BAD)
    add("png-zlib--garbage-behind-header.png", png(ihdr(), chunk(b"IDAT", pixels()[:2] + b"\xff" * 40), IEND), OK)
    raw = pixels()
    add("png--idat-split.png", png(ihdr(), *(chunk(b"IDAT", raw[i : i + 1]) for i in range(len(raw))), IEND), OK)
    add("png--idat-empty-first.png", png(ihdr(), chunk(b"IDAT"), IDAT, IEND), OK)
    for kind in (b"tEXt", b"tIME", b"PLTE"):
        add(f"png-interrupted--{kind.decode()}.png", png(ihdr(), chunk(b"IDAT", raw[:9]), chunk(kind, b"abc"), chunk(b"IDAT", raw[9:]), IEND), BAD)
    add("png-palette--missing.png", png(ihdr(color=3), chunk(b"IDAT", pixels(bits=8)), IEND), BAD)
    add("png-palette--late.png", png(ihdr(color=3), chunk(b"IDAT", pixels(bits=8)), palette, IEND), BAD)
    for size in (0, 1, 2, 4, 769, 771):
        add(f"png-palette--{size}.png", png(ihdr(color=3), chunk(b"PLTE", bytes(size)), chunk(b"IDAT", pixels(bits=8)), IEND), BAD)
    actl = chunk(b"acTL", be(2, 4) + bytes(4))
    fdat = chunk(b"fdAT", be(2, 4) + pixels())
    for name, box_, ok in (("same", (8, 8, 0, 0), True), ("inside", (4, 4, 4, 4), True), ("wide", (9, 8, 0, 0), False), ("right", (8, 8, 1, 0), False),
                           ("below", (8, 8, 0, 1), False), ("huge", (60000, 60000, 0, 0), False), ("zero", (0, 0, 0, 0), False), ("max", (2**31, 2**31, 2**31, 0), False)):
        second = chunk(b"fdAT", be(2, 4) + pixels(*box_[:2])) if ok else fdat
        add(f"png-frame--{name}.png", png(ihdr(), actl, fctl(0), IDAT, fctl(1, *box_), second, IEND), OK if ok else BAD)
    add("png-frame--short.png", png(ihdr(), actl, fctl(0), IDAT, chunk(b"fcTL", bytes(20)), fdat, IEND), BAD)
    for kind in (b"tEXt", b"gAMA", b"pHYs", b"tIME", b"iCCP"):
        content = {b"gAMA": be(45455, 4), b"pHYs": be(2835, 4) * 2 + b"\1", b"tIME": be(2020, 2) + bytes([1, 1, 0, 0, 0])}.get(kind, b"a\0b")
        add(f"png-crc-ancillary--{kind.decode()}.png", png(ihdr(), chunk(kind, content, crc=1), IDAT, IEND), ODD)
    for kind, parts in (("IHDR", (chunk(b"IHDR", ihdr()[8:21], crc=1), IDAT)), ("IDAT", (ihdr(), chunk(b"IDAT", pixels(), crc=1)))):
        add(f"png-crc--{kind}.png", png(*parts, IEND), CUT)
    whole = png(ihdr(), IDAT, IEND)
    for cut in (0, 1, 4, 8, 11, 12):
        add(f"png-end--{cut}.png", whole[: len(whole) - 12 + cut] if cut < 12 else whole[:-1] + b"\0", CUT)
    for cut in (9, 20, 33, 40, 50):
        add(f"png-cut--{cut}.png", whole[:cut], CUT)
    add("png-trailing--html.png", whole + b"<html>", TRAIL)
    add("png-bomb--pixels.png", png(ihdr(60000, 60000), IDAT, IEND), "type.too-many-pixels")
    add("png--order.png", png(IDAT, ihdr(), IEND), CUT)
    add("png--two-headers.png", png(ihdr(), ihdr(), IDAT, IEND), CUT)


def jpegs():
    def frame(change):
        return lambda marker, content: change(content) if marker in (0xC0, 0xC2) else None

    def field(offset, value):
        return frame(lambda c: segment(0xC0, c[:offset] + value + c[offset + len(value):]))

    add("jpeg--baseline.jpg", BASELINE, OK)
    add("jpeg--progressive.jpg", PROGRESSIVE, OK)
    add("jpeg--fill.jpg", jpeg(lambda m, c: b"\xff\xff\xff" + segment(m, c)), OK)
    add("jpeg--app.jpg", jpeg(lambda m, c: segment(m, c) + segment(0xE1, b"Exif\0\0" + BASELINE) if m == 0xE0 else None), OK)
    for process in (3, 5, 6, 7, 11, 13, 14, 15):
        add(f"jpeg-process--{process}.jpg", jpeg(frame(lambda c: segment(0xC0 + process, c))), BAD)
    add("jpeg--extended.jpg", jpeg(frame(lambda c: segment(0xC1, c))), OK)
    for precision in (0, 1, 7, 9, 12, 16):
        add(f"jpeg-precision--{precision}.jpg", jpeg(field(0, bytes([precision]))), BAD)
    for count in (0, 2, 5, 7, 255):
        body = BASELINE[BASELINE.index(b"\xff\xc0") + 4 :][:6]
        add(f"jpeg-components--{count}.jpg", jpeg(frame(lambda c: segment(0xC0, body[:5] + bytes([count]) + b"\1\x11\0" * count))), BAD)
    add("jpeg-components--short.jpg", jpeg(frame(lambda c: segment(0xC0, c[:-1]))), BAD)
    for name, value in (("h0", b"\x02"), ("v0", b"\x20"), ("h5", b"\x52"), ("v15", b"\x2f")):
        add(f"jpeg-sampling--{name}.jpg", jpeg(field(7, value)), BAD)
    add("jpeg-size--height0.jpg", jpeg(field(1, be(0, 2))), BAD)
    add("jpeg-size--width0.jpg", jpeg(field(3, be(0, 2))), BAD)
    add("jpeg-no-dqt--none.jpg", jpeg(lambda m, c: b"" if m == 0xDB else None), BAD)
    add("jpeg-no-dqt--other.jpg", jpeg(field(8, b"\3")), BAD)
    parts, scan = segments()
    sof = next(c for m, c in parts if m == 0xC0)
    add("jpeg-two-frames--same.jpg", jpeg(frame(lambda c: segment(0xC0, c) * 2)), BAD)
    huge = sof[:1] + be(65535, 2) * 2 + sof[5:]
    add("jpeg-two-frames--big-small.jpg", jpeg(frame(lambda c: segment(0xC0, huge) + segment(0xC0, c))), BAD)
    add("jpeg-two-frames--small-big.jpg", jpeg(frame(lambda c: segment(0xC0, c) + segment(0xC0, huge))), BAD)
    dnl = segment(0xDC, be(1, 2))
    add("jpeg-bomb--dnl.jpg", jpeg(frame(lambda c: segment(0xC0, huge)), scan[:-2] + dnl + scan[-2:]), "type.too-many-pixels")
    add("jpeg-bomb--plain.jpg", jpeg(frame(lambda c: segment(0xC0, huge))), "type.too-many-pixels")
    add("jpeg-dnl--height0.jpg", jpeg(field(1, be(0, 2)), scan[:-2] + segment(0xDC, be(16, 2)) + scan[-2:]), ODD)
    add("jpeg-dnl--ignored.jpg", jpeg(rest=scan[:-2] + segment(0xDC, be(8, 2)) + scan[-2:]), OK)
    without = b"\xff\xd8" + b"".join(segment(m, c) for m, c in parts if m != 0xC0)
    add("jpeg-scan-first--none.jpg", without + scan, BAD)
    add("jpeg-scan-first--late.jpg", without + scan[:-2] + segment(0xC0, sof) + scan[-2:], BAD)
    add("jpeg-end--no-eoi.jpg", BASELINE[:-2], CUT)
    add("jpeg-end--half-eoi.jpg", BASELINE[:-1], CUT)
    add("jpeg-end--progressive.jpg", PROGRESSIVE[:-2], CUT)
    add("jpeg-end--half-scan.jpg", BASELINE[:-40], CUT)
    for cut in (2, 4, 20, 100, 200):
        add(f"jpeg-cut--{cut}.jpg", BASELINE[:cut], CUT)
    add("jpeg-cut--no-scan.jpg", BASELINE[: BASELINE.index(b"\xff\xda")] + b"\xff\xd9", CUT)
    add("jpeg-length--zero.jpg", jpeg(lambda m, c: b"\xff\xe0\0\0" if m == 0xE0 else None), CUT)
    add("jpeg-trailing--html.jpg", BASELINE + b"<html>", TRAIL)


def gifs():
    whole = screen() + picture() + b";"
    add("gif--still.gif", whole, OK)
    add("gif--local.gif", screen(flags=0) + picture(flags=0x80, palette=PALETTE) + b";", OK)
    add("gif--animated.gif", screen() + picture() * 5 + b";", OK)
    add("gif--control.gif", screen() + b"!\xf9\4\0\0\0\0\0" + picture() + b";", OK)
    add("gif--small-screen.gif", screen(1, 1) + picture() + b";", OK)
    for width, height in ((0, 0), (0, 2), (2, 0)):
        add(f"gif-frame-size--{width}-{height}.gif", screen() + picture(width, height) + b";", BAD)
    add("gif-no-colors--none.gif", screen(flags=0) + picture() + b";", BAD)
    for size in (0, 12, 13, 64, 255):
        add(f"gif-code-size--{size}.gif", screen() + picture(size=size) + b";", BAD)
    add("gif-no-data--empty.gif", screen() + picture(data=b"\0") + b";", BAD)
    add("gif-no-picture--trailer.gif", screen() + b";", CUT)
    add("gif-no-picture--screen.gif", screen(), CUT)
    add("gif-end--no-trailer.gif", whole[:-1], CUT)
    add("gif-end--zero.gif", whole[:-1] + b"\0", CUT)
    for cut in (5, 8, 13, 19, 25, len(whole) - 2):
        add(f"gif-cut--{cut}.gif", whole[:cut], CUT)
    add("gif-block--damaged.gif", screen() + b"\x77" + picture() + b";", CUT)
    add("gif-trailing--html.gif", whole + b"<html>", TRAIL)
    add("gif-bomb--frames.gif", screen() + picture() * 2001 + b";", "type.too-many-frames")
    add("gif-bomb--pixels.gif", screen(60000, 60000) + picture() + b";", "type.too-many-pixels")


def movies():
    add("mp4--plain.mp4", movie(), OK)
    add("mp4--mov.mov", movie(brands=(b"qt  ", b"qt  ", b"qt  ")), OK)
    add("mp4--m4v.m4v", movie(brands=(b"M4V ", b"isom", b"mp42")), OK)
    add("mp4--3gp.3gp", movie(brands=(b"3gp4", b"isom", b"3gp4")), OK)
    silence = track(b"soun", sizes=(4,) * 8, number=2)
    for major in (b"M4A ", b"isom", b"qt  ", b"mp42"):
        add(f"m4a--{major.decode().strip()}.m4a", movie(silence, media=AAC * 8, brands=(major, b"isom", b"mp42")), OK)
    add("mp4-sound--only.mp4", movie(silence, media=AAC * 8), ODD)
    add("mp4-sound--only.mov", movie(silence, media=AAC * 8, brands=(b"qt  ", b"qt  ", b"qt  ")), ODD)
    chapters = track(b"vide", visual(b"jpeg", b""), sizes=(len(BASELINE),), chunks=(48 + 32,), number=3)
    sounding = track(b"soun", sizes=(4,) * 8, number=2, extra=box(b"tref", box(b"chap", be(3, 4))))
    add("m4a-chapters--pictures.m4a", movie(sounding, chapters, media=AAC * 8 + BASELINE, brands=(b"M4A ", b"isom", b"mp42")), OK)
    add("m4a-video--h264.m4a", movie(brands=(b"M4A ", b"isom", b"mp42")), "type.mismatch")
    add("mp4-no-track--none.mp4", movie(box(b"udta")), CUT)
    add("mp4-no-track--empty-trak.mp4", movie(box(b"trak")), BAD)
    add("mp4-no-track--text.mp4", movie(track(b"text", visual(b"text"))), BAD)
    add("mp4-no-track--subtitles.mp4", movie(track(b"sbtl", visual(b"tx3g"))), BAD)
    add("mp4-no-track--meta.mp4", movie(track(b"meta", visual(b"mett"))), BAD)
    add("mp4-no-entry--stsd.mp4", movie(track(entry=b"")), BAD)
    for kind in (b"encv", b"drmi"):
        add(f"mp4-encrypted--{kind.decode()}.mp4", movie(track(entry=visual(kind))), BAD)
    for kind in (b"enca", b"drms"):
        add(f"mp4-encrypted--{kind.decode()}.m4a", movie(track(b"soun", sound(kind), sizes=(4,)), media=AAC, brands=(b"M4A ", b"isom", b"mp42")), BAD)
    for kind in (b"av01", b"vp08", b"vp09", b"drac", b"hev1", b"png ", b"raw ", b"theo", b"xxxx"):
        add(f"mp4-codec--{kind.decode().strip()}.mp4", movie(track(entry=visual(kind, b""))), CODEC)
    for object_type in (0x60, 0x61, 0x65, 0x6A, 0x6C, 0x6D):
        add(f"mp4-codec--object-{object_type}.mp4", movie(track(entry=visual(b"mp4v", esds(object_type)))), CODEC)
    for profile in (110, 122, 244, 44, 118):
        add(f"mp4-codec--profile-{profile}.mp4", movie(track(entry=visual(extra=avcc(profile)))), CODEC)
    for kind in (b"Opus", b"fLaC", b"ac-4"):
        add(f"mp4-codec--{kind.decode()}.mp4", movie(track(), track(b"soun", sound(kind, b""), sizes=(4,), number=2)), CODEC)
    add("mp4-codec--vorbis.mp4", movie(track(), track(b"soun", sound(extra=esds(0xDD)), sizes=(4,), number=2)), CODEC)
    size = len(movie())
    add("mp4-chunks--behind.mp4", movie(track(chunks=(size,))), CUT)
    add("mp4-chunks--first-behind.mp4", movie(track(sizes=(len(SAMPLE), 4), chunks=(size * 9, 48))), CUT)
    add("mp4-chunks--none.mp4", movie(track(sizes=(), chunks=())), CUT)
    for name, sizes in (("huge", (2**31,)), ("sum", (size, size)), ("max", (2**32 - 1,) * 4)):
        add(f"mp4-sizes--{name}.mp4", movie(track(sizes=sizes)), CUT)
    for name, data in (("zeros", bytes(len(SAMPLE))), ("html", (b"<!DOCTYPE html>" * 20)[: len(SAMPLE)]), ("ones", b"\xff" * len(SAMPLE))):
        add(f"mp4-data--{name}.mp4", movie(media=data), CUT)
    fragment = box(b"moof", full(b"mfhd", be(1, 4)))
    trex = box(b"mvex", full(b"trex", be(1, 4) * 2, bytes(12)))
    empty = track(sizes=(), chunks=())
    add("mp4-fragment--empty.mp4", ftyp() + moov(empty, trex) + fragment + box(b"mdat", SAMPLE), CUT)
    add("mp4-fragment--none.mp4", ftyp() + moov(empty, trex) + box(b"mdat", SAMPLE), CUT)
    run = box(b"traf", full(b"tfhd", be(1, 4), flags=0x20000), full(b"trun", be(1, 4), be(108, 4), be(1000, 4), be(len(SAMPLE), 4), flags=0x301))
    one = box(b"moof", full(b"mfhd", be(1, 4)), run)
    one = one.replace(be(108, 4), be(len(one) + 8, 4))
    add("mp4--fragment.mp4", ftyp() + moov(empty, trex) + one + box(b"mdat", SAMPLE), OK)
    for name, reference in (("url", full(b"url ", b"http://192.0.2.1/a.mp4\0")), ("file", full(b"url ", b"file:///etc/passwd\0")),
                            ("urn", full(b"urn ", b"urn:x\0file:///etc/passwd\0")), ("alias", full(b"alis", b"other movie"))):
        add(f"mp4-external--{name}.mp4", movie(track(reference=reference)), BAD)
        add(f"mp4-external--second-{name}.mp4", movie() + moov(track(reference=reference)), BAD)
        hidden = be(4, 4) + b"url " + reference
        add(f"mp4-external--hidden-{name}.mp4", movie(track(reference=hidden)), BAD)
    add("mp4-external--count.mp4", movie(track(references=2)), BAD)
    add("mp4-two-headers--same.mp4", movie() + moov(track()), ODD)
    whole = movie()
    for name in (b"trak", b"mdia", b"minf", b"stbl"):
        at = whole.index(name) - 4
        for label, length in (("long", 2**20), ("short", 4)):
            add(f"mp4-box--{name.decode()}-{label}.mp4", whole[:at] + be(length, 4) + whole[at + 4 :], CUT)
    for cut in (8, 30, 40, 60, len(whole) // 2, len(whole) - 1):
        add(f"mp4-cut--{cut}.mp4", whole[:cut], CUT if cut > 8 else BAD if cut < 8 else "type.mismatch")
    add("mp4-trailing--html.mp4", whole + b"<html>", TRAIL)


def sounds():
    add("wav--pcm.wav", wav(), OK)
    add("wav--float.wav", wav(fmt(3, bits=32)), OK)
    add("wav--list.wav", wav(extra=part(b"LIST", b"INFOISFT\4\0\0\0abc\0")), OK)
    for size in (0, 0xFFFFFFFF, 0x7FFFF024):
        for data_size in (0, 0xFFFFFFFF, 0x7FFFF000, None):
            name = "regular" if data_size is None else f"{data_size:x}"
            add(f"wav-open--{size:x}-{name}.wav", wav(size=size, data_size=data_size), ODD)
    add("wav-open--regular-ffffffff.wav", wav(data_size=0xFFFFFFFF), ODD)
    ds64 = part(b"ds64", (len(PCM) + 80).to_bytes(8, "little") + len(PCM).to_bytes(8, "little") + bytes(12))
    for outer in (b"RF64", b"BW64"):
        long = riff(b"WAVE", ds64, part(b"fmt ", fmt()), part(b"data", PCM, 0xFFFFFFFF), size=0xFFFFFFFF, outer=outer)
        add(f"wav-rf64--{outer.decode()}.wav", long, ODD)
        add(f"wav-rf64--{outer.decode()}-cut.wav", long[:-2000], CUT)
    for name, format in (("0-bytes", b""), ("2-bytes", b"\1\0"), ("13-bytes", fmt()[:13]), ("tag0", fmt(0)), ("channels0", fmt(channels=0)),
                         ("rate0", fmt(rate=0)), ("bits0", fmt(bits=0)), ("html", b"<html><body>Hell"), ("ones", b"\xff" * 16), ("zeros", bytes(16))):
        add(f"wav-format--{name}.wav", wav(format), BAD)
    for tag in (0x0A, 0x160, 0x161, 0x270, 0x674F, 0x2001, 0xF1AC, 0x706D):
        add(f"wav-codec--{tag:x}.wav", wav(fmt(tag)), CODEC)
    add("wav-no-data--empty.wav", wav(data=b""), CUT)
    add("wav-no-data--none.wav", riff(b"WAVE", part(b"fmt ", fmt())), CUT)
    add("wav-no-data--no-format.wav", riff(b"WAVE", part(b"data", PCM)), CUT)
    for cut in (11, 20, 40, 100, len(wav()) - 2):
        add(f"wav-cut--{cut}.wav", wav()[:cut], CUT if cut > 11 else "type.mismatch")
    add("avi--mjpeg.avi", avi(), OK)
    for size in (0, 0xFFFFFFFF):
        for movi in (0, 0xFFFFFFFF, None):
            add(f"avi-open--{size:x}-{'regular' if movi is None else f'{movi:x}'}.avi", avi(size=size, movi_size=movi), ODD)
    for codec in (b"VP80", b"FFV1", b"HFYU", b"cvid", b"MP42", b"WMV3", b"IV50", bytes(4), b"AV01"):
        add(f"avi-codec--{codec.decode().strip(chr(0)) or 'raw'}.avi", avi(codec), CODEC)
    add("avi-empty--lists.avi", riff(b"AVI ", part(b"LIST", b"hdrl"), part(b"LIST", b"movi")), CUT)
    add("avi-empty--movi.avi", avi(frames=0), CUT)
    add("avi-empty--no-stream.avi", avi(streams=b""), CUT)
    add("avi-empty--no-movi.avi", riff(b"AVI ", avi()[12:][: avi()[12:].index(b"LIST", 8)]), CUT)
    for cut in (11, 40, 100, 300, len(avi()) - 2):
        add(f"avi-cut--{cut}.avi", avi()[:cut], CUT if cut > 11 else "type.mismatch")
    strh = b"auds" + bytes(4) + struct.pack("<10I", 0, 0, 0, 1, 8000, 0, 2000, 0, 0xFFFFFFFF, 2) + bytes(8)
    streams = part(b"LIST", b"strl" + part(b"strh", strh) + part(b"strf", fmt()))
    add("avi-sound--only.avi", avi(streams=streams, frame=PCM), ODD)
    add("aiff--plain.aiff", aiff(), OK)
    add("aiff-empty--ssnd.aiff", aiff(data=b""), CUT)
    add("aiff-empty--comm.aiff", aiff(common=b""), CUT)
    add("aiff-format--channels0.aiff", aiff(common=be(0, 2) + be(9, 4) + be(16, 2) + bytes.fromhex("400bfa00000000000000")), BAD)
    add("aiff-format--rate0.aiff", aiff(common=be(1, 2) + be(9, 4) + be(16, 2) + bytes(10)), BAD)
    for cut in (10, 30, 100, len(aiff()) - 2):
        add(f"aiff-cut--{cut}.aiff", aiff()[:cut], CUT if cut > 11 else "type.mismatch")
    add("caf--plain.caf", caf(), OK)
    add("caf--open.caf", caf(size=2**64 - 1), OK)
    add("caf-empty--no-desc.caf", caf(description=b""), BAD)
    add("caf-empty--rate0.caf", caf(description=struct.pack(">d4sIIIII", 0.0, b"lpcm", 0, 2, 1, 1, 16)), BAD)
    add("caf-empty--channels0.caf", caf(description=struct.pack(">d4sIIIII", 8000.0, b"lpcm", 0, 2, 1, 0, 16)), BAD)
    add("caf-cut--half.caf", caf()[:1000], CUT)
    for encoding in (1, 2, 3, 4, 5, 6, 7, 27):
        add(f"au--{encoding}.au", au(encoding), OK)
    add("au--open.au", au(length=0xFFFFFFFF), OK)
    for name, change in (("encoding0", {"encoding": 0}), ("encoding99", {"encoding": 99}), ("rate0", {"rate": 0}), ("channels0", {"channels": 0})):
        add(f"au-format--{name}.au", au(**change), BAD)
    add("au-format--html.au", b".snd" + be(24, 4) + be(600, 4) + b"<html>" * 102, BAD)
    add("au-cut--half.au", au()[:1000], CUT)
    add("mp3--plain.mp3", MP3, OK)
    add("mp3--tag.mp3", id3(100) + MP3, OK)
    for size in (4000, 5000, 40000, 70000, 300000):
        add(f"mp3--padding-{size}.mp3", id3(100) + bytes(size) + MP3, OK)
    noise = random.Random(7)
    junk = bytes(noise.choice((1, 2, 4, 8, 0x55, 0x91)) for _ in range(70000))
    for size in (1, 100, 4000, 20000, 40000, 65000):
        add(f"mp3-junk--{size}.mp3", junk[:size] + MP3 * 4, ODD)
        add(f"mp3-zeros--{size}.mp3", bytes(size) + MP3 * 4, ODD)
    add("mp3-junk--66000.mp3", junk[:66000] + MP3 * 4, BAD)
    add("mp3-junk--half-frame.mp3", MP3[200:], ODD)
    ape = b"APETAGEX" + le(2000, 4) + le(200, 4) + le(1, 4) + le(0xA0000000, 4) + bytes(8) + b"\x02" * 168
    add("mp3-junk--ape.mp3", ape + MP3, ODD)
    add("mp3-no-sound--junk.mp3", junk[:20000], "type.mismatch")
    add("mp3-no-sound--long-junk.mp3", junk, BAD)
    add("mp3-no-sound--html.mp3", b"<html>" * 9000, "type.mismatch")
    add("mp3-no-sound--tag.mp3", id3(50000), CUT)
    add("mp3-no-sound--tag-html.mp3", id3(50000) + b"<html>" * 900, CUT)
    add("amr--frames.amr", AMR, OK)
    add("amr-format--html.amr", b"#!AMR\n<html><body>Sign in to this network</body></html>" + b" " * 400, BAD)
    add("amr-format--ones.amr", b"#!AMR\n" + b"\xff" * 400, BAD)
    add("amr-empty--head.amr", b"#!AMR\n", CUT)
    pack = bytes.fromhex("000001ba44000400040100000003f8")[:14]
    add("mpg-no-stream--pack.mpg", pack + bytes(400), CUT)
    add("mpg-no-stream--html.mpg", pack + b"<html><body>Sign in</body></html>" * 20, CUT)
    sequence = bytes.fromhex("000001b3010010132710a0")[:12] + b"\x00"
    add("mpg-no-stream--sequence.mpg", sequence + b"\0\0\1\xb8" + bytes(400), CUT)


def others():
    for name, data in (("html.png", b"<!DOCTYPE html><html></html>"), ("html.jpg", b"<html>"), ("json.gif", b'{"error":404}'), ("pdf.mp4", b"%PDF-1.7\n"),
                       ("zip.png", b"PK\3\4" + bytes(60)), ("text.wav", b"Not found\n"), ("zeros.jpg", bytes(500)), ("empty.png", b""), ("svg.png", b"<svg/>"),
                       ("png.mp4", png(ihdr(), IDAT, IEND)), ("mp4.png", movie()), ("wav.mp4", wav())):
        add(f"mismatch--{name}", data, "type.mismatch" if data else BAD)
    for name, data in (("gif.png", screen() + picture() + b";"), ("png.jpg", png(ihdr(), IDAT, IEND)), ("jpeg.gif", BASELINE)):
        add(f"corrected--{name}", data, "attached type.extension-corrected")
    for name, data in (("webp.png", riff(b"WEBP", part(b"VP8L", b"\x2f" + bytes(8)))), ("tiff.png", b"II*\0" + bytes(40)), ("bmp.png", b"BM" + le(60, 4) + bytes(4) + le(54, 4) + le(40, 4) + bytes(40)),
                       ("flac.mp3", b"fLaC" + bytes(40)), ("ogg.mp3", b"OggS\0" + bytes(40)), ("mkv.mp4", b"\x1a\x45\xdf\xa3\x8f\x42\x82\x88matroska" + bytes(60))):
        add(f"unsupported--{name}", data, BAD)


def real(directory):
    """Files of FFmpeg, whose bytes differ between its versions: attached, most with any warning."""
    video, tone = ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=0.5"], ["-f", "lavfi", "-i", "sine=duration=0.5"]
    cases = {
        "h264.mp4": (OK, "-c:v libx264 -pix_fmt yuv420p -c:a aac"), "h264-444.mp4": (CODEC, "-c:v libx264 -pix_fmt yuv444p"),
        "h264-10bit.mp4": (CODEC, "-c:v libx264 -pix_fmt yuv420p10le"), "h264.mov": (OK, "-c:v libx264 -pix_fmt yuv420p -c:a aac"),
        "hvc1.mp4": (OK, "-c:v libx265 -x265-params log-level=none -tag:v hvc1 -pix_fmt yuv420p"),
        "hev1.mp4": (CODEC, "-c:v libx265 -x265-params log-level=none -pix_fmt yuv420p"), "vp9.mp4": (CODEC, "-c:v libvpx-vp9 -pix_fmt yuv420p"),
        "mpeg2.mp4": (CODEC, "-c:v mpeg2video -pix_fmt yuv420p"), "png.mp4": (CODEC, "-c:v png"), "opus.mp4": (CODEC, "-c:v libx264 -pix_fmt yuv420p -c:a libopus"),
        "flac.mp4": (CODEC, "-c:v libx264 -pix_fmt yuv420p -c:a flac -strict -2"), "mpeg4.3gp": (OK, "-c:v mpeg4 -c:a aac"),
        "frag.mp4": (OK, "-c:v libx264 -pix_fmt yuv420p -movflags frag_keyframe+empty_moov"), "raw.mov": (CODEC, "-c:v rawvideo -pix_fmt rgb24"),
        "prores.mov": (OK, "-c:v prores -pix_fmt yuv422p10le"), "mjpeg.avi": (OK, "-c:v mjpeg -pix_fmt yuvj420p -c:a pcm_s16le"), "xvid.avi": (OK, "-c:v mpeg4 -c:a libmp3lame"),
        "vp8.avi": (CODEC, "-c:v libvpx"), "ffv1.avi": (CODEC, "-c:v ffv1"), "huffyuv.avi": (CODEC, "-c:v huffyuv"), "cinepak.avi": (CODEC, "-c:v cinepak"),
        "sound.avi": (ODD, "-vn -c:a pcm_s16le"), "mpeg1.mpg": (OK, "-c:v mpeg1video -r 25 -c:a mp2"), "video.m2v": (OK, "-c:v mpeg2video -an"),
        "aac.m4a": (OK, "-vn -c:a aac"), "alac.m4a": (OK, "-vn -c:a alac"), "sound.mp4": (ODD, "-vn -c:a aac"), "lame.mp3": (OK, "-vn -c:a libmp3lame"),
        "pcm.wav": (OK, "-vn"), "adpcm.wav": (OK, "-vn -c:a adpcm_ms"), "mulaw.wav": (OK, "-vn -c:a pcm_mulaw"), "pcm24.wav": (OK, "-vn -c:a pcm_s24le"),
        "rf64.wav": (ODD, "-vn -rf64 always"), "pcm.aiff": (OK, "-vn"), "pcm.caf": (OK, "-vn"), "pcm.au": (OK, "-vn"), "dolby.ac3": (OK, "-vn"), "dolby.eac3": (OK, "-vn"),
        "still.png": (OK, "-frames:v 1 -an"), "gray16.png": (OK, "-frames:v 1 -an -pix_fmt gray16be"), "palette.png": (OK, "-frames:v 1 -an -pix_fmt pal8"),
        "still.jpg": (OK, "-frames:v 1 -an"), "still.gif": (OK, "-an"), "anim.png": (OK, "-an -f apng -plays 0"),
    }
    written = []
    for name, (expected, options) in cases.items():
        path = os.path.join(directory, f"real--{name}")
        command = ["ffmpeg", "-nostdin", "-v", "error", "-y", *video, *tone, *options.split(), path]
        # An encoder that this FFmpeg was built without is no fault of the corpus.
        if subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0:
            written.append((f"real--{name}", expected))
        elif os.path.exists(path):
            os.remove(path)
    piped = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *tone, "-f", "wav", "-"], stdout=subprocess.PIPE, check=True).stdout
    with open(os.path.join(directory, "real--pipe.wav"), "wb") as file:
        file.write(piped)
    return written + [("real--pipe.wav", ODD)]


def main():
    directory = sys.argv[1]
    os.makedirs(directory, exist_ok=True)
    for build in (pngs, jpegs, gifs, movies, sounds, others):
        build()
    expected = []
    for name, (data, code) in files.items():
        with open(os.path.join(directory, name), "wb") as file:
            file.write(data)
        expected.append((name, code))
    try:
        expected += real(directory)
    except FileNotFoundError:
        print("make.py: ffmpeg is not installed; the corpus has no real files", file=sys.stderr)
    with open(os.path.join(directory, "expected.tsv"), "w") as file:
        file.writelines(f"{name}\t{code}\n" for name, code in expected)
    print(f"{len(expected)} files, {len(files)} of them crafted")


main()
