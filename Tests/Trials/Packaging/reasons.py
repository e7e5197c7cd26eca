"""Writes the web page's list of reasons from the pages Troubleshooting and Reasons, or reports that the file differs.

Usage: reasons.py [--write]
"""

import html
import re
import sys

sys.dont_write_bytecode = True
from generated import ROOT, finish  # noqa: E402

PAGES = ROOT / "Sources/Pipeline/Attache/Attache.docc"

HEAD = """<!DOCTYPE html>
<!-- Written by Tests/Trials/Packaging/reasons.py from Troubleshooting.md and Reasons.md; edit those. -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Attache: all reasons</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="page.css">
</head>
<body>
<header>
<img src="icon.svg" alt="" width="40" height="40">
<div>
<h1>All reasons</h1>
<p class="soft">What each code means, and what to do. <a href="../">Check a push</a></p>
</div>
</header>
<main>
"""


def marked(text):
    """Markdown of the two pages as HTML: code and emphasis; links between pages become their names."""
    text = re.sub(r"\[([^\]]+)\]\([^)]+\.md[^)]*\)", r"\1", text)
    text = html.escape(text.strip(), quote=False)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", text)


def facts():
    """Severity and device's error of each code."""
    found = {}
    for line in (PAGES / "Reasons.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        code = re.fullmatch(r"`([a-z]+\.[a-z0-9-]+)`", cells[0])
        if code and len(cells) >= 4:
            permanent = {"yes": ", permanent", "no": ""}.get(cells[2], "") if cells[1] == "block" else ""
            found[code.group(1)] = cells[1] + permanent + (f", {cells[3]}" if cells[3] not in ("", "–", "-") else "")
    return found


def main():
    known, listed, out, is_open = facts(), set(), [HEAD], False
    for line in (PAGES / "Troubleshooting.md").read_text().splitlines():
        if line.startswith("## "):
            title = marked(line[3:])
        cells = [cell.strip() for cell in line.strip("|").split(" | ")] if line.startswith("| `") else []
        if len(cells) != 3:
            if is_open and not line.startswith("|"):
                out.append("</tbody>\n</table>\n</section>\n")
                is_open = False
            continue
        if not is_open:
            out.append(f'<section class="card">\n<h2>{title}</h2>\n<table class="reasons">\n<thead><tr><th scope="col">'
                       'Reason</th><th scope="col">What you see</th><th scope="col">What to do</th></tr></thead>\n<tbody>\n')
            is_open = True
        codes = re.findall(r"`([a-z]+\.[a-z0-9-]+)`", cells[0])
        listed.update(codes)
        names = "".join(f'<div id="{code}"><code>{code}</code><small>{html.escape(known.get(code, ""))}</small></div>'
                        for code in codes)
        out.append(f"<tr><td>{names}</td><td>{marked(cells[1])}</td><td>{marked(cells[2])}</td></tr>\n")
    if is_open:
        out.append("</tbody>\n</table>\n</section>\n")
    out.append("</main>\n</body>\n</html>\n")
    missing = sorted(set(known) ^ listed)
    if missing:
        print(f"Troubleshooting.md and Reasons.md differ about {', '.join(missing)}", file=sys.stderr)
        return 1
    return finish("Sources/Service/AttacheServer/Page/Files/reasons.html", "".join(out), "Troubleshooting.md and Reasons.md")


sys.exit(main())
