"""Theory as a source: the rules about whole games, and what lines that are still open decide.

A side *could complete* a line if no stone of the other side's is on it (and, in exact games, none
of its own beyond its ends). The other side stops all such lines if they weigh little enough. Pairs
of cells are not looked for here: the search finds them itself, and sooner.
"""

from __future__ import annotations

from collections.abc import Iterator

from kinrow.knowledge.theory import bounds_of_game
from kinrow.rules import Objective, Position, Sign, Value
from kinrow.rules.geometry import guarded_lines
from kinrow.rules.turns import is_in_turn
from kinrow.solver import Analysis
from kinrow.solver.evidence import Evidence
from kinrow.solver.findings import Findings


class TheorySource:
    """What theorems say of positions.

    >>> from kinrow.rules import game
    >>> found = TheorySource().known(game("9,9,9").start(), "outcome")
    >>> str(found.solution.value), found.solution.how, found.solution.source.rules
    ('draw', 'theory', ('monotonicity',))
    >>> found = TheorySource().known(game("tictactoe").parse("XOX/.O./OX."), "outcome")
    >>> str(found.solution.value), found.solution.source.rules
    ('draw', ('potential',))
    """

    def known(self, position: Position, objective: Objective) -> Analysis | None:
        """Bounds on an unfinished position of a line game; None if no rule applies."""
        rules = position.rules
        if rules.objective != "line":
            return None
        begins = not position.plies and is_in_turn(position)
        bounds = bounds_of_game(rules) if begins else _bounds(position)
        lower, upper, names = bounds
        if not names:
            return None
        findings = Findings(position, objective)
        findings.learn(Value("outcome", lower, upper))
        findings.known_by(Evidence(kind="theory", how="theory", game=str(rules), rules=names))
        return findings.analysis(0, 0.0, None)


def _bounds(position: Position) -> tuple[int, int, tuple[str, ...]]:
    """What the open lines of each side allow; the side to move loses a line that it completes."""
    mover = position.to_move
    lower, upper = -1, 1
    names = []
    for sign in (mover.other, mover):
        name = _stopped(position, sign)
        if name is None:
            continue
        names.append(name)
        # A line wins for its owner, or loses for him if the game is misère.
        if (sign is mover) is not position.rules.misere:
            upper = 0
        else:
            lower = 0
    return lower, upper, tuple(dict.fromkeys(names))


def _stopped(position: Position, sign: Sign) -> str | None:
    """The rule by which a side completes no line any more; None if none says so."""
    rules = position.rules
    gaps = list(_gaps(position, sign))
    if not gaps:
        return "no line"
    if rules.misere or not position.left == rules.stones == 1:
        return None
    if rules.renju and sign is not rules.begins:
        return None  # the other side's answers may be forbidden
    # Erdős and Selfridge: the other side meets all gaps if the sum of 2^-cells is below 1 with
    # the move, or below 1/2 without it.
    weight = sum(2.0**-gap for gap in gaps)
    return "potential" if weight < (0.5 if sign is position.to_move else 1) else None


def _gaps(position: Position, sign: Sign) -> Iterator[int]:
    """How many cells of each line that a side could still complete are empty."""
    cells, own, other = position.cells, str(sign), str(sign.other)
    exact = position.rules.exact_for(sign)
    for line, beyond in guarded_lines(position.rules):
        signs = [cells[index] for index in line]
        if other not in signs and not (exact and any(cells[index] == own for index in beyond)):
            yield signs.count(".")
