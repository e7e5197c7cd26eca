"""Writes the schemas of results and of the matrix from the components of the OpenAPI document, or reports that a file differs.

Usage: schemas.py [--write]
"""

import json
import re
import sys

import yaml

sys.dont_write_bytecode = True
from generated import ROOT, finish  # noqa: E402


def component(name):
    """A component of the OpenAPI document, and the components that it refers to by name."""
    document = yaml.safe_load((ROOT / "Sources/Service/AttacheServer/OpenAPI/openapi.yaml").read_text())
    components = document["components"]["schemas"]
    needed, definitions = [name], {}
    while needed:
        found = needed.pop()
        if found in definitions:
            continue
        definitions[found] = components[found]
        needed += re.findall(r'"#/components/schemas/(\w+)"', json.dumps(components[found]))
    return definitions.pop(name), dict(sorted(definitions.items()))


def text(identifier, title, schema, definitions):
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:attache:schema:{identifier}",
        "title": title,
        **schema,
        "$defs": definitions,
    }
    return json.dumps(whole, indent=2, ensure_ascii=False).replace("#/components/schemas/", "#/$defs/") + "\n"


def result_schema():
    result, definitions = component("Result")
    # The one sentence that differs: on the command line a source is a file, a line of it or standard input.
    result["properties"]["source"] = {
        "description": "The file and line, `stdin`, `request`, or `batch#N` for the N-th item of a batch.",
        "type": "string",
    }
    return text("result", "A result of attache rewrite and of attached", result, definitions)


def matrix_schema():
    return text("matrix", "The output of attache matrix --json and of POST /v1/matrix", *component("Matrix"))


folder = "Sources/CommandLine/AttacheCommands/Schemas"
sys.exit(
    max(
        finish(f"{folder}/result.json", result_schema(), "the OpenAPI document"),
        finish(f"{folder}/matrix.json", matrix_schema(), "the OpenAPI document"),
    )
)
