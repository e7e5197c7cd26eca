"""Opens a report in Chromium, over the DevTools protocol's pipe, and tells as JSON what it saw.

Usage: drive.py CHROMIUM PAGE DIRECTORY NEEDLE

DIRECTORY takes the screenshots and the browser's profile; NEEDLE is a text that few rows have.
"""

import base64
import json
import os
import subprocess
import sys
import time

chromium, page, directory, needle = sys.argv[1:]
url = "file://" + page

to_browser_read, to_browser = os.pipe()
from_browser, from_browser_write = os.pipe()


def hand_over():
    # The protocol's descriptors are 3 and 4; copies first, so that neither overwrites the other.
    reading, writing = os.dup(to_browser_read), os.dup(from_browser_write)
    os.dup2(reading, 3)
    os.dup2(writing, 4)


browser = subprocess.Popen(
    [
        chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--mute-audio",
        "--hide-scrollbars", "--user-data-dir=" + os.path.join(directory, "profile"), "--remote-debugging-pipe",
        "about:blank",
    ],
    preexec_fn=hand_over, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
)
os.close(to_browser_read)
os.close(from_browser_write)


class Protocol:
    def __init__(self):
        self.last = 0
        self.buffer = b""
        self.events = []

    def message(self):
        while b"\0" not in self.buffer:
            part = os.read(from_browser, 1 << 20)
            if not part:
                raise SystemExit("the browser went away")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, session=None, **parameters):
        self.last += 1
        request = {"id": self.last, "method": method, "params": parameters}
        if session:
            request["sessionId"] = session
        os.write(to_browser, json.dumps(request).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.last:
                if "error" in message:
                    raise SystemExit(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def wait(self, method, session):
        while True:
            for index, event in enumerate(self.events):
                if event.get("method") == method and event.get("sessionId") == session:
                    return self.events.pop(index)
            self.events.append(self.message())


protocol = Protocol()


class View:
    """One tab of one size and colour scheme."""

    def __init__(self, width, height, scheme, scripts=True):
        target = protocol.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = protocol.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        if not scripts:
            self.call("Emulation.setScriptExecutionDisabled", value=True)
        self.call(
            "Page.addScriptToEvaluateOnNewDocument",
            source="window.violations = [];"
            "addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));",
        )
        began = time.monotonic()
        self.call("Page.navigate", url=url)
        protocol.wait("Page.loadEventFired", self.session)
        self.load_seconds = time.monotonic() - began

    def call(self, method, **parameters):
        return protocol.call(method, self.session, **parameters)

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def press(self, key, code, text=None):
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, windowsVirtualKeyCode=code,
                  **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=code)

    def picture(self, name):
        shot = self.call("Page.captureScreenshot", format="png")
        with open(os.path.join(directory, name + ".png"), "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def complaints(self):
        """What the console, the page or its security policy complained of."""
        self.value("new Promise((done) => setTimeout(done, 0))")
        words = list(self.value("violations"))
        for event in protocol.events:
            if event.get("sessionId") != self.session:
                continue
            parameters = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                words.append(parameters["exceptionDetails"].get("exception", {}).get("description", "exception"))
            elif event["method"] == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
                words.append(str(parameters["args"]))
            elif event["method"] == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                words.append(parameters["entry"]["text"])
        return words


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
  const began = performance.now();
  search.value = %s;
  search.dispatchEvent(new Event('input'));
  return performance.now() - began;
})()"""
SORTED = """(() => {
  const sort = document.getElementById('sort');
  sort.value = 'slow';
  sort.dispatchEvent(new Event('input'));
  return document.querySelector('#rows .c-time').textContent;
})()"""

seen = {}
try:
    desktop = View(1280, 900, "light")
    seen["load_seconds"] = desktop.load_seconds
    seen["status"] = desktop.value(STATUS)
    seen["charts"] = desktop.value("document.querySelectorAll('figure svg[role=img] rect').length")
    seen["chart_words"] = desktop.value("document.getElementById('outcomes-words').textContent")
    seen["elements"] = desktop.value("document.querySelectorAll('#rows tr').length")
    seen["injected"] = desktop.value("Boolean(window.injected) || document.querySelectorAll('blink').length")
    seen["thumbnail_width"] = desktop.value(THUMBNAIL)
    desktop.picture("desktop-light")
    # From the top: the first stop leads past everything to the items, the next is the search field.
    desktop.press("Tab", 9)
    seen["first_stop"] = desktop.value("document.activeElement.className")
    desktop.press("Enter", 13, "\r")
    desktop.press("Tab", 9)
    seen["second_stop"] = desktop.value("document.activeElement.id")
    desktop.call("Input.insertText", text=needle)
    seen["found"] = desktop.value(STATUS)
    desktop.picture("desktop-found")
    seen["filter_milliseconds"] = desktop.value(FILTER % json.dumps("raid 7"))
    desktop.value(FILTER % '""')
    seen["slowest"] = desktop.value(SORTED)
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
    os.write(to_browser, json.dumps({"id": 0, "method": "Browser.close"}).encode() + b"\0")
    try:
        browser.wait(5)
    except subprocess.TimeoutExpired:
        browser.kill()
