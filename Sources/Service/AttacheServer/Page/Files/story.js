// The stages of one result as data, with the content of `attache explain`.
import { device } from "./shown.js";
import { bytes, duration } from "./words.js";

/** The stages in order: name, and the sentence for a passed stage. */
const stages = [
  ["payload", "It is a deliverable push."],
  ["gate", "iOS starts the extension, and it finds media."],
  ["policy", "The URL may be loaded."],
  ["fetch", "It arrived whole and in time."],
  ["inspect", "The file type is supported."],
  ["attach", "iOS would accept it."],
  ["rewrite", "Content and payload are unchanged."],
];

const isBlock = (reason) => reason.severity === "block";

const namesNoMedia = (result) => (result.reasons ?? []).some((one) => one.code === "gate.no-media");

/** The headline: a tone, the outcome and a sentence. */
function headline(result) {
  const fallsBack = (result.reasons ?? []).some((one) => isBlock(one) || one.code === "gate.media-unread");
  switch (result.outcome) {
    case "attached": return ["good", "Attached", "Shown with its media"];
    case "rewritten":
      return fallsBack ? ["risky", "Rewritten", "Shown with changed text; its media are not read"]
        : ["good", "Rewritten", "Shown with changed text"];
    case "plain": return ["bad", "Plain", plainSentence(result)];
    case "untouched":
      if (namesNoMedia(result)) {
        const hangs = result.reasons.some((one) => one.code === "gate.handler-not-called");
        return hangs ? ["bad", "Untouched", "Shown as sent, after 30 s"] : ["risky", "Untouched", "Shown as sent"];
      }
      return fallsBack ? ["bad", "Untouched", "Shown as sent; its media are not checked"]
        : ["risky", "Untouched", "Shown as sent"];
    default: return ["bad", "Rejected", isNoPayload(result) ? "Not what a phone receives" : "Not delivered at all"];
  }
}

/** What the user sees where the media were not found good: the device's verdict, unless that is plain text. */
function plainSentence(result) {
  const plain = "Shown as plain text, without its media";
  const seen = result.device;
  const code = (result.reasons ?? []).find(isBlock)?.code;
  if (device.refusedHere.includes(code)) return capitalised(device.unread);
  if (!seen) return plain;
  const late = seen.delay_ms >= 30000 ? device.late : "";
  switch (seen.shown) {
    case "error-picture": return "Shown with a picture of the error, without its media";
    case "original": case "changed-text": case "nothing": return capitalised(device.phrases[seen.shown]) + late;
    case undefined: return capitalised(code?.startsWith("type.") ? device.atRisk : device.unread);
    default: return plain;
  }
}

const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether what was given may be a part of a push that does arrive. */
function isNoPayload(result) {
  const code = (result.reasons ?? []).find(isBlock)?.code;
  return code === "payload.not-a-payload" || !result.shape && code === "payload.invalid-json";
}

/** The reason for the banner of a push that is shown without media: a warning, or a note where it is shown as sent. */
function whyUntouched(result, reasons) {
  if (!["untouched", "rewritten"].includes(result.outcome)) return null;
  const warning = reasons.find((reason) => reason.severity === "warning");
  return warning ?? (result.outcome === "untouched" ? reasons[0] : null) ?? null;
}

/** The phases of the processing time in order, without empty ones. */
export function phases(timing = {}) {
  const named = [
    ["resolve", timing.resolve_ms], ["connect", timing.connect_ms], ["TLS", timing.tls_ms],
    ["first byte", timing.first_byte_ms], ["body", timing.body_ms], ["inspect", timing.inspect_ms],
  ].map(([name, time], index) => ({ name, time: time ?? 0, hue: index + 1 }));
  const rest = (timing.total_ms ?? 0) - named.reduce((sum, phase) => sum + phase.time, 0);
  if (rest > 0) named.push({ name: "other", time: rest, hue: 7 });
  return named.filter((phase) => phase.time > 0);
}

/** A URL without its query, for display. */
export const plain = (url) => url.replace(/[?#].*$/s, "?…");

/** The details that a stage left in the result, or null. */
function facts(stage, seen, result) {
  const [first] = result.content?.attachments ?? [];
  switch (stage) {
    case "payload": return seen.bytes ? `${bytes(seen.bytes)} of 4,096.` : null;
    case "gate":
      return seen.media ? `iOS starts the extension, which reads ${seen.media.map((one) => `${one.pointer} → ${plain(one.url)}`).join(", ")}` : null;
    case "fetch": {
      if (seen.supply === "cached") return "Served from cache: a cached response is still fresh.";
      if (seen.supply === "shared") return "No request: a payload with the same URL, now or shortly before, has the answer.";
      // A load that was ended early has read a part of the file, whose size is another number.
      const isPart = (result.reasons ?? []).some((one) => one.stage === "fetch" && isBlock(one));
      const words = [seen.status && `status ${seen.status}`, seen.bytes && `${isPart ? "ended after " : ""}${bytes(seen.bytes)}`].filter(Boolean);
      return words.length > 0 ? `The origin answered: ${words.join(", ")}.` : null;
    }
    case "inspect": {
      if (!first) return null;
      const words = [first.type];
      if (first.pixels) words.push(`${first.pixels[0]} × ${first.pixels[1]} pixels`);
      if (first.frames > 1) words.push(`${first.frames} frames`);
      return `${seen.ran ? "" : "Cached: "}${[...words, bytes(first.bytes)].join(", ")}.`;
    }
    case "attach": return seen.ran || !first ? null : "Cached: iOS would accept it.";
    case "rewrite": {
      const count = result.content?.attachments?.length ?? 0;
      if (result.outcome === "attached") {
        return `The content carries ${count} attachment${count === 1 ? "" : "s"}; the payload is as sent.`;
      }
      if (result.outcome === "plain") return "The text is unchanged; media keys are removed from the payload.";
      return null;
    }
    default: return null;
  }
}

/** What lint finds and no stage says, each as a stage with one reason. */
function beyond(result) {
  return (result.findings ?? []).map(({ code, severity, message, fix, pointer }) => ({
    name: "also", tone: severity === "error" ? "bad" : "risky", text: null, time: null,
    reasons: [{ code, severity, message: pointer ? `${message} (${pointer})` : message, fix, isFinding: true }],
  }));
}

/** The measured time of a stage in milliseconds, or null. */
function timeOf(stage, timing = {}) {
  if (stage === "inspect") return timing.inspect_ms || null;
  if (stage !== "fetch" || timing.resolve_ms === undefined) return null;
  return ["resolve", "connect", "tls", "first_byte", "body"].reduce((sum, name) => sum + (timing[`${name}_ms`] ?? 0), 0) || null;
}

/** What the vendor's extension does on the phone, as a last stage; null under a policy that does not say. */
function onPhone(result) {
  const seen = result.device;
  if (!seen) return null;
  const isShown = seen.shown === "media";
  const hasMedia = !namesNoMedia(result);
  const phrases = hasMedia ? device.phrases : device.phrasesWithoutMedia;
  const media = seen.attachments ?? [seen];
  const late = seen.shown && seen.delay_ms >= 30000 ? device.late : "";
  const words = [`${seen.dialect}: ${phrases[seen.shown] ?? device.unknown}${late}.`];
  if (result.outcome === "plain" && isShown) words.push(device.shownAnyway);
  for (const one of media) {
    const facts = [one.fileName && `file ${one.fileName}`, one.typeHint && `type hint ${one.typeHint}`,
      one.error && `${one.error.domain} ${one.error.code}`].filter(Boolean);
    if (facts.length > 0) words.push(`${facts.join(" · ")}.`);
  }
  const notes = [seen, ...media.filter((one) => one !== seen)].flatMap((one) => one.notes ?? []);
  words.push(...new Set(notes.map((note) => note.message)));
  const isWhole = !hasMedia && !late;
  const tone = isWhole ? "good" : isShown ? (notes.some((note) => note.code === "at-risk") ? "risky" : "good") : seen.shown ? "bad" : "risky";
  return { name: "device", tone, text: words.join(" "), reasons: [], time: null };
}

/**
 * Describes a result. What a stage did comes from the result's member `stages`: a stage that did not run has no tick.
 *
 * @param {object} result A result in the schema attache/1.
 */
export function story(result) {
  const reasons = result.reasons ?? [];
  const blocks = reasons.filter(isBlock);
  const [tone, title, sentence] = headline(result);
  const described = stages.map(([name, answer]) => {
    const seen = result.stages?.[name] ?? { ran: false };
    const found = reasons.filter((reason) => reason.stage === name);
    if (seen.passed === undefined && found.length === 0) {
      return { name, tone: "skipped", text: "Not reached.", reasons: [], time: null };
    }
    const text = facts(name, seen, result) ?? (seen.passed ? answer : null);
    const time = seen.ran ? timeOf(name, result.timing) : null;
    if (found.some(isBlock)) return { name, tone: "bad", text, reasons: found, time };
    const isRisky = seen.passed === false || found.some((reason) => reason.severity === "warning");
    return { name, tone: isRisky ? "risky" : seen.ran ? "good" : "skipped", text, reasons: found, time };
  });
  described.push(...beyond(result));
  const last = onPhone(result);
  if (last) described.push(last);
  const time = result.timing?.device_ms;
  return { tone, title, sentence, first: blocks[0] ?? whyUntouched(result, reasons), stages: described, device: time ? duration(time) : null };
}
