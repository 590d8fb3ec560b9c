"""Alpha-beta as a player: patterns and threats, to a depth or ever deeper while there is time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from kinrow import _core
from kinrow.players.delay import Delay
from kinrow.players.errors import Unfit
from kinrow.players.protocol import Clock, Player, longest_time, thinking_time, to_play
from kinrow.rules import Cell, GameLike, Position, PositionLike, Rules, game
from kinrow.rules.calls import made_as
from kinrow.rules.options import seconds_of, text_of, whole_number
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import cell_of, core_game, core_position, index_of
from kinrow.runtime.limits import threads_of
from kinrow.runtime.waiting import Deadline, finish, wait_for
from kinrow.weights import Correction, PatternWeights, correction_for, weights_for

_MEMORY = 64 * 2**20
DEEPEST = 400
_FORCED, _SURE = 20_000, 30_000  # how the core's scores speak of a forced end


@dataclass(frozen=True, slots=True)
class SearchLine:
    """What a search has found so far.

    The depth of its last whole iteration (0 if the rules or a search for threats decided), the
    score for the side to move in the core's own unit, the nodes, and the line of best play.
    """

    depth: int
    score: int
    nodes: int
    moves: tuple[Cell, ...]


@made_as("AlphaBetaPlayer('alphabeta:6', depth=6)")
class AlphaBetaPlayer(Player):
    """Searches to a depth, for some nodes or for a time, or until its clock says so.

    Raises Unfit for majority games, which have no patterns to look at. Moves are the same for
    the same position if the depth or the nodes, not the time, end the search.

    `weights` are those of the patterns as the core takes them: None for those learned for such
    lines, b"" for those set by hand. `correction` is that of the weights: None for the one that
    comes with those learned, b"" for none. `watch`, if it is set, is called with what each
    iteration has found, as far as that is seen in time, and with what the search has found in
    the end.

    Raises OptionError for an argument that it cannot use.

    >>> AlphaBetaPlayer("alphabeta:2", depth=2).choose(game("tictactoe").parse("XX./OO./..."))
    Cell.of('c1')
    """

    def __init__(
        self,
        name: str,
        *,
        depth: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        threads: int = 1,
        memory: int = _MEMORY,
        weights: bytes | None = None,
        correction: bytes | None = None,
    ) -> None:
        self.name = text_of("name", name)
        self.note = ""
        self.score = 0  # of the last search: for the side to move, in the core's own unit
        self.memory = whole_number("memory", memory, 1, example=_MEMORY)
        self.threads = threads_of(threads)
        self.watch: Callable[[SearchLine], object] | None = None
        self._weights = weights
        self._correction = b"" if weights is not None and correction is None else correction
        # Limits of a search; 0 is none.
        self.depth = whole_number("depth", depth, 0, example=6, most=DEEPEST)
        self.nodes = whole_number("nodes", nodes, 0, example=9000)
        self._seconds = seconds_of("seconds", seconds, zero=True)
        self._rules: Rules | None = None
        self._core: _core.Engine | None = None
        self._last: Position | None = None
        self._delay = Delay()
        self._pondering = False
        self._stopped = False  # since `lines` began

    def choose(self, position: PositionLike, clock: Clock | None = None) -> Cell:
        """The first stone of the best line found."""
        position = to_play(position, clock)
        late = self._delay.seconds
        target, seconds = (
            min((s for s in (self._seconds, limit(position, clock, late)) if s), default=0.0)
            for limit in (thinking_time, longest_time)
        )
        began = perf_counter()
        found = self._search(position, target, seconds)
        if clock is not None and seconds:
            self._delay.note(seconds, perf_counter() - began)
        self.score = found.score
        self.note = _note(position, found)
        self._last = position
        return found.moves[0]

    def lines(
        self, position: PositionLike, count: int, clock: Clock | None = None
    ) -> Iterator[SearchLine]:
        """The best lines of play, up to so many, one after another, each with its first stone.

        The time of the clock is divided among them. Stones that lose at once may be left out; after
        `stop` no more come than the one under way.

        >>> found = AlphaBetaPlayer("alphabeta:3", depth=3).lines("7,7,5", 3)
        >>> len({line.moves[0] for line in found})
        3
        """
        position, count = to_play(position, clock), whole_number("count", count, 1, example=3)
        seconds = min((s for s in (self._seconds, longest_time(position, clock)) if s), default=0.0)
        taken: list[int] = []
        self._stopped = False
        if not position.plies:
            yield from self._first_lines(position, count, seconds / count)
            return
        while len(taken) < min(count, len(position.legal_moves)) and not self._stopped:
            found = self._search(position, seconds / count, seconds / count, taken)
            first = index_of(position.rules, found.moves[0]) if found.moves else None
            if first is None or first in taken:  # a search without any time chooses among all
                return
            taken.append(first)
            yield found
        self._last = position

    def _first_lines(self, position: Position, count: int, seconds: float) -> Iterator[SearchLine]:
        """Lines from the empty board, from the middle outwards: `choose` does not search there."""
        seen: set[str] = set()
        for stone in _from_the_middle(position):
            after = position.play(stone)
            if self._stopped or len(seen) == count:
                return
            if (alike := after.canonical().cells) not in seen:
                seen.add(alike)
                yield self._after(position, stone, seconds)

    def _after(self, position: Position, stone: Cell, seconds: float) -> SearchLine:
        """The line that begins with a stone."""
        after = position.play(stone)
        if after.finished:
            won = 0 if after.winner is None else 1 if after.winner is position.to_move else -1
            return SearchLine(1, won * (_SURE - 1), 1, (stone,))
        watch, self.watch = self.watch, None  # which is for lines of the position itself
        try:
            found = self._search(after, seconds, seconds)
        finally:
            self.watch = watch
        score = found.score if after.to_move is position.to_move else -found.score
        return SearchLine(found.depth + 1, score, found.nodes, (stone, *found.moves))

    def _search(
        self, position: Position, target: float, seconds: float, excluded: Sequence[int] = ()
    ) -> SearchLine:
        core = self._core_for(position.rules)
        new_game = self._last is not None and self._last.plies >= position.plies
        if new_game and not seconds:  # clearing costs time, and a search by time is never the same
            core.forget()
            self._last = None
        core.begin_search(
            *core_position(position),
            depth=self.depth,
            nodes=self.nodes,
            seconds=seconds,
            target=target,
            excluded=list(excluded),
        )
        deepest = 0

        def look() -> None:
            nonlocal deepest
            found = _line(position.rules, core)
            if self.watch is not None and found.depth > deepest and found.moves:
                self.watch(found)
            deepest = found.depth

        finish(core, look)
        found = _line(position.rules, core)
        if self.watch is not None and found.moves:
            self.watch(found)
        return found

    def prepare(self, rules: GameLike) -> None:
        """Allocates the memory for a game, and clears what the last one left."""
        core = self._core_for(game(rules))
        if self._last is not None:
            core.forget()
            self._last = None

    def ponder(self, position: Position) -> None:
        """Searches the position on the other side's time, until `rest`.

        What it finds is in the table when the next search begins.
        """
        if not position.finished:
            self._core_for(position.rules).begin_search(*core_position(position))
            self._pondering = True

    def rest(self) -> None:
        """Ends `ponder`; otherwise does nothing."""
        if self._pondering and self._core is not None:
            self._core.stop()
            wait_for(self._core, Deadline(None))
        self._pondering = False

    def stop(self) -> None:
        """Ends a search under way in another thread, with the best stone so far."""
        self._stopped = True
        if self._core is not None:
            self._core.stop()

    def __getstate__(self) -> dict[str, Any]:
        """What a copy needs, also one that is pickled; its table begins empty."""
        return vars(self) | {"_core": None, "_rules": None, "_last": None, "_pondering": False}

    def close(self) -> None:
        """Releases the table's memory."""
        if self._core is not None:
            self._core.stop()
        self._core = self._rules = self._last = None

    def _core_for(self, rules: Rules) -> _core.Engine:
        if rules.objective != "line":
            raise Unfit(Sentence("player.lines", name=self.name, game=rules.title))
        if self._core is None or self._rules != rules:
            self.close()
            self._rules = rules
            weights, correction = self._weights, self._correction
            if weights is None:
                weights = _packed(weights_for(rules))
            if correction is None:
                correction = _packed(correction_for(rules))
            core = core_game(rules)
            self._core = _core.Engine(core, self.memory, self.threads, weights, correction)
        return self._core


def _from_the_middle(position: Position) -> list[Cell]:
    """The legal moves, those near the middle of the board first."""
    row, col = position.rules.rows // 2, position.rules.cols // 2
    return sorted(
        position.legal_moves, key=lambda cell: (cell.row - row) ** 2 + (cell.col - col) ** 2
    )


def _packed(found: PatternWeights | Correction | None) -> bytes:
    """As the core takes them; b"" if there are none."""
    return b"" if found is None else found.packed


def _line(rules: Rules, core: _core.Engine) -> SearchLine:
    best, score, depth, line, nodes = core.result()
    cells = line if line[:1] == [best] else [best] if best >= 0 else []
    return SearchLine(depth, score, nodes, tuple(cell_of(rules, at) for at in cells))


def _stones_left(position: Position, score: int) -> str:
    """In how many stones a forced end comes: exactly if it is near, else the fewest that it takes.

    The core sees at once what the next stones decide, but of a longer win only that it is one.
    """
    wins, stones = score > 0, position.rules.stones
    seen = position.left + stones * (not wins)
    if wins and stones == 1:
        seen = 3
    found = _SURE - abs(score)
    return str(found) if found <= seen else f"{seen + stones + 1}+"


def _note(position: Position, found: SearchLine) -> str:
    score, line = found.score, " ".join(map(str, found.moves[:8]))
    if abs(score) < _FORCED:
        value = Sentence("note.value", value=f"{score:+d}")
    else:
        n = _stones_left(position, score)
        value = Sentence("note.win", n=n) if score > 0 else Sentence("note.loss", n=n)
    return Sentence(
        "note.line", depth=found.depth, value=value, searched=_searched(found.nodes), line=line
    )


def _searched(nodes: int) -> Sentence:
    if nodes == 1:
        return Sentence("note.nodes.one")
    return Sentence("note.nodes", nodes=nodes) if nodes else Sentence("note.none")
