"""A position as `render_mode` asks for it: in a window, as pixels, or as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic, sleep
from typing import Any

from kinrow.players import Clock, Player
from kinrow.rules import Cell, Position, Rules, format_board


class Screen:
    """One environment's pictures; pygame is loaded when the first one is asked for."""

    def __init__(self, rules: Rules, mode: str | None, fps: float) -> None:
        self._rules = rules
        self._mode = mode
        self._pause = 1 / fps
        self._shown = 0.0
        self._window: Any = None

    def __reduce__(self) -> tuple[type[Screen], tuple[Rules, str | None, float]]:
        """A copy opens a window of its own."""
        return Screen, (self._rules, self._mode, 1 / self._pause)

    def picture(self, position: Position, history: Sequence[int]) -> Any:
        """Text for "ansi", uint8 (height, width, 3) for "rgb_array", None for the others."""
        last = Cell(*divmod(history[-1], self._rules.cols)) if history else None
        if self._mode == "ansi":
            return format_board(position, last=last)
        if self._mode == "rgb_array":
            from kinrow.drawing.surface import pixels

            return pixels(position, last=last)
        if self._mode == "human":
            sleep(max(0.0, self._shown + self._pause - monotonic()))
            self._open().show(position, last)
            self._shown = monotonic()
        return None

    def ask(self, position: Position, history: Sequence[int] = ()) -> Cell:
        """The cell that a person clicks on."""
        last = Cell(*divmod(history[-1], self._rules.cols)) if history else None
        cell: Cell = self._open().ask(position, last)
        return cell

    def player(self) -> WindowPlayer:
        """A person at this window, as a player."""
        return WindowPlayer(self)

    def close(self) -> None:
        """Closes the window."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def _open(self) -> Any:
        if self._window is None:
            from kinrow.drawing.window import Window

            self._window = Window(self._rules)
        return self._window


class WindowPlayer(Player):
    """A person who plays with the mouse."""

    name = "human"
    note = "by hand"

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def choose(self, position: Position, clock: Clock | None = None) -> Cell:
        """The cell that is clicked on."""
        return self._screen.ask(position)
