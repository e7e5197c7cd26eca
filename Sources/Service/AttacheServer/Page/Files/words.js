// Numbers formatted for people.

/** Formats milliseconds: one decimal below 10 ms, whole seconds from 10 s. */
export function duration(milliseconds) {
  if (milliseconds >= 10_000) return `${Math.round(milliseconds / 1000)} s`;
  return milliseconds >= 10 ? `${Math.round(milliseconds)} ms` : `${(Math.round(milliseconds * 10) / 10).toFixed(1)} ms`;
}

const grouped = new Intl.NumberFormat("en");

/** Formats a number of bytes, exact and, if large, rounded in powers of 1024, as results have them. */
export function bytes(count) {
  const exact = `${grouped.format(count)} byte${count === 1 ? "" : "s"}`;
  if (count < 10_000) return exact;
  const [size, unit] = count < 999.95 * 1024 ? [count / 1024, "KiB"] : [count / 1024 ** 2, "MiB"];
  return `${size.toFixed(1)} ${unit} (${exact})`;
}

/** Formats the rate of a link. */
function rate(bitsPerSecond) {
  return bitsPerSecond >= 1e6 ? `${+(bitsPerSecond / 1e6).toFixed(1)} Mbit/s` : `${+(bitsPerSecond / 1e3).toFixed(0)} kbit/s`;
}

/** Describes a network of GET /v1/policies. */
export function network(one) {
  if (one.kind === "none") return "The phone has no network.";
  const words = [{ wifi: "Wi-Fi", cellular: "Cellular", wired: "Wired" }[one.kind] ?? one.kind];
  if (one.constrained) words.push("Low Data Mode");
  if (one.down_bits_per_second) words.push(`${rate(one.down_bits_per_second)} down`);
  if (one.round_trip_ms) words.push(`${duration(one.round_trip_ms)} round trip`);
  if (one.loss) words.push(`${+(one.loss * 100).toFixed(2)} % lost`);
  if (one.dns_delay_ms) words.push(`DNS delay ${duration(one.dns_delay_ms)}`);
  return `${words.join(", ")}.`;
}
