"""What went wrong, as a problem document (RFC 9457), which reveals nothing about the host."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, Literal, cast

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from starlette.responses import JSONResponse

from kinrow.rules import IllegalMove, IllegalPosition, KinrowError, MemoryLimit, NotationError
from kinrow.rules.sentence import Sentence
from kinrow.web.answers import ProblemAnswer
from kinrow.web.phrases import fault_of, sentence_of
from kinrow.words import texts_of

_MOST_FAULTS = 20


ProblemKind = Literal[
    "busy",
    "ended",
    "failure",
    "foreign-host",
    "foreign-origin",
    "game-over",
    "illegal-move",
    "illegal-position",
    "impossible",
    "malformed",
    "method-not-allowed",
    "misread-input",
    "not-found",
    "not-json",
    "out-of-memory",
    "stopped",
    "too-large",
    "too-long",
    "too-slow",
    "unreadable",
]
"""The kinds of problems; the server has a page about each, where the document's `type` leads."""


class Problem(Exception):
    """A request that cannot be answered, and why.

    - `status`: of HTTP; `kind`: the last part of the document's `type`.
    - `sentence`: what is wrong; `faults`: all of it, one by one.

    >>> taken = Sentence("move.taken", cell="a1", sign="X")
    >>> document = Problem(422, "illegal-move", taken).document()
    >>> document["title"], document["detail"]
    ('Illegal move', 'a1 is taken by X, expected an empty cell')
    >>> document["code"], document["params"]
    ('move.taken', {'cell': 'a1', 'sign': 'X'})
    """

    def __init__(
        self, status: int, kind: ProblemKind, sentence: str, faults: Iterable[str] = ()
    ) -> None:
        super().__init__(sentence)
        self.status, self.kind, self.sentence = status, kind, sentence
        self.faults = tuple(faults) or (sentence,)

    def document(self) -> dict[str, Any]:
        """The document, ready for JSON."""
        answer = ProblemAnswer(
            type=f"/problems/{self.kind}",
            title=self.kind.replace("-", " ").capitalize().replace("json", "JSON"),
            status=self.status,
            **dict(fault_of(self.sentence)),
            faults=list(map(fault_of, self.faults)),
        )
        return answer.model_dump(mode="json")

    @classmethod
    def from_document(cls, data: dict[str, Any]) -> Problem:
        """The problem that a worker process has written down."""
        answer = ProblemAnswer.model_validate(data)
        kind = cast(ProblemKind, answer.type.rpartition("/")[2])
        return cls(answer.status, kind, sentence_of(answer), map(sentence_of, answer.faults))

    def response(self) -> JSONResponse:
        """As an answer over HTTP; one that may pass soon says when to come back."""
        headers = {"Retry-After": "1"} if self.status == HTTPStatus.SERVICE_UNAVAILABLE else {}
        return JSONResponse(
            self.document(), self.status, headers, media_type="application/problem+json"
        )


def malformed(error: ValidationError) -> Problem:
    """The problem of a request that is not of its shape: all its faults, or that it is not JSON."""
    found = error.errors(include_url=False)
    if found[0]["type"] == "json_invalid":
        return Problem(400, "not-json", Sentence("request.json"))
    faults = map(_misfit, found[:_MOST_FAULTS])
    return Problem(422, "malformed", Sentence("request.form"), faults)


def _misfit(found: ErrorDetails) -> str:
    """What is wrong with a part of a request, by Pydantic's name for it."""
    code = f"shape.{found['type']}"
    fault: str = found["msg"]
    if code in texts_of("faults"):
        fault = Sentence(code, **{name: _whole(at) for name, at in found.get("ctx", {}).items()})
    field = _place(found["loc"])
    return Sentence("request.field", field=field, fault=fault) if field else fault


def _whole(limit: object) -> object:
    """A limit as one writes it: 3600 for 3600.0."""
    return int(limit) if isinstance(limit, float) and limit.is_integer() else limit


def _place(loc: tuple[int | str, ...]) -> str:
    """Where in a request something stands.

    >>> _place(("moves", 3))
    'moves[3]'
    """
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc)[1:]


def problem_of(error: KinrowError) -> Problem:
    """The problem that an error of ours is.

    >>> from kinrow.rules import game
    >>> try:
    ...     game("tictactoe").parse("XXX/OOO/...")
    ... except KinrowError as error:
    ...     problem_of(error).faults
    ('both X (row 1) and O (row 2) have 3 in a row, expected at most one of them',)
    """
    if isinstance(error, IllegalPosition):
        return Problem(422, "illegal-position", error.sentence, error.faults)
    if isinstance(error, MemoryLimit):
        return Problem(503, "out-of-memory", Sentence("work.memory"))
    if isinstance(error, IllegalMove):
        return Problem(422, "illegal-move", error.sentence)
    kind: ProblemKind = "unreadable" if isinstance(error, NotationError) else "impossible"
    return Problem(422, kind, error.sentence)
