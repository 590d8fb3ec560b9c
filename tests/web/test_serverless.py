"""The board without a server says what the server says: views, faults, values, moves."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pytest

from kinrow import _core
from kinrow.analysis import analyse
from kinrow.knowledge import Atlas, Knowledge
from kinrow.knowledge.atlas import SHIPPED
from kinrow.knowledge.position_theory import TheorySource
from kinrow.knowledge.settled import AtlasSource
from kinrow.knowledge.strategic import StrategySource
from kinrow.players.alphabeta import AlphaBetaPlayer
from kinrow.rules import NAMED, Position, game
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import core_game, core_position
from kinrow.runtime.waiting import Deadline, wait_for
from kinrow.web.answers import AnalysisAnswer, ChosenMove, LivePart, Phrase, PositionAnswer
from kinrow.web.known import known_part
from kinrow.web.phrases import sentence_of
from kinrow.web.problems import Problem
from kinrow.web.shapes import PositionRequest
from kinrow.web.starts import playable
from kinrow.web.views import position_view

from .serverless import (
    FOLDER,
    NEEDS_WASM,
    ROOT,
    agree,
    answers,
    as_the_server,
    in_no_language,
    run_node,
)

pytestmark = NEEDS_WASM
SPECS = (
    "tictactoe tictactoe-misere 4,4,3 3,5,3:exact 7,7,5 gomoku gomoku-standard 5,5,4,2,1 1,5,2 "
    "4,4,4:misere,begins=O 2,3,1 4,5,3,3,2:exact 15,15,5:begins=O 井字棋"
).split()
MEMORY = 48 * 2**20
CHECKER = ROOT / "src" / "kinrow" / "_checker"


def played(spec: str, random: Random, most: int = 400) -> list[str]:
    """Moves by chance, to the end of the game or so many."""
    position = game(spec).start()
    moves: list[str] = []
    while not position.finished and len(moves) < most:
        move = random.choice(position.legal_moves)
        moves.append(str(move))
        position = position.play(move)
    return moves


def drawn(spec: str, random: Random) -> str:
    """A board by chance, mostly impossible, with or without a turn."""
    rules = game(spec)
    marks = random.choice(["X.", "XO.", "XO...", "XO....."])
    cells = random.choices(marks, k=rules.size)
    rows = ["".join(cells[at : at + rules.cols]) for at in range(0, rules.size, rules.cols)]
    if random.random() < 0.2:
        rows[0] = random.choice(["", "3", "Z?", rows[0] + ".", "12", "\t'", '"é\u200b'])
    turn = random.choice(["", "", "", " X", " O", " O 1", " X 2", " Z", " X 0", " X 1 1"])
    return "/".join(rows) + turn


def requests() -> list[dict[str, Any]]:
    random = Random(7)
    found: list[dict[str, Any]] = []
    for spec in SPECS:
        for _ in range(6):
            moves = played(spec, random)
            found.append({"game": spec, "moves": moves})
            found.append({"game": spec, "moves": moves[: random.randrange(len(moves))]})
            found.append({"game": spec, "moves": [*moves, random.choice(["a1", "t29", moves[0]])]})
        found += [{"game": spec, "setup": drawn(spec, random)} for _ in range(40)]
    others = [
        "0,3,3",
        "3,3",
        "30,3,23",
        "23,22,3",
        "10,25,5",
        "22,25,5",
        "3,3,3,0,485",
        "3,3,3:misere,misere",
    ]
    others += [
        "9999999,3,3",
        "3,3,3:begins=Z",
        "(3,3,3)",
        " Tic-Tac-Toe ",
        "3,3,3,2,1:begins=O",
        "gomoku:exact",
    ]
    found += [{"game": spec} for spec in others]
    found += [{"game": "3,3,3", "moves": ["z1", "b2", "a0"]}, {"game": "3,3,3" + " " * 120}]
    found += [{"game": "3,3,3", "setup": setup} for setup in (" ", "3,3,3 ./3/3", "3,3,4 3/3/3")]
    return found


def servers(body: dict[str, Any]) -> dict[str, Any]:
    def ask() -> dict[str, Any]:
        asked = PositionRequest.model_validate_json(json.dumps(body))
        return position_view(asked).model_dump(mode="json", exclude_unset=True)

    return as_the_server(ask)


def test_views_and_faults_are_those_of_the_server() -> None:
    bodies = requests()
    refused = agree("position", bodies, servers)
    assert len(bodies) > 700 and 200 < refused < len(bodies) - 200


def test_other_games_are_refused_in_words() -> None:
    others = [row.name for row in NAMED.values() if not playable(row.rules)]
    specs = [*others, "六子棋", "16,3,3", "5,5,5,2,2:majority,threshold=4,turns=11,fill=X"]
    for answer in answers(FOLDER, [("position", {"game": spec}) for spec in specs]):
        due = Problem(422, "impossible", Sentence("game.serverless", most=15))
        assert answer["problem"] == in_no_language(due.document())
    assert len(others) > 3


@pytest.mark.parametrize("spec", ["nosuch", "9999999,3,3"])
def test_the_games_that_a_fault_suggests_are_not_refused_themselves(spec: str) -> None:
    (answer,) = answers(FOLDER, [("position", {"game": spec})])
    phrase = Phrase(code=answer["problem"]["code"], params=answer["problem"]["params"])
    _, expected = sentence_of(phrase).split("expected")
    examples = re.findall(r"\d+(?:,\d+)+", expected)
    assert len(examples) == 2
    assert all(playable(game(example)) for example in examples)


def known_of(spec: str, moves: str) -> tuple[dict[str, str], dict[str, tuple[int, ...]]]:
    """How values of moves are known, and all bounds at the end."""
    body = {"game": spec, "moves": moves.split(), "seconds": 0.05}
    (answer,) = answers(FOLDER, [("analyse", body)])
    known = [part["known"] for part in answer["parts"] if "known" in part]
    return known[-1], AnalysisAnswer.model_validate(answer["result"]).moves


def test_a_strategy_serves_the_board_turned_by_a_quarter() -> None:
    known, moves = known_of("4,9,4", "e2 a1")
    assert len(known) == 1
    assert all(moves[move][0] > 0 for move in known)
    assert set(known_of("9,4,4", "b5 a1")[0].values()) == set(known.values())


def test_equal_moves_have_the_same_value_at_once() -> None:
    known, moves = known_of("gomoku", "h8 i9")
    assert known == {"i7": "proved", "g9": "proved"}
    assert moves["i7"][0] > 0 and moves["g9"][0] > 0


def test_how_each_move_is_known_is_said_as_the_server_says_it() -> None:
    sources = Knowledge((AtlasSource(Atlas(SHIPPED)), TheorySource(), StrategySource()))
    for spec, moves in (("gomoku", ""), ("gomoku", "h8"), ("4,9,4", "e2"), ("gomoku", "h8 h9 g9")):
        known = known_part(game(spec).replay(moves), sources)["known"]
        assert known_of(spec, moves)[0] == known != {}, (spec, moves)


def positions(specs: str, count: int, seed: int) -> list[Position]:
    random = Random(seed)
    return [
        position
        for spec in specs.split()
        for _ in range(count)
        if not (position := game(spec).replay(played(spec, random, random.randrange(9)))).finished
    ]


def test_the_core_searches_as_it_does_natively() -> None:
    """The same bounds, of the same number of nodes, with the same limit."""
    limit = 3000
    small = positions("tictactoe 4,4,3 3,5,3:exact 5,5,4,2,1 4,4,4:misere 6,6,4 7,7,5", 6, 1)
    asked = [*small, *positions("9,9,5 15,15,5 15,15,5:exact 13,13,6", 2, 2)]
    queries = [(position, exact) for position in asked for exact in (False, True)]
    questions = [
        {"position": plain(position), "exact": exact, "limit": limit} for position, exact in queries
    ]
    found = run_node("core.mjs", FOLDER, questions)
    assert len(found) > 80
    solver, rules = None, None
    for (position, exact), answer in zip(queries, found, strict=True):
        if position.rules != rules:
            rules = position.rules
            solver = _core.Solver(core_game(rules), MEMORY, 1)
        assert solver is not None
        solver.begin_value(*core_position(position), exact=exact, limit=limit)
        wait_for(solver, Deadline(None))
        assert tuple(answer["bounds"]) == solver.values()[0]
        if not 64 < rules.size <= 128:  # compiled for another size there, with other keys
            assert answer["nodes"] == solver.progress()[0]
        solver.begin_moves(*core_position(position), exact=exact, limit=limit)
        wait_for(solver, Deadline(None))
        due = {str(cell): [low, high] for cell, low, high in solver.moves()}
        assert answer["moves"] == due


def plain(position: Position) -> dict[str, Any]:
    """A position as the scripts have it."""
    rules = {"spec": str(position.rules), **position.rules.to_json()}
    return {
        "rules": rules,
        "cells": position.cells,
        "to_move": str(position.to_move),
        "left": position.left,
    }


def body_of(position: Position, **more: Any) -> dict[str, Any]:
    text = position.fen().partition(" ")[2]
    return {"game": str(position.rules), "setup": text, **more}


def test_the_truth_about_every_move() -> None:
    asked = positions("tictactoe tictactoe-misere 4,4,3 3,5,3:exact 4,4,3,2,1 5,4,4", 5, 3)
    found = answers(FOLDER, [("analyse", body_of(each, seconds=20.0)) for each in asked])
    for position, answer in zip(asked, found, strict=True):
        result = AnalysisAnswer.model_validate(answer["result"])
        due = analyse(position, objective="score", knowledge=False)
        assert result.complete
        assert result.moves == {
            str(move): (value.lower, value.upper) for move, value in due.moves.items()
        }
        line = position
        for move in result.line:
            line = line.play(move)
        assert line.finished
        for part in answer["parts"]:
            LivePart.model_validate(part)


def test_what_is_known_is_said_as_the_server_says_it() -> None:
    sources = Knowledge((AtlasSource(Atlas(SHIPPED)), TheorySource()))
    random = Random(5)
    asked = [
        game(spec).replay(played(spec, random, plies))
        for spec in "tictactoe 4,4,3 4,9,4 9,4,4 5,5,4 9,9,5 15,15,5 15,13,5 2,5,4".split()
        for plies in (0, 0, 1, 1, 2)
    ]
    asked += [game("15,15,5").replay("h8"), game("9,4,4:begins=O").start()]
    found = answers(FOLDER, [("analyse", body_of(each, seconds=0.05)) for each in asked])
    seen = 0
    for position, answer in zip(asked, found, strict=True):
        if position.plies > 1:
            continue
        known = sources.known(position, "outcome")
        parts = [part for part in answer["parts"] if "source" in part]
        if known is None or known.solution.source is None:
            assert not parts or parts[0]["source"]["kind"] == "strategy", position
        elif known.solution.source.kind == "atlas" and str(position.rules) != "9,4,4":
            seen += 1
            value = known.solution.value
            assert parts[0]["source"]["sha256"] == known.solution.source.sha256, position
            assert (value.lower > 0) == (parts[0]["lower"] > 0)
            assert (value.upper < 0) == (parts[0]["upper"] < 0)
    assert seen > 15


def test_every_start_that_is_known_fits_its_game() -> None:
    for spec, row in json.loads((FOLDER / "known.json").read_text()).items():
        rules = game(spec)
        assert str(rules) == spec and playable(rules)
        assert -1 <= row["value"][0] <= row["value"][1] <= 1
        assert row["move"] is None or 0 <= row["move"] < rules.size


def test_perfect_play_wins_gomoku_by_its_strategy() -> None:
    """Against moves by chance near the centre, from the file alone: every answer is a win's."""
    random = Random(11)
    position = game("gomoku").start()
    moves: list[str] = []
    while not position.finished and len(moves) < 60:
        if position.to_move is position.rules.begins:
            body = {"game": "gomoku", "moves": moves, "player": "perfect"}
            (answer,) = answers(FOLDER, [("choose", body)])
            move = ChosenMove.model_validate(answer["result"]).move
        else:
            near = [
                cell for cell in position.legal_moves if 4 < cell.row < 10 and 4 < cell.col < 10
            ]
            move = str(random.choice(near or position.legal_moves))
        moves.append(move)
        position = position.play(move)
    assert position.winner is position.rules.begins, moves


def test_players_play_legal_moves() -> None:
    asked = positions("tictactoe 4,4,3:misere 5,5,4,2,1 9,9,5 15,15,5:exact", 1, 9)
    players = ("random", "alphabeta:2", "mcts:100", "perfect")
    bodies = [body_of(each, player=player) for each in asked for player in players]
    found = answers(FOLDER, [("choose", body) for body in bodies])
    for position, start in zip(asked, range(0, len(found), len(players)), strict=True):
        for answer in found[start : start + len(players)]:
            assert answer["result"]["move"] in map(str, position.legal_moves)
    (over,) = answers(FOLDER, [("choose", {"game": "1,1,1", "moves": ["a1"], "player": "random"})])
    assert over["problem"]["code"] == "choose.over"


def test_the_engine_plays_as_it_does_natively() -> None:
    """With its lambda searches and its correction, without which it plays otherwise."""
    specs = "15,15,5 9,9,5 6,6,4 15,15,5:exact 5,5,4,2,1 13,13,6".split()
    asked = [each for seed in range(8) for each in positions(" ".join(specs), 1, seed)]
    bodies = [body_of(each, player="alphabeta:3") for each in asked]
    found = answers(FOLDER, [("choose", body) for body in bodies])
    plain_moves = 0
    for position, answer in zip(asked, found, strict=True):
        due = AlphaBetaPlayer("alphabeta:3", depth=3).choose(position)
        uncorrected = AlphaBetaPlayer("alphabeta:3", depth=3, correction=b"").choose(position)
        assert answer["result"]["move"] == str(due), position
        plain_moves += uncorrected == due
    assert plain_moves < len(asked)


def test_the_line_of_a_known_loss_is_of_its_own_game() -> None:
    lost: dict[str, Any] = {"game": "5,6,4", "moves": ["c3"], "seconds": 1, "line": True}
    first, _, again = answers(
        FOLDER, [("analyse", lost), ("analyse", {"game": "3,3,3"}), ("analyse", lost)]
    )
    for result in (first["result"], again["result"]):
        assert result["upper"] < 0
        assert game("5,6,4").replay(["c3", *result["line"]]).plies > 1


def test_a_damaged_strategy_is_left_out(tmp_path: Path) -> None:
    damaged = copytree(FOLDER, tmp_path / "site")
    file = damaged / "strategies" / "15-15-5.gz"
    file.write_bytes(file.read_bytes()[:-1] + b"!")
    body = {"game": "gomoku", "moves": ["h8", "a1"], "seconds": 0.05}
    for place, is_known in ((FOLDER, True), (damaged, False)):
        (answer,) = answers(place, [("analyse", body)])
        known = [part["moves"] for part in answer["parts"] if "source" in part][-1]
        assert any(low > 0 for low, _ in known.values()) is is_known


def test_a_game_that_is_taken_up_again_has_its_strategy() -> None:
    """The core forgets it when it turns to another game."""
    proof = {"game": "gomoku", "moves": ["h8", "a1"], "player": "perfect"}
    other = {"game": "tictactoe", "moves": ["b2"], "player": "perfect"}
    engine = {"game": "gomoku", "moves": ["h8", "b1"], "player": "alphabeta:1"}
    asked = [("choose", body) for body in (proof, other, engine, proof)]
    found = [answer["result"]["move"] for answer in answers(FOLDER, asked)]
    assert found[0] == found[3]
    assert found[1] in ("a1", "c1", "a3", "c3")


def test_the_shapes_are_those_of_the_openapi() -> None:
    (answer,) = answers(FOLDER, [("position", {"game": "gomoku", "moves": ["h8"]})])
    PositionAnswer.model_validate(answer["result"])


def test_the_checker_judges_as_it_does_natively(tmp_path: Path) -> None:
    """Whole certificates, and damaged ones: the same verdict, for the same reason."""
    random = Random(13)
    files = sorted((ROOT / "examples" / "proofs").glob("*-[34]*.proof"))
    for number, whole in enumerate(map(Path.read_bytes, files[:20])):
        data = bytearray(whole)
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        files.append(tmp_path / f"{number}.proof")
        files[-1].write_bytes(data if number % 3 else whole[: random.randrange(len(whole))])
    accepted = 0
    for path, answer in zip(files, run_node("check.mjs", FOLDER, map(str, files)), strict=True):
        native = subprocess.run([CHECKER, "--json", path], capture_output=True, check=False)
        due = json.loads(native.stdout.splitlines()[-1])
        due.pop("memory", None)
        answer["said"].pop("memory", None)
        assert (answer["status"], answer["said"]) == (native.returncode, due), path
        accepted += due["accepted"]
    assert len(files) > 50 and 20 < accepted < len(files) - 10


def test_the_core_has_a_bound_of_memory_and_says_so() -> None:
    """Of 384 MiB: what would take more is refused in words, and the searches go on."""
    (found,) = run_node("bounds.mjs", FOLDER, [])
    assert found["tooMuch"] == "work.memory"
    assert found["used"] < 384
    assert found["beyond"] == "RangeError"
    assert found["damaged"] == "Broken"
