"""Prove by search that the move of an entry wins, with what a follower knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kinrow.strategies.file import Entry
from kinrow.strategies.follower import Follower

_HIGHEST = 3  # order of a win


def proves(follower: Follower, entry: Entry, nodes: int) -> bool:
    """Whether searches of so many positions find that the move of an entry wins within its zone.

    First searches that are confined to the zone; if they fail, searches of all cells, which order
    the moves otherwise, and whose win may need no more than the zone, too.
    """
    if MoveProof(follower, entry, nodes, entry.zone).zone() is not None:
        return True
    zone = MoveProof(follower, entry, nodes).zone()
    return zone is not None and not zone & ~entry.zone


@dataclass(frozen=True, slots=True)
class MoveProof:
    """Searches of what follows the move of an entry, inside a zone if one is given.

    One search of all that follows, of so many positions; if that fails, one of each answer that the
    win after a pass does not bear, which tries more moves.
    """

    follower: Follower
    entry: Entry
    nodes: int
    within: int | None = None

    def zone(self) -> int | None:
        """The empty cells that the win needs, with its move; None if no search finds it."""
        found = self.follower.search(
            self._after(), self.follower.strategy.winner.other, self.nodes, self.within
        )
        zone = self._zone_by_answers() if found is None else found[1]
        stones = self.entry.own | self.entry.other
        return None if zone is None else (zone | 1 << self.entry.move) & ~stones

    def unsettled(self) -> Iterator[Entry]:
        """Positions with the winner to move that the win needs and no search settles."""
        if self.entry.order >= _HIGHEST:
            return
        idle = self._win(self._passed())
        if idle is None:
            yield self._passed()
            return
        for answer in self._answers(idle):
            if self._win(answer) is None:
                yield answer

    def _zone_by_answers(self) -> int | None:
        if self.entry.order >= _HIGHEST:
            return None
        zone = self._win(self._passed())
        for answer in self._answers(zone or 0):
            found = self._win(answer)
            if zone is None or found is None:
                return None
            zone |= found
        return zone

    def _win(self, stones: Entry) -> int | None:
        winner = self.follower.strategy.winner
        found = self.follower.search(stones, winner, self.nodes, self.within)
        return None if found is None else found[1]

    def _after(self) -> Entry:
        return replace(self.entry, own=self.entry.own | 1 << self.entry.move)

    def _passed(self) -> Entry:
        return replace(self._after(), order=self.entry.order + 1)

    def _answers(self, zone: int) -> Iterator[Entry]:
        after = self._after()
        for cell in range(zone.bit_length()):
            if (zone & ~(after.own | after.other)) >> cell & 1:
                yield replace(after, other=after.other | 1 << cell)
