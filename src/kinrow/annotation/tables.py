"""Tables in and out: CSV, TSV, Parquet, JSON lines; a row keeps its columns and its line."""

from __future__ import annotations

import codecs
import csv
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from kinrow.records import SUFFIXES, Format
from kinrow.rules import KinrowError
from kinrow.rules.sentence import Sentence, some
from kinrow.runtime.extras import needs
from kinrow.runtime.files import reason_of, whole_file

if TYPE_CHECKING:
    import polars as pl

SURPLUS = "surplus"
"""A column for what stands in a row beyond its last head; there only if a row has so much."""

KINDS = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    **SUFFIXES,
}
"""The kind of file that a suffix says."""

GAME_KINDS: dict[str, Format] = {kind: kind for kind in SUFFIXES.values()}
"""The kinds that hold whole games."""


class TableError(KinrowError, ValueError):
    """A file that cannot be read or written as a table; the message says which, where and why."""


@dataclass(frozen=True, slots=True)
class RowTable:
    """A frame, the line of each of its rows in the file, and what is wrong with a row as text."""

    frame: pl.DataFrame
    lines: Sequence[int]
    faults: dict[int, str] = field(default_factory=dict)


def kind_of(path: Path) -> str:
    """The kind of a file by its suffix; raises TableError for a suffix that says nothing.

    >>> kind_of(Path("games.CSV"))
    'csv'
    """
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        known = ", ".join(KINDS)
        raise TableError(Sentence("annotate.kind", path=path, known=known))
    return kind


def read_table(path: Path, kind: str) -> RowTable:
    """Read a table; raises TableError for a file that is not a table, or not there."""
    needs("polars", "annotate")
    readers: dict[str, Callable[[Path], RowTable]] = {
        "csv": lambda path: read_separated(path, ","),
        "tsv": lambda path: read_separated(path, "\t"),
        "jsonl": _read_json_lines,
        "parquet": _read_parquet,
    }
    return readers[kind](path)


def read_text(path: Path) -> str:
    """A text file in UTF-8, or UTF-16 with its mark; raises TableError for a line that is not."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise TableError(Sentence("file.failed", path=path, reason=reason_of(error))) from None
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TableError(Sentence("annotate.utf8", path=path, line=line)) from None


def read_separated(path: Path, separator: str, heads: Sequence[str] | None = None) -> RowTable:
    """A separated text; the heads are its first row unless they are given.

    Heads without a comma, but with semicolons or tabs, say that those separate the fields.

    All columns are texts, so that they are written again as they were; an empty field is null.
    """
    lines: list[int] = []
    records: list[list[str]] = []
    text = read_text(path)
    if heads is None:
        first = text.lstrip("\r\n").partition("\n")[0]
        separator = next((mark for mark in (separator, ";", "\t") if mark in first), separator)
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator)
    last = 0
    try:
        for record in reader:
            if record:
                lines.append(last + 1)
                records.append(record)
            last = reader.line_num
    except csv.Error as error:
        raise TableError(
            Sentence("annotate.line", path=path, line=reader.line_num, reason=error)
        ) from None
    if heads is None:
        if not records:
            raise TableError(Sentence("annotate.empty", path=path))
        lines, heads, records = lines[1:], records[0], records[1:]
        twice = sorted({head for head in heads if heads.count(head) > 1})
        if twice:
            raise TableError(Sentence("annotate.twice", path=path, column=repr(twice[0])))
    return _from_records(list(heads), records, lines, separator)


def _from_records(
    heads: list[str], records: list[list[str]], lines: list[int], separator: str
) -> RowTable:
    import polars as pl

    faults: dict[int, str] = {
        number: Sentence("row.fields", found=some(len(record), "field"), due=len(heads))
        for number, record in enumerate(records)
        if len(record) != len(heads)
    }
    columns: dict[str, list[str | None]] = {
        head: [record[at] or None if at < len(record) else None for record in records]
        for at, head in enumerate(heads)
    }
    if any(len(record) > len(heads) for record in records):
        if SURPLUS in columns:
            raise TableError(Sentence("annotate.taken", column=repr(SURPLUS)))
        columns[SURPLUS] = [separator.join(record[len(heads) :]) or None for record in records]
    schema = dict.fromkeys(columns, pl.String)
    return RowTable(pl.DataFrame(columns, schema=schema), lines, faults)


def _read_json_lines(path: Path) -> RowTable:
    import polars as pl

    rows: list[dict[str, object]] = []
    lines: list[int] = []
    faults: dict[int, str] = {}
    for line, text in enumerate(read_text(path).split("\n"), start=1):
        if not text.strip():
            continue
        try:
            row = json.loads(text)
        except (ValueError, RecursionError) as error:
            row = Sentence("json.none", reason=error)
        if not isinstance(row, dict):
            faults[len(rows)] = row if isinstance(row, Sentence) else Sentence("row.object")
            row = {}
        rows.append(row)
        lines.append(line)
    heads = list(dict.fromkeys(head for row in rows for head in row))
    columns = []
    for head in heads:
        try:
            columns.append(pl.Series(head, [row.get(head) for row in rows]))
        except (TypeError, OverflowError, pl.exceptions.PolarsError):
            raise TableError(Sentence("annotate.types", path=path, column=repr(head))) from None
    return RowTable(pl.DataFrame(columns), lines, faults)


def _read_parquet(path: Path) -> RowTable:
    import polars as pl

    try:
        with path.open("rb") as file:  # the name itself may not be in UTF-8
            frame = pl.read_parquet(file)
    except OSError as error:
        raise TableError(Sentence("file.failed", path=path, reason=reason_of(error))) from None
    except pl.exceptions.PolarsError as error:
        raise TableError(Sentence("annotate.parquet", path=path, reason=error)) from None
    return RowTable(frame, range(1, frame.height + 1))


def check_writable(frame: pl.DataFrame, path: Path) -> None:
    """Raises TableError if the kind of file that the suffix says cannot hold these columns."""
    kind = kind_of(path)
    if kind in ("csv", "tsv"):
        for head, dtype in frame.schema.items():
            if dtype.is_nested():
                raise TableError(
                    Sentence("annotate.lists", path=path, column=repr(head), kind=kind)
                )


def write_table(frame: pl.DataFrame, path: Path) -> None:
    """Write a frame in the kind that the suffix says: whole, or not at all."""
    check_writable(frame, path)
    writers: dict[str, Callable[[Path], object]] = {
        "csv": frame.write_csv,
        "tsv": lambda file: frame.write_csv(file, separator="\t"),
        "jsonl": frame.write_ndjson,
        "parquet": frame.write_parquet,
    }
    with whole_file(path) as temporary:
        writers[kind_of(path)](temporary)
