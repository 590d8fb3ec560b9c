"""How natural a move looks: what a beginner sees, the lines through a cell and what is on them."""

from __future__ import annotations

from kinrow.rules import Cell, Position
from kinrow.rules.geometry import lines
from kinrow.runtime.conversion import cell_of, index_of

_OWN, _OTHER = 4.0, 3.0  # what each stone multiplies the worth of its line by


def looks(position: Position) -> dict[Cell, float]:
    """For every move a number, larger the more natural it looks.

    Each line through the cell that is still open counts, more with every stone on it, a little
    more with the mover's own. In a game in which a line loses, few and empty lines look best.

    >>> from kinrow.rules import game
    >>> seen = looks(game("tictactoe").parse("X../.O./..."))
    >>> [str(cell) for cell in sorted(seen, key=seen.__getitem__)[-2:]]
    ['c1', 'a3']
    """
    rules, cells = position.rules, position.cells
    own, other = str(position.to_move), str(position.to_move.other)
    spare = rules.k - (rules.threshold or rules.k)  # stones of the other side that a line tolerates
    found = dict.fromkeys((index_of(rules, cell) for cell in position.legal_moves), 0.0)
    for line in lines(rules):
        signs = "".join(cells[at] for at in line)
        worth = 0.0
        if signs.count(other) <= spare:
            worth += _OWN ** signs.count(own)
        if signs.count(own) <= spare:
            worth += _OTHER ** signs.count(other)
        for at in line:
            if at in found:
                found[at] += -worth if rules.misere else worth
    return {cell_of(rules, at): worth for at, worth in found.items()}
