// Sends the example payloads with line breaks, and one that is no push, and prints what comes back.
//
// Usage: pretty.mjs EXAMPLES PROGRAM [OPTION…]

import { argv } from "node:process";

const [examples, ...command] = argv.slice(2);
const { Attache } = await import(`${examples}/attache_process.mjs`);

const pretty = '{\r\n  "aps": {\n    "alert": "Hello"\n  }\n}';
const attache = new Attache(...command);
const answers = [pretty, "{\n", "[1,\n2]", pretty].map((text) => attache.rewrite(text));
for (const { outcome, payload } of await Promise.all(answers)) {
  const words = payload.split(/\s+/).filter(Boolean).map((word) => `'${word}'`);
  console.log(outcome, `[${words.join(", ")}]`);
}
console.log(await attache.close());
