"""The benchmark's rows are well formed, its rivals agree with us, its signature repeats itself."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest
from bench.positions import at_random
from bench.rows import Row, Section, table
from bench.timing import Disagreement, Failed, best_of, kinrow, same, within

import bench
from bench import __main__ as main
from bench import counting, judges, openspiel, play, proofs, signature, solver, textbook
from kinrow.rules import game

LIMIT = 20.0
MODULES = sorted(path.stem for path in Path(bench.__path__[0]).glob("*.py"))
SMALL = signature.CASES[:4]


def well_formed(row: Row) -> bool:
    """A name, a time, and something beside it with a time or a reason."""
    ratio = row.ratio
    return (
        bool(row.what and row.beside)
        and row.seconds > 0
        and (row.beside.startswith("cannot") if ratio is None else ratio > 0)
        and json.loads(json.dumps(row.to_json()))["what"] == row.what
    )


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings(name: str) -> None:
    assert doctest.testmod(import_module(f"bench.{name}"), raise_on_error=False).failed == 0


def test_rows_of_the_judges() -> None:
    boards = at_random(game("tictactoe"), 4, 3, seed=1)
    late = at_random(game("jing4"), 18, 2, seed=1)
    for row in (
        judges.start(),
        judges.csp(boards, LIMIT),
        judges.jing4_same(late, LIMIT),
        judges.jing4_many(late, LIMIT),
        judges.jing4_slowest(late),
        judges.jing4_single(late, LIMIT),
    ):
        assert well_formed(row)
        assert not row.stopped


def test_rows_of_whole_games() -> None:
    assert well_formed(solver.whole("3,3,3", 0.3, LIMIT))
    one, two = solver.empty(game("3,3,2"), "64MiB", LIMIT)
    assert well_formed(one)
    assert well_formed(two)
    assert two.beside_seconds == one.seconds


def test_rows_of_proofs() -> None:
    row = proofs.whole("3,3,3", 0.3, LIMIT)
    assert well_formed(row)
    assert row.note.startswith("draw, ")


# Where the alarm falls into a finalizer, Python says so and goes on; it rings again.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_rival_that_is_stopped_gives_a_lower_bound() -> None:
    row = solver.whole("5,5,4", 0.3, 0.05)
    assert row.stopped
    assert row.cells()[6].startswith("> ")


def test_rows_of_counting() -> None:
    assert well_formed(counting.in_process(3, 3, 2, LIMIT))
    assert well_formed(counting.as_process(2, 3, 2, LIMIT))


@pytest.mark.parametrize("shape", [(3, 3, 3), (3, 4, 2), (2, 5, 3), (1, 5, 2), (3, 3, 4)])
def test_the_set_of_boards_counts_as_kinrow_does(shape: tuple[int, int, int]) -> None:
    row = counting.in_process(*shape, LIMIT)
    assert "same answer" in row.note


def test_rows_of_the_textbook() -> None:
    for row in textbook.beside("2,3,2", "score", tuple(textbook.METHODS), LIMIT):
        assert well_formed(row)
        assert "same answer" in row.note


@pytest.mark.skipif(find_spec("pyspiel") is None, reason="OpenSpiel comes with `make bench`")
def test_rows_of_openspiel() -> None:
    small = game("3,4,2")
    for row in (
        openspiel.alphabeta(at_random(game("4,3,3"), 5, 3, seed=2), "three boards", LIMIT),
        openspiel.alphabeta([game("2,3,2:misere").start()], "misere", LIMIT),
        openspiel.every(small, LIMIT),
        openspiel.proof(small, LIMIT),
        openspiel.states(game("2,3,2"), LIMIT),
    ):
        assert well_formed(row)
        assert "same answer" in row.note
    assert all(map(well_formed, openspiel.cannot()))


@pytest.mark.parametrize(
    "spec", ["3,3,3:exact", "3,3,3:exact,misere", "5,5,4,2,1", "jing4", "3,3,3:begins=O"]
)
def test_a_game_that_openspiel_has_not(spec: str) -> None:
    with pytest.raises(ValueError, match="no game"):
        openspiel.name_of(game(spec))


def test_without_openspiel_the_row_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openspiel, "find_spec", lambda name: None)
    (row,) = openspiel.rows(LIMIT)
    assert "`make bench` installs it" in row.beside
    assert row.ratio is None


def test_different_answers_are_no_measurement() -> None:
    with pytest.raises(Disagreement, match="3,3,3: kinrow says 0"):
        same(0, 1, "3,3,3")


def test_a_job_that_fails_is_not_taken_for_a_slow_one() -> None:
    with pytest.raises(ZeroDivisionError):
        within(LIMIT, lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        best_of(lambda: 1 // 0)


def test_a_process_that_fails_says_why() -> None:
    with pytest.raises(Failed, match=r"status 2\n.*3,3"):
        kinrow("solve", "3,3")


def test_a_brain_that_ends_is_named() -> None:
    for code in ("import sys; sys.exit(3)", "import sys; sys.stdin.readline(); sys.exit(3)"):
        brain = play.Brain((sys.executable, "-c", code))
        with pytest.raises(Failed, match="kinrow brain ended with exit status 3"):
            brain.answers("START 15", "BEGIN", count=2)
    brain = play.Brain((sys.executable, "-c", "input(); import sys; sys.exit(4)"))
    with pytest.raises(Failed, match="kinrow brain ended with exit status 4"):
        brain.end()


def test_rows_of_the_brain() -> None:
    rows = list(play.brains())
    assert [row.what.partition(":")[0] for row in rows] == ["brain"] * 3
    assert all(row.seconds > 0 for row in rows)


def test_a_pgx_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(Failed, match="Pgx: exit status 1"):
        play.million_of_pgx()


def test_the_signature_repeats_itself() -> None:
    assert signature.signature(SMALL) == signature.signature(SMALL) > 0


def test_the_signature_does_not_depend_on_what_the_process_holds() -> None:
    """The solver sets memory aside for the interpreter; here no table grows that far."""
    code = (
        "import sys; from bench.signature import *; held = b'x' * (int(sys.argv[1]) * 2**20); "
        "print(signature(CASES[:5]))"
    )
    root = Path(bench.__path__[0]).parent
    counts = {
        subprocess.run(
            [sys.executable, "-c", code, size], cwd=root, capture_output=True, check=True
        ).stdout
        for size in ("1", "200")
    }
    assert len(counts) == 1


def test_the_cases_can_be_read_and_differ() -> None:
    assert len(set(signature.CASES)) == len(signature.CASES)
    for case in signature.CASES:
        position = game(case.spec).parse(case.position) if case.position else None
        assert position is None or not position.finished


def test_the_signature_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(main, "signature", lambda: 12)
    monkeypatch.setattr(main, "line", lambda: "Bench: 12")
    main.command(alone=True)
    main.command(alone=True, as_json=True)
    assert capsys.readouterr().out == 'Bench: 12\n{"bench": 12}\n'


def test_the_parts_in_one_table_and_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def rows(limit: float) -> list[Row]:
        return [Row("x" * 30 + "[3]", limit, None, 1.0, "cannot: no game")]

    monkeypatch.setattr(main, "find_spec", lambda name: name != "bench.play" or None)
    monkeypatch.setattr(
        main, "import_module", lambda name: SimpleNamespace(TITLE=f"part {name}", rows=rows)
    )
    monkeypatch.setattr(main, "signature", lambda: 12)
    monkeypatch.setattr(main, "line", lambda: "Bench: 12")
    main.command()
    out, err = capsys.readouterr()
    assert out.endswith("\nBench: 12\n")
    assert "part bench.judges" in out
    assert "bench.play" not in out + err
    main.command(only=["solver"], limit=0.5, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["bench"] == 12
    assert [part["title"] for part in told["sections"]] == ["part bench.solver"]
    assert told["sections"][0]["rows"][0]["share"] == 0.5


def test_a_part_that_fails_loses_none_before_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def rows(limit: float) -> list[Row]:
        raise Failed("cannot be measured")

    monkeypatch.setattr(solver, "rows", rows)
    monkeypatch.setattr(judges, "rows", lambda limit: [Row("first", limit, None, 1.0, "cannot")])
    monkeypatch.setattr(main, "line", lambda: "Bench: 12")
    with pytest.raises(Failed, match="cannot be measured"):
        main.command(only=["judges", "solver"])
    assert "first" in capsys.readouterr().out


def test_an_unknown_part() -> None:
    with pytest.raises(Exception, match="judges, solver"):
        main.command(only=["solvers"])


def test_every_cell_of_a_row_is_in_the_table() -> None:
    row = Row("a", 0.5, 0.7, 2.0, "b", 5.0, True, "note")
    grid = table([Section("title", (row,))])
    assert grid.row_count == 2
    assert [list(column.cells)[1] for column in grid.columns] == list(row.cells())
