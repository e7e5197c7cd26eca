"""Opens the page of attache matrix --html in Chromium, and reports its observations as JSON.

Usage: matrix.py CHROMIUM DIRECTORY PAGE

DIRECTORY takes the screenshots and the browser's profile.
"""

import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from devtools import Browser  # noqa: E402
from looks import CUT, View  # noqa: E402

chromium, directory, page = sys.argv[1:]
browser = Browser(chromium, directory)
seen = {"faults": {}, "complaints": []}
try:
    for scheme in ("light", "dark"):
        for width in (1440, 360):
            view = View(browser, "file://" + page, width, 900, scheme)
            faults = view.faults()
            faults += view.value(CUT)
            seen["faults"][f"{scheme} {width}"] = [str(one) for one in faults if one]
            view.picture(f"matrix-{scheme}-{width}")
            seen["complaints"] += view.complaints()
    wide = View(browser, "file://" + page, 1440, 900, "light")
    seen["title"] = wide.value("document.title")
    seen["rows"] = wide.value("document.querySelectorAll('tbody tr').length")
    seen["sections"] = wide.value("document.querySelectorAll('main section[id] h2').length - 1")
    seen["roles"] = wide.roles("table", "rowheader", "columnheader", "region")
    seen["unnamed"] = wide.unnamed()
    # The first stop of the keyboard leads past the heading, the next are the table and the first dialect.
    stops = []
    for _ in range(3):
        wide.press("Tab", 9)
        stops.append(wide.value("document.activeElement.className || document.activeElement.getAttribute('href')"))
    seen["stops"] = stops
    wide.press("Enter", 13, "\r")
    seen["target"] = wide.value("document.querySelector(':target h2').textContent")
    wide.picture("matrix-reasons")
    print(json.dumps(seen, indent=1))
finally:
    browser.close()
