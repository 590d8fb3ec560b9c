"""Adds the exact values to a file: read it, answer, write the whole result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from errno import ENOENT
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from kinrow.annotation.games import (
    HEADS,
    LAYOUT,
    game_rows,
    idle,
    illegal_end,
    recorded_games,
    with_truth,
)
from kinrow.annotation.job import Job, JobProgressCallback, check_objective
from kinrow.annotation.layout import PRESETS, Mapped, layout
from kinrow.annotation.limit import Limit
from kinrow.annotation.recording import BadRow, Recording, RowFault, added, record
from kinrow.annotation.rows import is_given, is_row
from kinrow.annotation.store import AnswerStore
from kinrow.annotation.table_error import TableError
from kinrow.annotation.tables import (
    GAME_KINDS,
    KINDS,
    RowTable,
    fitted,
    kind_of,
    read_separated,
    read_table,
    write_table,
)
from kinrow.annotation.truth import OUTCOMES, Plain
from kinrow.annotation.truth import columns as heads_of
from kinrow.cluster import Cluster
from kinrow.records import Format, Record, write_games
from kinrow.rules import GameLike, KinrowError, Objective, Position, Rules, RulesError
from kinrow.rules.calls import as_in
from kinrow.rules.cell import shown
from kinrow.rules.games import game as game_of
from kinrow.rules.options import one_of
from kinrow.rules.sentence import Sentence
from kinrow.runtime.extras import needs
from kinrow.runtime.files import check_is_no_input, check_place, path_of, reason_of

if TYPE_CHECKING:
    import polars as pl

FORMATS = (*dict.fromkeys(KINDS.values()), *PRESETS)
"""What can be read: kinds of files, and presets."""

NUMBERS = (
    "game",
    "ply",
    "time_ms",
    "opening_stone",
    "regret",
    "score",
    "move_score",
    "margin",
    "move_margin",
)


@dataclass(frozen=True, slots=True)
class SourceTable:
    """A file that was read: its game, its table, where the fields are; its records, if any.

    `places`: of each record its file, and its number in it.
    """

    rules: Rules
    table: RowTable
    layout: Mapping[str, str]
    records: tuple[Record, ...] = ()
    places: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run of `annotate_file` did.

    - `rules`: the game; `rows`: how many were written; `seconds`: the time it took.
    - `faults`: a RowFault for each row that could not be used.
    - `bounded`: rows with bounds only; `mistakes`: rows whose move gave something away, unless it
      was a stone of the opening.
    """

    rules: Rules
    rows: int
    faults: tuple[RowFault, ...]
    bounded: int
    mistakes: int
    seconds: float


def read_source(
    paths: Sequence[Path], game: GameLike | None, kind: str | None, columns: Mapped
) -> SourceTable:
    """Read a file of recorded positions or games; `kind` is one of FORMATS, or by the suffix.

    Several files are whole games. Raises KinrowError for anything that cannot be read, and if
    nothing says which game it is.
    """
    needs("polars", "annotate")
    kinds = [kind or kind_of(path) for path in paths]
    for each in kinds:
        one_of("format", each, FORMATS)
    if all(each in GAME_KINDS for each in kinds):
        return _read_games(paths, [GAME_KINDS[each] for each in kinds], game)
    if len(paths) > 1:
        tables = [path for path, each in zip(paths, kinds, strict=True) if each not in GAME_KINDS]
        raise TableError(Sentence("annotate.alone", path=tables[0]))
    (path,), (kind,) = paths, kinds
    if kind in PRESETS:
        preset = PRESETS[kind]
        table = read_separated(path, preset.separator, preset.heads)
        fields = layout(columns or preset.columns, table.frame.columns)
        return SourceTable(game_of(preset.game if game is None else game), table, fields)
    if game is None:
        raise unnamed_game(path)
    table = read_table(path, kind)
    frame = table.frame
    fields = layout(columns, frame.columns, lambda head: frame[head].to_list())
    rules = game_of(game)
    if is_row(rules, fields, frame.columns):  # which would be lost
        raise TableError(Sentence("annotate.heads", path=path, row=shown(frame.columns[0])))
    return SourceTable(rules, table, fields)


def unnamed_game(path: Path) -> KinrowError:
    """The error for a table whose game is not given: first of all it must be there."""
    if not path.exists():
        reason = reason_of(FileNotFoundError(ENOENT, ""))
        return TableError(Sentence("file.failed", path=path, reason=reason))
    return RulesError(Sentence("annotate.game", path=path))


def _read_games(
    paths: Sequence[Path], kinds: Sequence[Format], game: GameLike | None
) -> SourceTable:
    """Whole games of one kind, each move a row."""
    import polars as pl

    records: list[Record] = []
    places: list[tuple[str, int]] = []
    for path, kind in zip(paths, kinds, strict=True):
        for number, each in enumerate(recorded_games(path, game, kind), 1):
            records.append(each)
            places.append((str(path), number))
            if each.rules != records[0].rules:
                raise _of_several_kinds(records, places)
    rows = game_rows(records, [file for file, _ in places] if len(paths) > 1 else None)
    heads = [head for head in HEADS if head not in idle(rows.rows)]
    frame = pl.DataFrame(as_series({head: [row[head] for row in rows.rows] for head in heads}))
    fields = LAYOUT | layout({}, heads)
    table = RowTable(frame, rows.lines, rows.faults)
    return SourceTable(records[0].rules, table, fields, tuple(records), tuple(places))


def _of_several_kinds(records: Sequence[Record], places: Sequence[tuple[str, int]]) -> TableError:
    """The error for records of which the last is of another game than the first."""
    (first, _), (path, number) = places[0], places[-1]
    found = {"path": path, "game": records[0].rules, "other": records[-1].rules}
    if path == first:
        return TableError(Sentence("annotate.several", number=number, **found))
    return TableError(Sentence("annotate.several.files", first=first, **found))


def store_path(target: Path) -> Path:
    """The file of answers next to an output.

    >>> store_path(Path("out.csv")).name
    'out.csv.answers.sqlite'
    """
    return target.with_name(f"{target.name}.answers.sqlite")


def _store(target: Path, found: SourceTable, objective: Objective, knowledge: bool) -> AnswerStore:
    return AnswerStore(store_path(target), found.rules, objective, knowledge=knowledge)


@as_in("annotate_file('a.csv', 'b.csv', game='tictactoe')")
def annotate_file(  # longer than most: it has many arguments
    source: Path | str | Sequence[Path | str],
    target: Path | str,
    *,
    game: GameLike | None = None,
    kind: str | None = None,
    columns: Mapped = None,
    objective: Objective = "outcome",
    limit: str | float | Limit | None = None,
    strict: bool = False,
    memory: str | int | None = None,
    threads: int | None = None,
    knowledge: bool = True,
    report: JobProgressCallback | None = None,
    fault: Callable[[RowFault], object] | None = None,
    cluster: Cluster | None = None,
) -> Summary:
    """Writes the rows of a file to another, with the exact truth about positions and moves.

    - `source`, `target`: tables (.csv, .tsv, .parquet, .jsonl, .sqlite) or whole games (.sgf, .psq,
      .json, .txt); `kind` is the source's format if its suffix does not say it. Several sources are
      files of whole games of one kind, whose rows have the column `file`.
    - `game`, `columns`, `objective`, `limit`, `strict`: as for `annotate`.
    - `memory`, `threads`, `knowledge`: as for a Solver; `cluster`: whose workers search.
    - `report`: called with a JobProgress now and then; `fault`: called with each RowFault before
      the work begins, and if games are written, with one for each illegal stone of a variation.

    Answers are kept in a file next to `target` as they come, so the same call resumes a run that
    ended early. Raises BadRow for the first row that cannot be used if `strict`, KinrowError for
    files that cannot be read or written, KeyboardInterrupt after Ctrl-C.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     source, target = Path(folder, "a.csv"), Path(folder, "b.csv")
    ...     _ = source.write_text("position,move\\nXX./OO./...,c2\\n")
    ...     summary = annotate_file(source, target, game="tictactoe")
    ...     target.read_text().splitlines()[1][:21]
    ...
    'XX./OO./...,c2,win,dr'
    >>> summary.rows, summary.mistakes
    (1, 1)
    """
    began = monotonic()
    target, sources = path_of(target, "out.csv"), _paths(source)
    allowed = None if limit is None else Limit.parse(limit)
    found = read_source(sources, game, kind, columns)
    check_objective(objective, found.rules)
    _check_target(target, sources, found)
    recording = _recorded(found)
    new = [*recording.extra, *heads_of(objective)]
    free_heads(new, found.table.frame.columns)
    table = fitted(found.table, sources[0], target, new)
    faults = _faults(found, recording)
    lost = _lost_variations(found) if kind_of(target) in GAME_KINDS else ()
    _tell(faults, lost, strict, fault)
    with _store(target, found, objective, knowledge) as store:
        store.note(_notes(found, recording, objective))
        job = Job(store, objective, allowed, memory, threads, report, knowledge, cluster)
        job.run(recording.positions)
        truth = added(recording, store, objective)
    if recording.origin is not None:
        table = table.taken(recording.origin)
    frame = table.frame.with_columns(as_series({**recording.extra, **truth}))
    _write(frame, target, found.records, table.texts)
    return Summary(
        found.rules,
        len(recording.rows),
        faults,
        _open_rows(truth, recording),
        _mistakes(truth["regret"], frame, recording),
        monotonic() - began,
    )


def _paths(source: object) -> list[Path]:
    listed: Sequence[Any] = source if isinstance(source, list | tuple) and source else [source]
    return [path_of(each, "games.csv") for each in listed]


def _recorded(found: SourceTable) -> Recording:
    table = found.table
    return record(found.rules, found.layout, lambda head: table.frame[head].to_list(), table.faults)


def _faults(found: SourceTable, recording: Recording) -> tuple[RowFault, ...]:
    if not found.records:
        return recording.faults(found.table.lines)
    places = [found.places[number - 1] for number in found.table.frame["game"].to_list()]
    return recording.faults(found.table.lines, places)


def _lost_variations(found: SourceTable) -> Iterator[RowFault]:
    """The stones of variations that cannot be played: they have no row, and are not written."""
    for each, place in zip(found.records, found.places, strict=True):
        ends = illegal_end(each)
        for stone in each.illegal:
            if stone is not ends:
                yield RowFault(stone.line, (stone.reason,), *place)


def _notes(found: SourceTable, recording: Recording, objective: Objective) -> dict[str, object]:
    """What a report needs to know of the output."""
    columns = dict(recording.layout)
    return {"game": str(found.rules), "objective": objective, "columns": columns}


def _check_target(target: Path, sources: Sequence[Path], found: SourceTable) -> None:
    """Before hours of work: whether the result can be written there."""
    kind, games = KINDS.get(target.suffix.lower()), ("sgf", "json") if found.records else ()
    if kind is None:
        fit = (end for end, each in KINDS.items() if each in games or each not in GAME_KINDS)
        raise TableError(Sentence("annotate.kind", path=target, known=", ".join(fit)))
    if kind in GAME_KINDS and kind not in games:
        raise TableError(Sentence("annotate.columns", path=target))
    if not target.absolute().parent.is_dir():
        raise TableError(Sentence("annotate.folder", path=target, folder=target.parent))
    check_place(target)
    check_is_no_input(target, *sources)


def free_heads(new: Sequence[str], heads: Sequence[str]) -> None:
    """Raises TableError if a new heading is taken: the file keeps its own columns."""
    taken = [head for head in new if head in heads]
    if taken:
        raise TableError(Sentence("annotate.taken", column=repr(taken[0])))


def _tell(
    faults: Sequence[RowFault],
    lost: Iterable[RowFault],
    strict: bool,
    tell: Callable[[RowFault], object] | None,
) -> None:
    if strict and faults:
        raise BadRow(faults[0].sentence)
    for fault in (*faults, *lost):
        if tell is not None:
            tell(fault)


def _mistakes(regrets: Sequence[Plain], frame: pl.DataFrame, recording: Recording) -> int:
    """Rows whose move gave something away; a stone of the opening was nobody's choice."""
    head = recording.layout.get("opening_stone")
    given = [None] * len(regrets) if head is None else frame[head].to_list()
    chosen = zip(regrets, given, strict=True)
    return sum(bool(regret) and not is_given(opening) for regret, opening in chosen)


def _open_rows(truth: Mapping[str, list[Plain]], recording: Recording) -> int:
    """Rows where something is known by bounds only, or not at all."""
    said = zip(truth["outcome"], truth["move_outcomes"], recording.rows, strict=True)
    return sum(
        row.position is not None
        and (_has_bounds(str(outcome)) or _is_open(row.position, str(moves or "").split()))
        for outcome, moves, row in said
    )


def _is_open(position: Position, listed: Sequence[str]) -> bool:
    """Whether the outcome of a move is open; moves of which nothing is known are not listed."""
    unlisted = not position.finished and len(listed) < len(position.legal_moves)
    return unlisted or any(_has_bounds(move.partition(":")[2]) for move in listed)


def _has_bounds(outcome: str) -> bool:
    return len(set(OUTCOMES[outcome])) == 2


def as_series(columns: Mapping[str, Sequence[object]]) -> list[pl.Series]:
    """Columns with their types, which empty ones do not show."""
    import polars as pl

    kinds = {head: pl.Int64 if head in NUMBERS else pl.String for head in columns}
    return [pl.Series(head, values, dtype=kinds[head]) for head, values in columns.items()]


def _write(
    frame: pl.DataFrame, target: Path, records: Sequence[Record], texts: Sequence[str]
) -> None:
    if kind_of(target) not in GAME_KINDS:
        write_table(frame, target, texts)
        return
    rows: dict[object, list[dict[str, object]]] = {}
    for row in frame.iter_rows(named=True):
        rows.setdefault(row["game"], []).append(row)
    noted = [with_truth(record, rows.get(number, [])) for number, record in enumerate(records, 1)]
    write_games(target, noted)
