"""Make and check a strategy that holds a draw, for both sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from kinrow.rules import Outcome, Position
from kinrow.runtime.conversion import cell_of, index_of, sets_of
from kinrow.strategies.file import DrawStrategy, Entry, pack, side_of, signs_of
from kinrow.strategies.holder import Holder
from kinrow.strategies.unfinished import Saved

Kept = Callable[[int, int, int], object]
"""Called with how many positions were looked at, of how many so far, and the entries kept."""

Done = Callable[[int, int], object]
"""Called with how many entries were checked, and of how many."""

_ENDLESS = 2**63
_AFRESH = "16MiB"  # for a search that knows the entries and nothing else


def make_draw_strategy(
    start: Position,
    budget: int,
    proof: str,
    memory: str | int,
    report: Kept | None,
    saved: Saved,
) -> DrawStrategy:
    """The entries that both sides need, from a start that neither loses.

    A position in which `budget` positions do not suffice to hold gets a move from a longer search,
    and so does, before it, what the other side can reply. An entry is left out if those that
    stand before it suffice. What a search finds depends on those before it: so in the end more
    entries are added until a check finds nothing amiss.
    """
    making = _Making(DrawStrategy(start, budget, proof, b""), memory, report, saved)
    try:
        for first in _with_each_side_to_hold(start):
            making.settle(first)
        making.complete(memory)
    except BaseException:
        making.save(now=True)
        raise
    return making.strategy


class _Making:
    """The entries so far."""

    def __init__(
        self, strategy: DrawStrategy, memory: str | int, report: Kept | None, saved: Saved
    ) -> None:
        packed = bytes.fromhex(saved.state.get("entries", ""))
        self.strategy = replace(strategy, packed=packed)
        self._thorough = Holder(self.strategy, memory)
        self._report = report
        self._saved = saved
        self._settled: list[str] = saved.state.get("settled", [])
        self._seen = set(self._settled)
        self._looked_at = 0

    def settle(self, position: Position) -> None:
        """Sees to it that the side to move, which holds, is found to hold, here and later on."""
        if position.finished:
            return
        canonical = position.canonical()
        if canonical.cells in self._seen:
            return
        self._seen.add(canonical.cells)
        if not self._is_found(canonical):
            self._settle_replies(canonical)
        self._settled.append(canonical.cells)
        self.save()

    def complete(self, memory: str | int) -> None:
        """Adds entries until the searches of a check prove each by those before it."""
        before = None
        while before != self.strategy.packed:
            before, made = self.strategy.packed, list[Entry]()
            with Holder(replace(self.strategy, packed=b""), memory) as holder:
                for entry in self.strategy.entries():
                    made += self._lacking(holder, _answers(self.strategy, entry))
                    holder.learn(entry)
                    made.append(entry)
                made += self._lacking(holder, _with_each_side_to_hold(self.strategy.start))
            packed = pack(self.strategy.rules.size, made)
            self.strategy = replace(self.strategy, packed=packed)

    def _lacking(self, holder: Holder, positions: Iterable[Position]) -> Iterator[Entry]:
        """Entries, which the holder learns, for those that it does not find to hold."""
        for position in positions:
            if not _holds(holder, position):
                entry = self._longer(position.canonical())
                yield from self._lacking(holder, _answers(self.strategy, entry))
                holder.learn(entry)
                yield entry

    def _longer(self, canonical: Position) -> Entry:
        """What a longer search finds."""
        move = self._thorough.move(canonical, _ENDLESS)
        assert move is not None, f"{canonical} is lost"
        return _entry(canonical, index_of(canonical.rules, move))

    def save(self, *, now: bool = False) -> None:
        """Keeps the entries, and which positions need no more."""
        self._saved.keep(
            lambda: {"settled": self._settled, "entries": self.strategy.packed.hex()}, now=now
        )

    def _settle_replies(self, canonical: Position) -> None:
        entry = self._longer(canonical)
        for reply in _answers(self.strategy, entry):
            self.settle(reply)
        if not self._is_found(canonical):
            packed = self.strategy.packed + pack(canonical.rules.size, [entry])
            self.strategy = replace(self.strategy, packed=packed)

    def _is_found(self, position: Position) -> bool:
        if self._report is not None:
            self._report(self._looked_at, len(self._seen), self.strategy.count)
        self._looked_at += 1
        with Holder(self.strategy, _AFRESH) as afresh:
            return afresh.move(position) is not None


def first_failure(strategy: DrawStrategy, memory: str | int, report: Done | None) -> int | None:
    """The number of the first entry that no search proves with those before it.

    The number of entries if it is the start that does not hold for both sides; None if all hold.
    """
    with Holder(replace(strategy, packed=b""), memory) as holder:
        for number, entry in enumerate(strategy.entries()):
            if not _is_proved(holder, entry):
                return number
            holder.learn(entry)
            if report is not None:
                report(number, strategy.count)
        if not all(_holds(holder, first) for first in _with_each_side_to_hold(strategy.start)):
            return strategy.count
    return None


def _is_proved(holder: Holder, entry: Entry) -> bool:
    """Whether the side to move holds after the entry's move, whatever the reply."""
    if _position(holder.strategy, entry).finished:
        return False
    return all(_holds(holder, reply) for reply in _answers(holder.strategy, entry))


def _answers(strategy: DrawStrategy, entry: Entry) -> list[Position]:
    """What can follow the move of an entry."""
    position = _position(strategy, entry)
    return _replies(position.play(cell_of(position.rules, entry.move)))


def _holds(holder: Holder, position: Position) -> bool:
    """Whether the side to move does not lose; a game that is over needs no search."""
    if position.finished:
        return position.outcome is not Outcome.LOSS
    return holder.move(position) is not None


def _with_each_side_to_hold(start: Position) -> Iterator[Position]:
    """The start, and the position after each move there."""
    yield start
    yield from _replies(start)


def _replies(position: Position) -> list[Position]:
    """What can follow, as one image each; nothing does if the game is over."""
    found = {position.play(move).canonical() for move in position.legal_moves}
    return sorted(found, key=lambda reply: reply.cells)


def _entry(position: Position, move: int) -> Entry:
    own, other = (sets_of(position, side) for side in (position.to_move, position.to_move.other))
    return Entry(own, other, zone=0, move=move, order=0)


def _position(strategy: DrawStrategy, entry: Entry) -> Position:
    return Position(strategy.rules, signs_of(strategy, entry), side_of(strategy, entry))
