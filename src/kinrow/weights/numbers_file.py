"""A file of JSON with its form, numbers of 16 bits, and a digest of all that it says."""

from __future__ import annotations

import base64
import json
import os
import sys
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from kinrow import _core
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import reason_of, whole_file
from kinrow.runtime.plain_json import from_json
from kinrow.weights.digest import digest
from kinrow.weights.file import WeightsError

Numbers: TypeAlias = "array[int]"
"""Of type "h", 16 bits. A player needs no NumPy to read them, and begins sooner."""


def little_endian(numbers: Numbers) -> Numbers:
    """The same numbers with the bytes in the order of a file; or those of a file as numbers.

    >>> little_endian(array("h", [1])).tobytes()
    b'\\x01\\x00'
    """
    found = numbers[:]
    if sys.byteorder == "big":
        found.byteswap()
    return found


def write_numbers(path: Path, data: Mapping[str, Any], numbers: Numbers) -> None:
    """Writes the file, whole or not at all."""
    coded = base64.b64encode(little_endian(numbers).tobytes()).decode()
    written: dict[str, Any] = {**data, "numbers": coded}
    written["sha256"] = digest(written)
    with whole_file(path) as temporary:
        temporary.write_text(json.dumps(written) + "\n", encoding="utf-8")


def read_data(path: str | os.PathLike[str], form: str, misfit: Sentence) -> dict[str, Any]:
    """What the file says; raises WeightsError, with `misfit` if it is not of this form."""
    try:
        data: dict[str, Any] = from_json(Path(path).read_bytes())
        if data["form"] != form:
            raise ValueError
        intact = data["sha256"] == digest(data)
    except OSError as error:
        raise WeightsError(Sentence("weights.file", path=path, reason=reason_of(error))) from None
    except (ValueError, KeyError, TypeError):
        raise WeightsError(misfit) from None
    if not intact:
        raise WeightsError(Sentence("network.damaged", path=path))
    return data


def numbers_in(data: Mapping[str, Any]) -> Numbers:
    """The numbers; raises ValueError, KeyError or TypeError if there are none."""
    return little_endian(array("h", base64.b64decode(data["numbers"], validate=True)))


def check_numbers(numbers: Numbers, wanted: int, path: str | os.PathLike[str]) -> None:
    """Raises WeightsError unless there are so many, and none is too large."""
    given, most = len(numbers), _core.LARGEST_WEIGHT
    if given != wanted or max(map(abs, numbers), default=0) > most:
        raise WeightsError(
            Sentence("network.numbers", path=path, found=given, wanted=wanted, most=most)
        )
