// The comparison of all vendors as elements, with the content of `attache matrix --html`.
import { element, foreign } from "./elements.js";
import { plain } from "./story.js";
import { banner } from "./verdict.js";
import { bytes } from "./words.js";

/** The tone of a cell by what the user sees. */
function tone(shown) {
  if (shown === undefined) return "skipped";
  return { media: "good", plain: "risky", "changed-text": "risky" }[shown] ?? "bad";
}

const chip = (word, shown) => element("span", { class: `chip ${tone(shown)}` }, word);

/** The reasons of one dialect, each with the networks that it holds for. */
function reasons(row) {
  return element("div", { class: "why" }, row.explanations.map((one) => element("div", {},
    element("p", {}, chip(one.word, one.shown), " ", element("span", { class: "soft" }, one.places)),
    one.sentences.length > 0 && element("ul", {}, one.sentences.map((sentence) => element("li", {}, foreign(sentence)))))));
}

/** The button that opens the reasons below its row. */
function disclosure(row, target) {
  return element("button", {
    type: "button", class: "disclosure", "aria-expanded": "false", "aria-controls": target.id,
    onclick: ({ currentTarget }) => {
      target.hidden = !target.hidden;
      currentTarget.setAttribute("aria-expanded", String(!target.hidden));
    },
  }, row.dialect);
}

/** The rows of one dialect: a second one where iOS 16 differs, and the reasons, hidden at first. */
function lines(row, columns) {
  const cell = (network, system) => row.cells.find((one) => one.network === network && one.system === system);
  const cells = (system) => columns.map(([network]) => cell(network, system));
  const [newer, older] = [cells("ios-17"), cells("ios-16")];
  const differs = newer.some((one, index) => one.word !== older[index].word);
  const line = (title, list) => element("tr", {}, element("th", { scope: "row" }, title),
    list.map((one) => element("td", {}, chip(one.word, one.device.shown))));
  const target = element("tr", { id: `why-${row.dialect}`, hidden: true },
    element("td", { colspan: String(columns.length + 1) }, reasons(row)));
  return [
    line([disclosure(row, target), element("span", { class: "vendor" }, row.vendor)], newer),
    differs && line(element("span", { class: "older" }, `${row.dialect} on iOS 16`), older), target,
  ];
}

/** What the one download showed. */
function download(result) {
  const seen = result.response;
  if (!seen) return null;
  return [`status ${seen.status}`, seen.content_type, bytes(seen.bytes)].filter(Boolean).join(" · ");
}

/**
 * The elements of a matrix.
 *
 * @param {object} result A matrix in the schema attache-matrix/1.
 */
export function matrix(result) {
  const { columns, rows } = result;
  const shown = rows.filter(({ cells }) =>
    cells.some((one) => one.network === columns[0]?.[0] && one.system === "ios-17" && one.device.shown === "media")).length;
  const several = columns.filter((names) => names.length > 1);
  return [
    banner(shown === rows.length ? "good" : shown === 0 ? "bad" : "risky", result.headline,
      element("p", {}, foreign(plain(result.url))),
      result.not_loaded && element("p", {}, "The media file was not loaded: ", foreign(result.not_loaded)),
      download(result) && element("p", { class: "soft" }, foreign(download(result)))),
    element("section", { class: "card", "aria-labelledby": "matrix-title" },
      element("h2", { id: "matrix-title" }, "What the user sees with each vendor’s extension"),
      element("p", { class: "hint" }, "Each vendor gets the media file under its own key. Open a vendor to see the reasons for every network."),
      element("div", { class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "matrix-title" },
        element("table", { class: "matrix" },
          element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Policy"),
            columns.map(([name]) => element("th", { scope: "col" }, name)))),
          element("tbody", {}, rows.map((row) => lines(row, columns))))),
      several.map(([name, ...others]) => element("p", { class: "hint" }, `${name}: also ${others.join(", ")}.`))),
  ];
}
