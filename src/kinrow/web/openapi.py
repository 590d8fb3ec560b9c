"""The OpenAPI document: made of the same shapes that requests are checked against."""

from __future__ import annotations

from typing import Any

from kinrow.web import shapes
from kinrow.web.shapes import Schema

_PROBLEM: Schema = {
    "type": "object",
    "description": "RFC 9457",
    "required": ["type", "title", "status", "detail", "faults"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "faults": {"type": "array", "items": {"type": "string"}},
    },
}
_TEXT = {"type": "string"}
_BOUNDS = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}


def _answer(**properties: Schema) -> Schema:
    return {"type": "object", "required": list(properties), "properties": properties}


_POSITION = _answer(
    rules={"type": "object"},
    cells=_TEXT,
    notation=_TEXT,
    to_move={"type": "string", "enum": ["X", "O"]},
    left={"type": "integer"},
    finished={"type": "boolean"},
    winner={"type": ["string", "null"]},
    lines={"type": "object"},
)
_ANALYSIS = _answer(
    objective={"type": "string", "enum": ["score", "margin"]},
    moves={"type": "object", "additionalProperties": _BOUNDS},
    lower={"type": ["integer", "null"]},
    upper={"type": ["integer", "null"]},
    complete={"type": "boolean"},
    line={"type": "array", "items": shapes.CELL},
    nodes={"type": "integer"},
)
_LIST = {"type": "array", "items": {"type": "object"}}

POSTS: dict[str, tuple[str, Schema, Schema]] = {
    "position": ("The position after a setup and moves.", shapes.POSITION, _POSITION),
    "move": ("The position after one more move.", shapes.MOVE, _POSITION),
    "choose": ("A player's stone.", shapes.CHOOSE, _answer(move=shapes.CELL)),
    "analyse": ("Bounds on the value of every move.", shapes.ANALYSE, _ANALYSIS),
    "tree": (
        "What four textbook searches visit.",
        shapes.TREE,
        _answer(position=_POSITION, objective=_TEXT, searches={"type": "object"}),
    ),
    "count": (
        "How many positions a game has, and what a solution costs.",
        shapes.COUNT,
        _answer(
            counts={"type": "object"}, solution={"type": "object"}, searches={"type": "object"}
        ),
    ),
    "source": (
        "The output of a source task.",
        shapes.SOURCE,
        _answer(task=_TEXT, game=_TEXT, cases=_LIST),
    ),
    "export": (
        "A game as a file.",
        shapes.EXPORT,
        _answer(name=_TEXT, type=_TEXT, text=_TEXT),
    ),
}
"""What can be asked by POST: a sentence, the request's shape and the answer's."""

_PROBLEMS = {
    "400": "The body is no JSON.",
    "408": "The body took too long to arrive.",
    "413": "The body is too long.",
    "415": "The body is said to be something else than JSON.",
    "422": "The request cannot be answered: all its faults.",
    "503": "Too much is being asked.",
}


def document(version: str) -> dict[str, Any]:
    """The document of this server.

    >>> sorted(document("1")["paths"])[:2]
    ['/api/analyse', '/api/choose']
    """
    paths = {f"/api/{name}": {"post": _post(name, *row)} for name, row in POSTS.items()}
    paths["/api/games"] = {
        "get": {
            "operationId": "games",
            "summary": "The named games.",
            "responses": {
                "200": _response("The games.", _answer(games=_LIST, seconds={"type": "number"}))
            },
        }
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "kinrow", "version": version, "license": {"name": "MIT"}},
        "paths": paths,
        "components": {"schemas": {"Problem": _PROBLEM}},
    }


def _post(name: str, summary: str, asked: Schema, answered: Schema) -> dict[str, Any]:
    problems = {
        status: _response(text, {"$ref": "#/components/schemas/Problem"}, "problem+json")
        for status, text in _PROBLEMS.items()
    }
    return {
        "operationId": name,
        "summary": summary,
        "requestBody": {"required": True, "content": {"application/json": {"schema": asked}}},
        "responses": {"200": _response("The answer.", answered), **problems},
    }


def _response(text: str, schema: Schema, kind: str = "json") -> dict[str, Any]:
    return {"description": text, "content": {f"application/{kind}": {"schema": schema}}}
