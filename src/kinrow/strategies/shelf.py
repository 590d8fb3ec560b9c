"""Where strategy files are: in kinrow, in the package kinrow-strategies, in the user's folder."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from kinrow.proofs.boards import class_of, contains
from kinrow.rules import KinrowError, Rules, game
from kinrow.runtime.folders import data_folder

SHIPPED = Path(__file__).with_name("files")
"""The folder of those that come with kinrow."""

SUFFIX = ".strategy"

_PACKAGE = "kinrow_strategies"  # brings the larger ones, if it is installed


def file_name(spec: str) -> str:
    """What the file of a game, or of a class of boards, is called.

    >>> file_name("15,15,5:exact"), file_name("19+,19+,5")
    ('15-15-5-exact.strategy', '19+-19+-5.strategy')
    """
    return spec.replace(",", "-").replace(":", "-") + SUFFIX


def strategy_files(rules: Rules) -> Iterator[Path]:
    """The strategies of a game, then of its class of boards; the user's own come first."""
    alone = (folder / file_name(str(rules)) for folder in folders())
    classes = (path for folder in folders() for path in sorted(folder.glob(f"*+-*{SUFFIX}")))
    yield from (path for path in alone if path.is_file())
    yield from (path for path in classes if _is_for(path, rules))


def _is_for(path: Path, rules: Rules) -> bool:
    """Whether a file is named after a class of boards with this game."""
    rows, cols, *rest = path.name.removesuffix(SUFFIX).split("-")
    numbers, options = [rows, cols, *rest[:1]], ",".join(rest[1:])
    try:
        smallest, larger = class_of(",".join(numbers) + (options and f":{options}"))
        return contains(game(smallest), larger, rules)
    except KinrowError:
        return False


def shipped() -> set[str]:
    """The names of the files that come with kinrow.

    >>> "15-15-5.strategy" in shipped()
    True
    """
    return {path.name for path in SHIPPED.glob(f"*{SUFFIX}")}


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
