"""Play itself, by numbers that are known: positions, complete games, scores and margins."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from kinrow.rules import IllegalMove, Outcome, Position, Rules, Sign, game, symmetries


def by_ply(rules: Rules) -> list[set[Position]]:
    """All positions that play reaches, one set a ply."""
    levels = [{rules.start()}]
    while levels[-1]:
        levels.append({one.play(move) for one in levels[-1] for move in one.legal_moves})
    return levels[:-1]


def canonical(position: Position) -> str:
    rules = position.rules
    return min(
        "".join(position.cells[cell] for cell in permutation)
        for permutation in symmetries(rules.rows, rules.cols)
    )


@pytest.mark.parametrize(
    ("spec", "reachable", "finished", "distinct", "distinct_finished"),
    [
        ("3,3,3", 5_478, 958, 765, 138),
        ("3,3,3:misere,begins=O", 5_478, 958, 765, 138),
        ("4,3,3", 111_973, 32_410, 28_275, 8_187),
    ],
)
def test_reachable_positions(
    spec: str, reachable: int, finished: int, distinct: int, distinct_finished: int
) -> None:
    found = [position for level in by_ply(game(spec)) for position in level]
    over = [position for position in found if position.finished]
    assert (len(found), len(over)) == (reachable, finished)
    assert len(set(map(canonical, found))) == distinct
    assert len(set(map(canonical, over))) == distinct_finished


def test_complete_games_of_tictactoe() -> None:
    @cache
    def games_from(position: Position) -> Counter[Sign | None]:
        if position.finished:
            return Counter([position.winner])
        total: Counter[Sign | None] = Counter()
        for move in position.legal_moves:
            total += games_from(position.play(move))
        return total

    games = games_from(game("tictactoe").start())
    assert games == {Sign.X: 131_184, Sign.O: 77_904, None: 46_080}
    assert games.total() == 255_168


@pytest.mark.parametrize(
    ("spec", "moves", "winner", "outcome", "score"),
    [
        ("tictactoe", "a1 b1 a2 b2 a3", Sign.X, Outcome.LOSS, -5),
        ("tictactoe", "a1 b1 a2 b2 c3 b3", Sign.O, Outcome.LOSS, -4),
        ("tictactoe", "b2 a1 c1 a3 a2 c2 b1 b3 c3", None, Outcome.DRAW, 0),
        ("tictactoe", "b2 a1 c1", None, None, None),
        ("3,3,3:misere", "a1 b1 a2 b2 a3", Sign.O, Outcome.WIN, 5),
        # In the middle of a turn: the winner would still be to move.
        ("3,3,2,2,1", "a1 b2 b3", Sign.O, Outcome.LOSS, -7),
        ("3,3,2,2,2", "a1 a2", Sign.X, Outcome.LOSS, -8),
        ("3,3,2,3,3", "a1 a2", Sign.X, Outcome.WIN, 8),
        ("3,3,1:begins=O", "c3", Sign.O, Outcome.LOSS, -9),
        ("1,1,1", "a1", Sign.X, Outcome.LOSS, -1),
        ("1,1,2", "a1", None, Outcome.DRAW, 0),
        ("1,5,2,3,3:exact", "a1 c1 b1", None, None, None),
        ("1,5,2,5,5:exact", "a1 c1 b1 e1 d1", None, Outcome.DRAW, 0),
        ("1,5,2,5,5:exact", "a1 c1 b1 e1", None, None, None),
        ("1,5,2,5,5:exact", "a1 c1 d1", Sign.X, Outcome.WIN, 3),
        ("1,5,2,5,5:exact,misere", "a1 c1 d1", Sign.O, Outcome.LOSS, -3),
    ],
)
def test_results(
    spec: str, moves: str, winner: Sign | None, outcome: Outcome | None, score: int | None
) -> None:
    position = game(spec).replay(moves)
    assert (position.winner, position.outcome, position.score) == (winner, outcome, score)
    assert position.finished == (outcome is not None)
    assert position.margin is None


def test_a_majority_game_by_hand() -> None:
    # O fills rows 1 and 2, X rows 3 and 4; of row 5 O has two, and X takes the three left.
    rows = ("OOOOO", "OOOOO", "XXXXX", "XXXXX", "OO...")
    position = game("jing4").parse("/".join(rows))
    assert position.finished
    assert position.filled == "OOOOOOOOOOXXXXXXXXXXOOXXX"
    # O: rows 1, 2. X: rows 3, 4. Columns and diagonals: 3 of O in a and b, else mixed.
    assert [len(position.lines_for(sign)) for sign in (Sign.X, Sign.O)] == [2, 2]
    assert (position.winner, position.outcome, position.margin) == (None, Outcome.DRAW, 0)
    assert position.score is None
    assert position.legal_moves == ()


def test_a_line_can_count_for_both_signs_where_the_threshold_is_low() -> None:
    position = game("1,2,2:majority,threshold=1,turns=2,fill=O").replay("a1 b1")
    assert [len(position.lines_for(sign)) for sign in Sign] == [1, 1]
    assert position.outcome is Outcome.DRAW


@pytest.mark.parametrize(
    ("moves", "move", "words"),
    [
        ("a1", "a1", "a1 is taken by X"),
        ("a1", "d1", "d1 is not on the board, expected a1 to c3"),
        ("a1 b1 a2 b2 a3", "c3", "c3 cannot be played: the game is over, X has won"),
        ("b2 a1 c1 a3 a2 c2 b1 b3 c3", "a1", "the game is over, it is a draw"),
    ],
)
def test_moves_that_the_rules_do_not_allow(moves: str, move: str, words: str) -> None:
    with pytest.raises(IllegalMove, match=words):
        game("tictactoe").replay(moves).play(move)


def test_positions_are_values() -> None:
    one, two = game("tictactoe").replay("a1 b2 c3"), game("tictactoe").replay("c3 b2 a1")
    assert one == two
    assert len({one, two, game("3,3,2").parse("X../.O./..."), one.play("c1")}) == 3
    assert one != "X../.O./..X"
    turns = [game("3,3,3,2,2").parse(f"X../.O./... {turn}") for turn in ("X 2", "X 1", "O 2")]
    assert len(set(turns)) == 3
    with pytest.raises(AttributeError):
        one.left = 2  # type: ignore[misc]
