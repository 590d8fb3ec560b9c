"""Openings in which both players choose: one opens, the other takes a side, by value.

- "swap1": one stone is placed, and the other player takes a side.
- "swap": three stones, of both sides by turns, and the other player takes a side.
- "swap2": the same; or the other player adds two stones, and who opened takes a side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Literal, get_args

from kinrow.players.alphabeta import AlphaBetaPlayer
from kinrow.players.protocol import Clock, Player
from kinrow.rules import Cell, IllegalMove, Moves, Position, Rules, RulesError, Sign
from kinrow.rules.sentence import Sentence

OpeningRule = Literal["swap1", "swap", "swap2"]
OPENING_RULES: tuple[OpeningRule, ...] = get_args(OpeningRule)
ADDED = 2
"""The stones that swap2 lets the other player add."""

_GLANCE, _LOOK = 2_000, 100_000  # nodes for one opening among many, and for a choice of side
_DRAWN, _KEPT = 40, 5  # openings of three stones that are looked at, and looked at again
_SHARES = 3  # a third of the time goes into either
_TIME_TO_LOOK = 0.15  # seconds; with less, an engine that is made for this would come too late
_MEMORY = 2**23
_REACH = 3  # cells from the middle that they may lie away


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player does in an opening: stones that it places now, in turn, or a side, or both."""

    stones: tuple[Cell, ...] = ()
    side: Sign | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """A settled opening: its stones, and the side of the player who opened."""

    stones: Moves
    opener: Sign


Ask = Callable[[int, Position], Choice]
"""Asks player 0, who opens, or player 1 about a position."""


def stones_of(rule: OpeningRule) -> int:
    """How many stones the player who opens places.

    >>> [stones_of(rule) for rule in OPENING_RULES]
    [1, 3, 3]
    """
    return 1 if rule == "swap1" else 3


def check_rule(rule: OpeningRule, rules: Rules) -> None:
    """Raises RulesError for a game that has no such openings: one stone per turn, no majority.

    Nor can the first stone end the game.
    """
    single = rules.objective == "line" and rules.stones == rules.first_turn == 1
    if not single or rules.size <= stones_of(rule) + ADDED:
        raise RulesError(Sentence("swap.game", game=rules.title, rule=rule))
    if rules.k == 1:
        raise RulesError(Sentence("swap.over"))


def settle(rule: OpeningRule, rules: Rules, ask: Ask) -> Settled:
    """Asks both players until each has a side.

    Raises RulesError for a game without such openings, IllegalMove for a choice that the rule does
    not have.

    >>> from kinrow.rules import game
    >>> choices = iter([Choice(stones=(Cell(3, 3),)), Choice(side=Sign.X)])
    >>> settle("swap1", game("7,7,5"), lambda player, position: next(choices))
    Settled(stones=Moves('d4'), opener=Sign.O)
    """
    check_rule(rule, rules)
    start = rules.start()
    first = ask(0, start)
    position = placed(start, first, stones_of(rule))
    choice, asked = ask(1, position), 1
    stones = first.stones
    if choice.side is None and rule == "swap2":
        position = placed(position, choice, ADDED)
        stones += choice.stones
        choice, asked = ask(0, position), 0
    if choice.side is None:
        raise IllegalMove(Sentence("swap.side"))
    placed(position, choice, min(len(choice.stones), 1))
    opener = choice.side if asked == 0 else choice.side.other
    return Settled(Moves(stones + choice.stones), opener)


def placed(position: Position, choice: Choice, count: int) -> Position:
    """The position after so many stones; raises IllegalMove if there are others, or if they end it.

    >>> from kinrow.rules import game
    >>> placed(game("1,9,3").start(), Choice((Cell(0, 4),)), 1)
    kinrow.position('1,9,3 ....X....')
    """
    if len(choice.stones) != count:
        raise IllegalMove(Sentence("swap.stones", count=len(choice.stones), due=count))
    for cell in choice.stones:
        position = position.play(cell)
    if count and position.finished:
        raise IllegalMove(Sentence("swap.over"))
    return position


def choose(
    player: Player, rule: OpeningRule, position: Position, clock: Clock | None = None, seed: int = 0
) -> Choice:
    """What a player does when it is asked about a position of an opening.

    A player that has an answer of its own gives it (`Player.settle`). For the others values decide,
    of their own search if it is alpha-beta: the opening that is the most even of some drawn by
    the seed, and the side that is better off. Two stones are never added: the opener would then
    take the better side, so this is worth a draw at most; choosing a side is worth one at least.

    Raises IllegalMove for a number of stones after which the rule asks nobody.

    >>> from kinrow.players import player
    >>> with player("random") as anybody:
    ...     len(choose(anybody, "swap2", Rules(rows=9, cols=9, k=5).start()).stones)
    3
    """
    stages = [0, stones_of(rule), stones_of(rule) + ADDED][: 3 if rule == "swap2" else 2]
    if position.plies not in stages:
        due = "/".join(map(str, stages))
        raise IllegalMove(Sentence("swap.stones", count=position.plies, due=due))
    own = player.settle(rule, position, clock)
    if own is not None:
        return own
    if not position.plies:
        return Choice(stones=even_stones(rule, position, Random(seed), clock))
    with _judge(_LOOK, 0.0) as judge:
        asked = player if isinstance(player, AlphaBetaPlayer) else judge
        asked.choose(position, clock)
        mover = position.to_move
        return Choice(side=mover if asked.score >= 0 else mover.other)


def even_stones(
    rule: OpeningRule, start: Position, random: Random, clock: Clock | None
) -> tuple[Cell, ...]:
    """The stones of an opening after which neither side is better off, as far as a search sees.

    A clock bounds the time.
    """
    limit = None if clock is None else clock.limit
    if limit is not None and limit < _TIME_TO_LOOK:
        return next(_openings(rule, start, random))
    drawn = list(dict.fromkeys(_openings(rule, start, random)))
    seconds = None if limit is None else limit / _SHARES
    drawn = _evenest_first(start, drawn, _GLANCE, seconds)
    return _evenest_first(start, drawn[:_KEPT], _LOOK, seconds)[0]


def _evenest_first(
    start: Position, drawn: list[tuple[Cell, ...]], nodes: int, seconds: float | None
) -> list[tuple[Cell, ...]]:
    """The openings, the most even first; those that were not judged in time come last."""
    began, gaps = perf_counter(), list[int]()
    with _judge(nodes, 0.0 if seconds is None else seconds / len(drawn)) as judge:
        for stones in drawn:
            if gaps and seconds is not None and perf_counter() - began > seconds:
                break
            gaps.append(_gap(judge, start, stones))
    order = sorted(range(len(gaps)), key=gaps.__getitem__)
    return [drawn[at] for at in order] + drawn[len(gaps) :]


def _judge(nodes: int, seconds: float) -> AlphaBetaPlayer:
    return AlphaBetaPlayer("opening", nodes=nodes, seconds=seconds, memory=_MEMORY)


def _gap(judge: AlphaBetaPlayer, start: Position, stones: tuple[Cell, ...]) -> int:
    for cell in stones:
        start = start.play(cell)
    judge.choose(start)
    return abs(judge.score)


def _openings(rule: OpeningRule, start: Position, random: Random) -> Iterator[tuple[Cell, ...]]:
    """Single stones, one of each that are alike; or stones near the middle, by chance."""
    if rule == "swap1":
        seen: dict[str, Cell] = {}
        for cell in start.legal_moves:
            seen.setdefault(start.play(cell).canonical().cells, cell)
        yield from ((cell,) for cell in seen.values())
        return
    for _ in range(_DRAWN):
        position = start
        stones: list[Cell] = []
        while len(stones) < stones_of(rule) and not position.finished:
            stones.append(random.choice(_near_the_middle(position)))
            position = position.play(stones[-1])
        if not position.finished:
            yield tuple(stones)


def _near_the_middle(position: Position) -> list[Cell]:
    rules = position.rules
    row, col = (rules.rows - 1) // 2, (rules.cols - 1) // 2
    return [
        cell
        for cell in position.legal_moves
        if max(abs(cell.row - row), abs(cell.col - col)) <= _REACH
    ]
