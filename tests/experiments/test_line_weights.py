"""The lines that the fit of weights counts, against the board; what it prints."""

from __future__ import annotations

import pytest
from docs.experiments import line_weights

from kinrow.learning.samples import Samples
from kinrow.rules import game


def test_open_lines_are_counted_from_the_side_to_move() -> None:
    row = ("XX...O..", 0, 2, 0, False, 1, 0)
    samples = Samples.gather(game("1,8,4,2,1"), [row])
    own, other = line_weights.open_lines(samples)[0]
    assert list(own) == [1, 1, 0]
    assert list(other) == [3, 0, 0]
    assert list(line_weights.stones_left(samples)) == [2]


def test_it_plays_and_fits(capsys: pytest.CaptureFixture[str]) -> None:
    samples = line_weights.played(game("6,6,4,2,1"), games=20, nodes=50, seed=1)
    line_weights.compare(samples)
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == ["1", "weights:", "2", "weights:"]
    for row in rows[::2]:
        by_hand, fitted = (float(row.split(word)[1].split(",")[0]) for word in ("loss", "fitted"))
        assert fitted <= by_hand <= 0.7
