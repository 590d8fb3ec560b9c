"""One game at the terminal: who moves, what is printed, and the commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from kinrow.cli.language import said, text
from kinrow.cli.machine import stone_words
from kinrow.cli.open_game import OpenGame
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
from kinrow.records import (
    SUFFIXES,
    Format,
    Record,
    UnknownGame,
    format_games,
    read_games,
    write_games,
)
from kinrow.rules import Cell, KinrowError, NotationError, Position, Sign
from kinrow.rules.moves import words_of

if TYPE_CHECKING:
    from kinrow.analysis import Analyst
    from kinrow.arena.seat import Seat


_CLEAR = "\x1b[2J\x1b[H"  # the terminal, from its upper left corner


def is_quit(line: str) -> bool:
    """Whether somebody wants to stop.

    >>> is_quit(" quit "), is_quit("b2")
    (True, False)
    """
    word, *_ = [*line.casefold().split(), ""]
    return word in ("q", "quit", "exit")


class Session:
    """An open game, the players that nobody types for, and the analyst behind hints."""

    def __init__(
        self,
        game: OpenGame,
        machines: Mapping[Sign, Seat],
        analyst: Analyst,
        *,
        in_place: bool = False,
    ) -> None:
        self.game = game
        self.machines = machines
        self.analyst = analyst
        self._in_place = in_place  # whether a board takes the place of the one before
        self._words: dict[str, Callable[[str], None]] = {
            "hint": self.hint,
            "undo": self.undo,
            "redo": self.redo,
            "board": lambda _: self.show(),
            "new": self.new,
            "save": self.save,
            "load": self.load,
            "help": self.help,
        }

    @property
    def position(self) -> Position:
        """The position now."""
        return self.game.position

    def run(self, lines: Iterator[str]) -> None:
        """Obey line after line until `quit` or the last one.

        Raises Unfit if a player cannot play this game.
        """
        for seat in self.machines.values():
            seat.player.prepare(self.position.rules)
        self.show(text("play.welcome"))
        self.let_machines_move()
        for line in lines:
            words = line.split()
            if is_quit(line):
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
        for word in words_of(" ".join(words)):
            self.place(word)

    def place(self, word: str) -> None:
        """A human's stone."""
        try:
            cell = Cell.parse(word)
        except NotationError:
            raise NotationError(text("play.unknown", word=repr(word[:20]))) from None
        self.game.play(cell)
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
            self.game.play(cell)
            self.show(words)

    def show(self, above: str = "") -> None:
        """The board, and who is to move, below a few words."""
        if self._in_place:
            say(_CLEAR)
        if above:
            say(above)
        say(headline(self.position))
        say(board(self.position, self.game.last))

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
        say_values(position, found.moves, self.game.last)

    def undo(self, _: str = "") -> None:
        """Back to before the last stone that a human placed."""
        movers, first = self._movers(), self.game.opening
        human = [at for at in range(first, len(movers)) if movers[at] not in self.machines]
        if not human:
            raise NotationError(text("play.no-undo"))
        while len(self.game.moves) > human[-1]:
            self.game.undo()
        self.show()

    def _movers(self) -> list[Sign]:
        """Who placed each stone of the game."""
        signs, position = [], self.game.start
        for cell in self.game.moves:
            signs.append(position.to_move)
            position = position.play(cell)
        return signs

    def redo(self, _: str = "") -> None:
        """Forward again to where a human has a choice."""
        if not self.game.redo():
            raise NotationError(text("play.no-redo"))
        while self.position.to_move in self.machines and self.game.redo():
            pass
        self.show()

    def new(self, _: str = "") -> None:
        """The same game from its beginning."""
        self._begin(self.game.anew())

    def _begin(self, game: OpenGame) -> None:
        """Another game, for which every player has all its time."""
        self.game = game
        for seat in self.machines.values():
            seat.begin()
        self.show()

    def save(self, name: str) -> None:
        """The game into a file, in the format of its suffix; as text, here, if none is named."""
        names = {sign: seat.player.name for sign, seat in self.machines.items()}
        record = self.game.record(names)
        if not name:
            say(format_games(record))
            return
        path = Path(name).expanduser()
        if path.exists() and not _is_saved_game(path):
            raise NotationError(text("play.not-over", name=name))
        write_games(path, record, _format(path))
        say(text("play.saved", name=name))
        if self.game.known is not None and _has_variations(self.game.known):
            say(text("play.left-out"))

    def load(self, name: str) -> None:
        """The first game of a file; if the file does not say which game it is, it is this one."""
        if not name:
            raise NotationError(text("play.load-what"))
        path = Path(name).expanduser()
        try:
            found = read_games(path, format=_format(path))
        except UnknownGame:
            found = read_games(path, self.position.rules, _format(path))
        if not found:
            raise NotationError(text("play.no-game", name=name))
        record = found[0]
        moves = list(record.moves)
        self._begin(OpenGame(record.start, moves, opening=record.opening, known=record))

    def help(self, _: str = "") -> None:
        """What can be typed."""
        say(text("play.words"))


def _format(path: Path) -> Format:
    """What the suffix says, else text."""
    return SUFFIXES.get(path.suffix.lower(), "text")


def _is_saved_game(path: Path) -> bool:
    """Whether nothing is lost if another game takes the place of this file."""
    try:
        found = read_games(path, format=_format(path))
    except KinrowError:
        return False
    return len(found) == 1 and not _has_variations(found[0])


def _has_variations(record: Record) -> bool:
    return len(record.tree) > len(record.moves)
