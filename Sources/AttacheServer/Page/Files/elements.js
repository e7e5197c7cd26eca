// Elements without markup: text from outside only ever becomes text.

export const byId = (id) => document.getElementById(id);

/** An element with attributes and children; what is null or false is left out. */
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

/** Text from outside, whose direction of writing ends with it. */
export const foreign = (text) => element("bdi", {}, String(text));

/** A round mark that says the same in words to those who cannot see it. */
export function mark(tone) {
  const [sign, word] = {
    good: ["✓", "Passed"], bad: ["✕", "Stopped here"], risky: ["!", "Passed, with a warning"], skipped: ["·", "Not reached"],
  }[tone];
  return element("span", { class: "mark" }, element("span", { "aria-hidden": "true" }, sign),
    element("span", { class: "unseen" }, `${word}: `));
}
