#!/usr/bin/env python3
"""Compares `attache inspect` with decoders on a corpus that make.py wrote.

Usage: judge.py ATTACHE DIRECTORY TABLE. Fails when a file has not the codes of `expected.tsv`; when Attache and the
decoders (Pillow for pictures, FFmpeg for everything) disagree on a file that no line of the table names; and when a
line of the table names a file on which they agree, or none. A line has a pattern of file names, what Attache does
(attached, refused), and the reason. Refusals for other things than the bytes (a type that iOS does not attach, a size,
a name) are no statement about decoders.
"""
import fnmatch
import json
import os
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor

from PIL import Image

PIXEL_LIMIT = 50_000_000
BYTES = {"type.incomplete", "type.unsupported", "type.mismatch"}


def pillow(path):
    """Whether Pillow decodes the first frames of a picture."""
    try:
        with Image.open(path) as image:
            for frame in range(min(getattr(image, "n_frames", 1), 5)):
                image.seek(frame)
                image.load()
        return True
    except Exception:
        return False


def ffmpeg(path):
    """Whether FFmpeg decodes the beginning, at least one picture or one block of sound, without an error."""
    command = ["ffmpeg", "-nostdin", "-v", "error", "-threads", "1", "-protocol_whitelist", "file", "-max_pixels", str(PIXEL_LIMIT),
               "-i", path, "-map", "0:v?", "-map", "0:a?", "-frames:v", "2", "-t", "1", "-f", "framehash", "-hash", "adler32", "-"]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=20)
    except subprocess.TimeoutExpired:
        return False
    has_frames = any(line and not line.startswith(b"#") for line in done.stdout.splitlines())
    return has_frames and done.returncode == 0 and not done.stderr.strip()


def decodes(path):
    is_picture = path.rsplit(".", 1)[-1] in ("png", "jpg", "gif")
    return (is_picture and pillow(path)) or ffmpeg(path)


def inspect(attache, directory, names):
    found = {}
    for start in range(0, len(names), 100):
        paths = [os.path.join(directory, name) for name in names[start : start + 100]]
        done = subprocess.run([attache, "inspect", "--json", *paths], stdout=subprocess.PIPE)
        # 4: a file is refused.
        if done.returncode not in (0, 4):
            raise subprocess.CalledProcessError(done.returncode, done.args)
        output = done.stdout
        for line in output.splitlines():
            result = json.loads(line)
            found[os.path.basename(result["file"])] = result
    return found


def outcome(result):
    codes = [reason["code"] for reason in result.get("reasons", [])]
    return " ".join(["attached", *codes]) if result["verdict"] == "attachable" else codes[0]


def main():
    attache, directory, table = sys.argv[1:]
    warnings.simplefilter("ignore")
    Image.MAX_IMAGE_PIXELS = PIXEL_LIMIT // 2
    with open(os.path.join(directory, "expected.tsv")) as file:
        expected = dict(line.rstrip("\n").split("\t") for line in file)
    with open(table) as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    names = sorted(expected)
    results = inspect(attache, directory, names)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        shown = dict(zip(names, pool.map(lambda name: decodes(os.path.join(directory, name)), names)))
    faults = []
    disagreements = {}
    for name in names:
        got = outcome(results[name]) if name in results else "no result"
        if got != expected[name]:
            faults.append(f"{name}: {got} instead of {expected[name]}")
        is_attached = got.startswith("attached")
        if is_attached != shown[name] and (is_attached or got in BYTES):
            disagreements[name] = "attached" if is_attached else "refused"
    used = set()
    for name, verdict in disagreements.items():
        matching = [row[0] for row in rows if row[1] == verdict and fnmatch.fnmatchcase(name, row[0])]
        used.update(matching)
        if not matching:
            shows = "a decoder shows it" if shown[name] else "no decoder shows it"
            faults.append(f"{name}: {verdict}, and {shows}: add it to the table with the reason, or mend the rule")
    for pattern, verdict, _ in rows:
        covered = fnmatch.filter(names, pattern)
        # Without an encoder of FFmpeg its file is missing from the corpus.
        if not covered and not pattern.startswith("real--"):
            faults.append(f"{pattern}: no file has this name")
        for name in covered:
            if disagreements.get(name) != verdict:
                faults.append(f"{name}: the table has it as {verdict}, but Attache and the decoders agree")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(names)} files, {len(disagreements)} disagreements, {len(faults)} faults")
    sys.exit(1 if faults else 0)


main()
