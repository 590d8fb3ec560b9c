"""What is asked for knowledge and answers, with arguments that they cannot use."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kinrow.analysis import Analyst
from kinrow.knowledge import Knowledge, everything
from kinrow.rules import KinrowError, game
from kinrow.solver import widest
from kinrow.weights import correction_for, network_for, weights_for

START = game("tictactoe").start()

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "no sources": (
        lambda: Knowledge(None),  # type: ignore[arg-type]
        r"sources None: expected a list, such as kinrow.knowledge.everything\(\).sources",
    ),
    "sources that know nothing": (
        lambda: Knowledge("x"),  # type: ignore[arg-type]
        "sources 'x': expected a list",
    ),
    "no position": (
        lambda: everything().known(None, "outcome"),  # type: ignore[arg-type]
        "game None: expected a name",
    ),
    "objective": (
        lambda: everything().known(START, "x"),  # type: ignore[arg-type]
        "objective 'x': expected outcome or score in tictactoe",
    ),
    "budget": (
        lambda: Analyst("1MiB").answer(START, "outcome", 1),  # type: ignore[arg-type]
        r"budget 1: expected an object, as in Budget\(time=5\)",
    ),
    "budget of nothing": (
        lambda: Analyst("1MiB").explore(START, budget=0),  # type: ignore[arg-type]
        "budget 0: expected an object",
    ),
    "usual budget": (
        lambda: Analyst("1MiB", budget=5),  # type: ignore[arg-type]
        "budget 5: expected an object",
    ),
    "moves": (
        lambda: Analyst("1MiB").answer(START, moves="x"),  # type: ignore[arg-type]
        "moves 'x': expected one of none, best, every",
    ),
    "widest of no position": (
        lambda: widest("x", "outcome"),
        "unknown game 'x'",
    ),
    "widest of no objective": (
        lambda: widest(START, "x"),  # type: ignore[arg-type]
        "objective 'x': expected one of outcome, score, margin",
    ),
    "weights": (lambda: weights_for([3, 3, 3]), r"game \[3, 3, 3\]: expected"),  # type: ignore[arg-type]
    "network": (lambda: network_for([3, 3, 3]), r"game \[3, 3, 3\]: expected"),  # type: ignore[arg-type]
    "correction": (lambda: correction_for([3, 3, 3]), r"game \[3, 3, 3\]: expected"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("call", REFUSED)
def test_what_cannot_be_used_is_refused_in_words(call: str) -> None:
    refused, words = REFUSED[call]
    with pytest.raises(KinrowError, match=words):
        refused()


def test_a_position_may_be_given_by_its_game() -> None:
    assert widest("tictactoe", "score") == widest(START, "score")
    assert everything().known("tictactoe", "outcome") is not None
