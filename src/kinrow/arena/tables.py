"""A match and the standings as tables for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Literal

from rich.table import Table

from kinrow.arena.match import Match
from kinrow.arena.rating import Standing
from kinrow.arena.words import ArenaWords
from kinrow.records import Record

_RESULTS = ("wins", "draws", "losses", "score")


def match_table(match: Match, last: Record | None, words: ArenaWords) -> Table:
    """The match so far, one line per player, with the last game below."""
    score = match.score
    low, high = score.elo_interval
    caption = words("match.so-far", done=score.games, games=match.games)
    caption += f" · Elo {signed(score.elo)} ({signed(low)} … {signed(high)})"
    if match.sprt is not None:
        floor, roof = match.sprt.bounds
        caption += f" · LLR {match.sprt.llr(score):.2f} ({floor:.2f} … {roof:.2f})"
    if last is not None:
        caption += "\n" + words("match.last", game=words.played(last))
    table = Table(title=words.title(match.rules), caption=caption, caption_justify="left")
    _columns(table, words.heads("player", *_RESULTS), names=1)
    one, other = match.names
    for name, wins, losses, mean in (
        (one, score.wins, score.losses, score.mean),
        (other, score.losses, score.wins, 1 - score.mean),
    ):
        table.add_row(name, f"{wins}", f"{score.draws}", f"{losses}", f"{100 * mean:.1f} %")
    return table


def standings_table(title: str, lines: Sequence[Standing], words: ArenaWords) -> Table:
    """Ratings and results, the best first."""
    table = Table(title=title, padding=0)
    _columns(table, ("#",))
    _columns(table, words.heads("player"), names=1)
    _columns(table, ("Elo", "±"))
    _columns(table, words.heads("games", *_RESULTS, "faults"))
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


def head_to_head_table(lines: Sequence[Standing], words: ArenaWords) -> Table:
    """Wins, draws and losses of each row's player against each column's, named by its place."""
    table = Table(title=words("standings.heads"), padding=0)
    _columns(table, ("#",))
    _columns(table, words.heads("player"), names=1)
    _columns(table, [f"{place}" for place, _ in enumerate(lines, 1)])
    for place, line in enumerate(lines, 1):
        scores = [line.against.get(other.name) for other in lines]
        table.add_row(
            f"{place}",
            line.name,
            *(f"{s.wins}-{s.draws}-{s.losses}" if s is not None else "" for s in scores),
        )
    return table


def _columns(table: Table, heads: Sequence[str], names: int = 0) -> None:
    """Adds columns, the first so many of names and the others of numbers, which are never cut."""
    for at, head in enumerate(heads):
        justify: Literal["left", "right"] = "left" if at < names else "right"
        table.add_column(head, justify=justify, no_wrap=at >= names, overflow="fold")


def signed(number: float) -> str:
    """A rating with its sign.

    >>> signed(12.4), signed(float("inf"))
    ('+12', '+∞')
    """
    return f"{number:+.0f}" if isfinite(number) else ("+∞" if number > 0 else "-∞")
