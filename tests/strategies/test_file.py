"""Strategy files: what is written is read back, and a damaged file is refused by name."""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinrow.rules import OptionError, Position, RulesError, Sign, game
from kinrow.strategies import (
    DrawStrategy,
    Follower,
    Holder,
    Strategy,
    StrategyError,
    read_any_strategy,
    read_strategy,
    shelf,
)
from kinrow.strategies.file import Entry, pack, unpack

RULES = game("9,9,5")
SETS = st.integers(0, 2**RULES.size - 1)


@given(own=SETS, other=SETS, zone=SETS, move=st.integers(0, 80), order=st.integers(0, 3))
def test_an_entry_is_read_back(own: int, other: int, zone: int, move: int, order: int) -> None:
    entry = Entry(own, other, zone, move, order)
    assert unpack(RULES.size, pack(RULES.size, [entry])) == entry


@pytest.fixture
def path(tmp_path: Path) -> Path:
    entries = pack(RULES.size, [Entry(1, 2, 4, 2, 0), Entry(0, 0, 16, 4, 0)])
    Strategy(RULES.start(), Sign.X, 100, "ab" * 32, entries).write(tmp_path / "a.strategy")
    return tmp_path / "a.strategy"


def test_a_file_is_read_back(path: Path) -> None:
    strategy = read_strategy(path)
    assert (strategy.rules, strategy.winner, strategy.count) == (RULES, Sign.X, 2)
    assert [entry.move for entry in strategy.entries()] == [2, 4]
    assert [child.name for child in path.parent.iterdir()] == ["a.strategy"]


def test_every_changed_byte_is_seen(path: Path) -> None:
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(StrategyError, match=r"a\.strategy"):
            read_strategy(path)


@pytest.mark.parametrize("length", [0, 5, 40, -1])
def test_a_file_cut_short_is_refused(path: Path, length: int) -> None:
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(StrategyError, match=r"a\.strategy"):
        read_strategy(path)


@pytest.mark.parametrize("kind", [lzma.FORMAT_ALONE, lzma.FORMAT_XZ])
def test_the_entries_are_one_stream(path: Path, kind: int) -> None:
    """Not of the older kind, and not two."""
    head, _, _ = path.read_bytes().partition(b"}\n")
    entries = pack(RULES.size, [Entry(1, 2, 4, 2, 0), Entry(0, 0, 16, 4, 0)])
    half = len(entries) // 2
    parts = [entries] if kind == lzma.FORMAT_ALONE else [entries[:half], entries[half:]]
    body = head + b"}\n" + b"".join(lzma.compress(part, kind) for part in parts)
    path.write_bytes(body + hashlib.sha256(body).digest())
    with pytest.raises(StrategyError, match=r"a\.strategy: not a strategy"):
        read_strategy(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StrategyError, match=r"b\.strategy: cannot be read: No such file"):
        read_strategy(tmp_path / "b.strategy")


@pytest.mark.parametrize("game_name", ["jing4", "4,4,3:misere", "connect6", "3,3,3,1,2"])
def test_games_without_strategies_are_refused(game_name: str) -> None:
    with pytest.raises(RulesError, match="one stone per turn"):
        Strategy(game(game_name).start(), Sign.X, 100, "ab" * 32, b"")


@pytest.mark.parametrize("budget", [2**63, 2**64, -1, "100", 1.5, None])
def test_a_budget_that_is_none_is_refused(path: Path, budget: object) -> None:
    head, line, rest = path.read_bytes()[:-32].split(b"\n", 2)
    line = json.dumps(json.loads(line) | {"budget": budget}).encode()
    body = b"\n".join((head, line, rest))
    path.write_bytes(body + hashlib.sha256(body).digest())
    with pytest.raises(StrategyError, match=r"a\.strategy: not a strategy: budget .*expected a wh"):
        read_strategy(path)


def test_the_largest_budget_is_searched_with() -> None:
    start = game("4,4,3").start()
    with Follower(Strategy(start, Sign.X, 2**63 - 1, "00" * 32, b""), "16MiB") as follower:
        assert follower.win(start.play("b2")) is not None


def test_what_cannot_be_an_entry_is_refused() -> None:
    start, rest = RULES.start(), (100, "ab" * 32)
    entries = pack(RULES.size, [Entry(own=1, other=2, zone=0, move=1, order=0)])  # a taken cell
    with pytest.raises(StrategyError, match="not a strategy: entry 0"):
        Follower(Strategy(start, Sign.X, *rest, entries), "1MiB")
    with pytest.raises(StrategyError, match="not a strategy: entry 0"):
        Holder(DrawStrategy(start, *rest, entries), "1MiB")


@pytest.mark.parametrize("path", [None, b"a.strategy", "\ud800.strategy", ""])
def test_what_is_no_path_is_refused(path: Any) -> None:
    with pytest.raises(OptionError, match=r"expected a path, such as 'a\.strategy'"):
        read_strategy(path)


@pytest.mark.parametrize("spec", ["9,4,4", "8,4,4"])
def test_a_position_of_another_game_is_refused(spec: str) -> None:
    strategy = read_any_strategy(shelf.SHIPPED / f"{spec.replace(',', '-')}.strategy")
    ask: Callable[[Position], object]
    if isinstance(strategy, Strategy):
        ask = Follower(strategy, "16MiB").win
    else:
        ask = Holder(strategy, "16MiB").held
    due = r"a position of \(22,22,5\), expected one of the strategy's game"
    with pytest.raises(RulesError, match=due):
        ask(game("22,22,5").start())
