"""Puzzles have one right move by brute force, and the page judges every move as the table does."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from tests.tables.brute import reached, values

from kinrow.__main__ import main
from kinrow.puzzles import Puzzle, find_puzzles, puzzle_page, puzzle_sheet, table_of
from kinrow.puzzles.finding import has_one_right_move, searched
from kinrow.puzzles.looks import looks
from kinrow.puzzles.words import PuzzleWords
from kinrow.rules import Cell, OptionError, Outcome, Position, game
from kinrow.runtime.conversion import sets_of
from kinrow.runtime.files import FileMissing
from kinrow.runtime.left_out import LeftOut
from kinrow.tables import TableFileError, tabulate

GAMES = [
    "3,3,3",
    "3,3,3:misere",
    "2,4,3,2,1",
    "2,4,3,2,1:exact",  # the stone after the end of a game may make a row that other play makes
    "3,3,3,2,2:majority,threshold=2,turns=4,fill=X,begins=O",
]


def ends(position: Position, truth: dict[str, int]) -> dict[Cell, int]:
    """The outcome of every move for the side to move."""
    found = {}
    for move in position.legal_moves:
        child = position.play(move)
        value = truth[child.cells] * (1 if child.to_move is position.to_move else -1)
        found[move] = (value > 0) - (value < 0)
    return found


@pytest.mark.parametrize("spec", GAMES)
def test_exactly_one_move_is_right(spec: str) -> None:
    truth = values(game(spec), "outcome")
    with table_of(spec) as table:
        found = find_puzzles(table, 1000)
    assert found
    for puzzle in found:
        worth = ends(puzzle.position, truth)
        best = {"win": 1, "draw": 0}[puzzle.goal]
        assert truth[puzzle.position.cells] == best == max(worth.values())
        assert [cell for cell, end in worth.items() if end == best] == [puzzle.solution]
        assert {cell: int(end) for cell, end in puzzle.moves.items()} == worth


@pytest.mark.parametrize("spec", GAMES)
def test_no_position_with_one_right_move_is_overlooked(spec: str) -> None:
    rules = game(spec)
    truth, positions = values(rules, "outcome"), reached(rules)
    with table_of(spec) as table:
        for ply in range(table.last_ply):
            at = [position for position in positions.values() if position.plies == ply]
            begins, other = str(rules.begins), str(rules.begins.other)
            sets = [
                np.array([sets_of(each, sign) for each in at], np.uint32)
                for sign in (begins, other)
            ]
            found = has_one_right_move(table, ply, *sets) if at else ()
            for position, one in zip(at, found, strict=True):
                worth = ends(position, truth)
                best = max(worth.values(), default=-1)
                due = best >= 0 and len(worth) > 1 and [*worth.values()].count(best) == 1
                assert one == due or position.finished, position.fen()


def test_the_depth_is_that_of_the_win() -> None:
    truth = values(game("tictactoe"), "score")
    with table_of("tictactoe") as table:
        found = find_puzzles(table, 1000, goals=["win"])
    for puzzle in found:
        assert puzzle.depth == 9 - puzzle.position.plies + 1 - truth[puzzle.position.cells]
    assert {puzzle.depth for puzzle in found} >= {1, 3, 5}


def test_puzzles_differ_are_graded_and_repeat() -> None:
    with table_of("4,4,3") as table:
        found = find_puzzles(table, 30)
        assert find_puzzles(table, 30) == found
        assert find_puzzles(table, 30, seed=2) != found
        hard = find_puzzles(table, 5, grades=[5], goals=["win"])
    assert len({puzzle.position for puzzle in found}) == 30
    assert [puzzle.grade for puzzle in found] == sorted(puzzle.grade for puzzle in found)
    assert {puzzle.grade for puzzle in found} == {1, 2, 3, 4, 5}
    assert hard and all((puzzle.grade, puzzle.goal) == (5, "win") for puzzle in hard)


@pytest.mark.parametrize("seed", range(3))
def test_rare_puzzles_are_found_by_every_seed(seed: int) -> None:
    with table_of("4,4,3") as table:
        found = find_puzzles(table, 3, seed=seed, goals=["draw"], grades=[2])
        assert found == find_puzzles(table, 3, seed=seed, goals=["draw"], grades=[2])
    assert [(puzzle.goal, puzzle.grade) for puzzle in found] == [("draw", 2)] * 3


def test_more_puzzles_than_a_first_sample_has() -> None:
    with table_of("4,4,3") as table:
        found = find_puzzles(table, 1000, goals=["win"])
    assert len({puzzle.position for puzzle in found}) == 1000


def test_all_puzzles_of_a_small_game_are_found() -> None:
    """Up to symmetry, by brute force."""
    truth, rules = values(game("3,4,3"), "outcome"), game("3,4,3")
    due = set()
    for position in reached(rules).values():
        worth = [*ends(position, truth).values()] if not position.finished else []
        if len(worth) > 1 and max(worth) >= 0 and worth.count(max(worth)) == 1:
            rows = [position.cells[at : at + 4] for at in range(0, 12, 4)]
            turned = (rows, rows[::-1], *([r[::-1] for r in each] for each in (rows, rows[::-1])))
            due.add(min("".join(each) for each in turned))
    with table_of("3,4,3") as table:
        assert len(find_puzzles(table, 100_000)) == len(due)


def test_a_search_in_vain_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinrow.puzzles.finding._LOOKED", 50_000)
    with table_of("4,4,3") as table:
        found = searched(table, 1, goals=["draw"], grades=[5])
    assert found.ended_early and not found.puzzles
    assert 50_000 <= found.looked < 150_000


def test_a_damaged_table_in_the_folder_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.table"
    tabulate("3,3,3", path).close()
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1  # in a record
    path.write_bytes(data)
    monkeypatch.setenv("KINROW_TABLES", str(tmp_path))
    with pytest.warns(LeftOut, match="damaged"), table_of("3,3,3") as table:
        assert find_puzzles(table, 5)


def test_a_game_is_not_a_folder_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tictactoe").mkdir()
    monkeypatch.chdir(tmp_path)
    with table_of("tictactoe") as table:
        assert table.rules == game("tictactoe")


def test_what_is_tempting_looks_better_than_the_solution() -> None:
    with table_of("4,4,4") as table:
        found = find_puzzles(table, 40)
    assert any(puzzle.tempting for puzzle in found)
    for puzzle in found:
        seen = looks(puzzle.position)
        for cell in puzzle.moves:
            better = cell != puzzle.solution and seen[cell] >= seen[puzzle.solution]
            assert (cell in puzzle.tempting) == better


def test_a_line_of_one_s_own_looks_best_and_in_misere_worst() -> None:
    seen = looks(game("tictactoe").parse("XX./OO./..."))
    assert str(max(seen, key=seen.__getitem__)) == "c1"
    seen = looks(game("3,3,3:misere").parse("XX./OO./..."))
    assert str(min(seen, key=seen.__getitem__)) == "c1"


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    with table_of("3,4,3") as table:
        return find_puzzles(table, 12)


def test_the_page_knows_what_every_move_is_worth(puzzles: list[Puzzle]) -> None:
    page = puzzle_page(puzzles, "A < B", PuzzleWords())
    assert "<title>A &lt; B</title>" in page
    figures = re.findall(r"<figure.*?</figure>", page, re.DOTALL)
    for puzzle, figure in zip(puzzles, figures, strict=True):
        buttons = re.findall(r'aria-label="(\w+)" data-end="(\w+)"( data-right)?', figure)
        assert {name: end for name, end, _ in buttons} == {
            str(cell): str(outcome) for cell, outcome in puzzle.moves.items()
        }
        assert [name for name, _, right in buttons if right] == [str(puzzle.solution)]
    assert not re.search(r"(src|href)=|https?:", page)


def test_the_sheet_is_a_picture_of_each(puzzles: list[Puzzle]) -> None:
    for solved in (False, True):
        sheet = ET.fromstring(puzzle_sheet(puzzles, "A < B", PuzzleWords("zh-Hant"), solved=solved))
        boards = sheet.findall("{http://www.w3.org/2000/svg}svg")
        assert len(boards) == len(puzzles)
        assert sheet[0].text == "A < B"  # which game it is
    plain, marked = (
        puzzle_sheet(puzzles, "A < B", PuzzleWords(), solved=solved) for solved in (False, True)
    )
    assert len(marked) > len(plain)
    assert ET.fromstring(puzzle_sheet([], "A", PuzzleWords())) is not None


def test_with_several_stones_per_turn_each_puzzle_says_how_many_are_left() -> None:
    with table_of("1,8,3,2,2:exact") as table:
        found = find_puzzles(table, 1000)
    words = PuzzleWords()
    due = [
        f"{puzzle.position.to_move} to move, "
        + ("1 stone left" if puzzle.position.left == 1 else f"{puzzle.position.left} stones left")
        for puzzle in found
    ]
    assert len({text.partition(", ")[2] for text in due}) == 2
    for shown in (puzzle_page(found, "A", words), puzzle_sheet(found, "A", words)):
        assert re.findall(r"[XO] to move, \d stones? left", shown) == due


def test_grades_go_from_one_to_five() -> None:
    position = game("tictactoe").start()
    cells = position.legal_moves

    def grade(depth: int | None, tempting: int) -> int:
        return Puzzle(
            position=position,
            goal="win",
            solution=cells[0],
            moves=dict.fromkeys(cells, Outcome.LOSS),
            tempting=tuple(cells[1 : 1 + tempting]),
            depth=depth,
        ).grade

    assert [grade(depth, 0) for depth in (None, 1, 2, 3, 4, 5, 9)] == [1, 1, 1, 2, 2, 3, 3]
    assert [grade(1, tempting) for tempting in (0, 1, 2, 3, 8)] == [1, 2, 2, 3, 3]
    assert grade(5, 8) == 5


def test_a_large_game_without_a_table_is_refused() -> None:
    with pytest.raises(TableFileError, match="no table for"):
        table_of("5,5,4")


def test_a_table_that_is_not_there_is_missed_as_one(tmp_path: Path) -> None:
    with pytest.raises(FileMissing, match="no such file"):
        table_of("nosuch.table")
    with pytest.raises(OptionError, match="folder"):
        table_of(str(tmp_path))


def test_a_folder_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "none" / "a.html"
    assert main(["puzzles", "tictactoe", "-o", str(out)]) == 2
    assert "expected the name of a file in an existing folder" in capsys.readouterr().err
