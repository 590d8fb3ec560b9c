"""What went wrong, as a problem document (RFC 9457), which tells nothing of the host."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from pydantic import ValidationError
from starlette.responses import JSONResponse

from kinrow.rules import IllegalMove, IllegalPosition, KinrowError, MemoryLimit, NotationError

_MOST_FAULTS = 20


class Problem(Exception):
    """A request that cannot be answered, and why.

    - `status`: of HTTP; `kind`: a short name, the last part of the document's `type`.
    - `faults`: everything that is wrong, each in its own words.

    >>> Problem(422, "illegal-move", "a1 is taken by X").document()["title"]
    'Illegal move'
    """

    def __init__(self, status: int, kind: str, detail: str, faults: Iterable[str] = ()) -> None:
        super().__init__(detail)
        self.status, self.kind, self.detail = status, kind, detail
        self.faults = tuple(faults)

    def document(self) -> dict[str, Any]:
        """The document, ready for JSON."""
        return {
            "type": f"/problems/{self.kind}",
            "title": self.kind.replace("-", " ").capitalize(),
            "status": self.status,
            "detail": self.detail,
            "faults": list(self.faults or (self.detail,)),
        }

    @classmethod
    def from_document(cls, data: dict[str, Any]) -> Problem:
        """The problem that a worker process has written down."""
        kind = str(data["type"]).rpartition("/")[2]
        return cls(data["status"], kind, data["detail"], data["faults"])

    def response(self) -> JSONResponse:
        """As an answer over HTTP; one that may pass soon says when to come back."""
        headers = {"Retry-After": "1"} if self.status == HTTPStatus.SERVICE_UNAVAILABLE else {}
        return JSONResponse(
            self.document(), self.status, headers, media_type="application/problem+json"
        )


def malformed(error: ValidationError) -> Problem:
    """The problem of a request that is not of its shape: all its faults, or that it is not JSON."""
    found = error.errors(include_url=False, include_context=False)
    if found[0]["type"] == "json_invalid":
        return Problem(400, "not-json", "the request is not JSON")
    faults = [f"{_place(fault['loc'])}: {fault['msg']}" for fault in found[:_MOST_FAULTS]]
    return Problem(422, "malformed", "the request is not of the expected form", faults)


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
    ('both X (row 1) and O (row 2) have three in a row',)
    """
    if isinstance(error, IllegalPosition):
        return Problem(
            422, "illegal-position", f"this board cannot arise in {error.title}", error.faults
        )
    if isinstance(error, MemoryLimit):
        return Problem(503, "out-of-memory", "this needs more memory than a question may take")
    if isinstance(error, IllegalMove):
        return Problem(422, "illegal-move", str(error))
    kind = "unreadable" if isinstance(error, NotationError) else "impossible"
    return Problem(422, kind, str(error))
