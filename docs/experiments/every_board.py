"""Five in a row on every large board: one certificate, from a tree for each second stone.

    python -m docs.experiments.every_board --out FOLDER --proof FILE

The first stone lies in the middle of a square window. A second stone that is far from a win after
a pass (far_stones.py) is met by that win. Otherwise it needs a tree of its own.

For each stone in turn, the farthest first, this looks for a win after a pass that keeps off its
rows; and for stones up to four cells away, or if that fails, for a win with the stone on the
board. Each tree is a certificate in the folder; another run goes on from those that are there, and
from those that left_out.py and third_stones.py have put there. At last they are joined to one file,
and that is checked.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from docs.experiments.certificates import (
    header_in,
    join_to,
    kept_zone,
    number,
    piece_of,
    position_with,
    reserved_in,
    reserving,
)
from docs.experiments.far_stones import (
    MIDDLE,
    first_image,
    freed,
    images,
    kept_off,
    named,
    near,
)

from kinrow.proofs import Book, Proof
from kinrow.proofs.alone import prove_alone
from kinrow.proofs.boards import SIDES
from kinrow.proofs.book import PASS
from kinrow.proofs.run import ProofRun
from kinrow.rules import Cell, Position, Rules, Sign
from kinrow.runtime.conversion import index_of
from kinrow.runtime.limits import bytes_of
from kinrow.solver import Solution
from kinrow.strategies.far_stones import REACH, Place

ROOT = Path(__file__).resolve().parents[2]
BOOK, BOOK_SIZE = ROOT / "examples" / "proofs" / "19-19-5.book", 19
PASSES, SECONDS = (Path(__file__).with_name(f"21-21-5-{kind}.book") for kind in ("pass", "second"))
BOOKS_SIZE = 21  # of their board: wins after a pass, and with a second stone
CLOSE = 4  # rows and columns; so close, no win after a pass keeps off

# The next stones, best first; in a window of 15 x 15 the last three are needed as well.
AWAY = ((-1, -1), (1, -1), (-1, 1), (-1, 0), (0, -1), (1, 1), (-2, -1), (-2, 1), (1, -2))
Avoided = Callable[[Collection[Place]], set[Place]]  # with these stones of the first player's
PARTS = (15, 5, 1)  # of the time for a search: short ones of each stone first


@dataclass(frozen=True)
class Window:
    """A square window with the first stone in its middle."""

    size: int
    exact: bool = False

    @cached_property
    def rules(self) -> Rules:
        """The game on it."""
        return Rules(self.size, self.size, 5, exact=self.exact)

    def cell(self, place: Place) -> Cell:
        """Where this is."""
        return Cell(self.size // 2 + place[0], self.size // 2 + place[1])

    def index(self, place: Place) -> int:
        """Its number in a certificate."""
        return index_of(self.rules, self.cell(place))

    def has(self, place: Place) -> bool:
        """Whether it lies in the window."""
        return max(map(abs, place)) <= self.size // 2

    def place(self, index: int) -> Place:
        """The place with this number."""
        row, col = divmod(index, self.size)
        return row - self.size // 2, col - self.size // 2


def moved(line: str, away: int, window: int) -> str:
    """A game of a book so many rows and columns on, up to the first move outside the window.

    >>> moved("j10 k11? pass a1 b2", -1, 19)
    'i9 j10? pass'
    """
    words: list[str] = []
    for word in line.partition("#")[0].split():
        if word == "pass":
            words.append(word)
            continue
        cell = Cell.of(word.rstrip("?"))
        cell = Cell(cell.row + away, cell.col + away)
        if not (0 <= cell.row < window and 0 <= cell.col < window):
            break
        words.append(str(cell) + "?" * word.endswith("?"))
    return " ".join(words)


def book_for(window: int) -> str:
    """The games of 19 x 19 and of what was found stone by stone (third_stones.py)."""
    return moved_book(BOOK, BOOK_SIZE, window) + moved_book(SECONDS, BOOKS_SIZE, window)


def moved_book(path: Path, size: int, window: int) -> str:
    """The text of a book of a board of this size, the middle moved to that of the window."""
    lines = (moved(line, window // 2 - size // 2, window) for line in path.read_text().splitlines())
    return "".join(line + "\n" for line in dict.fromkeys(lines) if line.count(" ") > 1)


@dataclass(frozen=True)
class Trees:
    """The certificates in a folder."""

    window: Window
    folder: Path
    memory: int
    seconds: float
    stones: tuple[Place, ...] = (MIDDLE,)  # the first player's, the same in all images

    def after_pass(self, name: str, avoided: Avoided) -> bool:
        """Looks for a win after a pass whose zone has none of these cells."""
        path = self.certificate("pass", name)
        return path.exists() or any(
            self._wins_after_pass(path, at, avoided, self.seconds / part, reads=reads)
            for part in PARTS
            for at in AWAY
            if at not in self.stones
            for reads in (True, False)
        )

    def _wins_after_pass(
        self, path: Path, at: Place, avoided: Avoided, seconds: float, *, reads: bool
    ) -> bool:
        """The same with this next stone; `reads`: tries the moves of earlier wins first."""
        stones = (*self.stones, at)
        cells = frozenset(map(self.window.index, filter(self.window.has, avoided(stones))))
        position, book = self.position(stones, [], Sign.O), self.book(at)
        return self._prove(position, path, seconds, cells, book if reads else None, book)

    def book(self, at: Place) -> Book:
        """What was costly in wins after a pass; games are added after this next stone."""
        played = [move for stone in (*self.stones, at) for move in (PASS, self.window.index(stone))]
        return Book(self.folder / "pass.book", tuple(played[1:]))

    def against(self, second: Place) -> bool:
        """Looks for a win with the second stone here."""
        path = self.certificate("second", named(second))
        if path.exists():
            return True
        position = self.position(self.stones, [second], Sign.X)
        with TemporaryDirectory() as folder:
            text = Path(folder, "moved.book")
            text.write_text(book_for(self.window.size))
            book = Book(text, (self.window.index(MIDDLE), self.window.index(second)))
            return self._prove(position, path, self.seconds, frozenset(), book)

    def _prove(  # one argument more than others have
        self,
        position: Position,
        path: Path,
        seconds: float,
        avoided: frozenset[int],
        book: Book | None,
        learn: Book | None = None,
    ) -> bool:
        found = prove_alone(
            ProofRun(
                position,
                path,
                self.memory,
                threads=1,
                time=seconds,
                resume=True,
                book=book,
                learn=learn,
                larger=SIDES,
                avoided=avoided,
            )
        )
        print(path.name, found if isinstance(found, Proof) else "not settled", flush=True)
        return isinstance(found, Proof)

    def passes(self) -> list[Path]:
        """The certificates after a pass."""
        return sorted(self.folder.glob("pass-*.proof"))

    def zones(self) -> list[set[Place]]:
        """The zones of the wins after a pass and the next stone."""
        return [{*map(self.window.place, kept_zone(path))} for path in self.passes()]

    def near(self) -> set[Place]:
        """The places of second stones that need a certificate."""
        place, passes = self.window.place, self.passes()
        stones = ([*self.stones, place(self.next_stone(path))] for path in passes)
        reserved = (self._freed(path) for path in passes)
        trees = zip(self.zones(), stones, reserved, strict=True)
        return near(trees, exact=self.window.exact) - {*self.stones}

    def _freed(self, path: Path) -> set[Place]:
        window = self.window
        middle = window.size // 2
        found = freed(window.rules, reserved_in(path))
        return {(row - middle, col - middle) for row, col in found}

    def certificate(self, kind: str, name: str) -> Path:
        """The path of a certificate, whether or not it is there yet."""
        return self.folder / f"{kind}-{name}.proof"

    def start(self) -> Position:
        """What the joined certificate is about: the empty board, or several stones."""
        if self.stones == (MIDDLE,):
            return self.window.rules.start()
        return self.position(self.stones, [], Sign.O)

    def next_stone(self, path: Path) -> int:
        """The first player's last stone in a certificate after a pass."""
        cells = header_in(path)["position"]["cells"]
        old = [*map(self.window.index, self.stones)]
        return next(at for at, sign in enumerate(cells) if sign == "X" and at not in old)

    def position(self, mine: Iterable[Place], theirs: Iterable[Place], to_move: Sign) -> Position:
        """With these stones of both players."""
        window = self.window
        return position_with(
            window.rules, map(window.cell, mine), map(window.cell, theirs), to_move
        )

    def second(self, place: Place) -> Path:
        """The certificate with the second stone here."""
        return self.certificate("second", named(place))


def keeps_off_edge(trees: Trees) -> bool:
    """Looks for a win after a pass from which all that is beyond the window is far."""
    half = trees.window.size // 2
    span = range(-half, half + 1)
    upper = {(row, col) for row in range(half - REACH + 1, half + 1) for col in span}
    return trees.after_pass("edge", lambda _: upper)


def settle(trees: Trees) -> bool:
    """Looks for all trees; whether there are enough."""
    keeps_off_edge(trees)
    tried: set[Place] = set()
    while left := {first_image(place) for place in trees.near()} - tried:
        place = max(left, key=lambda at: (max(at), min(at)))
        tried.add(place)
        if trees.second(place).exists():
            continue
        if max(place) > CLOSE:
            trees.after_pass(named(place), partial(kept_off, place))
        if trees.window.has(place) and place in trees.near():
            trees.against(place)
    needed = {first_image(place) for place in trees.near()}
    missing = [place for place in needed if not trees.second(place).exists()]
    print("left:", *map(named, sorted(missing)))
    return not missing


def joined(trees: Trees) -> bytes:
    """The tree of a certificate from the empty board, of all trees in the folder."""
    window = trees.window
    out, listed = bytearray(b"F"), 0
    if trees.start() == window.rules.start():
        out[:0] = b"M" + number(window.index(MIDDLE))
    passes = trees.passes()
    out += number(len(passes))
    for path in passes:
        tree, nodes = piece_of(path)
        out += number(trees.next_stone(path)) + reserving(path, window.rules) + tree
        listed += nodes
    ended: dict[Place, int] = {}
    for place in sorted(trees.near(), key=lambda at: (first_image(at) != at, at)):
        out += number(window.index(place))
        if (source := first_image(place)) == place:
            tree, nodes = piece_of(trees.second(place))
            out += tree
            listed += nodes
            ended[place] = listed - 1
        else:
            turn = next(turn for turn, at in enumerate(images([source])) if place in at)
            out += b"R" + number(8 * (listed - 1 - ended[source]) + turn)
    return bytes(out)


def join(trees: Trees, path: Path) -> Proof | Solution:
    """Joins them to a certificate, and has it checked."""
    return join_to(path, trees.start(), joined(trees))


def main() -> None:
    """Reads the command line, and makes the certificate if all trees are found."""
    parser = argparse.ArgumentParser(description="Five in a row on every large board.")
    parser.add_argument("--window", type=int, default=21)
    parser.add_argument("--exact", action="store_true", help="exactly five in a row")
    parser.add_argument("--out", type=Path, required=True, help="a folder for the trees")
    parser.add_argument("--proof", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=600, help="for each search")
    parser.add_argument("--memory", type=bytes_of, default="6GiB")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    if not (book := asked.out / "pass.book").exists():
        book.write_text(moved_book(PASSES, BOOKS_SIZE, asked.window))
    trees = Trees(Window(asked.window, asked.exact), asked.out, asked.memory, asked.seconds)
    if settle(trees):
        print(join(trees, asked.proof))


if __name__ == "__main__":
    main()
