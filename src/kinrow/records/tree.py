"""The tree of stones of a record, flat: every stone names the one that it follows.

The stones stand in preorder, the first continuation of each stone before the others. So the main
line comes first, a file can be written in one pass, and no depth of a tree is too much.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kinrow.rules import Cell, NotationError, OptionError
from kinrow.rules.cell import shown
from kinrow.rules.options import text_of
from kinrow.rules.sentence import Sentence

_DIGITS, _MOST = 6, 1e9  # of seconds: to the microsecond, up to thirty years


@dataclass(frozen=True, slots=True, init=False)
class Stone:
    """One stone of a record.

    - `cell`: its cell, as a Cell or a string such as "b2";
    - `parent`: the index of the stone that it follows; None for one on the start position;
    - `seconds`: the time that its player took, kept to the microsecond; None if unknown;
    - `note`: what its player, or somebody else, says of it; several lines if need be.

    >>> Stone("b2", None, 0.5).cell
    Cell.of('b2')
    """

    cell: Cell
    parent: int | None
    seconds: float | None = None
    note: str = ""

    def __init__(
        self,
        cell: Cell | str,
        parent: int | None,
        seconds: float | None = None,
        note: str = "",
    ) -> None:
        if seconds is not None:
            if isinstance(seconds, str) or not 0 <= round(seconds, _DIGITS) < _MOST:
                raise OptionError(Sentence("stone.seconds", seconds=shown(seconds)))
            seconds = abs(round(float(seconds), _DIGITS))  # -0.0 is 0.0
        object.__setattr__(self, "cell", Cell.of(cell))
        object.__setattr__(self, "parent", parent)
        object.__setattr__(self, "seconds", seconds)
        object.__setattr__(self, "note", clean_text(note, "note"))


def main_line(
    cells: Iterable[Cell | str],
    seconds: Iterable[float | None] | None = None,
    notes: Iterable[str] | None = None,
) -> tuple[Stone, ...]:
    """The stones of a line without variations; as many times and notes as cells, if given.

    >>> [stone.parent for stone in main_line(["b2", "a1"])]
    [None, 0]
    """
    placed = list(cells)
    times = [None] * len(placed) if seconds is None else seconds
    words = [""] * len(placed) if notes is None else notes
    rows = zip(placed, times, words, strict=True)
    return tuple(
        Stone(cell, number - 1 if number else None, time, note)
        for number, (cell, time, note) in enumerate(rows)
    )


Branches = dict[Cell, "Branches"]


def tree_of(lines: Iterable[Iterable[Cell | str]]) -> tuple[Stone, ...]:
    """The stones of several lines of play from one start; the first one is the main line.

    >>> [(str(stone.cell), stone.parent) for stone in tree_of([["b2", "a1"], ["b2", "c3"]])]
    [('b2', None), ('a1', 0), ('c3', 0)]
    """
    root: Branches = {}
    for line in lines:
        branches = root
        for cell in line:
            branches = branches.setdefault(Cell.of(cell), {})
    stones: list[Stone] = []
    waiting: list[tuple[Cell, Branches, int | None]] = [
        (cell, below, None) for cell, below in reversed(root.items())
    ]
    while waiting:
        cell, below, parent = waiting.pop()
        stones.append(Stone(cell, parent))
        at = len(stones) - 1
        waiting += [(next_cell, further, at) for next_cell, further in reversed(below.items())]
    return tuple(stones)


def check_order(tree: Sequence[Stone]) -> None:
    """Raises OptionError unless the stones stand in preorder.

    >>> check_order(main_line(["b2", "a1"]))
    >>> check_order([Stone("a1", None), Stone("b1", None), Stone("c1", 0)])
    Traceback (most recent call last):
    kinrow.rules.errors.OptionError: stone 3 follows stone 1: expected a stone of the line before it
    """
    path: list[int] = []
    for number, stone in enumerate(tree):
        while path and path[-1] != stone.parent:
            path.pop()
        if not path and stone.parent is not None:
            parent = stone.parent + 1 if isinstance(stone.parent, int) else stone.parent
            raise OptionError(Sentence("stone.order", stone=number + 1, parent=parent))
        path.append(number)


def spelled(tree: Sequence[Stone]) -> Iterator[int | str]:
    """The indices of all stones, with every alternative in "(" and ")", as SGF has them.

    >>> tree = [Stone("a1", None), Stone("b1", 0), Stone("c1", 1), Stone("c1", 0)]
    >>> list(spelled(tree))
    [0, '(', 1, 2, ')', '(', 3, ')']
    """
    children: dict[int | None, int] = {}
    for stone in tree:
        children[stone.parent] = children.get(stone.parent, 0) + 1
    opened: list[int | None] = []
    for number, stone in enumerate(tree):
        if children[stone.parent] > 1:
            while stone.parent in opened:
                yield ")"
                if opened.pop() == stone.parent:
                    break
            opened.append(stone.parent)
            yield "("
        yield number
    yield from ")" * len(opened)


class Spelling:
    """Reads what `spelled` writes: which stone the next one follows.

    `open` and `close` raise NotationError for brackets that do not pair.

    >>> reading = Spelling()
    >>> reading.add(0); reading.open(); reading.add(1); reading.close(); reading.parent
    0
    """

    def __init__(self) -> None:
        self.parent: int | None = None
        self._opened: list[int | None] = []

    @property
    def depth(self) -> int:
        """How many brackets are open."""
        return len(self._opened)

    def add(self, number: int) -> None:
        """The next stone follows this one."""
        self.parent = number

    def open(self) -> None:
        """A variation begins."""
        self._opened.append(self.parent)

    def close(self) -> None:
        """It ends."""
        if not self._opened:
            raise NotationError(Sentence("record.bracket"))
        self.parent = self._opened.pop()


def clean_text(text: str, name: str = "comment") -> str:
    """A text of several lines, each ending in a newline; nothing around it.

    Raises OptionError, with the name of the argument, for what is not a string.

    One that is so already stays the object that it is: a sentence keeps its code.

    >>> clean_text(" a\\r\\nb\\n")
    'a\\nb'
    """
    text_of(name, text)
    cleaned = text.replace("\r\n", "\n").replace("\r", "\n").strip() if text else text
    return text if text == cleaned else cleaned


def clean_line(text: str) -> str:
    """A text of one line, as names are.

    >>> clean_line(" Ann\\n  Lee")
    'Ann Lee'
    """
    return " ".join(text.split())
