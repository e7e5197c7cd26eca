// Keeps one attache running, and asks it about as many payloads at once as you like.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { argv, stdin } from "node:process";
import { pathToFileURL } from "node:url";

export class Attache {
  #process;
  #waiting = new Map();
  #line = 0;
  #drained = null;

  constructor(program = "attache", ...options) {
    const words = ["rewrite", "--ndjson", "--unordered", "--id-from", "$.id", "--emit", "payload", ...options];
    this.#process = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: this.#process.stdout }).on("line", (line) => this.#answer(line));
    this.#process.on("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("attache has ended"));
    });
  }

  /** Takes a payload as JSON text; gives its outcome and the payload to send, the latter as JSON text. */
  async rewrite(payload, deadlineMs = 30_000) {
    // Waits while attache has enough to do: that is the back-pressure.
    while (this.#drained) await this.#drained;
    const number = ++this.#line;
    const answer = new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
    if (!this.#process.stdin.write(`{"id":${number},"deadline_ms":${deadlineMs},"payload":${payload}}\n`)) {
      this.#drained = once(this.#process.stdin, "drain").then(() => (this.#drained = null));
    }
    return answer;
  }

  /** Waits for the payloads in progress, and ends the process. */
  async close() {
    this.#process.stdin.end();
    const [status] = await once(this.#process, "close");
    return status;
  }

  #answer(line) {
    // The payload is cut out and not parsed, so that its numbers stay as they are.
    const end = line.indexOf(',"payload":');
    const { id, source, outcome } = JSON.parse(line.slice(0, end) + "}");
    // A line that is no JSON has no id; its source is stdin#LINE.
    const number = id ?? Number(source.split("#").pop());
    this.#waiting.get(number).resolve({ outcome, payload: line.slice(end + 11, -1) });
    this.#waiting.delete(number);
  }
}

if (import.meta.url === pathToFileURL(argv[1]).href) {
  const attache = new Attache(...argv.slice(2));
  const answers = [];
  for await (const line of createInterface({ input: stdin })) answers.push(attache.rewrite(line.trim()));
  for (const { outcome, payload } of await Promise.all(answers)) console.log(outcome, payload);
  process.exitCode = await attache.close();
}
