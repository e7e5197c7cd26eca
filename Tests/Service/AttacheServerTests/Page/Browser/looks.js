// What a test asks of the page: waits, and looks at what is there.
window.looks = (() => {
  const byId = (id) => document.getElementById(id);
  const text = (selector, within = document) => within.querySelector(selector)?.textContent ?? null;
  const texts = (selector, within = document) => [...within.querySelectorAll(selector)].map((one) => one.textContent);

  async function until(isSo) {
    const end = performance.now() + 30_000;
    while (!isSo()) {
      if (performance.now() > end) throw new Error(`It never came true: ${isSo}`);
      await new Promise((next) => setTimeout(next, 10));
    }
    return true;
  }

  const isSettled = () => byId("form").getAttribute("aria-busy") === "false" && !byId("verdict").hidden;
  const settled = async () => { await until(isSettled); };

  function fill(id, value) {
    byId(id).value = value;
    byId(id).dispatchEvent(new Event("change"));
  }

  async function ask() {
    byId("verdict").hidden = true;
    byId("form").requestSubmit();
    await settled();
  }

  const verdict = () => ({
    title: text("#verdict-title"),
    sentences: texts(".banner p:not(.code)"),
    codes: texts("#verdict .reason code"),
    fixes: texts("#verdict .fix"),
    stages: [...document.querySelectorAll(".stages > li")].map((one) => `${text("h3", one)} ${one.className}`),
    times: texts(".legend dt"),
    texts: texts(".texts pre"),
    media: text(".media") ?? "",
    focus: document.activeElement.id,
  });

  /** The attached picture's own width, and the number of pictures of the notification. */
  async function picture() {
    await until(() => document.querySelector(".media img") && document.querySelectorAll("#picture-place img").length === 2
      && byId("preview").getAttribute("aria-busy") === "false");
    const drawn = [...document.querySelectorAll("#picture-place img")], medium = document.querySelector(".media img");
    await Promise.all([medium, ...drawn].map((one) => one.decode()));
    return [medium.naturalWidth, drawn.filter((one) => one.width > 250 && one.alt.includes("Raid") || one.alt.includes("dark")).length];
  }

  /** Types text as a user does, and returns what the picture shows of it. */
  async function typed(value) {
    const shown = () => [...document.querySelectorAll("#pictures img")].map((one) => one.alt);
    const before = JSON.stringify(shown());
    byId("preview-status").textContent = "";
    byId("payload").value = value;
    byId("payload").dispatchEvent(new Event("input"));
    await until(() => JSON.stringify(shown()) !== before || byId("preview-status").textContent !== "");
    await Promise.all([...document.querySelectorAll("#pictures img")].map((one) => one.decode()));
    return { shown: shown(), status: byId("preview-status").textContent, sketch: text(".sketch") };
  }

  async function video() {
    await until(() => document.querySelector(".media video")?.readyState > 0 || text(".media p"));
    return document.querySelector(".media video")?.duration ?? text(".media p");
  }

  /** Names of classes in the order in which their elements are seen from the top. */
  const order = (names) => names.map((name) => [document.querySelector(`.${name}`).getBoundingClientRect().top, name])
    .sort(([a], [b]) => a - b).map(([, name]) => name);

  const overflow = () => Math.max(0, document.documentElement.scrollWidth - innerWidth);

  /** Controls that a finger misses: under 24 pixels, the minimum of WCAG 2.2. */
  const small = () => [...document.querySelectorAll("button, input, select, textarea")]
    .filter((one) => one.offsetParent !== null && one.getBoundingClientRect().height < 24).length;

  /** Where to press: the middle of what is in view, stands still, and lies under nothing else. */
  async function middle(selector) {
    const one = document.querySelector(selector);
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    const end = performance.now() + 30_000;
    while (performance.now() < end) {
      one.scrollIntoView({ block: "center", behavior: "instant" });
      await frame();
      const before = one.getBoundingClientRect();
      await frame();
      const box = one.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      if (box.x === before.x && box.y === before.y && one.contains(document.elementFromPoint(x, y))) return [x, y];
    }
    throw new Error(`It never stood still: ${selector}`);
  }

  const channels = (color) => color.match(/[\d.]+/g).map(Number);
  const luminance = (color) => {
    const [red, green, blue] = channels(color).map((one) => {
      const part = one / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  function background(one) {
    for (let up = one; up; up = up.parentElement) {
      const { backgroundColor: color, backgroundImage: image } = getComputedStyle(up);
      if (image !== "none") return null;
      if ((channels(color)[3] ?? 1) === 1) return color;
    }
    return "rgb(255, 255, 255)";
  }

  /** Text with less contrast than 4.5 to 1, WCAG's level AA. */
  function faint() {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const one = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || one.offsetParent === null || one.matches("noscript, option")) continue;
      const under = background(one);
      if (!under) continue;
      const [light, dark] = [luminance(getComputedStyle(one).color), luminance(under)].sort((a, b) => b - a);
      const ratio = (light + 0.05) / (dark + 0.05);
      if (ratio < 4.5) found.push(`${ratio.toFixed(2)}: ${walker.currentNode.data.trim().slice(0, 40)}`);
    }
    return found;
  }

  return { until, settled, fill, ask, verdict, picture, typed, video, order, overflow, small, middle, faint };
})();
undefined;
