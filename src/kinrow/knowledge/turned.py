"""A position in other forms of its game, and what is known of it there, brought back.

The forms: on the board turned by a quarter, and with X and O exchanged.
"""

from __future__ import annotations

from dataclasses import replace

from kinrow.knowledge.literature import recoloured
from kinrow.rules import Position, Rules
from kinrow.rules.transposed import across, transposed, turned
from kinrow.solver import Analysis

_EXCHANGED = str.maketrans("XO", "OX")


def forms(rules: Rules) -> tuple[Rules, ...]:
    """The game, that of the board turned by a quarter, and both begun by the other side.

    >>> from kinrow.rules import game
    >>> [str(form) for form in forms(game("3,2,2"))]
    ['3,2,2', '2,3,2', '3,2,2:begins=O', '2,3,2:begins=O']
    """
    both = (rules, transposed(rules))
    return tuple(dict.fromkeys((*both, *map(recoloured, both))))


def as_in(rules: Rules, position: Position) -> Position:
    """The position in the form of its game that has these rules.

    >>> from kinrow.rules import game
    >>> as_in(game("3,2,2"), game("2,3,2:begins=O").replay("c1 a2"))
    kinrow.position('3,2,2 .O/../X.')
    """
    if rules.begins is not position.rules.begins:
        cells = position.cells.translate(_EXCHANGED)
        other = recoloured(position.rules), cells, position.to_move.other, position.left
        position = Position(*other)
    return position if position.rules == rules else turned(position)


def brought_back(analysis: Analysis, position: Position) -> Analysis:
    """What an analysis of another form of a position says of the position itself."""
    if analysis.position.rules.rows != position.rules.rows:
        return turned_back(analysis, position)
    solution = replace(analysis.solution, position=position)
    return Analysis(solution, analysis.moves)


def turned_back(analysis: Analysis, position: Position) -> Analysis:
    """What an analysis of the board with rows and columns exchanged says of a position."""
    line = tuple(across(move) for move in analysis.solution.line)
    moves = {across(move): value for move, value in analysis.moves.items()}
    moves = dict(sorted(moves.items()))  # row by row
    return Analysis(replace(analysis.solution, position=position, line=line), moves)
