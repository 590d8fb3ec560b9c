"""How late stones come of the time that was planned for them, as a player learns it."""

from __future__ import annotations

_FADES = 0.9  # what a delay counts for a stone later


class Delay:
    """On a busy machine a search ends later than it was to; what it was late is kept back then.

    >>> delay = Delay()
    >>> delay.note(planned=0.5, took=0.6)
    >>> delay.note(planned=0.5, took=0.3)
    >>> round(delay.seconds, 3)
    0.09
    """

    def __init__(self) -> None:
        self.seconds = 0.0

    def note(self, planned: float, took: float) -> None:
        """Learns from a stone; what is long ago fades."""
        self.seconds = max(took - planned, _FADES * self.seconds)
