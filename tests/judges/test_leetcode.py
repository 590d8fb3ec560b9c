"""LeetCode 1275, 794 and 348, each against a second way that shares no code with it."""

from __future__ import annotations

import json
import random
import tracemalloc
from itertools import product

import pytest
from tests.judges.judging import answers

from kinrow.judges.leetcode import TicTacToe, replay, tictactoe, valid_tic_tac_toe
from kinrow.judges.misfit import Misfit
from kinrow.rules import IllegalMove, game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def has_line(board: str, sign: str) -> bool:
    return any(all(board[cell] == sign for cell in line) for line in LINES)


def result(board: str) -> str:
    if has_line(board, "X"):
        return "A"
    if has_line(board, "O"):
        return "B"
    return "Pending" if " " in board else "Draw"


def random_game(dice: random.Random) -> tuple[list[list[int]], list[str]]:
    """Moves to the end of a game, and the result after each, the empty board's first."""
    board, moves, results = " " * 9, list[list[int]](), ["Pending"]
    while results[-1] == "Pending":
        cell = dice.choice([cell for cell in range(9) if board[cell] == " "])
        board = board[:cell] + "XO"[len(moves) % 2] + board[cell + 1 :]
        moves.append([cell // 3, cell % 3])
        results.append(result(board))
    return moves, results


def test_1275_after_every_move_of_random_games() -> None:
    dice = random.Random(1275)
    seen = set()
    for _ in range(1000):
        moves, results = random_game(dice)
        assert [tictactoe(moves[:number]) for number in range(len(results))] == results
        with pytest.raises(Misfit, match=f"move {len(results)}: .*, expected "):
            tictactoe([*moves, [0, 0]])
        seen.add(results[-1])
    assert seen == {"A", "B", "Draw"}


def test_1275_is_the_reference_rules() -> None:
    dice = random.Random(348)
    for _ in range(300):
        moves = [[dice.randint(0, 2), dice.randint(0, 2)] for _ in range(dice.randint(0, 9))]
        try:
            position = game("tictactoe").replay("abc"[col] + str(row + 1) for row, col in moves)
        except IllegalMove:
            with pytest.raises(Misfit):
                tictactoe(moves)
        else:
            assert (tictactoe(moves) == "Pending") is not position.finished


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([[0, 0], [2, 0], [1, 1], [2, 1], [2, 2]], "A"),
        ([[0, 0], [1, 1], [0, 1], [0, 2], [1, 0], [2, 0]], "B"),
        ([[0, 0], [1, 1], [2, 0], [1, 0], [1, 2], [2, 1], [0, 1], [0, 2], [2, 2]], "Draw"),
        ([[0, 0], [1, 1]], "Pending"),
        ([], "Pending"),
    ],
)
def test_1275_examples(moves: list[list[int]], expected: str) -> None:
    assert tictactoe(moves) == expected
    assert answers("leetcode-1275", json.dumps(moves)) == [json.dumps(expected)]


def reached() -> set[str]:
    """Every board that play can reach."""
    layer, found = {" " * 9}, {" " * 9}
    for ply in range(9):
        layer = {
            board[:cell] + "XO"[ply % 2] + board[cell + 1 :]
            for board in layer
            if result(board) == "Pending"
            for cell in range(9)
            if board[cell] == " "
        }
        found |= layer
    return found


def test_794_on_all_boards_there_are() -> None:
    everything = ["".join(signs) for signs in product(" XO", repeat=9)]
    split = [[board[:3], board[3:6], board[6:]] for board in everything]
    valid = reached()
    assert len(valid) == 5478
    expected = [board in valid for board in everything]
    assert [valid_tic_tac_toe(board) for board in split] == expected
    given = "\n".join(map(json.dumps, split[:2000]))
    assert answers("leetcode-794", given) == [json.dumps(value) for value in expected[:2000]]


def recount(stones: dict[tuple[int, int], int], n: int) -> int:
    """Who owns a full line, by looking at all of them."""
    lines = [[(i, j) for j in range(n)] for i in range(n)]
    lines += [[(i, j) for i in range(n)] for j in range(n)]
    lines += [[(i, i) for i in range(n)], [(i, n - 1 - i) for i in range(n)]]
    for player in (1, 2):
        if any(all(stones.get(cell) == player for cell in line) for line in lines):
            return player
    return 0


def test_348_against_a_recount() -> None:
    dice = random.Random(348)
    won = {0: 0, 1: 0, 2: 0}
    for _ in range(400):
        n = dice.choice([1, 2, 3, 3, 4, 5, 6])
        cells = list(product(range(n), repeat=2))
        dice.shuffle(cells)
        one_sided = dice.random()
        moves, expected, stones = list[list[int]](), list[int](), dict[tuple[int, int], int]()
        for row, col in cells:
            player = 1 + (dice.random() < one_sided)
            stones[row, col] = player
            moves.append([row, col, player])
            expected.append(recount(stones, n))
            if expected[-1]:
                break
        assert replay({"n": n, "moves": moves}) == expected
        board = TicTacToe(n)
        assert [board.move(*move) for move in moves] == expected
        with pytest.raises(Misfit, match="the game is over"):
            board.move(0, 0, 1)
        won[expected[-1]] += 1
    assert min(won.values()) > 20


@pytest.mark.parametrize("line", ["row", "column", "falling", "rising"])
@pytest.mark.parametrize("player", [1, 2])
def test_348_on_the_largest_board(line: str, player: int) -> None:
    n = 10_000
    tracemalloc.start()
    board = TicTacToe(n)
    for i in range(n):
        cell = {"row": (7, i), "column": (i, 7), "falling": (i, i), "rising": (i, n - 1 - i)}[line]
        assert board.move(*cell, player) == (player if i == n - 1 else 0)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100 * n


def test_348_a_line_of_both_is_nobodys() -> None:
    board = TicTacToe(3)
    moves = [(0, 0, 1), (0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 0, 1), (1, 1, 2)]
    assert [board.move(*move) for move in moves] == [0] * 6
    assert board.move(1, 2, 2) == 2


def test_348_example() -> None:
    moves = [[0, 0, 1], [0, 2, 2], [2, 2, 1], [1, 1, 2], [2, 0, 1], [1, 0, 2], [2, 1, 1]]
    given = json.dumps({"n": 3, "moves": moves}) + "\n" + json.dumps({"moves": [], "n": 1})
    assert answers("leetcode-348", given) == ["[0, 0, 0, 0, 0, 0, 1]", "[]"]


@pytest.mark.parametrize("n", [0, -1, 10_001, True, "3", None, 2.0])
def test_348_a_board_of_no_size(n: object) -> None:
    with pytest.raises(Misfit, match=r"n is .*, expected a whole number from 1 to 10000"):
        TicTacToe(n)  # type: ignore[arg-type]


def test_misfits_are_value_errors_with_a_path() -> None:
    with pytest.raises(ValueError, match="move 2: row is 3") as caught:
        tictactoe([[0, 0], [3, 0]])
    assert isinstance(caught.value, Misfit)
    assert caught.value.path == (1, 0)
    with pytest.raises(Misfit, match="row 2 is 'XOXO', expected a string of 3 signs"):
        valid_tic_tac_toe(["XOX", "XOXO", "   "])
    with pytest.raises(Misfit, match="player is 0, expected a whole number from 1 to 2"):
        TicTacToe(3).move(0, 0, 0)
