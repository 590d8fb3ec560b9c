"""Copies of a piece: both checkers, brute force, and headers that claim too much."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests.proofs.judges import judge, judged
from tests.proofs.test_agreement import signed

from kinrow import _core
from kinrow.__main__ import main
from kinrow.proofs import CheckpointError, Proof, piece_of, prove
from kinrow.proofs.pieces import Pieces, pieces_for
from kinrow.reference import check
from kinrow.rules import Outcome, Rules, RulesError, game
from kinrow.rules.geometry import lines
from kinrow.runtime.conversion import core_game
from kinrow.solver import SearchSolver, Solution


def proved(spec: str, path: Path, **more: Any) -> Proof:
    piece, repeated = piece_of(spec)
    found = prove(piece, path, repeated=repeated, threads=1, memory="64MiB", **more)
    assert isinstance(found, Proof)
    return found


def changed(data: bytes, **fields: object) -> bytes:
    """The file with other fields in its header; `parts` and `side` are those of its pieces."""
    magic, head, tree = data[: -check.DIGEST].split(b"\n", 2)
    header = json.loads(head)
    for name, value in fields.items():
        (header["pieces"] if name in ("parts", "side") else header)[name] = value
    return signed(b"\n".join((magic, json.dumps(header).encode(), tree)))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Three in a row on two columns: a pair in each, again and again."""
    path = tmp_path_factory.mktemp("pieces") / "a.proof"
    proved("2*,2,3", path)
    return path.read_bytes()


@pytest.mark.parametrize(
    "spec",
    [
        *("2*,2,3", "3,3*,4", "3,4*,5:exact", "5*,5,6"),
        pytest.param("6*,6,6", marks=pytest.mark.expensive),  # as it lies in examples/proofs
    ],
)
def test_both_checkers_accept_it(spec: str, tmp_path: Path) -> None:
    proof = proved(spec, tmp_path / "a.proof")
    assert (proof.claims, proof.by_ply) == (("O does not lose",), (None,))
    assert (proof.repeated, proof.larger) == (piece_of(spec)[1], ())
    assert (proof.solution.outcome, proof.solution.how) == (Outcome.DRAW, "proved")
    assert judge((tmp_path / "a.proof").read_bytes()) is not None


@pytest.mark.parametrize(("side", "k"), [*product(("rows", "cols"), (3, 4, 5, 6))])
def test_every_line_has_a_part_wherever_the_board_is_cut(side: Any, k: int) -> None:
    """By the lines of boards themselves."""
    piece = Rules(5, 4, k) if side == "rows" else Rules(4, 5, k)
    for pieces in pieces_for(piece, side):
        for length, cut in product((k, 7, 12), range(5)):
            size = (length, 4) if side == "rows" else (4, length)
            for line in lines(Rules(*size, k)):
                assert has_part(piece, pieces, [divmod(at, size[1]) for at in line], cut)


def has_part(piece: Rules, pieces: Pieces, line: list[tuple[int, int]], cut: int) -> bool:
    """Of a line on a board whose first copy lacks so many rows or columns."""
    found: dict[int, set[int]] = {}
    for row, col in line:
        if pieces.side == "rows":
            copy, row = divmod(row + cut, piece.rows)
        else:
            copy, col = divmod(col + cut, piece.cols)
        found.setdefault(copy, set()).add(row * piece.cols + col)
    return any(set(part) <= cells for cells in found.values() for part in pieces.parts)


def drawn(rng: random.Random) -> tuple[tuple[int, ...], ...]:
    """Random parts on 3 x 3, none of which includes another."""
    cells = range(9)
    parts = {tuple(sorted(rng.sample(cells, rng.choice((2, 3, 3, 4))))) for _ in range(9)}
    least = [a for a in parts if not any(set(b) < set(a) for b in parts)]
    return tuple(sorted(least))


def holds(parts: tuple[tuple[int, ...], ...], size: int = 9) -> bool:
    """Whether Breaker stops them all if Maker begins, by brute force; on so many cells."""
    sets = [sum(1 << cell for cell in part) for part in parts]

    @cache
    def maker_wins(mine: int, theirs: int) -> bool:
        alive = [part for part in sets if not part & theirs]
        for move in empty(mine | theirs, size):
            made = mine | move
            if any(part & ~made == 0 for part in alive):
                return True
            answers = [*empty(made | theirs, size)]
            if answers and all(maker_wins(made, theirs | answer) for answer in answers):
                return True
        return False

    return not maker_wins(0, 0)


def empty(taken: int, size: int) -> Iterator[int]:
    return (1 << cell for cell in range(size) if not taken >> cell & 1)


def test_the_search_agrees_with_brute_force() -> None:
    rng, found = random.Random(5), set()
    for _ in range(150):
        parts = drawn(rng)
        prover = _core.Prover(core_game(Rules(3, 3, 4), (), parts), 1 << 20, 1)
        prover.begin_value("." * 9, 0, 1)
        assert prover.wait(60)
        found.add(held := prover.value() == (-1, 0))
        assert held == holds(parts), parts
    assert found == {True, False}


@pytest.mark.parametrize("spec", ["4*,2,5", "5*,1,5", "5*,2,4", "3,3*,5"])
def test_what_is_accepted_is_true(spec: str, tmp_path: Path) -> None:
    """Of files with random changes, in the parts or in the tree."""
    proved(spec, tmp_path / "a.proof")
    data, rng, accepted = (tmp_path / "a.proof").read_bytes(), random.Random(spec), 0
    for _ in range(250):
        header = judge(other := mutated(data, rng))
        if header is None:
            continue
        accepted += other != data
        piece = Rules(header.rows, header.cols, header.k)
        parts = tuple(tuple(check.members(part)) for part in header.parts)
        assert holds(parts, piece.size)
        pieces = Pieces(header.repeated, parts)  # type: ignore[arg-type]
        length = (9, header.cols) if pieces.side == "rows" else (header.rows, 9)
        for line, cut in product(lines(Rules(length[0], length[1], piece.k)), range(4)):
            assert has_part(piece, pieces, [divmod(at, length[1]) for at in line], cut)
    assert accepted > 5


def mutated(data: bytes, rng: random.Random) -> bytes:
    """With a part changed, or a byte of the tree, or both."""
    parts = json.loads(data.split(b"\n")[1])["pieces"]["parts"]
    cells = json.loads(data.split(b"\n")[1])["position"]["cells"]
    at, cell = rng.randrange(len(parts)), rng.randrange(len(cells))
    parts[at] = sorted({*parts[at]} ^ {cell})
    if rng.random() < 0.3:
        parts.append(sorted(rng.sample(range(len(cells)), 2)))
    changed_parts = changed(data, parts=parts) if rng.random() < 0.7 else data
    body = bytearray(changed_parts[: -check.DIGEST])
    if changed_parts == data or rng.random() < 0.3:
        body[-rng.randrange(1, 9)] = rng.choice(b"PMAR\0\1\2\3\4\5\10")
    return signed(bytes(body))


def test_the_command_tells_the_parts_as_the_header_does(
    small: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.proof"
    path.write_bytes(small)
    pieces = json.loads(small.split(b"\n")[1])["pieces"]
    for more in ((), ("--reference",)):
        assert main(["check", str(path), "--json", *more]) == 0
        told = json.loads(capsys.readouterr().out)
        assert {"side": told["repeated"], "parts": told["parts"]} == pieces


def test_no_part_can_be_left_out(small: bytes) -> None:
    assert judge(small) is not None
    parts = json.loads(small.split(b"\n")[1])["pieces"]["parts"]
    assert judged(changed(small, parts=parts)) is not None  # it is the change that is refused
    for left_out in range(len(parts)):
        fewer = parts[:left_out] + parts[left_out + 1 :]
        assert judged(changed(small, parts=fewer)) is None


@pytest.mark.parametrize(
    "fields",
    [
        {"parts": []},
        {"parts": [[]]},
        {"parts": [[0, 2], [3, 1]]},
        {"parts": [[0, 2], [1, 1, 3]]},
        {"parts": [[0, 2], [1, 3], [1, 3]]},
        {"parts": [[0], [0, 2], [1, 3]]},
        {"parts": [[0, 2], [1, 3], [3, 4]]},
        {"parts": [[-1, 2], [1, 3]]},
        {"parts": [[False, 2], [1, 3]]},
        {"parts": [[0.0, 2], [1, 3]]},
        {"parts": [[0, 1, 2, 3]]},
        {"parts": 5},
        {"side": "cols"},
        {"side": "both"},
        {"pieces": {"side": "rows"}},
        {"claims": ["X does not lose"]},
        {"claims": ["O does not lose", "X does not lose"]},
        {"claims": ["O wins"]},
        {"larger": ["rows"]},
        {"position": {"cells": "....", "to_move": "O", "left": 1}},
        {"position": {"cells": "X...", "to_move": "X", "left": 1}},
    ],
)
def test_what_claims_too_much_is_refused(small: bytes, fields: dict[str, Any]) -> None:
    assert judged(changed(small, **fields)) is None


@pytest.mark.parametrize("change", [{"stones": 2}, {"first": 2}, {"misere": True}, {"k": 2}])
def test_so_are_other_games(small: bytes, change: dict[str, Any]) -> None:
    rules = json.loads(small.split(b"\n")[1])["rules"]
    assert judged(changed(small, rules=rules)) is not None
    assert judged(changed(small, rules=rules | change)) is None


@pytest.mark.parametrize("spec", ["3,2,3", "7,2,3", "5,3,4", "6,3,4"])
def test_a_search_of_one_board_agrees(spec: str) -> None:
    with SearchSolver("64MiB", threads=1) as solver:
        assert solver.solve(game(spec)).outcome is Outcome.DRAW


def test_where_no_part_can_be_stopped_nothing_is_proved(tmp_path: Path) -> None:
    found = prove("4,4,4", tmp_path / "a.proof", repeated="rows", threads=1, memory="64MiB")
    assert isinstance(found, Solution)
    assert (found.outcome, found.stopped) == (None, None)
    assert not list(tmp_path.iterdir())


def test_a_search_that_was_ended_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.proof"
    found = prove("6,6,6", path, repeated="rows", threads=1, memory="64MiB", nodes=10_000)
    assert isinstance(found, Solution)
    assert (found.outcome, found.stopped) == (None, "nodes")
    with pytest.raises(CheckpointError, match="checkpoint"):
        prove("6,6,6", path, repeated="rows", threads=1)
    proof = proved("6*,6,6", path, resume=True)
    assert proof.solution.nodes > 10_000
    assert [*tmp_path.iterdir()] == [path]


def test_a_checkpoint_of_something_else_is_refused(tmp_path: Path) -> None:
    path, kept = tmp_path / "a.proof", tmp_path / "a.proof.checkpoint"
    prove("6,6,6", path, repeated="rows", threads=1, memory="64MiB", nodes=10_000)
    with pytest.raises(CheckpointError, match="other"):
        prove("6,6,6", path, repeated="cols", threads=1, resume=True)
    kept.write_bytes(kept.read_bytes()[:30])
    with pytest.raises(CheckpointError, match="cut short"):
        prove("6,6,6", path, repeated="rows", threads=1, resume=True)


@pytest.mark.parametrize(
    ("spec", "more", "why"),
    [
        ("3,3,3,2,1", {}, "one stone per turn"),
        ("3,3,3:misere", {}, "misère"),
        ("3,3,3", {"repeated": "sides"}, "'rows' or 'cols'"),
        ("3,3,3", {"larger": ("rows",)}, "larger boards"),
        ("3,3,3 X../.../...", {}, "empty board"),
        ("4,3,4:begins=O", {}, "X begins"),
    ],
)
def test_what_cannot_be_asked(spec: str, more: Any, why: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=why):
        prove(spec, tmp_path / "a.proof", **{"repeated": "rows"} | more)
    assert not list(tmp_path.iterdir())
