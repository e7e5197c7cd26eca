// A result or a problem as elements.
import { element, foreign, mark } from "./elements.js";
import { indented, members } from "./jsontext.js";
import { requests } from "./shown.js";
import { phases, plain } from "./story.js";
import { bytes, duration } from "./words.js";

const tones = { block: "bad", error: "bad", warning: "risky", note: "skipped" };

/** A fix in the words of the page, which has fields where the command line has options. */
function remedy(fix) {
  const option = /--policy apple --media (?:'([^']+)'|(\S+?))(?=[.;,]?(?:\s|$))/;
  const [, quoted, plainPath] = fix.match(option) ?? [];
  const path = quoted ?? plainPath;
  const words = fix.replace(option, `the media path ${path}`)
    .replace(/--policy ([a-z][\w-]*)/g, "the policy $1").replace(/with --policy\b/g, "in the field Policy");
  return element("p", { class: "fix" }, element("span", { class: "unseen" }, "Fix: "), foreign(words),
    path && [" ", element("button", { type: "button", "data-path": path }, "Use this media path")]);
}

/** One reason: its message, its code, the error of the device, and the fix. */
function reason(one) {
  // The page of reasons has no findings.
  const name = element("code", {}, one.code);
  const words = [one.isFinding ? name
    : element("a", { href: `page/reasons.html#${encodeURIComponent(one.code)}` }, name)];
  if (one.apple) words.push(element("span", {}, `${one.apple.domain} ${one.apple.code}`));
  if (one.severity === "block") words.push(element("span", {}, one.permanent ? "permanent" : "temporary: try again"));
  else words.push(element("span", {}, one.severity));
  return element("div", { class: `reason ${tones[one.severity] ?? "skipped"}` },
    element("p", {}, foreign(one.message)), element("p", { class: "code" }, words),
    one.url && element("p", { class: "soft" }, foreign(plain(one.url)), one.pointer ? ` at ${one.pointer}` : null),
    one.fix && remedy(one.fix));
}

/** The banner; its heading gets the focus, so that screen readers read it first. */
export function banner(tone, title, ...children) {
  const sign = { good: "✓", bad: "✕", risky: "!" }[tone];
  return element("div", { class: `card banner ${tone}` },
    element("span", { class: "mark", "aria-hidden": "true" }, sign),
    element("div", {}, element("h2", { id: "verdict-title", tabindex: "-1" }, title), children));
}

/** The bar chart of the times with its legend. */
function times(timing) {
  const parts = phases(timing);
  if (parts.length < 2) return null;
  const bar = element("div", { class: "track", "aria-hidden": "true" }, parts.map((part) => {
    const piece = element("span", { class: `h${part.hue}`, title: `${part.name}: ${duration(part.time)}` });
    piece.style.flexGrow = String(part.time);
    piece.style.flexBasis = "0";
    return piece;
  }));
  return element("div", { class: "times" }, element("h3", {}, `Timing: ${duration(timing.total_ms)}`), bar, element("dl", { class: "legend" }, parts.map((part) =>
    element("div", {}, element("dt", { class: `h${part.hue}` }, part.name), element("dd", {}, duration(part.time))))));
}

function stage(one) {
  return element("li", { class: one.tone }, mark(one.tone),
    element("div", {}, element("h3", {}, one.name),
      one.text && element("p", { class: one.tone === "skipped" ? "soft" : null }, foreign(one.text)), one.reasons.map(reason)),
    one.time ? element("span", { class: "figure" }, duration(one.time)) : null);
}

/** The details of an attachment; its media are added to the first element later. */
function attachment(one) {
  const rows = [
    ["Type", `${one.type} (${one.mime})`], ["Size", bytes(one.bytes)],
    one.pixels && ["Pixels", `${one.pixels[0]} × ${one.pixels[1]}`], one.frames > 1 && ["Frames", String(one.frames)],
    ["From", foreign(one.source)], ["SHA-256", element("code", {}, one.sha256)],
  ].filter(Boolean);
  return element("div", { class: "attachment" }, element("div", { class: "media", "data-digest": one.sha256 }),
    element("dl", { class: "facts" }, rows.map(([name, value]) => [element("dt", {}, name), element("dd", {}, value)])));
}

/** JSON, indented for display and copied unchanged. */
function text(title, json, copy) {
  const id = `${title.toLowerCase().replaceAll(" ", "-")}-title`;
  return element("section", { class: "card", "aria-labelledby": id },
    element("div", { class: "bar" }, element("h2", { id }, title),
      element("button", { type: "button", class: "copy", onclick: ({ target }) => copy(json, title, target) }, `Copy ${title.split(" ")[0].toLowerCase()}`)),
    element("pre", { tabindex: "0", "aria-labelledby": id, role: "region" }, indented(json)));
}

/** What a request to a push service is, and what the phone receives for it; null for any other payload. */
function request(result, content) {
  const known = requests[result.shape], received = content && members(content).get("userInfo");
  if (!known || !received) return null;
  return element("section", { class: "card request", "aria-labelledby": "request-title" },
    element("h2", { id: "request-title" }, `This is ${known.title}`), element("p", {}, "The phone receives:"),
    element("pre", { tabindex: "0", "aria-labelledby": "request-title", role: "region" }, indented(received)),
    known.additions && element("p", { class: "soft" }, known.additions));
}

/** What `attache app check` asks of the app, for a push that is good. */
function app() {
  const questions = [
    "Is the service extension in the app? Without one, iOS shows the text alone.",
    "Does the extension run on the phone’s iOS? Its deployment target must not be newer than the app’s.",
    "Does the extension link the vendor’s library and call it? A template from Xcode loads no media.",
    "Does the extension’s own Info.plist allow the URL? Exceptions for http in the app do not count there.",
    "Does the extension call contentHandler on every path? Otherwise iOS waits 30 s and shows the push as sent.",
  ];
  return element("section", { class: "card app", "aria-labelledby": "app-title" },
    element("h2", { id: "app-title" }, "If the phone still shows no picture"),
    element("p", {}, "The push is good, so the app is next:"), element("ol", {}, questions.map((one) => element("li", {}, one))),
    element("p", { class: "soft" }, "In the app’s folder, or with its .ipa file, ", element("code", {}, "attache app check"), " answers these."));
}

/**
 * The elements of a result.
 *
 * @param {object} result A result in the schema attache/1.
 * @param {object} described Its description by story().
 * @param {Map<string, string>} texts The source texts of its members.
 * @param {(text: string, name: string, button: Element) => void} copy Copies a text.
 */
export function verdict(result, described, texts, copy) {
  const terms = [result.policy && `policy ${result.policy}`, result.network && `network ${result.network}`,
    `${duration(result.timing?.total_ms ?? 0)} in total`, described.device && `about ${described.device} on the phone`].filter(Boolean);
  const found = result.content?.attachments ?? [];
  return [
    banner(described.tone, [element("span", { class: "outcome" }, described.title), element("span", { class: "unseen" }, ": "), described.sentence], described.first && element("p", {}, foreign(described.first.message)),
      element("p", { class: "soft terms-used" }, terms.join(" · "))),
    request(result, texts.get("content")),
    element("div", { class: "columns" },
      result.content && element("section", { class: "card phone", "aria-labelledby": "shown-title" },
        element("h2", { id: "shown-title" }, "On the phone"), element("div", { id: "picture-place" }), found.map(attachment)),
      element("section", { class: "card story", "aria-labelledby": "stages-title" }, element("h2", { id: "stages-title" }, "Stage by stage"),
        element("ol", { class: "stages" }, described.stages.map(stage)), times(result.timing))),
    element("div", { class: "texts" }, ["payload", "content"].filter((name) => texts.has(name)).map((name) =>
      text({ payload: result.shape ? "Request to send" : "Payload to send", content: "Content shown" }[name], texts.get(name), copy))),
    result.outcome === "attached" && app(),
  ];
}

/** The elements of a problem (RFC 9457). */
export function problem(one, retryAfter) {
  const reasons = one.reasons ?? [];
  const words = [one.status && `Status ${one.status}`, retryAfter && `try again in ${retryAfter} s`].filter(Boolean);
  return [banner("bad", one.title ?? "The service sent an unexpected response",
    reasons.length === 0 && one.detail && element("p", {}, foreign(one.detail)), reasons.map(reason),
    words.length > 0 && element("p", { class: "soft terms-used" }, words.join(" · ")))];
}
