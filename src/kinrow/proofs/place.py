"""The path of a proof, checked before hours are spent on it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from io import FileIO
from pathlib import Path
from time import sleep

from kinrow.rules import KinrowError
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import lock, named, path_of

_MOMENT = 0.05  # seconds between two tries


class PlaceError(KinrowError):
    """A path where no proof can be written; the text says why."""


def place(path: str | os.PathLike[str]) -> Path:
    """The path, or where it links to, if a file can stand there.

    Renaming onto a device or a pipe would put a file in its place.

    >>> place("/dev/null")
    Traceback (most recent call last):
    kinrow.proofs.place.PlaceError: /dev/null: expected the name of an ordinary file
    """
    given = path_of(path, "a.proof")
    # `Path.resolve` fails at links in a circle.
    found = Path(os.path.realpath(given)) if given.is_symlink() else given
    for of in (Path, part_of, packed_of, checkpoint_of, lock_of):
        file = of(found)
        if file.exists() and not file.is_file():
            raise PlaceError(Sentence("proof.place", path=file))
    folder = found.parent
    if not (folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)):
        raise PlaceError(Sentence("proof.folder", path=folder))
    return found


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Keeps other runs from writing the same proof; raises PlaceError if one is doing so.

    Two of them would write to the same file, and neither would be accepted.
    """
    own = lock_of(path)
    with named(own):
        file = own.open("ab", buffering=0)
    try:
        _take(file, own, path)
        try:
            yield
        finally:
            if sys.platform == "win32":  # which removes no file that is open
                file.close()
            with suppress(OSError):
                own.unlink()
    finally:
        file.close()


@contextmanager
def held_in_turn(path: Path) -> Iterator[None]:
    """As `held`, for a file that each run writes within a moment: waits for another's turn."""
    with ExitStack() as turn:
        while True:
            try:
                turn.enter_context(held(path))
                break
            except PlaceError:
                sleep(_MOMENT)
        yield


def _take(file: FileIO, own: Path, path: Path) -> None:
    busy = PlaceError(Sentence("table.busy", path=path))
    try:
        lock(file)
    except BlockingIOError:
        raise busy from None
    except OSError:  # not every file system has locks
        return
    try:
        is_there = os.path.samestat(os.fstat(file.fileno()), own.stat())
    except FileNotFoundError:
        is_there = False
    if not is_there:  # whoever had it has ended meanwhile
        raise busy


def part_of(path: Path) -> Path:
    """Where a proof stands while it is written and checked."""
    return Path(f"{path}.part")


def packed_of(path: Path) -> Path:
    """Where it stands while it is compressed."""
    return Path(f"{path}.part.zst")


def checkpoint_of(path: Path) -> Path:
    """Where its search is saved."""
    return Path(f"{path}.checkpoint")


def lock_of(path: Path) -> Path:
    """What a run locks; an empty one may be left by a run that was killed."""
    return Path(f"{path}.lock")


def branches_of(path: Path) -> Path:
    """The folder where parts of it stand that are proved side by side."""
    return Path(f"{path}.branches")
