"""kinrow count: the positions and games that play can reach, ply by ply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kinrow.cli.language import text
from kinrow.cli.live import live
from kinrow.cli.options import (
    CountTimeOption,
    GameArgument,
    JsonOption,
    MemoryOption,
    ThreadsOption,
)
from kinrow.cli.screen import folded, paint, say, say_json, say_table
from kinrow.cli.words import title_of
from kinrow.rules import game as rules_of
from kinrow.runtime.statuses import INTERRUPTED

if TYPE_CHECKING:
    from kinrow.solver import Counts

_COLUMNS = ("positions", "finished", "x_wins", "o_wins", "draws", "canonical", "canonical_finished")


def command(
    game: GameArgument,
    json: JsonOption = False,
    time: CountTimeOption = None,
    memory: MemoryOption = None,
    threads: ThreadsOption = None,
) -> int:
    """Count, print, and say by the exit status whether Ctrl-C ended it."""
    from kinrow.solver import count

    rules = rules_of(game)
    with live(title_of(rules)) as report:
        counts = count(
            rules,
            memory=memory,
            threads=threads,
            time=time,
            progress=report,
            on_interrupt="return",
        )
    if json:
        say_json(counts.to_json())
    else:
        say_counts(counts)
    return INTERRUPTED if counts.stopped == "interrupted" else 0


def say_counts(counts: Counts) -> None:
    """The table, its sums, and how many games there are."""
    say(paint(title_of(counts.rules), bold=True))
    rows = [(ply.ply, *(getattr(ply, name) for name in _COLUMNS)) for ply in counts.per_ply]
    sums = [sum(getattr(ply, name) for ply in counts.per_ply) for name in _COLUMNS]
    heads = [text("count.ply"), *(text(f"count.{name}") for name in _COLUMNS)]
    table = [[str(row[0]), *(f"{number:,}" for number in row[1:])] for row in rows]
    table.append([text("count.all"), *(f"{number:,}" for number in sums)])
    say_table(heads, table, right=len(heads), total=True)
    names = ("games", "x_games", "o_games", "drawn_games")
    games = {name: f"{getattr(counts, name):,}" for name in names}
    key = "count.games" if counts.games else "count.uncounted"  # every game has an end
    say(folded(text(key, **games, seconds=f"{counts.seconds:.2f}")))
    if not counts.complete:
        stopped = text(f"stopped.{counts.stopped}")
        say(paint(text("count.partial", stopped=stopped), fg="yellow"))
