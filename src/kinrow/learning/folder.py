"""The folder in which a training run keeps its games, for a single recipe and version."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, asdict, fields
from importlib.metadata import version
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from kinrow.rules import KinrowError
from kinrow.rules.options import whole_number
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import whole_file
from kinrow.runtime.plain_json import from_json
from kinrow.weights import CorrectionRecipe, NetworkRecipe, Recipe

_UNNAMED = "0.2.0"  # the version whose recipes did not always name it
_LEAST = {"games": 1, "rounds": 1, "nodes": 1, "simulations": 1, "layers": 1, "seed": 0}


def check_numbers(recipe: Recipe | CorrectionRecipe | NetworkRecipe) -> None:
    """Raises OptionError for a number with which nothing would be learned, or without end.

    >>> check_numbers(Recipe("7,7,4", games=20, rounds=1, nodes=0, seed=1))
    Traceback (most recent call last):
    kinrow.rules.errors.OptionError: nodes 0: expected a whole number from 1, such as 100
    """
    for name, least in _LEAST.items():
        if hasattr(recipe, name):
            whole_number(name, getattr(recipe, name), least, example=100)


def claim(folder: Path, recipe: Recipe | CorrectionRecipe | NetworkRecipe) -> None:
    """Makes the folder, if it is not there.

    Raises KinrowError if it has games of another recipe, or of another version of kinrow, whose
    engine may play others.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as name:
    ...     claim(Path(name), Recipe("7,7,4", games=20, rounds=1, nodes=100, seed=1))
    ...     [path.name for path in Path(name).iterdir()]
    ['recipe.json']
    """
    folder.mkdir(parents=True, exist_ok=True)
    path, own, plays = folder / "recipe.json", asdict(recipe), version("kinrow")
    if not path.is_file():
        with whole_file(path) as temporary:
            said = json.dumps({"kinrow": plays, **own}, indent=1)
            temporary.write_text(said, encoding="utf-8")
    try:
        data = dict(from_json(path.read_bytes()))
    except (ValueError, TypeError):
        raise KinrowError(Sentence("learn.recipe", path=path)) from None
    played = data.pop("kinrow", _UNNAMED)
    kept = _recipe_of(data)
    if kept is None:
        raise KinrowError(Sentence("learn.recipe", path=path))
    if kept != recipe:
        raise KinrowError(Sentence("learn.folder", folder=folder, command=kept.command))
    if played != plays:
        raise KinrowError(Sentence("learn.version", folder=folder, found=played, own=plays))


def _recipe_of(data: Mapping[str, Any]) -> Recipe | CorrectionRecipe | NetworkRecipe | None:
    """The recipe that was written so; those of before may lack what has been added since."""
    for kind in (Recipe, CorrectionRecipe, NetworkRecipe):
        needed = {one.name for one in fields(kind) if one.default is MISSING}
        if needed <= {*data} <= {one.name for one in fields(kind)}:
            return kind(**data)
    return None


def write_arrays(path: Path, arrays: Mapping[str, Any], *, compressed: bool = False) -> None:
    """Writes a file of NumPy's (.npz), whole or not at all."""
    save = np.savez_compressed if compressed else np.savez
    with whole_file(path) as temporary, temporary.open("wb") as stream:
        save(stream, **arrays)


@contextmanager
def arrays_in(path: Path) -> Iterator[Mapping[str, NDArray[Any]]]:
    """The arrays in a file of NumPy's (.npz); raises KinrowError, with its name, if damaged."""
    try:
        with path.open("rb") as file, np.load(file) as stored:
            yield stored
    except KinrowError:
        raise
    except (AttributeError, BadZipFile, EOFError, LookupError, TypeError, ValueError, zlib.error):
        raise KinrowError(Sentence("learn.damaged", path=path)) from None


def typed(
    stored: Mapping[str, NDArray[Any]], layout: Mapping[str, tuple[type[np.generic], int]]
) -> list[NDArray[Any]]:
    """The arrays of these names, of these types, as many rows each; raises ValueError otherwise.

    The numbers are those of columns, 0 for an array of one dimension.
    """
    found = [stored[name] for name in layout]
    rows = len(found[0])
    for array, (kind, columns) in zip(found, layout.values(), strict=True):
        if array.dtype != kind or array.shape != ((rows, columns) if columns else (rows,)):
            raise ValueError
    return found
