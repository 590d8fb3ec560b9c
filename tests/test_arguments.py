"""What every public call does with its arguments: games by name, and words for what cannot be."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest

import kinrow
from kinrow import (
    annotation,
    arena,
    cluster,
    drawing,
    knowledge,
    proofs,
    rules,
    tables,
    textbook,
    weights,
)
from kinrow.analysis import Analyst, Budget
from kinrow.arena.suite import make_suite
from kinrow.players import Clock
from kinrow.players.alphabeta import AlphaBetaPlayer
from kinrow.players.mcts import MctsPlayer
from kinrow.players.perfect import PerfectPlayer
from kinrow.players.random import RandomPlayer
from kinrow.records import Result
from kinrow.rules import Cell, Position, Setup, Value

NAME = "tictactoe"
RULES = kinrow.game(NAME)
SIGNS = np.array(["X", "O"])
START = RULES.start()

# Calls that take a game, or a position, in whose place a game stands for its empty board. What
# they give is compared without what varies from run to run.
GAMES: dict[str, Callable[[Any], object]] = {
    "solve": lambda game: kinrow.solve(game).value,
    "analyse": lambda game: kinrow.analyse(game).moves,
    "count": lambda game: kinrow.count(game).per_ply,
    "perft": lambda game: kinrow.perft(game, 3),
    "draw": lambda game: kinrow.draw(game).svg,
    "game": kinrow.game,
    "Solver.solve": lambda game: kinrow.Solver("1MiB").solve(game).value,
    "Solver.analyse": lambda game: kinrow.Solver("1MiB").analyse(game).moves,
    "Solver.values": lambda game: kinrow.Solver("1MiB").values([game]),
    "Analyst.answer": lambda game: Analyst("1MiB").answer(game).solution.value,
    "Analyst.explore": lambda game: Analyst("1MiB").explore(game).solution.value,
    "as_position": rules.as_position,
    "draw_svg": drawing.draw_svg,
    "format_board": rules.format_board,
    "minimax_memo": textbook.minimax_memo,
    "alphabeta": textbook.alphabeta,
    "alphabeta_memo": textbook.alphabeta_memo,
    "move_values": textbook.move_values,
    "best_moves": textbook.best_moves,
    "openings": lambda game: next(arena.openings("random:2", game, seed=1)),
    "Atlas.find": lambda game: knowledge.Atlas().find(game),
    "Atlas.row": lambda game: knowledge.Atlas().row(game),
    "Atlas.settled": lambda game: knowledge.Atlas().settled(game),
    "theory_of": knowledge.theory_of,
    "look_of": drawing.look_of,
    "table_files": tables.table_files,
    "weights_for": weights.weights_for,
    "correction_for": weights.correction_for,
    "network_for": weights.network_for,
}
ONLY_GAMES = (
    "count game openings Atlas.find Atlas.row Atlas.settled theory_of look_of table_files"
    " weights_for correction_for network_for"
)


@pytest.mark.parametrize("call", GAMES)
def test_a_game_may_be_given_by_its_name(call: str) -> None:
    assert GAMES[call](NAME) == GAMES[call](RULES)


@pytest.mark.parametrize("call", sorted(GAMES.keys() - set(ONLY_GAMES.split())))
def test_a_game_stands_for_its_empty_board(call: str) -> None:
    assert GAMES[call](START) == GAMES[call](RULES)


@pytest.mark.parametrize("call", GAMES)
def test_no_game_is_an_error_of_ours(call: str) -> None:
    for nothing in ("nonsense", 5, None):
        with pytest.raises(kinrow.NotationError, match="game"):
            GAMES[call](nothing)


def test_a_proof_and_a_match_may_be_given_a_name(tmp_path: Path) -> None:
    proof = proofs.prove("3,3,3", tmp_path / "a.proof", threads=1)
    assert isinstance(proof, proofs.Proof)
    assert proof.solution.position == START
    both = kinrow.player("random", seed=1), kinrow.player("random", seed=2)
    assert arena.Match(*both, NAME, games=1).rules == RULES  # type: ignore[arg-type]
    (played,) = arena.play_match(arena.Match(*both, RULES, games=1))
    assert played.rules == RULES


SOLVER = kinrow.Solver("1MiB", 1)


def test_numbers_of_numpy_are_taken_as_numbers() -> None:
    for seconds in (np.int64(9), np.float32(9)):
        assert kinrow.solve(RULES, time=seconds, knowledge=False).outcome == 0  # type: ignore[arg-type]
    value = Value("score", np.int64(1), 3)  # type: ignore[arg-type]
    assert (value, type(value.lower)) == (Value("score", 1, 3), int)


FRAME = {"board": ["........."]}

# Each with words of what was expected.
REFUSED: dict[str, tuple[Callable[..., object], str]] = {
    "memory": (lambda: kinrow.Solver("abc"), "memory 'abc': expected a size such as 512MiB"),
    "little memory": (
        lambda: kinrow.Solver(1),
        "memory 1: that is in bytes, expected",
    ),
    "threads": (lambda: kinrow.Solver(threads=0), "threads 0: expected .* from 1, such as 4"),
    "threads true": (lambda: kinrow.Solver(threads=True), "threads True: expected a whole number"),
    "on_interrupt": (
        lambda: kinrow.solve(RULES, on_interrupt="stop"),  # type: ignore[arg-type]
        "on_interrupt 'stop': expected one of raise, return",
    ),
    "on_interrupt of count": (
        lambda: kinrow.count(RULES, on_interrupt="stop"),  # type: ignore[arg-type]
        "on_interrupt 'stop': expected one of raise, return",
    ),
    "on_interrupt of prove": (
        lambda: kinrow.prove(RULES, "a.proof", on_interrupt=1),  # type: ignore[arg-type]
        "on_interrupt 1: expected one of raise, return",
    ),
    "progress": (
        lambda: kinrow.count(RULES, progress=3),  # type: ignore[arg-type]
        "progress 3: expected a function, or None",
    ),
    "progress of solve": (
        lambda: kinrow.solve(RULES, progress="x"),  # type: ignore[arg-type]
        "progress 'x': expected a function, or None",
    ),
    "progress of what is known": (
        lambda: kinrow.solve("gomoku", progress=3),  # type: ignore[arg-type]
        "progress 3: expected a function, or None",
    ),
    "stop": (
        lambda: SOLVER.solve(RULES, stop=True),  # type: ignore[arg-type]
        "stop True: expected a function, or None",
    ),
    "sign": (
        lambda: START.lines_for("x"),  # type: ignore[arg-type]
        "sign 'x': expected",
    ),
    "objective array": (
        lambda: kinrow.solve(RULES, objective=np.zeros(2)),  # type: ignore[arg-type]
        r"objective array\(\[0., 0.\]\): expected outcome or score",
    ),
    "array of signs": (
        lambda: kinrow.Sign(SIGNS),  # type: ignore[arg-type]
        r"sign array\(\['X', 'O'\].*\): expected one of X, O",
    ),
    "array of outcomes": (
        lambda: kinrow.Outcome(np.zeros(2)),  # type: ignore[arg-type]
        r"outcome array\(\[0., 0.\]\): expected one of loss, draw, win",
    ),
    "begins": (
        lambda: kinrow.Rules(3, 3, 3, begins=SIGNS),  # type: ignore[arg-type]
        r"begins: array\(\['X', 'O'\].*\), expected X or O",
    ),
    "to_move": (
        lambda: kinrow.Setup(RULES, ("...",) * 3, SIGNS).position(),  # type: ignore[arg-type]
        r"side to move: array\(\['X', 'O'\].*\), expected X or O",
    ),
    "time": (lambda: kinrow.solve(RULES, time=0), "time 0: expected seconds above 0, such as 2.5"),
    "time nan": (lambda: kinrow.count(RULES, time=float("nan")), "time nan: expected seconds"),
    "usual time": (lambda: kinrow.Solver(time=0), "time 0: expected seconds above 0, such as 2.5"),
    "usual nodes": (
        lambda: kinrow.Solver(nodes=1.5),  # type: ignore[arg-type]
        "nodes 1.5: expected a whole number from 0, such as 1000000",
    ),
    "nodes": (lambda: SOLVER.solve(RULES, nodes=-1), "nodes -1: expected a whole number from 0"),
    "nodes text": (
        lambda: SOLVER.solve(RULES, nodes="1k"),  # type: ignore[arg-type]
        "nodes '1k': expected a whole number from 0, such as 1000000",
    ),
    "objective": (
        lambda: kinrow.solve(RULES, objective="speed"),  # type: ignore[arg-type]
        "objective 'speed': expected outcome or score in tictactoe",
    ),
    "values": (
        lambda: SOLVER.values([RULES, "4,4,3"]),
        r"positions of tictactoe and \(4,4,3\): expected one game",
    ),
    "solution": (
        lambda: SOLVER.moves(START),  # type: ignore[arg-type]
        r"solution kinrow.position.*: expected what Solver.solve returns",
    ),
    "depth": (lambda: kinrow.perft(RULES, -1), "depth -1: expected a whole number from 0"),
    "player": (
        lambda: kinrow.player(5),  # type: ignore[arg-type]
        "player 5: expected a string such as 'perfect'",
    ),
    "seed": (
        lambda: kinrow.player("mcts:9", seed="x"),  # type: ignore[arg-type]
        "seed 'x': expected a whole number from 0, such as 1",
    ),
    "pixels": (lambda: kinrow.draw(START, cell=0), "cell 0: expected .* from 1, such as 40"),
    "mark": (lambda: kinrow.draw(START, marks={"a1": "x"}), "mark 'x' at a1: expected any of win"),
    "mark off": (
        lambda: kinrow.draw(START, last="d1"),
        "d1 is not on the board, expected a1 to c3",
    ),
    "cell": (lambda: Cell.parse(5), "5 is not a cell, expected a column letter"),  # type: ignore[arg-type]
    "move": (lambda: START.play(5), "5 is not a cell, expected a string"),  # type: ignore[arg-type]
    "move of one": (
        lambda: START.play((1,)),  # type: ignore[arg-type]
        r"\(1,\) is not a cell, expected a string",
    ),
    "move between": (
        lambda: START.play((0.5, 1)),  # type: ignore[arg-type]
        r"\(0.5, 1\) is not a cell",
    ),
    "moves": (lambda: RULES.replay(5), "moves 5: expected a string"),  # type: ignore[arg-type]
    "moves of one": (lambda: RULES.replay([5]), "move 1: 5 is not a cell"),  # type: ignore[list-item]
    "no cell": (lambda: Cell(), r"Cell\(\): expected row and column"),  # type: ignore[call-arg]
    "one number": (lambda: Cell(1), r"Cell\(1\): expected row and col"),  # type: ignore[call-arg]
    "booleans": (lambda: Cell(True, 2), r"Cell\(True, 2\): expected row and column"),
    "booleans as a move": (
        lambda: START.play((1, False)),  # type: ignore[arg-type]
        r"\(1, False\) is not a cell",
    ),
    "three numbers": (
        lambda: Cell(1, 2, 3),  # type: ignore[call-arg]
        r"Cell\(1, 2, 3\): expected row and column, counted from 0, as in Cell\(2, 1\)",
    ),
    "cell by another name": (
        lambda: Cell(row=1, column=2),  # type: ignore[call-arg]
        r"Cell\(1, column=2\): expected row and column",
    ),
    "no sign": (lambda: kinrow.Sign(), "sign None: expected one of X, O"),  # type: ignore[call-arg]
    "atlas": (lambda: knowledge.Atlas(5), "5: expected a path, such as 'mine.sqlite'"),  # type: ignore[arg-type]
    "board": (lambda: RULES.parse(5), "5 is not a board, expected a string"),  # type: ignore[arg-type]
    "rows": (lambda: Setup(RULES, 5), "rows 5: expected a string per row"),  # type: ignore[arg-type]
    "rules": (lambda: Setup("3,3", ("...",) * 3), "'3,3' has 2 numbers, expected 3"),
    "lines": (lambda: rules.lines("3x3"), "unknown game '3x3'"),
    "cells": (lambda: Position(RULES, 5), "cells 5: expected a string"),  # type: ignore[arg-type]
    "bounds": (lambda: Value("outcome", 1, 0), "bounds 1 and 0: expected the lower one first"),
    "value": (lambda: Value("x", 1, 1), "objective 'x': expected one of"),  # type: ignore[arg-type]
    "clock": (lambda: Clock("5s"), "move '5s': expected seconds above 0"),  # type: ignore[arg-type]
    "control": (lambda: arena.TimeControl(game=-1), "game -1: expected seconds above 0"),
    "increment": (
        lambda: arena.TimeControl(1, 9, increment=-1),
        "increment -1: expected seconds, 0 or",
    ),
    "increment of a clock": (lambda: Clock(9, increment="1"), "increment '1': expected seconds, 0"),  # type: ignore[arg-type]
    "time true": (lambda: kinrow.solve(RULES, time=True), "time True: expected seconds above 0"),
    "limit": (lambda: annotation.Limit.parse("x"), "limit 'x': expected seconds such as 5s"),
    "openings": (
        lambda: arena.openings(5, RULES),  # type: ignore[arg-type]
        "openings 5: expected a string such as 'random:4'",
    ),
}


@pytest.mark.parametrize("call", REFUSED)
def test_what_a_call_cannot_use_is_refused_in_words(call: str) -> None:
    refused, words = REFUSED[call]
    with pytest.raises(kinrow.KinrowError, match=words) as error:
        refused()
    assert isinstance(error.value, ValueError)


def test_a_proof_needs_a_path() -> None:
    with pytest.raises(kinrow.OptionError, match="5: expected a path, such as"):
        proofs.prove(RULES, 5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"game": 5}, "game 5: expected a name"),
        ({"illegal": "ignore"}, "illegal 'ignore': expected one of raise, lose"),
        ({"render_mode": "film"}, "render_mode 'film': expected one of human, rgb_array, ansi"),
        ({"side": "Z"}, "side 'Z': expected one of"),
    ],
)
def test_environments_refuse_in_words(options: dict[str, Any], words: str) -> None:
    environment = pytest.importorskip("kinrow.envs.env")
    with pytest.raises(kinrow.KinrowError, match=words):
        environment.KInARowEnv(**options)


def test_boards_of_an_environment_are_of_its_game() -> None:
    envs = pytest.importorskip("kinrow.envs")
    with pytest.raises(kinrow.OptionError, match="n 0: expected a whole number from 1"):
        envs.Batch(NAME, 0)
    with pytest.raises(kinrow.OptionError, match=r"a position of \(4,4,3\): expected one of tic"):
        envs.Batch(NAME, 1).put(0, "4,4,3")


NONSENSE: tuple[object, ...] = (None, "", "nonsense", -1, 1.5, [], {}, (), b"x", object())


def _is_error(called: object) -> bool:
    return isinstance(called, type) and issubclass(called, Exception)


PUBLIC = {
    name: getattr(room, name)
    for room in (kinrow, rules)
    for name in room.__all__
    if callable(getattr(room, name)) and not _is_error(getattr(room, name))
}
ALIASES = {"Line", "Objective", "GameLike", "PositionLike"}


def python_said(name: str, nonsense: object) -> str:
    """What Python complains of in a call; "" if it was answered, or refused in words of ours."""
    try:
        PUBLIC[name](nonsense)
    except kinrow.KinrowError:
        return ""
    except TypeError as error:
        return str(error)
    return ""


CALLS = {name: getattr(kinrow, name) for name in kinrow.__all__ if name.islower()}
CALLS = {name: call for name, call in CALLS.items() if isinstance(call, FunctionType)}
CALLS |= {f"solver.{name}": getattr(kinrow.Solver, name) for name in ("solve", "analyse", "values")}
CALLS |= {"solver.moves": kinrow.Solver.moves, "solver.known": kinrow.Solver.known}
CALLS |= {name: getattr(kinrow, name) for name in "Board Position Record Rules Setup".split()}
CALLS |= {"Moves": kinrow.Moves, "Solver": kinrow.Solver, "Table": kinrow.Table}
CALLS |= {name: getattr(arena, name) for name in "Match MatchDatabase Sprt TimeControl".split()}
CALLS |= {name: getattr(kinrow, name) for name in "Analysis Counts Evidence Solution Value".split()}
CALLS |= {"Analyst": Analyst, "Budget": Budget, "Clock": Clock, "Result": Result}
CALLS |= {"Atlas": knowledge.Atlas, "connect": cluster.connect}
CALLS |= {name: getattr(arena, name) for name in "openings play_game play_match".split()}
CALLS |= {name: getattr(arena, name) for name in "GameTask Score Standing play_task".split()}
CALLS |= {"standings": arena.standings, "make_suite": make_suite}
CALLS |= {name: getattr(proofs, name) for name in "Book Checked Proof class_of piece_of".split()}
CALLS |= {made.__name__: made for made in (RandomPlayer, PerfectPlayer)}
CALLS |= {made.__name__: made for made in (MctsPlayer, AlphaBetaPlayer)}
del CALLS["games"]  # it takes nothing


@pytest.mark.parametrize("name", CALLS)
def test_a_call_without_such_an_argument_has_an_example_that_fits(name: str) -> None:
    with pytest.raises(kinrow.OptionError, match="has no argument 'nonsense': ") as error:
        CALLS[name](nonsense=1)
    assert isinstance(error.value, TypeError)
    example = ast.parse(str(error.value).rpartition(", as in ")[2], mode="eval").body
    assert isinstance(example, ast.Call) and ast.unparse(example.func) == name
    me = [None] if name.startswith("solver.") else []
    options = {word.arg: word.value for word in example.keywords if word.arg is not None}
    inspect.signature(CALLS[name]).bind(*me, *example.args, **options)


def test_an_error_within_a_call_stays_as_it_is() -> None:
    def progress() -> None: ...

    with pytest.raises(TypeError, match="takes 0 positional arguments") as error:
        kinrow.solve("gomoku", progress=progress, time=9, knowledge=False)  # type: ignore[arg-type]
    assert not isinstance(error.value, kinrow.KinrowError)


@pytest.mark.parametrize("name", sorted(PUBLIC.keys() - ALIASES))
def test_nonsense_is_answered_in_words_of_ours(name: str) -> None:
    """Or Python says which other arguments a call has."""
    said = {python_said(name, nonsense) for nonsense in NONSENSE} - {""}
    allowed = r"missing \d|positional argument|unhashable"
    assert not [words for words in said if not re.search(allowed, words)]


def test_whole_numbers_of_numpy_are_taken() -> None:
    three = np.int64(3)
    assert kinrow.Rules(three, three, three) == kinrow.game((three, 3, 3)) == RULES  # type: ignore[arg-type]
    assert repr(kinrow.Rules(three, 3, 4)) == "kinrow.game('3,3,4')"  # type: ignore[arg-type]
    assert START.play("b2")[np.int64(1), np.int64(1)] is kinrow.Sign.X  # type: ignore[index]
    assert kinrow.perft(NAME, np.int64(2)) == 72  # type: ignore[arg-type]
    solution = kinrow.solve(NAME, nodes=np.int64(10**6), threads=np.int8(1))  # type: ignore[arg-type]
    assert solution.complete
    assert kinrow.player("random", seed=np.int64(1)).choose(NAME) in START.legal_moves  # type: ignore[arg-type]


def test_rows_may_come_one_by_one() -> None:
    rows = ("X..", ".O.", "...")
    assert Setup(NAME, (row for row in rows)) == Setup(NAME, rows)
