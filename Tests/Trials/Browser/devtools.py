"""Headless Chromium over the DevTools protocol's pipe, for the tests that look at pages.

A script makes one Browser, opens a View for each size and colour scheme, and closes the browser at its end.
"""

import base64
import json
import os
import subprocess
import time


class Browser:
    """A browser with a profile of its own."""

    def __init__(self, chromium, directory):
        self.directory = directory
        self.last = 0
        self.buffer = b""
        self.events = []
        to_browser_read, self.to_browser = os.pipe()
        self.from_browser, from_browser_write = os.pipe()

        def hand_over():
            # The protocol's descriptors are 3 and 4; copies first, so that neither overwrites the other.
            reading, writing = os.dup(to_browser_read), os.dup(from_browser_write)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen(
            [
                chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--no-first-run", "--disable-extensions", "--disable-background-networking",
                "--disable-component-update", "--mute-audio", "--hide-scrollbars",
                "--user-data-dir=" + os.path.join(directory, "profile"), "--remote-debugging-pipe", "about:blank",
            ],
            preexec_fn=hand_over, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser_read)
        os.close(from_browser_write)

    def message(self):
        while b"\0" not in self.buffer:
            part = os.read(self.from_browser, 1 << 20)
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
        os.write(self.to_browser, json.dumps(request).encode() + b"\0")
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

    def close(self):
        os.write(self.to_browser, json.dumps({"id": 0, "method": "Browser.close"}).encode() + b"\0")
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()


class View:
    """One tab of one size and colour scheme."""

    def __init__(self, browser, url, width, height, scheme, scripts=True):
        self.browser = browser
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
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
        browser.wait("Page.loadEventFired", self.session)
        self.load_seconds = time.monotonic() - began

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def press(self, key, code, text=None, modifiers=0):
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, windowsVirtualKeyCode=code,
                  modifiers=modifiers, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=code,
                  modifiers=modifiers)

    def picture(self, name, whole=False):
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(os.path.join(self.browser.directory, name + ".png"), "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def complaints(self):
        """What the console, the page or its security policy complained of."""
        self.value("new Promise((done) => setTimeout(done, 0))")
        words = list(self.value("violations"))
        for event in self.browser.events:
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
