"""Runs wrk with our script, and parses its output."""

import json
import os
import subprocess
import sys

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "wrk.lua")


def run(port, clients, seconds, method, origin_port, count):
    """Requests, seconds, percentiles in ms, refusals (status from 400 on) and broken connections of one run."""
    threads = min(clients, os.cpu_count())
    output = subprocess.run(
        ["wrk", "-t", str(threads), "-c", str(clients), "-d", f"{seconds}s", "--timeout", "10s", "-s", SCRIPT,
         f"http://127.0.0.1:{port}", "--", method, str(origin_port), str(count), str(threads)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout
    lines = [line for line in output.splitlines() if line.startswith("FIGURES ")]
    if not lines:
        sys.exit(f"wrk said: {output}")
    return json.loads(lines[0].removeprefix("FIGURES "))
