"""Tables as a source, and as what looks up thousands of boards: against brute force."""

from __future__ import annotations

import subprocess
import sys
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.tables.brute import reached, values

import kinrow
from kinrow.annotation.children import known_answers
from kinrow.annotation.mirror import Question
from kinrow.envs.batch import SKIP
from kinrow.knowledge import everything
from kinrow.knowledge.lookup import FileLookup, Lookup, Numbers, SpreadLookup, lookup, table_for
from kinrow.knowledge.tabled import TableSource
from kinrow.rules import Objective, Outcome, Position, Rules, game
from kinrow.rules.notation import replay
from kinrow.runtime.conversion import SIGNS, core_position, index_of
from kinrow.runtime.folders import SHIPPED_TABLES
from kinrow.solver import Analysis
from kinrow.solver.proof_crew import ProofCrew
from kinrow.tables import Table, survey, tabulate

SPECS = ["3,3,3", "3,3,3:misere", "1,6,3:exact", "2,4,2:begins=O", "2,4,3,2,1", "2,3,2,2,2:misere"]


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of tables that is looked in."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    monkeypatch.setenv("KINROW_TABLES", str(folder))
    return folder


def played(rules: Rules, games: int) -> list[Position]:
    """Positions of random games, those that are not over."""
    chance, found = np.random.default_rng(1), []
    for _ in range(games):
        position = rules.start()
        while not position.finished:
            found.append(position)
            moves = position.legal_moves
            position = position.play(moves[int(chance.integers(len(moves)))])
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_what_a_table_says_is_what_brute_force_says(spec: str, tmp_path: Path) -> None:
    rules = game(spec)
    with tabulate(rules, tmp_path / "a.table") as table:
        source = TableSource([table])
        objectives: tuple[Objective, ...] = ("score", "outcome")
        for objective in objectives:
            truth = values(rules, objective)
            for position in played(rules, 10):
                found = source.known(position, objective)
                assert found is not None and found.complete
                check(found, position, truth)
                assert found.solution.source is not None
                assert found.solution.source.sha256 == table.sha256


def check(found: Analysis, position: Position, truth: dict[str, int]) -> None:
    assert found.solution.value.lower == truth[position.cells]
    assert len(found.moves) == len(position.legal_moves)
    for move, known in found.moves.items():
        after = position.play(move)
        worth = truth[after.cells]
        assert known.lower == (worth if after.to_move is position.to_move else -worth)


@pytest.mark.parametrize("spec", ["3,4,3", "2,4,3,2,1", "2,3,2,2,2:misere"])
def test_a_game_comes_with_its_line(spec: str, tmp_path: Path) -> None:
    """A win is as long as the score says, and each line ends as it says."""
    rules = game(spec)
    with tabulate(rules, tmp_path / "a.table") as table:
        for position in played(rules, 8):
            found = TableSource([table]).known(position, "score")
            assert found is not None
            solution = found.solution
            end = replay(position, solution.line)
            assert end.finished and end.winner is solution.winner
            if solution.outcome is Outcome.DRAW:
                continue
            assert rules.size - end.plies + 1 == abs(solution.value.lower)


def test_outcomes_bound_scores(tmp_path: Path) -> None:
    position = game("tictactoe").parse("XX./OO./...")
    with tabulate("tictactoe", tmp_path / "a.table", objective="outcome") as table:
        found = TableSource([table]).known(position, "score")
    assert found is not None
    assert (found.solution.value.lower, found.solution.value.upper) == (1, 5)


def test_margins_of_a_counting_game(tmp_path: Path) -> None:
    rules = game("3,3,3,2,2:majority,threshold=2,turns=4,fill=X,begins=O")
    with tabulate(rules, tmp_path / "a.table") as table:
        source = TableSource([table])
        objectives: tuple[Objective, ...] = ("margin", "outcome")
        for objective in objectives:
            truth = values(rules, objective)
            for position in played(rules, 5):
                found = source.known(position, objective)
                assert found is not None
                check(found, position, truth)


def test_tables_in_the_folder_are_asked_before_a_search(shelf: Path) -> None:
    with tabulate("4,4,4", shelf / "any name.table", objective="score") as table:
        found = kinrow.analyse("4,4,4 XO../..../..../....", objective="score")
        assert found.solution.nodes == 0 and found.complete
        source = found.solution.source
        assert source is not None and (source.kind, source.sha256) == ("table", table.sha256)
        again = kinrow.analyse(found.position, objective="score", knowledge=False)
    assert again.solution.source is None
    assert (again.solution.value, again.moves) == (found.solution.value, found.moves)
    proved = kinrow.solve("4,4,4")
    assert proved.source is not None and proved.source.kind == "atlas"


def test_without_tables_nothing_heavy_is_loaded(shelf: Path) -> None:
    """An engine has 30 ms for a move: NumPy alone takes more."""
    code = (
        "import sys\nfrom kinrow.knowledge import everything\nfrom kinrow.rules import game\n"
        "everything().known(game('tictactoe').start(), 'outcome')\n"
        "print('numpy' in sys.modules)"
    )
    run = [sys.executable, "-c", code]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout == "False\n"
    tabulate("tictactoe", shelf / "a.table").close()
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout == "True\n"


def test_tables_that_come_and_go_are_seen(shelf: Path) -> None:
    position = game("3,4,3").replay("a1 b2 c3")
    source = TableSource()
    assert source.known(position, "score") is None
    tabulate("3,4,3", shelf / "a.table").close()
    assert source.known(position, "score") is not None
    (shelf / "a.table").unlink()
    assert source.known(position, "score") is None


def test_a_damaged_table_is_left_out(shelf: Path) -> None:
    tabulate("3,4,3", shelf / "a.table").close()
    data = bytearray((shelf / "a.table").read_bytes())
    data[len(data) // 3] ^= 1
    (shelf / "a.table").write_bytes(data)
    (shelf / "b.table").write_bytes(data[:-3])
    source = TableSource()
    positions = played(game("3,4,3"), 20)
    with pytest.warns(UserWarning, match="left out") as caught:
        answers = [source.known(position, "score") for position in positions]
    assert len(caught) == 2
    assert answers[-1] is None


def test_a_table_that_was_left_out_is_asked_again_once_it_is_mended(shelf: Path) -> None:
    tabulate("3,4,3", shelf / "a.table").close()
    sound = (shelf / "a.table").read_bytes()
    (shelf / "a.table").write_bytes(sound[:-3])
    source, position = TableSource(), game("3,4,3").replay("a1 b2 c3")
    with pytest.warns(UserWarning, match="left out"):
        assert source.known(position, "score") is None
    (shelf / "a.table").write_bytes(sound)
    assert source.known(position, "score") is not None


def test_a_damaged_table_is_named_to_an_oracle_that_has_no_other(shelf: Path) -> None:
    tabulate("2,9,2", shelf / "a.table").close()
    (shelf / "a.table").write_bytes((shelf / "a.table").read_bytes()[:-3])
    with pytest.warns(UserWarning, match="^left out: the table is damaged: "):
        assert table_for(game("2,9,2")) is None


def test_a_composed_position_is_not_in_the_table(shelf: Path) -> None:
    tabulate("tictactoe", shelf / "a.table").close()
    assert TableSource().known(game("tictactoe").parse("X../.../... X"), "outcome") is None


def asked(positions: list[Position], sides: Numbers) -> tuple[Any, ...]:
    """The arrays of many boards, as an environment has them, with a third plane."""
    rules, n = positions[0].rules, len(positions)
    stones = np.zeros((n, 3, rules.size), np.uint8)
    legal = np.zeros((n, rules.size), np.bool_)
    for row, position in enumerate(positions):
        for at, sign in enumerate(position.cells):
            stones[row, 0, at] = sign == position.to_move
            stones[row, 1, at] = sign == position.to_move.other
        legal[row, [index_of(rules, move) for move in position.legal_moves]] = True
    to_move = np.array([SIGNS.index(position.to_move) for position in positions], np.int8)
    left = np.array([position.left for position in positions], np.int16)
    return stones, to_move, left, legal, sides


def outcomes_of(position: Position, scores: dict[str, int]) -> dict[int, int]:
    """What each action is worth to the side to move, from the scores of all positions."""
    found = {}
    for move in position.legal_moves:
        child = position.play(move)
        sign = 1 if child.to_move is position.to_move else -1
        found[index_of(position.rules, move)] = sign * int(np.sign(scores[child.cells]))
    return found


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("kind", [SpreadLookup, FileLookup])
def test_every_board_looked_up_at_once(kind: Callable[[Table], Lookup], spec: str) -> None:
    rules = game(spec)
    table, scores, positions = table_for(rules), values(rules, "score"), [*reached(rules).values()]
    assert table is not None
    sides = np.random.default_rng(1).integers(2, size=len(positions), dtype=np.int8)
    look = kind(table)
    told = look.look_up(*asked(positions, sides))
    regrets = [look.regrets(np.full(len(positions), at, np.int32)) for at in range(rules.size)]
    for row, position in enumerate(positions):
        score, due = scores[position.cells], outcomes_of(position, scores)
        sign = 1 if SIGNS[sides[row]] is position.to_move else -1
        assert (told.score[row], told.value[row]) == (sign * score, sign * np.sign(score))
        for at, (given, legal) in enumerate(regrets):
            regret = np.sign(score) - due[at] if at in due else 0
            assert (given[row], legal[row]) == (regret, at in due)
            assert told.optimal[row, at] == (at in due and regret == 0)
    for off in (SKIP, -1, rules.size, 99):
        given, legal = look.regrets(np.full(len(positions), off, np.int32))
        assert not given.any() and not legal.any()


@pytest.mark.parametrize("spec", ["4,4,4", "4,4,3", "4,4,4:misere", "4,4,4,2,1"])
def test_both_kinds_say_the_same(spec: str) -> None:
    table = table_for(game(spec))
    assert table is not None
    positions = played(game(spec), 50)
    boards = asked(positions, np.zeros(len(positions), np.int8))
    looks = SpreadLookup(table), FileLookup(table)
    for arrays in zip(*(look.look_up(*boards) for look in looks), strict=True):
        assert np.array_equal(*arrays)
    for at in range(16):
        of_action = [look.regrets(np.full(len(positions), at, np.int32)) for look in looks]
        for arrays in zip(*of_action, strict=True):
            assert np.array_equal(*arrays)


def test_a_table_is_in_memory_once() -> None:
    first, again = lookup(game("2,3,2")), lookup(game("2,3,2"))
    assert isinstance(first, SpreadLookup) and isinstance(again, SpreadLookup)
    assert first._core is again._core
    gone = weakref.ref(first._core)
    del first, again
    assert gone() is None


def test_a_small_game_s_table_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    rules = game("2,4,3:misere")
    first = table_for(rules)
    assert first is not None
    (file,) = (tmp_path / "kinrow").iterdir()
    monkeypatch.setattr("kinrow.knowledge.lookup.tabulate", lambda *_: pytest.fail("it is there"))
    again = table_for(rules)
    assert again is not None and again.sha256 == first.sha256
    assert file.name == "2,4,3-misere.table"


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "other"])
def test_a_damaged_file_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    rules = game("1,4,2")
    table_for(rules)
    (file,) = (tmp_path / "kinrow").iterdir()
    whole = file.read_bytes()
    damaged = {
        "flip": whole[:400] + bytes([whole[400] ^ 1]) + whole[401:],
        "cut": whole[:-5],
        "empty": b"",
        "other": whole.replace(b'"1,4,2"', b'"1,4,3"'),
    }
    file.write_bytes(damaged[damage])
    assert table_for(rules) is not None
    assert file.read_bytes() == whole


def test_a_folder_that_cannot_be_written_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    table = table_for(game("1,3,2"))
    assert table is not None and table[table.rules.start()].lower == 1


def test_large_games_have_none_of_their_own(shelf: Path) -> None:
    assert table_for(game("3,6,3")) is None
    assert table_for(game("jing4")) is None
    assert table_for(game("4,4,4:caro")) is None
    assert lookup(game("1,4,4:renju")) is None
    tabulate("3,6,3", shelf / "a.table").close()
    assert table_for(game("3,6,3")) is not None


def test_the_opening_table_that_comes_with_kinrow() -> None:
    """It says of positions of its last ply what a search says; the other plies follow from them."""
    with Table(SHIPPED_TABLES / "4-9-4.table") as table:
        assert (str(table.rules), table.objective, table.last_ply) == ("4,9,4", "outcome", 4)
        found = survey(table)
        assert [ply.canonical.total() for ply in found.per_ply] == [1, 10, 318, 5374, 88620]
        assert found.wrong == 0
        crew = ProofCrew[Position](table.rules, 2**26, threads=1)
        games = "e2 e3 d3 f1", "e3 f2 d2 d3", "a1 i4 a4 i1", "e2 d2 e3 e1"
        crew.add((at, core_position(at)) for at in map(table.rules.replay, games))
        for position, value in crew.results():
            assert table[position] == value, position


def test_a_turned_table_lists_moves_row_by_row(tmp_path: Path) -> None:
    position = game("3,2,2").start()
    with tabulate("2,3,2", tmp_path / "a.table") as table:
        found = TableSource([table]).known(position, "score")
    assert found is not None
    assert [*found.moves] == [*position.legal_moves]


def test_a_table_serves_the_board_turned_by_a_quarter() -> None:
    lying, standing = game("4,9,4").replay("e2 c3"), game("9,4,4").replay("b5 c3")
    one = TableSource(opening=True).known(lying, "outcome")
    other = TableSource(opening=True).known(standing, "outcome")
    assert one is not None and other is not None
    assert one.solution.source == other.solution.source
    assert one.solution.value == other.solution.value
    turned = {(cell.col, cell.row): value for cell, value in other.moves.items()}
    assert turned == {(cell.row, cell.col): value for cell, value in one.moves.items()}
    assert other.solution.position == standing and len(other.moves) == 34


@pytest.mark.parametrize(
    ("spec", "exchanged"),
    [
        ("2,4,3", "4,2,3:begins=O"),
        ("3,3,3,2,1:begins=O", "3,3,3,2,1"),
        (
            "2,4,2,2,2:majority,threshold=2,turns=3,fill=X",
            "4,2,2,2,2:majority,threshold=2,turns=3,fill=O,begins=O",
        ),
    ],
)
def test_a_table_serves_the_game_that_the_other_side_begins(
    spec: str, exchanged: str, shelf: Path
) -> None:
    tabulate(spec, shelf / "a.table").close()
    rules, source = game(exchanged), TableSource()
    objective: Objective = "margin" if rules.objective == "majority" else "score"
    for position in played(rules, 30):
        found = source.known(position, objective)
        searched = kinrow.analyse(position, objective=objective, knowledge=False)
        assert found is not None and found.position is position
        assert found.moves == searched.moves
        assert found.solution.value == searched.value


def test_positions_beyond_an_opening_table_are_searched(shelf: Path) -> None:
    rules = game("4,4,3")
    tabulate(rules, shelf / "a.table", plies=2).close()
    two, three = rules.replay("a1 b1"), rules.replay("a1 b1 c1")
    found = kinrow.solve(two)
    assert (str(found.value), found.source.kind if found.source else None) == ("win", "table")
    assert found.line  # a search has found the move
    assert TableSource(opening=True).known(three, "outcome") is None
    assert kinrow.solve(three).source is None
    first = kinrow.analyse(rules.replay("a1"))
    assert first.solution.nodes == 0 and first.complete


def test_what_a_strategy_plays_comes_before_an_opening_table() -> None:
    """It wins; a table of outcomes alone would name 27 moves, and none of what to do after them."""
    position = game("9,4,4").replay("b5 a1")
    known = everything().known(position, "outcome")
    assert known is not None
    assert [str(move) for move in known.best] == [str(move) for move in known.line] == ["b4"]
    every = everything().known(position, "outcome", every_move=True)
    assert every is not None and every.complete and every.line == known.line
    assert len(every.best) == 27
    assert kinrow.analyse(position).solution.nodes == 0


def test_annotation_says_of_a_move_that_only_a_table_has_that_it_is_computed() -> None:
    position = game("9,4,4").replay("b5 a1")
    answers = known_answers([position], "outcome")
    hows = {move: answers[Question.of(position.play(move))].how for move in ("b4", "a2", "a9")}
    assert hows == {"b4": "proved", "a2": "computed", "a9": "computed"}
