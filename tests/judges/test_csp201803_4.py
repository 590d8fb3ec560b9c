"""CSP 201803-4: the sample, every position that the task allows, against plain minimax."""

from __future__ import annotations

from itertools import chain

from hypothesis import given
from hypothesis import strategies as st
from tests.judges.judging import DATA, answers, boards, judged

from kinrow.rules import Position, Sign, game
from kinrow.textbook import minimax, minimax_memo

TASK = "csp201803-4"


def reachable() -> set[Position]:
    """Every position of tic-tac-toe."""
    layer = {game("tictactoe").start()}
    found = set(layer)
    while layer:
        layer = {position.play(move) for position in layer for move in position.legal_moves}
        found |= layer
    return found


def numbers(position: Position) -> list[str]:
    return [" ".join(str(".XO".index(sign)) for sign in row) for row in position.rows]


def test_the_sample() -> None:
    given = (DATA / "csp201803-4.in").read_bytes()
    assert judged(TASK, given).out == (DATA / "csp201803-4.out").read_text()


def test_every_position_against_minimax() -> None:
    positions = sorted(reachable(), key=lambda position: position.cells)
    asked = [p for p in positions if p.to_move is Sign.X or p.finished]
    assert sum(p.to_move is Sign.X for p in asked) == 2739
    finished = [p for p in asked if p.to_move is Sign.O]
    assert {p.winner for p in finished} == {Sign.X, None}
    got = answers(TASK, boards(map(numbers, asked)))
    # `minimax_memo` speaks for the side to move, the task for X.
    expected = [minimax_memo(p, "score").value * (1 if p.to_move is Sign.X else -1) for p in asked]
    assert got == [str(value) for value in expected]
    late = [p for p in asked if p.empties <= 5 and p.to_move is Sign.X]
    values = dict(zip(asked, got, strict=True))
    assert [values[p] for p in late] == [str(minimax(p, "score").value) for p in late]


def test_a_board_asked_again_is_answered_again() -> None:
    rows = [["1 2 1", "2 1 2", "0 0 0"], ["0 0 0"] * 3]
    assert answers(TASK, boards(rows * 5000)) == ["3", "0"] * 5000


def test_all_others_are_refused() -> None:
    for position in reachable():
        if position.to_move is Sign.O and not position.finished:
            out, error = judged(TASK, boards([numbers(position)]))
            assert out == ""
            assert "it is O's turn, expected a board where X is to move" in str(error)


@given(st.data())
def test_blanks_of_any_kind(data: st.DataObject) -> None:
    lines = (DATA / "csp201803-4.in").read_text().splitlines()
    blank = st.text(" \t\r\v\f", max_size=3)
    gap = st.text(" \t\v\f", min_size=1, max_size=3)
    words = [[data.draw(blank), *chain(*((w, data.draw(gap)) for w in line.split()))]
             for line in lines]  # fmt: skip
    ends = [data.draw(st.sampled_from(["\n", "\r\n", " \r\n"])) for _ in lines]
    tail = "\n".join(data.draw(st.lists(blank, max_size=4)))
    text = "".join("".join(line) + end for line, end in zip(words, ends, strict=True)) + tail
    assert judged(TASK, text) == ((DATA / "csp201803-4.out").read_text(), None)


def test_without_a_last_line_end_and_with_a_byte_order_mark() -> None:
    given = (DATA / "csp201803-4.in").read_bytes()
    assert answers(TASK, b"\xef\xbb\xbf" + given.rstrip()) == ["3", "-4", "0"]
