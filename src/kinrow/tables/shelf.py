"""Where tables are: with kinrow, in the user's data folder, and in those named by KINROW_TABLES."""

from __future__ import annotations

import warnings
from functools import lru_cache
from pathlib import Path

from kinrow.rules import GameLike, Rules, game
from kinrow.runtime.folders import Dated, changed, dated, table_folders
from kinrow.runtime.left_out import LeftOut
from kinrow.tables.errors import TableFileError
from kinrow.tables.records import Header, read_header

SUFFIX = ".table"

_left_out: set[tuple[Path, int]] = set()


def table_files(rules: GameLike, *, opening: bool = False) -> list[Path]:
    """The tables of a game, whatever their names before ".table"; those of scores come first.

    With `opening`, its opening tables instead. Warns about files that are not tables.
    """
    found = _listed(game(rules), dated(table_folders()))
    return [path for path, is_opening in found if is_opening is opening]


@lru_cache(maxsize=256)
def _listed(rules: Rules, folders: Dated) -> list[tuple[Path, bool]]:
    """The tables in folders as they last changed, and whether each is an opening table."""
    found: list[tuple[bool, int, Path, bool]] = []
    for folder, _ in folders:
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            header = _header(path)
            if header is not None and header.rules == rules:
                is_opening, is_outcome = header.last_ply is not None, header.objective == "outcome"
                found.append((is_outcome, len(found), path, is_opening))
    return [(path, is_opening) for *_, path, is_opening in sorted(found)]


def _header(path: Path) -> Header | None:
    """The header of a file; None if the file is not a table, which a warning says once."""
    try:
        with path.open("rb") as file:
            return read_header(file, path)
    except FileNotFoundError:  # removed meanwhile
        return None
    except (OSError, TableFileError) as error:
        _leave_out(path, changed(path), error)
        return None


def _leave_out(path: Path, at: int, error: TableFileError | OSError) -> None:
    """Warns of a file as it was at that time, whatever game is asked for."""
    if (path, at) not in _left_out:
        _left_out.add((path, at))
        warnings.warn(LeftOut(path, error), stacklevel=2)
