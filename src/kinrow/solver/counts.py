"""Count positions and games: count and perft."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from kinrow import _core
from kinrow.display import Drawn, html_table
from kinrow.rules import GameLike, PositionLike, Rules, as_position
from kinrow.rules import game as rules_of
from kinrow.rules.calls import as_in, made_as
from kinrow.rules.options import callable_or_none, whole_number
from kinrow.runtime.conversion import core_game, core_position
from kinrow.runtime.limits import table_bytes, threads_of
from kinrow.runtime.waiting import (
    Deadline,
    OnInterrupt,
    Progress,
    ProgressCallback,
    Stopped,
    check_interrupt,
    unless_interrupted,
    wait_for,
)


@dataclass(frozen=True, slots=True)
class PlyCount:
    """The positions with a given number of stones, and the games that end there.

    - `positions`: all reachable ones; `finished`: those in which the game is over, of which there
      are `x_wins`, `o_wins` and `draws`.
    - `canonical`, `canonical_finished`: the same up to the board's symmetries.
    - `games`: sequences of moves that end here, of which there are `x_games`, `o_games` and
      `drawn_games`.
    """

    ply: int
    positions: int
    finished: int
    x_wins: int
    o_wins: int
    draws: int
    canonical: int
    canonical_finished: int
    x_games: int
    o_games: int
    drawn_games: int

    @property
    def games(self) -> int:
        """Complete games that end at this ply."""
        return self.x_games + self.o_games + self.drawn_games


class PlyTable(tuple[PlyCount, ...]):
    """One count for each number of stones; a notebook shows them as a table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        columns = {
            "ply": "stones",
            "positions": "positions",
            "finished": "finished",
            "x_wins": "X wins",
            "o_wins": "O wins",
            "draws": "draws",
            "canonical": "up to symmetry",
            "games": "games",
        }
        rows = ([getattr(ply, name) for name in columns] for ply in self)
        return html_table(list(columns.values()), rows)


@made_as("Counts(rules, per_ply, seconds)")
@dataclass(frozen=True, slots=True, repr=False)
class Counts(Drawn):
    """How many positions and games play can reach from the empty board.

    - `rules`: the game; `seconds`: the time it took.
    - `per_ply`: a PlyCount for each number of stones. Finished positions are counted, too.
    - `stopped`: what ended the count early; None if nothing did. A count that was stopped has the
      plies that were done, and its sums are lower bounds.

    >>> counts = count("3,3,3")
    >>> counts.per_ply[1].positions, counts.per_ply[1].canonical, counts.complete
    (9, 3, True)
    """

    rules: Rules
    per_ply: PlyTable
    seconds: float
    stopped: Stopped | None = None

    def __repr__(self) -> str:
        positions, classes = f"{self.reachable:,} positions", f"{self.canonical:,} up to symmetry"
        if not self.complete:
            plies = f"with up to {len(self.per_ply) - 1} stones, stopped by {self.stopped}"
            return f"<{self.rules.title}: {positions}, {classes}, {plies}>"
        finished = f"{self.finished:,} finished"
        return f"<{self.rules.title}: {positions}, {finished}, {classes}; {self.games:,} games>"

    def _sum(self, field: str) -> int:
        return sum(getattr(ply, field) for ply in self.per_ply)

    @property
    def complete(self) -> bool:
        """Whether every ply was counted."""
        return self.stopped is None

    @property
    def reachable(self) -> int:
        """All positions."""
        return self._sum("positions")

    @property
    def finished(self) -> int:
        """Positions where the game is over."""
        return self._sum("finished")

    @property
    def canonical(self) -> int:
        """Classes of positions under the board's symmetries."""
        return self._sum("canonical")

    @property
    def canonical_finished(self) -> int:
        """Classes where the game is over."""
        return self._sum("canonical_finished")

    @property
    def games(self) -> int:
        """Complete games, as sequences of moves."""
        return self._sum("games")

    @property
    def x_games(self) -> int:
        """Games that X wins."""
        return self._sum("x_games")

    @property
    def o_games(self) -> int:
        """Games that O wins."""
        return self._sum("o_games")

    @property
    def drawn_games(self) -> int:
        """Games that nobody wins."""
        return self._sum("drawn_games")

    def to_json(self) -> dict[str, Any]:
        """A dictionary for programs."""
        totals = ("reachable", "finished", "canonical", "canonical_finished", "games")
        return {
            "game": str(self.rules),
            **{name: getattr(self, name) for name in totals},
            "per_ply": [asdict(ply) | {"games": ply.games} for ply in self.per_ply],
            "complete": self.complete,
            "stopped": self.stopped,
            "seconds": round(self.seconds, 6),
        }


@as_in("count('tictactoe', time=60)")
def count(
    game: GameLike,
    *,
    memory: str | int | None = None,
    threads: int | None = None,
    time: float | None = None,
    progress: ProgressCallback | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Counts:
    """Counts every position that play can reach, ply by ply, and every complete game.

    - `memory`: as in "2GiB", or a number of bytes; by default a quarter of the machine's.
    - `threads`: one for each core by default; the counts are the same with any number.
    - `time`: in seconds. If it ends the count, that has the plies done by then. There is no limit
      of `nodes`, because only whole plies count.
    - `progress`: called a few times a second with a Progress.
    - `on_interrupt`: after Ctrl-C, "raise" KeyboardInterrupt with the counts so far as its
      `answer`, or "return" them.

    Raises NotationError or RulesError for what is not a game, OptionError for limits that cannot be
    used.

    >>> counts = count("tictactoe")
    >>> counts
    <tictactoe: 5,478 positions, 958 finished, 765 up to symmetry; 255,168 games>
    >>> counts.reachable, counts.finished, counts.canonical, counts.games
    (5478, 958, 765, 255168)
    """
    check_interrupt(on_interrupt)
    callable_or_none("progress", progress)
    rules = rules_of(game)
    clock = Deadline(time)
    shared = threads_of(threads)
    work = _core.Census(core_game(rules), table_bytes(memory, shared), shared)

    def tell() -> None:
        if progress is not None:
            positions, ply = work.progress()
            most = rules.most_plies
            progress(Progress(positions, clock.spent, ply, ply, most, None, None, "count"))

    stopped = wait_for(work, clock, tell)
    plies, complete, out_of_memory = work.result()
    if out_of_memory:
        stopped = "memory"
    counts = Counts(
        rules,
        PlyTable(_ply(number, *ply) for number, ply in enumerate(plies)),
        clock.spent,
        None if complete else stopped,
    )
    return unless_interrupted(counts, counts.stopped, on_interrupt)


def _ply(
    number: int,
    positions: int,
    canonical: int,
    canonical_finished: int,
    results: list[int],
    games: list[str],
) -> PlyCount:
    x_wins, o_wins, draws = results
    return PlyCount(
        number,
        positions,
        x_wins + o_wins + draws,
        x_wins,
        o_wins,
        draws,
        canonical,
        canonical_finished,
        *(int(text) for text in games),
    )


@as_in("perft('tictactoe', 3)")
def perft(position: PositionLike, depth: int) -> int:
    """The number of move sequences of exactly `depth` stones; games that end earlier do not count.

    Ctrl-C raises a plain KeyboardInterrupt, as there is nothing between the numbers of two depths.
    Raises OptionError for a depth that is negative or above 400. Source: the "performance test" of
    chess programmers, https://www.chessprogramming.org/Perft.

    >>> perft("tictactoe", 5), perft("tictactoe", 9)
    (15120, 127872)
    """
    depth = whole_number("depth", depth, 0, example=3, most=400)
    position = as_position(position)
    work = _core.Perft(core_game(position.rules), *core_position(position), depth)
    wait: Callable[[float], bool] = work.wait
    while not wait(0.05):
        pass
    return work.result()
