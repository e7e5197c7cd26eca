"""What the benchmarks share: running commands, medians and spread, and keeping every figure for the JSON table."""

import json
import os
import statistics
import subprocess
import sys
import threading
import time


def run(command, output=os.devnull, status=(0,)):
    """Runs a command; wall seconds, processor seconds and peak memory in MiB of the process itself."""
    begin = time.monotonic()
    with open(output, "wb") as file, open(output + ".talk" if output != os.devnull else os.devnull, "wb") as talk:
        process = subprocess.Popen(command, stdout=file, stderr=talk)
    peak = [0]

    def watch():
        # The usage reported by wait4 includes the parent's memory at the fork; the kernel's own mark does not.
        while True:
            try:
                with open(f"/proc/{process.pid}/status", encoding="ascii") as lines:
                    marks = [line for line in lines if line.startswith("VmHWM:")]
            except (FileNotFoundError, ProcessLookupError):
                return
            if not marks:
                return
            peak[0] = max(peak[0], int(marks[0].split()[1]))
            time.sleep(0.005)

    watcher = threading.Thread(target=watch)
    watcher.start()
    _, ended, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - begin
    watcher.join()
    process.returncode = os.waitstatus_to_exitcode(ended)
    if process.returncode not in status:
        sys.exit(f"{' '.join(command[:6])} … ended with {process.returncode}")
    return wall, usage.ru_utime + usage.ru_stime, peak[0] / 1024


def alternately(rounds, *sides):
    """Runs each side once a round, one after the other, so that what disturbs one disturbs the other; lists of results."""
    results = [[] for _ in sides]
    for _ in range(rounds):
        for index, side in enumerate(sides):
            results[index].append(side())
    return results


def median(values):
    return statistics.median(values)


def spread(values):
    """From the smallest to the largest."""
    return f"{min(values):.2f}–{max(values):.2f}"


def keep(work, row, **figures):
    """Keeps the figures of a row for the JSON table."""
    with open(f"{work}/figures.ndjson", "a", encoding="utf-8") as file:
        file.write(json.dumps({"row": row, **figures}) + "\n")
