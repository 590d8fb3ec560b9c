"""Plays matches, records them, and shows the score as it changes and at the end."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

import typer
from rich.table import Table

from kinrow.arena.database import MatchDatabase
from kinrow.arena.match import Match, play_matches
from kinrow.arena.rating import Standings, standings
from kinrow.arena.tables import head_to_head_table, match_table, standings_table
from kinrow.arena.words import ArenaWords
from kinrow.arena.work import Run
from kinrow.records import Record
from kinrow.rules.sentence import worded
from kinrow.runtime.statuses import INTERRUPTED
from kinrow.terminal import console, is_terminal, live_view


class RecordedMatches:
    """A match, or all matches of a tournament, of one game.

    Matches with the same settings are resumed, unless they are to be `new`; a finished one is only
    shown again, so that its games count once. `numbers` are theirs in the record.
    """

    def __init__(
        self, base: MatchDatabase, matches: Sequence[Match], words: ArenaWords, *, new: bool
    ) -> None:
        self._base = base
        self._matches = matches
        self._words = words
        self.numbers = [self._number(match, new=new) for match in matches]

    def _number(self, match: Match, *, new: bool) -> int:
        if new:
            return self._base.begin(match)
        found, known = self._base.latest_or_begin(match)
        if not known:
            return found
        self._base.resume(match, found)
        done, games = match.score.games, match.games
        key = "match.finished" if match.over else "match.resumed"
        said = self._words(key, number=found, done=done, games=games)
        typer.echo(f"kinrow: {said}", err=True)
        return found

    def play(self, run: Run) -> int:
        """Plays all games, records each as soon as its turn has come, and says how they went.

        The exit status; Ctrl-C ends the games under way, which are played again when it goes on.
        """
        status = 0
        try:
            self._play(run)
        except KeyboardInterrupt:
            typer.echo(f"kinrow: {self._words('match.interrupted')}", err=True)
            status = INTERRUPTED
        for match, number in zip(self._matches, self.numbers, strict=True):
            if match.stopped is not None:
                self._base.stop(number, str(match.stopped))
        if len(self._matches) > 1:
            self._say_standings()
        for match in self._matches:
            self._say(match)
        return status

    def _play(self, run: Run) -> None:
        seen = is_terminal(sys.stderr)
        with live_view() as show:
            for at, number, played in play_matches(self._matches, run):
                self._base.add(self.numbers[at], number, played)
                if seen:
                    show(self._table(self._matches[at], played))

    def _table(self, match: Match, last: Record) -> Table:
        if len(self._matches) == 1:
            return match_table(match, last, self._words)
        title = self._words.title(match.rules)
        table = standings_table(title, self._standings(), self._words)
        done = sum(each.score.games for each in self._matches)
        games = sum(each.games for each in self._matches)
        lines = self._words("match.so-far", done=done, games=games)
        table.caption = f"{lines}\n{self._words('match.last', game=self._words.played(last))}"
        return table

    def _standings(self) -> Standings:
        every = (game for number in self.numbers for game in self._base.games(match=number))
        return standings(stored.played for stored in every)

    def _say_standings(self) -> None:
        lines, screen = self._standings(), console(sys.stdout)
        title = self._words.title(self._matches[0].rules)
        screen.print(standings_table(title, lines, self._words))
        screen.print(head_to_head_table(lines, self._words))

    def _say(self, match: Match) -> None:
        words, (one, other), score = self._words, match.names, match.score
        typer.echo(words("match.title", one=one, other=other, game=words.title(match.rules)))
        typer.echo(words.score(score))
        if any(score.pairs):
            typer.echo(words("match.pairs", pairs=" ".join(map(str, score.pairs))))
        if match.stopped is not None:
            why = worded(match.stopped, words.language)
            typer.echo(words("match.stopped", why=why))
        for alike in _alike(match.faults):
            fault = worded(alike[0], words.language)
            typer.echo(words("match.fault", fault=fault, games=words.games(len(alike))))


def _alike(faults: Sequence[str]) -> list[list[str]]:
    """Faults that differ in their numbers alone, such as seconds, in one list each."""
    kinds: dict[str, list[str]] = {}
    for fault in sorted(faults):
        kinds.setdefault(re.sub(r"[\d.]+", "", fault), []).append(fault)
    return list(kinds.values())
