// Preview of the media of a result: the service serves them for a while to whom it gave the result.
import { element } from "./elements.js";

let shown = [];

/** Releases the media of the previous result. */
export function forget() {
  for (const url of shown) URL.revokeObjectURL(url);
  shown = [];
}

function player(kind, url, one) {
  const name = `The attached ${kind}, ${one.mime}`;
  if (kind === "image") return element("img", { src: url, alt: name });
  return element(kind, { src: url, controls: true, preload: "metadata", "aria-label": name });
}

/**
 * Loads an attachment from the service's store and shows it.
 *
 * @param {object} one The attachment.
 * @param {Element} place The container of the media or of an error message.
 * @param {(path: string) => Promise<Response>} ask Sends a request to the service.
 */
export async function show(one, place, ask) {
  const note = (words) => place.replaceChildren(element("p", { class: "soft" }, words));
  let answer;
  try {
    answer = await ask(`v1/media/${one.sha256}`);
  } catch {
    return note("The media could not be loaded from the service.");
  }
  if (answer.status === 404) return note("The service no longer has these media; check the push again.");
  if (!answer.ok) return note(`The media could not be loaded: status ${answer.status}.`);
  // The verified type of the result, not the type of the response header.
  const url = URL.createObjectURL(new Blob([await answer.arrayBuffer()], { type: one.mime }));
  shown.push(url);
  const kind = one.mime.split("/")[0];
  const made = player(["video", "audio"].includes(kind) ? kind : "image", url, one);
  made.addEventListener("error", () => note(`This browser cannot show ${one.mime}; iOS can.`));
  place.replaceChildren(made);
}
