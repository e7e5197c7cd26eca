// A link that holds a payload in its fragment, which browsers never send to a server.

/** The limit of a payload in a link, in bytes; longer ones are no pushes. */
const limit = 64 * 1024;

/** Returns the address of this page with a payload and the settings for it; null for a payload beyond the limit. */
export function linkTo(payload, settings) {
  const bytes = new TextEncoder().encode(payload);
  if (bytes.length > limit) return null;
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const fields = new URLSearchParams({ payload: text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") });
  for (const [name, value] of Object.entries(settings)) if (value) fields.set(name, value);
  return `${location.origin}${location.pathname}#${fields}`;
}

/** Returns the payload and the settings of a fragment, or null when it has no readable payload. */
export function linked(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const text = fields.get("payload");
  if (!text || text.length > limit * 2) return null;
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const payload = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(Uint8Array.from(binary, (one) => one.charCodeAt(0)));
    fields.delete("payload");
    return { payload, settings: Object.fromEntries(fields) };
  } catch {
    return null;
  }
}
