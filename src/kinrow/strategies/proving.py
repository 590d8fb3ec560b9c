"""Prove by search that the move of an entry wins, with what a follower knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kinrow.rules.sentence import Sentence
from kinrow.strategies.file import HIGHEST, Entry, Strategy, StrategyError, position_in
from kinrow.strategies.follower import Follower
from kinrow.strategies.openings import images, inverse


def proves(follower: Follower, entry: Entry, nodes: int) -> bool:
    """Whether searches of so many positions find that the move of an entry wins within its zone."""
    return with_zone_that_holds(follower, entry, nodes) == entry


def proves_afresh(follower: Follower, entry: Entry, nodes: int) -> bool:
    """The same with an empty table: what other searches left there may mislead a search."""
    with follower.afresh() as other:
        return proves(other, entry, nodes)


def with_zone_that_holds(follower: Follower, entry: Entry, nodes: int) -> Entry | None:
    """The entry, with the zone of another win if its own is not proved; None if no win is found.

    First searches that are confined to the zone; if they fail, searches of all cells, which order
    the moves otherwise, and whose win may need no more than the zone, too.
    """
    if MoveProof(follower, entry, nodes, entry.zone).zone() is not None:
        return entry
    zone = MoveProof(follower, entry, nodes).zone()
    if zone is None:
        return None
    return replace(entry, zone=zone) if zone & ~entry.zone else entry


@dataclass(frozen=True, slots=True)
class MoveProof:
    """Searches of what follows the move of an entry, inside a zone if one is given.

    One search of all that follows, of so many positions; if that fails, one of each answer that the
    win after a pass does not tolerate, which tries more moves. A search knows one win of a
    position, which may need cells outside the zone; so if it fails, the entries are looked at.
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
        return (stones for stones, zone in self._needed() if zone is None)

    def _zone_by_answers(self) -> int | None:
        whole = None
        for _, zone in self._needed():
            if zone is None:
                return None
            whole = zone | (whole or 0)
        return whole

    def _needed(self) -> Iterator[tuple[Entry, int | None]]:
        """After a pass, then after each answer: the position, and the zone of a win if found."""
        if self.entry.order >= HIGHEST:
            return
        idle = self._win(self._passed())
        yield self._passed(), idle
        for answer in self._answers(idle or 0):
            yield answer, self._win(answer)

    def _win(self, stones: Entry) -> int | None:
        winner = self.follower.strategy.winner
        found = self.follower.search(stones, winner, self.nodes, self.within)
        return self._known(stones) if found is None else found[1]

    def _known(self, stones: Entry) -> int | None:
        """The zone of an entry that wins in this position or an image of it, inside the zone."""
        if self.within is None:
            return None
        learned = self.follower.learned()
        for places in images(self.follower.strategy):
            there = replace(stones, zone=self.within).image(places)
            for entry in learned:
                is_there = (entry.own, entry.other) == (there.own, there.other)
                if is_there and entry.order >= there.order and not entry.zone & ~there.zone:
                    return entry.image(inverse(places)).zone
        return None

    def _after(self) -> Entry:
        return replace(self.entry, own=self.entry.own | 1 << self.entry.move)

    def _passed(self) -> Entry:
        return replace(self._after(), order=self.entry.order + 1)

    def _answers(self, zone: int) -> Iterator[Entry]:
        after = self._after()
        for cell in range(zone.bit_length()):
            if (zone & ~(after.own | after.other)) >> cell & 1:
                yield replace(after, other=after.other | 1 << cell)


def unproved(strategy: Strategy, entry: Entry) -> StrategyError:
    """The error for an entry that a check would refuse."""
    position = position_in(strategy, entry)
    return StrategyError(Sentence("strategy.unproved", position=position, budget=strategy.budget))
