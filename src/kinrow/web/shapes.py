"""The shape of every request, told once: what is checked here is what the OpenAPI document says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kinrow.rules.cell import shown

Schema = dict[str, Any]

CELL = {"type": "string", "pattern": "^[a-t]([1-9]|[12][0-9])$"}
PLAYER = {
    "type": "string",
    "pattern": "^(random|perfect|alphabeta:([1-9]|[1-5]s)|mcts:([1-9][0-9]{0,4}|[1-5]s))$",
    "maxLength": 20,
}
SECONDS = {"type": "number", "minimum": 0.05, "maximum": 3600}
WHERE: dict[str, Schema] = {
    "game": {"type": "string", "minLength": 1, "maxLength": 120},
    "setup": {"type": "string", "minLength": 1, "maxLength": 1000},
    "moves": {"type": "array", "items": CELL, "maxItems": 400},
}


def record(required: tuple[str, ...], **properties: Schema) -> Schema:
    """An object with these properties and no others."""
    return {
        "type": "object",
        "required": list(required),
        "properties": properties,
        "additionalProperties": False,
    }


POSITION = record(("game",), **WHERE)
MOVE = record(("game", "move"), **WHERE, move=CELL)
CHOOSE = record(("game", "player"), **WHERE, player=PLAYER)
ANALYSE = record(("game",), **WHERE, seconds=SECONDS)
TREE = record(
    ("game",), **WHERE, objective={"type": "string", "enum": ["outcome", "score", "margin"]}
)
COUNT = record(("game",), game=WHERE["game"], seconds=SECONDS)
SOURCE = record(
    ("task", "input"),
    task={"type": "string", "enum": ["csp201803-4", "jing4"]},
    input={"type": "string", "maxLength": 20_000},
    seconds=SECONDS,
)
EXPORT = record(
    ("game", "format"), **WHERE, format={"type": "string", "enum": ["text", "json", "sgf", "svg"]}
)
ASK = record(
    ("id", "ask"),
    id={"type": "integer", "minimum": 0, "maximum": 2**31},
    ask={"type": "string", "enum": ["analyse", "source", "count", "cancel"]},
    body={"type": "object"},
)

_TYPES: dict[str, Any] = {
    "string": str,
    "array": list,
    "object": dict,
    "integer": int,
    "number": (int, float),
}


def faults(schema: Schema, value: object, name: str = "the request") -> Iterator[str]:
    """Everything in which a value differs from its shape, each in words that name the place.

    >>> list(faults(MOVE, {"game": 3, "color": "red"}))
    ["'move' is missing", 'game: 3 is no string', "'color' is not known here"]
    """
    kind = schema["type"]
    if not isinstance(value, _TYPES[kind]) or isinstance(value, bool):
        yield f"{name}: {shown(value)} is no {kind}"
    elif kind == "object":
        yield from _object_faults(schema, value)
    elif kind == "array":
        yield from _array_faults(schema, value, name)
    elif kind == "string":
        yield from _text_faults(schema, value, name)
    else:
        low, high = schema.get("minimum", value), schema.get("maximum", value)
        if not low <= value <= high:
            yield f"{name}: {shown(value)}, expected {low} to {high}"


def _object_faults(schema: Schema, value: dict[str, Any]) -> Iterator[str]:
    properties: dict[str, Schema] = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{name!r} is missing"
    for name, item in value.items():
        if name in properties:
            yield from faults(properties[name], item, name)
        elif not schema.get("additionalProperties", True):
            yield f"{shown(name)} is not known here"


def _array_faults(schema: Schema, value: list[Any], name: str) -> Iterator[str]:
    if len(value) > schema["maxItems"]:
        yield f"{name}: {len(value)} of them, expected at most {schema['maxItems']}"
        return
    for number, item in enumerate(value, 1):
        yield from faults(schema["items"], item, f"{name}, number {number}")


def _text_faults(schema: Schema, value: str, name: str) -> Iterator[str]:
    least, most = schema.get("minLength", 0), schema.get("maxLength", len(value))
    if not least <= len(value) <= most:
        yield f"{name}: {len(value)} characters, expected {least} to {most}"
    elif "enum" in schema and value not in schema["enum"]:
        yield f"{name}: {shown(value)} is none of {', '.join(schema['enum'])}"
    elif "pattern" in schema and not re.fullmatch(schema["pattern"], value):
        yield f"{name}: {shown(value)} is not of the form {schema['pattern']}"
