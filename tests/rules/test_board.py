"""A board that is played on keeps to the reference, move by move and back again."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy, deepcopy
from typing import Any

import pytest
from hypothesis import given
from tests.rules.strategies import choices, games, positions

from kinrow.rules import (
    Board,
    Cell,
    IllegalMove,
    NotationError,
    OptionError,
    Position,
    Rules,
    Sign,
    game,
)
from kinrow.rules.cellwise import NotAContainer


@given(games(largest=6), choices(most=30))
def test_a_board_goes_forth_and_back_as_positions_do(rules: Rules, picks: list[int]) -> None:
    board, passed = Board(rules), [rules.start()]
    for pick in picks:
        if board.is_over():
            break
        move = board.legal_moves[pick % len(board.legal_moves)]
        board.push(move)
        passed.append(passed[-1].play(move))
        assert board.position == passed[-1]
        assert (board.turn, board.left) == (passed[-1].to_move, passed[-1].left)
        assert board[move] is passed[-2].to_move
    assert rules.replay(board.move_stack) == board.position
    assert board.root().position == passed[0]
    while board.move_stack:
        last = board.move_stack[-1]
        assert board.position == passed.pop()
        assert board.pop() == last
    assert board.position == passed[0]


@given(positions(largest=6))
def test_a_board_may_begin_anywhere(position: Position) -> None:
    board = Board(position)
    assert board.position is position
    assert Board(board) == board == Board(position.fen())
    assert board.legal_moves == position.legal_moves
    assert all(position[cell] is None for cell in board.legal_moves)
    assert (board.winner, board.outcome) == (position.winner, position.outcome)


def test_a_refused_move_leaves_the_board_as_it_was() -> None:
    board = Board("tictactoe", "b2 a1")
    for bad, error in (("b2", IllegalMove), ("d4", IllegalMove), ("?", NotationError)):
        with pytest.raises(error):
            board.push(bad)
    assert board == Board("tictactoe", "b2 a1")
    board.push((2, 2))  # type: ignore[arg-type]  # a pair will do, and becomes a Cell
    assert isinstance(board.pop(), Cell)


def test_a_copy_lives_its_own_life() -> None:
    board = Board("tictactoe", "b2")
    other = board.copy()
    other.push("a1")
    other.push("c3")
    board.push("c1")
    assert str(other.move_stack) == "b2 a1 c3"
    assert str(board.move_stack) == "b2 c1"
    assert other != board
    assert board != board.position
    with pytest.raises(TypeError, match="unhashable"):
        hash(board)


def test_python_s_own_copies_live_their_own_lives() -> None:
    board = Board("tictactoe", "b2")
    for made in (copy(board), deepcopy(board)):
        made.push("a1")
        assert (str(board.move_stack), str(made.move_stack)) == ("b2", "b2 a1")


def test_the_picture_marks_the_last_stone() -> None:
    board = Board("tictactoe", "b2 a1")
    assert str(board).splitlines()[1] == "1 [O]. ."
    board.pop()
    board.pop()
    assert str(board) == str(game("tictactoe").start())


def test_moves_are_asked_for_as_they_are_written() -> None:
    moves = game("tictactoe").replay("b2").legal_moves
    asked: tuple[object, ...] = ("a1", Cell(0, 0), (0, 0), "b2", "zz", 5, None)
    assert [cell in moves for cell in asked] == [True, True, True, False, False, False, False]
    assert [moves.count(cell) for cell in asked] == [1, 1, 1, 0, 0, 0, 0]
    assert moves.index("b1") == moves.index(Cell(0, 1)) == moves.index((0, 1), 1, 3) == 1
    for absent in ("b2", "zz", 5):
        with pytest.raises(OptionError, match="is not among the moves 'a1 b1"):
            moves.index(absent)


@pytest.mark.parametrize("board", [game("tictactoe").start(), Board("tictactoe")])
def test_a_board_is_not_a_list(board: Position | Board) -> None:
    assert not isinstance(board, Iterable)
    with pytest.raises(TypeError, match="object is not iterable"):
        iter(board)  # type: ignore[call-overload]
    with pytest.raises(NotAContainer, match=r"use 'b2' in position\.legal_moves"):
        board.__contains__("b2")


def test_cells_are_read_by_their_names() -> None:
    position = game("tictactoe").replay("b2 a1")
    assert (position["b2"], position[Cell(0, 0)], position["c3"]) == (Sign.X, Sign.O, None)
    with pytest.raises(OptionError, match="d1 is not on the board, expected a1 to c3"):
        position["d1"]
    with pytest.raises(NotationError, match="5 is not a cell, expected a string such as 'b3'"):
        position[5]  # type: ignore[index]


@pytest.mark.parametrize("move", [[0, 2], b"a1", 0, None, (0,), (0, 2, 1)])
def test_positions_and_boards_take_the_same_moves(move: Any) -> None:
    for play in (game("tictactoe").start().play, Board("tictactoe").push):
        with pytest.raises(NotationError, match="is not a cell, expected a string such as 'b3'"):
            play(move)
