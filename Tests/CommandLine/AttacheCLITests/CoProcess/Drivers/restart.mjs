// Kills the attache of the example while it runs, and reports what happens to the next payloads.
//
// Usage: restart.mjs EXAMPLES PIDS PROGRAM [OPTION…]; PROGRAM appends its process number to the file PIDS.

import { readFileSync } from "node:fs";

const [examples, pids, ...command] = process.argv.slice(2);
const { Attache } = await import(`${examples}/attache_process.mjs`);
const push = '{"aps":{"alert":"Hello"},"n":0.10}';
const runs = () => readFileSync(pids, "ascii").trim().split("\n");

const attache = new Attache(...command);
const first = await attache.rewrite(push);
console.log(first.outcome, first.payload);
process.kill(Number(runs().at(-1)), "SIGKILL");
let answer;
do {
  answer = await attache.rewrite(push);
  if (answer.payload !== push) throw new Error(`changed: ${answer.payload}`);
  // The end of the process is an event.
  await new Promise(setImmediate);
} while (answer.outcome === "unchecked");
console.log(answer.outcome, answer.payload);
console.log(runs().length, await attache.close());
