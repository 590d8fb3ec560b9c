"""`kinrow atlas add --from`: what certificates prove becomes rows."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from tests.atlas.test_command import Ran

from kinrow.knowledge import Atlas
from kinrow.proofs import Proof, class_of, piece_of, prove
from kinrow.rules import game

pytestmark = pytest.mark.usefixtures("own_home")


def certificate(spec: str, folder: Path, after: str = "") -> Path:
    path = folder / f"{spec}{after}.proof".replace("*", "x")
    piece, repeated = piece_of(spec)
    smallest, larger = class_of(piece)
    made = partial(prove, larger=larger, repeated=repeated, threads=1, memory="16MiB")
    assert isinstance(made(game(smallest).replay(after), path), Proof)
    return path


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("4,3,3", "win"),
        ("4,4,4", "draw"),
        ("3,4,3:misere", "loss"),
        ("3,3,3:exact", "draw"),
        ("3,3,3:begins=O", "draw"),
        ("6,4,4,2,1", "loss"),
        ("7,7,9,3,2", "draw"),
    ],
)
def test_a_certificate_is_read(
    spec: str, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = certificate(spec, tmp_path)
    assert Ran(capsys, "add", "--from", str(path), spec).status == 0
    assert list(Atlas().own.rows()) == [game(spec)]
    (row,) = Ran(capsys, "--game", spec, "--json").rows
    assert (row["value"], row["how"]) == (value, "proved")
    assert row["certificate_bytes"] == path.stat().st_size


@pytest.mark.parametrize(
    ("spec", "board", "value"),
    [("4+,4+,3", "4,4,3", "first player wins"), ("4*,3,4:exact", "4,3,4:exact", "draw")],
)
def test_a_certificate_for_a_class_is_recorded_for_one_board(
    spec: str, board: str, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = certificate(spec, tmp_path)
    ran = Ran(capsys, "add", "--from", str(path))
    recorded, told = ran.out.splitlines()
    assert recorded.startswith(f"{board}: {value} · proved · certificate of ")
    assert told.startswith(
        f"only {board} is recorded: the certificate is for all boards of {spec},"
    )
    assert list(Atlas().own.rows()) == [game(board)]


def test_a_certificate_is_about_its_own_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = certificate("3,4,3:misere", tmp_path)
    assert (
        "is about 3,4,3:misere, not 3,4,3" in Ran(capsys, "add", "3,4,3", "--from", str(path)).err
    )


def test_a_certificate_that_proves_no_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = certificate("4,3,3", tmp_path)
    other = Ran(capsys, "add", "5,3,3", "--from", str(path))
    assert "is about 4,3,3, not 5,3,3" in other.err
    after = certificate("4,4,4", tmp_path, "b2 c3")
    assert "is about 4,4,4 after some" in Ran(capsys, "add", "--from", str(after)).err
    odd = certificate("3,4,3", tmp_path, "b2")
    refused = Ran(capsys, "add", "--from", str(odd))
    assert "is about 3,4,3 after some moves, not from the empty board" in refused.err
    broken = tmp_path / "broken.proof"
    broken.write_bytes(path.read_bytes()[:-1])
    refused = Ran(capsys, "add", "--from", str(broken))
    assert refused.status == 2 and "broken.proof is rejected: " in refused.err
    assert not Atlas().own.path.exists()
