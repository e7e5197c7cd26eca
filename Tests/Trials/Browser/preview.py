"""Types payloads into the page of a service in Chromium, looks at the pictures, and reports its observations as JSON.

Usage: preview.py CHROMIUM DIRECTORY PAGE-URL MEDIUM-URL

DIRECTORY takes the screenshots and the browser's profile. The service draws with attache-draw.
"""

import base64
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from devtools import Browser  # noqa: E402
from looks import View  # noqa: E402

chromium, directory, page, medium = sys.argv[1:]


def push(body, url=medium):
    alert = {"title": "Raid starts", "subtitle": "Guild hall", "body": body}
    return json.dumps({"aps": {"alert": alert, "mutable-content": 1}, "media_url": url}, indent=1)


REQUESTS = "performance.getEntriesByType('resource').map((one) => one.name)"


def ready(width, scheme):
    view = View(browser, page, width, 900, scheme)
    view.value("looks.until(() => document.getElementById('network').options.length > 1)")
    return view


def typed(view, payload):
    return view.value("looks.typed(%s)" % json.dumps(payload))


def chosen(view, name, value):
    """Chooses in a menu, and returns what the pictures then are."""
    view.value("looks.fill(%s, %s)" % (json.dumps(name), json.dumps(value)))
    view.value("looks.until(() => document.getElementById('preview').getAttribute('aria-busy') === 'false')")
    return view.value("[...document.querySelectorAll('#pictures img')].map((one) => one.alt)")


browser = Browser(chromium, directory)
seen = {"faults": {}, "complaints": []}
try:
    for scheme in ("light", "dark"):
        for width in (1440, 360):
            view = ready(width, scheme)
            seen.setdefault("first_paint", view.value(REQUESTS))
            view.picture(f"preview-{scheme}-{width}-empty", whole=True)
            faults = view.faults()
            typed(view, push("The dragon of the northern keep has woken. Gather your team at the gate, five minutes remain."))
            faults += view.faults()
            view.picture(f"preview-{scheme}-{width}-typed", whole=True)
            view.value("looks.ask()")
            view.value("looks.picture()")
            faults += view.faults() + view.unnamed()
            view.picture(f"preview-{scheme}-{width}-checked", whole=True)
            seen["faults"][f"{scheme} {width}"] = [str(one) for one in faults if one]
            seen["complaints"] += view.complaints()

    wide = ready(1440, "light")
    # By the keyboard alone: the payload, then the menus.
    wide.value("document.getElementById('payload').focus()")
    wide.call("Input.insertText", text=push("By hand"))
    wide.value("looks.until(() => document.querySelector('#pictures img'))")
    seen["typed"] = wide.value("[...document.querySelectorAll('#pictures img')].map((one) => one.alt)")
    seen["sides"] = wide.value(
        "['payload', 'pictures'].map((id) => document.getElementById(id).getBoundingClientRect()).map((one) => one.left)"
    )
    wide.press("Tab", 9)
    stops = [wide.value("document.activeElement.id")]
    wide.press("Tab", 9)
    seen["stops"] = stops + [wide.value("document.activeElement.id")]
    seen["expanded"] = chosen(wide, "stage", "expanded")
    wide.picture("preview-expanded", whole=True)
    seen["dark_only"] = chosen(wide, "appearance", "dark")
    seen["policy"] = wide.value("document.getElementById('policy').options.length")
    chosen(wide, "appearance", "light")
    chosen(wide, "stage", "banner")

    # Many letters are few requests, and the last one counts.
    before = wide.value(REQUESTS + ".filter((one) => one.includes('/v1/preview')).length")
    for count in range(1, 31):
        wide.value(
            "(() => { const one = document.getElementById('payload'); one.value = %s; one.dispatchEvent(new Event('input')); })()"
            % json.dumps(push("x" * count))
        )
    wide.value("looks.until(() => document.querySelector('#pictures img')?.alt.includes('%s;'))" % ("x" * 30))
    seen["requests"] = wide.value(REQUESTS + ".filter((one) => one.includes('/v1/preview')).length") - before

    # An answer that is late counts no more.
    wide.call("Fetch.enable", patterns=[{"urlPattern": "*/v1/preview*"}])
    wide.value("(() => { const one = document.getElementById('payload'); one.value = %s; one.dispatchEvent(new Event('input')); })()"
               % json.dumps(push("first")))
    first = browser.wait("Fetch.requestPaused", wide.session)["params"]["requestId"]
    wide.value("(() => { const one = document.getElementById('payload'); one.value = %s; one.dispatchEvent(new Event('input')); })()"
               % json.dumps(push("second")))
    second = browser.wait("Fetch.requestPaused", wide.session)["params"]["requestId"]
    wide.call("Fetch.continueRequest", requestId=second)
    wide.value("looks.until(() => document.querySelector('#pictures img').alt.includes('second'))")
    try:
        wide.call("Fetch.continueRequest", requestId=first)
    except SystemExit:
        # The page has aborted it.
        pass
    wide.call("Fetch.disable")
    wide.value("new Promise((done) => setTimeout(done, 300))")
    seen["last"] = wide.value("document.querySelector('#pictures img').alt")

    # What is no JSON yet keeps the picture; what shows nothing has none.
    seen["half"] = typed(wide, push("third")[:-5])
    seen["nothing"] = typed(wide, '{"aps":{"content-available":1}}')
    seen["hostile"] = typed(wide, push("<svg onload=injected=1></svg><script>injected=1</script>"))
    seen["injected"] = wide.value("Boolean(window.injected)")

    # A service without the drawing program: a sketch, and how to get pictures.
    bare = ready(1440, "light")
    bare.call("Fetch.enable", patterns=[{"urlPattern": "*format=json*"}])
    bare.value("document.getElementById('payload').value = %s; document.getElementById('payload').dispatchEvent(new Event('input'))"
               % json.dumps(push("As a sketch")))
    paused = browser.wait("Fetch.requestPaused", bare.session)["params"]["requestId"]
    missing = {
        "type": "urn:attache:problem:drawing-missing", "title": "The drawing program is not installed", "status": 503,
        "detail": "attache-draw is not installed with the service; install the package attache-preview.",
    }
    bare.call(
        "Fetch.fulfillRequest", requestId=paused, responseCode=503,
        responseHeaders=[{"name": "Content-Type", "value": "application/problem+json"}],
        body=base64.b64encode(json.dumps(missing).encode()).decode(),
    )
    bare.value("looks.until(() => document.querySelector('.sketch'))")
    seen["sketch"] = bare.value("document.querySelector('.sketch').textContent")
    seen["sketch_label"] = bare.value("document.querySelector('.sketch').getAttribute('aria-label')")
    seen["cure"] = bare.value("document.getElementById('preview-status').textContent")
    seen["faults"]["sketch"] = [str(one) for one in bare.faults() + bare.unnamed() if one]
    bare.picture("preview-sketch", whole=True)
    print(json.dumps(seen, indent=1))
finally:
    browser.close()
