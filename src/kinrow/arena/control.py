"""Time control: seconds per stone and per game, and when a stone is too late."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from kinrow.players import Clock
from kinrow.rules import NotationError, OptionError
from kinrow.rules.calls import made_as
from kinrow.rules.cell import shown
from kinrow.rules.options import instance_of, seconds_of
from kinrow.rules.sentence import Sentence

_TIME = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s|m)")
_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0}
_TOLERANCE = 0.25
_SHORTEST, _MOST = 1e-12, 10**9  # seconds that the text of a control can say


@made_as("TimeControl(move=0.5, game=30)")
@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds per stone, and per player for a whole game; None means no limit.

    A player whose stone exceeds its limit by more than `tolerance` loses; for the time of a game,
    the tolerance is one for all its stones. `increment` is added to that time with each stone.
    Raises OptionError for what is not a number of seconds below 10^9.

    >>> control = TimeControl.parse("500ms/30s+1s")
    >>> control, str(control)
    (TimeControl(move=0.5, game=30.0, tolerance=0.25, increment=1.0), '500ms/30s+1s')
    """

    move: float | None = None
    game: float | None = None
    tolerance: float = _TOLERANCE
    increment: float = 0.0

    def __post_init__(self) -> None:
        for name in ("move", "game"):
            if (seconds := getattr(self, name)) is not None:
                _check(name, seconds)
        for name in ("tolerance", "increment"):
            _check(name, getattr(self, name), zero=True)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "2s", "30ms", "2s/60s" (per stone / per game), "/5m" or "/1s+30ms".

        "" means no limit. Raises NotationError for anything else, OptionError from 10^9 seconds.
        """
        if not isinstance(text, str):
            raise _unreadable(text)
        move, slash, rest = text.strip().partition("/")
        game, plus, increment = rest.partition("+")
        if (slash and not game) or (plus and not increment):
            raise _unreadable(text)
        more = _seconds(increment, text) or 0.0
        return cls(_seconds(move, text), _seconds(game, text), increment=more)

    def clock(self, spent: float, stones: int = 0) -> Clock | None:
        """The clock of a player who has placed so many stones in so many seconds of this game.

        None if there are no limits.
        """
        if self.move is None and self.game is None:
            return None
        if self.game is None:
            return Clock(self.move)
        left = max(0.001, self.game + stones * self.increment - spent)
        return Clock(self.move, left, self.increment)

    def overdrawn(self, spent: float, stones: int = 0) -> float:
        """The seconds by which so many stones have exceeded the time for the game.

        >>> TimeControl(game=2, increment=0.25).overdrawn(3.0, stones=3)
        0.25
        """
        if self.game is None:
            return 0.0
        return max(0.0, spent - self.game - stones * self.increment)

    def late(self, clock: Clock | None, seconds: float, overdrawn: float = 0.0) -> bool:
        """Whether a stone came too late; `overdrawn` is what the stones before it were late.

        Raises OptionError for what is neither a Clock nor None, and for what are no seconds.
        """
        if not isinstance(clock, Clock | None):
            raise OptionError(Sentence("player.clock", clock=shown(clock)))
        seconds_of("seconds", seconds, zero=True)
        seconds_of("overdrawn", overdrawn, zero=True)
        if clock is None:
            return False
        move, game = clock.move, clock.game
        if move is not None and seconds > move + self.tolerance:
            return True
        return game is not None and seconds + overdrawn > game + self.tolerance

    def __str__(self) -> str:
        move = "" if self.move is None else _text(self.move)
        if self.game is None:
            return move
        more = f"+{_text(self.increment)}" if self.increment else ""
        return f"{move}/{_text(self.game)}{more}"


def _check(name: str, value: object, *, zero: bool = False) -> None:
    """Raises OptionError for seconds that the text of a control cannot say."""
    if seconds_of(name, value, zero=zero) >= _MOST:
        raise OptionError(Sentence("match.control.most", name=name, seconds=shown(value)))


def checked_control(control: object) -> TimeControl:
    """The control; raises OptionError for anything else."""
    return instance_of("control", control, TimeControl, "TimeControl.parse('2s')")


def _seconds(part: str, text: str) -> float | None:
    if not part:
        return None
    match = _TIME.fullmatch(part.strip())
    if match is None or not float(match[1]):
        raise _unreadable(text)
    return float(match[1]) * _UNITS[match[2]]


def _unreadable(text: object) -> NotationError:
    return NotationError(Sentence("match.time", time=shown(text)))


def _text(seconds: float) -> str:
    seconds = max(seconds, _SHORTEST)
    number, unit = (seconds, "s") if seconds >= 1 else (seconds * 1000, "ms")
    return f"{number:.9f}".rstrip("0").rstrip(".") + unit
