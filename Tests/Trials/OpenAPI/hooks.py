"""Teaches schemathesis NDJSON: bodies are made as text, and go out as they are."""

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def lines(_context, value):
    return value.encode() if isinstance(value, str) else str(value).encode()
