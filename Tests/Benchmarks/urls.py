"""Judges many URLs with `attache check` and prints URLs per second of processor time and the largest memory.

Usage: urls.py ATTACHE WORK-DIRECTORY COUNT
"""
import os
import sys
import time

from measure import keep

attache, work = sys.argv[1:3]
COUNTS = (10_000, int(sys.argv[3]))


def url(number):
    host = f"img{number % 100}.cdn-{number % 977}.example.com"
    path = f"/campaigns/2026/{number * 2654435761 % 2**32:08x}/banner-{number}.png?user={number}"
    return [
        f"https://{host}{path}",
        f"http://{host}{path}",
        f"https://10.{number % 200}.{number % 250}.7:8080/a.webp",
        f"https://b\u00fccher{number % 1000}.example/\u00e4.png",
        f"https://user:word@{host}{path}",
    ][number % 5]


def measure(name, lines):
    """Wall seconds, processor seconds and peak memory in KiB of one run."""
    begin = time.monotonic()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(lines, os.O_RDONLY), 0)
        os.dup2(os.open(f"{work}/verdicts", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        os.execv(attache, [attache, "check", "--json"])
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        sys.exit(f"attache check ended with {status}")
    with open(lines, "rb") as asked, open(f"{work}/verdicts", "rb") as answered:
        if sum(1 for _ in asked) != sum(1 for _ in answered):
            sys.exit(f"{name}: not every URL has a verdict")
    return time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss


print("| URLs | URLs/s per core | target | peak memory |")
print("|---|---|---|---|")
for name, make in [
    ("plain https", lambda number: url(number * 5)),
    ("one in five each: https, http, private address, international name, credentials", url),
]:
    memory = []
    for count in COUNTS:
        with open(f"{work}/urls", "w", encoding="utf-8") as file:
            file.writelines(make(number) + "\n" for number in range(count))
        _, processor, largest = measure(name, f"{work}/urls")
        memory.append(f"{largest / 1024:.1f}")
    keep(work, "check", urls=name, count=COUNTS[-1], per_second=COUNTS[-1] / processor, peak_mib=largest / 1024)
    print(f"| {name} | {COUNTS[-1] / processor:,.0f} | 200,000 | {memory[1]} MiB ({memory[0]} for 10,000) |")
