// Finds sections that have every word of the search; those with the words in their title come first.
const field = document.getElementById("search");
const found = document.getElementById("found");
const pages = document.getElementById("pages");
if (matchMedia("(max-width: 48rem)").matches) pages.open = false;

const plain = sections.map((one) => ({ title: `${one.page} ${one.title}`.toLowerCase(), text: one.text.toLowerCase() }));

function matches(words) {
  const scored = [];
  plain.forEach((section, index) => {
    let score = 0;
    for (const word of words) {
      if (section.title.includes(word)) score += 10;
      else if (section.text.includes(word)) score += 1;
      else return;
    }
    scored.push({ score, index });
  });
  return scored.sort((a, b) => b.score - a.score || a.index - b.index).slice(0, 12).map((one) => sections[one.index]);
}

/** Appends a text in which the words are marked. */
function append(parent, text, words) {
  let rest = text;
  while (rest) {
    const lower = rest.toLowerCase();
    const places = words.map((word) => [lower.indexOf(word), word.length]).filter(([place]) => place >= 0);
    if (places.length === 0) break;
    const [place, length] = places.sort((a, b) => a[0] - b[0])[0];
    parent.append(rest.slice(0, place));
    const mark = document.createElement("mark");
    mark.textContent = rest.slice(place, place + length);
    parent.append(mark);
    rest = rest.slice(place + length);
  }
  parent.append(rest);
}

function excerpt(text, words) {
  const place = Math.max(0, text.toLowerCase().indexOf(words[0]) - 50);
  return (place > 0 ? "…" : "") + text.slice(place, place + 150);
}

let selected = -1;

function select(index) {
  const links = [...found.querySelectorAll("a")];
  links.forEach((link, place) => link.setAttribute("aria-selected", place === index));
  selected = index;
  links[index]?.scrollIntoView({ block: "nearest" });
}

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.replaceChildren();
  selected = -1;
  found.hidden = words.length === 0;
  if (words.length === 0) return;
  const hits = matches(words);
  for (const hit of hits) {
    const link = document.createElement("a");
    link.href = hit.href;
    append(link, hit.title === hit.page ? hit.page : `${hit.page} · ${hit.title}`, words);
    const small = document.createElement("small");
    append(small, excerpt(hit.text, words), words);
    link.append(small);
    const item = document.createElement("li");
    item.append(link);
    found.append(item);
  }
  if (hits.length === 0) {
    const none = document.createElement("p");
    none.textContent = "No section has these words.";
    found.append(none);
  }
}

field.addEventListener("input", show);
field.addEventListener("keydown", (event) => {
  const count = found.querySelectorAll("a").length;
  if (event.key === "ArrowDown" && count > 0) select((selected + 1) % count);
  else if (event.key === "ArrowUp" && count > 0) select((selected + count - 1) % count);
  else if (event.key === "Enter") found.querySelectorAll("a")[Math.max(0, selected)]?.click();
  else if (event.key === "Escape") { field.value = ""; show(); }
  else return;
  event.preventDefault();
});
document.addEventListener("click", (event) => { if (!field.form.contains(event.target)) found.hidden = true; });
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field) { event.preventDefault(); field.focus(); }
});
