"""Reads a strong solution that `kinrow tabulate` wrote, with Python's standard library alone.

    python read_table.py FILE X../.O./...

prints the value for the side to move, of a position row by row: X, O, and . or a number for empty
cells, as in 3/1O1/X2. A file of zstd needs Python 3.14, or `backports.zstd`; one
of zlib any Python. The format is described in docs/table-format.md.
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
import sys
import zlib
from math import comb
from typing import Any, BinaryIO

UNREACHABLE = -128


def signs(board: str, rows: int, cols: int) -> str:
    """The sign of each cell of a board. Raises ValueError for what is not one of so many."""
    if not re.fullmatch(r"[XO./0-9]*", board):
        raise ValueError(f"{board!r}: expected X, O, . and numbers, with / between rows")
    lines = [re.sub("[0-9]+", _empty, line) for line in board.split("/")]
    if [len(line) for line in lines] not in ([cols] * rows, [rows * cols]):
        raise ValueError(f"{board!r}: expected {rows} rows of {cols} cells")
    return "".join(lines)


def _empty(number: re.Match[str]) -> str:
    return "." * int(number[0][:4])  # no row is that long


def record(file: BinaryIO, offset: int, compression: str) -> tuple[bytes, str]:
    """The data of the record at an offset, and its digest."""
    file.seek(offset)
    head = file.read(52)
    magic, _ply, _kind, _number, _size, stored = struct.unpack("<4sHHIII", head[:20])
    data = file.read(stored)
    digest = hashlib.sha256(head[:20] + data).digest()
    if magic != b"KTBL" or digest != head[20:]:
        raise ValueError(f"the record at {offset} is damaged")
    if compression == "zlib":
        return zlib.decompress(data), digest.hex()
    try:
        from compression import zstd  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        from backports import zstd
    return zstd.decompress(data), digest.hex()


def value(file: BinaryIO, board: str) -> int:
    """The value of a board, row by row, for the side to move; UNREACHABLE if it has none."""
    file.seek(0)
    start = file.readline() + file.readline()
    if not start.startswith(b"kinrow table 1\n"):
        raise ValueError("not a table of kinrow")
    header = json.loads(start.splitlines()[1])
    file.seek(-16, 2)
    (offset,) = struct.unpack("<Q", file.read(8))
    directory = json.loads(record(file, offset, header["compression"])[0])
    if directory["header"] != hashlib.sha256(start).hexdigest():
        raise ValueError("the header is damaged")
    cells = signs(board, header["rules"]["rows"], header["rules"]["cols"])
    first = {at for at, sign in enumerate(cells) if sign == header["begins"]}
    second = {at for at, sign in enumerate(cells) if sign not in (".", header["begins"])}
    plies = {(ply["first"], ply["second"]): ply for ply in directory["plies"]}
    if (len(first), len(second)) not in plies:
        return UNREACHABLE
    return in_ply(file, header, plies[len(first), len(second)], first, second)


def in_ply(
    file: BinaryIO, header: dict[str, Any], ply: dict[str, Any], first: set[int], second: set[int]
) -> int:
    """The value of stones in the ply that has so many."""
    data, _ = record(file, ply["classes"][0], header["compression"])
    images = header["symmetries"]  # image[cell]
    kind, size = ("I", 4) if len(images[0]) <= 32 else ("Q", 8)
    classes = struct.unpack(f"<{len(data) // size}{kind}", data)
    least, image = min((sum(1 << image[at] for at in first), image) for image in images)
    if least not in classes:
        return UNREACHABLE
    row = classes.index(least)
    free = [at for at in range(len(image)) if not least >> at & 1]
    places = sorted(free.index(image[at]) for at in second)
    rank = sum(comb(place, number) for number, place in enumerate(places, 1))
    block, inside = divmod(row, ply["rows_per_block"])
    offset, digest = ply["values"][block]
    values, found = record(file, offset, header["compression"])
    if found != digest:
        raise ValueError(f"the record at {offset} is not the one of the directory")
    (worth,) = struct.unpack_from("b", values, inside * ply["row_length"] + rank)
    return int(worth)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python read_table.py FILE POSITION, such as X../.O./...")
    try:
        with open(sys.argv[1], "rb") as table:
            worth = value(table, sys.argv[2])
    except (OSError, ValueError, LookupError, struct.error, zlib.error) as error:
        sys.exit(f"read_table.py: {error}")
    print("play does not lead there" if worth == UNREACHABLE else worth)
