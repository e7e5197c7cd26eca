"""Keeps one attache running, and asks it about as many payloads at once as you like."""

import json
import subprocess
import sys
import threading
from concurrent.futures import Future


class Attache:
    def __init__(self, program="attache", *options):
        command = [program, "rewrite", "--ndjson", "--unordered", "--id-from", "$.id", "--emit", "payload", *options]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._waiting = {}
        self._line = 0
        self._writing = threading.Lock()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def rewrite(self, payload, deadline_ms=30_000):
        """Takes a payload as JSON text; gives a future of (outcome, payload to send), the latter as JSON text."""
        answer = Future()
        with self._writing:
            self._line += 1
            self._waiting[self._line] = answer
            envelope = f'{{"id":{self._line},"deadline_ms":{deadline_ms},"payload":{payload}}}\n'
            # Waits while attache has enough to do: that is the back-pressure.
            self._process.stdin.write(envelope.encode())
            self._process.stdin.flush()
        return answer

    def close(self):
        """Waits for the payloads in progress, and ends the process."""
        self._process.stdin.close()
        self._reader.join()
        return self._process.wait()

    def _read(self):
        for line in self._process.stdout:
            # The payload is cut out and not parsed, so that its numbers stay as they are.
            head, _, payload = line.rstrip(b"\n").partition(b'"payload":')
            answer = json.loads(head.rstrip(b",") + b"}")
            # A line that is no JSON has no id; its source is stdin#LINE.
            number = answer.get("id") or int(answer["source"].rpartition("#")[2])
            self._waiting.pop(number).set_result((answer["outcome"], payload[:-1].decode()))
        for answer in self._waiting.values():
            answer.set_exception(RuntimeError("attache has ended"))


if __name__ == "__main__":
    attache = Attache(*sys.argv[1:])
    answers = [attache.rewrite(line.strip()) for line in sys.stdin]
    for answer in answers:
        print(*answer.result())
    sys.exit(attache.close())
