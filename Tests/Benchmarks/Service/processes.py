"""What a process and those that it started use: processor time, memory, descriptors."""

import os
import socket
import subprocess
import time

TICKS = os.sysconf("SC_CLK_TCK")


def family(pid):
    """The process and its descendants."""
    found, unseen = [], [pid]
    while unseen:
        current = unseen.pop()
        found.append(current)
        try:
            tasks = os.listdir(f"/proc/{current}/task")
        except OSError:
            continue
        for task in tasks:
            try:
                with open(f"/proc/{current}/task/{task}/children", encoding="ascii") as file:
                    unseen += [int(child) for child in file.read().split()]
            except OSError:
                pass
    return found


def processor_seconds(pid):
    """Seconds of processor time of the family so far, of members that have ended too."""
    ticks = 0
    for member in family(pid):
        try:
            with open(f"/proc/{member}/stat", encoding="ascii") as file:
                ticks += sum(int(field) for field in file.read().rpartition(")")[2].split()[11:15])
        except OSError:
            pass
    return ticks / TICKS


def status_mebibytes(pid, field):
    """A line of the process's status, VmHWM or VmRSS, in MiB."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as lines:
            return next((int(line.split()[1]) for line in lines if line.startswith(field + ":")), 0) / 1024
    except OSError:
        return 0.0


def family_mebibytes(pid, field):
    """The same of the process, and of all that it started together; pages that they share count for each of them."""
    members = family(pid)
    return status_mebibytes(pid, field), sum(status_mebibytes(member, field) for member in members[1:])


def descriptors(pid):
    """What each open descriptor of the process points at."""
    targets = []
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            targets.append(os.readlink(f"/proc/{pid}/fd/{name}"))
        except OSError:
            pass
    return targets


def accepted(pid, port):
    """How many connections that the process has accepted at a port it still holds."""
    held = {target[8:-1] for target in descriptors(pid) if target.startswith("socket:[")}
    with open("/proc/net/tcp", encoding="ascii") as file:
        rows = [line.split() for line in file.readlines()[1:]]
    listening = "0A"
    return sum(row[1].endswith(f":{port:04X}") and row[3] != listening and row[9] in held for row in rows)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(port, process, log, seconds=20):
    """Waits until the port has a listener, and fails when the process ends before."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.02)
    with open(log, encoding="utf-8", errors="replace") as file:
        raise SystemExit(f"nothing listens at {port}: {file.read()[-2000:]}")


def start(command, log):
    with open(log, "wb") as file:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=file)


def stop(process, seconds=40):
    """Ends a process as a service manager does; its exit status."""
    if process.poll() is None:
        process.terminate()
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return None
