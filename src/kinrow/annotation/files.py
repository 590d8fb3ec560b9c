"""A file in, the same file with the truth out: read, answer, write whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from kinrow.annotation.extra import needs
from kinrow.annotation.games import HEADS, LAYOUT, Game, step_row, steps
from kinrow.annotation.job import Job, check_objective
from kinrow.annotation.layout import PRESETS, Mapped, layout
from kinrow.annotation.limit import Limit
from kinrow.annotation.psq import read_psq
from kinrow.annotation.recording import BadRow, Fault, Recording, added, record
from kinrow.annotation.sgf import read_sgf, write_sgf
from kinrow.annotation.store import AnswerStore
from kinrow.annotation.tables import (
    RowTable,
    TableError,
    check_writable,
    kind_of,
    read_separated,
    read_table,
    read_text,
    whole_file,
    write_table,
)
from kinrow.annotation.truth import OUTCOMES, Plain
from kinrow.annotation.truth import columns as heads_of
from kinrow.rules import GameLike, KinrowError, NotationError, Objective, Rules, RulesError
from kinrow.rules.games import game as game_of

if TYPE_CHECKING:
    import polars as pl

FORMATS = ("csv", "tsv", "parquet", "jsonl", "psq", "sgf", *PRESETS)
"""What can be read: kinds of files, and presets."""

NUMBERS = ("ply", "regret", "score", "move_score", "margin", "move_margin")


@dataclass(frozen=True, slots=True)
class SourceTable:
    """A file that was read: its game, its table, where the fields are, and their game's record."""

    rules: Rules
    table: RowTable
    layout: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run did: rows written, those that cannot be, those with bounds only, its cost."""

    rules: Rules
    rows: int
    faults: tuple[Fault, ...]
    bounded: int
    mistakes: int
    seconds: float


def read_source(
    path: Path, game: GameLike | None, kind: str | None, columns: Mapped
) -> SourceTable:
    """Read a file of recorded positions or games; `kind` is one of FORMATS, or by the suffix.

    Raises KinrowError for anything that cannot be read, and where nothing says which game it is.
    """
    needs("polars")
    kind = kind or kind_of(path)
    if kind not in FORMATS:
        raise TableError(f"format {kind!r}: expected one of {', '.join(FORMATS)}")
    if kind in ("psq", "sgf"):
        return _read_games(path, kind, None if game is None else game_of(game))
    if kind in PRESETS:
        preset = PRESETS[kind]
        table = read_separated(path, preset.separator, preset.heads)
        fields = layout(columns or preset.columns, table.frame.columns)
        return SourceTable(game_of(preset.game if game is None else game), table, fields)
    if game is None:
        raise RulesError(f"{path}: which game is it? Name it: --game 4,9,4")
    table = read_table(path, kind)
    return SourceTable(game_of(game), table, layout(columns, table.frame.columns))


def _read_games(path: Path, kind: str, named: Rules | None) -> SourceTable:
    """Whole games of one kind; five in a row where neither the file nor `named` says another."""
    import polars as pl

    rules: Rules | None = None
    rows: list[dict[str, object]] = []
    lines: list[int] = []
    try:
        text = read_text(path)
        games = read_sgf(text) if kind == "sgf" else [read_psq(text)]
        for number, game in enumerate(games, start=1):
            other, rules = rules, _rules_of(game, named)
            if other not in (None, rules):
                raise NotationError(f"holds games of several kinds, {other} and {rules}")
            for step in steps(rules, game.stones):
                rows.append(step_row(number, step, game.players))
                lines.append(step.stone.line)
    except NotationError as error:
        raise TableError(f"{path}: {error}") from None
    if rules is None:
        raise TableError(f"{path}: holds no game")
    heads = dict.fromkeys([*HEADS, *(head for row in rows for head in row)])
    table = RowTable(pl.DataFrame({head: [row.get(head) for row in rows] for head in heads}), lines)
    return SourceTable(rules, table, LAYOUT | layout({}, list(heads)))


def _rules_of(game: Game, rules: Rules | None) -> Rules:
    """The rules that were named, or else that the file names, or five in a row on its board."""
    if rules is None:
        with suppress(KinrowError):
            return _fitting(game, game_of(game.rules or ""))
        if not game.rows:
            raise NotationError("the file does not say how large the board is: name the game")
        return game_of(f"{game.rows},{game.cols},5")
    return _fitting(game, rules)


def _fitting(game: Game, rules: Rules) -> Rules:
    if game.rows and (game.rows, game.cols) != (rules.rows, rules.cols):
        raise NotationError(
            f"a board of {game.rows} rows and {game.cols} columns, but {rules.title} has "
            f"{rules.rows} and {rules.cols}"
        )
    return rules


def store_path(target: Path) -> Path:
    """The file of answers beside an output.

    >>> store_path(Path("out.csv")).name
    'out.csv.answers.sqlite'
    """
    return target.with_name(f"{target.name}.answers.sqlite")


def annotate_file(
    source: Path | str,
    target: Path | str,
    *,
    game: GameLike | None = None,
    kind: str | None = None,
    columns: Mapped = None,
    objective: Objective = "outcome",
    limit: str | float | Limit | None = None,
    strict: bool = False,
    **how: Any,
) -> Summary:
    """Write every row of `source` to `target` with the columns of `truth.columns(objective)`.

    Answers go to `store_path(target)` as they come; a run that ended early is taken up there. Of
    `how`: `memory` and `threads` as a Solver has them, `report` as a Job has it, and `fault`,
    called with each Fault before the work begins. Raises BadRow for the first of them if
    `strict`, KinrowError for files that cannot be read or written, Interrupted on Ctrl-C.
    """
    began = monotonic()
    target, source = Path(target), Path(source)
    allowed = None if limit is None else Limit.parse(limit)
    found = read_source(source, game, kind, columns)
    check_objective(objective, found.rules)
    _check_target(target, source, found)
    frame, lines = found.table.frame, found.table.lines
    recording = record(
        found.rules, found.layout, lambda head: frame[head].to_list(), found.table.faults
    )
    free_heads([*recording.extra, *heads_of(objective)], frame.columns)
    faults = recording.faults(lines)
    _tell(faults, strict, how.pop("fault", None))
    with AnswerStore(store_path(target), found.rules, objective) as store:
        store.note(_notes(found, recording, objective))
        Job(store, objective, allowed, **how).run(recording.positions)
        truth = added(recording, store, objective)
    if recording.origin is not None:
        frame = frame[list(recording.origin)]
    _write(frame.with_columns(as_series({**recording.extra, **truth})), target, found.rules)
    return Summary(
        found.rules,
        len(recording.rows),
        faults,
        _open_rows(truth),
        sum(bool(regret) for regret in truth["regret"]),
        monotonic() - began,
    )


def _notes(found: SourceTable, recording: Recording, objective: Objective) -> dict[str, object]:
    """What a report needs to know of the output."""
    columns = dict(recording.layout)
    return {"game": str(found.rules), "objective": objective, "columns": columns}


def _check_target(target: Path, source: Path, found: SourceTable) -> None:
    """Before hours of work: whether the result can be written there."""
    kind = kind_of(target)
    if kind == "psq" or (kind == "sgf" and "game" not in found.table.frame.columns):
        raise TableError(f"{target}: this kind of file cannot hold these columns; expected a table")
    check_writable(found.table.frame, target)
    if not target.absolute().parent.is_dir():
        raise TableError(f"{target}: there is no folder {target.parent}")
    if target.exists() and target.samefile(source):
        raise TableError(f"{target}: would replace the input; name another output")


def free_heads(new: Sequence[str], heads: Sequence[str]) -> None:
    """Raises TableError where one of the new heads is taken: a row keeps its own columns."""
    taken = [head for head in new if head in heads]
    if taken:
        raise TableError(f"the table has a column {taken[0]!r} already: rename it first")


def _tell(faults: tuple[Fault, ...], strict: bool, tell: Callable[[Fault], object] | None) -> None:
    if strict and faults:
        raise BadRow(str(faults[0]))
    for fault in faults:
        if tell is not None:
            tell(fault)


def _open_rows(truth: Mapping[str, list[Plain]]) -> int:
    """Rows where something is known by bounds only."""
    said = zip(truth["outcome"], truth["move_outcomes"], truth["forced"], strict=True)
    return sum(
        outcome is not None
        and (
            OUTCOMES[str(outcome)][0] != OUTCOMES[str(outcome)][1]
            or (moves is not None and _has_bounds(str(moves)))
        )
        for outcome, moves, _ in said
    )


def _has_bounds(moves: str) -> bool:
    return any(len(set(OUTCOMES[move.partition(":")[2]])) == 2 for move in moves.split())


def as_series(columns: Mapping[str, Sequence[object]]) -> list[pl.Series]:
    """Columns with their types, which empty ones do not show."""
    import polars as pl

    kinds = {head: pl.Int64 if head in NUMBERS else pl.String for head in columns}
    return [pl.Series(head, values, dtype=kinds[head]) for head, values in columns.items()]


def _write(frame: pl.DataFrame, target: Path, rules: Rules) -> None:
    if kind_of(target) != "sgf":
        write_table(frame, target)
        return
    games: dict[object, list[dict[str, object]]] = {}
    for row in frame.iter_rows(named=True):
        games.setdefault(row["game"], []).append(row)
    with whole_file(target) as temporary:
        text = write_sgf(rules, list(games.values()))
        temporary.write_text(text + "\n", encoding="utf-8")
