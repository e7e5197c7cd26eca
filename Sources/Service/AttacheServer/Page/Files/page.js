// The page: sends a payload to the service and shows the result. All state is in memory.
import { byId, element } from "./elements.js";
import { exampleText, examples } from "./examples.js";
import { members } from "./jsontext.js";
import { matrix } from "./matrix.js";
import * as media from "./media.js";
import { linkTo, linked } from "./permalink.js";
import * as preview from "./preview.js";
import { story } from "./story.js";
import { problem, verdict } from "./verdict.js";
import * as words from "./words.js";

const [form, payload, policy, paths, network, deadline, token] =
  ["form", "payload", "policy", "media", "network", "deadline", "token"].map(byId);
const status = byId("status"), place = byId("verdict");
/** The default limit of a request body, in bytes. */
const limit = 1 << 20;
const say = (text) => { status.textContent = text; };

/** Sends a request to the service, with the token if there is one. */
function ask(path, options = {}) {
  const headers = new Headers(options.headers);
  if (token.value) headers.set("Authorization", `Bearer ${token.value.trim()}`);
  return fetch(path, { ...options, headers, credentials: "omit", cache: "no-store", redirect: "error" });
}

/** Shows the elements of a result and moves the focus there. */
function show(elements) {
  preview.moveTo(null);
  place.replaceChildren(...elements.filter(Boolean));
  place.hidden = false;
  byId("skip").hidden = false;
  byId("verdict-title").focus({ preventScroll: true });
  place.scrollIntoView({ block: "start" });
}

/** Removes what `show` has shown. */
function clear() {
  preview.moveTo(null);
  place.replaceChildren();
  place.hidden = true;
  byId("skip").hidden = true;
}

function fault(title, detail) {
  media.forget();
  show(problem({ title, detail }));
}

async function copy(text, name, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The Clipboard API needs TLS or localhost; this is the older way.
    const area = element("textarea", { class: "unseen", "aria-hidden": "true" });
    const focused = document.activeElement;
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    focused?.focus();
    if (!isCopied) return say(`The browser did not allow copying ${name.toLowerCase()}; select the text and copy it.`);
  }
  say(`${name}: copied.`);
  const label = button.dataset.label ??= button.textContent;
  button.textContent = "Copied ✓";
  setTimeout(() => { button.textContent = label; }, 2000);
}

// The form folds away after a result: the verdict is then at the top.

function fold(isFolded) {
  byId("fields").hidden = isFolded;
  byId("folded").hidden = !isFolded;
  byId("change").setAttribute("aria-expanded", String(!isFolded));
  if (!isFolded) return preview.moveTo(null);
  const chosen = [policy.value && `policy ${policy.value}`, paths.value.trim() && `media ${paths.value.trim()}`, network.value && `network ${network.value}`,
    deadline.value.trim() && `timeout ${deadline.value.trim()}`];
  byId("asked").textContent = [words.bytes(new TextEncoder().encode(payload.value).length), ...chosen]
    .filter(Boolean).join(" · ");
}

byId("change").addEventListener("click", () => {
  fold(false);
  payload.focus();
});

// Policies and networks.

const known = { policy: new Map(), network: new Map() };

function fill(select, list, describe) {
  const chosen = select.value;
  select.replaceChildren(select.options[0]);
  known[select.id] = new Map(list.map((one) => [one.name, describe(one)]));
  for (const one of list) select.append(new Option(one.name, one.name));
  select.value = known[select.id].has(chosen) ? chosen : "";
  hint(select);
}

function hint(select) {
  byId(`${select.id}-hint`).textContent = known[select.id].get(select.value) ?? "";
}

async function loadTerms() {
  try {
    const answer = await ask("v1/policies");
    if (answer.status === 401) {
      say(token.value ? "The token is unknown to the service." : "The service requires a bearer token.");
      return;
    }
    if (!answer.ok) return;
    const lists = await answer.json();
    byId("version").textContent = ` · ${(answer.headers.get("Server") ?? "").replace("/", " ")}`;
    const automatic = { name: "auto", summary: "The policy whose media keys the payload carries." };
    fill(policy, [automatic, ...lists.policies], (one) => one.summary ?? "");
    fill(network, lists.networks ?? [], words.network);
    say("");
  } catch {
    say("The service cannot be reached.");
  }
}

// Files.

async function take(file) {
  if (!file) return;
  fold(false);
  if (file.size > limit) return fault("The file is too large", `${file.name} has ${words.bytes(file.size)}; the limit is 1 MiB.`);
  try {
    payload.value = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch {
    return fault("The file is not text", `${file.name} is not valid UTF-8, which JSON requires.`);
  }
  say(`Loaded ${file.name}, ${words.bytes(file.size)}.`);
  redraw();
  payload.focus();
}

const over = (isOver) => byId("drop").classList.toggle("over", isOver);
addEventListener("dragover", (event) => {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  over(true);
});
addEventListener("dragleave", (event) => { if (!event.relatedTarget) over(false); });
addEventListener("drop", (event) => {
  over(false);
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  take(event.dataTransfer.files[0]);
});
byId("choose").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", (event) => {
  take(event.target.files[0]);
  event.target.value = "";
});

// Examples and links.

for (const [title, payloads] of examples) {
  const group = element("optgroup", { label: title });
  group.append(...Object.keys(payloads).map((name) => new Option(name, name)));
  byId("example").append(group);
}
byId("example").addEventListener("change", ({ target }) => {
  const text = exampleText(target.value);
  if (!text) return;
  payload.value = text;
  say(`Example: ${target.value}.`);
  redraw();
  target.value = "";
  payload.focus();
});
byId("link").addEventListener("click", ({ target }) => {
  const settings = { policy: policy.value, media: paths.value.trim(), network: network.value, timeout: deadline.value.trim() };
  const link = linkTo(payload.value, settings);
  if (link) copy(link, "Link", target); else say("The payload is too long for a link; 64 KiB is the limit.");
});

/** Fills in the payload of the page's own address; it is checked only when the reader asks for it. */
function openLink() {
  const found = linked(location.hash);
  if (!found) return;
  fold(false);
  payload.value = found.payload;
  deadline.value = found.settings.timeout ?? "";
  paths.value = found.settings.media ?? "";
  for (const select of [policy, network]) {
    const name = found.settings[select.id] ?? "";
    // Its list may not be loaded yet.
    if (name && ![...select.options].some((one) => one.value === name)) select.append(new Option(name, name));
    select.value = name;
    hint(select);
  }
  // The reader has not asked for anything yet, so the service gets nothing.
  preview.clear("The picture is drawn when you check the push.");
  say("Loaded from the link: check the push.");
  byId("ask").focus();
}
addEventListener("hashchange", openLink);

// The picture.

/** The parameters of a request about the payload; the network is not asked for in a comparison. */
function terms(names) {
  const query = new URLSearchParams();
  if (policy.value) query.set("policy", policy.value);
  if (network.value && names.includes("network")) query.set("network", network.value);
  // A blank inside the quotation marks of a path is not followed by the beginning of another.
  for (const path of paths.value.trim().split(/[\s,]+(?=[$/])/)) if (path) query.append("media", path);
  return query;
}

preview.connect((parameters, signal) => {
  if (!payload.value.trim()) return null;
  const query = terms(["network"]);
  for (const [name, value] of Object.entries(parameters)) query.set(name, value);
  const headers = { "Content-Type": "application/json" };
  return ask(`v1/preview?${query}`, { method: "POST", headers, body: payload.value, signal });
});

/** Draws the payload as it is now, if it is JSON. */
function redraw() {
  const text = payload.value;
  if (!text.trim()) return preview.clear("");
  if (text.length > limit) return preview.wait("The payload is too large for a picture.");
  try {
    JSON.parse(text);
  } catch {
    return preview.wait("The payload is not JSON yet.");
  }
  preview.drawLater();
}
payload.addEventListener("input", redraw);
for (const field of [policy, network, paths]) field.addEventListener("change", () => { if (payload.value.trim()) redraw(); });

// Request and response.

let current = null;

function working(isWorking) {
  byId("stop").hidden = !isWorking;
  form.setAttribute("aria-busy", String(isWorking));
}

/** Selects the place that a JSON error names, from there to the end of its line. */
function selectFault(details) {
  const code = details.reasons?.[0]?.code;
  const place = code === "payload.invalid-json" && details.detail?.match(/line (\d+), column (\d+)/);
  if (!place) return;
  const lines = payload.value.split("\n"), line = Number(place[1]) - 1;
  if (line >= lines.length) return;
  const start = lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0);
  payload.setSelectionRange(start + Math.min(Number(place[2]) - 1, lines[line].length), start + lines[line].length);
}

/** The content with the names of the files, without the directories of the service's machine. */
function withoutDirectories(content, result) {
  return (result.content?.attachments ?? []).reduce((text, { url }) =>
    text.replaceAll(JSON.stringify(url), JSON.stringify(url.split("/").pop())), content);
}

async function answer(response, isComparison) {
  const text = await response.text();
  const kind = response.headers.get("Content-Type") ?? "";
  if (!response.ok) {
    const details = kind.startsWith("application/problem+json") ? JSON.parse(text)
      : { title: "The service sent an unexpected response", status: response.status };
    fold(false);
    show(problem(details, response.headers.get("Retry-After")));
    if (response.status === 401) token.focus();
    else if (kind.startsWith("application/problem+json")) selectFault(details);
    return;
  }
  const result = JSON.parse(text);
  fold(true);
  if (isComparison) return show(matrix(result));
  const texts = members(text);
  if (result.content) texts.set("content", withoutDirectories(texts.get("content"), result));
  show(verdict(result, story(result), texts, copy));
  if (result.content) {
    preview.moveTo(byId("picture-place"));
    preview.draw(true);
  }
  for (const one of result.content?.attachments ?? []) {
    media.show(one, place.querySelector(`[data-digest="${CSS.escape(one.sha256)}"]`), ask);
  }
}

/** Sends the payload to be checked, or its media file to be compared under all vendors. */
async function submit(isComparison = false) {
  if (!payload.value.trim()) {
    // The verdict on another payload is no answer to none.
    current?.abort();
    current = null;
    working(false);
    media.forget();
    clear();
    fold(false);
    say("Paste a payload first, or open a file.");
    payload.focus();
    return;
  }
  current?.abort();
  const control = current = new AbortController();
  const query = terms(isComparison ? [] : ["network"]);
  // With the preview the service shows this client the media of the result.
  const headers = { "Content-Type": "application/json" };
  if (!isComparison) headers["Attache-Preview"] = "1";
  if (deadline.value.trim()) headers["Attache-Deadline"] = deadline.value.trim();
  working(true);
  say(isComparison ? "Comparing…" : "Checking…");
  try {
    const response = await ask(`v1/${isComparison ? "matrix" : "rewrite"}${query.size ? `?${query}` : ""}`,
      { method: "POST", headers, body: payload.value, signal: control.signal });
    media.forget();
    await answer(response, isComparison);
    say("");
  } catch (error) {
    if (control !== current) return;
    if (error.name === "AbortError") {
      say("Stopped.");
      byId(isComparison ? "compare" : "ask").focus();
    } else fault("The service cannot be reached", "It did not respond, or the connection was lost. Check that it is running.");
  }
  working(false);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
/** Applies the media path of a fix, and checks the push again. */
place.addEventListener("click", ({ target }) => {
  const path = target.closest("button[data-path]")?.dataset.path;
  if (!path) return;
  policy.value = "apple";
  hint(policy);
  paths.value = path;
  submit();
});
byId("compare").addEventListener("click", () => submit(true));
byId("stop").addEventListener("click", () => current?.abort());
payload.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
});
for (const select of [policy, network]) select.addEventListener("change", () => hint(select));
token.addEventListener("change", loadTerms);
await loadTerms();
openLink();
