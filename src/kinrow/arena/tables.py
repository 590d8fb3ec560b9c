"""What a match and the standings look like on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from rich.table import Table

from kinrow.arena.game import fault_of
from kinrow.arena.match import Match
from kinrow.arena.rating import Standing
from kinrow.records import Record
from kinrow.rules import Sign


def match_table(match: Match, last: Record | None) -> Table:
    """The match so far, one line a player, and the last game under it."""
    score = match.score
    done, low, high = score.games, *score.elo_interval
    caption = f"{done} of {match.games} games · Elo {signed(score.elo)}"
    caption += f" ({signed(low)} to {signed(high)})"
    if match.sprt is not None:
        floor, roof = match.sprt.bounds
        caption += f" · LLR {match.sprt.llr(score):.2f} ({floor:.2f}, {roof:.2f})"
    if last is not None:
        caption += f"\nlast: {told(last)}"
    table = Table(title=match.rules.title, caption=caption, caption_justify="left")
    table.add_column("player", no_wrap=True)
    for head in ("wins", "draws", "losses", "score"):
        table.add_column(head, justify="right")
    for name, wins, losses, mean in (
        (match.names[0], score.wins, score.losses, score.mean),
        (match.names[1], score.losses, score.wins, 1 - score.mean),
    ):
        table.add_row(name, f"{wins}", f"{score.draws}", f"{losses}", f"{100 * mean:.1f} %")
    return table


def told(played: Record) -> str:
    """A game in one line."""
    names = f"{played.players[Sign.X]} (X) against {played.players[Sign.O]} (O)"
    stones = f"{len(played.moves)} stones"
    if played.winner is None:
        return f"{names}: draw, {stones}"
    fault = fault_of(played)
    how = f", {fault}" if fault else ""
    return f"{names}: {played.winner} wins, {stones}{how}"


def standings_table(title: str, lines: Sequence[Standing]) -> Table:
    """Ratings and results, the best first."""
    table = Table(title=title)
    table.add_column("#", justify="right")
    table.add_column("player", no_wrap=True)
    for head in ("Elo", "±", "games", "wins", "draws", "losses", "score", "faults"):
        table.add_column(head, justify="right")
    for place, line in enumerate(lines, 1):
        score = line.score
        numbers = (score.games, score.wins, score.draws, score.losses)
        table.add_row(
            f"{place}",
            line.name,
            signed(line.elo),
            signed(line.margin).lstrip("+"),
            *(f"{number}" for number in numbers),
            f"{100 * score.mean:.1f} %",
            f"{line.faults}",
        )
    return table


def head_to_head_table(lines: Sequence[Standing]) -> Table:
    """Wins, draws and losses of each line's player against each column's."""
    table = Table(title="head to head: wins-draws-losses of the row")
    table.add_column("player", no_wrap=True)
    for line in lines:
        table.add_column(line.name, justify="right")
    for line in lines:
        scores = [line.against.get(other.name) for other in lines]
        table.add_row(
            line.name, *(f"{s.wins}-{s.draws}-{s.losses}" if s is not None else "" for s in scores)
        )
    return table


def signed(number: float) -> str:
    """A rating with its sign.

    >>> signed(12.4), signed(float("inf"))
    ('+12', '+∞')
    """
    return f"{number:+.0f}" if isfinite(number) else ("+∞" if number > 0 else "-∞")
