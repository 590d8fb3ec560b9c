"""Proofs hold for what minimax says; the stranger refuses every one that was tampered with."""

from __future__ import annotations

import hashlib
import io
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from kinrow import check
from kinrow.proofs import Proof, prove
from kinrow.rules import Position, RulesError, game
from kinrow.solve import Solution

ROOT = Path(__file__).resolve().parents[2]
CLAIMS = {
    "3,3,3": ("O does not lose", "X does not lose"),
    "4,4,3": ("X wins",),
    "4,4,4": ("O does not lose", "X does not lose"),
    "5,5,4": ("O does not lose", "X does not lose"),
    "6,5,4": ("X wins",),
    "7,7,5": ("O does not lose", "X does not lose"),
    "2,5,3": ("O does not lose", "X does not lose"),
}


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
    verdict = check.check(io.BytesIO(data))
    assert (verdict.nodes, verdict.sha256) == (proof.nodes, proof.sha256)


@pytest.mark.expensive
def test_a_large_game(tmp_path: Path) -> None:
    """(8,4,4): two million positions."""
    proof, _ = proved(game("8,4,4").start(), tmp_path)
    assert proof.claims == CLAIMS["5,5,4"]


def test_positions_anywhere(tmp_path: Path) -> None:
    """Random positions of small games, wins for either side and draws."""
    rng = random.Random(5)
    seen = set()
    for _ in range(120):
        position = game(f"{rng.randint(2, 4)},{rng.randint(3, 4)},{rng.randint(2, 4)}").start()
        for _ in range(rng.randint(0, 6)):
            if not position.finished:
                position = position.play(rng.choice(position.legal_moves()))
        if position.finished:
            continue
        proof, data = proved(position, tmp_path)
        verdict = check.check(io.BytesIO(data))
        assert verdict.header.cells == position.cells
        winner = proof.solution.winner
        expected = CLAIMS["3,3,3"] if winner is None else (f"{winner} wins",)
        assert tuple(map(str, verdict.header.claims)) == expected
        seen.add((winner, position.to_move))
    assert len(seen) >= 5  # who wins, and who is to move


def resigned(body: bytes) -> bytes:
    """A body with the right checksum, so that the tree itself must give the fault away."""
    return body + hashlib.sha256(body).digest()


def judge(data: bytes) -> check.Header | None:
    """The header of a proof that holds; None if it is refused."""
    try:
        return check.check(io.BytesIO(data)).header
    except check.Refused:
        return None


@pytest.mark.parametrize("spec", ["3,3,3", "4,4,3", "5,5,4"])
def test_random_changes_are_refused_or_change_nothing(spec: str, tmp_path: Path) -> None:
    """Thousands of them, with the checksum put right: no other claim is ever accepted."""
    _, data = proved(game(spec).start(), tmp_path)
    body, honest = data[: -check.DIGEST], judge(data)
    assert honest is not None
    start = body.index(b"\n", len(check.MAGIC)) + 1
    rng = random.Random(7)
    refused = 0
    for _ in range(1500):
        changed = bytearray(body)
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            changed[rng.randrange(start, len(body))] = rng.randrange(256)
        found = judge(resigned(bytes(changed)))
        assert found in (None, honest)
        refused += found is None
    assert refused > 900
    assert judge(data[:-1]) is judge(data[: len(data) // 2]) is judge(data + b"!") is None
    assert judge(bytes(body) + bytes(check.DIGEST)) is None


def test_parts_that_are_left_out_are_missed(tmp_path: Path) -> None:
    """Any byte or run of bytes cut out, any byte doubled."""
    _, data = proved(game("5,5,4").start(), tmp_path)
    body = data[: -check.DIGEST]
    start = body.index(b"\n", len(check.MAGIC)) + 1
    rng = random.Random(8)
    for _ in range(400):
        at = rng.randrange(start, len(body))
        cut = rng.choice((1, 2, 3, 10))
        assert judge(resigned(body[:at] + body[at + cut :])) is None
        assert judge(resigned(body[:at] + body[at : at + 1] + body[at:])) in (None, judge(data))


def header_of(body: bytes) -> tuple[dict[str, object], bytes]:
    line, tree = body[len(check.MAGIC) :].split(b"\n", 1)
    return json.loads(line), tree


@pytest.mark.parametrize(
    "change",
    [
        {"claims": ["X wins"]},
        {"claims": ["O wins"]},
        {"claims": ["X does not lose"]},
        {"claims": ["X does not lose", "O does not lose", "X wins"]},
        {"claims": []},
        {"claims": ["X loses"]},
        {"rules": {"rows": 5, "cols": 5, "k": 3}},
        {"rules": {"rows": 5, "cols": 5, "k": "4"}},
        {"rules": {"rows": 5, "cols": 5, "k": 4, "misere": True}},
        {"rules": {"rows": 25, "cols": 1, "k": 4}},
        {"position": {"cells": "XX" + "." * 23, "to_move": "X"}},
        {"position": {"cells": "XXXX" + "." * 21, "to_move": "O"}},
        {"position": {"cells": "." * 25, "to_move": "O"}},
        {"position": {"cells": "." * 24, "to_move": "X"}},
        {"position": {"cells": "." * 24 + "Z", "to_move": "X"}},
        {"extra": 1},
    ],
)
def test_another_header_is_refused(change: dict[str, object], tmp_path: Path) -> None:
    """A tree proves nothing but its own claim."""
    _, data = proved(game("5,5,4").start(), tmp_path)
    header, tree = header_of(data[: -check.DIGEST])
    line = json.dumps({**header, **change}).encode() + b"\n"
    assert judge(resigned(check.MAGIC + line + tree)) is None


def test_no_proof_at_all() -> None:
    """Rubbish and emptiness."""
    for data in (b"", b"kinrow proof 2\n{}\n", check.MAGIC, check.MAGIC + b"[1]\n", b"\0" * 500):
        assert judge(data) is None
    assert judge(check.MAGIC + b"x" * 100_000) is None


def test_the_stranger_stands_alone(tmp_path: Path) -> None:
    """One file, nothing installed: exit status 0 for a proof, 1 for none, 2 for no file."""
    _, data = proved(game("4,4,3").start(), tmp_path)
    (tmp_path / "bad.proof").write_bytes(data[:-40])
    alone = tmp_path / "stranger.py"
    alone.write_bytes((ROOT / "src/kinrow/check.py").read_bytes())
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


def test_what_has_no_certificate_yet(tmp_path: Path) -> None:
    """Games of other kinds are refused in words; searches that end early leave their bounds."""
    for spec in ("jing4", "3,3,3:misere", "9,9,5", "connect6", "5,5,4:exact"):
        with pytest.raises(RulesError, match="certificates are for"):
            prove(game(spec), tmp_path / "a.proof")
    with pytest.raises(RulesError, match="over"):
        prove(game("3,3,3").parse("XXX/OO./..."), tmp_path / "a.proof")
    answer = prove(game("8,8,5"), tmp_path / "a.proof", time=0.001)
    assert isinstance(answer, Solution) and not answer.complete
    assert not list(tmp_path.iterdir())
