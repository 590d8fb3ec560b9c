"""What INFO tells a brain: time, memory and rule; and how much of the time to spend on a move."""

from __future__ import annotations

import re
from time import monotonic

from kinrow.players.protocol import Clock
from kinrow.runtime.limits import table_bytes

_WHOLE = re.compile(r"-?[0-9]{1,18}")
_USUAL = 5.0  # seconds a move where nothing was said
_LONGEST = 30.0  # seconds a move where there is no limit
_SHORTEST = 0.002
_MARGIN, _MOST_MARGIN = 0.1, 0.05  # of the limit, and seconds, kept for the way to the manager
_FADES = 0.9  # what a delay counts for a move later
_TABLE, _SMALLEST_TABLE = 32 * 2**20, 2**20
_EXACT, _UNKNOWN_RULES = 1, {4: "renju", 8: "caro"}


class Limits:
    """The manager's limits as they stand.

    >>> limits = Limits()
    >>> limits.told("timeout_turn 1000"), limits.told("rule 1"), limits.exact
    (None, None, True)
    >>> limits.told("rule 4")
    'rule renju is not known here: five or more win'
    """

    def __init__(self) -> None:
        self.exact = False
        self._turn: float | None = _USUAL
        self._match: float | None = None
        self._left: float | None = None
        self._memory = 0
        self._delay = 0.0  # seconds that moves came late of what was planned, fading

    def told(self, text: str) -> str | None:
        """Takes "key value"; keys that mean nothing here pass. A complaint, or None."""
        key, _, rest = text.partition(" ")
        match = _WHOLE.fullmatch(rest.strip())
        if match is None:
            return None
        number = int(match[0])
        seconds = max(0.0, number / 1000)
        match key.lower():
            case "timeout_turn":
                self._turn = seconds
            case "timeout_match":
                self._match = seconds or None  # 0 is no limit
            case "time_left":
                self._left = seconds
            case "max_memory":
                self._memory = max(0, number)
            case "rule":
                return self._rule(number)
        return None

    def clock(self, since: float) -> Clock:
        """The time for a move that was asked for at that moment of `time.monotonic`."""
        spent = monotonic() - since
        turn = _LONGEST if self._turn is None else min(self._turn, _LONGEST)
        left = None if self._match is None else self._left
        limit = turn if left is None else min(turn, left)
        margin = min(_MOST_MARGIN, _MARGIN * limit) + self._delay
        move = max(_SHORTEST, limit - margin - spent)
        return Clock(move, None if left is None else max(_SHORTEST, left - margin - spent))

    def answered(self, since: float, clock: Clock) -> None:
        """Learns from a move that was asked for then and had that time: what was late is kept back.

        >>> limits = Limits()
        >>> limits.answered(monotonic() - 1.0, Clock(0.5))
        >>> limits.clock(monotonic()).limit < 5 - 0.05 - 0.49
        True
        """
        late = monotonic() - since - (clock.limit or 0.0)
        self._delay = max(late, _FADES * self._delay)

    def table_bytes(self) -> int:
        """How much memory a search table may take."""
        if not self._memory:
            return _TABLE
        room = table_bytes(max(self._memory, 2**16))
        return max(_SMALLEST_TABLE, min(_TABLE, room)) if room < self._memory else _SMALLEST_TABLE

    def _rule(self, number: int) -> str | None:
        self.exact = bool(number & _EXACT)
        for bit, name in _UNKNOWN_RULES.items():
            if number & bit:
                fives = "exactly five" if self.exact else "five or more"
                return f"rule {name} is not known here: {fives} win"
        return None
