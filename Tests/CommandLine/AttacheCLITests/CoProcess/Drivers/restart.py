"""Kills the attache of the example while it runs, and reports what happens to the next payloads.

Usage: restart.py EXAMPLES PIDS PROGRAM [OPTION…]; PROGRAM appends its process number to the file PIDS.
"""

import os
import signal
import sys

sys.dont_write_bytecode = True
examples, pids, *command = sys.argv[1:]
sys.path.insert(0, examples)
import attache_process  # noqa: E402

push = '{"aps":{"alert":"Hello"},"n":0.10}'


def runs():
    with open(pids, encoding="ascii") as file:
        return file.read().split()


attache = attache_process.Attache(*command)
print(*attache.rewrite(push).result())
os.kill(int(runs()[-1]), signal.SIGKILL)
outcome = "unchecked"
while outcome == "unchecked":
    outcome, payload = attache.rewrite(push).result()
    if payload != push:
        sys.exit(f"changed: {payload}")
print(outcome, payload)
print(len(runs()), attache.close())
