"""Tables as a source: every position of a game with all its moves, or those of its first plies."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from kinrow.knowledge.turned import as_in, brought_back, forms
from kinrow.rules import Cell, KinrowError, Objective, Position, Rules, Value
from kinrow.runtime.folders import SHIPPED_TABLES, changed, table_folders
from kinrow.runtime.left_out import LeftOut
from kinrow.solver import Analysis, Solution
from kinrow.solver.evidence import Evidence
from kinrow.solver.findings import Findings

if TYPE_CHECKING:
    from kinrow.tables import Table

_OPEN = 4  # tables kept open
_GAMES = 1000  # whose tables are known


class TableSource:
    """What tables say of positions: those given, or the user's and those that come with kinrow.

    With `opening`, only opening tables are asked, else only those of whole games. A table also
    serves the board turned by a quarter, and the game that the other side begins. A damaged file is
    named in a warning and left out until it changes.

    >>> from tempfile import TemporaryDirectory
    >>> from kinrow.rules import game
    >>> from kinrow.tables import tabulate
    >>> position = game("tictactoe").parse("XX./OO./...")
    >>> with TemporaryDirectory() as folder, tabulate("tictactoe", f"{folder}/a.table") as table:
    ...     found = TableSource([table]).known(position, "score")
    ...
    >>> [str(move) for move in found.best], str(found.solution.value), found.solution.source.kind
    (['c1'], 'win, score 5', 'table')
    """

    def __init__(self, tables: Iterable[Table] | None = None, *, opening: bool = False) -> None:
        self._opening = opening
        self._given = None if tables is None else tuple(tables)
        self._left_out: set[tuple[Path, int]] = set()  # files as they were at that time
        self._opened = lru_cache(_OPEN)(_opened)

    def known(self, position: Position, objective: Objective) -> Analysis | None:
        """The value and all moves, or what an outcome says of a score; None without a table."""
        has_own = self._given is None and _user_has_tables()
        for rules, shipped in _ways_to_lie(position.rules):
            for table in self._tables(rules, shipped, has_own=has_own):
                if table.rules != rules or table.is_whole is self._opening:
                    continue
                asked = as_in(rules, position)
                try:
                    if table.has(asked):
                        found = _analysis(table, asked, objective)
                        return found if asked is position else brought_back(found, position)
                except (KinrowError, OSError) as error:
                    self._leave_out(table.path, error)
        return None

    def _tables(self, rules: Rules, shipped: Path | None, *, has_own: bool) -> Iterable[Table]:
        """Those that may have a game: the user's first, as they may have more positions."""
        if self._given is not None:
            yield from self._given
            return
        paths: list[Path] = []
        if has_own:
            # Loaded here: whoever has no tables need not wait for NumPy.
            from kinrow.tables import table_files

            paths += table_files(rules, opening=self._opening)
        paths += [shipped] if self._opening and shipped is not None else []
        for path in paths:
            at = changed(path)
            if (path, at) in self._left_out:
                continue
            try:
                yield self._opened(path, at)
            except (KinrowError, OSError) as error:
                self._leave_out(path, error)

    def _leave_out(self, path: Path, error: KinrowError | OSError) -> None:
        self._left_out.add((path, changed(path)))
        warnings.warn(LeftOut(path, error), stacklevel=2)


@lru_cache(_GAMES)
def _ways_to_lie(rules: Rules) -> tuple[tuple[Rules, Path | None], ...]:
    """The game turned by a quarter or not, begun by either side, with the shipped opening table."""
    return tuple((each, _shipped(each)) for each in forms(rules))


def _shipped(rules: Rules) -> Path | None:
    path = SHIPPED_TABLES / f"{rules.stem}.table"
    return path if path.is_file() else None


def _user_has_tables() -> bool:
    return any(_has_tables(folder, changed(folder)) for folder in table_folders())


@lru_cache(maxsize=64)
def _has_tables(folder: Path, at: int) -> bool:
    """Whether a folder had tables when it changed last."""
    return any(folder.glob("*.table"))


def _opened(path: Path, changed: int) -> Table:
    """The table that the file was at that time."""
    from kinrow.tables import Table

    return Table(path)


def _analysis(table: Table, position: Position, objective: Objective) -> Analysis:
    evidence = Evidence(kind="table", how="computed", game=str(table.rules), sha256=table.sha256)
    value = table[position]
    moves = table.moves(position) if table.has_moves(position) else {}
    if table.is_whole and (exact := _asked(value, objective)) is not None:
        worth = {move: _asked(found, objective) or found for move, found in moves.items()}
        line = _line(table, position, moves)
        return Analysis(Solution(position, exact, line, 0, 0.0, source=evidence), worth)
    findings = Findings(position, objective)
    findings.learn(value)
    for move, found in moves.items():
        findings.learn(found, [move])
    findings.known_by(evidence)
    return findings.analysis(0, 0.0, None)


def _line(table: Table, position: Position, moves: Mapping[Cell, Value]) -> tuple[Cell, ...]:
    """Best play to the end of the game; of moves that are alike the first one, row by row."""
    line: list[Cell] = []
    while moves:
        line.append(max(moves, key=moves.__getitem__))
        position = position.play(line[-1])
        moves = table.moves(position)
    return tuple(line)


def _asked(value: Value, objective: Objective) -> Value | None:
    """A table's value as it was asked for; None if the table has only outcomes."""
    if objective == value.objective:
        return value
    if objective == "outcome":
        outcome = int(value.outcome or 0)
        return Value("outcome", outcome, outcome)
    return None
