"""The parts of a table's file: a header, then records, each with its digest.

A record is a head of 52 bytes and the stored bytes. The head has the magic b"KTBL", then, lowest
byte first, the ply and the kind (2 bytes each), the number, the size in bytes and the stored size
(4 bytes each), and the SHA-256 of these 20 bytes and the stored ones.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, BinaryIO, Literal, get_args

from kinrow import _core
from kinrow.rules import KinrowError, Objective, Rules
from kinrow.rules.geometry import symmetries
from kinrow.rules.sentence import Sentence
from kinrow.runtime.compression import zstd
from kinrow.runtime.plain_json import from_json
from kinrow.tables.errors import TableFileError

Compression = Literal["zstd", "zlib"]
"""How records are compressed: zstd is faster and smaller, zlib is in every Python."""

COMPRESSIONS: tuple[Compression, ...] = get_args(Compression)
OBJECTIVES: tuple[Objective, ...] = get_args(Objective)

MAGIC = b"kinrow table 1\n"
CLASSES, VALUES, DIRECTORY = range(3)
"""The kinds of records."""

_FIELDS = struct.Struct("<4sHHIII")
_MARK = b"KTBL"
HEAD = _FIELDS.size + 32
TRAILER = struct.Struct("<Q8s")
END = b"KTBL end"
LARGEST_BLOCK = 2**30
_LONGEST_HEADER = 2**16

_COMPRESS: dict[Compression, Callable[[bytes], bytes]] = {
    "zstd": lambda data: zstd.compress(data, 3),
    "zlib": lambda data: zlib.compress(data, 6),
}


@dataclass(frozen=True, slots=True)
class Header:
    """What a table is of: the second line of its file, as JSON.

    An opening table ends with the positions of `last_ply`; None for a table of the whole game.
    """

    rules: Rules
    objective: Objective
    compression: Compression
    symmetries: tuple[tuple[int, ...], ...]
    last_ply: int | None = None

    def line(self) -> bytes:
        """The line, with its end."""
        plain: dict[str, Any] = {
            "game": str(self.rules),
            "rules": self.rules.to_json(),
            "objective": self.objective,
            "compression": self.compression,
            "begins": str(self.rules.begins),
            "symmetries": self.symmetries,
        }
        if self.last_ply is not None:
            plain["last_ply"] = self.last_ply
        return json.dumps(plain, separators=(",", ":")).encode() + b"\n"


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record as it lies in a file; `size` in bytes before compression."""

    ply: int
    kind: int
    number: int
    size: int
    digest: bytes
    stored: bytes

    @property
    def packed(self) -> bytes:
        """The record, head and all."""
        fields = (self.ply, self.kind, self.number, self.size, len(self.stored))
        return _FIELDS.pack(_MARK, *fields) + self.digest + self.stored

    def data(self, compression: Compression) -> bytes:
        """The bytes before compression. Raises TableFileError."""
        # One byte more than promised shows that there is more; false files may unpack to terabytes.
        unpacker = zstd.ZstdDecompressor() if compression == "zstd" else zlib.decompressobj()
        try:
            data = unpacker.decompress(self.stored, self.size + 1)
        except (zstd.ZstdError, zlib.error) as error:
            raise TableFileError(Sentence("table.damaged", reason=error)) from None
        if len(data) != self.size:
            raise TableFileError(Sentence("table.size", size=len(data), due=self.size))
        return data


def read_header(file: BinaryIO, path: object) -> Header:
    """The header, from the beginning of a file. Raises TableFileError."""
    if file.read(len(MAGIC)) != MAGIC:
        raise TableFileError(Sentence("table.none", path=path))
    try:
        plain = from_json(file.readline(_LONGEST_HEADER))
        header = Header(
            Rules.from_json(plain["rules"]),
            plain["objective"],
            plain["compression"],
            tuple(tuple(images) for images in plain["symmetries"]),
            plain.get("last_ply"),
        )
        if header == _due(header):
            return header
    except (ValueError, KeyError, TypeError, KinrowError):
        pass
    raise TableFileError(Sentence("table.header", path=path))


def _due(header: Header) -> Header | None:
    """What the header of such a table has to be, the symmetries in any order."""
    if header.objective not in OBJECTIVES or header.compression not in COMPRESSIONS:
        return None
    last = header.last_ply
    if last is not None and not (type(last) is int and 0 <= last < header.rules.most_plies):
        return None
    due = header_of(header.rules, header.objective, header.compression, last)
    same = sorted(due.symmetries) == sorted(header.symmetries)
    return replace(due, symmetries=header.symmetries) if same else None


def pack(ply: int, kind: int, number: int, data: bytes, compression: Compression) -> StoredRecord:
    """A record of these bytes."""
    stored = _COMPRESS[compression](data)
    fields = _FIELDS.pack(_MARK, ply, kind, number, len(data), len(stored))
    digest = hashlib.sha256(fields + stored).digest()
    return StoredRecord(ply, kind, number, len(data), digest, stored)


def read_record(file: BinaryIO) -> StoredRecord | None:
    """The record that begins here; None if there is none, or if it is damaged or cut short."""
    head = file.read(HEAD)
    if len(head) < HEAD or not head.startswith(_MARK):
        return None
    fields, digest = head[: _FIELDS.size], head[_FIELDS.size :]
    _, ply, kind, number, size, length = _FIELDS.unpack(fields)
    if max(size, length) > LARGEST_BLOCK:
        return None
    stored = file.read(length)
    if len(stored) < length or hashlib.sha256(fields + stored).digest() != digest:
        return None
    return StoredRecord(ply, kind, number, size, digest, stored)


def header_of(
    rules: Rules, objective: Objective, compression: Compression, last_ply: int | None = None
) -> Header:
    """The header of a new table."""
    if last_ply is None:
        images = tuple(map(tuple, table_game(rules, objective).symmetries))
    else:
        check_game(rules, MOST_OPENING_CELLS)
        images = symmetries(rules.rows, rules.cols)
    return Header(rules, objective, compression, images, last_ply)


@lru_cache(maxsize=16)  # a table asks twice: for its symmetries, and for its layers
def table_game(rules: Rules, objective: Objective) -> _core.TableGame:
    """What the core needs for the layers.

    Raises TableFileError for a board that is too large, and for renju and caro.
    """
    from kinrow.runtime.conversion import core_game

    check_game(rules, MOST_CELLS)
    return _core.TableGame(core_game(rules), OBJECTIVES.index(objective))


def check_game(rules: Rules, most: int) -> None:
    """Raises TableFileError for a board of more cells, and for renju and caro."""
    if rules.special:
        raise TableFileError(Sentence("table.variant", game=rules.title))
    if rules.size <= most:
        return
    if rules.size <= MOST_OPENING_CELLS:
        raise TableFileError(Sentence("table.opening.only", cells=rules.size, most=most))
    raise TableFileError(Sentence("table.large", cells=rules.size, most=most))


def set_type(rules: Rules) -> str:
    """How sets of a board's cells are stored, for NumPy."""
    return "<u4" if rules.size <= 32 else "<u8"


MOST_CELLS, MOST_OPENING_CELLS = 25, 64
"""Of a board that has tables, and of one that has opening tables."""
