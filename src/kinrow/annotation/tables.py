"""Tables in and out: CSV, TSV, Parquet, JSON lines, SQLite; a row keeps its columns and line."""

from __future__ import annotations

import codecs
import csv
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from io import StringIO
from json import dumps, loads
from pathlib import Path
from typing import TYPE_CHECKING

from kinrow.annotation.databases import as_text, check_heads, read_database, write_database
from kinrow.annotation.table_error import TableError
from kinrow.records import SUFFIXES, Format
from kinrow.records.plain import not_json
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence, some
from kinrow.runtime.extras import needs
from kinrow.runtime.files import reason_of, whole_file

if TYPE_CHECKING:
    import polars as pl
    from polars.datatypes import DataTypeClass

    _Type = pl.DataType | DataTypeClass

SURPLUS = "surplus"
"""A column for what stands in a row beyond its last head, or in a line that is not a JSON object.

There only if a row has it."""

_MOST_HEADS = 100_000  # characters; csv takes fields of up to 131,072

KINDS = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".sqlite": "sqlite",
    ".sqlite3": "sqlite",
    ".db": "sqlite",
    **SUFFIXES,
}
"""The kind of file that a suffix says."""

_OF_TYPES = ("parquet", "sqlite")
"""The kinds whose columns have types."""

GAME_KINDS: dict[str, Format] = {kind: kind for kind in SUFFIXES.values()}
"""The kinds that hold whole games."""


@dataclass(frozen=True, slots=True)
class RowTable:
    """A frame, the line of each of its rows in the file, and what is wrong with a row as text.

    `texts`: of JSON lines, each row as it was; their columns hold Python's values of any type.
    """

    frame: pl.DataFrame
    lines: Sequence[int]
    faults: dict[int, str] = field(default_factory=dict)
    texts: Sequence[str] = ()

    def taken(self, rows: Sequence[int]) -> RowTable:
        """These rows of it, in this order, as often as they are named."""
        lines, texts = (
            [self.lines[at] for at in rows],
            [self.texts[at] for at in rows if self.texts],
        )
        return RowTable(self.frame[list(rows)], lines, texts=texts)


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
        "sqlite": _read_database,
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

    Heads that commas do not part, but semicolons or tabs, say that those separate the fields.

    All columns are texts, so that they are written again as they were; an empty field is null. An
    empty line is a row only if there is one column.
    """
    text = read_text(path)
    if heads is None:
        separator = _separator(text, separator)
    rows = _separated(path, text, separator)
    if heads is None:
        heads = next((record for _, record in rows if record), None)
        if heads is None:
            raise TableError(Sentence("annotate.empty", path=path))
        twice = sorted({head for head in heads if heads.count(head) > 1})
        if twice:
            raise TableError(Sentence("annotate.twice", path=path, column=repr(twice[0])))
    kept = [(line, record or [""]) for line, record in rows if record or len(heads) == 1]
    lines, records = [line for line, _ in kept], [record for _, record in kept]
    return _from_records(list(heads), records, lines, separator)


def _separator(text: str, usual: str) -> str:
    """The first mark that parts the first row."""
    first = text.lstrip("\r\n")[:_MOST_HEADS]
    for mark in (usual, ";", "\t"):
        try:
            if len(next(csv.reader(StringIO(first, newline=""), delimiter=mark, strict=True))) > 1:
                return mark
        except (csv.Error, StopIteration):
            continue
    return usual


def _separated(path: Path, text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The fields of each row, and the line where it begins."""
    # Not strict, a quote that is not closed would swallow rows.
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    try:
        for record in reader:
            yield line, record
            line = reader.line_num + 1
    except csv.Error as error:
        at = _open_quote(text, separator)
        if at is None:
            raise TableError(
                Sentence("annotate.line", path=path, line=line, reason=error)
            ) from None
        line = len(re.findall(r"\r\n?|\n", text[:at])) + 1
        raise TableError(Sentence("annotate.quote", path=path, line=line)) from None


def _open_quote(text: str, separator: str) -> int | None:
    """Where the first field begins that opens with a quote but does not end with one."""
    mark = re.escape(separator)
    quoted, plain = r'"[^"]*(?:""[^"]*)*"', rf'[^"{mark}\r\n][^{mark}\r\n]*'
    field_and_end = re.compile(rf"(?:{quoted}|{plain})?(?:{mark}|\r\n?|\n|\Z)")
    at = 0
    while at < len(text):
        found = field_and_end.match(text, at)
        if found is None:
            return at
        at = found.end()
    return None


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
    texts: list[str] = []
    lines: list[int] = []
    faults: dict[int, str] = {}
    for line, text in enumerate(read_text(path).split("\n"), start=1):
        if not text.strip():
            continue
        try:
            row = loads(text)
        except (ValueError, RecursionError) as error:
            row = not_json(error, in_a_line=True)
        if not isinstance(row, dict):
            faults[len(rows)] = row if isinstance(row, Sentence) else Sentence("row.object")
            row = {SURPLUS: text.strip()}
            text = dumps(row)
        rows.append(row)
        texts.append(text.strip())
        lines.append(line)
    if any(SURPLUS in row for at, row in enumerate(rows) if faults and at not in faults):
        raise TableError(Sentence("annotate.taken", column=repr(SURPLUS)))
    heads = dict.fromkeys(head for row in rows for head in row)
    # A type of its own would lose what does not fit it.
    columns = {head: pl.Series([row.get(head) for row in rows], dtype=pl.Object) for head in heads}
    return RowTable(pl.DataFrame(columns), lines, faults, texts)


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


def _read_database(path: Path) -> RowTable:
    import polars as pl

    columns = []
    for head, values in read_database(path).items():
        made = _typed(head, values)
        if made is None:  # values of several types, which SQLite allows
            made = pl.Series(head, list(map(as_text, values)), dtype=pl.String)
        columns.append(made)
    frame = pl.DataFrame(columns)
    return RowTable(frame, range(1, frame.height + 1))


def fitted(table: RowTable, source: Path, target: Path, new: Sequence[str] = ()) -> RowTable:
    """The table as the kind of file that `target` names holds it, along with `new` columns.

    Raises TableError for a column that this kind cannot hold.
    """
    kind = kind_of(target)
    if kind == "sqlite":
        check_heads(target, [*table.frame.columns, *new])
    if kind in GAME_KINDS or (table.texts and kind == "jsonl"):
        return table
    if table.texts:
        table = replace(table, frame=_of_json(table, source, kind), texts=())
    for head, dtype in table.frame.schema.items():
        unfit = _unfit(dtype, kind)
        if unfit is not None:
            fit = ".jsonl" if kind == "parquet" else ".parquet"
            found = {"column": repr(head), "type": unfit.base_type(), "kind": kind, "fit": fit}
            raise TableError(Sentence("annotate.type", path=target, **found))
    return table


def _unfit(dtype: _Type, kind: str) -> _Type | None:
    """The type, or one inside it, that this kind of table cannot hold."""
    import polars as pl

    if kind in ("csv", "tsv", "sqlite"):
        unfit = (pl.Duration,) if kind == "sqlite" else (pl.Binary, pl.Duration)
        return dtype if dtype.is_nested() or dtype in unfit else None
    inner: list[_Type] = []
    if isinstance(dtype, pl.Struct):
        inner = [part.dtype for part in dtype.fields]
        if kind == "parquet" and not inner:
            return dtype
    elif isinstance(dtype, pl.List | pl.Array):
        inner = [dtype.inner]
    if kind == "jsonl" and dtype == pl.Binary:
        return dtype
    return next((found for each in inner if (found := _unfit(each, kind)) is not None), None)


def _of_json(table: RowTable, source: Path, kind: str) -> pl.DataFrame:
    """The values of JSON lines in columns that have a type."""
    import polars as pl

    column = _typed if kind in _OF_TYPES else _text
    columns = []
    for head in table.frame.columns:
        values = table.frame[head].to_list()
        made = column(head, values)
        if made is None:
            at = bisect_left(range(len(values)), 1, key=partial(_is_beyond, column, head, values))
            place = {"path": source, "line": table.lines[at], "column": repr(head), "kind": kind}
            value = shown(values[at])
            if kind in _OF_TYPES:
                raise TableError(Sentence("annotate.mixed", **place, value=value))
            raise TableError(Sentence("annotate.value", **place, value=value))
        columns.append(made)
    return pl.DataFrame(columns)


_Column = Callable[[str, list[object]], "pl.Series | None"]


def _is_beyond(column: _Column, head: str, values: list[object], at: int) -> bool:
    """Whether the values up to this one no longer make a column."""
    return column(head, values[: at + 1]) is None


def _typed(head: str, values: list[object]) -> pl.Series | None:
    """A column of one type; None if that would change a value."""
    import polars as pl

    try:
        made = pl.Series(head, values, strict=False)
    except (TypeError, OverflowError, UnicodeEncodeError, pl.exceptions.PolarsError):
        return None
    return made if made.dtype != pl.Object and all(map(_same, values, made.to_list())) else None


def _same(value: object, kept: object) -> bool:
    """Whether a value of JSON was kept; an object may have got fields that others have."""
    if isinstance(value, dict) and isinstance(kept, dict):
        return all(_same(each, kept.get(name)) for name, each in value.items())
    if isinstance(value, list) and isinstance(kept, list):
        return len(value) == len(kept) and all(map(_same, value, kept))
    alike = value == kept or (value != value and kept != kept)
    return alike and isinstance(value, bool) == isinstance(kept, bool)


def _text(head: str, values: list[object]) -> pl.Series | None:
    """A column of texts, of what is none as JSON has it; None if a value is a list or an object."""
    import polars as pl

    if any(isinstance(value, list | dict) for value in values):
        return None
    texts = [value if value is None or isinstance(value, str) else dumps(value) for value in values]
    try:
        return pl.Series(head, texts, dtype=pl.String)
    except UnicodeEncodeError:  # half a surrogate pair
        return None


def write_table(frame: pl.DataFrame, path: Path, texts: Sequence[str] = ()) -> None:
    """Write a frame in the kind that the suffix says: whole, or not at all.

    `texts`: the rows of JSON lines, which get the columns that are new.
    """
    writers: dict[str, Callable[[Path], object]] = {
        "csv": frame.write_csv,
        "tsv": lambda file: frame.write_csv(file, separator="\t"),
        "jsonl": partial(_write_more, frame, texts) if texts else frame.write_ndjson,
        "parquet": frame.write_parquet,
        "sqlite": partial(write_database, frame),
    }
    with whole_file(path) as temporary:
        writers[kind_of(path)](temporary)


def _write_more(frame: pl.DataFrame, texts: Sequence[str], path: Path) -> None:
    """Each object with the columns that its own do not hold, which alone have a type."""
    import polars as pl

    new = frame.select(pl.exclude(pl.Object)).iter_rows(named=True)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for text, row in zip(texts, new, strict=True):
            own = text[:-1].rstrip()
            comma = "" if own == "{" else ", "
            file.write(f"{own}{comma}{dumps(row)[1:]}\n")
