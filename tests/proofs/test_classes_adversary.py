"""Nobody proves a false claim about a class of boards, unless a rule is taken away."""

from __future__ import annotations

import random
import types
from collections import Counter
from collections.abc import Iterator

import pytest
from tests.proofs.adversary import Truth, against, careless, written
from tests.proofs.classes import Pads, truth_on
from tests.proofs.judges import judged

from kinrow.reference import check
from kinrow.reference.check import Board, Claim, Header, Place, Refused

Window = tuple[int, int, int, tuple[str, ...], int, tuple[Pads, ...]]
"""Rows, columns, k, the sides that may be longer, the most empty cells, and boards to try."""

ALONG: tuple[Pads, ...] = ((0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 2, 1), (0, 0, 0, 4))
AROUND: tuple[Pads, ...] = ((0, 0, 0, 0), (0, 1, 0, 1), (1, 0, 0, 1))
WINDOWS: tuple[Window, ...] = (
    (1, 3, 2, ("cols",), 3, ALONG),
    (1, 5, 3, ("cols",), 5, ALONG),
    (1, 6, 3, ("cols",), 5, ALONG),
    (2, 3, 2, ("cols",), 3, ALONG[:3]),
    (2, 4, 3, ("cols",), 5, ALONG[:3]),
    (2, 2, 2, ("rows", "cols"), 3, AROUND),
    (3, 3, 3, ("rows", "cols"), 4, AROUND),
    (3, 3, 3, ("rows",), 5, ((0, 0, 0, 0), (0, 1, 0, 0), (1, 1, 0, 0))),
)
Games = dict[tuple[object, ...], tuple[Board, Truth]]


def some_position(rng: random.Random) -> tuple[Header, tuple[Pads, ...]]:
    """A position in a small window, with few empty cells, and boards of its class."""
    rows, cols, k, larger, most, boards = rng.choice(WINDOWS)
    cells = ["."] * (rows * cols)
    for c in rng.sample(range(rows * cols), rows * cols - rng.randint(1, most)):
        cells[c] = rng.choice("XO")
    side = rng.choice("XO")
    exact = rng.random() < 0.2
    header = Header(
        rows, cols, k, 1, 1, exact, False, "".join(cells),
        rng.choice("XO"), 1, (Claim(side, wins=True),), larger,
    )  # fmt: skip
    if exact and rng.random() < 0.3:
        header = header._replace(reserved=tuple(sorted(rng.sample(range(rows * cols), 2))))
    return header, boards


def attempts(
    rng: random.Random, games: Games, checker: types.ModuleType
) -> Iterator[tuple[bool, Header, bytes]]:
    """Does a claim hold on all the boards tried? With the trees that the adversary finds for it."""
    header, boards = some_position(rng)
    key = (*header[:7], header.larger, header.reserved)
    if key not in games:
        games[key] = checker.Board(header), truth_on(header, boards)
    board, truth = games[key]
    stones = {s: sum(1 << c for c, at in enumerate(header.cells) if at == s) for s in "XO"}
    if any(0 in board.gaps(stones[a], stones[b]) for a, b in ("XO", "OX")):
        return
    claim = header.claims[0]
    other = "O" if claim.side == "X" else "X"
    place = Place(
        stones[claim.side], stones[other], header.to_move == claim.side, header.left, order=0
    )
    true = truth(*place[:4]) == 1
    for _ in range(1 if true else 4):
        tree = against(checker, more="ZS")(board, claim, truth, rng.randrange(1 << 30), 100)
        try:
            tree.verify(place)
        except Refused:
            continue
        yield true, header, bytes(tree.choices.out)


def found_by(checker: types.ModuleType, seed: int, count: int) -> Counter[bool]:
    """How many trees the adversary finds, for claims that hold on the boards tried and others.

    Both checkers accept them; if a careless one was deceived, neither does.
    """
    rng = random.Random(seed)
    games: Games = {}
    found: Counter[bool] = Counter()
    for _ in range(count):
        for true, header, tree in attempts(rng, games, checker):
            found[true] += 1
            verdict = judged(written(header, tree)) if checker is check or not true else None
            assert verdict is not None if checker is check else verdict is None
    return found


def test_nothing_false_is_proved() -> None:
    """And of what is true, much is, although the adversary guesses."""
    found = found_by(check, 1, 600)
    assert found[False] == 0
    assert found[True] > 50


@pytest.mark.expensive
def test_nothing_false_is_proved_in_many_more() -> None:
    assert found_by(check, 2, 60_000)[False] == 0


def test_lines_that_leave_the_window_do_not_count_for_p() -> None:
    old = "can = self.board.within(at.mine"
    assert found_by(careless(old, "can = self.board.gaps(at.mine"), 1, 60)[False]


def test_the_cell_of_a_stone_that_is_left_out_is_not_in_the_zone() -> None:
    old = "self.require(not idle.zone & bit, "
    assert found_by(careless(old, "self.require(True, "), 1, 600)[False]
