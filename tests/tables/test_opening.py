"""Opening tables: the first plies, against brute force, against the search, and resumed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from examples.read_table import value as plainly_read
from tests.tables.brute import reached, values

from kinrow import _core
from kinrow.rules import Objective, OptionError, Position, Rules, game
from kinrow.runtime.conversion import sets_of
from kinrow.solver import SearchSolver, count
from kinrow.solver.searches import Searches
from kinrow.tables import (
    UNREACHABLE,
    Table,
    TableFileError,
    part_of,
    survey,
    table_files,
    tabulate,
)
from kinrow.tables.opening.bounds import bounds_after
from kinrow.tables.opening.layer import OpeningLayer
from kinrow.tables.opening.stones import StoneSets
from kinrow.tables.records import MAGIC, table_game

SMALL = """3,3,3 3,3,3:misere 2,4,2:exact 2,4,3,2,1 3,3,3,1,3 3,3,2:begins=O 1,6,3:exact,misere
    3,3,3,2,2:majority,threshold=2,turns=4,fill=X,begins=O""".split()


def objectives(rules: Rules) -> tuple[Objective, Objective]:
    return "outcome", "score" if rules.objective == "line" else "margin"


@pytest.mark.parametrize("spec", SMALL)
def test_every_value_is_that_of_brute_force(spec: str, tmp_path: Path) -> None:
    """Read by kinrow, and by the reader that shares nothing with it; later plies are refused."""
    rules, path, chance = game(spec), tmp_path / "a.table", Random(spec)
    for objective in objectives(rules):
        truth, positions = values(rules, objective), reached(rules)
        for plies in (0, chance.randrange(1, rules.most_plies), rules.most_plies - 1):
            path.unlink(missing_ok=True)
            with (
                tabulate(rules, path, objective=objective, plies=plies, threads=1) as table,
                path.open("rb") as file,
            ):
                assert (table.is_whole, table.last_ply) == (False, plies)
                found = table.values(*apart(positions.values()))
                for position, value in zip(positions.values(), found, strict=True):
                    there = position.plies <= plies
                    assert value == (truth[position.cells] if there else UNREACHABLE), position
                for position in chance.sample([*positions.values()], min(30, len(positions))):
                    if position.plies > plies:
                        with pytest.raises(TableFileError, match=f"which ends with {plies}"):
                            table[position]
                        continue
                    assert table[position].lower == truth[position.cells], position
                    assert plainly_read(file, position.cells) == truth[position.cells], position
                    check_moves(table, position, truth)


def both(position: Position) -> tuple[int, int]:
    return sets_of(position, "X"), sets_of(position, "O")


def apart(positions: Iterable[Position]) -> tuple[list[int], list[int]]:
    stones = [both(position) for position in positions]
    return [x for x, _ in stones], [o for _, o in stones]


def check_moves(table: Table, position: Position, truth: dict[str, int]) -> None:
    if position.plies == table.last_ply and not position.finished:
        with pytest.raises(TableFileError, match="more stones than this opening table"):
            table.moves(position)
        return
    for move, value in table.moves(position).items():
        after = position.play(move)
        worth = truth[after.cells]
        assert value.lower == (worth if after.to_move is position.to_move else -worth)


@pytest.mark.parametrize("spec", SMALL)
def test_a_survey_finds_nothing_wrong_and_counts_what_there_is(spec: str, tmp_path: Path) -> None:
    rules, counts = game(spec), count(spec)
    plies = rules.most_plies - 1
    with tabulate(rules, tmp_path / "a.table", plies=plies) as table:
        found = survey(table)
    assert found.wrong == 0
    for ply, counted in zip(found.per_ply, counts.per_ply, strict=False):
        assert ply.canonical.total() == counted.canonical
        assert (ply.finished, ply.canonical_finished) == (
            counted.finished,
            counted.canonical_finished,
        )
    with tabulate(rules, tmp_path / "b.table", objective="outcome") as table:
        whole = survey(table)
    for ply, due in zip(found.per_ply[:-1], whole.per_ply, strict=False):
        assert (ply.one_winning_move, ply.unchecked) == (due.one_winning_move, 0)
    last = found.per_ply[-1]
    assert found.unchecked == last.unchecked == last.values.total() - last.finished


@pytest.mark.parametrize("spec", ["3,4,3", "5,3,3:exact", "2,4,2:exact", "3,3,2:begins=O"])
def test_a_layer_is_that_of_the_core(spec: str) -> None:
    """Where the lines have no symmetries beyond those of the board."""
    rules = game(spec)
    sets, core = StoneSets(rules), table_game(rules, "outcome")
    chance = np.random.default_rng(1)
    for ply in range(rules.size + 1):
        layer, due = OpeningLayer(sets, rules, ply), _core.TableLayer(core, ply)
        assert (layer.rows, layer.row_length) == (due.rows, due.row_length)
        assert layer.classes().tolist() == list(due.classes())
        stones = chance.integers(0, 1 << rules.size, (2, 200), np.uint32)
        found, wanted = np.empty((2, 200), np.uint64)
        layer.locate(stones[0], stones[1], found)
        due.locate(stones[0], stones[1], wanted)
        assert found.tolist() == wanted.tolist()
        for place in chance.integers(0, max(1, layer.size), 5).tolist() if layer.size else ():
            assert layer.at(place) == due.at(place)


@pytest.mark.parametrize(("spec", "plies"), [("4,7,4", 1), ("6,6,3", 3), ("4,16,3", 2)])
def test_boards_too_large_for_a_whole_table(spec: str, plies: int, tmp_path: Path) -> None:
    rules, chance, path = game(spec), Random(spec), tmp_path / "a.table"
    with tabulate(rules, path, plies=plies) as table, SearchSolver("64MiB", threads=1) as solver:
        positions = [rules.start(), rules.start().play(rules.start().legal_moves[-1])]
        for _ in range(12):
            position = rules.start()
            for _ in range(chance.randrange(plies + 1)):
                position = position.play(chance.choice(position.legal_moves))
            assert table[position] == solver.solve(position).value
            positions.append(position)
            with path.open("rb") as file:
                assert plainly_read(file, "/".join(position.rows)) == table[position].lower
        found = table.values(*apart(positions))
        assert UNREACHABLE not in found
        assert table.values([0b11], [0b11]).tolist() == [UNREACHABLE]
        assert survey(table).wrong == 0


def test_a_part_cut_anywhere_is_finished(tmp_path: Path) -> None:
    chance, path = Random(1), tmp_path / "a.table"
    tabulate("4,3,3", path, plies=5).close()
    whole = path.read_bytes()
    path.unlink()
    for cut in [0, len(MAGIC), *(chance.randrange(len(whole)) for _ in range(12)), len(whole)]:
        part_of(path).write_bytes(whole[:cut])
        tabulate("4,3,3", path, plies=5, resume=True).close()
        assert path.read_bytes() == whole
        path.unlink()


def test_what_is_there_is_not_searched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.table"
    tabulate("4,3,3", path, plies=4).close()
    path.replace(part_of(path))
    monkeypatch.setattr(_core.Solver, "begin_values", lambda *_: pytest.fail("it is there"))
    tabulate("4,3,3", path, plies=4, resume=True).close()


def test_a_table_of_other_plies_is_another(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    tabulate("3,3,3", path, plies=2).close()
    with pytest.raises(TableFileError, match="not a table of this game and kind"):
        tabulate("3,3,3", path, plies=3, resume=True)
    with pytest.raises(TableFileError, match="not a table of this game and kind"):
        tabulate("3,3,3", path, objective="outcome", resume=True)


def test_a_wrong_value_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object) -> tuple[np.ndarray, None]:
        return np.full(3, 1, np.int8), None

    monkeypatch.setattr("kinrow.tables.opening.tabulating.by_moves", wrong)
    with tabulate("3,3,3", tmp_path / "a.table", plies=1, objective="outcome") as table:
        monkeypatch.undo()
        found = survey(table)
    assert (found.wrong, found.per_ply[0].first_wrong) == (1, "3,3,3 .../.../...")


def test_what_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    for spec, message in [
        ("8,9,5", "72 cells, expected at most 64 for a table"),
        ("8,8,5:renju", "tables do not support renju or caro"),
    ]:
        with pytest.raises(TableFileError, match=message):
            tabulate(spec, path, plies=1)
    for plies, message in [
        (-1, "plies -1: expected a whole number"),
        (9, "from 0 to 8"),
        ("all", "plies 'all'"),
    ]:
        with pytest.raises(OptionError, match=message):
            tabulate("3,3,3", path, plies=plies)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match=r"plies 12: .* expected at most 6"):
        tabulate("6,6,4", path, plies=12)
    assert not list(tmp_path.iterdir())


def test_whoever_needs_a_whole_table_is_not_given_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KINROW_TABLES", str(tmp_path))
    rules = game("3,3,3")
    tabulate(rules, tmp_path / "a.table", plies=2).close()
    assert table_files(rules) == []
    assert table_files(rules, opening=True) == [tmp_path / "a.table"]
    tabulate(rules, tmp_path / "b.table").close()
    assert table_files(rules) == [tmp_path / "b.table"]
    assert table_files(rules, opening=True) == [tmp_path / "a.table"]


@pytest.mark.parametrize("spec", SMALL)
def test_what_follows_from_a_smaller_table_is_not_searched(
    spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is the same; of the positions, fewer are searched."""
    rules, asked = game(spec), Counter[str]()
    search, objective = Searches[int].ask, objectives(game(spec))[0]
    path: Path

    def counted(searches: Any, todo: Any, *rest: Any) -> Any:
        asked[path.name] += len(todo)
        return search(searches, todo, *rest)

    monkeypatch.setattr(Searches, "ask", counted)
    smaller: Table | None = None
    for plies in range(min(6, rules.most_plies)):
        path = tmp_path / "alone"
        tabulate(rules, path, objective=objective, plies=plies).close()
        path = tmp_path / "known"
        larger = tabulate(rules, path, objective=objective, plies=plies, known=smaller)
        assert path.read_bytes() == (tmp_path / "alone").read_bytes(), plies
        smaller = larger
    assert 0 < asked["known"] < asked["alone"]


def test_a_smaller_table_gives_bounds(tmp_path: Path) -> None:
    """They hold for every position; where they meet, they are the value."""
    rules = game("3,3,3")
    with tabulate(rules, tmp_path / "a", plies=3) as known, tabulate(rules, tmp_path / "b") as all_:
        layer = OpeningLayer(StoneSets(rules), rules, 4)
        bounds = bounds_after(known, layer)
        places = [int(place) for place in layer.least(np.arange(layer.size, dtype=np.uint64))]
        found = bounds.at(sorted(set(places)))
        assert {value.complete for value in found.values()} == {False, True}
        for place, value in found.items():
            first, second = layer.at(place)
            truth = np.sign(all_.values([first], [second])[0])
            assert value.lower <= truth <= value.upper


def test_a_known_table_has_to_fit(tmp_path: Path) -> None:
    out = tmp_path / "out.table"
    with tabulate("3,3,3", tmp_path / "2.table", plies=2) as known:
        for game_, objective, plies in (
            ("3,3,3", "outcome", 4),
            ("3,3,3", "score", 3),
            ("3,4,3", "outcome", 3),
        ):
            with pytest.raises(OptionError, match=r"known .*2\.table: expected an opening table"):
                tabulate(game_, out, objective=objective, plies=plies, known=known)  # type: ignore[arg-type]
        with pytest.raises(
            OptionError, match=r"2\.table is for opening tables: also give --plies N"
        ):
            tabulate("3,3,3", out, objective="outcome", known=known)
    with tabulate("3,3,3", tmp_path / "whole.table") as known, pytest.raises(OptionError):
        tabulate("3,3,3", out, objective="score", plies=3, known=known)
    with pytest.raises(OptionError, match=r"known 'a': expected an object, as in Table"):
        tabulate("3,3,3", out, plies=3, known="a")  # type: ignore[arg-type]
    assert not out.exists()
