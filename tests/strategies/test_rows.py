"""Far stones of the loser's in one row: which can be left out, and what answers them."""

from __future__ import annotations

from random import Random

import pytest
from tests.proofs import test_row as proof

from kinrow.strategies.rows import NONE, Balance, Row, RowWin, rows_of


def everywhere(_: tuple[int, int]) -> bool:
    return True


@pytest.mark.parametrize("seed", range(120))
def test_the_balance_is_that_of_the_proof(seed: int) -> None:
    """After the first stone and one more, which is a pass, and whatever is answered then."""
    random = Random(seed)
    first, last = random.randint(-9, -4), random.randint(4, 9)
    cells = frozenset(range(first, last + 1))
    zone = frozenset(random.sample(sorted(cells - {0}), random.randint(0, 4)))
    free = sorted(cells - zone - {0})
    passed, answered, answer = random.sample(free, 3)
    row = proof.Row(zone, first=first, last=last, farthest=9)
    for order in (1, 2, 3):
        kept = row.holds(frozenset([passed]), frozenset([answered]), frozenset([answer]), order)
        balance = Balance(cells - {answer}, zone, frozenset([0, passed, answered]))
        assert balance.holds(NONE, NONE, order) == kept


def test_both_values_are_seen() -> None:
    def kept(*extra: int, order: int) -> bool:
        return Balance(frozenset(range(20)), NONE, frozenset(extra)).holds(NONE, NONE, order)

    assert kept(8, 9, order=1) and not kept(8, 9, 10, order=2)
    assert not kept(8, 9, 10, order=1) and kept(8, 12, order=1)


def test_a_row_is_kept_with_an_answer() -> None:
    row = Row((0, 1), ((0, 9), (0, 10), (0, 11)))
    win = RowWin(None, frozenset([(8, 8), (8, 9)]), 1, (), ())
    assert not row.is_kept(win, [(8, 7)], everywhere)
    assert row.is_kept(win, [(8, 7), (0, 12)], everywhere)
    in_zone = RowWin(None, frozenset([(0, 9)]), 1, (), ())
    assert not row.is_kept(in_zone, [(8, 7), (0, 12)], everywhere)


def test_lines_that_cross_the_row_count() -> None:
    row = Row((0, 1), ((0, 5), (0, 9)))
    own = [(20, 20)]
    beyond = (1, 6), (2, 7)
    assert row.is_kept(RowWin(None, frozenset(), 1, (), ()), own, everywhere)
    assert not row.is_kept(RowWin(None, frozenset(), 1, (), beyond), own, everywhere)
    assert row.is_kept(RowWin(None, frozenset(), 1, (), beyond), [*own, (3, 8)], everywhere) is (
        False
    )


def test_rows_are_all_that_follow_each_other() -> None:
    assert {row.stones for row in rows_of([(0, 0), (1, 1), (2, 2)])} == {
        ((0, 0), (1, 1), (2, 2)),
        ((0, 0), (1, 1)),
        ((1, 1), (2, 2)),
    }
    assert [*rows_of([(0, 0), (1, 2), (0, 5)])] == []
