"""Opens a report in Chromium, over the DevTools protocol's pipe, and reports its observations as JSON.

Usage: drive.py CHROMIUM PAGE DIRECTORY NEEDLE

DIRECTORY takes the screenshots and the browser's profile; NEEDLE is a text that few rows have.
"""

import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../Trials/Browser"))
from devtools import Browser, View as AnyView  # noqa: E402

chromium, page, directory, needle = sys.argv[1:]
browser = Browser(chromium, directory)


def View(width, height, scheme, scripts=True):
    return AnyView(browser, "file://" + page, width, height, scheme, scripts)


OVERFLOW = "Math.max(0, document.documentElement.scrollWidth - innerWidth)"
STATUS = "document.getElementById('status').textContent"
THUMBNAIL = """(async () => {
  const image = document.querySelector('#rows img');
  if (!image) return 0;
  image.loading = 'eager';
  await image.decode();
  return image.naturalWidth;
})()"""
FILTER = """(() => {
  const search = document.getElementById('search');
  search.value = %s;
  search.dispatchEvent(new Event('input'));
})()"""
SORTED = """(() => {
  const sort = document.getElementById('sort');
  sort.value = 'slow';
  sort.dispatchEvent(new Event('input'));
  return document.querySelector('#rows .c-time').textContent;
})()"""

# Words of the page that a line break cuts, such as "warnin" and "g"; text from outside may be cut where it is too long.
BROKEN = """(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.checkVisibility() || node.parentElement.closest("script, style, svg, option")) continue;
    for (const match of node.data.matchAll(/[A-Za-z]{2,16}/g)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (tops.size > 1) found.push(match[0]);
    }
  }
  return found;
})()"""
PICKED = """(() => {
  document.querySelector(%s).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  return [document.getElementById("outcome").value, document.getElementById("reason").value,
    document.getElementById("status").textContent];
})()"""

seen = {}
try:
    desktop = View(1280, 900, "light")
    seen["status"] = desktop.value(STATUS)
    seen["charts"] = desktop.value("document.querySelectorAll('figure svg[role] rect').length")
    seen["chart_words"] = desktop.value("document.getElementById('outcomes-words').textContent")
    seen["elements"] = desktop.value("document.querySelectorAll('#rows tr').length")
    seen["injected"] = desktop.value("Boolean(window.injected) || document.querySelectorAll('blink').length")
    seen["thumbnail_width"] = desktop.value(THUMBNAIL)
    seen["broken"] = desktop.value(BROKEN)
    seen["about"] = desktop.value("[...document.querySelectorAll('header dl dt')].map((one) => one.textContent)")
    desktop.picture("desktop-light", whole=False)
    # From the top: the first stop leads past everything to the items, the next is the search field.
    desktop.press("Tab", 9)
    seen["first_stop"] = desktop.value("document.activeElement.className")
    desktop.press("Enter", 13, "\r")
    desktop.press("Tab", 9)
    seen["second_stop"] = desktop.value("document.activeElement.id")
    desktop.call("Input.insertText", text=needle)
    seen["found"] = desktop.value(STATUS)
    desktop.picture("desktop-found")
    desktop.value(FILTER % json.dumps("raid 7"))
    desktop.value(FILTER % '""')
    seen["slowest"] = desktop.value(SORTED)
    seen["picked_outcome"] = desktop.value(PICKED % json.dumps("a[data-outcome=plain] rect"))
    seen["picked_reason"] = desktop.value(PICKED % json.dumps("a[data-reason] code"))
    desktop.picture("desktop-picked")
    seen["picked_status"] = desktop.value(PICKED % json.dumps("a[data-reason='fetch.status 403'] code"))
    seen["shown_reason"] = desktop.value("document.querySelector('#rows .reason code').textContent")
    desktop.value("document.getElementById('items').scrollIntoView()")
    desktop.picture("desktop-items")
    seen["desktop_overflow"] = desktop.value(OVERFLOW)
    seen["complaints"] = desktop.complaints()
    # Were the policy not in force, nothing would complain of this either.
    desktop.value("document.body.append(Object.assign(new Image(), {src: 'http://127.0.0.1:9/'}))")
    desktop.value("new Promise((done) => setTimeout(done, 100))")
    seen["foreign_image"] = desktop.value("violations")

    dark = View(1280, 900, "dark")
    dark.picture("desktop-dark")
    seen["dark_paper"] = dark.value("getComputedStyle(document.body).backgroundColor")

    phone = View(390, 844, "light")
    seen["phone_overflow"] = phone.value(OVERFLOW)
    phone.picture("phone-light")
    phone.value("document.getElementById('items').scrollIntoView()")
    phone.picture("phone-items")
    seen["phone_items_overflow"] = phone.value(OVERFLOW)
    seen["phone_complaints"] = phone.complaints()
    night = View(390, 844, "dark")
    night.value("document.querySelector('[aria-labelledby=reasons-title]').scrollIntoView()")
    night.picture("phone-dark")

    plain = View(1280, 900, "light", scripts=False)
    seen["plain_rects"] = plain.value("document.querySelectorAll('figure svg rect').length")
    seen["plain_reasons"] = plain.value("document.querySelectorAll('[aria-labelledby=reasons-title] tbody tr').length")
    seen["plain_browser"] = plain.value("document.getElementById('browser').hidden")
    plain.value("document.getElementById('items').scrollIntoView()")
    plain.picture("desktop-plain")
    print(json.dumps(seen, indent=1))
finally:
    browser.close()
