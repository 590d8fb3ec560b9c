"""A file of JSON with its form, numbers of 16 bits, and a digest of all that it says."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import reason_of, whole_file
from kinrow.weights.digest import digest
from kinrow.weights.file import WeightsError


def write_numbers(path: Path, data: Mapping[str, Any], numbers: NDArray[np.int16]) -> None:
    """Writes the file, whole or not at all."""
    coded = base64.b64encode(numbers.astype("<i2").tobytes()).decode()
    written: dict[str, Any] = {**data, "numbers": coded}
    written["sha256"] = digest(written)
    with whole_file(path) as temporary:
        temporary.write_text(json.dumps(written) + "\n", encoding="utf-8")


def read_data(path: str | os.PathLike[str], form: str, misfit: Sentence) -> dict[str, Any]:
    """What the file says; raises WeightsError, with `misfit` if it is not of this form."""
    try:
        data: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
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


def numbers_in(data: Mapping[str, Any]) -> NDArray[np.int16]:
    """The numbers; raises ValueError, KeyError or TypeError if there are none."""
    return np.frombuffer(base64.b64decode(data["numbers"], validate=True), "<i2").astype(np.int16)


def check_numbers(numbers: NDArray[np.int16], wanted: int, path: str | os.PathLike[str]) -> None:
    """Raises WeightsError unless there are so many, and none is too large."""
    given, most = len(numbers), _core.LARGEST_WEIGHT
    if given != wanted or (np.abs(numbers.astype(int)) > most).any():
        raise WeightsError(
            Sentence("network.numbers", path=path, found=given, wanted=wanted, most=most)
        )
