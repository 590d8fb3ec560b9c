"""Nobody proves what is false: an adversary finds no tree, unless a rule is taken away."""

from __future__ import annotations

import io
import random
import types
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from tests.proofs.adversary import Truth, against, careless, written
from tests.proofs.minimax import minimax

from kinrow import check
from kinrow.check import Board, Claim, Header, Place, Refused, members

Games = dict[tuple[Any, ...], tuple[Board, Truth]]


KINDS = ((1, 1), (1, 1), (1, 1), (1, 1), (2, 1), (2, 2), (3, 2))
SIZES = ((3, 3, 3), (4, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 3, 3), (5, 4, 4), (4, 3, 4))


def some_position(rng: random.Random) -> Header:
    """A position of a tiny game of any kind; few cells are empty, so that the truth is cheap."""
    rows, cols, k = rng.choice(SIZES)
    stones, first = rng.choice(KINDS)
    way = rng.choice(("", "", "", "", "exact", "misere"))
    cells = ["."] * (rows * cols)
    for c in rng.sample(range(rows * cols), max(0, rows * cols - rng.randint(4, 10))):
        cells[c] = rng.choice("XO")
    return Header(
        rows, cols, k, stones, first, way == "exact", way == "misere", "".join(cells),
        rng.choice("XO"), rng.randint(1, stones), (Claim(rng.choice("XO"), rng.random() < 0.3),),
    )  # fmt: skip


def nearly(at: Place, board: Board, truth: Truth, least: int) -> bool:
    """Is the false claim hard to tell from a true one? Q to move, one move or two refute it."""
    moves = [1 << c for c in members(board.all & ~(at.mine | at.theirs))]
    after = [board.play(at, bit) for bit in moves]
    if at.my_turn or any(0 in board.gaps(place.theirs, place.mine) for place in after):
        return False
    return sum(truth(*place) < least for place in after) < 3


def attempts(
    rng: random.Random, games: Games, checker: types.ModuleType
) -> Iterator[tuple[bool, bool, Header, bytes]]:
    """Is some claim of some position true, and does the adversary find a tree for it?"""
    header = some_position(rng)
    rules = header[:7]
    if rules not in games:
        games[rules] = checker.Board(header), minimax(header)
    board, truth = games[rules]
    stones = {s: sum(1 << c for c, at in enumerate(header.cells) if at == s) for s in "XO"}
    if any(0 in board.gaps(stones[a], stones[b]) for a, b in ("XO", "OX")):
        return
    claim = header.claims[0]
    other = "O" if claim.side == "X" else "X"
    place = Place(stones[claim.side], stones[other], header.to_move == claim.side, header.left)
    least = 1 if claim.wins else 0
    true = truth(*place) >= least
    if not true and not nearly(place, board, truth, least):
        return
    for _ in range(1 if true else 20):
        tree = against(checker)(board, claim, truth, rng.randrange(1 << 30), 200)
        try:
            tree.verify(place)
        except Refused:
            yield true, False, header, b""
        else:
            yield true, True, header, bytes(tree.choices.out)


CARELESS = {
    "hits": (1403, "return cells if safe else empty", "return cells"),
    "two cells after T": (1403, "(gap, at.left + 1, answers)", "(gap, 1, 0)"),
    "lines through an answer": (99, "(gap, at.left + 1, answers)", "(gap, at.left + 1, gap)"),
    "two cells after V": (1314, "(gap, 2, 0 if", "(gap, 1, 0 if"),
    "one cell after W": (99, "[(gap, 1, 0) for", "[(gap, 0, 0) for"),
}


def outcomes(seed: int, checker: types.ModuleType, games: Games) -> Iterator[tuple[bool, bool]]:
    """Of the attempts of one seed: is the claim true, was a tree found? It must then be read."""
    for true, found, header, tree in attempts(random.Random(seed), games, checker):
        if found and checker is check:
            assert check.check(io.BytesIO(written(header, tree))).header == header
        yield true, found


def count(seeds: range) -> Counter[tuple[bool, bool]]:
    games: Games = {}
    return Counter(pair for seed in seeds for pair in outcomes(seed, check, games))


def test_nothing_false_is_proved() -> None:
    """And of what is true, much is, although the adversary guesses."""
    seen = count(range(600))
    assert seen[False, True] == 0
    assert seen[False, False] > 200
    assert seen[True, True] > 100


@pytest.mark.expensive
def test_nothing_false_is_proved_in_many_more() -> None:
    assert count(range(600, 20_000))[False, True] == 0


@pytest.mark.parametrize("rule", CARELESS)
def test_every_rule_is_needed(rule: str) -> None:
    """Without it the adversary proves something false, at a seed that was found by trying."""
    seed, *change = CARELESS[rule]
    assert (False, True) in outcomes(seed, careless(*change), {})
