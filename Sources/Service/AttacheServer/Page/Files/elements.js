// DOM elements built without markup, so that untrusted text stays text.

export const byId = (id) => document.getElementById(id);

/** Creates an element with attributes and children; null and false values are skipped. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    if (key === "onclick") made.addEventListener("click", value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(2).filter((child) => child !== null && child !== false && child !== undefined));
  return made;
}

/** Untrusted text, isolated so that its writing direction does not affect the rest. */
export const foreign = (text) => element("bdi", {}, String(text));

/** A status icon with a text for screen readers. */
export function mark(tone) {
  const [sign, word] = {
    good: ["✓", "Passed"], bad: ["✕", "Stopped here"], risky: ["!", "Warning"], skipped: ["·", "Did not run"],
  }[tone];
  return element("span", { class: "mark" }, element("span", { "aria-hidden": "true" }, sign),
    element("span", { class: "unseen" }, `${word}: `));
}
