"""Complete the entries of a strategy, so that a search finds an answer to all that follows each.

After an entry's move a search wins, if the loser passes, by a tree of its own choice. Stones of the
loser's in the zone of that tree need answers, and where the certificate has another tree, nobody
has found some of them yet. So if a search does not prove a move, the entries get what the
certificate has after it: the win after a pass, and if that does not suffice, the answers. If the
certificate has nothing that helps, long searches do, or a wider zone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from kinrow.strategies.file import Entry
from kinrow.strategies.follower import Follower
from kinrow.strategies.openings import images, inverse, is_first_turn, keeps_its_zone
from kinrow.strategies.proof_moves import ProofMoves
from kinrow.strategies.proving import (
    MoveProof,
    proves,
    proves_afresh,
    unproved,
    with_zone_that_holds,
)

_LONG = 10_000_000  # positions for an answer that the certificate does not have: half a minute


class Completion:
    """Entries whose moves a search of so many nodes proves, each by those before it.

    `chosen` are those to be added; `entries` gets them, with what they need before each, and has
    those of a run before, which `follower` knows. A move that even then is not proved stays: the
    certificate proves it, and a longer search may.
    """

    def __init__(
        self,
        follower: Follower,
        known: ProofMoves,
        nodes: int,
        chosen: Iterable[Entry],
        entries: list[Entry],
    ) -> None:
        self.entries = entries
        self._follower = follower
        self._nodes = nodes
        self._places = images(follower.strategy)
        self._back = [*map(inverse, self._places)]
        self._passes = _by_stones(known.after_passes, lambda e: (e.own, e.other))
        self._moves = _by_stones(known.moves, lambda e: (e.own,))
        self._first = _by_stones(known.first_moves, lambda e: (e.own, e.other))
        self._kept = {*chosen, *entries}

    def add(self, entry: Entry) -> None:
        """Adds an entry, the next in the order of the certificate, after what it needs."""
        if not is_first_turn(entry, self._follower.strategy.larger):
            entry = self._completed(entry)
        self._follower.learn([entry])
        self.entries.append(entry)

    def hold(self, entry: Entry) -> None:
        """Adds an entry that `nodes` must prove: with another zone, or after what it lacks.

        These are the searches of `check_strategy`, if `nodes` is its budget. What a search finds
        depends on those before it: if all entries stay as they are, a check finds the same. Raises
        StrategyError if nothing helps.
        """
        if not is_first_turn(entry, self._follower.strategy.larger):
            entry = self._held(entry)
        self._follower.learn([entry])
        self.entries.append(entry)

    def _held(self, entry: Entry) -> Entry:
        strategy = self._follower.strategy
        held = with_zone_that_holds(self._follower, entry, self._nodes)
        if held == entry or (held is not None and not keeps_its_zone(entry, strategy.larger)):
            return held
        if proves_afresh(self._follower, entry, self._nodes):
            return entry
        before = len(self.entries)
        completed = self._completed(entry)
        if completed == entry and len(self.entries) == before:
            raise unproved(strategy, entry)
        return completed

    def _completed(self, entry: Entry) -> Entry:
        """The entry, maybe with another zone, after what it needs was added."""
        for remedy in (self._after_pass, self._answers):
            if proves(self._follower, entry, self._nodes):
                return entry
            self._add_new(remedy(entry))
        if not keeps_its_zone(entry, self._follower.strategy.larger):
            return self._settled(entry)
        for remedy in (self._first_answers, self._searched_within):
            if proves(self._follower, entry, self._nodes):
                break
            self._add_new(remedy(entry))
        return entry

    def _settled(self, entry: Entry) -> Entry:
        """The entry with a zone that holds, if need be after long searches; else as it is."""
        held = with_zone_that_holds(self._follower, entry, self._nodes)
        if held is None:
            self._add_new(self._searched(entry))
            held = with_zone_that_holds(self._follower, entry, self._nodes)
        return held or entry

    def _add_new(self, entries: Iterable[Entry]) -> None:
        new = [entry for entry in dict.fromkeys(entries) if entry not in self._kept]
        self._kept.update(new)
        for entry in new:
            self.add(entry)

    def _first_answers(self, entry: Entry) -> Iterator[Entry]:
        """What the certificate has in the entry's zone where searches find nothing."""
        for stones in self._unsettled(entry, entry.zone):
            for places, back in zip(self._places, self._back, strict=True):
                image = stones.image(places)
                for found in self._first.get((image.own, image.other), ()):
                    answer = found.image(back)
                    if answer.order >= stones.order and not answer.zone & ~entry.zone:
                        yield answer

    def _searched_within(self, entry: Entry) -> Iterator[Entry]:
        return self._searched(entry, entry.zone)

    def _unsettled(self, entry: Entry, within: int | None) -> list[Entry]:
        return [*MoveProof(self._follower, entry, self._nodes, within).unsettled()]

    def _searched(self, entry: Entry, within: int | None = None) -> Iterator[Entry]:
        """What long searches find, maybe in a zone, if the certificate has no answer that helps."""
        for stones in self._unsettled(entry, within):
            found = self._follower.search(stones, self._follower.strategy.winner, _LONG, within)
            if found is not None:
                move, zone, _ = found
                yield replace(
                    stones, move=move, zone=(zone | 1 << move) & ~(stones.own | stones.other)
                )

    def _after_pass(self, entry: Entry) -> Iterator[Entry]:
        for own, other in self._images(entry):
            for found in self._passes.get((own, other), ()):
                if found.order > entry.order:
                    yield found

    def _answers(self, entry: Entry) -> Iterator[Entry]:
        for own, other in self._images(entry):
            for found in self._moves.get((own,), ()):
                further = found.other & ~other
                if found.other == other | further and further.bit_count() == 1:
                    yield found

    def _images(self, entry: Entry) -> Iterator[tuple[int, int]]:
        """The stones after the entry's move, in each image of the board."""
        for places in self._places:
            image = entry.image(places)
            yield image.own | 1 << image.move, image.other


def _by_stones(
    entries: Sequence[Entry], key: Callable[[Entry], tuple[int, ...]]
) -> dict[tuple[int, ...], list[Entry]]:
    out: dict[tuple[int, ...], list[Entry]] = {}
    for entry in entries:
        out.setdefault(key(entry), []).append(entry)
    return out
