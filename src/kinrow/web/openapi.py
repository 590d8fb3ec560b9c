"""The OpenAPI document: made of the same models that requests are checked against."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import (
    DEFAULT_REF_TEMPLATE,
    GenerateJsonSchema,
    JsonSchemaMode,
    models_json_schema,
)

from kinrow.web import shapes
from kinrow.web.answers import (
    AnalysisAnswer,
    AnswerShape,
    ChosenMove,
    CountAnswer,
    ExportedFile,
    GamesAnswer,
    LiveAnswer,
    OpenedFile,
    PositionAnswer,
    ProblemAnswer,
    SettledChoice,
    SourceAnswer,
    TreeAnswer,
)

_REFERENCE = "#/components/schemas/{model}"
_PROBLEMS = {
    403: "The request comes from a page of another origin.",
    421: "The request is for a host that is not this server's.",
    500: "Something went wrong on the server.",
    503: "Too many requests; a limit of time or memory, or the server is stopping.",
}
_PROBLEMS_OF_A_BODY = {
    400: "The body is not JSON.",
    408: "The body took too long to arrive.",
    413: "The body is too long.",
    415: "The body is declared as something other than JSON.",
    422: "The request cannot be answered; the problem lists every fault.",
}


@dataclass(frozen=True)
class Operation:
    """An endpoint: a sentence about it, the shape of its answer, and of its request, if any."""

    summary: str
    answer: type[AnswerShape]
    request: type[shapes.Shape] | None = None


OPERATIONS = {
    "games": Operation("The named games.", GamesAnswer),
    "position": Operation(
        "The position after a setup and moves.", PositionAnswer, shapes.PositionRequest
    ),
    "move": Operation("The position after one more move.", PositionAnswer, shapes.MoveRequest),
    "choose": Operation("A player's stone.", ChosenMove, shapes.ChooseRequest),
    "settle": Operation(
        "What a player does in an opening that both settle.", SettledChoice, shapes.SettleRequest
    ),
    "analyse": Operation(
        "Bounds on the value of every move.", AnalysisAnswer, shapes.AnalyseRequest
    ),
    "tree": Operation("What four textbook searches visit.", TreeAnswer, shapes.TreeRequest),
    "count": Operation(
        "How many positions a game has, and what a solution costs.",
        CountAnswer,
        shapes.CountRequest,
    ),
    "source": Operation("The output of a source task.", SourceAnswer, shapes.SourceRequest),
    "open": Operation("The games of a file.", OpenedFile, shapes.OpenRequest),
    "export": Operation("A game as a file.", ExportedFile, shapes.ExportRequest),
}
"""Every endpoint under /api/: a GET if it needs no request, else a POST."""


def document(version: str) -> dict[str, Any]:
    """The document of this server.

    >>> sorted(document("1")["paths"])[:2]
    ['/api/analyse', '/api/choose']
    """
    return {
        "openapi": "3.1.0",
        "info": {"title": "kinrow", "version": version, "license": {"name": "MIT"}},
        "paths": {f"/api/{name}": _path(name, row) for name, row in OPERATIONS.items()},
        "components": {"schemas": _schemas(_REFERENCE)["$defs"]},
    }


class _Untitled(GenerateJsonSchema):
    """Without a title for each field: it would only say the field's name again."""

    def field_title_should_be_set(self, schema: object) -> bool:
        return False


@cache
def _schemas(reference: str) -> dict[str, Any]:
    """Every model by name, those of the WebSocket too; they take some ten milliseconds."""
    models: dict[tuple[type[BaseModel], JsonSchemaMode], None] = {}
    for row in OPERATIONS.values():
        models[row.answer, "serialization"] = None
        if row.request is not None:
            models[row.request, "validation"] = None
    for message in shapes.LIVE:
        models[message, "validation"] = None
    for answer in (ProblemAnswer, LiveAnswer):
        models[answer, "serialization"] = None
    _, found = models_json_schema(list(models), ref_template=reference, schema_generator=_Untitled)
    return found


def _path(name: str, operation: Operation) -> dict[str, Any]:
    problems = _PROBLEMS | (_PROBLEMS_OF_A_BODY if operation.request else {})
    responses = {"200": _content("The answer.", operation.answer)} | {
        str(status): _content(text, ProblemAnswer, "problem+json")
        for status, text in sorted(problems.items())
    }
    described = {"operationId": name, "summary": operation.summary, "responses": responses}
    if operation.request is None:
        return {"get": described}
    body = _content("The request.", operation.request) | {"required": True}
    return {"post": described | {"requestBody": body}}


def _content(text: str, model: type, kind: str = "json") -> dict[str, Any]:
    schema = {"$ref": _REFERENCE.format(model=model.__name__)}
    return {"description": text, "content": {f"application/{kind}": {"schema": schema}}}


if __name__ == "__main__":
    print(json.dumps(_schemas(DEFAULT_REF_TEMPLATE)))
