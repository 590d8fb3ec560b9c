"""Where tables are: in the folder of the user's data, and in those of KINROW_TABLES."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from kinrow.rules import Rules
from kinrow.runtime.folders import data_folder
from kinrow.tables.errors import TableFileError
from kinrow.tables.records import Header, read_header

VARIABLE = "KINROW_TABLES"
"""Folders to look in first, parted as in PATH."""

SUFFIX = ".table"


def folders() -> Iterator[Path]:
    """Where tables are looked for, in this order."""
    for folder in os.environ.get(VARIABLE, "").split(os.pathsep):
        if folder:
            yield Path(folder)
    yield data_folder() / "tables"


def table_files(rules: Rules) -> list[Path]:
    """The tables of a game, whatever their names before ".table"; those of scores come first."""
    return _listed(rules, tuple((folder, _changed(folder)) for folder in folders()))


@lru_cache(maxsize=256)
def _listed(rules: Rules, folders: tuple[tuple[Path, int], ...]) -> list[Path]:
    """The tables in folders as they were when they changed last."""
    found: list[tuple[bool, int, Path]] = []
    for folder, _ in folders:
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            header = _header(path)
            if header is not None and header.rules == rules:
                found.append((header.objective == "outcome", len(found), path))
    return [path for *_, path in sorted(found)]


def _changed(folder: Path) -> int:
    """When files were last added or taken away; 0 if there is no such folder."""
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0


def _header(path: Path) -> Header | None:
    """The header of a file; None if it is no table."""
    try:
        with path.open("rb") as file:
            return read_header(file, path)
    except (OSError, TableFileError):
        return None
