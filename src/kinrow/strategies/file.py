"""The strategy file: a header, packed entries, and a digest that is checked when it is opened.

docs/strategy-format.md describes the bytes.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kinrow.proofs.boards import ACROSS, SIDES, Side, check_class, class_spec, class_title, contains
from kinrow.rules import KinrowError, Position, Rules, RulesError, Sign
from kinrow.rules.options import instance_of, whole_number
from kinrow.rules.sentence import Sentence
from kinrow.rules.transposed import turned
from kinrow.runtime.files import path_of, reason_of, whole_file
from kinrow.runtime.plain_json import from_json

_MAGIC = b"kinrow strategy 1\n"
_DIGEST = 32  # bytes of a SHA-256
_LONGEST_HEADER = 1 << 16
_TAIL = 3  # bytes of an entry after its three sets: the move and the order
HIGHEST = 3
"""The highest order of a win."""


class StrategyError(KinrowError):
    """A file that is not a strategy, or is damaged; the text names it and says what is wrong."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A position of the winner's, who is to move, and how he wins.

    `own`, `other` and `zone` are sets of cells as bits, the first cell lowest. The win
    holds even if the loser has up to `order` further stones outside the zone.
    """

    own: int
    other: int
    zone: int
    move: int
    order: int

    def image(self, places: Sequence[int]) -> Entry:
        """The entry on a board whose cells go to these places.

        >>> Entry(own=0b1, other=0, zone=0b10, move=1, order=0).image([2, 1, 0])
        Entry(own=4, other=0, zone=2, move=1, order=0)
        """
        own, other, zone = (
            sum(1 << place for cell, place in enumerate(places) if bits >> cell & 1)
            for bits in (self.own, self.other, self.zone)
        )
        return Entry(own, other, zone, places[self.move], self.order)

    def signs(self, winner: Sign, cells: int) -> str:
        """The position, a sign per cell: X, O, or a dot.

        >>> Entry(own=0b1, other=0b1000, zone=0b10, move=1, order=0).signs(Sign.X, 4)
        'X..O'
        """
        return "".join(
            str(winner)
            if self.own >> cell & 1
            else str(winner.other)
            if self.other >> cell & 1
            else "."
            for cell in range(cells)
        )


def check_rules(rules: Rules) -> None:
    """Raises RulesError for a game that has no strategies.

    >>> from kinrow.rules import game
    >>> check_rules(game("3,3,3,1,2"))
    Traceback (most recent call last):
    kinrow.rules.errors.RulesError: (3,3,3,1,2): strategies are for line games of one stone per \
turn (also on the first turn), without misère, renju or caro
    """
    several = (rules.stones, rules.first_turn) != (1, 1)
    if rules.objective != "line" or rules.misere or rules.special or several:
        raise RulesError(Sentence("strategy.game", game=rules.title))


class _Written:
    """What both kinds of strategy have in common."""

    __slots__ = ()
    start: Position
    budget: int
    proof: str
    packed: bytes

    def __post_init__(self) -> None:
        instance_of("start", self.start, Position, "kinrow.position('gomoku')")
        check_rules(self.rules)
        whole_number("budget", self.budget, 0, example=20_000)

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.start.rules

    @property
    def spec(self) -> str:
        """The game, or the class of boards."""
        return str(self.rules)

    @property
    def title(self) -> str:
        """The same as the literature writes it."""
        return self.rules.title

    @property
    def count(self) -> int:
        """How many entries there are."""
        return len(self.packed) // entry_size(self.rules.size)

    def suits(self, rules: Rules) -> bool:
        """Whether it is for this game."""
        return rules == self.rules

    def entries(self) -> Iterator[Entry]:
        """Every entry, each after those that it needs."""
        return iter(unpack_all(self.rules.size, self.packed))

    def write(self, path: str | os.PathLike[str]) -> str:
        """Writes the file, whole or not at all; the SHA-256 at its end.

        Raises OptionError for what is not a path.
        """
        out = path_of(path, "a.strategy")
        header: dict[str, Any] = {
            "rules": self.rules.to_json(),
            "cells": self.start.cells,
            "to_move": str(self.start.to_move),
            "winner": self._winner(),
            "budget": self.budget,
            "entries": self.count,
            "proof": self.proof,
            **self._class(),
        }
        text = _MAGIC + json.dumps(header).encode() + b"\n"
        text += lzma.compress(self.packed, lzma.FORMAT_XZ, preset=9 | lzma.PRESET_EXTREME)
        digest = hashlib.sha256(text)
        with whole_file(out) as file:
            file.write_bytes(text + digest.digest())
        return digest.hexdigest()

    def _winner(self) -> str | None:
        """As the header has it; None for a draw."""
        return None

    def _class(self) -> dict[str, Any]:
        """What the header says of a class of boards."""
        return {}


@dataclass(frozen=True, slots=True)
class Strategy(_Written):
    """How `winner` wins from `start`.

    `budget` is how many positions a search may look at that knows the entries: with that many it
    wins from every position that can arise while the strategy is followed. `proof` is the SHA-256
    of the certificate that the strategy was made from. With `larger` the strategy is for a class of
    boards, which go on beyond these sides of the window that `start` shows. Raises RulesError for a
    misère game, a game of several stones per turn or on the first, one that no line decides, and
    sides that make no class, and OptionError for a start that is no Position, or a budget that is
    none.

    >>> from kinrow.rules import game
    >>> one = Entry(own=0b1, other=0b1000, zone=0b10, move=1, order=0)
    >>> strategy = Strategy(game("1,4,3").start(), Sign.X, 100, "00" * 32, pack(4, [one]))
    >>> strategy.count, list(strategy.entries()) == [one]
    (1, True)
    """

    start: Position
    winner: Sign
    budget: int
    proof: str
    packed: bytes = field(repr=False)
    larger: tuple[Side, ...] = ()

    def __post_init__(self) -> None:
        _Written.__post_init__(self)
        if self.larger != ():
            check_class(self.rules, self.larger)

    @property
    def spec(self) -> str:
        """The game, or the class of boards."""
        return class_spec(self.rules, self.larger)

    @property
    def title(self) -> str:
        """The same as the literature writes it.

        >>> from kinrow.rules import game
        >>> Strategy(game("13,4,4").start(), Sign.X, 1, "", b"", ("rows",)).title
        '(13+,4,4)'
        """
        return class_title(self.rules, self.larger)

    def suits(self, rules: Rules) -> bool:
        """Whether it is for this game, or for a class of boards that has it.

        >>> from kinrow.rules import game
        >>> strategy = Strategy(game("13,4,4").start(), Sign.X, 1, "", b"", ("rows",))
        >>> [strategy.suits(game(spec)) for spec in ("13,4,4", "20,4,4", "20,5,4")]
        [True, True, False]
        """
        return contains(self.rules, self.larger, rules)

    def turned(self) -> Strategy:
        """The same strategy on the board turned by a quarter.

        >>> from kinrow.rules import game
        >>> one = Entry(own=0b1, other=0b10, zone=0b1000, move=3, order=0)
        >>> strategy = Strategy(game("2,3,2").start(), Sign.X, 100, "00" * 32, pack(6, [one]))
        >>> str(strategy.turned().rules), list(strategy.turned().entries())
        ('3,2,2', [Entry(own=1, other=4, zone=2, move=1, order=0)])
        """
        rows, cols = self.rules.rows, self.rules.cols
        places = [col * rows + row for row in range(rows) for col in range(cols)]
        packed = pack(rows * cols, [entry.image(places) for entry in self.entries()])
        larger = tuple(side for side in SIDES if ACROSS[side] in self.larger)
        return replace(self, start=turned(self.start), packed=packed, larger=larger)

    def _winner(self) -> str:
        return str(self.winner)

    def _class(self) -> dict[str, Any]:
        return {"larger": [*self.larger]} if self.larger else {}


@dataclass(frozen=True, slots=True)
class DrawStrategy(_Written):
    """How each side holds a draw from `start`, whoever it is.

    In each entry the side to move does not lose if it plays the move; the zone is empty and the
    order 0. `budget` and `proof` are as in a `Strategy`, and so are the errors.

    >>> from kinrow.rules import game
    >>> DrawStrategy(game("1,4,3").start(), 100, "00" * 32, b"").count
    0
    """

    start: Position
    budget: int
    proof: str
    packed: bytes = field(repr=False)


def signs_of(strategy: Strategy | DrawStrategy, entry: Entry) -> str:
    """The position of an entry, a sign per cell; `own` are the winner's stones, or the mover's."""
    return entry.signs(side_of(strategy, entry), strategy.rules.size)


def position_in(strategy: Strategy | DrawStrategy, entry: Entry) -> str:
    """The same, row by row."""
    cols, cells = strategy.rules.cols, signs_of(strategy, entry)
    return "/".join(cells[at : at + cols] for at in range(0, len(cells), cols))


def side_of(strategy: Strategy | DrawStrategy, entry: Entry) -> Sign:
    """The side to move in an entry, which has the stones `own`.

    In a draw's, if both have as many stones, it is the side that begins.
    """
    if isinstance(strategy, Strategy):
        return strategy.winner
    begins = strategy.rules.begins
    return begins if entry.own.bit_count() == entry.other.bit_count() else begins.other


def cells_in(bits: int) -> list[int]:
    """The cells of a set, the lowest first.

    >>> cells_in(0b101)
    [0, 2]
    """
    return [cell for cell in range(bits.bit_length()) if bits >> cell & 1]


def entry_size(cells: int) -> int:
    """Bytes of one entry on a board with that many cells."""
    return 3 * ((cells + 7) // 8) + _TAIL


def pack(cells: int, entries: list[Entry]) -> bytes:
    """Entries as the file has them before they are compressed."""
    width = (cells + 7) // 8
    return b"".join(
        b"".join(bits.to_bytes(width, "little") for bits in (entry.own, entry.other, entry.zone))
        + entry.move.to_bytes(2, "little")
        + entry.order.to_bytes(1, "little")
        for entry in entries
    )


def unpack_all(cells: int, packed: bytes) -> list[Entry]:
    """Entries as `pack` took them."""
    size = entry_size(cells)
    return [unpack(cells, packed[at : at + size]) for at in range(0, len(packed), size)]


def unpack(cells: int, entry: bytes) -> Entry:
    """One entry."""
    width = (cells + 7) // 8
    own, other, zone = (
        int.from_bytes(entry[at * width : (at + 1) * width], "little") for at in range(3)
    )
    move, order = int.from_bytes(entry[-3:-1], "little"), entry[-1]
    return Entry(own, other, zone, move, order)


def read_strategy(path: str | os.PathLike[str]) -> Strategy:
    """Reads the file of a win. Raises StrategyError, with the path, if its digest or form is wrong.

    >>> import tempfile
    >>> from kinrow.rules import game
    >>> strategy = Strategy(game("1,4,3").start(), Sign.X, 100, "00" * 32, b"")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     digest = strategy.write(folder + "/a.strategy")
    ...     read_strategy(folder + "/a.strategy") == strategy
    True
    """
    found = read_any_strategy(path)
    if not isinstance(found, Strategy):
        raise StrategyError(Sentence("strategy.draw", path=path))
    return found


def read_any_strategy(path: str | os.PathLike[str]) -> Strategy | DrawStrategy:
    """Reads the file of a win or of a draw; raises as `read_strategy` does."""
    found = path_of(path, "a.strategy")
    try:
        with found.open("rb") as file:
            data = file.read(len(_MAGIC))
            data += file.read() if data == _MAGIC else b""  # any other file may be large
    except OSError as error:
        raise StrategyError(Sentence("strategy.file", path=path, reason=reason_of(error))) from None
    body, digest = data[:-_DIGEST], data[-_DIGEST:]
    if not body.startswith(_MAGIC):
        raise StrategyError(Sentence("strategy.magic", path=path, magic=_MAGIC[:-1].decode()))
    if hashlib.sha256(body).digest() != digest:
        raise StrategyError(Sentence("strategy.damaged", path=path))
    try:
        line, _, packed = body[len(_MAGIC) :].partition(b"\n")
        return _strategy(from_json(line[:_LONGEST_HEADER]), _unpacked(packed))
    except (ValueError, KeyError, TypeError, lzma.LZMAError, KinrowError) as error:
        reason = _reason(error)
        raise StrategyError(Sentence("strategy.form", path=path, reason=reason)) from None


def _unpacked(data: bytes) -> bytes:
    """What one XZ stream, and nothing after it, holds."""
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    found = unpacker.decompress(data)
    if not unpacker.eof or unpacker.unused_data:
        raise lzma.LZMAError("expected one whole XZ stream")
    return found


def _reason(error: Exception) -> object:
    """What is wrong with the form of a file."""
    if isinstance(error, KeyError):
        return Sentence("rules.missing", name=error.args[0])
    return error.sentence if isinstance(error, KinrowError) else error


def _strategy(header: Mapping[str, Any], packed: bytes) -> Strategy | DrawStrategy:
    rules = Rules.from_json(header["rules"])
    start = Position(rules, str(header["cells"]), header["to_move"])
    rest = header["budget"], str(header["proof"]), packed
    winner, larger = header["winner"], tuple(header.get("larger", ()))
    strategy = (
        DrawStrategy(start, *rest)
        if winner is None
        else Strategy(start, Sign(winner), *rest, larger=larger)
    )
    if strategy.count != header["entries"] or len(packed) % entry_size(rules.size):
        found, due = len(packed), header["entries"]
        raise StrategyError(Sentence("strategy.entries", bytes=found, entries=due))
    return strategy
