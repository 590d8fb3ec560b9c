"""Blunders in recorded games: exact if the values are known, else estimated by the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import NamedTuple

from kinrow.annotation.job import Job, truths
from kinrow.annotation.limit import Limit
from kinrow.annotation.store import AnswerStore
from kinrow.annotation.truth import MoveValues, words
from kinrow.players.alphabeta import AlphaBetaPlayer
from kinrow.records import Record
from kinrow.rules import Cell, Position, Sign
from kinrow.rules.options import whole_number
from kinrow.rules.threats import stops, threats

_UNIT = 100.0  # of the engine's values: what makes odds of e to 1


@dataclass(frozen=True, slots=True)
class Blunder:
    """A move that gave something away.

    - `ply`: the stones before it; `sign` and `player`: whose it was; `better`: what to play, None
      if no move is known to keep the outcome;
    - `before`, `after`: the points that the player could expect, from 0 to 1, without and with it;
    - `how`: "estimated" by the engine, or how the outcomes are known: "computed", "proved",
      "theory"; then `outcomes` are those without and with the move, and `source` is what a proof
      or a theorem is known from.
    """

    ply: int
    sign: Sign
    player: str
    move: Cell
    better: Cell | None
    before: float
    after: float
    how: str
    outcomes: tuple[str, str] | None = None
    source: str | None = None

    @property
    def loss(self) -> float:
        """The points that the move gave away."""
        return self.before - self.after

    def to_json(self) -> dict[str, object]:
        """Its facts as JSON has them."""
        return {
            "ply": self.ply,
            "sign": str(self.sign),
            "player": self.player,
            "move": str(self.move),
            "better": None if self.better is None else str(self.better),
            "before": round(self.before, 3),
            "after": round(self.after, 3),
            "how": self.how,
            "outcomes": None if self.outcomes is None else list(self.outcomes),
            "source": self.source,
        }


def find_blunders(
    record: Record, *, limit: Limit | str = "2k", nodes: int = 50_000, least: float = 0.25
) -> list[Blunder]:
    """The moves of the main line that gave away `least` points or more, a win being one.

    This is `judge_moves`, without the moves that could not be judged.

    >>> record = Record("tictactoe", "a1 b1 c3 b2 b3")
    >>> [(str(move.move), move.outcomes, move.how) for move in find_blunders(record)]
    [('b1', ('draw', 'loss'), 'computed'), ('c3', ('win', 'draw'), 'computed')]
    """
    return judge_moves(record, limit=limit, nodes=nodes, least=least).blunders


class Judgement(NamedTuple):
    """The blunders of a game, and the plies of the moves that could not be judged."""

    blunders: list[Blunder]
    open: list[int]


def judge_moves(
    record: Record, *, limit: Limit | str = "2k", nodes: int = 50_000, least: float = 0.25
) -> Judgement:
    """Looks for moves of the main line that gave away `least` points or more, a win being one.

    Stones of the record's opening are left out: no player chose them.

    The exact outcome of each position, and of each of its moves, is asked for first, within
    `limit`: what is known without a search, then the solver. If that settles what a move gave
    away, it is judged by that alone. Else the engine is asked, in line games, with `nodes` for the
    position before the move and after it; the move that it would play itself is not a blunder.
    In other games such a move is not judged.

    Raises OptionError for numbers out of range.

    >>> judge_moves(Record("tictactoe", "a1 b1")).open
    []
    """
    nodes = whole_number("nodes", nodes, 1, example=50_000)
    positions, moves = record.positions, record.moves
    chosen = positions[record.opening : len(moves)]
    asked = [position for position in chosen if not position.finished]
    with AnswerStore(None, record.rules, "outcome") as store:
        Job(store, "outcome", Limit.parse(limit), threads=1).run(asked)
        truth = list(truths(store, "outcome", asked))
    known_by_ply = dict(enumerate(truth, record.opening))
    opinions = _opinions(positions, moves, known_by_ply, nodes)
    found, left = [], []
    for ply, known in known_by_ply.items():
        player = record.players[known.position.to_move]
        judged = _exactly(ply, player, moves[ply], known)
        if judged is None and ply not in opinions:
            left.append(ply)
        elif judged is None and opinions[ply].best != moves[ply]:
            judged = _estimated(ply, player, moves[ply], opinions)
        if judged is not None and judged.loss >= least:
            found.append(judged)
    return Judgement(found, left)


def _exactly(ply: int, player: str, move: Cell, known: MoveValues) -> Blunder | None:
    """By the outcomes without and with the move, if both are known."""
    regret = known.regret(move)
    if regret is None:
        return None
    outcomes = words(known.value), words(known.moves[move])
    best = [cell for cell, value in known.moves.items() if value.lower == known.value.lower]
    before = _points_of(known.value.lower)
    return Blunder(
        ply,
        known.position.to_move,
        player,
        move,
        move if move in best else next(iter(best), None),
        before,
        before - regret / 2,
        known.how or "computed",
        outcomes,
        known.source,
    )


@dataclass(frozen=True, slots=True)
class _Opinion:
    """The points that the side to move of a position can expect, and its best move."""

    sign: Sign
    points: float
    best: Cell | None = None

    def points_for(self, sign: Sign) -> float:
        """The points that a side can expect."""
        return self.points if sign is self.sign else 1 - self.points


def _opinions(
    positions: Sequence[Position],
    moves: Sequence[Cell],
    truth: Mapping[int, MoveValues],
    nodes: int,
) -> dict[int, _Opinion]:
    """What the engine thinks of the positions before and after moves whose outcome is not known."""
    if positions[0].rules.objective != "line":
        return {}
    wanted = {
        at
        for ply, known in truth.items()
        if known.regret(moves[ply]) is None
        for at in (ply, ply + 1)
    }
    seen: dict[Position, _Opinion] = {}
    with AlphaBetaPlayer("analysis", nodes=nodes) as engine:
        return {at: _opinion(engine, positions[at], seen) for at in sorted(wanted)}


def _opinion(
    engine: AlphaBetaPlayer, position: Position, seen: dict[Position, _Opinion]
) -> _Opinion:
    """What the engine thinks of a position; of the one after, if only one move can be played.

    A four and its answer thus change no value: they are looked through, not estimated anew.
    """
    found = seen.get(position)
    if found is None:
        if position.finished:
            assert position.outcome is not None
            found = _Opinion(position.to_move, _points_of(position.outcome))
        elif (answer := _only_answer(position)) is not None:
            after = _opinion(engine, position.play(answer), seen)
            found = _Opinion(position.to_move, after.points_for(position.to_move), answer)
        else:
            best = engine.choose(position)
            found = _Opinion(position.to_move, 1 / (1 + exp(-engine.score / _UNIT)), best)
        seen[position] = found
    return found


def _only_answer(position: Position) -> Cell | None:
    """The one cell that stops the other side's next stone from winning; None if there is a choice.

    >>> from kinrow.rules import game
    >>> str(_only_answer(game("9,9,5").replay("e1 a9 e2 c9 e3 e9 e4")))
    'e5'
    """
    if position.rules.stones != 1:
        return None
    answers = stops(position)
    if len(answers) != 1:
        return None
    (cell,) = answers
    own = (threat.sign is position.to_move for threat in threats(position) if threat.kind == "four")
    return None if any(own) or cell not in position.legal_moves else cell


def _estimated(ply: int, player: str, move: Cell, opinions: dict[int, _Opinion]) -> Blunder:
    here, there = opinions[ply], opinions[ply + 1]
    return Blunder(
        ply,
        here.sign,
        player,
        move,
        here.best,
        here.points,
        there.points_for(here.sign),
        "estimated",
    )


def _points_of(outcome: int) -> float:
    return (outcome + 1) / 2
