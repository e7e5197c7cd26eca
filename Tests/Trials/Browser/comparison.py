"""Compares vendors on the page of a service in Chromium, and reports its observations as JSON.

Usage: comparison.py CHROMIUM DIRECTORY PAGE-URL MEDIUM-URL

DIRECTORY takes the screenshots and the browser's profile. The medium is a picture whose name has a space, which only iOS 17 reads.
"""

import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from devtools import Browser  # noqa: E402
from looks import CUT, View  # noqa: E402

chromium, directory, page, medium = sys.argv[1:]
PUSH = json.dumps({"aps": {"alert": "Hello", "mutable-content": 1}, "media_url": medium})
WORDS = "[...document.querySelectorAll('.matrix tbody tr')].find((one) => one.textContent.startsWith(%s)).textContent"


def compared(width, scheme):
    view = View(browser, page, width, 900, scheme)
    view.value("looks.until(() => document.getElementById('network').options.length > 1)")
    view.value("looks.fill('payload', %s)" % json.dumps(PUSH))
    # By the keyboard: the button is the stop after the one that checks.
    view.value("document.getElementById('ask').focus()")
    view.press("Tab", 9)
    seen.setdefault("stop", view.value("document.activeElement.id"))
    view.press("Enter", 13, "\r")
    view.value("looks.settled()")
    return view


def opened(view):
    """Opens the reasons of the first dialect by the keyboard."""
    view.value("document.querySelector('.disclosure').focus()")
    view.press("Enter", 13, "\r")


browser = Browser(chromium, directory)
seen = {"faults": {}, "complaints": []}
try:
    for scheme in ("light", "dark"):
        for width in (1440, 360):
            view = compared(width, scheme)
            faults = view.faults()
            view.picture(f"comparison-{scheme}-{width}")
            opened(view)
            faults += view.faults()
            view.value("document.querySelector('.disclosure').scrollIntoView({ block: 'start' })")
            view.picture(f"comparison-{scheme}-{width}-reasons")
            faults += view.value(CUT)
            seen["faults"][f"{scheme} {width}"] = [str(one) for one in faults if one]
            seen["complaints"] += view.complaints()
    wide = compared(1440, "light")
    seen["title"] = wide.value("document.getElementById('verdict-title').textContent")
    seen["focus"] = wide.value("document.activeElement.id")
    seen["roles"] = wide.roles("table", "rowheader", "columnheader", "region")
    seen["unnamed"] = wide.unnamed()
    seen["older"] = wide.value("document.querySelectorAll('.older').length")
    button = "document.querySelector('.disclosure')"
    expanded = "%s.getAttribute('aria-expanded')" % button
    hidden = "document.getElementById(%s.getAttribute('aria-controls')).hidden" % button
    seen["closed"] = [wide.value(expanded), str(wide.value(hidden))]
    opened(wide)
    seen["opened"] = [wide.value(expanded), str(wide.value(hidden))]
    seen["reasons"] = wide.value("[...document.querySelectorAll('tr:not([hidden]) .why li')].map((one) => one.textContent)")
    # Without a medium there is nothing to compare, and the page shows why.
    wide.value("looks.fill('payload', %s)" % json.dumps('{"aps":{"alert":"Hello"}}'))
    wide.value("document.getElementById('verdict').hidden = true; document.getElementById('compare').click()")
    wide.value("looks.settled()")
    seen["problem"] = wide.value("looks.verdict().title")
    print(json.dumps(seen, indent=1))
finally:
    browser.close()
