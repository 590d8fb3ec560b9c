"""The atlas as a Markdown table, for the documentation."""

from __future__ import annotations

from collections.abc import Sequence

from kinrow.atlas.chapters import one_way
from kinrow.atlas.words import COLUMNS, NUMBERS, Words
from kinrow.knowledge.row import AtlasRow


def markdown(rows: Sequence[AtlasRow], words: Words) -> str:
    """Each board one way, without the games that theory settles at once; then how many those are.

    >>> from kinrow.rules import Outcome, game
    >>> value = Outcome.DRAW
    >>> row = AtlasRow(rules=game("4,4,4"), value=value, how="computed", nodes=32, seconds=0.0)
    >>> print(markdown([row], Words()))
    | game | value | how | nodes | seconds |
    |---|---|---|--:|--:|
    | 4,4,4 | draw | computed | 32 | 0.00 |
    <BLANKLINE>
    """
    listed = one_way(rows)
    shown = [row for row in listed if not row.theory]
    lines = [list(words.cells(row)) for row in shown]
    kept = [at for at, _ in enumerate(COLUMNS) if any(line[at] for line in lines)]
    rules = ["--:" if COLUMNS[at] in NUMBERS else "---" for at in kept]
    table = [
        [words(f"head.{COLUMNS[at]}") for at in kept],
        *([line[at] for at in kept] for line in lines),
    ]
    told = [f"| {' | '.join(cells)} |" for cells in table]
    told.insert(1, f"|{'|'.join(rules)}|")
    rest = len(listed) - len(shown)
    return "\n".join(told) + ("\n\n" + words("markdown.rest", count=rest) if rest else "") + "\n"
