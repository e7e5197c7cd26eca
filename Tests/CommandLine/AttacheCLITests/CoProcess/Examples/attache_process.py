"""Keeps one attache running, and asks it about as many payloads at once as you like.

On any failure a payload comes back unchanged, with the outcome "unchecked": send it as it is.
"""

import json
import subprocess
import sys
import threading
import time
from concurrent.futures import Future

UNCHECKED = "unchecked"


class Attache:
    def __init__(self, program="attache", *options):
        self._command = [program, "rewrite", "--ndjson", "--unordered", "--id-from", "$.id", "--emit", "payload", *options]
        self._writing = threading.Lock()
        # A program that is missing is an error here, and only here.
        self._child = Child(self._command)

    def rewrite(self, payload, deadline_ms=30_000):
        """Takes a payload as JSON text; gives a future of (outcome, payload to send), the latter as JSON text."""
        answer = Future()
        with self._writing:
            if self._child.has_ended and time.monotonic() - self._child.started > 1:
                # At most one start a second: a program that ends at once must not be started for each payload.
                try:
                    self._child = Child(self._command)
                except OSError:
                    pass
            self._child.ask(payload, deadline_ms, answer)
        return answer

    def close(self):
        """Waits for the payloads in progress, and ends the process."""
        return self._child.close()


class Child:
    """One run of attache, until it ends."""

    def __init__(self, command):
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.started = time.monotonic()
        self.has_ended = False
        self._waiting = {}
        self._line = 0
        self._state = threading.Lock()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def ask(self, payload, deadline_ms, answer):
        # A line break would end the line: between the tokens of JSON a space is the same. Half of a surrogate pair is no JSON.
        line = payload.replace("\r", " ").replace("\n", " ").encode(errors="surrogatepass")
        with self._state:
            if self.has_ended:
                return answer.set_result((UNCHECKED, payload))
            self._line += 1
            self._waiting[self._line] = (answer, payload)
        try:
            # Waits while attache has enough to do: that is the back-pressure.
            head = f'{{"id":{self._line},"deadline_ms":{deadline_ms},"payload":'
            self._process.stdin.write(head.encode() + line + b"}\n")
            self._process.stdin.flush()
        except OSError:
            # The process has ended, and the reader answers.
            pass

    def close(self):
        try:
            self._process.stdin.close()
        except OSError:
            pass
        self._reader.join()
        return self._process.wait()

    def _read(self):
        try:
            self._answer()
        finally:
            # Whatever ended it: no caller waits for an answer that cannot come.
            with self._state:
                self.has_ended = True
                left, self._waiting = self._waiting, {}
            for answer, payload in left.values():
                answer.set_result((UNCHECKED, payload))

    def _answer(self):
        for line in self._process.stdout:
            # The payload is cut out and not parsed, so that its numbers stay as they are.
            head, _, payload = line.rstrip(b"\n").partition(b'"payload":')
            try:
                found = json.loads(head.rstrip(b",") + b"}")
                # A line that is no JSON has no id; its source is stdin#LINE.
                number = found.get("id") or int(found["source"].rpartition("#")[2])
            except ValueError:
                # A line that was cut when the process died.
                break
            with self._state:
                answer, sent = self._waiting.pop(number, (None, None))
            if answer is None:
                continue
            # What is no push stays as it came.
            text = sent if found["outcome"] == "rejected" else payload[:-1].decode()
            answer.set_result((found["outcome"], text))


if __name__ == "__main__":
    attache = Attache(*sys.argv[1:])
    answers = [attache.rewrite(line.strip()) for line in sys.stdin]
    for answer in answers:
        print(*answer.result())
    sys.exit(attache.close())
