"""Rules are data: one frozen record says everything that a game of the family is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, fields
from typing import Any, Literal, cast

from kinrow.rules.calls import made_as
from kinrow.rules.cell import MOST_CELLS, MOST_COLS, MOST_ROWS, Cell, shown
from kinrow.rules.errors import RulesError
from kinrow.rules.names import name_of
from kinrow.rules.notation import replay
from kinrow.rules.options import as_whole, whole_number
from kinrow.rules.position import Position
from kinrow.rules.sentence import Sentence, joined
from kinrow.rules.setup import parse_setup
from kinrow.rules.sign import Sign
from kinrow.rules.spec import format_spec

_MAJORITY_FIELDS = ("turns", "fill", "threshold")
_LINE_FLAGS = ("exact", "misere", "renju", "caro")
_BANNING_K = 4, 5  # of renju and caro: a three has k - 2 stones, two at least


@made_as("Rules(3, 3, 3)")
@dataclass(frozen=True, repr=False)
class Rules:
    """A game: m rows, n columns, k in a row, p stones per turn, q on the first; how it is won.

    - `rows` 1 to 29, `cols` and `k` 1 to 22, at most 484 cells; k may exceed the board, which
      then has no lines.
    - `stones` per turn, `first` on the very first turn (None: as many as `stones`): 1 to 484.
    - `begins`: the sign of the player who begins.
    - `objective` "line": the game ends as soon as a stone completes a line, k own stones in a
      row (in the middle of a turn, too), and its owner wins; a full board is a draw. A player who
      may play nowhere draws, too.
      - `exact`: a longer run is not a line. `misere`: the owner of the line loses.
      - `renju`: the player who begins needs exactly k, and may not make a longer run, two fours or
        two threes at once, see `Position.forbidden`; a longer run of the other player wins.
      - `caro`: a line is exactly k, which sets `exact`, and the other player's stones do not close
        both of its ends; the edge closes neither.
      - `renju` and `caro` are for one stone per turn and k of 4 or 5.
    - `objective` "majority": the game ends when `turns` turns are played; the cells left empty
      take the sign `fill`; every line gives a point to each sign on `threshold` or more of its
      k cells; more points win.

    Raises RulesError, naming every field at fault and what was expected.

    Sources: Connect(m,n,k,p,q) of Wu and Huang, A New Family of k-in-a-row Games, 2005; the rules
    of the Renju International Federation; Gomocup's rules 1 (exact), 4 (renju) and 8 (caro).

    >>> Rules(3, 3, 3), Rules(rows=4, cols=5, k=3, misere=True)
    (kinrow.game('tictactoe'), kinrow.game('4,5,3:misere'))
    >>> Rules(rows=0, cols=3, k=30)
    Traceback (most recent call last):
    kinrow.rules.errors.RulesError: rows: 0, expected a whole number from 1 to 29; \
k: 30, expected a whole number from 1 to 22
    """

    rows: int
    cols: int = cast(int, None)  # both are needed: without them, the error says what was expected
    k: int = cast(int, None)
    _: KW_ONLY
    stones: int = 1
    first: int | None = None
    begins: Sign = Sign.X
    objective: Literal["line", "majority"] = "line"
    exact: bool = False
    misere: bool = False
    renju: bool = False
    caro: bool = False
    turns: int | None = None
    fill: Sign | None = None
    threshold: int | None = None

    def __post_init__(self) -> None:
        if isinstance(self.rows, str) and self.cols is self.k is None:
            raise RulesError(Sentence("rules.name", game=shown(self.rows)))
        # One game has one record: what is left open is written out, so that equal games are equal.
        if self.first is None:
            object.__setattr__(self, "first", self.stones)
        if self.caro is True:
            object.__setattr__(self, "exact", True)
        for name in ("rows", "cols", "k", "stones", "first", "turns", "threshold"):
            whole = as_whole(getattr(self, name))  # an int, whatever kind of whole number it was
            if whole is not None:
                object.__setattr__(self, name, whole)
        for name in ("begins", "fill"):
            sign = getattr(self, name)
            if isinstance(sign, str) and sign in ("X", "O"):
                object.__setattr__(self, name, Sign(sign))
        faults = [*self._field_faults(), *self._objective_faults()]
        if faults:
            raise RulesError(joined(faults))

    def _field_faults(self) -> Iterator[str]:
        sides = [*self._whole("rows", 1, MOST_ROWS), *self._whole("cols", 1, MOST_COLS)]
        yield from sides
        yield from self._turned()
        if not sides and self.size > MOST_CELLS:
            yield Sentence("rules.size", size=self.size, most=MOST_CELLS)
        yield from self._whole("k", 1, MOST_COLS)
        for name in ("stones", "first"):
            yield from self._whole(name, 1, MOST_CELLS)
        yield from self._sign("begins")
        for name in _LINE_FLAGS:
            if not isinstance(getattr(self, name), bool):
                value = shown(getattr(self, name))
                yield Sentence("field.flag", name=name, value=value)

    def _turned(self) -> Iterator[str]:
        """Of a board with too many columns: what it is called, if rows may be as many."""
        faults = [*self._whole("rows", 1, MOST_COLS), *self._whole("cols", 1, MOST_ROWS)]
        if not faults and self.cols > MOST_COLS and self.size <= MOST_CELLS:
            yield Sentence("rules.turned", rows=self.cols, cols=self.rows)

    def _objective_faults(self) -> Iterator[str]:
        if self.objective not in ("line", "majority"):
            yield Sentence("field.objective", value=shown(self.objective))
        if self.objective == "majority":
            yield from self._majority_faults()
        if self.objective == "line":
            for name in _MAJORITY_FIELDS:
                if getattr(self, name) is not None:
                    yield Sentence("field.majority", name=name)
            yield from self._variant_faults()

    def _variant_faults(self) -> Iterator[str]:
        """What renju and caro do not go with."""
        for name, others in (("renju", ("caro", "exact", "misere")), ("caro", ("misere",))):
            if getattr(self, name) is not True:
                continue
            for other in others:  # caro itself sets exact, which the user may not have named
                if getattr(self, other) is True and not (other == "exact" and self.caro is True):
                    yield Sentence("field.apart", name=name, other=other)
            if (self.stones, self.first) != (1, 1):
                yield Sentence("field.single", name=name)
            low, high = _BANNING_K
            if isinstance(self.k, int) and not low <= self.k <= high:
                yield Sentence("field.k", name=name, k=self.k, low=low, high=high)

    def _majority_faults(self) -> Iterator[str]:
        for name in _LINE_FLAGS:
            if getattr(self, name) is True:
                yield Sentence("field.line", name=name)
        missing = [name for name in _MAJORITY_FIELDS if getattr(self, name) is None]
        if missing:
            yield Sentence("field.missing", names=", ".join(missing))
        if "fill" not in missing:
            yield from self._sign("fill")
        k_is_good = not any(self._whole("k", 1, MOST_COLS))
        most = {"threshold": self.k if k_is_good else MOST_COLS, "turns": MOST_CELLS}
        for name, high in most.items():
            if name not in missing:
                yield from self._whole(name, 1, high)
        numbers = ("rows", "cols", "stones", "first", "turns")
        if any(any(self._whole(name, 1, MOST_CELLS)) for name in numbers):
            return
        if self.most_plies > self.size:
            yield Sentence("field.turns", turns=self.turns, cells=self.most_plies, size=self.size)

    def _sign(self, name: str) -> Iterator[str]:
        value = getattr(self, name)
        if not isinstance(value, Sign):
            yield Sentence("field.sign", name=name, value=shown(value))

    def _whole(self, name: str, low: int, high: int) -> Iterator[str]:
        value = getattr(self, name)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            yield Sentence("field.whole", name=name, value=shown(value), low=low, high=high)

    @property
    def size(self) -> int:
        """How many cells the board has.

        >>> Rules(rows=4, cols=5, k=3).size
        20
        """
        return self.rows * self.cols

    @property
    def special(self) -> bool:
        """Whether it is renju or caro, in which other cells decide what a line or a move is.

        >>> Rules(rows=15, cols=15, k=5, renju=True).special, Rules(rows=15, cols=15, k=5).special
        (True, False)
        """
        return self.renju or self.caro

    def exact_for(self, sign: str) -> bool:
        """Whether a run of more than k stones of that sign is not a line.

        >>> rules = Rules(rows=15, cols=15, k=5, renju=True)
        >>> rules.exact_for("X"), rules.exact_for("O")
        (True, False)
        """
        return self.exact or (self.renju and sign == self.begins)

    @property
    def first_turn(self) -> int:
        """Stones on the very first turn: `first`, which is never None once the rules are made.

        >>> Rules(rows=19, cols=19, k=6, stones=2, first=1).first_turn
        1
        """
        return self.stones if self.first is None else self.first

    @property
    def turns_played(self) -> int:
        """`turns` of a majority game; 0 in a line game, which has no fixed number.

        >>> Rules(rows=3, cols=3, k=3).turns_played
        0
        """
        return self.turns or 0

    @property
    def most_plies(self) -> int:
        """The most stones that a game can have: the board's cells, or what the turns allow.

        >>> from kinrow.rules import game
        >>> game("tictactoe").most_plies, game("jing4").most_plies
        (9, 22)
        """
        if self.objective == "line":
            return self.size
        return self.first_turn + (self.turns_played - 1) * self.stones

    def turn_at(self, plies: int) -> tuple[Sign, int]:
        """Who places the next stone after `plies` stones, and how many are left in that turn.

        Raises OptionError for what is not a whole number, or more stones than the board has cells.

        >>> from kinrow.rules import game
        >>> [game("connect6").turn_at(plies) for plies in range(4)]
        [(Sign.X, 1), (Sign.O, 2), (Sign.O, 1), (Sign.X, 2)]
        """
        plies = self._plies(plies)
        if plies < self.first_turn:
            return self.begins, self.first_turn - plies
        turn, placed = divmod(plies - self.first_turn, self.stones)
        return self.begins if turn % 2 else self.begins.other, self.stones - placed

    def counts_at(self, plies: int) -> tuple[int, int]:
        """How many X and how many O stand on the board after `plies` stones of play.

        Raises OptionError as `turn_at` does.

        >>> from kinrow.rules import game
        >>> game("connect6").counts_at(4)
        (2, 2)
        """
        plies = self._plies(plies)
        beginner = min(plies, self.first_turn)
        turn, placed = divmod(plies - beginner, self.stones)
        beginner += turn // 2 * self.stones + (placed if turn % 2 else 0)
        counts = beginner, plies - beginner
        return counts if self.begins is Sign.X else (counts[1], counts[0])

    def _plies(self, plies: int) -> int:
        """Stones on the board; most callers give a number that needs no other look."""
        if type(plies) is int and 0 <= plies <= self.size:
            return plies
        return whole_number("plies", plies, 0, example=3, most=self.size)

    def start(self) -> Position:
        """The empty board.

        >>> Rules(rows=3, cols=3, k=3).start()
        kinrow.position('3,3,3 .../.../...')
        """
        return Position.start(self)

    def parse(self, text: str) -> Position:
        """The position that a string such as "X../.O./... X" describes, or a FEN of this game.

        Raises NotationError for a string that is not a board, IllegalPosition with every fault of a
        board that cannot arise.

        >>> Rules(rows=3, cols=3, k=3).parse("X../.O./...").to_move
        Sign.X
        """
        return parse_setup(self, text).position()

    def replay(self, moves: str | Iterable[Cell | str]) -> Position:
        """The position after these moves, one stone each, from the empty board.

        Raises NotationError or IllegalMove, naming the move by its number.

        >>> Rules(rows=3, cols=3, k=3).replay("b2 a1")
        kinrow.position('3,3,3 O../.X./...')
        """
        return replay(self.start(), moves)

    def to_json(self) -> dict[str, Any]:
        """A plain dict that `json` can write; majority fields only if they apply.

        >>> Rules(rows=3, cols=3, k=3, misere=True).to_json()["misere"]
        True
        """
        unused = _MAJORITY_FIELDS if self.objective == "line" else _LINE_FLAGS
        plain = {name: value for name, value in vars(self).items() if name not in unused}
        return {
            name: str(value) if isinstance(value, Sign) else value for name, value in plain.items()
        }

    @classmethod
    def from_json(cls, data: object) -> Rules:
        """The rules that `to_json` wrote; fields left out have their usual values.

        Raises RulesError for fields that are missing, unknown or wrong.

        >>> Rules.from_json({"rows": 3, "cols": 3, "k": 3}).title
        'tictactoe'
        """
        if not isinstance(data, Mapping):
            raise RulesError(Sentence("rules.object", rules=shown(data)))
        known = [field.name for field in fields(cls)]
        needed = ("rows", "cols", "k")
        faults = [Sentence("rules.missing", name=name) for name in needed if name not in data]
        faults += [
            Sentence("rules.unknown", name=shown(name), known=", ".join(known))
            for name in data
            if name not in known
        ]
        if faults:
            raise RulesError(joined(faults))
        return cls(**data)

    @property
    def title(self) -> str:
        """The name of a named game, else the numbers as the literature writes them.

        >>> Rules(rows=4, cols=4, k=3).title, Rules(rows=4, cols=4, k=3, misere=True).title
        ('(4,4,3)', '(4,4,3) misere')
        """
        numbers, _, options = str(self).partition(":")
        return name_of(self) or f"({numbers}) {options}".strip()

    @property
    def stem(self) -> str:
        """What files of the game are called, without their ending.

        >>> Rules(rows=15, cols=15, k=5, exact=True).stem
        '15-15-5-exact'
        """
        return str(self).replace(",", "-").replace(":", "-")

    def __repr__(self) -> str:
        return f"kinrow.game({name_of(self) or str(self)!r})"

    def __str__(self) -> str:
        return format_spec(self)
