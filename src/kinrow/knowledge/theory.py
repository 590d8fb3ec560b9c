"""What theorems settle without a search: each rule states itself and checks its conditions.

A rule gives bounds on the value for the player who begins, or None if it does not apply. Rules
about lines that cannot be completed (pairings, the potential) are results about the weak game, in
which only one side tries for a line: they carry over to smaller boards and longer lines, and they
give draws of the strong game. Strong *wins* carry over to no other board, so no rule says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

from kinrow.knowledge.pairing import Pair, find_pairing, is_pairing
from kinrow.rules import GameLike, Outcome, Rules, game
from kinrow.rules.geometry import lines

OutcomeBounds = tuple[int, int]
"""Outcomes for the player who begins, both inclusive: -1 loss, 0 draw, 1 win."""


@dataclass(frozen=True, slots=True)
class Theory:
    """A value that follows from the named rules together."""

    value: Outcome
    rules: tuple[str, ...]


def theory_of(rules: GameLike) -> Theory | None:
    """The value that the rules below give together, with the names of those that were needed.

    >>> theory_of("6,6,6")
    Theory(value=Outcome.DRAW, rules=('strategy stealing', 'potential'))
    >>> theory_of("6,5,4") is None
    True
    """
    lower, upper, needed = bounds_of_game(game(rules))
    return Theory(Outcome(lower), needed) if lower == upper else None


@lru_cache(4096)  # a server is asked about games without end
def bounds_of_game(rules: Rules) -> tuple[int, int, tuple[str, ...]]:
    """Lower and upper outcome for the player who begins, and the rules that say so.

    >>> bounds_of_game(game("15,15,5"))
    (0, 1, ('strategy stealing',))
    """
    lower, upper = -1, 1
    needed: list[str] = []
    for name, rule in RULES.items():
        found = rule(rules)
        if found is None or (found[0] <= lower and found[1] >= upper):
            continue
        lower, upper = max(lower, found[0]), min(upper, found[1])
        needed.append(name)
        if lower == upper:
            break
    return lower, upper, tuple(needed)


def bounds_by(name: str, rules: Rules) -> OutcomeBounds | None:
    """What one rule says by itself; None if its conditions do not hold.

    >>> from kinrow.rules import game
    >>> bounds_by("strategy stealing", game("15,15,5"))
    (0, 1)
    """
    return RULES[name](rules)


def first_turn(rules: Rules) -> OutcomeBounds | None:
    """The first turn has k stones or more and the board has a line: its player lays one and wins.

    Where a line loses, only k = 1 is settled so: any stone is a line.
    """
    if rules.objective != "line" or rules.k > rules.first_turn or not lines(rules):
        return None
    if not rules.misere:
        return (1, 1)
    return (-1, -1) if rules.k == 1 else None


def no_line(rules: Rules) -> OutcomeBounds | None:
    """The board has no line of k cells: it fills up, a draw."""
    return (0, 0) if rules.objective == "line" and not lines(rules) else None


def two_threats(rules: Rules) -> OutcomeBounds | None:
    """k = 2 on three cells or more: a first stone with two neighbours completes one of two lines.

    The other side has one stone by then, and so no line.
    """
    if not _taking_turns(rules) or rules.k != 2:
        return None
    return (1, 1) if rules.size >= 3 else None


def strategy_stealing(rules: Rules) -> OutcomeBounds | None:
    """The first player never loses: he could play the second player's winning strategy himself.

    His first stones never harm him as long as longer runs count, a line wins, and all turns are
    alike. Source: J. Nash; Berlekamp, Conway and Guy, Winning Ways, 1982.
    """
    alike = rules.first_turn == rules.stones
    plain = rules.objective == "line" and not (rules.exact or rules.misere or rules.renju)
    return (0, 1) if plain and alike else None


def narrow_board(rules: Rules) -> OutcomeBounds | None:
    """One side of the board is shorter than k, and k is 3 or more: a draw by pairing neighbours.

    All lines run along the longer side. Pairs of neighbours along it, every second cell, leave no
    three cells in a row without both cells of a pair. k = 2 is another matter: (1,3,2) is a win.
    """
    if not _in_pairs(rules) or rules.k < 3 or min(rules.rows, rules.cols) >= rules.k:
        return None
    return (0, 0)


def mirrored(rules: Rules) -> OutcomeBounds | None:
    """Where a line loses: whoever always answers opposite the last stone does not lose.

    So does the second player if no cell is opposite itself; else the first, who begins in that
    cell, the middle. His lines lie opposite cells of the other side, which has completed that line
    before. None of his lines has cells that are opposite each other, so only one that ends in the
    middle could harm him: k has to be too large for that. Source: for k = n, Golomb and Hales,
    Hypercube Tic-Tac-Toe, 2002.
    """
    if not (_in_pairs(rules) and rules.misere):
        return None
    if rules.size % 2 == 0:
        return (-1, 0)
    return (0, 1) if rules.k > max(rules.rows, rules.cols) // 2 + 1 else None


def potential(rules: Rules) -> OutcomeBounds | None:
    """Few lines: the second player meets them all if there are fewer than 2^(k-1).

    The first player does so below 2^k. Source: Erdős and Selfridge, On a Combinatorial
    Game, 1973.
    """
    if not _taking_turns(rules):
        return None
    count = len(lines(rules))
    if count >= 2**rules.k:
        return None
    return (0, 0) if count < 2 ** (rules.k - 1) else (0, 1)


def pairing(rules: Rules) -> OutcomeBounds | None:
    """Pairs of cells meet every line: neither side, answering in pairs, lets the other have one.

    Where a line loses, each side can keep from having both cells of a pair. The pairs are searched
    for, and what is found is verified line by line.
    """
    if not _in_pairs(rules):
        return None
    longer, shorter = max(rules.rows, rules.cols), min(rules.rows, rules.cols)
    return (0, 0) if _has_pairing(longer, shorter, rules.k) else None


@cache
def _has_pairing(rows: int, cols: int, k: int) -> bool:
    # Turned by a quarter, and with exactly k in a row, the question is the same.
    met = lines(Rules(rows=rows, cols=cols, k=k))
    found = find_pairing(met)
    return found is not None and is_pairing(found, met)


def monotonicity(rules: Rules) -> OutcomeBounds | None:
    """k of 9 or more: the repeating pairs meet each line of 9, and a longer one holds such a line.

    The pairs are verified on the board in question.
    """
    if not _in_pairs(rules) or rules.k < 9:
        return None
    return (0, 0) if _is_paired_at_nine(rules.rows, rules.cols) else None


RULES: dict[str, Callable[[Rules], OutcomeBounds | None]] = {
    "first turn": first_turn,
    "no line": no_line,
    "two threats": two_threats,
    "narrow board": narrow_board,
    "mirrored": mirrored,
    "monotonicity": monotonicity,
    "strategy stealing": strategy_stealing,
    "potential": potential,
    "pairing": pairing,
}
"""The rules by name, the cheap ones first."""

# Where the partner of a pair's first cell lies: right, below, down right, down left. The
# square of 8 repeats; each of its lines, closed upon itself, has just one pair of neighbours.
_WAYS = (
    ".b.bbr..",
    "d.b..lr.",
    "...d.ddr",
    "ddr..b..",
    "b..r..bb",
    ".r.lll..",
    "r....lll",
    "ldr....d",
)
_STEPS = {"r": (0, 1), "b": (1, 0), "d": (1, 1), "l": (1, -1)}


@cache
def _is_paired_at_nine(rows: int, cols: int) -> bool:
    return is_pairing(repeated_pairs(rows, cols), lines(Rules(rows=rows, cols=cols, k=9)))


def repeated_pairs(rows: int, cols: int) -> list[Pair]:
    """The repeating pairs on such a board, those with both cells on it.

    >>> repeated_pairs(2, 2)
    [(1, 3)]
    """
    found = []
    for row in range(rows):
        for col in range(cols):
            step = _STEPS.get(_WAYS[row % 8][col % 8])
            if step is None:
                continue
            below, beside = row + step[0], col + step[1]
            if below < rows and 0 <= beside < cols:
                found.append((row * cols + col, below * cols + beside))
    return found


def _in_pairs(rules: Rules) -> bool:
    """One stone per turn, so that each can be answered with one.

    Not in renju, which may forbid the answer.
    """
    single = rules.stones == rules.first_turn == 1
    return rules.objective == "line" and single and not rules.renju


def _taking_turns(rules: Rules) -> bool:
    """The same, and a line wins: to answer each stone with one is to keep lines met."""
    return _in_pairs(rules) and not rules.misere
