"""The user's folders for kinrow's files, as each system has them (on Linux by the XDG standard)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

Dated = tuple[tuple[Path, int], ...]
"""Files or folders, each with the time at which it last changed, in ns."""

TABLES = "KINROW_TABLES"
"""The variable that names folders of tables, parted as in PATH."""


def data_folder() -> Path:
    """For what the user keeps, such as records of matches: $XDG_DATA_HOME/kinrow on Linux.

    >>> data_folder().name
    'kinrow'
    """
    from platformdirs import user_data_path  # here, as few commands need it

    return user_data_path("kinrow", appauthor=False)


def cache_folder() -> Path:
    """For what can be worked out anew: $XDG_CACHE_HOME/kinrow on Linux.

    >>> cache_folder().name
    'kinrow'
    """
    from platformdirs import user_cache_path

    return user_cache_path("kinrow", appauthor=False)


SHIPPED_TABLES = Path(__file__).parents[1] / "tables" / "files"
"""Tables that come with kinrow, each named after its game, as in 4-9-4.table."""


def table_folders() -> Iterator[Path]:
    """Where tables are looked for, in this order: those of KINROW_TABLES, then the user's data.

    >>> [*table_folders()][-1].name
    'tables'
    """
    for folder in os.environ.get(TABLES, "").split(os.pathsep):
        if folder:
            yield Path(folder)
    yield data_folder() / "tables"


def changed(path: Path) -> int:
    """When a file, or the list of files in a folder, last changed, in ns; 0 if it does not exist.

    >>> changed(Path("nowhere"))
    0
    """
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def dated(paths: Iterable[Path]) -> Dated:
    """These paths as they are now: another value as soon as one of them has changed.

    >>> [at for _, at in dated([Path("nowhere")])]
    [0]
    """
    return tuple((path, changed(path)) for path in paths)
