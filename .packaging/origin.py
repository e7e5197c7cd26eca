#!/usr/bin/env python3
"""Reads origin.yaml, puts what it names into the files of the Debian package, and writes SECURITY next to their folder.

Usage: origin.py FOLDER

Debian requires a maintainer with an address. Where no contact is named, the files keep one that says so, at a name that
can never exist (RFC 2606).
"""

import pathlib
import re
import sys

FILE = pathlib.Path(__file__).resolve().parent / "origin.yaml"
KEYS = {"contact", "source", "security", "licence"}
NOBODY = "No contact is named <none@origin.invalid>"


def origin(file: pathlib.Path = FILE) -> dict[str, str]:
    """The values of the file by their keys; an empty one is missing."""
    values = dict(re.findall(r"^([a-z]+): *(.*?) *$", file.read_text(), re.MULTILINE))
    if set(values) != KEYS:
        raise SystemExit(f"{file}: the keys are {', '.join(sorted(KEYS))}, and not {', '.join(sorted(values))}")
    if values["contact"] and not re.fullmatch(r"[^<>]+ <[^<>@ ]+@[^<>@ ]+>", values["contact"]):
        raise SystemExit(f"{file}: invalid contact: {values['contact']}; use NAME <ADDRESS>")
    return {key: value for key, value in values.items() if value}


def fill(folder: pathlib.Path, values: dict[str, str]) -> None:
    """Writes the values into control, changelog and copyright."""
    contact, source, licence = (values.get(key) for key in ("contact", "source", "licence"))
    for name in ("control", "changelog"):
        text = (folder / name).read_text()
        if NOBODY not in text:
            raise SystemExit(f"{folder / name} does not have {NOBODY}")
        text = text.replace(NOBODY, contact or NOBODY)
        if name == "control" and source:
            text = text.replace("\nRules-Requires-Root:", f"\nHomepage: {source}\nRules-Requires-Root:")
        (folder / name).write_text(text)
    text = (folder / "copyright").read_text()
    head = "Upstream-Name: Attache\n"
    if contact:
        head += f"Upstream-Contact: {contact}\n"
    if source:
        head += f"Source: {source}\n"
    text = text.replace("Upstream-Name: Attache\n", head)
    if licence:
        if f"\nLicense: {licence}\n " not in text:
            raise SystemExit(f"{folder / 'copyright'} has no text of the licence {licence}; add it")
        text = re.sub(r"Comment:\n Attache itself has been given no license.*?\n \.\n", "Comment:\n", text, flags=re.DOTALL)
        text = re.sub(r"License: all-rights-reserved\n(?: .*\n)+", f"License: {licence}\n", text)
    (folder / "copyright").write_text(text)
    security = values.get("security")
    (folder.parent / "SECURITY").write_text(
        f"Report a vulnerability in Attache to {security}\n"
        if security
        else "No contact for reports of vulnerabilities is named. Ask those who gave you this copy of Attache.\n"
    )


if __name__ == "__main__":
    fill(pathlib.Path(sys.argv[1]), origin())
