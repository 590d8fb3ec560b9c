"""A data frame in, the same frame with the truth out: Polars, or pandas as it is."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from kinrow.annotate.files import as_series, free_heads
from kinrow.annotate.job import Job, Report, check_objective
from kinrow.annotate.layout import Mapped, layout
from kinrow.annotate.limit import Limit
from kinrow.annotate.recording import BadRow, Fault, added, record
from kinrow.annotate.store import Store
from kinrow.annotate.truth import columns as heads_of
from kinrow.rules import Objective, Rules
from kinrow.rules.games import game as game_of

Frame = TypeVar("Frame")
_SHOWN = 5


class BadRowsWarning(UserWarning):
    """Some rows cannot be; their added columns are empty. `faults` has all of them."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        listed = "\n  ".join(map(str, faults[:_SHOWN]))
        more = f"\n  and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
        super().__init__(f"{len(faults)} rows cannot be:\n  {listed}{more}")


def annotate(
    frame: Frame,
    *,
    game: str | Rules,
    columns: Mapped = None,
    objective: Objective = "outcome",
    limit: str | float | Limit | None = None,
    memory: str | int | None = None,
    threads: int | None = None,
    strict: bool = False,
    store: Path | str | None = None,
    report: Report | None = None,
) -> Frame:
    """The frame with the exact truth about each recorded position and move.

    - `frame`: a Polars DataFrame (or LazyFrame, which is collected) or a pandas DataFrame; what
      comes back is of the same kind, with its rows in their order and all its own columns. Where
      a column holds whole games, one row for each of their moves.
    - `columns`: the column of each field of `layout.FIELDS`, "position=board,move=2", where the
      heads do not say it. `objective`: "outcome"; "score" (line games) or "margin" (majority
      games) add distances.
    - `limit` for each position: seconds, or "200k" nodes; what is open then are bounds.
    - `store`: a file where answers are kept for the next run. `memory`, `threads`: see Solver.

    Added are the columns of `truth.columns(objective)`, as docs/annotate.md says. Rows that
    cannot be have empty values, and a BadRowsWarning names them; with `strict` the first raises
    BadRow. Raises LayoutError where no column holds positions, TableError where a head is taken.

    >>> import polars
    >>> frame = polars.DataFrame({"position": ["XX./OO./..."], "move": ["c2"]})
    >>> annotate(frame, game="tictactoe")["outcome", "move_outcome", "best_moves", "regret"].row(0)
    ('win', 'draw', 'c1', 1)
    """
    rules = game_of(game)
    check_objective(objective, rules)
    table: Any = frame.collect() if hasattr(frame, "collect") else frame
    heads = [str(head) for head in table.columns]
    fields = layout(columns, heads)
    recording = record(rules, fields, lambda head: list(table[head]), {})
    free_heads([*recording.extra, *heads_of(objective)], heads)
    faults = recording.faults(range(1, len(table) + 1))
    if faults and strict:
        raise BadRow(str(faults[0]))
    if faults:
        warnings.warn(BadRowsWarning(faults), stacklevel=2)
    allowed = None if limit is None else Limit.parse(limit)
    with Store(None if store is None else Path(store), rules, objective) as answers:
        Job(answers, objective, allowed, memory, threads, report).run(recording.positions)
        truth = added(recording, answers, objective)
    new: dict[str, Sequence[object]] = {**recording.extra, **truth}
    if hasattr(table, "with_columns"):
        if recording.origin is not None:
            table = table[list(recording.origin)]
        return table.with_columns(as_series(new))  # type: ignore[no-any-return]
    if recording.origin is not None:
        table = table.iloc[list(recording.origin)]
    return table.assign(**new)  # type: ignore[no-any-return]
