"""The path of a proof, checked before hours are spent on it."""

from __future__ import annotations

import os
from pathlib import Path

from kinrow.rules import KinrowError
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import path_of


class PlaceError(KinrowError):
    """A path where no proof can be written; the text says why."""


def place(path: str | os.PathLike[str]) -> Path:
    """The path, or where it links to, if a file can stand there.

    Renaming onto a device or a pipe would put a file in its place.

    >>> place("/dev/null")
    Traceback (most recent call last):
    kinrow.proofs.place.PlaceError: /dev/null: expected the name of an ordinary file
    """
    named = path_of(path, "a.proof")
    # `Path.resolve` fails at links in a circle.
    found = Path(os.path.realpath(named)) if named.is_symlink() else named
    for file in (found, part_of(found), packed_of(found), checkpoint_of(found)):
        if file.exists() and not file.is_file():
            raise PlaceError(Sentence("proof.place", path=file))
    folder = found.parent
    if not (folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)):
        raise PlaceError(Sentence("proof.folder", path=folder))
    return found


def part_of(path: Path) -> Path:
    """Where a proof stands while it is written and checked."""
    return Path(f"{path}.part")


def packed_of(path: Path) -> Path:
    """Where it stands while it is compressed."""
    return Path(f"{path}.part.zst")


def checkpoint_of(path: Path) -> Path:
    """Where its search is saved."""
    return Path(f"{path}.checkpoint")


def branches_of(path: Path) -> Path:
    """The folder where parts of it stand that are proved side by side."""
    return Path(f"{path}.branches")
