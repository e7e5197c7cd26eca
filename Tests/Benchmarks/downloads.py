"""Batch over many different images beside `curl --parallel`, which only downloads, and beside the floor: the same bytes
downloaded, hashed, checked and written in C.

Usage: downloads.py ATTACHE WORK-DIRECTORY PORT COUNT ROUNDS

In memory everything is on a tmpfs; on disk `curl` is followed by a `sync` of its files, as Attache's are on the disk.
"""

import os
import shutil
import subprocess
import sys
import tempfile

import images
from measure import alternately, keep, median, run, spread

attache, work, port = sys.argv[1:4]
count, rounds = int(sys.argv[4]), int(sys.argv[5])
images.make(f"{work}/site/many", count)
memory = tempfile.mkdtemp(dir="/dev/shm")
floor_program = f"{memory}/floor"
here = os.path.dirname(os.path.abspath(__file__))
subprocess.run(
    ["cc", "-O2", f"{here}/floor.c", "-o", floor_program, "-lcurl", "-lcrypto", "-lz", "-lpthread"], check=True)


def lists(place):
    """What each side reads: payloads, URLs, and curl's configuration."""
    urls = [f"http://127.0.0.1:{port}/many/{number}.png" for number in range(count)]
    payload = '{"aps":{"alert":"x","mutable-content":1},"media_url":"%s"}\n'
    with open(f"{place}/many.ndjson", "w", encoding="ascii") as lines:
        lines.writelines(payload % url for url in urls)
    with open(f"{place}/many.urls", "w", encoding="ascii") as lines:
        lines.writelines(url + "\n" for url in urls)
    with open(f"{place}/many.curl", "w", encoding="ascii") as lines:
        lines.writelines(f'url = "{url}"\noutput = "{place}/files/{number}.png"\n' for number, url in enumerate(urls))


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    os.sync()


def curl(place, syncs=False):
    def side():
        fresh(f"{place}/files")
        command = f"curl -s --parallel --parallel-max 50 -K {place}/many.curl"
        if syncs:
            command += f" && sync {place}/files/*.png {place}/files"
        wall, used, _ = run(["sh", "-c", command])
        return wall, used / count * 1e6
    return side


def floor(place):
    def side():
        fresh(f"{place}/files")
        output = subprocess.check_output([floor_program, f"{place}/many.urls", f"{place}/files", "50"], text=True)
        wall, used, files = output.split()
        if int(files) != count:
            sys.exit(f"the floor wrote {files} files")
        return float(wall), float(used)
    return side


def batch(place, *options):
    def side():
        shutil.rmtree(f"{place}/out", ignore_errors=True)
        shutil.rmtree(f"{place}/store", ignore_errors=True)
        os.sync()
        wall, used, _ = run([
            attache, "batch", f"{place}/many.ndjson", "--out", f"{place}/out", "--store", f"{place}/store",
            "--jobs", "50", "--per-host", "50", f"--allow-address=127.0.0.0/8:{port}", "--progress", "off", *options,
        ])
        with open(f"{place}/out/many.ndjson", "rb") as results:
            attached = sum(b'"outcome":"attached"' in line for line in results)
        if attached != count:
            sys.exit(f"{attached} of {count} images attached")
        return wall, used / count * 1e6
    return side


def compare(title, targets, sides):
    """The first side is the one that the times are compared with."""
    rows = dict(zip(sides, alternately(rounds, *sides.values())))
    base = median([wall for wall, _ in next(iter(rows.values()))])
    floor_used = median([used for _, used in rows["floor"]]) if "floor" in rows else None
    print("| command | median s | spread s | ratio | target | CPU µs/file | × floor | target |")
    print("|---|---|---|---|---|---|---|---|")
    for name, runs in rows.items():
        walls, used = [wall for wall, _ in runs], median([used for _, used in runs])
        ratio, cost = median(walls) / base, used / floor_used if floor_used else None
        goal, cost_goal = targets.get(name, (None, None))
        print(f"| {name} | {median(walls):.2f} | {spread(walls)} | {ratio:.2f} | {f'≤ {goal}' if goal else ''} "
              f"| {used:.0f} | {f'{cost:.2f}' if cost else ''} | {f'≤ {cost_goal}' if cost_goal else ''} |")
        keep(work, title, command=name, count=count, seconds=walls, ratio=ratio, target=goal, cpu_us=used,
             floor_ratio=cost, floor_target=cost_goal)


try:
    lists(memory)
    lists(work)
    print("In memory:\n")
    compare("downloads", {"attache batch": (2.2, 1.8)}, {
        "curl --parallel": curl(memory), "floor": floor(memory), "attache batch": batch(memory),
        "attache batch --type-check in-process --cache run": batch(
            memory, "--type-check", "in-process", "--cache", "run"),
    })
    print("\nOn disk:\n")
    compare("downloads on disk", {"attache batch": (1.5, None)}, {
        "curl --parallel && sync": curl(work, syncs=True), "attache batch": batch(work),
    })
finally:
    shutil.rmtree(memory)
