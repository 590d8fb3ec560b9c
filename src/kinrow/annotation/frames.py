"""Adds the exact values to a data frame: Polars or pandas, through Narwhals."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from kinrow.annotation.files import NUMBERS, free_heads
from kinrow.annotation.job import Job, JobProgressCallback, check_objective
from kinrow.annotation.layout import Mapped, check_distinct, layout
from kinrow.annotation.limit import Limit
from kinrow.annotation.recording import BadRow, RowFault, added, record
from kinrow.annotation.store import AnswerStore
from kinrow.annotation.table_error import TableError
from kinrow.annotation.truth import columns as heads_of
from kinrow.cluster import Cluster
from kinrow.rules import GameLike, Objective
from kinrow.rules.calls import as_in
from kinrow.rules.games import game as game_of
from kinrow.rules.sentence import Sentence, listing, some
from kinrow.runtime.extras import needs
from kinrow.words import Language

if TYPE_CHECKING:
    import narwhals as nw

Frame = TypeVar("Frame")
_SHOWN = 5


class BadRowsWarning(UserWarning):
    """Some rows cannot be used; their added columns are empty. `faults` has all of them."""

    def __init__(self, faults: Sequence[RowFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    @property
    def sentence(self) -> Sentence:
        """How many rows."""
        return Sentence("row.unusable", rows=some(len(self.faults), "row"))

    def worded(self, language: Language) -> str:
        """The sentence, then one row per line."""
        faults = [fault.sentence for fault in self.faults]
        return listing(self.sentence, faults, _SHOWN, language)

    def __str__(self) -> str:
        return self.worded("en")


@as_in("annotate(frame, game='tictactoe')")
def annotate(
    frame: Frame,
    *,
    game: GameLike,
    columns: Mapped = None,
    objective: Objective = "outcome",
    limit: str | float | Limit | None = None,
    memory: str | int | None = None,
    threads: int | None = None,
    strict: bool = False,
    store: Path | str | None = None,
    report: JobProgressCallback | None = None,
    cluster: Cluster | None = None,
) -> Frame:
    """The frame with the exact truth about each recorded position and move.

    - `frame`: a Polars DataFrame (or LazyFrame, which is collected), a pandas DataFrame, or
      anything else that Narwhals reads. The result is of the same kind, with the rows in their
      order and all columns of the frame. A column of whole games gives one row for each move.
    - `columns`: which column holds what, as in "position=board,move=2", if their names do not say
      it; `kinrow.annotation.layout.FIELDS` lists the fields.
    - `objective`: "outcome"; "score" (line games) and "margin" (majority games) add distances.
    - `limit` for each position: seconds, or nodes as in "200k"; values still open get bounds.
    - `store`: a file where answers are kept for the next run. `memory`, `threads`: see Solver.
    - `cluster`: whose workers search, see `kinrow.cluster.connect`.

    docs/how-to/annotate.md describes the added columns. Rows that cannot be used get empty values,
    and a BadRowsWarning names them; with `strict` the first of them raises BadRow. Raises
    LayoutError if no column holds positions or two have one name, TableError if the frame already
    has such a column.

    >>> import polars
    >>> frame = polars.DataFrame({"position": ["XX./OO./..."], "move": ["c2"]})
    >>> annotate(frame, game="tictactoe")["outcome", "move_outcome", "best_moves", "regret"].row(0)
    ('win', 'draw', 'c1', 1)
    """
    rules = game_of(game)
    check_objective(objective, rules)
    table = _table(frame)
    heads = {str(head): head for head in table.columns}  # those of pandas may be numbers

    def column(head: str) -> list[object]:
        values: list[object] = table.get_column(heads[head]).to_list()
        return values

    fields = layout(_named(columns, heads), list(heads), column)
    recording = record(rules, fields, column, {})
    free_heads([*recording.extra, *heads_of(objective)], list(heads))
    faults = recording.faults(range(1, len(table) + 1))
    if faults and strict:
        raise BadRow(faults[0].sentence)
    if faults:
        warnings.warn(BadRowsWarning(faults), stacklevel=3)  # the caller's; 2 is that of `as_in`
    allowed = None if limit is None else Limit.parse(limit)
    with AnswerStore(None if store is None else Path(store), rules, objective) as answers:
        job = Job(answers, objective, allowed, memory, threads, report, cluster=cluster)
        job.run(recording.positions)
        truth = added(recording, answers, objective)
    new: dict[str, Sequence[object]] = {**recording.extra, **truth}
    if recording.origin is not None:
        table = table[list(recording.origin)]
    return _widened(table, new).to_native()  # type: ignore[no-any-return]


def _table(frame: Any) -> nw.DataFrame[Any]:
    """The frame as Narwhals has it; raises TableError for what is not a frame."""
    needs("narwhals", "annotate")
    import narwhals as nw
    from narwhals.exceptions import DuplicateError

    try:
        table = nw.from_native(frame)
    except TypeError:
        kind = type(frame).__name__
        raise TableError(Sentence("annotate.frame", kind=kind)) from None
    except DuplicateError:
        check_distinct([str(head) for head in frame.columns])
        raise
    table = table.collect() if isinstance(table, nw.LazyFrame) else table
    check_distinct([str(head) for head in table.columns])
    return table


def _named(columns: Mapped, heads: Mapping[str, object]) -> Mapped:
    """The columns with headings that are numbers as texts: another number counts from 1."""
    if not isinstance(columns, Mapping):
        return columns
    own = list(heads.values())
    return {field: str(head) if head in own else head for field, head in columns.items()}


def _widened(
    table: nw.DataFrame[Any], columns: Mapping[str, Sequence[object]]
) -> nw.DataFrame[Any]:
    """The table with these columns, whose types an empty column does not show."""
    import narwhals as nw

    library = table.implementation
    made = []
    for head, values in columns.items():
        # pandas has no whole numbers with gaps but in types of its own.
        kind = None if library.is_pandas_like() else nw.Int64 if head in NUMBERS else nw.String
        made.append(nw.new_series(head, values, kind, backend=library))
    return table.with_columns(*made)
