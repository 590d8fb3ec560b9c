"""The user's folders for kinrow's files, as each system has them (on Linux by the XDG standard)."""

from __future__ import annotations

from pathlib import Path


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
