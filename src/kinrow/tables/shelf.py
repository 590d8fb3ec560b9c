"""Where tables are: in the user's data folder, and in those named by KINROW_TABLES."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from kinrow.rules import Rules
from kinrow.runtime.folders import changed, table_folders
from kinrow.tables.errors import TableFileError
from kinrow.tables.records import Header, read_header

SUFFIX = ".table"


def table_files(rules: Rules) -> list[Path]:
    """The tables of a game, whatever their names before ".table"; those of scores come first."""
    return _listed(rules, tuple((folder, changed(folder)) for folder in table_folders()))


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


def _header(path: Path) -> Header | None:
    """The header of a file; None if the file is not a table."""
    try:
        with path.open("rb") as file:
            return read_header(file, path)
    except (OSError, TableFileError):
        return None
