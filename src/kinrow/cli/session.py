"""One game at the terminal: who moves, what is said, and the words that are obeyed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from kinrow.cli.language import said, text
from kinrow.cli.machine import stone_words
from kinrow.cli.record import Record
from kinrow.cli.screen import paint, say
from kinrow.cli.words import (
    board,
    cost_words,
    headline,
    live_solving,
    over_words,
    painted_value,
    say_values,
    turn_words,
)
from kinrow.players import PlayerFault, Unfit
from kinrow.rules import Cell, KinrowError, NotationError, Position, Sign

if TYPE_CHECKING:
    from kinrow.analysis import Analyst
    from kinrow.arena.seat import Seat

_MOST_READ = 100_000  # characters of a saved game


class Session:
    """A record, the players of the signs that nobody types for, and the analyst behind hints."""

    def __init__(self, record: Record, machines: Mapping[Sign, Seat], analyst: Analyst) -> None:
        self.record = record
        self.machines = machines
        self.analyst = analyst
        self._words: dict[str, Callable[[str], None]] = {
            "hint": self.hint,
            "undo": self.undo,
            "redo": self.redo,
            "board": self.show,
            "new": self.new,
            "save": self.save,
            "load": self.load,
            "help": self.help,
        }

    @property
    def position(self) -> Position:
        """The position now."""
        return self.record.position

    def run(self, lines: Iterator[str]) -> None:
        """Obey line after line until `quit` or the last one.

        Raises Unfit if a player cannot play this game.
        """
        for seat in self.machines.values():
            seat.player.prepare(self.position.rules)
        say(text("play.welcome"))
        self.show()
        self.let_machines_move()
        for line in lines:
            words = line.split()
            if words and words[0].casefold() in ("q", "quit", "exit"):
                break
            try:
                self.obey(words)
            except (KinrowError, OSError) as error:
                say(paint(said(error), fg="red"))
            self.let_machines_move()
        say(text("play.bye"))

    def obey(self, words: list[str]) -> None:
        """One line: a command by its name or the beginning of it, or moves."""
        if not words:
            return
        name = {"?": "help", "h": "hint", "moves": "hint"}.get(words[0], words[0]).casefold()
        fitting = [word for word in self._words if word.startswith(name)]
        if fitting:
            self._words[fitting[0]](" ".join(words[1:]))
            return
        for word in words:
            self.place(word)

    def place(self, word: str) -> None:
        """A human's stone."""
        try:
            cell = Cell.parse(word)
        except NotationError:
            raise NotationError(text("play.unknown", word=repr(word[:20]))) from None
        self.record.play(cell)
        self.show()
        self.let_machines_move()

    def let_machines_move(self) -> None:
        """The players' stones, as long as it is their turn, and no player fails."""
        while not self.position.finished and self.position.to_move in self.machines:
            position = self.position
            seat = self.machines[position.to_move]
            try:
                cell, words = stone_words(seat, position)
            except (PlayerFault, Unfit) as fault:
                say(paint(text("play.fault", sign=position.to_move, fault=fault), fg="red"))
                return
            self.record.play(cell)
            say(words)
            self.show()

    def show(self, _: str = "") -> None:
        """The board, and who is to move."""
        say(headline(self.position))
        say(board(self.position, self.record.last))

    def hint(self, _: str = "") -> None:
        """The value of every move."""
        position = self.position
        if position.finished:
            say(over_words(position))
            return
        with live_solving(position) as report:
            found = self.analyst.explore(position, report=report)
        value = painted_value(found.solution.value, position.to_move)
        say(" · ".join([turn_words(position), value, *cost_words(found.solution)]))
        say_values(position, found.moves, self.record.last)

    def undo(self, _: str = "") -> None:
        """Back to before the last stone that a human placed."""
        movers = self._movers()
        human = [number for number, sign in enumerate(movers) if sign not in self.machines]
        if not human:
            raise NotationError(text("play.no-undo"))
        while len(self.record.moves) > human[-1]:
            self.record.undo()
        self.show()

    def _movers(self) -> list[Sign]:
        """Who placed each stone of the record."""
        signs, position = [], self.record.start
        for cell in self.record.moves:
            signs.append(position.to_move)
            position = position.play(cell)
        return signs

    def redo(self, _: str = "") -> None:
        """Forward again to where a human has a choice."""
        if not self.record.redo():
            raise NotationError(text("play.no-redo"))
        while self.position.to_move in self.machines and self.record.redo():
            pass
        self.show()

    def new(self, _: str = "") -> None:
        """The same game from its beginning."""
        self.record = Record(self.record.start)
        self.show()

    def save(self, name: str) -> None:
        """The record as text: into a file, or here where no file is named."""
        if not name:
            say(self.record.to_text())
            return
        path = Path(name).expanduser()
        if path.exists() and path.read_bytes()[:5] != b"game ":
            raise NotationError(text("play.not-over", name=name))
        path.write_text(self.record.to_text() + "\n", encoding="utf-8")
        say(text("play.saved", name=name))

    def load(self, name: str) -> None:
        """A record from a file."""
        if not name:
            raise NotationError(text("play.load-what"))
        with Path(name).expanduser().open(encoding="utf-8", errors="replace") as file:
            self.record = Record.from_text(file.read(_MOST_READ))
        self.show()

    def help(self, _: str = "") -> None:
        """What can be typed."""
        say(text("play.words"))
