// JSON as text: JSON.parse would round numbers and normalise the text, but copied JSON must be exactly what was sent.

/** Yields each token of a valid JSON text: a string, a punctuation mark, a number or a literal. */
function* tokens(text) {
  const pattern = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;
  for (const match of text.matchAll(pattern)) yield match;
}

/**
 * Returns the members of an object with the source text of each value.
 *
 * @param {string} text One valid JSON object.
 * @returns {Map<string, string>} Member names to source texts.
 */
export function members(text) {
  const found = new Map();
  let depth = 0, name = null, start = 0, last = null;
  for (const match of tokens(text)) {
    const sign = match[0], end = match.index + sign.length;
    if (depth === 1 && (sign === "," || sign === "}")) {
      if (name !== null) found.set(name, text.slice(start, last));
      name = null;
    } else if (depth === 1 && name === null && sign[0] === '"') {
      name = JSON.parse(sign);
      start = -1;
    } else if (depth === 1 && sign === ":") {
      start = -1;
    } else if (start === -1) {
      start = match.index;
    }
    if (sign === "{" || sign === "[") depth += 1;
    if (sign === "}" || sign === "]") depth -= 1;
    last = end;
  }
  return found;
}

/** Indents a valid JSON text without changing anything else. */
export function indented(text) {
  let depth = 0, out = "", before = "";
  const line = () => `\n${"  ".repeat(depth)}`;
  for (const [sign] of tokens(text)) {
    if (sign === "}" || sign === "]") {
      depth -= 1;
      if (before !== "{" && before !== "[") out += line();
    } else if (before === "{" || before === "[" || before === ",") {
      out += line();
    }
    out += sign === ":" ? ": " : sign;
    if (sign === "{" || sign === "[") depth += 1;
    before = sign;
  }
  return out;
}
