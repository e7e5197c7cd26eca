"""Uses the service's page in Chromium as a user would, and reports its observations as JSON.

Usage: drive.py CHROMIUM OPEN-URL GUARDED-URL TOKEN ORIGIN-URL DIRECTORY

OPEN-URL is the page of a service that serves media; the one at GUARDED-URL wants TOKEN, and shows only what was asked about. ORIGIN-URL
serves photo.png and clip.mp4; DIRECTORY takes the screenshots and the browser's profile.
"""

import base64
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../Trials/Browser"))
from devtools import Browser, View as AnyView  # noqa: E402

chromium, page, guarded_page, token, origin, directory = sys.argv[1:]
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "looks.js"), encoding="utf-8") as file:
    LOOKS = file.read()


def push(url, title="Raid starts", extra=""):
    return (
        '{"aps":{"alert":{"title":"%s","subtitle":"The gate","body":"Join now: five minutes."},"mutable-content":1},'
        '"media_url":"%s"%s}' % (title, url, extra)
    )


class View(AnyView):
    def __init__(self, browser, width, height, scheme, url=page):
        super().__init__(browser, url, width, height, scheme)
        self.value(LOOKS)
        if url == page:
            self.value("looks.until(() => document.getElementById('network').options.length > 1)")

    def fill(self, name, text):
        self.value("looks.fill(%s, %s)" % (json.dumps(name), json.dumps(text)))

    def ask(self, payload):
        """Fills in a payload, submits it, waits for the response and returns what the page shows."""
        self.fill("payload", payload)
        self.value("looks.ask()")
        return self.value("looks.verdict()")

    def intercepted(self, payload):
        """Submits a payload, and intercepts the request before it reaches the service."""
        self.call("Fetch.enable", patterns=[{"urlPattern": "*/v1/rewrite*"}])
        self.fill("payload", payload)
        self.value("document.getElementById('verdict').hidden = true; document.getElementById('form').requestSubmit()")
        return self.browser.wait("Fetch.requestPaused", self.session)["params"]["requestId"]

    def answered(self, status, headers, problem):
        """What the page shows for a problem that is hard to provoke."""
        request = self.intercepted('{"aps":{"alert":"Hello"}}')
        fields = {"Content-Type": "application/problem+json", **headers}
        self.call(
            "Fetch.fulfillRequest", requestId=request, responseCode=status,
            responseHeaders=[{"name": name, "value": value} for name, value in fields.items()],
            body=base64.b64encode(json.dumps({"status": status, **problem}).encode()).decode(),
        )
        self.value("looks.settled()")
        self.call("Fetch.disable")
        return self.value("looks.verdict()")

    def click(self, selector):
        x, y = self.value("looks.middle(%s)" % json.dumps(selector))
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def choose(self, path):
        node = self.call("DOM.getDocument")["root"]["nodeId"]
        found = self.call("DOM.querySelector", nodeId=node, selector="#file")["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=found, files=[path])

    def drop(self, path):
        data = {"items": [], "files": [path], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=kind, x=200, y=300, data=data)

    def unnamed(self):
        """What a screen reader could only call by its kind."""
        kinds = {"button", "textbox", "combobox", "link", "image", "region", "form"}
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [
            node["role"]["value"] for node in nodes
            if not node["ignored"] and node["role"]["value"] in kinds and not node.get("name", {}).get("value")
        ]

    def landmarks(self):
        kinds = {"banner", "main", "contentinfo", "form", "status"}
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return sorted({node["role"]["value"] for node in nodes if not node["ignored"]} & kinds)


def written(name, text):
    path = os.path.join(directory, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


browser = Browser(chromium, directory)
seen = {}
try:
    desktop = View(browser, 1280, 900, "light")
    browser.call("Browser.grantPermissions", origin=page.rstrip("/"), permissions=["clipboardReadWrite"])
    desktop.picture("page-empty")
    seen["landmarks"] = desktop.landmarks()
    seen["policies"] = desktop.value("document.getElementById('policy').options.length")
    seen["networks"] = desktop.value("document.getElementById('network').options.length")

    # Upload by the picker, choose, ask: a picture is attached, and shown.
    raw = push(origin + "photo.png", extra=',"n":[18446744073709551617,0.10,1e400],"path":"a\\/b"')
    desktop.choose(written("push.apns", raw))
    desktop.value("looks.until(() => document.getElementById('payload').value.length > 0)")
    seen["uploaded"] = desktop.value("document.getElementById('payload').value") == raw
    desktop.fill("policy", "hive")
    desktop.fill("network", "3g")
    seen["network_hint"] = desktop.value("document.getElementById('network-hint').textContent")
    desktop.click("#ask")
    desktop.value("looks.settled()")
    seen["attached"] = desktop.value("looks.verdict()")
    seen["picture"] = desktop.value("looks.picture()")
    desktop.click(".texts .copy")
    seen["copied_exactly"] = desktop.value(
        "looks.until(() => document.getElementById('status').textContent.includes('copied'))"
        ".then(() => navigator.clipboard.readText())"
    ) == raw
    seen["attached_overflow"] = desktop.value("looks.overflow()")
    seen["asked"] = desktop.value("document.getElementById('asked').textContent")
    desktop.picture("verdict-attached", whole=True)
    # The form has folded away, and opens again.
    folded = "document.getElementById('fields').hidden"
    seen["folded"] = [False, desktop.value(folded)]
    desktop.click("#change")
    seen["folded"].append(desktop.value(folded))
    desktop.fill("network", "")
    desktop.fill("policy", "")
    seen["version"] = desktop.value("document.getElementById('version').textContent")

    # What comes after a good push: the app.
    seen["app_questions"] = desktop.value("document.querySelectorAll('.app li').length")

    # A file that is dropped.
    desktop.value("scrollTo(0, 0)")
    desktop.drop(written("dropped.json", '{"aps":{"alert":"Dropped"}}'))
    seen["dropped"] = desktop.value("looks.until(() => document.getElementById('payload').value.includes('Dropped'))")

    # A video; a fallback with its remedy; not a push; not JSON; an invalid deadline.
    seen["video"] = desktop.ask(push(origin + "clip.mp4"))
    seen["video_seconds"] = desktop.value("looks.video()")
    desktop.picture("verdict-video", whole=True)
    seen["examples"] = desktop.value("[...document.querySelectorAll('#example optgroup option')].map((one) => one.value)")
    desktop.fill("example", "An http URL")
    # Nothing is loaded from the example's host: its scheme is refused before.
    seen["plain"] = desktop.value("looks.ask()") or desktop.value("looks.verdict()")
    seen["explanation"] = [desktop.value("document.querySelector('#verdict .reason a').getAttribute('href')")]
    explained = View(browser, 1280, 900, "light", url=page + seen["explanation"][0])
    seen["explanation"] += [explained.value("document.title"), explained.value("document.querySelector(':target code').textContent")]
    explained.picture("reasons", whole=True)
    desktop.picture("verdict-plain", whole=True)
    # A file that is too large is read in part, and the size of the part is not the size of the file.
    seen["oversized"] = desktop.ask(push(origin + "huge.jpg"))
    seen["oversized_fetch"] = desktop.value(
        "[...document.querySelectorAll('.stages > li')].find((one) => one.querySelector('h3').textContent === 'fetch')"
        ".querySelector('p').textContent"
    )
    # A key that no policy reads: the fix is a button.
    seen["unread"] = desktop.ask('{"aps":{"alert":"Hello","mutable-content":1},"gallery":{"id1":"%sphoto.png"}}' % origin)
    # This view is behind another one, where nothing is drawn: it cannot be pressed with the mouse.
    desktop.value("document.querySelector('button[data-path]').click()")
    desktop.value("looks.until(() => document.querySelector('#verdict-title').textContent.startsWith('Attached'))")
    seen["read"] = desktop.value("looks.verdict()")
    seen["chosen"] = [desktop.value("document.getElementById('%s').value" % name) for name in ("policy", "media")]
    desktop.fill("media", "")
    desktop.fill("policy", "")
    seen["untouched"] = desktop.ask('{"aps":{"alert":"Hello"}}')
    seen["untouched_why"] = desktop.value("[...document.querySelectorAll('.banner p')].map((one) => one.textContent)")
    # A request to a push service: what it is, and what the phone receives.
    desktop.ask(
        '{"app_id":"1","included_segments":["All"],"contents":{"en":"Hello"},"ios_attachments":{"id":"http://img.example.com/a.png"}}'
    )
    seen["request"] = desktop.value("[...document.querySelectorAll('.request h2, .request pre')].map((one) => one.textContent)")
    # What was checked before, newest first, and opened again.
    seen["recent"] = desktop.value("[...document.getElementById('recent').options].slice(1).map((one) => one.textContent)")
    desktop.fill("payload", "")
    desktop.fill("recent", "1")
    seen["reopened"] = desktop.value("document.getElementById('payload').value")
    seen["not_a_push"] = desktop.ask('{"hello":1}')
    desktop.ask('{"aps":')
    # Nothing to check: the verdict on the other payload is gone.
    desktop.fill("payload", " ")
    desktop.value("document.getElementById('form').requestSubmit()")
    seen["emptied"] = desktop.value(
        "({is_hidden: document.getElementById('verdict').hidden, text: document.getElementById('verdict').textContent})"
    )
    seen["no_json"] = desktop.ask('{"aps":')
    seen["selection"] = desktop.value("[payload.selectionStart, payload.selectionEnd]")
    desktop.picture("verdict-no-json", whole=True)
    desktop.fill("deadline", "soon")
    seen["bad_deadline"] = desktop.ask('{"aps":{"alert":"Hello"}}')
    desktop.fill("deadline", "")
    seen["too_large"] = desktop.ask('{"aps":{"alert":"%s"}}' % ("a" * (1 << 20)))
    # Text from outside stays text.
    seen["hostile"] = desktop.ask(push(origin + "photo.png", title="<img src=x onerror=injected=1>"))
    seen["injected"] = desktop.value("Boolean(window.injected)")
    seen["unnamed"] = desktop.unnamed()
    seen["contrast"] = desktop.value("looks.faint()")
    refused = ("400 (Bad Request)", "422 (Unprocessable", "413 (", "404 (Not Found)")
    seen["complaints"] = [words for words in desktop.complaints() if not any(status in words for status in refused)]
    # Were the policy not in force, nothing would complain of this either.
    desktop.value("document.body.append(Object.assign(new Image(), {src: 'http://127.0.0.1:9/'}))")
    seen["foreign_image"] = desktop.value("looks.until(() => violations.length > 0).then(() => violations)")

    # The keyboard alone.
    keys = View(browser, 1280, 900, "light")
    stops = []
    for _ in range(11):
        keys.press("Tab", 9)
        stops.append(keys.value("document.activeElement.id"))
    seen["stops"] = stops
    keys.value("document.getElementById('choose').focus()")
    keys.press("Tab", 9)
    keys.press("Tab", 9)
    keys.call("Input.insertText", text='{"aps":{"alert":"By hand","mutable-content":1}}')
    keys.press("Enter", 13, "\r", modifiers=2)
    keys.value("looks.settled()")
    seen["keyboard"] = keys.value("looks.verdict()")
    seen["focused"] = keys.value("document.activeElement.id")

    # A service that has too much to do, one that is gone, and a person who does not wait.
    busy = View(browser, 1280, 900, "light")
    seen["busy"] = busy.answered(
        503, {"Retry-After": "3"}, {"title": "The service is unavailable", "detail": "4096 requests are waiting."}
    )
    seen["waiting"] = busy.answered(
        429, {"Retry-After": "2"}, {"title": "This client has too many requests waiting", "detail": "Ask for fewer."}
    )
    request = busy.intercepted('{"aps":{"alert":"Hello"}}')
    busy.call("Fetch.failRequest", requestId=request, errorReason="ConnectionRefused")
    busy.value("looks.settled()")
    seen["gone"] = busy.value("looks.verdict()")
    busy.intercepted('{"aps":{"alert":"Hello"}}')
    busy.click("#stop")
    busy.value("looks.until(() => document.getElementById('status').textContent === 'Stopped.')")
    seen["stopped"] = busy.value("document.activeElement.id")

    # A service that requires a token: the page reports it, and leads to its field.
    guarded = View(browser, 1280, 900, "light", url=guarded_page)
    guarded.value("looks.until(() => document.getElementById('status').textContent.includes('token'))")
    seen["refused"] = guarded.ask(push(origin + "photo.png"))
    seen["token_focus"] = guarded.value("document.activeElement.id")
    guarded.picture("verdict-refused", whole=True)
    guarded.fill("token", token)
    guarded.value("looks.until(() => document.getElementById('network').options.length > 1)")
    seen["admitted"] = guarded.ask(push(origin + "photo.png"))
    seen["guarded_picture"] = guarded.value("looks.picture()")
    seen["stored"] = guarded.value("[localStorage.length, sessionStorage.length, document.cookie.length]")

    # A link: the payload is behind the #, which no server sees, and it is not checked before the reader asks.
    linking = View(browser, 1280, 900, "light")
    linking.fill("payload", '{"aps":{"alert":"Grüße 😀","mutable-content":1}}')
    linking.fill("policy", "hive")
    linking.click("#link")
    address = linking.value("looks.until(() => document.getElementById('status').textContent.includes('copied'))"
                            ".then(() => navigator.clipboard.readText())")
    opened = View(browser, 1280, 900, "light", url=address)
    opened.value("looks.until(() => document.getElementById('status').textContent.includes('link'))")
    seen["link"] = {
        "is_fragment": address.startswith(page + "#payload="),
        "requests": opened.value("performance.getEntriesByType('resource').map((one) => one.name)"),
        "payload": opened.value("document.getElementById('payload').value"),
        "policy": opened.value("document.getElementById('policy').value"),
        "is_asked": not opened.value("document.getElementById('verdict').hidden"),
    }

    dark = View(browser, 1280, 900, "dark")
    dark.ask(push(origin + "photo.png"))
    dark.value("looks.picture()")
    seen["dark_paper"] = dark.value("getComputedStyle(document.body).backgroundColor")
    seen["dark_contrast"] = dark.value("looks.faint()")
    dark.picture("verdict-dark", whole=True)

    for scheme in ("light", "dark"):
        phone = View(browser, 390, 844, scheme)
        overflow = [phone.value("looks.overflow()")]
        phone.picture(f"phone-{scheme}-empty")
        phone.ask(push(origin + "photo.png"))
        phone.value("looks.picture()")
        overflow.append(phone.value("looks.overflow()"))
        seen["phone_order"] = phone.value("looks.order(['banner', 'phone', 'story'])")
        phone.picture(f"phone-{scheme}-attached", whole=True)
        phone.ask(push("http://img.example.com/" + "very-long-name" * 12 + ".gif"))
        overflow.append(phone.value("looks.overflow()"))
        phone.picture(f"phone-{scheme}-plain", whole=True)
        overflow.append(phone.value("looks.small()"))
        seen[f"phone_{scheme}"] = overflow
    print(json.dumps(seen, indent=1))
finally:
    browser.close()
