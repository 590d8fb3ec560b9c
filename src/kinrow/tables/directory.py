"""The directory of a table: the shape of each ply, and where its records are in the file."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from math import comb
from typing import Any, BinaryIO

from kinrow.rules import Rules
from kinrow.runtime.plain_json import from_json
from kinrow.tables.layers import LayerShape, entry_of
from kinrow.tables.records import DIRECTORY, END, TRAILER, Header, read_record

Place = tuple[int, str]
"""Where a record begins, and its digest."""


class Inconsistent(ValueError):
    """What a file says cannot be true of a table."""


@dataclass(frozen=True, slots=True)
class PlyEntry:
    """What the directory says of a ply."""

    shape: LayerShape
    classes: Place
    values: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Directory:
    """The plies from 0 to the last, and the digest of the record that lists them."""

    plies: tuple[PlyEntry, ...]
    sha256: str


def read_directory(file: BinaryIO, header: Header, length: int) -> Directory:
    """The directory of a file whose first two lines have so many bytes. Raises Inconsistent."""
    file.seek(0)
    head = file.read(length)
    size = file.seek(0, os.SEEK_END)
    _expect(size >= length + TRAILER.size)
    file.seek(-TRAILER.size, os.SEEK_END)
    offset, end = TRAILER.unpack(file.read(TRAILER.size))
    _expect(end == END and offset <= size)  # many file systems refuse to seek further
    file.seek(offset)
    record = read_record(file)
    if record is None or record.kind != DIRECTORY:
        raise Inconsistent
    try:
        plain = from_json(record.data(header.compression))
    except ValueError:
        raise Inconsistent from None
    _expect(isinstance(plain, dict) and plain.get("header") == hashlib.sha256(head).hexdigest())
    listed = plain.get("plies")
    last = header.rules.most_plies if header.last_ply is None else header.last_ply
    if not isinstance(listed, list) or len(listed) != last + 1:
        raise Inconsistent
    entries = (_entry(header.rules, ply, size) for ply in listed)
    plies = tuple(sorted(entries, key=lambda entry: entry.shape.ply))
    _expect([entry.shape.ply for entry in plies] == [*range(last + 1)])
    return Directory(plies, record.digest.hex())


def _expect(holds: bool) -> None:
    if not holds:
        raise Inconsistent


def _entry(rules: Rules, plain: Any, size: int) -> PlyEntry:
    """One ply; `size` is that of the file."""
    _expect(isinstance(plain, dict))
    numbers = [plain.get(name) for name in ("ply", "rows", "row_length", "rows_per_block")]
    if not all(type(number) is int and 0 <= number < 2**63 for number in numbers):
        raise Inconsistent
    shape = LayerShape(*numbers)
    _expect(shape.ply <= rules.most_plies and shape.step > 0)
    said = entry_of(rules, shape)
    free = rules.size - said["first"]
    _expect(shape.length == comb(free, said["second"]))
    _expect(said == {name: plain.get(name) for name in said})
    values = plain.get("values")
    if not isinstance(values, list) or len(values) != shape.count:
        raise Inconsistent
    return PlyEntry(
        shape, _place(plain.get("classes"), size), tuple(_place(each, size) for each in values)
    )


def _place(plain: Any, size: int) -> Place:
    match plain:
        case [int(offset), str(digest)] if 0 <= offset < size and not isinstance(offset, bool):
            return offset, digest
    raise Inconsistent
