"""Writes the schemas of results and of the matrix from the components of the OpenAPI document, or reports that a file differs.

Usage: schemas.py [--write]
"""

import json
import re
import sys

import yaml

sys.dont_write_bytecode = True
from generated import ROOT, finish  # noqa: E402


def result_schema():
    document = yaml.safe_load((ROOT / "Sources/AttacheServer/OpenAPI/openapi.yaml").read_text())
    components = document["components"]["schemas"]
    needed, definitions = ["Result"], {}
    while needed:
        name = needed.pop()
        if name in definitions:
            continue
        definitions[name] = components[name]
        needed += re.findall(r'"#/components/schemas/(\w+)"', json.dumps(components[name]))
    result = definitions.pop("Result")
    # The one sentence that differs: on the command line a source is a file, a line of it or standard input.
    result["properties"]["source"] = {
        "description": "The file and line, `stdin`, `request`, or `batch#N` for the N-th item of a batch.",
        "type": "string",
    }
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:attache:schema:result",
        "title": "A result of attache rewrite and of attached",
        **result,
        "$defs": dict(sorted(definitions.items())),
    }
    text = json.dumps(schema, indent=2, ensure_ascii=False).replace("#/components/schemas/", "#/$defs/")
    return text + "\n"


def matrix_schema():
    result = json.loads(result_schema())
    definitions = {name: result["$defs"][name] for name in ("Device", "DeviceError", "DeviceNote")}
    text = {"type": "string"}
    cell = {
        "type": "object", "additionalProperties": False, "required": ["network", "system", "device"],
        "properties": {
            "network": {"description": "A network preset.", "type": "string"},
            "system": {"description": "iOS 16 and earlier, or 17 and later.", "enum": ["ios-16", "ios-17"]},
            "device": {"$ref": "#/$defs/Device"},
        },
    }
    row = {
        "type": "object", "additionalProperties": False, "required": ["dialect", "vendor", "cells"],
        "properties": {"dialect": text, "vendor": text, "cells": {"type": "array", "items": cell}},
    }
    response = {
        "description": "The response to the one download; absent without one.",
        "type": "object", "additionalProperties": False, "required": ["status", "bytes"],
        "properties": {
            "status": {"type": "integer"}, "content_type": text, "bytes": {"type": "integer", "minimum": 0},
            "format": {"description": "The MIME type of the bytes.", "type": "string"},
        },
    }
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:attache:schema:matrix",
        "title": "The output of attache matrix --json",
        "type": "object", "additionalProperties": False, "required": ["schema", "url", "rows"],
        "properties": {
            "schema": {"const": "attache-matrix/1"}, "url": text, "response": response,
            "rows": {"type": "array", "items": row},
        },
        "$defs": definitions,
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


folder = "Sources/AttacheCommands/Schemas"
sys.exit(
    max(
        finish(f"{folder}/result.json", result_schema(), "the OpenAPI document"),
        finish(f"{folder}/matrix.json", matrix_schema(), "the OpenAPI document"),
    )
)
