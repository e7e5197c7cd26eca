// The picture of what the user sees: redrawn as the payload is typed, and with its media after a check.
import { byId, element } from "./elements.js";

const place = byId("preview"), pictures = byId("pictures"), status = byId("preview-status");
const [stage, appearance] = ["stage", "appearance"].map(byId);
/** The pause in typing after which the picture is drawn, in milliseconds. */
const pause = 250;
const home = place.parentElement;
let urls = [];
let timer = 0;
/** The running request; the answer to an older one no longer counts. */
let current = null;
/** What the service says when it cannot draw; it then sends a sketch in characters. */
let cure = null;
/** Returns the request for a form of the picture: a promise of the response, or null for nothing to draw. */
let ask = null;
let isLoaded = false;

/** Connects the picture with the form. */
export function connect(request) {
  ask = request;
  for (const select of [stage, appearance]) select.addEventListener("change", () => draw(isLoaded));
}

/** Puts the picture into a place on the page; without one, beside the payload. */
export function moveTo(slot) { (slot ?? home).append(place); }

/** Draws after a pause in typing. The service then loads no media: half a URL is none. */
export function drawLater() {
  clearTimeout(timer);
  timer = setTimeout(() => draw(false), pause);
}

/** Draws now; `loads` lets the service load the media. */
export async function draw(loads) {
  clearTimeout(timer);
  current?.abort();
  const control = current = new AbortController();
  isLoaded = loads;
  const query = { stage: stage.value, appearance: appearance.value, load: loads ? "yes" : "no" };
  const form = cure ? "text" : "json";
  try {
    const request = ask({ ...query, format: form }, control.signal);
    if (!request) return clear("");
    place.setAttribute("aria-busy", "true");
    const response = await request;
    if (control !== current) return;
    if (!response.ok) await refuse(response, control, loads);
    else if (form === "text") sketch(await response.text(), control);
    else show(await response.json(), control);
  } catch (error) {
    if (control === current && error.name !== "AbortError") say("The picture cannot be drawn: the service cannot be reached.");
  }
  if (control === current) place.setAttribute("aria-busy", "false");
}

/** Removes the picture, with a sentence in its place. */
export function clear(words) {
  clearTimeout(timer);
  current?.abort();
  replace([]);
  say(words);
}

/** Keeps the picture of the last payload that could be drawn, with a sentence below it. */
export function wait(words) {
  clearTimeout(timer);
  current?.abort();
  say(words);
}

function say(words) { if (status.textContent !== words) status.textContent = words; }

function replace(elements, made = []) {
  for (const url of urls) URL.revokeObjectURL(url);
  urls = made;
  pictures.replaceChildren(...elements);
  byId("preview-empty").hidden = elements.length > 0;
}

function show(document, control) {
  if (control !== current) return;
  const made = [];
  const elements = document.pictures.map((one, index) => {
    // An SVG in an image element has no scripts and loads nothing.
    const url = URL.createObjectURL(new Blob([one.svg], { type: "image/svg+xml" }));
    made.push(url);
    const alt = index === 0 ? one.description : `The same with the ${one.appearance} appearance`;
    return element("img", { src: url, alt, width: one.width, height: one.height });
  });
  replace(elements, made);
  const isCut = document.pictures[0]?.cut.some((role) => role.endsWith(".title") || role.endsWith(".body"));
  say(isCut ? "The text is cut, as on the phone." : "");
}

function sketch(text, control) {
  if (control !== current) return;
  const words = text.replace(/[─│╭╮╰╯▒]+/g, " ").replace(/\s+/g, " ").trim();
  replace([element("pre", { class: "sketch", role: "img", "aria-label": words }, text)]);
  say(cure);
}

async function refuse(response, control, loads) {
  const kind = response.headers.get("Content-Type") ?? "";
  const problem = kind.startsWith("application/problem+json") ? await response.json() : {};
  if (control !== current) return;
  if (problem.type === "urn:attache:problem:drawing-missing") {
    cure = `This is a sketch: ${problem.detail}`;
    return draw(loads);
  }
  const words = problem.detail ?? `The picture cannot be drawn: status ${response.status}.`;
  // A push that shows nothing has no picture; a busy service may draw the next one.
  if (response.status >= 500 || response.status === 429) say(words);
  else {
    replace([]);
    say(words);
  }
}
