"""How late a player's stones come, compared with the time planned for them."""

from __future__ import annotations

_FADES = 0.9  # what a delay counts for a stone later


class Delay:
    """On a busy machine searches end late; the delay is subtracted from later searches.

    >>> delay = Delay()
    >>> delay.note(planned=0.5, took=0.6)
    >>> delay.note(planned=0.5, took=0.3)
    >>> round(delay.seconds, 3)
    0.09
    """

    def __init__(self) -> None:
        self.seconds = 0.0

    def note(self, planned: float, took: float) -> None:
        """Learns from a stone; old delays fade."""
        self.seconds = max(took - planned, _FADES * self.seconds)
