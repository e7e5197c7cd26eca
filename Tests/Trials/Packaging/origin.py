"""Fills origin.yaml in, and looks for its values in the files of the Debian package; it names an address nowhere else."""

import pathlib
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
sys.path.insert(0, str(ROOT / ".packaging"))
import origin  # noqa: E402

VALUES = {
    "contact": "Jane Doe <jane@push.example>",
    "source": "https://git.push.example/attache",
    "security": "security@push.example",
    "licence": "Apache-2.0",
}
faults = []


def filled(values):
    """The files of the package, and SECURITY, with values."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch, "debian")
        shutil.copytree(ROOT / ".packaging/debian", folder)
        file = pathlib.Path(scratch, "origin.yaml")
        file.write_text("".join(f"{key}: {values.get(key, '')}\n" for key in VALUES))
        origin.fill(folder, origin.origin(file))
        names = ("debian/control", "debian/changelog", "debian/copyright", "SECURITY")
        return {pathlib.Path(name).name: pathlib.Path(scratch, name).read_text() for name in names}


def expect(text, *parts, absent=()):
    faults.extend(f"{part!r} is missing in:\n{text[:400]}" for part in parts if part not in text)
    faults.extend(f"{part!r} is in:\n{text[:400]}" for part in absent if part in text)


def refused(values):
    try:
        filled(values)
    except SystemExit:
        return
    faults.append(f"{values} is accepted")


full = filled(VALUES)
expect(full["control"], f"Maintainer: {VALUES['contact']}\n", f"Homepage: {VALUES['source']}\n", absent=[".invalid"])
expect(full["changelog"], f" -- {VALUES['contact']}  ", absent=[".invalid"])
expect(
    full["copyright"], f"Upstream-Contact: {VALUES['contact']}\n", f"Source: {VALUES['source']}\n",
    "Copyright: 2026, the authors of Attache\nLicense: Apache-2.0\n", absent=["all-rights-reserved", "no license"],
)
expect(full["SECURITY"], VALUES["security"])

empty = filled({})
expect(empty["control"], f"Maintainer: {origin.NOBODY}\n", absent=["Homepage:"])
expect(empty["copyright"], "License: all-rights-reserved\n", absent=["Upstream-Contact:", "Source:"])
expect(empty["SECURITY"], "No contact")

refused({"contact": "jane@push.example"})
refused({"licence": "MIT"})
print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
sys.exit(1 if faults else 0)
