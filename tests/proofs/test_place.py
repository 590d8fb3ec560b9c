"""A place where no proof can stand is refused before anything is searched; links are followed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kinrow.proofs import PlaceError, Proof, prove
from kinrow.proofs.place import held, lock_of
from kinrow.rules import OptionError, RulesError, game
from kinrow.runtime.files import FileNotWritten

SMALL = game("3,3,3")
PLACES: dict[str, Callable[[Path], object]] = {
    "folder": lambda path: path.mkdir(),
    "pipe": os.mkfifo,
    "part": lambda path: os.mkfifo(f"{path}.part"),
    "checkpoint": lambda path: Path(f"{path}.checkpoint").mkdir(),
}


@pytest.mark.parametrize("what", PLACES)
def test_what_is_no_ordinary_file_is_not_replaced(what: str, tmp_path: Path) -> None:
    """Not the file, nor those beside it; a pipe would be waited for."""
    path = tmp_path / "a.proof"
    PLACES[what](path)
    before = list(tmp_path.iterdir())
    with pytest.raises(PlaceError, match="expected the name of an ordinary file"):
        prove(SMALL, path)
    assert list(tmp_path.iterdir()) == before


def test_no_name_and_no_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"'': expected a path, such as 'a\.proof'"):
        prove(SMALL, "")
    with pytest.raises(PlaceError, match=r"none: expected a writable folder"):
        prove(SMALL, tmp_path / "none" / "a.proof")


def test_a_link_is_followed(tmp_path: Path) -> None:
    """The proof is where it leads to."""
    link = tmp_path / "link"
    link.symlink_to("a.proof")
    found = prove(SMALL, link)
    assert isinstance(found, Proof)
    assert found.path == tmp_path.resolve() / "a.proof"
    assert link.is_symlink()
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["a.proof", "link"]


def test_rules_that_no_header_can_say_are_refused_at_once(tmp_path: Path) -> None:
    """The format has turns of up to twenty stones."""
    with pytest.raises(RulesError, match="expected stones up to 20"):
        prove(game("3,3,3,25,25"), tmp_path / "a.proof")
    assert not list(tmp_path.iterdir())


def test_the_least_memory_is_enough(tmp_path: Path) -> None:
    """A part of it is the writer's."""
    assert isinstance(prove(SMALL, tmp_path / "a.proof", memory="64KiB"), Proof)


@pytest.mark.parametrize(("spec", "room"), [("3,3,3", 100), ("5,5,4", 1000)])
def test_a_file_that_is_refused_room_is_named_once(spec: str, room: int, tmp_path: Path) -> None:
    """Python refuses the header, the core the tree."""
    resource = pytest.importorskip("resource")
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, usual[1]))
    try:
        with pytest.raises(FileNotWritten) as error:
            prove(game(spec), tmp_path / "a.proof")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert str(error.value) == f"{tmp_path}/a.proof.part: File too large"
    assert not list(tmp_path.iterdir())


def test_two_runs_do_not_write_the_same_proof(tmp_path: Path) -> None:
    path = tmp_path / "a.proof"
    with held(path), pytest.raises(PlaceError, match=r"a\.proof is being written by another"):
        prove(SMALL, path)
    assert not list(tmp_path.iterdir())


def test_what_a_killed_run_has_locked_is_free(tmp_path: Path) -> None:
    path = tmp_path / "a.proof"
    lock_of(path).touch()
    assert isinstance(prove(SMALL, path), Proof)
    assert list(tmp_path.iterdir()) == [path]
