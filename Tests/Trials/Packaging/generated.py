"""The end of a script that generates a file of the repository: it writes the file, or reports that it differs."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent


def finish(path, text, sources):
    """Writes `text` to `path` with --write; otherwise compares both. Gives the exit status."""
    file = ROOT / path
    if "--write" in sys.argv[1:]:
        file.write_text(text)
        return 0
    if file.exists() and file.read_text() == text:
        return 0
    print(f"{path} differs from {sources}: run {sys.argv[0]} --write", file=sys.stderr)
    return 1
