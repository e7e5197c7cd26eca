"use strict";
(() => {
  const STEP = 100;
  const OUTCOMES = ["attached", "rewritten", "plain", "untouched", "rejected"];
  const SEVERITIES = ["block", "warning", "note"];
  const SORTS = { input: "none", slow: "descending", fast: "ascending" };
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const grouped = new Intl.NumberFormat("en-US");
  // Repeated text is a number: its index in a table.
  const word = (value) => (typeof value === "number" ? data.strings[value] : value);

  const items = data.rows.map((row, index) => {
    const [source, outcome, milliseconds, reasons, media, policy, output, host] = row;
    return {
      index, source, milliseconds, output,
      outcome: OUTCOMES[outcome], policy: word(policy), host: word(host),
      reasons: reasons.map(([code, severity, message, fix, device, url, pointer, status]) => ({
        code: word(code), title: status == null ? word(code) : `${word(code)} ${status}`, severity: SEVERITIES[severity], message: word(message), fix: word(fix), device: word(device),
        url: word(url), pointer: word(pointer), status,
      })),
      media: media.map(([file, kind, type, bytes, width, height, url]) => (
        { file, kind, type: word(type), bytes, width, height, url }
      )),
      text: null,
    };
  });

  const element = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  // Untrusted text must not change the writing direction of its surroundings.
  const isolated = (text) => element("bdi", "", text);

  const size = (bytes) => {
    const units = ["bytes", "KiB", "MiB", "GiB"];
    let unit = 0;
    while (bytes >= (unit ? 999.95 : 1000) && unit < units.length - 1) { bytes /= 1024; unit += 1; }
    return `${unit ? bytes.toFixed(1) : bytes} ${units[unit]}`;
  };
  const time = (value) => {
    if (value < 9.95) return `${value.toFixed(1)} ms`;
    if (value < 999.5) return `${Math.round(value)} ms`;
    return `${(value / 1000).toFixed(1)} s`;
  };

  const icon = (entry) => {
    const box = element("span", "icon");
    const sign = element("b", "", { video: "▶", audio: "♪" }[entry.kind] ?? "▣");
    sign.setAttribute("aria-hidden", "true");
    box.append(sign, entry.kind);
    return box;
  };
  const thumbnail = (entry, source) => {
    const link = element("a");
    link.href = entry.file;
    link.title = `${entry.type}, ${size(entry.bytes)}, from ${entry.url}`;
    if (entry.kind === "video") {
      // Without controls it shows its first frame.
      const video = element("video");
      video.preload = "metadata";
      video.muted = true;
      video.width = 72;
      video.height = 54;
      video.setAttribute("aria-label", `Video of ${source}`);
      video.addEventListener("error", () => video.replaceWith(icon(entry)), { once: true });
      video.src = entry.file;
      link.append(video);
      return link;
    }
    if (entry.kind !== "image") {
      link.append(icon(entry));
      return link;
    }
    const image = element("img");
    image.loading = "lazy";
    image.decoding = "async";
    image.width = 72;
    image.height = 54;
    image.alt = `Image of ${source}${entry.width ? `, ${entry.width} × ${entry.height} pixels` : ""}`;
    // The store may have evicted it, and a browser does not show every format that a phone does.
    image.addEventListener("error", () => image.replaceWith(icon(entry)), { once: true });
    image.src = entry.file;
    link.append(image);
    return link;
  };

  const cell = (className) => {
    const made = element("td", className);
    made.setAttribute("role", "cell");
    return made;
  };
  const rowOf = (item) => {
    const row = element("tr");
    row.setAttribute("role", "row");
    const media = cell("c-media");
    if (item.media.length) {
      const box = element("div", "thumbs");
      box.append(...item.media.map((entry) => thumbnail(entry, item.source)));
      media.append(box);
    }
    const name = cell("c-item");
    name.append(isolated(item.source));
    const facts = [item.policy && `policy ${item.policy}`, item.host, item.output && !item.source.startsWith(item.output) && `in ${item.output}`].filter(Boolean);
    if (facts.length) {
      const line = element("div", "soft");
      line.append(isolated(facts.join(" · ")));
      name.append(line);
    }
    const outcome = cell("c-outcome");
    outcome.append(element("span", `badge ${item.outcome}`, item.outcome));
    const why = cell("c-why");
    for (const reason of item.reasons) {
      const box = element("div", "reason");
      const line = element("p");
      line.append(element("code", reason.severity, reason.title), " ", isolated(reason.message));
      if (reason.device) line.append(" ", element("span", "soft", reason.device));
      box.append(line);
      if (reason.url) {
        const from = element("p", "soft");
        from.append(isolated(reason.url));
        if (reason.pointer) from.append(" at ", isolated(reason.pointer));
        box.append(from);
      }
      if (reason.fix) {
        const fix = element("p", "fix");
        fix.append(isolated(reason.fix));
        box.append(fix);
      }
      why.append(box);
    }
    const took = cell("c-time number");
    took.textContent = time(item.milliseconds);
    took.dataset.label = "Time";
    row.append(media, name, outcome, why, took);
    return row;
  };

  const search = byId("search"), outcomes = byId("outcome"), codes = byId("reason"), order = byId("sort");
  const body = byId("rows"), status = byId("status"), more = byId("more"), timeHead = byId("time-head");
  let shown = [];
  let drawn = 0;

  const draw = () => {
    const part = document.createDocumentFragment();
    for (const item of shown.slice(drawn, drawn + STEP)) part.append(rowOf(item));
    body.append(part);
    drawn = Math.min(shown.length, drawn + STEP);
    more.hidden = drawn >= shown.length;
    more.textContent = `Show ${Math.min(STEP, shown.length - drawn)} more of ${grouped.format(shown.length - drawn)}`;
  };
  const textOf = (item) => (item.text ??= [
    item.source, item.outcome, item.policy, item.host, item.output,
    ...item.reasons.flatMap((reason) => [reason.title, reason.message, reason.fix, reason.url]),
    ...item.media.flatMap((entry) => [entry.type, entry.url]),
  ].filter(Boolean).join("\n").toLowerCase());
  const apply = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    shown = items.filter((item) => (outcomes.value === "" || item.outcome === outcomes.value)
      && (codes.value === "" || item.reasons.some((reason) => reason.code === codes.value || reason.title === codes.value))
      && words.every((part) => textOf(item).includes(part)));
    if (order.value === "slow") shown.sort((left, right) => right.milliseconds - left.milliseconds);
    if (order.value === "fast") shown.sort((left, right) => left.milliseconds - right.milliseconds);
    timeHead.setAttribute("aria-sort", SORTS[order.value]);
    body.replaceChildren();
    drawn = 0;
    draw();
    const count = shown.length === items.length ? "" : `${grouped.format(shown.length)} of `;
    status.textContent = `${count}${grouped.format(items.length)} ${items.length === 1 ? "item" : "items"}`;
  };

  const fill = (select, counts) => {
    for (const [name, count] of counts) select.append(new Option(`${name} (${grouped.format(count)})`, name));
  };
  const tally = (lists) => {
    const counts = new Map();
    for (const list of lists) for (const name of new Set(list)) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1));
  };
  fill(outcomes, tally(items.map((item) => [item.outcome])));
  // A code with several statuses is a separate entry, next to one for each status.
  const statuses = new Map();
  for (const { code, title } of items.flatMap((item) => item.reasons)) statuses.set(code, (statuses.get(code) ?? new Set()).add(title));
  fill(codes, tally(items.map((item) => item.reasons.flatMap((reason) =>
    (statuses.get(reason.code).size > 1 ? [reason.code, reason.title] : [reason.title])))));
  for (const control of [search, outcomes, codes, order]) control.addEventListener("input", apply);
  more.addEventListener("click", draw);
  // The rows of the reasons and the bars of the outcomes show their items.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-reason], [data-outcome]");
    if (!link) return;
    event.preventDefault();
    const { reason = "", outcome = "" } = link.dataset;
    codes.value = reason;
    outcomes.value = outcome;
    // A table that leaves items out may have none with this code; the search then shows that.
    search.value = codes.value === reason && outcomes.value === outcome ? "" : reason || outcome;
    apply();
    byId("items").scrollIntoView();
    (reason ? codes : outcomes).focus({ preventScroll: true });
  });
  // Scrolling adds rows; the button is for the keyboard.
  new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting) && drawn < shown.length) draw();
  }, { rootMargin: "600px" }).observe(more);
  byId("browser").hidden = false;
  apply();
})();
