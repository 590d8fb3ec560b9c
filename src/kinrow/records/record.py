"""A record: one game as it was played, with comments and variations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from kinrow.display import Drawn
from kinrow.records.result import Result, result_of
from kinrow.records.tree import Stone, check_order, clean_line, clean_text, main_line
from kinrow.rules import (
    Cell,
    IllegalMove,
    Moves,
    NotationError,
    OptionError,
    Position,
    PositionLike,
    Rules,
    Sign,
    as_position,
)
from kinrow.rules.calls import made_as
from kinrow.rules.cell import shown
from kinrow.rules.names import words_for
from kinrow.rules.options import one_of, whole_number
from kinrow.rules.sentence import Sentence

ABOUT = tuple("AN BR BT CP DT EV GN ON OT PC RO SO TM US WR WT".split())
"""The facts about a game that SGF has properties for: date, event, round, source and so on."""


@dataclass(frozen=True, slots=True)
class IllegalStone:
    """A stone of a file that the rules do not allow; its line of play ends before it.

    - `line`: its line in the file, from 1 (0 in JSON, which has no lines);
    - `written`: its cell as the file has it;
    - `parent`: the stone of the record that it would follow; `sign`: whose it is in the file, if
      the file says so; `reason`: why it cannot be.
    """

    line: int
    written: str
    parent: int | None
    sign: Sign | None
    reason: str

    @property
    def sentence(self) -> str:
        """Its place and the reason."""
        place = Sentence("record.line", number=self.line) if self.line else self.written
        return Sentence("record.place", place=place, fault=self.reason)

    def __str__(self) -> str:
        return str(self.sentence)


@made_as("Record('tictactoe', 'b2 a1')")
@dataclass(frozen=True, repr=False)
class Record(Drawn):
    """A recorded game: first position, stones with variations, players, result and comments.

    - `start`: a position, or a game, which stands for its empty board;
    - `tree`: the stones in preorder (see `kinrow.records.tree`), the main line first; a line of
      play without variations may be given as its cells: "b2 a1", or a list or Moves of them;
    - `players`: the name of each sign, "" if unknown;
    - `result`: who won and how; None while the game goes on, or if nobody knows. A game that is
      over on the board has that result unless another is given, as if a player ran out of time;
    - `comment`: on the game as a whole; `about`: facts by their names in SGF (see `ABOUT`);
    - `illegal`: the stones of the file that could not be played. They do not count in comparisons;
    - `opening`: how many stones of the main line were given, and not chosen by the players.

    Raises OptionError for a tree that is not one, NotationError for what is not a cell, IllegalMove
    for a stone that the rules do not allow, naming it by its number.

    >>> record = Record("tictactoe", "b2 a1")
    >>> record.rules.title, record.moves
    ('tictactoe', Moves('b2 a1'))
    >>> record
    <tictactoe: b2 a1>
    >>> record.position
    kinrow.position('3,3,3 O../.X./...')
    """

    start: Position
    tree: tuple[Stone, ...] = ()
    players: Mapping[Sign, str] = field(default_factory=dict)
    result: Result | None = None
    comment: str = ""
    about: Mapping[str, str] = field(default_factory=dict)
    illegal: tuple[IllegalStone, ...] = field(default=(), compare=False)
    opening: int = 0

    __hash__ = None  # type: ignore[assignment] # what holds mappings has no hash

    def __init__(
        self,
        start: PositionLike,
        tree: Iterable[Stone] | Iterable[Cell | str] | str = (),
        players: Mapping[Sign, str] | None = None,
        result: Result | None = None,
        comment: str = "",
        about: Mapping[str, str] | None = None,
        illegal: Iterable[IllegalStone] = (),
        opening: int = 0,
    ) -> None:
        stones = _stones(tree)
        first = as_position(start)
        check_order(stones)
        positions = _played(first, stones)
        length = main_length(stones)
        end = positions[length - 1] if stones else first
        self._set(
            start=first,
            tree=stones,
            players=_names(players or {}),
            result=_result(result) or result_of(end),
            comment=clean_text(comment),
            about=_facts(about or {}),
            illegal=tuple(illegal),
            opening=whole_number("opening", opening, 0, example=3, most=length),
        )

    def __repr__(self) -> str:
        result = f"; {self.result}" if self.result else ""
        return f"<{words_for(self.start)}: {self.moves or 'no moves'}{result}>"

    def _set(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def rules(self) -> Rules:
        """The game's rules."""
        return self.start.rules

    @property
    def main(self) -> tuple[Stone, ...]:
        """The stones of the main line: the first continuation of every stone."""
        return self.tree[: main_length(self.tree)]

    @property
    def moves(self) -> Moves:
        """The cells of the main line."""
        return Moves(stone.cell for stone in self.main)

    @property
    def seconds(self) -> tuple[float | None, ...]:
        """The time of each stone of the main line, in seconds."""
        return tuple(stone.seconds for stone in self.main)

    @property
    def notes(self) -> tuple[str, ...]:
        """The note on each stone of the main line."""
        return tuple(stone.note for stone in self.main)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The start position and those after each stone of the main line."""
        return (self.start, *_played(self.start, self.main))

    @property
    def position(self) -> Position:
        """The position at the end of the main line."""
        return self.positions[-1]

    @property
    def winner(self) -> Sign | None:
        """Who won; None for a draw and for a game without a result."""
        return None if self.result is None else self.result.winner

    @property
    def winner_name(self) -> str | None:
        """The winner's name; None for a draw and for a game without a result."""
        return None if self.winner is None else self.players[self.winner]

    def line(self, index: int) -> Moves:
        """The cells from the start to the stone with this index in `tree`, that one included.

        Raises OptionError if no stone has this index.

        >>> tree = (Stone("b2", None), Stone("a1", 0), Stone("c3", 0))
        >>> Record("tictactoe", tree).line(2)
        Moves('b2 c3')
        """
        cells: list[Cell] = []
        at: int | None = self._index(index)
        while at is not None:
            cells.append(self.tree[at].cell)
            at = self.tree[at].parent
        return Moves(reversed(cells))

    def lines(self) -> Iterator[Moves]:
        """Every line of play to its end, the main line first, then the variations.

        >>> tree = (Stone("b2", None), Stone("a1", 0), Stone("c3", 0))
        >>> list(Record("tictactoe", tree).lines())
        [Moves('b2 a1'), Moves('b2 c3')]
        """
        followed = {stone.parent for stone in self.tree}
        yield from (self.line(at) for at in range(len(self.tree)) if at not in followed)

    def continuations(self, index: int | None = None) -> tuple[int, ...]:
        """The stones that follow the stone with this index, or the start; the main one first.

        Raises OptionError if no stone has this index.

        >>> tree = (Stone("b2", None), Stone("a1", 0), Stone("c3", 0))
        >>> Record("tictactoe", tree).continuations(0)
        (1, 2)
        """
        parent = None if index is None else self._index(index)
        return tuple(at for at, stone in enumerate(self.tree) if stone.parent == parent)

    def _index(self, index: int) -> int:
        return whole_number("index", index, 0, example=0, most=len(self.tree) - 1)

    def with_notes(self, notes: Mapping[int, str]) -> Record:
        """The same record with other notes on the stones with these indices.

        >>> Record("tictactoe", "b2 a1").with_notes({1: "a mistake"}).notes
        ('', 'a mistake')
        """
        stones = (
            replace(stone, note=notes.get(at, stone.note)) for at, stone in enumerate(self.tree)
        )
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return trusted_record(**(values | {"tree": tuple(stones)}))


def trusted_record(**values: Any) -> Record:
    """A record of stones known to be legal, without a check: only for use within kinrow.

    >>> from kinrow.rules import game
    >>> trusted_record(start=game("1,3,2").start(), tree=main_line(["b1"])).moves
    Moves('b1')
    """
    made = object.__new__(Record)
    nothing = {"tree": (), "result": None, "comment": "", "illegal": (), "opening": 0}
    names, about = _names(values.get("players") or {}), _facts(values.get("about") or {})
    made._set(**(nothing | values | {"players": names, "about": about}))
    return made


def opening_of(text: str) -> int:
    """How many stones are the opening's, as a file says it; raises NotationError for no number.

    >>> opening_of("3")
    3
    """
    if not (text.isdecimal() and len(text) < 4):
        raise NotationError(Sentence("record.opening", opening=shown(text)))
    return int(text)


def main_length(tree: Sequence[Stone]) -> int:
    """How many stones the main line has.

    >>> main_length([Stone("b2", None), Stone("a1", 0), Stone("c3", 0)])
    2
    """
    expected = zip(tree, (None, *range(len(tree))), strict=False)
    return next(
        (at for at, (stone, parent) in enumerate(expected) if stone.parent != parent), len(tree)
    )


def _stones(tree: Iterable[Stone] | Iterable[Cell | str] | str) -> tuple[Stone, ...]:
    """The stones themselves, or those of a line of play that is given as its cells."""
    if isinstance(tree, str) or not isinstance(tree, Iterable):
        return main_line(Moves(tree))
    stones = [*tree]
    placed = tuple(stone for stone in stones if isinstance(stone, Stone))
    return placed if len(placed) == len(stones) else main_line(Moves(stones))


def _played(start: Position, tree: Sequence[Stone]) -> list[Position]:
    """The position after each stone."""
    found: list[Position] = []
    for number, stone in enumerate(tree, 1):
        before = start if stone.parent is None else found[stone.parent]
        try:
            found.append(before.play(stone.cell))
        except IllegalMove as error:
            fault = Sentence("move.numbered", number=number, fault=error.sentence)
            raise IllegalMove(fault) from None
    return found


def _result(result: Result | None) -> Result | None:
    if result is not None and not isinstance(result, Result):
        raise OptionError(Sentence("result.type", result=shown(result)))
    return result


def _names(players: Mapping[Sign, str]) -> dict[Sign, str]:
    _check_texts("players", players)
    for sign in players:
        one_of("players", sign, Sign)
    return {sign: clean_line(players.get(sign, "")) for sign in (Sign.X, Sign.O)}


def _facts(about: Mapping[str, str]) -> dict[str, str]:
    _check_texts("about", about)
    for name in about:
        one_of("about", name, ABOUT)
    if not about:
        return {}
    lines = {name: clean_line(about[name]) for name in ABOUT if name in about}
    return {name: line for name, line in lines.items() if line}


def _check_texts(name: str, texts: object) -> None:
    if not isinstance(texts, Mapping) or not all(isinstance(text, str) for text in texts.values()):
        raise OptionError(Sentence("json.texts", name=name, value=shown(texts)))
