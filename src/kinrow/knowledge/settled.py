"""The atlas as a source: a settled game, its first moves, and the positions that follow from them.

A row says what the empty board is worth to the player who begins. So no first move is worth more
to him; the row's own first move is worth just as much; and after it no reply is worth more to the
other side. The same row serves the board turned by a quarter, and the game that O begins.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from kinrow.knowledge.atlas import Atlas, class_row
from kinrow.knowledge.literature import with_x_first
from kinrow.knowledge.row import AtlasRow
from kinrow.rules import Cell, Objective, Position, Rules, Value, symmetries
from kinrow.rules.transposed import across
from kinrow.rules.turns import is_in_turn
from kinrow.runtime.conversion import cell_of, index_of
from kinrow.solver import Analysis
from kinrow.solver.evidence import Evidence, How, weaker
from kinrow.solver.findings import Findings

_GAMES = 1000  # whose rows are kept at hand


class AtlasSource:
    """What the rows of the atlas say of positions.

    >>> from kinrow.rules import game
    >>> found = AtlasSource().known(game("4,9,4").start(), "outcome")
    >>> str(found.solution.value), found.solution.source.game
    ('win', '9,4,4')
    """

    def __init__(self, atlas: Atlas | None = None) -> None:
        self._atlas = Atlas() if atlas is None else atlas
        self._row = lru_cache(_GAMES)(self._find)

    def known(self, position: Position, objective: Objective) -> Analysis | None:
        """What follows from the row of the game; None if the position is too far from the start."""
        rules = position.rules
        if objective == "margin" or _first_stones(position) > rules.first_turn:
            return None
        if not is_in_turn(position):
            return None
        row = self._row(with_x_first(rules))
        return None if row is None else _Following(row, position, objective).found()

    def _find(self, rules: Rules) -> AtlasRow | None:
        """The row of a game, its move as the board lies here."""
        row = self._atlas.settled(rules)
        if row is None:
            return class_row(rules)
        if row.move is None or row.rules.rows == rules.rows:
            return row
        return replace(row, move=across(row.move))


class _Following:
    """What a row says of one position of its game."""

    def __init__(self, row: AtlasRow, position: Position, objective: Objective) -> None:
        self._row = row
        self._position = position
        self._objective: Objective = objective
        self._best = [] if row.move is None else _images(position.rules, row.move)

    def found(self) -> Analysis | None:
        """Bounds on the position, and on its moves; None if the row leaves all open."""
        position, value = self._position, int(self._row.value)
        if not position.plies:
            return self._answer(value, value, self._row.source_how)
        begins = position.to_move is position.rules.begins
        kept = position.rules.first_turn == 1 and self._first_stone() in self._best
        if not _replied(position):
            # The first turn goes on, or its answer begins: no first move is worth more.
            lower, upper = (-1, value) if begins else (-value, 1)
            if not kept or lower == upper:
                return self._answer(lower, upper, self._row.source_how)
            return self._answer(-value, -value, self._how_kept)
        if not kept:
            return None
        # The first reply is not over, or is: none is worth more to the other side.
        lower, upper = (value, 1) if begins else (-1, -value)
        return self._answer(lower, upper, self._how_kept)

    def _first_stone(self) -> Cell:
        position = self._position
        return cell_of(position.rules, position.cells.index(str(position.rules.begins)))

    @property
    def _how_kept(self) -> How:
        """How it is known what follows from the row's move."""
        assert self._row.move_how is not None
        return weaker(self._row.source_how, self._row.move_how)

    def _answer(self, lower: int, upper: int, how: How) -> Analysis | None:
        if upper - lower == 2:
            return None
        findings = Findings(self._position, self._objective)
        findings.learn(Value("outcome", lower, upper))
        if not self._position.plies and self._best:
            findings.learn(Value("outcome", lower, upper), self._best)
            findings.line = (self._best[0],)
        row = self._row
        findings.known_by(
            Evidence(
                kind="atlas",
                how=how,
                game=str(row.rules),
                rules=row.theory,
                move=None if row.move is None else str(row.move),
                move_how=row.move_how,
                sha256=row.sha256,
                first=str(row.first),
            )
        )
        return findings.analysis(0, 0.0, None)


def _first_stones(position: Position) -> int:
    return position.cells.count(str(position.rules.begins))


def _replied(position: Position) -> bool:
    return str(position.rules.begins.other) in position.cells


def _images(rules: Rules, move: Cell) -> list[Cell]:
    """The move in every symmetry of the board."""
    index = index_of(rules, move)
    images = {places[index] for places in symmetries(rules.rows, rules.cols)}
    return [cell_of(rules, image) for image in sorted(images)]
