"""Derives the truth about a position and the move played from the values of all moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kinrow.rules import Cell, Objective, Outcome, Position, Value
from kinrow.solver.evidence import How

Plain = str | int | None
"""What stands in an added column."""

COLUMNS = (
    "outcome",
    "move_outcome",
    "best_moves",
    "move_outcomes",
    "regret",
    "forced",
    "outcome_how",
    "outcome_source",
)
"""The columns that are added for every objective."""


def columns(objective: Objective) -> tuple[str, ...]:
    """The added columns: with the objective score or margin the distances, too.

    >>> columns("score")[-2:]
    ('score', 'move_score')
    """
    return COLUMNS if objective == "outcome" else (*COLUMNS, objective, f"move_{objective}")


@dataclass(frozen=True, slots=True)
class KnownValue:
    """What was known of a position without a search: bounds, how they are known and from what."""

    value: Value
    how: How
    source: str


@dataclass(frozen=True, slots=True)
class MoveValues:
    """The value of a position and of every legal move, all for the side to move.

    `known` is what was known of the position without a search; None if nothing was.

    >>> from kinrow.rules import game
    >>> values = {Cell(0, 0): Value("outcome", 0, 0), Cell(0, 1): Value("outcome", 1, 1)}
    >>> truth = MoveValues(game("1,3,2").start(), Value("outcome", 1, 1), values)
    >>> truth.row(Cell(0, 0))["regret"], truth.forced
    (1, 'forced')
    """

    position: Position
    value: Value
    moves: Mapping[Cell, Value]
    known: KnownValue | None = None

    @property
    def how(self) -> How | None:
        """How the value is known; None if nothing is.

        - "proved" or "theory": without a search, and a search did not narrow it,
        - "computed": by a search, or by the rules at the end of a game.
        """
        if words(self.value) == UNKNOWN:
            return None
        return "computed" if self._evidence is None else self._evidence.how

    @property
    def source(self) -> str | None:
        """What the value is known from, if it was known without a search."""
        return None if self._evidence is None else self._evidence.source

    @property
    def _evidence(self) -> KnownValue | None:
        """What was known, unless a search narrowed it."""
        return self.known if self.known is not None and self.known.value == self.value else None

    @property
    def best(self) -> tuple[Cell, ...] | None:
        """Every move that is worth what the position is; None if bounds leave that open.

        By outcome, all moves that keep the win (or the draw); by score or margin only those that
        keep the distance as well.
        """
        if not self.value.complete or not self.moves:
            return None
        target = self.value.lower
        if any(value.lower != target and value.upper >= target for value in self.moves.values()):
            return None
        return tuple(cell for cell, value in self.moves.items() if value.lower == target)

    @property
    def forced(self) -> str | None:
        """What sort of choice it was; None if there is none, or bounds leave it open.

        - "forced": exactly one move is best (also the only move there is),
        - "free": there are two moves or more, and all are worth the same,
        - "choice": two moves or more are best, and some move is worse.
        """
        best = self.best
        if best is None:
            return None
        if len(best) == 1:
            return "forced"
        return "free" if len(best) == len(self.moves) else "choice"

    def regret(self, move: Cell) -> int | None:
        """0, 1 = half a game, 2 = a whole game thrown away; None if bounds leave it open."""
        outcome, kept = self.value.outcome, self.moves[move].outcome
        return None if outcome is None or kept is None else int(outcome) - int(kept)

    def row(self, move: Cell | None) -> dict[str, Plain]:
        """The added columns of a row; those of the move are empty if none was played."""
        objective = self.value.objective
        best = self.best
        played = None if move is None else self.moves[move]
        row: dict[str, Plain] = {
            "outcome": words(self.value),
            "move_outcome": None if played is None else words(played),
            "best_moves": None if best is None else " ".join(map(str, best)),
            "move_outcomes": " ".join(self._listed()) or None,
            "regret": None if move is None else self.regret(move),
            "forced": self.forced,
            "outcome_how": self.how,
            "outcome_source": self.source,
        }
        if objective != "outcome":
            row[objective] = exact(self.value)
            row[f"move_{objective}"] = None if played is None else exact(played)
        return row

    def _listed(self) -> Iterator[str]:
        """The moves of which something is known."""
        for cell, value in self.moves.items():
            if (word := words(value)) != UNKNOWN:
                yield f"{cell}:{word}"


UNKNOWN = "unknown"
"""The word for an outcome of which nothing is known."""

_WORDS = {
    (-1, 0): "draw-or-loss",
    (0, 1): "draw-or-win",
    (-1, 1): UNKNOWN,
    **{(int(outcome), int(outcome)): str(outcome) for outcome in Outcome},
}
OUTCOMES = {text: bounds for bounds, text in _WORDS.items()}
"""What each word for an outcome says: the bounds on it."""


def words(value: Value) -> str:
    """A value as one word: win, draw, loss; if it has bounds only, what they leave.

    >>> words(Value("score", -3, 5)), words(Value("outcome", 0, 1)), words(Value("score", 2, 9))
    ('unknown', 'draw-or-win', 'win')
    """
    return _WORDS[value.signs]


def exact(value: Value) -> int | None:
    """A score or margin, once it is known."""
    return value.lower if value.complete else None
