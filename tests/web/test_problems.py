"""Faults across the web: each has a code, says what was expected, and is worded at the end."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from kinrow.rules.sentence import worded
from kinrow.web.asking import Asking
from kinrow.web.jobs.opening import open_file
from kinrow.web.jobs.tools import Tools
from kinrow.web.problems import Problem, malformed
from kinrow.web.shapes import (
    AnalyseRequest,
    ChooseRequest,
    ExportRequest,
    LiveCancel,
    OpenRequest,
    PositionRequest,
    Shape,
    message,
)
from kinrow.words import LANGUAGES, texts_of

GAME = {"game": "tictactoe"}
PLAYERS = "random, perfect, alphabeta:1-9, mcts:1-99999 or mcts:1s-5s"
TAGS = "'analyse', 'source', 'count', 'cancel'"
MISFITS: dict[str, tuple[type[Shape] | None, Any, str]] = {
    "model_type": (PositionRequest, [], "expected an object"),
    "missing": (PositionRequest, {}, "game: missing, expected a value"),
    "extra_forbidden": (
        PositionRequest,
        GAME | {"colour": 3},
        "colour: unknown field, expected none of that name",
    ),
    "string_type": (PositionRequest, {"game": 3}, "game: expected a string"),
    "string_too_short": (PositionRequest, {"game": ""}, "game: expected a length of at least 1"),
    "string_too_long": (
        PositionRequest,
        {"game": "3" * 121},
        "game: expected a length of at most 120",
    ),
    "tuple_type": (PositionRequest, GAME | {"moves": "b2"}, "moves: expected a list"),
    "too_long": (
        PositionRequest,
        GAME | {"moves": ["a1"] * 485},
        "moves: expected a length of at most 484",
    ),
    "cell": (
        PositionRequest,
        GAME | {"moves": ["b2", "z9"]},
        "moves[1]: expected a cell, such as b2",
    ),
    "player": (ChooseRequest, GAME | {"player": "gomocup:x"}, f"player: expected {PLAYERS}"),
    "choice": (
        ExportRequest,
        GAME | {"format": "png"},
        "format: expected one of text, json, sgf, psq, svg",
    ),
    "float_type": (AnalyseRequest, GAME | {"seconds": "1"}, "seconds: expected a number"),
    "greater_than_equal": (
        AnalyseRequest,
        GAME | {"seconds": 0},
        "seconds: expected at least 0.05",
    ),
    "less_than_equal": (
        AnalyseRequest,
        GAME | {"seconds": 1e9},
        "seconds: expected at most 3600",
    ),
    "int_type": (LiveCancel, {"id": "1", "ask": "cancel"}, "id: expected a whole number"),
    "dict_type": (None, [1], "expected an object"),
    "union_tag_not_found": (None, {}, "expected an object with the field 'ask'"),
    "union_tag_invalid": (
        None,
        {"ask": "x"},
        f"expected the field 'ask' to be one of {TAGS}",
    ),
}
"""By Pydantic's name of the fault: the shape (None: any message), what does not fit, and why."""


def only_fault(error: ValidationError) -> dict[str, Any]:
    problem = malformed(error)
    (fault,) = problem.document()["faults"]
    for language in LANGUAGES:
        assert worded(problem.faults[0], language)
    return dict(fault)


def code_of(fault: dict[str, Any]) -> str:
    """The code of what is wrong with a field, or with all of the request."""
    return str(fault["params"].get("fault", fault)["code"])


@pytest.mark.parametrize("kind", MISFITS)
def test_a_misfit_says_what_was_expected(kind: str) -> None:
    shape, body, words = MISFITS[kind]
    with pytest.raises(ValidationError) as raised:
        (shape.model_validate_json if shape else message)(json.dumps(body))
    fault = only_fault(raised.value)
    assert (code_of(fault), fault["detail"]) == (f"shape.{kind}", words)


def test_every_misfit_of_the_catalogue_is_tried() -> None:
    assert {f"shape.{kind}" for kind in MISFITS} == {
        code for code in texts_of("faults") if code.startswith("shape.")
    }


def test_a_problem_is_the_same_after_a_pipe() -> None:
    with pytest.raises(ValidationError) as raised:
        PositionRequest.model_validate({"game": 3, "moves": ["z9"]})
    document = malformed(raised.value).document()
    assert len(document["faults"]) == 2
    assert Problem.from_document(document).document() == document


class Nobody:
    """The pipe of a worker whose question nobody waits for or leaves."""

    def tell(self, part: dict[str, Any]) -> None: ...

    def left(self) -> bool:
        return False


def faulty(games: int, stones: int) -> str:
    """An SGF of games with so many illegal stones each."""
    return f"(;GM[4]SZ[3]RU[3,3,3];B[aa]{'(;W[ba];B[ba])' * stones})" * games


@pytest.mark.parametrize(
    ("games", "stones", "listed"), [(1, 20, [20]), (1, 50, [21]), (60, 30, [21] * 50 + [1] * 10)]
)
def test_of_many_faults_of_a_file_some_are_listed_and_the_others_counted(
    games: int, stones: int, listed: list[int]
) -> None:
    asked = Asking(OpenRequest(format="sgf", text=faulty(games, stones)), 5.0, Nobody())
    found = [game.faults for game in open_file(asked, Tools("1MiB")).games]
    assert list(map(len, found)) == listed
    if stones > 20:
        said = {faults[-1].detail for faults in found}
        assert said == {f"faults not listed here: {more}" for more in {stones - 20, 30}}
