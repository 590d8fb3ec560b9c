"""Which lines stand complete on a board, and whether its stones can have come one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from re import finditer
from typing import TYPE_CHECKING

from kinrow.rules.geometry import Line, guarded_lines, lines, rays, rays_through

if TYPE_CHECKING:
    from kinrow.rules.rules import Rules

Stones = frozenset[int]
"""One sign's stones, as cell indices."""

BUDGET = 2000
"""Steps that the search for an order of play takes before it gives the benefit of doubt."""


def completes(rules: Rules, cells: str, index: int) -> bool:
    """Whether the stone that was just put on cell `index` has completed a line.

    >>> from kinrow.rules import game
    >>> completes(game("tictactoe"), "XXXOO....", 1)
    True
    >>> completes(game("1,5,3:exact"), "XXXXO", 1)
    False
    >>> [completes(game("1,7,4:caro"), cells, 2) for cells in ("XXXXO..", "OXXXX..", "OXXXXO.")]
    [True, True, False]
    """
    mark = cells[index]
    line = mark * rules.k
    exact = rules.exact_for(mark)
    for ray in rays_through(rules)[index]:
        if line in cells[ray]:
            if not exact:
                return True
            runs = "".join(cell if cell == mark else " " for cell in cells[ray])
            if line in runs.split() and not (rules.caro and not _open(rules, cells[ray], mark)):
                return True
    return False


def _open(rules: Rules, ray: str, mark: str) -> bool:
    """Whether some run of exactly k on a ray is not closed at both ends by the other sign."""
    other = "XO".replace(mark, "")
    runs = finditer(f"(?<!{mark}){mark * rules.k}(?!{mark})", ray)
    return any(
        f"{other}{run[0]}{other}" != ray[max(run.start() - 1, 0) : run.end() + 1] for run in runs
    )


def completed(rules: Rules, cells: str, mark: str) -> tuple[Line, ...]:
    """All complete lines of one sign, as tuples of cell indices.

    >>> from kinrow.rules import game
    >>> completed(game("tictactoe"), "XXXOO....", "X")
    ((0, 1, 2),)
    """
    own = {index for index, cell in enumerate(cells) if cell == mark}
    if len(own) < rules.k:
        return ()
    exact, others = rules.exact_for(mark), _others(cells, mark)
    return tuple(
        line
        for line, guards in guarded_lines(rules)
        if own.issuperset(line)
        and not (exact and not own.isdisjoint(guards))
        and not (rules.caro and _closed(guards, others))
    )


def _others(cells: str, mark: str) -> Stones:
    """The other sign's stones."""
    return frozenset(index for index, cell in enumerate(cells) if cell not in (mark, "."))


def _closed(guards: Line, others: Stones) -> bool:
    """Whether the other sign stands beyond both ends of a line, so that caro does not count it."""
    return len(guards) == 2 and others.issuperset(guards)


def held(rules: Rules, cells: str, mark: str) -> tuple[Line, ...]:
    """All lines of a majority game on which a sign has `threshold` stones or more.

    >>> from kinrow.rules import game
    >>> held(game("2,2,2:majority,threshold=2,turns=2,fill=X"), "XX..", "X")
    ((0, 1),)
    """
    threshold = rules.threshold or 0
    return tuple(
        line for line in lines(rules) if sum(cells[cell] == mark for cell in line) >= threshold
    )


def last_stones(rules: Rules, cells: str, mark: str) -> tuple[int, ...]:
    """Stones of a sign, each of which can have been the one that completed its lines.

    Empty also if the sign has no complete line.

    >>> from kinrow.rules import game
    >>> last_stones(game("tictactoe"), "XXXOO....", "X")
    (0, 1, 2)
    >>> last_stones(game("tictactoe"), "XXXOO.XXX", "X")
    ()
    """
    made = completed(rules, cells, mark)
    return tuple(
        cell
        for cell in (made[0] if made else ())
        if buildable(rules, cells[:cell] + "." + cells[cell + 1 :], mark)
    )


def buildable(rules: Rules, cells: str, mark: str, budget: int = BUDGET) -> bool:
    """Whether one sign's stones can come in some order without completing a line on the way.

    Only `exact` games need a search: there five stones in a row may become six, so that taking
    stones away can make a line. The signs do not disturb each other: whose stone it is follows
    from the rules, and a line is made of one sign; in caro the other sign may have closed a line
    before. In renju no run may have become longer. Undecided within the budget counts as yes.

    >>> from kinrow.rules import game
    >>> buildable(game("1,9,3:exact"), "XXXX.....", "X")  # X.XX, then the gap
    True
    >>> buildable(game("1,9,1:exact"), "XX.......", "X")  # the first X had ended the game
    False
    """
    stones = frozenset(index for index, cell in enumerate(cells) if cell == mark)
    if rules.renju:
        return not _runs(rules, stones)
    if not rules.exact:
        return not completed(rules, cells, mark)
    if rules.k == 1:
        return not stones
    others = _others(cells, mark)
    seen: set[Stones] = set()
    branches = [iter([stones])]
    for _ in range(budget):
        state = next(branches[-1], None)
        if state is None:
            branches.pop()
            if not branches:
                return False
        elif state not in seen:
            seen.add(state)
            runs = [run for run in _runs(rules, state) if not _passes(rules, run, others)]
            if not runs:
                return True
            if all(len(run) > rules.k for run in runs):
                branches.append(_one_less(state, runs))
    return True


def _one_less(stones: Stones, runs: list[Line]) -> Iterator[Stones]:
    """The stones without one of those in the runs; others change nothing, so they may stay."""
    shared = Counter(cell for run in runs for cell in run)
    for cell, _ in shared.most_common():
        yield stones - {cell}


def _passes(rules: Rules, run: Line, others: Stones) -> bool:
    """Whether a run of k is not a line in caro, closed as it is."""
    return rules.caro and any(
        line == run and _closed(guards, others) for line, guards in guarded_lines(rules)
    )


def _runs(rules: Rules, stones: Stones) -> list[Line]:
    """Maximal runs of k stones or more."""
    found = []
    for ray in rays(rules.rows, rules.cols):
        start = 0
        for place in range(len(ray) + 1):
            if place == len(ray) or ray[place] not in stones:
                if place - start >= rules.k:
                    found.append(ray[start:place])
                start = place + 1
    return found
