"""A long proof lives: stopped, killed or out of disk, it goes on from its last checkpoint."""

from __future__ import annotations

import errno
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kinrow.proofs import CheckpointError, Proof, ProofRefused, alone, certificate, prove, search
from kinrow.reference import check
from kinrow.rules import OptionError, game
from kinrow.runtime import waiting
from kinrow.runtime.waiting import Deadline
from kinrow.solver import Progress, Solution

HARD = game("8,4,4")


def stopped_early(path: Path) -> Solution:
    """A run of a proof that the clock ends; its checkpoint is left."""
    seen: list[Progress] = []
    found = prove(HARD, path, threads=1, memory="256MiB", time=0.3, progress=seen.append)
    assert isinstance(found, Solution)
    assert {(now.lower, now.upper) for now in seen} <= {(found.value.lower, found.value.upper)}
    assert found.stopped == "time"
    assert not path.exists()
    return found


def test_a_limit_of_nodes_stops_it(tmp_path: Path) -> None:
    first = prove(HARD, tmp_path / "a.proof", threads=1, memory="64MiB", nodes=1)
    assert isinstance(first, Solution) and first.stopped == "nodes"
    more = prove(HARD, tmp_path / "a.proof", threads=1, memory="64MiB", nodes=1, resume=True)
    assert isinstance(more, Solution) and more.stopped == "nodes" and more.nodes > first.nodes
    with pytest.raises(OptionError, match="nodes -1: expected a whole number from 0"):
        prove(HARD, tmp_path / "b.proof", nodes=-1)


def test_a_stopped_proof_goes_on_and_counts_what_was_spent(tmp_path: Path) -> None:
    """Nodes and seconds add up over the runs; at the end nothing is left but the proof."""
    path = tmp_path / "a.proof"
    first = stopped_early(path)
    with search.ProofSearch(
        HARD, f"{path}.checkpoint", memory=2**26, threads=1, resume=True
    ) as later:
        assert later.nodes == first.nodes
        spent = later.seconds  # without what it took to write the checkpoint
        assert 0 < spent <= first.seconds
    seen: list[Progress] = []
    second = prove(
        HARD, path, threads=1, memory="256MiB", time=0.3, progress=seen.append, resume=True
    )
    assert isinstance(second, Solution)
    assert second.nodes > first.nodes
    assert second.seconds > first.seconds
    assert seen
    assert all(now.nodes >= first.nodes and now.seconds >= spent for now in seen)
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.proof.checkpoint"]


@pytest.mark.parametrize("when", ["write", "check"])
def test_a_proof_interrupted_while_it_is_told_goes_on(
    when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C leaves the outcome that was found, the checkpoint, and what was written whole."""
    monkeypatch.setattr(waiting, "SLICE", 0.001)  # a short proof reports its steps, too
    path = tmp_path / "a.proof"

    def interrupt(doing: str, *_: int) -> None:
        if doing == when:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as raised:
        prove(game("7,4,4"), path, threads=1, memory="256MiB", step=interrupt)
    found = getattr(raised.value, "answer")  # noqa: B009 - the type does not declare it
    assert isinstance(found, Solution)
    assert (found.stopped, found.how, found.value.complete) == ("interrupted", "computed", True)
    left = {"a.proof.checkpoint"} | ({"a.proof.part"} if when == "check" else set())
    assert {entry.name for entry in tmp_path.iterdir()} == left
    assert isinstance(prove(game("7,4,4"), path, threads=1, resume=True), Proof)
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.proof"]


def test_a_checkpoint_is_not_overwritten_unasked(tmp_path: Path) -> None:
    """It may be worth hours."""
    path = tmp_path / "a.proof"
    stopped_early(path)
    before = (tmp_path / "a.proof.checkpoint").read_bytes()
    with pytest.raises(CheckpointError, match=r"resume it \(--resume\), or delete it"):
        prove(HARD, path, threads=1)
    assert (tmp_path / "a.proof.checkpoint").read_bytes() == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data[:-9], "cut short"),
        (lambda data: data[:200] + b"?" + data[201:], "damaged"),
        (lambda data: b"something else entirely", "not a checkpoint"),
        (lambda data: data.replace(b'"rows": 8', b'"rows": 7'), "another game"),
    ],
)
def test_a_bad_checkpoint_is_refused_in_words(tmp_path: Path, change: object, words: str) -> None:
    """With its name, and why."""
    path = tmp_path / "a.proof"
    stopped_early(path)
    saved = tmp_path / "a.proof.checkpoint"
    saved.write_bytes(change(saved.read_bytes()))  # type: ignore[operator]
    with pytest.raises(CheckpointError, match=rf"a\.proof\.checkpoint: .*{words}"):
        prove(HARD, path, threads=1, resume=True)


def test_a_killed_proof_goes_on(tmp_path: Path) -> None:
    """SIGKILL at any moment leaves the last whole checkpoint; the next run ends the proof."""
    path = tmp_path / "a.proof"
    code = (
        "from kinrow.proofs import prove, search; from kinrow.rules import game\n"
        f"search.EVERY = 0.0; prove(game('8,4,4'), {str(path)!r}, threads=1)"
    )
    run = subprocess.Popen([sys.executable, "-c", code])
    saved = tmp_path / "a.proof.checkpoint"
    while not saved.exists():
        assert run.poll() is None
        time.sleep(0.01)
    run.send_signal(signal.SIGKILL)
    run.wait()
    assert not path.exists()
    found = prove(HARD, path, threads=1, memory="256MiB", time=0.2, resume=True)
    assert isinstance(found, Solution)
    assert found.nodes > 0
    saved.unlink()
    whole = prove(
        game("5,5,4"), path, threads=1, resume=True
    )  # what a kill leaves is in nobody's way
    assert isinstance(whole, Proof)
    with path.open("rb") as file:
        assert check.check(file).sha256 == whole.sha256


def test_what_was_asked_for_the_writing_is_not_searched_again(tmp_path: Path) -> None:
    """A run that is killed while it writes begins its file anew, with all answers at hand."""
    rules, path = game("6,6,5"), tmp_path / "a.checkpoint"
    trees: list[bytes] = []
    nodes: list[int] = []
    for _ in range(2):
        tree = tmp_path / f"{len(trees)}.tree"
        with search.ProofSearch(rules, path, memory=2**26, threads=1, resume=True) as asked:
            assert asked.value(rules.start(), Deadline(None), None).complete
            asked.write(rules.start(), 1, False, tree, 2**26, None)
            nodes.append(asked.core.progress()[0])
            asked.save()
        trees.append(tree.read_bytes())
    assert nodes[0] > 0 == nodes[1]
    assert trees[0] == trees[1]


def test_a_checkpoint_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """The search goes on, the checkpoint of before stays, and no half of one."""
    errors: list[OSError] = []
    path = tmp_path / "here" / "a.checkpoint"
    path.parent.mkdir()
    with search.ProofSearch(HARD, path, memory=2**26, threads=1, trouble=errors.append) as asked:
        asked.save()
        before = path.read_bytes()
        (path.parent / "a.checkpoint.part").mkdir()  # nothing can be written there
        asked.save()
        assert [error.errno for error in errors] == [errno.EISDIR]
        assert path.read_bytes() == before
        assert asked.value(
            game("8,4,4").parse("XO../XO../XO../..../OX../XX../OO../...."), Deadline(None), None
        ).complete


def test_what_was_written_whole_is_not_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that is stopped while it checks leaves its file, and one cut short is no such file."""
    rules, path = game("5,5,4"), tmp_path / "a.proof"
    part = tmp_path / "a.proof.part"

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(certificate, "check", stopped)
        assert isinstance(prove(rules, path, threads=1, on_interrupt="return"), Solution)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [
        "a.proof.checkpoint",
        "a.proof.part",
    ]
    written = part.read_bytes()
    part.write_bytes(written[:-1])
    monkeypatch.setattr(search.ProofSearch, "write", stopped)
    again = prove(rules, path, threads=1, resume=True, on_interrupt="return")
    assert isinstance(again, Solution)
    assert not part.exists()
    part.write_bytes(written)
    with monkeypatch.context() as patched:
        patched.setattr(alone, "is_whole", stopped)
        again = prove(rules, path, threads=1, resume=True, on_interrupt="return")
        assert isinstance(again, Solution)
    assert part.read_bytes() == written
    assert isinstance(prove(rules, path, threads=1, resume=True), Proof)
    assert path.read_bytes() == written
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.proof"]


def test_a_refused_file_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be refused again."""

    def refused(*_: object) -> None:
        raise ProofRefused("no")

    monkeypatch.setattr(certificate, "check", refused)
    with pytest.raises(ProofRefused):
        prove(game("5,5,4"), tmp_path / "a.proof", threads=1)
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.proof.checkpoint"]
