"""Proofs hold for what minimax says, and both checkers accept them."""

from __future__ import annotations

import hashlib
import io
import json
import random
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests.proofs.judges import judge, judged

from kinrow.proofs import Proof, prove
from kinrow.reference import check
from kinrow.rules import Position, RulesError, game
from kinrow.rules.notation import replay
from kinrow.solver import Solution
from kinrow.textbook import alphabeta_memo

ROOT = Path(__file__).resolve().parents[2]
DRAW = ("O does not lose", "X does not lose")
CLAIMS = {
    "3,3,3": DRAW,
    "4,4,3": ("X wins",),
    "4,4,4": DRAW,
    "5,5,4": DRAW,
    "6,5,4": ("X wins",),
    "7,7,5": DRAW,
    "2,5,3": DRAW,
    "4,4,4,2,1": DRAW,
    "6,6,6,2,1": DRAW,
    "7,5,5,2,1": DRAW,
    "6,6,5,2,2": DRAW,
    "8,5,4,2,1": ("O wins",),
    "8,6,6,2,1": DRAW,
    "5,5,4,3,2": ("X wins",),
    "3,3,3:misere": DRAW,
    "3,4,3:misere": ("O wins",),
    "4,4,3:exact": ("X wins",),
    "5,5,4:exact": DRAW,
    "3,3,3,2,1:exact,misere": ("O wins",),
    "1,20,5": DRAW,
    "9,9,4": ("X wins",),
}
# On a broad board where a few stones attack: zones are counted there.
ATTACKS = (
    "9,9,5 e5 a1 f6 a2 e7 i9",
    "15,15,5 h8 a1 i9 a2 h10 o1",
    "15,15,5:exact h8 a1 i9 a2 h10 o1",
    "22,22,5 k11 a1 l12 a2 k13 v22",
)
# Two stones per turn: the winner's turns must each be met with both stones.
THREATS = (
    "19,19,6,2,1 k10 a1 s1 k11 k12 a19 s19",
    "19,19,6,2,1:exact k10 a1 s1 k11 k12 a19 s19",
    "9,9,6,2,1 e5 e6 f6 a1 i9 g7 d5 a9 b9 e4",
)


def start_of(text: str) -> Position:
    """A game, and moves if any."""
    spec, *moves = text.split()
    return replay(game(spec).start(), moves)


def proved(position: Position, folder: Path) -> tuple[Proof, bytes]:
    answer = prove(position, folder / "a.proof", threads=1, memory="64MiB")
    assert isinstance(answer, Proof)
    return answer, answer.path.read_bytes()


@pytest.mark.parametrize("spec", CLAIMS)
def test_whole_games(spec: str, tmp_path: Path) -> None:
    """The claims of the literature, proved and checked; nothing but the file is left behind."""
    proof, data = proved(game(spec).start(), tmp_path)
    assert proof.claims == CLAIMS[spec]
    assert proof.solution.how == "proved"
    assert proof.size == len(data)
    assert [path.name for path in tmp_path.iterdir()] == ["a.proof"]
    verdict = judged(data)
    assert verdict is not None
    assert (verdict.nodes, verdict.sha256) == (proof.nodes, proof.sha256)


@pytest.mark.parametrize("attack", ATTACKS + THREATS)
def test_attacks(attack: str, tmp_path: Path) -> None:
    start = start_of(attack)
    proof, data = proved(start, tmp_path)
    assert proof.claims == (f"{start.to_move} wins",)
    assert header_of(data)[1].startswith(b"O" if attack in ATTACKS else b"M")


@pytest.mark.parametrize(
    ("spec", "rows"),
    [
        ("6,4,4,2,1", "..../.OOX/..../..../..../..X. X 1"),
        ("6,5,4,2,1", "...../.X..O/.O..X/.O..X/..O.O/.X.X. O 1"),
    ],
)
def test_draws_in_the_middle_of_a_turn(spec: str, rows: str, tmp_path: Path) -> None:
    """A zone without hits is valid if no line lacks a cell, for the writer as for the checker."""
    proof, _ = proved(game(spec).parse(rows), tmp_path)
    assert set(proof.claims) == {"X does not lose", "O does not lose"}


@pytest.mark.expensive
def test_a_large_game(tmp_path: Path) -> None:
    """(8,4,4): half a million positions."""
    proof, _ = proved(game("8,4,4").start(), tmp_path)
    assert proof.claims == DRAW


@pytest.mark.parametrize("way", ["", ":exact", ":misere", ",2,1", ",2,2:exact"])
def test_every_tiny_game(way: str, tmp_path: Path) -> None:
    """By a search in plain Python on the reference rules, which shares nothing with the core."""
    for rows, cols, k in product((1, 2, 3), repeat=3):
        start = game(f"{rows},{cols},{k}{way}").start()
        value = alphabeta_memo(start).value
        winner = "XO"[value < 0]
        proof, _ = proved(start, tmp_path)
        assert proof.claims == ((f"{winner} wins",) if value else DRAW), start.rules


def quiet_moves(position: Position, rng: random.Random, empties: int) -> Position:
    """Random moves that end nothing, until so few cells are empty or no such move is left."""
    while len(position.legal_moves) > empties:
        moves = position.legal_moves
        later = (position.play(move) for move in rng.sample(moves, len(moves)))
        quiet = next((after for after in later if not after.finished), None)
        if quiet is None:
            break
        position = quiet
    return position


def test_positions_anywhere(tmp_path: Path) -> None:
    """Random positions of small games of every kind, wins for either side and draws."""
    rng = random.Random(5)
    seen = set()
    for _ in range(200):
        rows, cols, k = rng.randint(2, 5), rng.randint(3, 4), rng.randint(2, 4)
        turns = rng.choice(("1,1", "1,1", "2,1", "2,2", "3,2"))
        way = rng.choice(("", "", ":exact", ":misere", ":exact,misere"))
        start = game(f"{rows},{cols},{k},{turns}{way}").start()
        position = quiet_moves(start, rng, rng.randint(3, 12))
        proof, data = proved(position, tmp_path)
        verdict = judged(data)
        assert verdict is not None
        assert verdict.header.cells == position.cells
        winner = proof.solution.winner
        expected = DRAW if winner is None else (f"{winner} wins",)
        assert tuple(map(str, verdict.header.claims)) == expected
        seen.add((winner, position.to_move, way))
    assert len(seen) >= 20  # who wins, who is to move, and in what kind of game


@pytest.mark.parametrize(
    "spec", ["15,15,5", "15,15,5:exact", "22,22,6,2,1", "22,22,4:misere", "22,22,5", "29,4,4"]
)
def test_ends_of_games_on_large_boards(spec: str, tmp_path: Path) -> None:
    """A few cells are left; each proof is checked before it is kept."""
    rng = random.Random(6)
    for _ in range(3):
        position = quiet_moves(game(spec).start(), rng, 9)
        proof, data = proved(position, tmp_path)
        header = judge(data)
        assert header is not None
        assert header.cells == position.cells
        assert proof.claims == DRAW or proof.claims == (f"{proof.solution.winner} wins",)


def resigned(body: bytes) -> bytes:
    """A body with the right checksum, so that the tree itself must give the fault away."""
    return body + hashlib.sha256(body).digest()


def header_of(body: bytes) -> tuple[dict[str, Any], bytes]:
    line, tree = body[len(check.MAGIC) :].split(b"\n", 1)
    return json.loads(line), tree


def test_no_proof_at_all() -> None:
    """Rubbish and emptiness."""
    for data in (b"", b"kinrow proof 1\n{}\n", check.MAGIC, check.MAGIC + b"[1]\n", b"\0" * 500):
        assert judge(data) is None
    assert judge(check.MAGIC + b"x" * 100_000) is None


def test_the_reference_checker_stands_alone(tmp_path: Path) -> None:
    """One file, nothing installed: exit status 0 for a proof, 1 for none, 2 for no file."""
    _, data = proved(game("4,4,3").start(), tmp_path)
    (tmp_path / "bad.proof").write_bytes(data[:-40])
    alone = tmp_path / "check.py"
    alone.write_bytes((ROOT / "src/kinrow/reference/check.py").read_bytes())
    for name, status, word in (
        ("a.proof", 0, "proved: X wins"),
        ("bad.proof", 1, "refused"),
        ("none.proof", 2, "No such file"),
    ):
        run = subprocess.run(
            [sys.executable, "-I", "-S", str(alone), str(tmp_path / name)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == status
        assert word in run.stdout + run.stderr


@pytest.mark.parametrize(
    ("rows", "cols", "k", "cells", "tree"),
    [
        (1, 5, 3, ".....", b"P\x02\x01\x02\x03\x04"),  # O takes 1 and 2, and then a third
        (2, 6, 4, "..XX....O...", b"N\x04\x04\x45"),  # O takes 7 and 9: .OOO.
    ],
)
def test_a_longer_first_turn_is_no_time_for_pairs(
    rows: int, cols: int, k: int, cells: str, tree: bytes
) -> None:
    """Where Q has two stones left in a game of single stones, pairs and passes prove nothing."""
    rules = {"rows": rows, "cols": cols, "k": k, "stones": 1, "first": 2}
    header = {
        "rules": rules | {"exact": False, "misere": False},
        "position": {"cells": cells, "to_move": "O", "left": 2},
        "claims": ["X does not lose"],
    }
    body = check.MAGIC + json.dumps(header).encode() + b"\n" + tree
    with pytest.raises(check.Refused, match=r"no pairing here|single stones"):
        check.check(io.BytesIO(resigned(body)))
    assert judge(resigned(body)) is None


def test_a_name_that_stands_twice_is_refused(tmp_path: Path) -> None:
    """No two readers of a header see different claims."""
    _, data = proved(game("3,3,3").start(), tmp_path)
    twice = data[: -check.DIGEST].replace(b'"claims": [', b'"claims": ["X wins"], "claims": [', 1)
    with pytest.raises(check.Refused, match="a name comes twice"):
        check.check(io.BytesIO(resigned(twice)))
    assert judge(resigned(twice)) is None


def test_what_has_no_certificate_yet(tmp_path: Path) -> None:
    """Majority games are refused in words; searches that end early leave their bounds."""
    with pytest.raises(RulesError, match="certificates are for line games only"):
        prove(game("jing4"), tmp_path / "a.proof")
    with pytest.raises(RulesError, match="over"):
        prove(game("3,3,3").parse("XXX/OO./..."), tmp_path / "a.proof")
    answer = prove(game("8,8,5"), tmp_path / "a.proof", time=0.001)
    assert isinstance(answer, Solution) and not answer.complete
    assert [path.name for path in tmp_path.iterdir()] == ["a.proof.checkpoint"]
