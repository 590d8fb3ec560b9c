"""A strategy whose making was stopped anywhere is made to its end by the next run."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kinrow.__main__ import main
from kinrow.proofs import CheckpointError, PlaceError, prove
from kinrow.proofs.place import held
from kinrow.rules import OptionError
from kinrow.runtime.files import whole_file
from kinrow.strategies import check_strategy, make_strategy, read_strategy, unfinished

PROOFS = Path(__file__).resolve().parents[2] / "examples" / "proofs"
WIN, DRAW = PROOFS / "6-6-4.proof", PROOFS / "3-3-3.proof"
BUDGET = 10  # positions: so few that some need an entry


@pytest.fixture(autouse=True)
def _saves_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unfinished, "EVERY", 0.0)


def stopped_after(reports: int) -> Callable[[int, int, int], None]:
    """A report that is interrupted at its so manyth call."""
    left = iter(range(reports))

    def report(*_: int) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt

    return report


@pytest.mark.parametrize(
    ("proof", "reports"), [(WIN, 0), (WIN, 1), (WIN, 2), (WIN, 3), (DRAW, 1), (DRAW, 12)]
)
def test_it_goes_on_where_it_was_stopped(tmp_path: Path, proof: Path, reports: int) -> None:
    kept = tmp_path / "a.checkpoint"
    with pytest.raises(KeyboardInterrupt):
        make_strategy(proof, budget=BUDGET, report=stopped_after(reports), checkpoint=kept)
    with pytest.raises(CheckpointError, match=r"a\.checkpoint is the checkpoint of an unfinished"):
        make_strategy(proof, budget=BUDGET, checkpoint=kept)
    with pytest.raises(CheckpointError, match="of another game or search"):
        make_strategy(proof, budget=BUDGET + 1, checkpoint=kept, resume=True)
    strategy = make_strategy(proof, budget=BUDGET, checkpoint=kept, resume=True)
    assert strategy.count > 2
    assert check_strategy(strategy).holds


@pytest.mark.parametrize("proof", [WIN, DRAW])
def test_a_checkpoint_that_cannot_be_written_is_reported(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    proof: Path,
) -> None:
    """The work goes on: it may be worth hours."""

    def write_text(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_text", write_text)
    out = tmp_path / "a.strategy"
    assert main(["strategy", "make", str(proof), "-o", str(out), "--budget", "10"]) == 0
    said = capsys.readouterr().err
    assert "a.strategy.checkpoint: No space left on device); the search continues" in said
    assert [path.name for path in tmp_path.iterdir()] == ["a.strategy"]


def test_ctrl_c_is_heard_where_nothing_can_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "whole_file", lambda _: whole_file(tmp_path / "a" / "b"))
    told: list[object] = []
    with pytest.raises(KeyboardInterrupt):
        make_strategy(
            WIN,
            budget=BUDGET,
            report=stopped_after(1),
            checkpoint=tmp_path / "a.checkpoint",
            trouble=told.append,
        )
    assert told and not list(tmp_path.iterdir())


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    kept = tmp_path / "a.checkpoint"
    whole = make_strategy(DRAW, budget=BUDGET, checkpoint=kept)
    calls = []
    again = make_strategy(
        DRAW, budget=BUDGET, checkpoint=kept, resume=True, report=lambda *told: calls.append(told)
    )
    assert again == whole
    assert not calls


@pytest.mark.parametrize("text", ["", "{}", '{"about": 1, "state": 2}', "\xff"])
def test_a_damaged_checkpoint_is_refused_by_name(tmp_path: Path, text: str) -> None:
    kept = tmp_path / "a.checkpoint"
    kept.write_bytes(text.encode("latin-1"))
    with pytest.raises(CheckpointError, match=r"a\.checkpoint: the checkpoint is damaged"):
        make_strategy(DRAW, budget=BUDGET, checkpoint=kept, resume=True)


def test_the_command_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "a.strategy"
    words = ["strategy", "make", str(WIN), "-o", str(out), "--budget", "10"]
    with monkeypatch.context() as patch:
        patch.setattr("kinrow.strategies.making.budget_of_check", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            main(words)
    assert main(words) == 2
    assert "resume it" in capsys.readouterr().err
    assert main([*words, "--resume"]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["a.strategy"]
    assert read_strategy(out).count > 2


def test_a_checkpoint_with_a_changed_entry_is_refused(tmp_path: Path) -> None:
    """Entries are taken as proved."""
    kept = tmp_path / "a.checkpoint"
    with pytest.raises(KeyboardInterrupt):
        make_strategy(WIN, budget=BUDGET, report=stopped_after(3), checkpoint=kept)
    text = kept.read_text()
    at = text.index('"places": [') + len('"places": [')
    assert text[at].isdigit()
    for digit in ("z", "0" if text[at] != "0" else "1"):
        kept.write_text(text[:at] + digit + text[at + 1 :])
        with pytest.raises(CheckpointError, match=r"a\.checkpoint: "):
            make_strategy(WIN, budget=BUDGET, checkpoint=kept, resume=True)


def test_no_two_runs_keep_their_work_in_one_file(tmp_path: Path) -> None:
    kept = tmp_path / "a.checkpoint"
    with held(kept), pytest.raises(PlaceError, match=r"a\.checkpoint is being written by another"):
        make_strategy(WIN, budget=BUDGET, checkpoint=kept)
    make_strategy(WIN, budget=BUDGET, checkpoint=kept)
    assert [path.name for path in tmp_path.iterdir()] == ["a.checkpoint"]


def test_nothing_is_made_where_another_run_is_writing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A strategy, or a certificate."""
    out = tmp_path / "a.proof"
    words = ["strategy", "make", str(DRAW), "-o", str(out)]
    with held(out):
        assert main(words) == 2
    assert "a.proof is being written by another process" in capsys.readouterr().err
    assert main(words) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["a.proof"]


def test_a_place_where_it_cannot_stand_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor does the strategy replace its own certificate."""
    monkeypatch.setattr("kinrow.strategies.make_strategy", None)
    proof = tmp_path / "a.proof"
    proof.write_bytes(WIN.read_bytes())
    for out, why in ((tmp_path, "Is a directory"), (proof, "would overwrite the input")):
        assert main(["strategy", "make", str(proof), "-o", str(out)]) == 2
        assert why in capsys.readouterr().err
    assert main(["prove", "3,3,3", "-o", str(proof), "--strategy", str(proof)]) == 2
    assert "would overwrite the input" in capsys.readouterr().err
    assert proof.read_bytes() == WIN.read_bytes()


@pytest.mark.parametrize(
    ("game", "more", "why"),
    [
        ("3,3,3:misere", (), "strategies are for line games of one stone per turn"),
        ("3,3,3,1,2", (), "strategies are for line games of one stone per turn"),
        ("3,3,3,2,2", (), "strategies are for line games of one stone per turn"),
        ("4,4,3", ("--budget", str(2**63)), "--budget"),
    ],
)
def test_what_is_refused_leaves_no_checkpoint(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    game: str,
    more: tuple[str, ...],
    why: str,
) -> None:
    proof, out = tmp_path / "a.proof", tmp_path / "a.strategy"
    prove(game, proof)
    assert main(["strategy", "make", str(proof), "-o", str(out), *more]) == 2
    assert why in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["a.proof"]


def test_a_budget_that_is_none_leaves_no_checkpoint(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"budget .*: expected a whole number from 1 to"):
        make_strategy(WIN, budget=2**64, checkpoint=tmp_path / "a.checkpoint")
    assert not list(tmp_path.iterdir())
