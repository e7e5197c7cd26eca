"""Peak memory of many large downloads at once: flat in their size and in their number.

Usage: memory.py ATTACHE WORK-DIRECTORY PORT [--quick]
"""

import os
import shutil
import subprocess
import sys

from measure import keep, run

attache, work, port = sys.argv[1:4]
quick = "--quick" in sys.argv
MEGABYTE = 1_000_000


def clip(size):
    """A real MP4 that is filled up with a free box to the size, which every player passes over."""
    path = f"{work}/site/clip-{size}.mp4"
    if not os.path.exists(path):
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=d=1:s=64x48", "-pix_fmt", "yuv420p", path],
            check=True,
        )
        missing = size * MEGABYTE - os.path.getsize(path)
        with open(path, "ab") as file:
            file.write(missing.to_bytes(4, "big") + b"free")
            file.truncate(size * MEGABYTE)
    return f"clip-{size}.mp4"


def measure(count, size):
    name = clip(size)
    with open(f"{work}/large.ndjson", "w", encoding="ascii") as file:
        for number in range(count):
            url = f"http://127.0.0.1:{port}/{name}?{number}"
            file.write('{"aps":{"alert":"x","mutable-content":1},"media_url":"%s"}\n' % url)
    shutil.rmtree(f"{work}/large-store", ignore_errors=True)
    wall, _, peak = run([
        attache, "rewrite", f"{work}/large.ndjson", "--store", f"{work}/large-store", "--jobs", str(count), "--per-host",
        str(count), "--deadline", "600s", "--cache-limit", "30GB", f"--allow-address=127.0.0.0/8:{port}",
    ], f"{work}/large.out")
    with open(f"{work}/large.out", "rb") as results:
        attached = sum(b'"outcome":"attached"' in line for line in results)
    if attached != count:
        sys.exit(f"{attached} of {count} clips attached")
    keep(work, "memory", downloads=count, megabytes=size, seconds=wall, peak_mib=peak, target=48)
    print(f"| {count} | {size} MB | {wall:.1f} | {peak:.1f} | ≤ 48 |")


print("| downloads at once | size of each | s | peak MiB | target |")
print("|---|---|---|---|---|")
for count, size in [(64, 10), (256, 10)] if quick else [(64, 10), (256, 10), (64, 50), (256, 50)]:
    measure(count, size)
