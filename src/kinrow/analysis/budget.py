"""What an answer may cost, and how much of that is left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kinrow.rules.calls import made_as
from kinrow.rules.options import whole_number
from kinrow.runtime.waiting import Deadline

_LEAST = 0.001  # seconds: a search must have some time


@made_as("Budget(time=5)")
@dataclass(frozen=True, slots=True)
class Budget:
    """What one answer may cost; None means no limit.

    - `time`: seconds for all of it; `nodes`: positions visited for all of it (searches look up
      every thousand nodes or so, and each move is a search).
    - `stop`: asked a few times a second, from the calling thread; the search ends once it is true.

    The memory is the analyst's: its table is kept from one answer to the next. Raises OptionError
    for what is not a limit.
    """

    time: float | None = None
    nodes: int | None = None
    stop: Callable[[], bool] | None = None

    def __post_init__(self) -> None:
        Deadline(self.time)  # which refuses what is not a time
        if self.nodes is not None:
            nodes = whole_number("nodes", self.nodes, 0, example=10**6)
            object.__setattr__(self, "nodes", nodes)

    @property
    def is_limited(self) -> bool:
        """Whether there is a limit of time or nodes."""
        return self.time is not None or self.nodes is not None


class Spending:
    """A budget while an answer is worked out.

    >>> spending = Spending(Budget(nodes=100))
    >>> spending.pay(70)
    >>> spending.nodes_left(), spending.nodes_left(20), spending.over
    (30, 20, False)
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.nodes = 0
        self._clock = Deadline(budget.time)

    def pay(self, nodes: int) -> None:
        """Adds the nodes of a search that has ended."""
        self.nodes += nodes

    @property
    def seconds(self) -> float:
        """Seconds spent."""
        return self._clock.spent

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return self._clock.over

    @property
    def over(self) -> bool:
        """Whether the time or the nodes are used up."""
        nodes = self.budget.nodes
        return self.late or (nodes is not None and self.nodes >= nodes)

    def time_left(self, most: float | None = None) -> float | None:
        """Seconds for the next search, at most so many; None means no limit."""
        if self.budget.time is None:
            return most
        left = max(_LEAST, self._clock.left)
        return left if most is None else min(left, most)

    def share(self, time: float) -> Spending:
        """A part of what is left: so many seconds or, if nodes are limited, half of those."""
        nodes = self.nodes_left()
        if nodes is not None:
            return Spending(Budget(self.time_left(), nodes // 2, self.budget.stop))
        return Spending(Budget(self.time_left(time), None, self.budget.stop))

    def nodes_left(self, most: int | None = None) -> int | None:
        """Nodes for the next search, at most so many; None means no limit."""
        if self.budget.nodes is None:
            return most
        left = max(1, self.budget.nodes - self.nodes)
        return left if most is None else min(left, most)
