"""The limits that INFO sets for a brain, and the time to spend on a move."""

from __future__ import annotations

import os
import re
from time import perf_counter

from kinrow.players.delay import Delay
from kinrow.players.protocol import Clock
from kinrow.runtime.limits import table_bytes

_WHOLE = re.compile(r"-?[0-9]{1,18}")
_USUAL = 5.0  # seconds a move where nothing was said
_LONGEST = 30.0  # seconds a move where there is no limit
SHORTEST = 0.002
"""Seconds for a move, at least."""
_MARGIN, _MOST_MARGIN = 0.1, 0.05  # of the limit, and seconds, kept for the way to the manager
_SMALLEST_TABLE, _LEAST_MEMORY, _MOST_MEMORY = 2**20, 2**16, 2**50
_VARIANTS = {0: "", 1: "exact", 4: "renju", 8: "caro", 9: "caro"}
"""What `Rules` call Gomocup's rules; 9 says twice that five is exactly five."""
_RULES = {1: "exactly five", 2: "continuous game", 4: "renju", 8: "caro"}
_MOST_THREADS = 256
_DEEPEST = 400  # deeper than any search comes
_WITH_KNOWLEDGE = 256 * 2**20  # bytes: the process, the largest table and a strategy's search
LARGEST_TABLE = 32 * 2**20
"""Bytes of a search table, at most."""


class Limits:
    """The manager's limits as they stand.

    >>> limits = Limits()
    >>> limits.told("timeout_turn 1000")
    >>> limits.told("rule 4")
    >>> limits.variant
    'renju'
    >>> limits.told("rule 2")
    >>> limits.unknown_rule
    'rule 2 (continuous game) is not known here, so no game of it is played'
    """

    def __init__(self) -> None:
        self.variant = ""  # of five in a row: a flag of `Rules`
        self._turn: float | None = _USUAL
        self.threads = 1
        self.depth = self.nodes = 0  # limits of a search; 0 means none
        self.pondering = False  # whether to think on the other side's time
        self.unknown_rule: str | None = None  # why no game is played under the rule that was set
        self._yixin, self._number = False, 0  # whose numbers of rules they are, and the last one
        self._timed = True  # whether there is a limit for the game
        self._left: float | None = None
        self._memory = 0
        self.table = LARGEST_TABLE  # bytes that a search table may take
        self._delay = Delay()

    def told(self, text: str) -> None:
        """Takes "key value"; keys that mean nothing here pass."""
        key, rest = [*text.split(maxsplit=1), "", ""][:2]
        match = _WHOLE.fullmatch(rest.strip())
        if match is None:
            return
        number = int(match[0])
        seconds = max(0.0, number / 1000)
        match key.lower():
            case "timeout_turn":
                self._turn = seconds
            case "timeout_match":
                self._timed = number > 0  # 0 means no limit
            case "time_left":
                self._left = seconds
            case "max_memory":
                self._limit_memory(max(0, number))
            case "hash_size":  # in KiB, as Yixin's board has it
                self._limit_memory(max(0, number) << 10)
            case "max_depth":
                self.depth = min(max(0, number), _DEEPEST)
            case "max_node":
                self.nodes = max(0, number)
            case "pondering":
                self.pondering = number > 0
            case "thread_num":
                self.threads = min(max(1, number), _MOST_THREADS, os.cpu_count() or 1)
            case "rule":
                self._rule(number)

    @property
    def hold_two(self) -> bool:
        """Whether there is memory for a second table while one is being replaced.

        >>> Limits().hold_two
        True
        """
        return not self._memory or table_bytes(max(self._memory, _LEAST_MEMORY)) > self.table

    @property
    def hold_knowledge(self) -> bool:
        """Whether the limit leaves memory for proofs and strategies next to the table.

        >>> Limits().hold_knowledge
        True
        """
        return not self._memory or self._memory >= _WITH_KNOWLEDGE

    def clock(self, since: float) -> Clock:
        """The time for a move that was asked for at that moment of `time.perf_counter`."""
        spent = perf_counter() - since
        turn = _LONGEST if self._turn is None else min(self._turn, _LONGEST)
        left = self._left if self._timed else None
        limit = turn if left is None else min(turn, left)
        margin = min(_MOST_MARGIN, _MARGIN * limit) + self._delay.seconds
        move = max(SHORTEST, limit - margin - spent)
        return Clock(move, None if left is None else max(SHORTEST, left - margin - spent))

    def answered(self, since: float, clock: Clock) -> None:
        """Learns from a move that was asked for then and had that time: what was late is kept back.

        >>> limits = Limits()
        >>> limits.answered(perf_counter() - 1.0, Clock(0.5))
        >>> limits.clock(perf_counter()).limit < 5 - 0.05 - 0.49
        True
        """
        self._delay.note(clock.limit or 0.0, perf_counter() - since)

    def _limit_memory(self, memory: int) -> None:
        """Decides how large a table may be, once for a limit: later the process holds the table."""
        memory = min(memory, _MOST_MEMORY)
        if memory == self._memory:
            return
        self._memory, self.table = memory, LARGEST_TABLE
        if memory:
            room = table_bytes(max(memory, _LEAST_MEMORY))
            self.table = max(_SMALLEST_TABLE, min(LARGEST_TABLE, room if room < memory else 0))

    def by_yixin(self) -> None:
        """The manager is Yixin's board, whose rule 2 is renju.

        >>> limits = Limits()
        >>> limits.by_yixin(); limits.told("rule 2")
        >>> limits.variant, limits.unknown_rule
        ('renju', None)
        """
        self._yixin = True
        self._rule(self._number)

    def _rule(self, number: int) -> None:
        self._number = number
        known = _VARIANTS | {2: "renju"} if self._yixin else _VARIANTS
        self.variant = known.get(number, "")
        self.unknown_rule = None
        if number not in known:
            names = ", ".join(name for bit, name in _RULES.items() if number & bit)
            which = f"{number} ({names})" if names else str(number)
            self.unknown_rule = f"rule {which} is not known here, so no game of it is played"
