"""Null moves that leave a stone out, as the core searches and writes them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from docs.experiments.certificates import position_with
from docs.experiments.first_moves import Search
from docs.experiments.question import Question
from tests.proofs.judges import judge

from kinrow.proofs import Proof
from kinrow.proofs.boards import SIDES
from kinrow.rules import Cell, Position, Rules, Sign
from kinrow.strategies.far_stones import WAYS, Place

SIZE = 17
PLUS = ((0, 0), (0, -1), (0, 1), (-1, 0), (1, 0))  # wins whatever the second player does


def beside(place: Place, random: Random, reach: int, count: int) -> Iterator[Place]:
    """Stones in a line with this one."""
    for _ in range(count):
        (down, right), away = random.choice([*WAYS.values()]), random.randint(-reach, reach)
        yield place[0] + away * down, place[1] + away * right


def some_position(random: Random, rules: Rules) -> tuple[Position, Cell, int]:
    """X has the plus, the stone that is left out, O's other stones and some of X's lie around."""
    row, col = random.randint(6, 10), random.randint(6, 10)
    cross = {(row + n, col) for n in range(-4, 5)} | {(row, col + n) for n in range(-4, 5)}
    every = [(r, c) for r in range(SIZE) for c in range(SIZE) if (r, c) not in cross]
    left_out = random.choice(every)
    mine = {(row + r, col + c) for r, c in PLUS}
    mine |= {at for at in beside(left_out, random, 7, random.choice([0, 1, 3])) if at in every}
    theirs = {at for at in beside(left_out, random, 8, random.choice([0, 2, 4])) if at in every}
    mine -= theirs | {left_out}
    cells = (Cell(*at) for at in mine), (Cell(*at) for at in {*theirs, left_out})
    return position_with(rules, *cells, Sign.O), Cell(row, col), left_out[0] * SIZE + left_out[1]


@pytest.mark.parametrize("exact", [False, True])
def test_both_checkers_take_what_the_core_writes(exact: bool, tmp_path: Path) -> None:
    random, rules, left_out = Random(int(exact)), Rules(SIZE, SIZE, 5, exact=exact), 0
    for number in range(40):
        position, first, dropped = some_position(random, rules)
        question = Question(rules, first, None, SIDES, frozenset([dropped]), dropped)
        search = Search(question, 1 << 24, None)
        if search.ask(position, 3.0)[0] is None:
            continue
        path = tmp_path / f"{number}.proof"
        assert isinstance(search.prove(path, 1 << 24, position), Proof)
        data = path.read_bytes()
        assert judge(data)
        left_out += b"}\nG" in data
    assert left_out > 3
