"""What the room of strategies does with arguments that it cannot use."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kinrow.rules import OptionError, Sign, game
from kinrow.strategies import (
    DrawStrategy,
    Follower,
    Holder,
    Strategy,
    check_strategy,
    make_strategy,
)

START = game("1,4,3").start()
WIN = Strategy(START, Sign.X, 100, "00" * 32, b"")
DRAW = DrawStrategy(START, 100, "00" * 32, b"")


def followed(nodes: object) -> object:
    with Follower(WIN, "1MiB") as follower:
        return follower.win(START, nodes=nodes)  # type: ignore[arg-type]


def held(nodes: object) -> object:
    with Holder(DRAW, "1MiB") as holder:
        return holder.held(START, nodes=nodes)  # type: ignore[arg-type]


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "path to follow": (
        lambda: Follower("a.strategy"),  # type: ignore[arg-type]
        r"strategy 'a.strategy': expected an object, as in read_strategy\('a.strategy'\)",
    ),
    "draw to follow": (
        lambda: Follower(DRAW),  # type: ignore[arg-type]
        "strategy DrawStrategy.*: expected an object",
    ),
    "path to check": (
        lambda: check_strategy("a.strategy"),  # type: ignore[arg-type]
        "strategy 'a.strategy': expected an object",
    ),
    "report": (
        lambda: check_strategy(WIN, report=5),  # type: ignore[arg-type]
        "report 5: expected a function, or None",
    ),
    "trouble": (
        lambda: make_strategy("a.proof", trouble=5),  # type: ignore[arg-type]
        "trouble 5: expected a function, or None",
    ),
    "nothing to hold": (
        lambda: Holder(None),  # type: ignore[arg-type]
        "strategy None: expected an object, as in read_any_strategy",
    ),
    "start": (
        lambda: Strategy(None, Sign.X, 100, "", b""),  # type: ignore[arg-type]
        "start None: expected an object, as in kinrow.position",
    ),
    "path to write": (
        lambda: WIN.write(None),  # type: ignore[arg-type]
        "None: expected a path, such as 'a.strategy'",
    ),
    "bytes to write": (
        lambda: WIN.write(b"x"),  # type: ignore[arg-type]
        "b'x': expected a path, such as 'a.strategy'",
    ),
}


@pytest.mark.parametrize("call", REFUSED)
def test_what_no_strategy_can_use_is_refused_in_words(call: str) -> None:
    refused, words = REFUSED[call]
    with pytest.raises(OptionError, match=words):
        refused()


@pytest.mark.parametrize("nodes", [-1, 1.5, "x"])
@pytest.mark.parametrize("ask", [followed, held])
def test_nodes_are_a_whole_number(ask: Callable[[object], object], nodes: object) -> None:
    with pytest.raises(OptionError, match=r"nodes .*: expected a whole number from 0"):
        ask(nodes)


def test_a_strategy_may_be_written_by_the_name_of_its_file(tmp_path: Path) -> None:
    assert len(WIN.write(str(tmp_path / "a.strategy"))) == 64
