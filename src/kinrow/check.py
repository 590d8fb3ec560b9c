"""The stranger: judges a proof file by itself, with the standard library alone.

    python check.py FILE        (or: kinrow check FILE)

It imports nothing of kinrow, works out lines and legal moves from the rules in the file's header,
and accepts only what it has verified. docs/proof-format.md describes every byte. The file claims
of a position of a line game with one stone a turn that a side wins, or that it does not lose; for
each claim a tree follows, told depth first:

- P, the claiming side, to move: if P can complete a line at once, nothing is told. Else `M` and
  P's move, or a leaf.
- Q, the other side, to move: `A`, then moves of Q, each with its tree, until every move is
  accounted for. If P has a line to complete, only Q's move on that very cell needs an answer. In a
  claim of not losing, a move outside the zone of a tree told before is met by that tree.
- Leaf `P`: pairs of empty cells that meet every line Q could still complete (not losing only).
- `R`: a position like one told before, up to turning and mirroring the board.

Zone: a set of empty cells such that P still holds when Q gets any further stones outside it. For a
pairing its cells; where P completes a line, that cell; P's move and the zone below it; for Q's
moves the union of their zones.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

MAGIC = b"kinrow proof 1\n"
DIGEST = 32
LARGEST_HEADER = 65536


class Refused(Exception):
    """The file proves nothing; the text says why, and where."""


@dataclass(frozen=True)
class Claim:
    """What a tree proves: that `side` wins, or that it does not lose."""

    side: str
    wins: bool

    def __str__(self) -> str:
        return f"{self.side} {'wins' if self.wins else 'does not lose'}"


@dataclass(frozen=True)
class Header:
    """The rules, the position and the claims, as the file states them."""

    rows: int
    cols: int
    k: int
    cells: str
    to_move: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True)
class Verdict:
    """What was proved, how many positions were told, and the file's SHA-256."""

    header: Header
    nodes: int
    sha256: str


class Board:
    """The lines of a board as sets of bits, and its symmetries; cells are numbered row by row."""

    def __init__(self, rows: int, cols: int, k: int) -> None:
        """Work out lines and symmetries."""
        self.size = rows * cols
        self.all = (1 << self.size) - 1
        self.k = k
        self.lines = sorted(set(lines_of(rows, cols, k)))
        self.through = [[line for line in self.lines if line >> c & 1] for c in range(self.size)]
        turns = 8 if rows == cols else 4
        self.turns = [[turned(t, c, rows, cols) for c in range(self.size)] for t in range(turns)]

    def completes(self, mine: int, cell: int) -> bool:
        """Does this side's stone on `cell` complete a line?"""
        return any(line & mine == line for line in self.through[cell])

    def completing(self, mine: int, theirs: int) -> int:
        """The empty cells that complete a line for the side with the stones `mine`."""
        cells = 0
        for line in self.lines:
            gap = line & ~mine
            if gap & (gap - 1) == 0 and not gap & theirs:
                cells |= gap
        return cells

    def turn(self, number: int, cells: int) -> int:
        """The image of a set of cells."""
        image = self.turns[number]
        return sum(1 << image[c] for c in members(cells))

    def turn_back(self, number: int, cells: int) -> int:
        """The set of cells whose image this is."""
        image = self.turns[number]
        return sum(1 << c for c in range(self.size) if cells >> image[c] & 1)


def lines_of(rows: int, cols: int, k: int) -> Iterator[int]:
    """Every k cells in a row, a column or a diagonal, as bits."""
    for row in range(rows):
        for col in range(cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_col = row + down * (k - 1), col + right * (k - 1)
                if 0 <= last_row < rows and 0 <= last_col < cols:
                    yield sum(1 << ((row + down * i) * cols + col + right * i) for i in range(k))


def turned(turn: int, cell: int, rows: int, cols: int) -> int:
    """Where a turn takes a cell: bit 0 mirrors the rows, bit 1 the columns, bit 2 swaps them."""
    row, col = divmod(cell, cols)
    row, col = (rows - 1 - row if turn & 1 else row), (cols - 1 - col if turn & 2 else col)
    return col * cols + row if turn & 4 else row * cols + col


def members(cells: int) -> Iterator[int]:
    """The numbers of the bits that are set, lowest first."""
    while cells:
        yield (cells & -cells).bit_length() - 1
        cells &= cells - 1


class Reader:
    """Bytes of the file, with the place for messages and the digest of what was read."""

    def __init__(self, file: BinaryIO) -> None:
        """Begin at the beginning of a binary file."""
        self.file = file
        self.at = 0
        self.hash = hashlib.sha256()

    def take(self, count: int) -> bytes:
        """The next bytes; a file that ends before is refused."""
        data = self.file.read(count)
        if len(data) != count:
            raise Refused(f"byte {self.at + len(data)}: the file ends in the middle of a proof")
        self.at += count
        self.hash.update(data)
        return data

    def byte(self) -> int:
        """The next byte."""
        return self.take(1)[0]

    def number(self) -> int:
        """Seven bits a byte, the lowest first; the last byte is below 128."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7
            if shift > 63:
                raise Refused(f"byte {self.at}: a number without end")


def read_header(reader: Reader) -> Header:
    """The first two lines: the format's name, and a JSON object."""
    if reader.take(len(MAGIC)) != MAGIC:
        raise Refused("byte 0: not a proof, or of another version: expected 'kinrow proof 1'")
    line = bytearray()
    while not line.endswith(b"\n"):
        line += reader.take(1)
        if len(line) > LARGEST_HEADER:
            raise Refused("the header has no end")
    try:
        return header_of(json.loads(line))
    except (ValueError, KeyError, TypeError) as error:
        raise Refused(f"the header cannot be understood: {error!r}") from None


def header_of(data: Any) -> Header:
    """Every field of the header, checked; nothing unknown is let pass."""
    if set(data) != {"rules", "position", "claims"}:
        raise Refused("the header must hold rules, position and claims, and nothing else")
    rules, position = data["rules"], data["position"]
    if set(rules) != {"rows", "cols", "k"} or not all(type(n) is int for n in rules.values()):
        raise Refused("rules: expected whole numbers rows, cols and k, and nothing else")
    rows, cols, k = rules["rows"], rules["cols"], rules["k"]
    if not (1 <= rows <= 20 and 1 <= cols <= 20 and 1 <= k <= 20):
        raise Refused("rules: expected rows, cols and k from 1 to 20")
    if set(position) != {"cells", "to_move"} or position["to_move"] not in ("X", "O"):
        raise Refused("position: expected cells and to_move (X or O), and nothing else")
    cells = position["cells"]
    if type(cells) is not str or len(cells) != rows * cols or set(cells) - set("XO."):
        raise Refused("position: expected a sign X, O or . for every cell")
    claims = tuple(claim_of(text) for text in data["claims"])
    if not claims:
        raise Refused("claims: expected at least one")
    return Header(rows, cols, k, cells, position["to_move"], claims)


def claim_of(text: Any) -> Claim:
    """A claim as the header writes it."""
    for claim in (Claim(side, wins) for side in "XO" for wins in (True, False)):
        if text == str(claim):
            return claim
    raise Refused(f"claims: {text!r}: expected such as 'X wins' or 'O does not lose'")


class Tree:
    """One claim's tree, verified as it is read."""

    def __init__(
        self, board: Board, claim: Claim, reader: Reader, tell: Callable[[int], object]
    ) -> None:
        """A tree not yet read."""
        self.board = board
        self.claim = claim
        self.reader = reader
        self.tell = tell
        self.known: list[tuple[int, int, int]] = []  # stones of P, of Q, and the zone, as told

    def refuse(self, why: str) -> Refused:
        """The refusal, with place and claim."""
        return Refused(f"byte {self.reader.at}: {self.claim}: {why}")

    def verify(self, mine: int, theirs: int, my_turn: bool) -> int:
        """The zone of the position with P's stones `mine` and Q's `theirs`, both without a line."""
        empty = self.board.all & ~(mine | theirs)
        if not empty:
            if self.claim.wins:
                raise self.refuse("the board is full and nobody has won")
            return 0
        if my_turn:
            winning = self.board.completing(mine, theirs)
            if winning:
                return winning & -winning
        kind = self.reader.byte()
        if kind == ord("R"):
            return self.reference(mine, theirs)
        if kind == ord("P"):
            return self.pairing(mine, empty)
        if kind == ord("M") and my_turn:
            zone = self.move(mine, theirs, empty)
        elif kind == ord("A") and not my_turn:
            zone = self.replies(mine, theirs, empty)
        else:
            raise self.refuse(
                f"byte value {kind} where {'M' if my_turn else 'A'}, P or R may stand"
            )
        self.known.append((mine, theirs, zone))
        if len(self.known) % 4096 == 0:
            self.tell(len(self.known))
        return zone

    def cell(self, empty: int) -> int:
        """A cell's number; it must be one of these."""
        cell = self.reader.byte()
        if not empty >> cell & 1:
            raise self.refuse(f"cell {cell} is not empty")
        return cell

    def move(self, mine: int, theirs: int, empty: int) -> int:
        """P's one move; it completes no line, or nothing would have been told."""
        bit = 1 << self.cell(empty)
        return bit | self.verify(mine | bit, theirs, my_turn=False)

    def replies(self, mine: int, theirs: int, empty: int) -> int:
        """Every move of Q."""
        if self.board.completing(theirs, mine):
            raise self.refuse("the other side completes a line")
        zone, rest = 0, empty
        winning = self.board.completing(mine, theirs)
        if winning:
            first = winning & -winning
            second = (winning & ~first) & -(winning & ~first)
            zone, rest = first | second, 0 if second else first
        while rest:
            bit = 1 << self.cell(empty)
            if not bit & rest:
                raise self.refuse("a move that was accounted for already")
            below = self.verify(mine, theirs | bit, my_turn=True)
            zone |= below
            rest &= ~bit
            if not self.claim.wins:
                rest &= below
        return zone

    def pairing(self, mine: int, empty: int) -> int:
        """Disjoint pairs of empty cells, a whole one in every line that Q could complete."""
        if self.claim.wins:
            raise self.refuse("a pairing wins nothing")
        pairs, used = [], 0
        for _ in range(self.reader.byte()):
            a, b = 1 << self.cell(empty & ~used), 1 << self.cell(empty & ~used)
            if a == b:
                raise self.refuse("a pair of one cell")
            used |= a | b
            pairs.append(a | b)
        for line in self.board.lines:
            if not line & mine and not any(line & pair == pair for pair in pairs):
                raise self.refuse("a line that no pair meets")
        return used

    def reference(self, mine: int, theirs: int) -> int:
        """The zone of a position told before, seen through the symmetry that makes them equal."""
        number, here, there = self.reader.number(), self.reader.byte(), self.reader.byte()
        turns = len(self.board.turns)
        if number >= len(self.known) or here >= turns or there >= turns:
            raise self.refuse("a reference to nothing")
        known_mine, known_theirs, zone = self.known[number]
        turn, back = self.board.turn, self.board.turn_back
        if back(here, turn(there, known_mine)) != mine:
            raise self.refuse("a reference to another position")
        if back(here, turn(there, known_theirs)) != theirs:
            raise self.refuse("a reference to another position")
        return back(here, turn(there, zone))


def say_nothing(nodes: int) -> None:
    """What `check` tells by default."""


def check(file: BinaryIO, tell: Callable[[int], object] = say_nothing) -> Verdict:
    """Verifies a whole proof file; raises Refused with the reason where anything is amiss.

    `tell` is called now and then with the number of positions verified for the current claim.

    >>> import io
    >>> check(io.BytesIO(b"no proof"))
    Traceback (most recent call last):
    kinrow.check.Refused: byte 8: the file ends in the middle of a proof
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 5000))  # a call or two a stone
    reader = Reader(file)
    header = read_header(reader)
    board = Board(header.rows, header.cols, header.k)
    stones = {sign: sum(1 << c for c, at in enumerate(header.cells) if at == sign) for sign in "XO"}
    for sign in "XO":
        if any(line & stones[sign] == line for line in board.lines):
            raise Refused(f"position: {sign} has a line already: there is nothing to prove")
    nodes = 0
    for claim in header.claims:
        tree = Tree(board, claim, reader, tell)
        other = "O" if claim.side == "X" else "X"
        tree.verify(stones[claim.side], stones[other], my_turn=header.to_move == claim.side)
        nodes += len(tree.known)
    digest = reader.hash.digest()
    if file.read(DIGEST + 1) != digest:
        raise Refused(f"byte {reader.at}: the checksum at the end is not that of the proof")
    return Verdict(header, nodes, digest.hex())


def main(path: str, tell: Callable[[int], object] = say_nothing) -> int:
    """Checks one file and says what it proves; 0 if it holds, 1 if not, 2 if it cannot be read."""
    try:
        with open(path, "rb") as file:
            verdict = check(file, tell)
    except OSError as error:
        print(f"{path}: {error.strerror}", file=sys.stderr)
        return 2
    except Refused as reason:
        print(f"{path}: refused: {reason}", file=sys.stderr)
        return 1
    h = verdict.header
    if tell is not say_nothing:
        print("\r", end="", file=sys.stderr)
    print(
        f"({h.rows},{h.cols},{h.k}) {h.cells} {h.to_move} to move: {verdict.nodes} positions told"
    )
    for claim in h.claims:
        print(f"proved: {claim}")
    print(f"sha256 {verdict.sha256}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else "usage: python check.py FILE")
