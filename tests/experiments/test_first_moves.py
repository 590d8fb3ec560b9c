"""The script about first moves: its hints are positions of the game that it asks about."""

from __future__ import annotations

import doctest
from itertools import islice
from pathlib import Path

import pytest
from docs.experiments import first_moves, question
from docs.experiments.first_moves import Search
from docs.experiments.question import Question

from kinrow.proofs import Book
from kinrow.proofs.book import PASS
from kinrow.rules import Cell, Sign, game
from kinrow.runtime.conversion import index_of
from kinrow.strategies import read_strategy
from kinrow.strategies.shelf import SHIPPED


def test_its_example() -> None:
    assert doctest.testmod(first_moves).failed == 0
    assert doctest.testmod(question).failed == 0


@pytest.mark.parametrize(
    ("board", "strategy", "first", "reply", "winner"),
    [
        ("gomoku", "15-15-5", "a1", "h8", Sign.O),
        ("gomoku", "15-15-5", "h9", None, Sign.X),
        ("gomoku", "15-15-5", "b3", "g7", Sign.O),
        ("12,12,5", "13-13-5", "g7", None, Sign.X),
        ("12,11,5", "13-13-5", "f6", None, Sign.X),
    ],
)
def test_hints_are_moves_of_the_winner(
    board: str, strategy: str, first: str, reply: str | None, winner: Sign
) -> None:
    question = Question(game(board), Cell.of(first), Cell.of(reply) if reply else None)
    known = read_strategy(SHIPPED / f"{strategy}.strategy")
    found = list(islice(question.hints(known), 400))
    assert len(found) == 400
    for position, move in found:
        assert position.to_move is winner
        assert position.cells[move] == "."
        sign = position.cells[question.first.row * question.rules.cols + question.first.col]
        assert sign == "X" or reply is None


@pytest.mark.parametrize(
    ("board", "first", "count"), [("11,11,5", "f6", 20), ("12,12,5", "g7", 77), ("5,4,3", "a1", 19)]
)
def test_answers_are_one_of_each_kind(board: str, first: str, count: int) -> None:
    assert len(Question(game(board), Cell.of(first), None).answers()) == count


def test_a_table_that_was_kept_spares_the_search(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    question, kept = Question(game("12,4,4"), Cell.of("b6"), None), tmp_path / "table"
    for _ in range(2):
        search = Search(question, 1 << 26, kept)
        assert search.settles(Cell.of("c7"), 100)
        search.keep()
    first, again = (
        int(line.split()[4].replace(",", "")) for line in capsys.readouterr().out.splitlines()
    )
    assert again < first


def test_the_games_of_a_book_begin_with_the_first_stone() -> None:
    rules, source = game("20,20,5"), game("19,19,5")
    book = Book(Path(__file__).parents[2] / "examples" / "proofs" / "19-19-5.book")
    question = Question(rules, Cell.of("j10"), None)
    found = list(islice(question.games(book, source), 80))
    assert {moves[0] for moves in found} == {index_of(rules, question.first)}
    kinds = [[move < PASS for move in moves] for moves in found]
    assert all(kinds[at] == kinds[at - at % 8] for at in range(80)), "images of ten games"
    assert len({tuple(moves) for moves in found}) > 40


def test_a_strategy_moves_to_a_first_stone_beside_the_centre_of_its_own_board() -> None:
    """A book of the same game stays where it is, unless it is moved like the strategy."""
    rules = game("gomoku")
    book = Book(Path(__file__).parents[2] / "examples" / "proofs" / "15-15-5.book")
    question = Question(rules, Cell.of("h9"), None)
    moved, here = next(question.games(book, rules)), next(question.games(book))
    assert (moved[0], here[0]) == (index_of(rules, Cell.of("h9")), index_of(rules, Cell.of("h8")))
    known = read_strategy(SHIPPED / "15-15-5.strategy")
    first = index_of(rules, Cell.of("h9"))
    hints = islice(question.hints(known), 400)
    assert all(move == first or known.cells[first] == "X" for known, move in hints)


def test_all_answers_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    question = Question(game("12,4,4"), Cell.of("b6"), None)
    assert Search(question, 1 << 26, tmp_path / "table").at_once(100)
    assert (tmp_path / "table").exists()
    assert not Search(Question(game("8,4,4"), Cell.of("b4"), None), 1 << 22, None).at_once(0.2)


@pytest.mark.parametrize("first", ["b6", "c6", "b7", "c7"])
def test_a_win_that_was_found_becomes_a_book(first: str, tmp_path: Path) -> None:
    """Whichever image of the first stone it begins with, its moves win."""
    rules, book = game("12,4,4"), Book(tmp_path / "a.book")
    search = Search(Question(rules, Cell.of(first), None), 1 << 26, None)
    assert search.at_once(100)
    search.learn(book.path, [Cell.of(first)])
    games = book.games(rules)
    assert book.first_move(rules) is not None
    assert len({moves[1] for moves in games}) > 5
    assert all(move >= PASS for moves in games for move in moves)


def test_moves_before_a_win_are_guesses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That a win follows an answer to the first stone does not say that the stone wins."""
    monkeypatch.setattr(first_moves, "WORTH", 1)
    rules, book = game("12,4,4"), Book(tmp_path / "a.book")
    search = Search(Question(rules, Cell.of("b6"), None), 1 << 26, None)
    moves = [Cell.of("b6"), Cell.of("b7")]
    assert search.ask(rules.replay(moves), 100)[0] is not None
    search.learn(book.path, moves)
    games = book.games(rules)
    assert games
    assert {moves[0] < PASS <= min(moves[1:]) for moves in games} == {True}
    again = Search(Question(rules, Cell.of("b6"), None), 1 << 26, None)
    again.read(book.path)
    assert again.ask(rules.replay(moves), 100)[0] is not None
    assert again.nodes < search.nodes
