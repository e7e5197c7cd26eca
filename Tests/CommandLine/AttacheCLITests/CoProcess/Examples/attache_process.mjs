// Keeps one attache running, and asks it about as many payloads at once as you like.
//
// On any failure a payload comes back unchanged, with the outcome "unchecked": send it as it is.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { argv, stdin } from "node:process";
import { pathToFileURL } from "node:url";

export class Attache {
  #words;
  #child;

  constructor(program = "attache", ...options) {
    this.#words = [program, "rewrite", "--ndjson", "--unordered", "--id-from", "$.id", "--emit", "payload", ...options];
    this.#child = new Child(this.#words);
  }

  /** Takes a payload as JSON text; gives its outcome and the payload to send, the latter as JSON text. */
  async rewrite(payload, deadlineMs = 30_000) {
    // Waits while attache has enough to do: that is the back-pressure.
    while (this.#running().drained) await this.#child.drained;
    return this.#child.ask(payload, deadlineMs);
  }

  /** Waits for the payloads in progress, and ends the process. */
  async close() {
    this.#child.input.end();
    return this.#child.ended;
  }

  /** At most one start a second: a program that ends at once must not be started for each payload. */
  #running() {
    const { hasEnded, started } = this.#child;
    if (hasEnded && Date.now() - started > 1000) this.#child = new Child(this.#words);
    return this.#child;
  }
}

/** One run of attache, until it ends. */
class Child {
  started = Date.now();
  hasEnded = false;
  drained = null;
  #waiting = new Map();
  #line = 0;

  constructor([program, ...words]) {
    const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
    this.input = child.stdin;
    // A failed write is the end of the process, which answers.
    this.input.on("error", () => {});
    createInterface({ input: child.stdout }).on("line", (line) => this.#answer(line));
    this.ended = new Promise((resolve) => {
      child.on("error", (error) => console.error(`attache: ${error.message}`));
      child.on("close", (status) => {
        this.hasEnded = true;
        for (const { resolve, payload } of this.#waiting.values()) resolve({ outcome: "unchecked", payload });
        this.#waiting.clear();
        resolve(status);
      });
    });
  }

  async ask(payload, deadlineMs) {
    if (this.hasEnded) return { outcome: "unchecked", payload };
    const number = ++this.#line;
    const answer = new Promise((resolve) => this.#waiting.set(number, { resolve, payload }));
    // A line break would end the line: between JSON's tokens a space is the same.
    const line = payload.replace(/[\r\n]/g, " ");
    if (!this.input.write(`{"id":${number},"deadline_ms":${deadlineMs},"payload":${line}}\n`)) {
      const drain = once(this.input, "drain").catch(() => {});
      this.drained = Promise.race([drain, this.ended]).then(() => (this.drained = null));
    }
    return answer;
  }

  #answer(line) {
    // The payload is cut out and not parsed, so that its numbers stay as they are.
    const end = line.indexOf(',"payload":');
    let found;
    try {
      found = JSON.parse(line.slice(0, end) + "}");
    } catch {
      // A line that was cut when the process died.
      return;
    }
    // A line that is no JSON has no id; its source is stdin#LINE.
    const number = found.id ?? Number(found.source.split("#").pop());
    const asked = this.#waiting.get(number);
    if (!asked) return;
    this.#waiting.delete(number);
    // What is no push stays as it came.
    const payload = found.outcome === "rejected" ? asked.payload : line.slice(end + 11, -1);
    asked.resolve({ outcome: found.outcome, payload });
  }
}

if (import.meta.url === pathToFileURL(argv[1]).href) {
  const attache = new Attache(...argv.slice(2));
  const answers = [];
  for await (const line of createInterface({ input: stdin })) answers.push(attache.rewrite(line.trim()));
  for (const { outcome, payload } of await Promise.all(answers)) console.log(outcome, payload);
  process.exitCode = await attache.close();
}
