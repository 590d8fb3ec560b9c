"""The interface of players: each chooses one stone at a time, within its time limit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from kinrow.players.errors import Illegal
from kinrow.rules import (
    Cell,
    IllegalMove,
    NotationError,
    OptionError,
    Position,
    PositionLike,
    Rules,
    as_position,
)
from kinrow.rules.calls import made_as
from kinrow.rules.cell import shown
from kinrow.rules.options import seconds_of
from kinrow.rules.sentence import Sentence

if TYPE_CHECKING:
    from kinrow.players.swap import Choice, OpeningRule

_RESERVE = 0.15  # seconds of a game, or half of what is left, that are for delays alone


@made_as("Clock(move=2, game=30)")
@dataclass(frozen=True, slots=True)
class Clock:
    """The time for one stone, in seconds; None means no limit.

    - `move`: for this stone;
    - `game`: for this and all later stones of the player;
    - `increment`: what `game` gains with each stone.

    Raises OptionError for a time that is not above 0; `increment` may be 0.

    >>> Clock(move=2.0, game=30.0).limit
    2.0
    >>> Clock(game=30.15).share(stones=20)
    1.5
    """

    move: float | None = None
    game: float | None = None
    increment: float = 0.0

    def __post_init__(self) -> None:
        for name in ("move", "game"):
            if (seconds := getattr(self, name)) is not None:
                seconds_of(name, seconds)
        seconds_of("increment", self.increment, zero=True)

    @property
    def limit(self) -> float | None:
        """Seconds after which the stone would be too late."""
        known = [seconds for seconds in (self.move, self.game) if seconds is not None]
        return min(known, default=None)

    def share(self, stones: int) -> float | None:
        """Seconds to spend now if so many stones are yet to be placed in the time for the game.

        A reserve of it stays for delays.

        >>> Clock(game=30.15, increment=1.0).share(stones=20)
        2.5
        """
        game = None
        if self.game is not None:
            kept = min(_RESERVE, self.game / 2)
            game = min(self.game - kept, (self.game - kept) / max(1, stones) + self.increment)
        return min((s for s in (self.move, game) if s is not None), default=None)


_LEAST = 0.001  # seconds: a search must have some time
_MARGIN = 0.008  # seconds that Python may need in addition to the search
_TURNS, _FEWEST_TURNS = 16, 9  # stones of a player in a game, and yet to come late in it: typical
_LONGEST_SHARE = 4  # a stone takes at most this part of the time left for the game


def thinking_time(position: Position, clock: Clock | None, delay: float = 0.0) -> float | None:
    """Seconds to search for this stone, with a margin for all that is not search; None: no limit.

    `delay` is how late a search may end (`kinrow.players.delay`).

    >>> from kinrow.rules import game
    >>> thinking_time(game("tictactoe").start(), Clock(move=1.0))
    0.992
    """
    if clock is None:
        return None
    turns = max(_FEWEST_TURNS, _TURNS - position.plies // 2)
    share = clock.share(max(1, min(turns, (position.empties + 1) // 2)))
    return None if share is None else max(_LEAST, share - _MARGIN - delay)


def longest_time(position: Position, clock: Clock | None, delay: float = 0.0) -> float | None:
    """Seconds that a search may take if it needs more than `thinking_time`; None: no limit.

    However often it does, a quarter of the time left for the game at most goes into a stone, with
    what the stone gains.

    >>> from kinrow.rules import game
    >>> longest_time(game("gomoku").start(), Clock(move=1.0, game=20.0))
    0.992
    >>> longest_time(game("gomoku").start(), Clock(game=20.0))
    4.9545
    """
    if clock is None:
        return None
    share = clock.share(_LONGEST_SHARE)
    usual = thinking_time(position, clock, delay)
    if share is None or usual is None:
        return None
    return max(usual, share - _MARGIN - delay)


def to_play(position: PositionLike, clock: Clock | None) -> Position:
    """The position that a player is asked about; raises IllegalMove once the game is over.

    Raises OptionError for a clock that is none: moves are a slip there.

    >>> to_play("tictactoe XXX/OO./...", None)
    Traceback (most recent call last):
    kinrow.rules.errors.IllegalMove: there is no move to choose in '3,3,3 XXX/OO./...': the game \
is over
    """
    if not isinstance(clock, Clock | None):
        raise OptionError(Sentence("player.clock", clock=shown(clock)))
    found = as_position(position)
    if found.finished:
        raise IllegalMove(Sentence("player.over", position=repr(found.fen())))
    return found


def checked(player: Player, position: Position, answer: object) -> Cell:
    """What a player, perhaps somebody else's code, chose, as a cell; Illegal if it is not legal.

    >>> from kinrow.players import player
    >>> from kinrow.rules import game
    >>> checked(player("random"), game("tictactoe").start(), "b2")
    Cell.of('b2')
    >>> checked(player("random"), game("tictactoe").replay("b2"), "b2")
    Traceback (most recent call last):
    kinrow.players.errors.Illegal: random: b2 is taken by X, expected an empty cell
    """
    try:
        cell = Cell.of(answer)  # type: ignore[arg-type] # a NotationError says what it is instead
        position.play(cell)
    except (IllegalMove, NotationError) as error:
        name = getattr(player, "name", type(player).__name__)
        raise Illegal(name, error.sentence) from None
    return cell


class Player(ABC):
    """Chooses one stone at a time; may keep data between stones, and closes what it opened.

    A class derived from it needs `choose`. Use a player as a context manager, or close it.

    - `name`: the text that the player was asked for by, such as "mcts:1000"; the name of its class
      if nothing sets another.
    - `note`: how the last stone was found, in a few words; "" before the first.

    >>> class First(Player):
    ...     def choose(self, position, clock=None):
    ...         return position.legal_moves[0]
    ...
    >>> from kinrow.rules import game
    >>> with First() as player:
    ...     player.name, player.choose(game("tictactoe").start())
    ('First', Cell.of('a1'))
    """

    name: str
    note: str = ""

    def __init_subclass__(cls) -> None:
        if not hasattr(cls, "name"):
            cls.name = cls.__name__

    def __repr__(self) -> str:
        return f"<player {self.name}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def prepare(self, rules: Rules) -> None:  # noqa: B027 - most players need nothing
        """Gets ready for a game, before the clock runs: starts programs, takes memory.

        The players of kinrow also take a game's name, spec or numbers. Raises as `choose` does.
        A game may begin without it.
        """

    @abstractmethod
    def choose(self, position: Position, clock: Clock | None = None) -> Cell:
        """One stone for the side to move of an unfinished position.

        The players of kinrow also take a game, for its empty board, a string or a Board, and raise
        IllegalMove once the game is over. Raises PlayerFault if it cannot answer, Unfit if it
        cannot play this game.
        """

    def settle(  # noqa: B027 - most players leave it to values
        self, rule: OpeningRule, position: Position, clock: Clock | None = None
    ) -> Choice | None:
        """What it does in an opening in which both sides choose, see `kinrow.players.swap`.

        None leaves that to values.
        """

    def close(self) -> None:  # noqa: B027 - and hold nothing
        """Releases what it holds: tables, threads, processes. May be called twice."""
