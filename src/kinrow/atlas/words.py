"""The atlas's words in the reader's language, and a table of rows for the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kinrow.knowledge.row import HOWS, AtlasRow
from kinrow.words import Catalogue

if TYPE_CHECKING:
    from rich.table import Table

    from kinrow.solver import Progress

COLUMNS = ("game", "value", "how", "first", "nodes", "seconds", "bytes", "sha256", "version")
NUMBERS = ("nodes", "seconds", "bytes")
_SHOWN = 12  # figures of a digest: enough to tell files apart
_FOLDED = {"how": 24, "first": 20}  # what may be folded, and to how little


class Words(Catalogue):
    """The catalogue in one language.

    >>> Words("zh-Hans")("value.draw"), Words()("list.unknown", game="9,9,5")[:5]
    ('和', '9,9,5')
    """

    room = "atlas"

    def how(self, row: AtlasRow) -> str:
        """How the value is known, with the rules that settle it without a search.

        >>> from kinrow.rules import Outcome, game
        >>> named = {"theory": ("two threats",), "how": "computed"}
        >>> Words().how(AtlasRow(rules=game("1,3,2"), value=Outcome.WIN, **named))
        'computed; two threats'
        """
        return self("mark").join(filter(None, [self(f"how.{row.how}"), self.theory(row)]))

    def theory(self, row: AtlasRow) -> str:
        """The rules of theory that settle it, or that helped."""
        return " + ".join(self(f"rule.{name}") for name in row.theory)

    def searching(self, now: Progress) -> str:
        """How far a search is."""
        nodes, seconds = f"{now.nodes:,}", f"{now.seconds:.1f}"
        return self("live.search", nodes=nodes, seconds=seconds, move=now.move, moves=now.moves)

    def step(self, doing: str, count: int) -> str:
        """How far the writing or the checking of a proof is.

        >>> Words("zh-Hans").step("write", 1000)
        '写出证书：1,000 字节'
        """
        return self(f"live.{doing}", count=f"{count:,}")

    def cells(self, row: AtlasRow) -> Iterator[str]:
        """What stands in each of `COLUMNS`; what is not known is empty."""
        yield str(row.rules)
        yield self(f"value.{row.value}")
        yield self.how(row)
        yield str(row.first)
        yield "" if row.nodes is None else f"{row.nodes:,}"
        yield "" if row.seconds is None else f"{row.seconds:.2f}"
        yield "" if row.size is None else f"{row.size:,}"
        yield (row.sha256 or "")[:_SHOWN]
        yield row.version or ""

    def sum(self, rows: Sequence[AtlasRow]) -> str:
        """How many rows are known in which way."""
        counts = Counter(row.how for row in rows)
        return self("list.sum", count=len(rows), **{how: counts[how] for how in HOWS})


def table(rows: Sequence[AtlasRow], words: Words, room: int) -> Table:
    """The rows as a table of at most so many columns of text.

    What is empty throughout is left out, and from the right what does not fit.
    """
    from rich.table import Table
    from rich.text import Text

    lines = [list(words.cells(row)) for row in rows]
    heads = [words(f"head.{name}") for name in COLUMNS]
    found = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    kept = _fitting([heads, *lines], room)
    for at in kept:
        right = COLUMNS[at] in NUMBERS
        found.add_column(
            heads[at],
            justify="right" if right else "left",
            no_wrap=right or not at,
        )
    for line in lines:
        found.add_row(*(Text(line[at]) for at in kept))
    return found


def _fitting(lines: Sequence[Sequence[str]], room: int) -> list[int]:
    """The columns that are not empty, up to the last one that still fits next to those before.

    The game and its value are always there.
    """
    from rich.cells import cell_len

    kept = [at for at, _ in enumerate(COLUMNS) if any(line[at] for line in lines[1:])]
    wide = [max(cell_len(line[at]) for line in lines) + 2 for at in kept]
    wide = [min(most, _FOLDED.get(COLUMNS[at], most)) for at, most in zip(kept, wide, strict=True)]
    return [at for number, at in enumerate(kept, 1) if number < 3 or sum(wide[:number]) - 2 <= room]
