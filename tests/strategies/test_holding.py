"""Strategies of draws: made from a certificate, checked, and followed by both sides."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from kinrow.__main__ import main
from kinrow.proofs import check, prove
from kinrow.rules import Cell, Position, Sign, as_position, game
from kinrow.runtime.conversion import index_of
from kinrow.solver import SearchSolver
from kinrow.strategies import (
    DrawStrategy,
    Holder,
    StrategyError,
    check_strategy,
    make_strategy,
    read_any_strategy,
    read_strategy,
)
from kinrow.strategies.file import Entry, pack
from kinrow.strategies.shelf import strategy_files

PROOFS = Path(__file__).parents[2] / "examples" / "proofs"
RULES = game("tictactoe")
BUDGET = 10  # so few that some positions need an entry


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("draw") / "333.proof"
    prove(RULES, path, threads=1, memory="64MiB")
    return path


@pytest.fixture(scope="module")
def strategy(proof: Path) -> DrawStrategy:
    found = make_strategy(proof, budget=BUDGET, memory="64MiB")
    assert isinstance(found, DrawStrategy)
    assert found.start == RULES.start()
    return found


def test_it_is_proved_by_search(strategy: DrawStrategy) -> None:
    assert strategy.count > 2
    verdict = check_strategy(strategy, "64MiB")
    assert (verdict.entries, verdict.failed, verdict.holds) == (strategy.count, None, True)


@pytest.mark.parametrize(("name", "budget"), [("5-5-4", 50), ("7-4-4", 3_000)])
def test_with_a_small_budget_more_entries_are_needed(name: str, budget: int) -> None:
    """What a check finds depends on its earlier searches, which are not those of the making."""
    found = make_strategy(PROOFS / f"{name}.proof", budget=budget)
    assert isinstance(found, DrawStrategy)
    assert check_strategy(found).holds


def test_a_move_that_loses_is_seen(strategy: DrawStrategy) -> None:
    """An entry with another move is not proved, or its move holds as well."""
    entries = list(strategy.entries())
    seen = 0
    with SearchSolver("64MiB", threads=1) as solver:
        for number, entry in enumerate(entries):
            position = at(strategy, number)
            for move, value in solver.analyse(position).moves.items():
                if value.lower >= 0:
                    continue
                wrong = replace(entry, move=index_of(RULES, move))
                changed = [*entries[:number], wrong, *entries[number + 1 :]]
                verdict = check_strategy(replace(strategy, packed=pack(RULES.size, changed)))
                assert (verdict.entries, verdict.failed) == (number, wrong)
                seen += 1
                break
    assert seen > 2


@pytest.mark.parametrize("fen", ["3,4,4 ..O./XXX./X... X", "1,6,3 X.XX.X X", "3,3,1 .../.../..."])
def test_a_start_from_which_a_side_wins_at_once_is_no_draw(fen: str) -> None:
    claim = DrawStrategy(as_position(fen), 20_000, "00" * 32, b"")
    assert not check_strategy(claim, "16MiB").holds


@pytest.mark.parametrize("move", ["a1", "c1", "a2"])
def test_a_move_after_which_the_other_side_wins_at_once_is_seen(move: str) -> None:
    start = as_position("4,3,3 .../.../OXO/.XX O")
    own, other = (
        sum(1 << cell for cell, sign in enumerate(start.cells) if sign == str(side))
        for side in (Sign.O, Sign.X)
    )
    entry = Entry(own, other, zone=0, move=index_of(start.rules, Cell.parse(move)), order=0)
    claim = DrawStrategy(start, 20_000, "00" * 32, pack(start.rules.size, [entry]))
    assert check_strategy(claim, "16MiB").failed == entry


def test_an_entry_of_a_game_that_is_over_is_seen(strategy: DrawStrategy) -> None:
    over = Entry(own=0b000_011_011, other=0b111_000_000, zone=0, move=5, order=0)
    claim = replace(strategy, packed=pack(RULES.size, [over]))
    assert check_strategy(claim, "16MiB").failed == over


def test_entries_that_are_missing_are_seen(strategy: DrawStrategy) -> None:
    verdict = check_strategy(replace(strategy, packed=b""))
    assert not verdict.holds
    assert (verdict.entries, verdict.failed) == (0, None)


@pytest.mark.parametrize("side", [Sign.X, Sign.O])
def test_its_side_never_loses(strategy: DrawStrategy, side: Sign) -> None:
    random = Random(5)
    with Holder(strategy, "16MiB") as holder, SearchSolver("64MiB", threads=1) as solver:
        for _ in range(50):
            position = strategy.start
            while not position.finished:
                if position.to_move is not side:
                    position = position.play(random.choice(position.legal_moves))
                    continue
                held = holder.held(position)
                assert held.move is not None
                assert held.lower >= 0
                value = solver.solve(position, line=False).value
                assert held.lower <= value.lower
                assert value.upper <= held.upper
                after = solver.analyse(position).moves[held.move]
                assert after.lower >= held.lower
                position = position.play(held.move)
            assert position.winner is not side.other


def test_bounds_hold_in_any_position(strategy: DrawStrategy) -> None:
    random, seen = Random(6), set()
    with Holder(strategy, "16MiB") as holder, SearchSolver("64MiB", threads=1) as solver:
        for _ in range(150):
            position = RULES.start()
            for _ in range(random.randrange(8)):
                if not position.finished:
                    position = position.play(random.choice(position.legal_moves))
            if position.finished:
                continue
            held, value = holder.held(position, nodes=100_000), solver.solve(position).value
            assert (held.lower, held.upper) == (value.lower, value.upper)
            assert (held.move is None) == (held.upper < 0)
            seen.add(held.lower)
    assert seen == {-1, 0, 1}


def at(strategy: DrawStrategy, number: int) -> Position:
    """The position of an entry."""
    entry = list(strategy.entries())[number]
    level = entry.own.bit_count() == entry.other.bit_count()
    to_move = Sign.X if level else Sign.O
    cells = entry.signs(to_move, RULES.size)
    rows = "/".join(cells[start : start + 3] for start in range(0, 9, 3))
    return RULES.parse(f"{rows} {to_move}")


def test_a_file_is_read_back(strategy: DrawStrategy, tmp_path: Path) -> None:
    path = tmp_path / "a.strategy"
    strategy.write(path)
    assert read_any_strategy(path) == strategy
    with pytest.raises(StrategyError, match="holds a draw, expected one that wins"):
        read_strategy(path)
    assert not any(entry.zone for entry in strategy.entries())


def test_the_commands(proof: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "333.strategy")
    assert main(["strategy", "make", str(proof), "-o", path]) == 0
    assert "tictactoe: both sides hold a draw · 0 entries" in capsys.readouterr().out
    assert main(["strategy", "check", path]) == 0
    assert capsys.readouterr().out.startswith("neither side loses: 0 entries and the starting")
    assert main(["strategy", "show", path, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["position"] == "3,3,3 .../.../..."
    assert main(["strategy", "show", path, "--after", "a1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"lower": 0, "upper": 0, "move": "b2"}
    assert main(["strategy", "show", path, "--after", "a1"]) == 0
    assert capsys.readouterr().out == "O does not lose with b2\n"
    assert main(["strategy", "show", path, "--after", "a1 a2 b1 b2 c3"]) == 0
    assert capsys.readouterr().out == "O wins with c2\n"
    assert main(["strategy", "show", path, "--after", "a1 b1 b2"]) == 0
    assert capsys.readouterr().out == "O loses, whatever is played\n"
    assert main(["strategy", "show", path, "--after", "a1 b1 a2 b2 a3"]) == 0
    assert capsys.readouterr().out == "the game is over: X has won\n"
    assert main(["prove", "3,3,3", "-o", str(tmp_path / "b.proof"), "--strategy", path]) == 2
    assert "holds a draw, expected one that wins" in capsys.readouterr().err


@pytest.mark.parametrize("spec", ["6,6,5", "7,7,5", "8,4,4"])
def test_those_that_come_with_kinrow(spec: str) -> None:
    path = next(strategy_files(game(spec)), None)
    assert path is not None
    found = read_any_strategy(path)
    assert isinstance(found, DrawStrategy)
    assert found.start == game(spec).start()
    assert found.proof == check(PROOFS / f"{path.stem}.proof").sha256
    assert check_strategy(found).holds


def test_without_its_entries_a_search_of_the_budget_does_not_hold() -> None:
    path = next(strategy_files(game("8,4,4")), None)
    assert path is not None
    found = read_any_strategy(path)
    assert isinstance(found, DrawStrategy)
    assert not check_strategy(replace(found, packed=b"")).holds
