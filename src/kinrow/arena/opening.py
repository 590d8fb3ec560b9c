"""Openings: the first stones of a pair of games, which each player plays once from either side."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from kinrow.analysis import Analyst, Budget
from kinrow.players.alphabeta import AlphaBetaPlayer
from kinrow.players.swap import OPENING_RULES, OpeningRule, check_rule
from kinrow.rules import (
    MOST_ROWS,
    Cell,
    GameLike,
    KinrowError,
    NotationError,
    Rules,
    game,
)
from kinrow.rules.calls import as_in
from kinrow.rules.cell import MOST_OF_A_PATH, shown
from kinrow.rules.notation import steps
from kinrow.rules.options import seed_of
from kinrow.rules.sentence import Sentence, some
from kinrow.runtime.files import read_at_once, reason_of

Opening = tuple[Cell, ...]

_KIND = re.compile(r"(random|balanced):([1-9][0-9]?)")
_ATTEMPTS = 200
_MOST = 2**24  # bytes of a file: some hundred thousand openings
_GLANCE = Budget(nodes=200_000)  # for the question whether an opening is decided
LARGE = 36
"""Cells of a board; beyond them the engine looks for balanced openings, not the solver."""

MIDDLE = 3
"""How far from the middle the stones of a balanced opening lie at most, on a large board."""

# On a large board alpha-beta looks so deep, and calls up to so much balanced.
_DEPTH, _EVEN = 4, 150


@as_in("openings('random:2', 'tictactoe', seed=1)")
def openings(spec: str, rules: GameLike, seed: int | None = None) -> Iterator[Opening]:
    """An endless series of openings, determined by the seed.

    - "none": the empty board;
    - "random:N": N random stones that do not end the game;
    - "balanced:N": those among them that the solver, at a glance, does not find decided; on
      boards of more than 36 cells, stones near the middle that alpha-beta finds about even;
    - "suite": those that come with kinrow for this game (`kinrow openings` makes such files), in an
      order that the seed decides;
    - "swap1", "swap", "swap2": none here, as the players settle one, see `kinrow.players.swap`;
    - a file: one list of moves per line ("h8 i9 j7"; # begins a comment), again and again.

    Raises NotationError for another spec or a file that cannot be read as moves, OptionError for a
    seed that is not a whole number, and KinrowError if no opening is found.

    >>> from kinrow.rules import game
    >>> [str(cell) for cell in next(openings("random:2", game("tictactoe"), seed=1))]
    ['c1', 'b1']
    """
    rules = game(rules)
    if not isinstance(spec, str):
        raise NotationError(Sentence("opening.type", openings=shown(spec, MOST_OF_A_PATH)))
    random = random_of(seed)
    if spec in ("", "none"):
        return _repeat([()])
    if spec == "suite":
        return _repeat(_suite(rules, random))
    if (rule := opening_rule(spec)) is not None:
        check_rule(rule, rules)
        return _repeat([()])
    match = _KIND.fullmatch(spec)
    if match is None and (kind := spec.partition(":")[0]) in ("random", "balanced"):
        raise NotationError(
            Sentence("opening.number", openings=shown(spec, MOST_OF_A_PATH), kind=kind)
        )
    if match is None:
        return _repeat(_from_file(Path(spec), rules))
    stones = int(match[2])
    if stones >= rules.most_plies:
        most = some(rules.most_plies, "stone")
        raise NotationError(
            Sentence("opening.stones", openings=shown(spec, MOST_OF_A_PATH), stones=most)
        )
    return _drawn(match[1], rules, stones, random)


def random_of(seed: int | None) -> Random:
    """What a seed determines; None: something else every time.

    Raises OptionError for what is not a whole number.

    >>> random_of(1).random() == random_of(1).random()
    True
    """
    return Random(seed_of(seed))


def opening_rule(spec: str) -> OpeningRule | None:
    """The rule by which both players settle an opening, if the text names one.

    >>> opening_rule("swap2"), opening_rule("random:3")
    ('swap2', None)
    """
    return next((rule for rule in OPENING_RULES if rule == spec), None)


def _drawn(kind: str, rules: Rules, stones: int, random: Random) -> Iterator[Opening]:
    if kind == "random":
        yield from _search(lambda: drawn_at_random(rules, stones, random), f"random:{stones}")
    if rules.size > LARGE and rules.objective == "line":
        with AlphaBetaPlayer("openings", depth=_DEPTH, memory=2**23) as judge:
            yield from _search(lambda: _even(rules, stones, random, judge), f"balanced:{stones}")
    with Analyst("16MiB", 1, budget=_GLANCE) as analyst:
        yield from _search(lambda: _balanced(rules, stones, random, analyst), f"balanced:{stones}")


def _search(draw: Callable[[], Opening | None], spec: str) -> Iterator[Opening]:
    while True:
        found = next((opening for _ in range(_ATTEMPTS) if (opening := draw()) is not None), None)
        if found is None:
            raise KinrowError(Sentence("opening.found", openings=spec, attempts=_ATTEMPTS))
        yield found


def drawn_at_random(
    rules: Rules, stones: int, random: Random, within: int = MOST_ROWS
) -> Opening | None:
    """Random stones at most so far from the middle; None if they end the game.

    >>> from kinrow.rules import game
    >>> drawn_at_random(game("gomoku"), 2, Random(1), within=1)
    (Cell.of('i7'), Cell.of('h7'))
    """
    position, moves = rules.start(), []
    row, col = (rules.rows - 1) // 2, (rules.cols - 1) // 2
    for _ in range(stones):
        near = [
            cell
            for cell in position.legal_moves
            if abs(cell.row - row) <= within and abs(cell.col - col) <= within
        ]
        if not near:
            return None
        moves.append(random.choice(near))
        position = position.play(moves[-1])
    return None if position.finished else tuple(moves)


def _even(rules: Rules, stones: int, random: Random, judge: AlphaBetaPlayer) -> Opening | None:
    opening = drawn_at_random(rules, stones, random, MIDDLE)
    if opening is None:
        return None
    judge.choose(rules.replay(opening))
    return opening if abs(judge.score) <= _EVEN else None


def _balanced(rules: Rules, stones: int, random: Random, analyst: Analyst) -> Opening | None:
    opening = drawn_at_random(rules, stones, random)
    if opening is None:
        return None
    value = analyst.answer(rules.replay(opening), moves="none", line=False).solution.value
    return None if value.lower > 0 or value.upper < 0 else opening


def _from_file(path: Path, rules: Rules) -> list[Opening]:
    try:
        # Some editors put a mark in front of UTF-8, which is not part of the text.
        lines = read_at_once(path, _MOST).decode().removeprefix("\ufeff").splitlines()
    except NotationError as error:
        raise NotationError(Sentence("file.failed", path=path, reason=error.sentence)) from None
    except (OSError, ValueError) as error:  # ValueError: not UTF-8, or a path with a null in it
        reason = reason_of(error) if isinstance(error, OSError) else error
        raise NotationError(
            Sentence("opening.kind", openings=shown(str(path), MOST_OF_A_PATH), reason=reason)
        ) from None
    found = []
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if text:
            try:
                played = list(steps(rules.start(), text))
            except KinrowError as error:
                raise NotationError(
                    Sentence("opening.line", path=path, line=number, fault=error.sentence)
                ) from None
            if played and played[-1][1].finished:
                raise NotationError(Sentence("opening.over", path=path, line=number))
            found.append(tuple(cell for cell, _ in played))
    if not found:
        raise NotationError(Sentence("opening.none", path=path))
    return found


def suite_file(rules: Rules) -> Path:
    """Where the suite of a game is that comes with kinrow, if there is one.

    >>> suite_file(game("gomoku")).name
    '15-15-5.txt'
    """
    return Path(__file__).with_name("suites") / f"{rules.stem}.txt"


def _suite(rules: Rules, random: Random) -> list[Opening]:
    path = suite_file(rules)
    if not path.is_file():
        raise NotationError(Sentence("opening.suite", game=rules.title, spec=rules))
    found = _from_file(path, rules)
    random.shuffle(found)
    return found


def _repeat(found: list[Opening]) -> Iterator[Opening]:
    while True:
        yield from found
