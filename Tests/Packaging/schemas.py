"""Writes the schema of results from the components of the OpenAPI document, or reports that the file differs.

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


sys.exit(finish("Sources/AttacheCommands/Schemas/result.json", result_schema(), "the OpenAPI document"))
