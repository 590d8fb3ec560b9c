"""Is 井井井井字棋 as a whole a draw? And which of O's 300 opening pairs keep it?

Every pair is a question of its own to one solver, so that what one finds serves the next. Takes
some minutes on two cores:

    python examples/jing4_openings.py [memory, such as 4GiB]
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations

from kinrow import Outcome, Solver, game


def openings(memory: str) -> Counter[Outcome | None]:
    """How many opening pairs win, draw and lose for O."""
    start = game("jing4").start()
    boards = [start.play(a).play(b) for a, b in combinations(start.legal_moves, 2)]
    with Solver(memory=memory) as solver:
        return Counter(value.opposite.outcome for value in solver.values(boards))


if __name__ == "__main__":
    for outcome, pairs in openings(sys.argv[1] if len(sys.argv) > 1 else "4GiB").items():
        print(f"{pairs} of 300 opening pairs: {outcome} for O")
