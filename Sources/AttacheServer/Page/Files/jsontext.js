// JSON as text. JSON.parse would round numbers and drop what makes two texts differ; what is copied must be what was sent.

/** Calls back with each token of a JSON text that is known to be valid: a string, a sign, or a number or word. */
function* tokens(text) {
  const pattern = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;
  for (const match of text.matchAll(pattern)) yield match;
}

/**
 * The members of an object, each as its text stands there.
 *
 * @param {string} text One valid JSON object.
 * @returns {Map<string, string>} Names to the texts of values.
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

/** A valid JSON text with line breaks and indents, and nothing else changed. */
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
