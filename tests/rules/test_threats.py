"""Threats, by their definition: what stones would do is played out by the rules."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinrow.rules import Cell, Position, Rules, Sign, game
from kinrow.rules.geometry import board_cells
from kinrow.rules.threats import Threat, threats

GAMES = ["3,3,3", "4,5,3", "5,5,4", "4,4,4:exact", "6,6,4:exact", "6,7,5", "5,5,4,2,1", "4,6,5,3,2"]


@st.composite
def unfinished(draw: st.DrawFn) -> Position:
    position = game(draw(st.sampled_from(GAMES))).start()
    for choice in draw(st.lists(st.integers(0, 99), max_size=24)):
        moves = position.legal_moves
        after = position.play(moves[choice % len(moves)])
        if after.finished:
            break
        position = after
    return position


def placed(position: Position, sign: Sign, stones: tuple[Cell, ...]) -> str:
    cells = list(position.cells)
    for row, col in stones:
        cells[row * position.rules.cols + col] = str(sign)
    return "".join(cells)


def lines_of(rules: Rules, cells: str, sign: Sign) -> set[frozenset[Cell]]:
    """The complete lines, cell by cell: runs of k; of `exact` games, of no more than k."""
    own = {
        cell
        for cell in board_cells(rules.rows, rules.cols)
        if cells[cell[0] * rules.cols + cell[1]] == sign
    }
    found = set()
    for row, col in own:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = [
                Cell(row + at * down, col + at * right)
                for at in range(rules.k)
                if col + at * right >= 0
            ]
            ends = [(row - down, col - right), (row + rules.k * down, col + rules.k * right)]
            whole = len(run) == rules.k and own.issuperset(run)
            if whole and not (rules.exact and own.intersection(ends)):
                found.add(frozenset(run))
    return found


def expected(position: Position, sign: Sign) -> set[tuple[str, frozenset[Cell]]]:
    """Every set of empty cells is tried."""
    rules = position.rules
    empty = list(position.legal_moves)
    most = position.left if sign is position.to_move else rules.stones
    found = set()
    for count in range(1, most + 1):
        for stones in combinations(empty, count):
            for line in lines_of(rules, placed(position, sign, stones), sign):
                if line.issuperset(stones) and len(line) > count:
                    found.add(("four", frozenset(stones)))
    return found


@settings(max_examples=60, deadline=None)
@given(unfinished())
def test_fours_are_what_the_next_turn_completes(position: Position) -> None:
    for sign in Sign:
        found = {
            (each.kind, frozenset(each.gaps))
            for each in threats(position)
            if each.sign is sign and each.kind == "four"
        }
        assert found == expected(position, sign)


@settings(max_examples=100, deadline=None)
@given(unfinished())
def test_threes_become_open_fours_with_one_stone(position: Position) -> None:
    rules = position.rules
    found = [each for each in threats(position) if each.kind == "three"]
    for three in found:
        assert rules.stones == 1
        assert len(three.stones) == rules.k - 2
        assert len(three.gaps) == 3
        assert any(_is_open_four(position, three, cell) for cell in three.gaps)
    for sign in Sign:
        assert _open_fours(position, sign) == {
            frozenset((*three.stones, *three.gaps)) for three in found if three.sign is sign
        }


def _is_open_four(position: Position, three: Threat, cell: Cell) -> bool:
    others = [gap for gap in three.gaps if gap != cell]
    made = (placed(position, three.sign, (cell, gap)) for gap in others)
    return all(lines_of(position.rules, cells, three.sign) for cells in made)


def _open_fours(position: Position, sign: Sign) -> set[frozenset[Cell]]:
    """Of each stone: the cells of two lines of one direction that it leaves one cell short."""
    rules = position.rules
    if rules.stones != 1:
        return set()
    made = [
        ({cell, gap}, line)
        for cell, gap in combinations(position.legal_moves, 2)
        for line in lines_of(rules, placed(position, sign, (cell, gap)), sign)
        if {cell, gap} <= line
    ]
    found = set()
    for (one, first), (other, second) in combinations(made, 2):
        middle, ends = one & other, one ^ other
        if middle and len(first & second) == rules.k - 1 and ends == first ^ second:
            found.add(first | second)
    return found


@pytest.mark.parametrize("spec", ["3,3,3:misere", "jing4"])
def test_no_threats_where_a_line_does_not_win(spec: str) -> None:
    position = game(spec).start()
    for _ in range(4):
        position = position.play(position.legal_moves[0])
    assert threats(position) == []


@pytest.mark.parametrize(("row", "threes"), [("O1XXX4", 0), (".1XXX4", 2), ("X1XXX4", 0)])
def test_in_caro_a_stone_beyond_the_ends_leaves_no_three(row: str, threes: int) -> None:
    position = game("9,9,5:caro").parse(f"9/9/9/9/{row}/9/9/9/9 X")
    assert [each.kind for each in threats(position) if len(each.gaps) == 3] == ["three"] * threes
    after = position.play("f5")
    if row.startswith("O"):  # the answer at the far end stops both lines
        held = after.play("g5")
        assert not any(held.play(move).finished for move in held.legal_moves)


def test_in_renju_a_three_that_only_a_forbidden_stone_completes_is_none() -> None:
    for spec, threes in (("renju", 0), ("gomoku", 1)):
        position = game(spec).replay("f8 a1 g8 a3 i8 a5 h5 a7 h6 a9 h7 a11")
        found = [each for each in threats(position) if each.kind == "three"]
        assert len([each for each in found if Cell.of("i8") in each.stones]) == threes
