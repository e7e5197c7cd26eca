// The stages of one result as data, with the content of `attache explain`.
import { bytes, duration } from "./words.js";

/** The stages in order: name, question, and the sentence for a passed stage. */
const stages = [
  ["payload", "Is this a deliverable push?", "It is a deliverable push."],
  ["gate", "Would iOS start the extension, and does it find media?", "iOS starts the extension, and it finds media."],
  ["policy", "May this URL be loaded?", "The URL may be loaded."],
  ["fetch", "Did it arrive whole and in time?", "It arrived whole and in time."],
  ["inspect", "What is it really?", "It is what it may be."],
  ["attach", "Would iOS accept it?", "iOS would accept it."],
  ["rewrite", "What is shown, what is sent?", "Content and payload are as pushed."],
];

/** The stage of a reason code. */
function stageOf(code) {
  const family = code.split(".")[0];
  if (["url", "egress", "ats", "network"].includes(family)) return "policy";
  if (["type", "size"].includes(family)) return "inspect";
  return stages.some(([name]) => name === family) ? family : "rewrite";
}

const isBlock = (reason) => reason.severity === "block";

/** The headline: a tone, the outcome and a sentence. */
function headline(result) {
  const fallsBack = (result.reasons ?? []).some(isBlock);
  switch (result.outcome) {
    case "attached": return ["good", "Attached", "Shown with its media"];
    case "rewritten": return ["good", "Rewritten", "Shown with changed text, without media"];
    case "plain": return ["bad", "Plain", "Shown as plain text, without its media"];
    case "untouched":
      return fallsBack ? ["bad", "Untouched", "Shown as sent; its media are not checked"]
        : ["risky", "Untouched", "Shown as sent"];
    default: return ["bad", "Rejected", "Not delivered at all"];
  }
}

/** The reason for the banner of a push that is shown as sent: a warning before a note. */
function whyUntouched(result, reasons) {
  if (result.outcome !== "untouched") return null;
  return reasons.find((reason) => reason.severity === "warning") ?? reasons[0] ?? null;
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

/** The details of a passed stage, or null. */
function facts(stage, result, payloadText) {
  const [first] = result.content?.attachments ?? [];
  switch (stage) {
    case "payload": return payloadText ? `${bytes(new TextEncoder().encode(payloadText).length)} of 4,096.` : null;
    case "fetch":
      if (result.timing?.total_ms === undefined || result.timing.resolve_ms !== undefined) return null;
      return first ? "Not fetched: a cached result is still valid." : null;
    case "inspect": {
      if (!first) return null;
      const words = [first.type];
      if (first.pixels) words.push(`${first.pixels[0]} × ${first.pixels[1]} pixels`);
      if (first.frames > 1) words.push(`${first.frames} frames`);
      return `${[...words, bytes(first.bytes)].join(", ")}.`;
    }
    case "rewrite": {
      const count = result.content?.attachments?.length ?? 0;
      if (result.outcome === "attached") {
        return `The content carries ${count} attachment${count === 1 ? "" : "s"}; the payload is as sent.`;
      }
      if (result.outcome === "plain") return "The content is as pushed; the payload is sent without its media keys.";
      return null;
    }
    default: return null;
  }
}

/** The measured time of a stage in milliseconds, or null. */
function timeOf(stage, timing = {}) {
  if (stage === "inspect") return timing.inspect_ms || null;
  if (stage !== "fetch" || timing.resolve_ms === undefined) return null;
  return ["resolve", "connect", "tls", "first_byte", "body"].reduce((sum, name) => sum + (timing[`${name}_ms`] ?? 0), 0) || null;
}

/**
 * Describes a result.
 *
 * @param {object} result A result in the schema attache/1.
 * @param {string | undefined} payloadText The text of its content's userInfo: the payload as received.
 */
export function story(result, payloadText) {
  const reasons = result.reasons ?? [];
  const blocks = reasons.filter(isBlock);
  const order = stages.map(([name]) => name);
  const stop = blocks.length > 0 ? order.indexOf(stageOf(blocks[0].code)) : null;
  const [tone, title, sentence] = headline(result);
  const described = stages.map(([name, question, answer], index) => {
    const found = reasons.filter((reason) => stageOf(reason.code) === name);
    const isReached = stop !== null ? index <= stop : result.outcome !== "untouched" || index <= 1;
    const time = timeOf(name, result.timing);
    if (found.some(isBlock)) return { name, tone: "bad", text: question, reasons: found, time };
    if (!isReached && (name !== "rewrite" || result.outcome === "rejected")) {
      return { name, tone: "skipped", text: "Not reached.", reasons: [], time: null };
    }
    const isRisky = found.some((reason) => reason.severity === "warning");
    // For a push without media the gate has only its reasons.
    const hasPassed = name !== "gate" || result.outcome !== "untouched";
    const text = facts(name, result, payloadText) ?? (hasPassed ? answer : found.length > 0 ? null : question);
    return { name, tone: isRisky ? "risky" : "good", text, reasons: found, time };
  });
  const device = result.timing?.device_ms;
  return { tone, title, sentence, first: blocks[0] ?? whyUntouched(result, reasons), stages: described, device: device ? duration(device) : null };
}
