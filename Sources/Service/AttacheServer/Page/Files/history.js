// The pushes that were checked since the page was opened. They stay in memory: a closed page forgets them.
import { byId } from "./elements.js";

/** The limit of entries; the oldest one goes first. */
const limit = 20;
const entries = [];

const isSame = (one, other) => one.payload === other.payload && JSON.stringify(one.settings) === JSON.stringify(other.settings);

/** Adds a push, or moves it to the front with its latest outcome. */
export function remember(entry) {
  const known = entries.findIndex((one) => isSame(one, entry));
  if (known >= 0) entries.splice(known, 1);
  const time = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const words = (entry.text ?? "").slice(0, 40);
  entries.unshift({ ...entry, name: [time, entry.outcome, words].filter(Boolean).join(" · ") });
  entries.length = Math.min(entries.length, limit);
  const menu = byId("recent");
  menu.replaceChildren(menu.options[0], ...entries.map((one, index) => new Option(one.name, String(index))));
  menu.value = "";
  menu.hidden = false;
}

/** Calls `open` with the entry that the reader chooses. */
export function connect(open) {
  byId("recent").addEventListener("change", ({ target }) => {
    const entry = entries[Number(target.value)];
    if (target.value !== "" && entry) open(entry);
    target.value = "";
  });
}
