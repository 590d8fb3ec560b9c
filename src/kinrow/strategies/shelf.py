"""Where strategy files are: in kinrow, in the package kinrow-strategies, in the user's folder."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from kinrow.rules import Rules
from kinrow.runtime.folders import data_folder

SHIPPED = Path(__file__).with_name("files")
"""The folder of those that come with kinrow."""

_PACKAGE = "kinrow_strategies"  # brings the larger ones, if it is installed


def file_name(rules: Rules) -> str:
    """What the file of a game is called.

    >>> from kinrow.rules import game
    >>> file_name(game("15,15,5:exact"))
    '15-15-5-exact.strategy'
    """
    return f"{rules.stem}.strategy"


def strategy_files(rules: Rules) -> Iterator[Path]:
    """The strategies of a game; the user's own comes first."""
    found = (folder / file_name(rules) for folder in folders())
    return (path for path in found if path.is_file())


def shipped() -> set[str]:
    """The names of the files that come with kinrow.

    >>> "15-15-5.strategy" in shipped()
    True
    """
    return {path.name for path in SHIPPED.glob("*.strategy")}


def folders() -> Iterator[Path]:
    """Where files are looked for, in this order."""
    yield data_folder() / "strategies"
    yield SHIPPED
    package = _package_folder()
    if package is not None:
        yield package


@cache
def _package_folder() -> Path | None:
    """Looked for once: that takes as long as all else before a position is looked up."""
    spec = find_spec(_PACKAGE)
    return None if spec is None or spec.origin is None else Path(spec.origin).parent
