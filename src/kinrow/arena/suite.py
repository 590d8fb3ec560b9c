"""Opening suites: distinct balanced openings, each with its known or estimated value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from kinrow.analysis import Analyst, Budget
from kinrow.arena.opening import LARGE, MIDDLE, Opening, drawn_at_random, random_of
from kinrow.knowledge import everything
from kinrow.players.alphabeta import AlphaBetaPlayer
from kinrow.rules import GameLike, KinrowError, OptionError, Position, Rules, format_moves, game
from kinrow.rules.calls import as_in
from kinrow.rules.options import whole_number
from kinrow.rules.sentence import Sentence, some

_ATTEMPTS = 2_000  # openings drawn for one that is balanced
_EVEN = 50  # the engine's value of an opening, at most; of odds of 100, or e to 1, that is half
# With so few nodes, what is worth more than that is not looked at further.
_FIRST, _NOT_EVEN = 1_000, 300


@dataclass(frozen=True, slots=True)
class SuiteOpening:
    """An opening that is balanced, as far as is known.

    - `value`: the engine's, for the side to move; None if the outcome is known;
    - `truth`: the outcome, and how it is known; "" if it is not known.

    >>> print(SuiteOpening(tuple(game("gomoku").replay("h8 i9").legal_moves[:2]), -12))
    a1 b1  # value -12
    """

    moves: Opening
    value: int | None = None
    truth: str = ""

    def __str__(self) -> str:
        parts = [self.truth] if self.truth else []
        if self.value is not None:
            parts.append(f"value {self.value:+d}")
        return f"{format_moves(self.moves)}  # {'; '.join(parts)}"


@as_in("make_suite('4,4,4', 10, stones=4, nodes=10**6)")
def make_suite(
    rules: GameLike, count: int, *, stones: int, nodes: int, seed: int = 1
) -> Iterator[SuiteOpening]:
    """A number of openings with the same number of stones, no two of them symmetric.

    On boards of up to 36 cells, and in majority games, they are draws: what the solver finds within
    `nodes`. On larger ones stones lie near the middle, and the engine thinks the position even
    after a search of so many `nodes`; an outcome that is known all the same is said.

    Raises OptionError for impossible numbers; the iterator raises KinrowError if too few openings
    are balanced.

    >>> [str(opening) for opening in make_suite("4,4,4", 1, stones=4, nodes=10**6)]
    ['a2 c3 d4 c4  # draw, computed']
    """
    rules = game(rules)
    count = whole_number("count", count, 1, example=50)
    stones = whole_number("stones", stones, 1, example=50)
    nodes = whole_number("nodes", nodes, 1, example=50)
    if stones >= rules.most_plies:
        most = some(rules.most_plies, "stone")
        raise OptionError(Sentence("opening.stones", openings=stones, stones=most))
    return _made(rules, count, stones, nodes, random_of(seed))


def _made(
    rules: Rules, count: int, stones: int, nodes: int, random: Random
) -> Iterator[SuiteOpening]:
    small = rules.size <= LARGE or rules.objective != "line"
    seen = set[Position]()
    with _solved(nodes) if small else _thought(nodes) as judge:
        for found in range(count):
            opening = _next(rules, stones, random, seen, judge)
            if opening is None:
                fault = {"found": found, "count": count, "stones": stones, "attempts": _ATTEMPTS}
                raise KinrowError(Sentence("opening.few", **fault))
            yield opening


_Judge = Callable[[Position, Opening], SuiteOpening | None]


def _next(
    rules: Rules, stones: int, random: Random, seen: set[Position], judge: _Judge
) -> SuiteOpening | None:
    within = max(rules.rows, rules.cols) if rules.size <= LARGE else MIDDLE
    for _ in range(_ATTEMPTS):
        moves = drawn_at_random(rules, stones, random, within)
        if moves is None:
            continue
        position = rules.replay(moves)
        if (canonical := position.canonical()) in seen:
            continue
        seen.add(canonical)
        found = judge(position, moves)
        if found is not None:
            return found
    return None


@contextmanager
def _solved(nodes: int) -> Iterator[_Judge]:
    """Keeps what is a draw for certain."""

    def judge(position: Position, moves: Opening) -> SuiteOpening | None:
        found = analyst.answer(position, moves="none", line=False).solution
        if found.outcome is None or found.outcome != 0:
            return None
        source = f" by {found.source}" if found.source is not None else ""
        return SuiteOpening(moves, None, f"draw, {found.how}{source}")

    with Analyst("64MiB", 1, budget=Budget(nodes=nodes)) as analyst:
        yield judge


@contextmanager
def _thought(nodes: int) -> Iterator[_Judge]:
    """Keeps what the engine thinks even."""

    def judge(position: Position, moves: Opening) -> SuiteOpening | None:
        glance.choose(position)
        if abs(glance.score) > _NOT_EVEN:
            return None
        engine.choose(position)
        if abs(engine.score) > _EVEN:
            return None
        return SuiteOpening(moves, engine.score, _known(position))

    with (
        AlphaBetaPlayer("openings", nodes=min(nodes, _FIRST), memory=2**23) as glance,
        AlphaBetaPlayer("openings", nodes=nodes, memory=2**25) as engine,
    ):
        yield judge


def _known(position: Position) -> str:
    """Who wins, if that is known without a search."""
    found = everything().known(position, "outcome")
    if found is None or found.solution.outcome is None:
        return ""
    outcome, source = found.solution.outcome, found.solution.source
    winner = position.to_move if outcome > 0 else position.to_move.other
    said = "draw" if outcome == 0 else f"{winner} wins"
    return f"{said}, {found.solution.how} by {source}"
