"""A window that shows a position and takes a stone from the mouse; needs `kinrow[gui]`."""

from __future__ import annotations

from time import sleep
from typing import Any

from kinrow.drawing.surface import _pygame, cell_at, size_of, surface
from kinrow.rules import Cell, KinrowError, Position, Rules
from kinrow.rules.sentence import Sentence

_LARGEST = 800  # pixels of the longer side
_CELL = 64
_FRAME = 1 / 30  # seconds


class WindowClosed(KinrowError):
    """The person closed the window."""


class Window:
    """One window for games on boards of one size; it opens when something is shown."""

    def __init__(self, rules: Rules, title: str = "kinrow") -> None:
        self._rules = rules
        self._title = title
        self.cell = min(_CELL, _LARGEST // max(rules.rows, rules.cols))
        self._display: Any = None

    def show(self, position: Position, last: Cell | None = None) -> None:
        """Shows a position; raises WindowClosed once the window is closed by hand."""
        pygame = _pygame()
        if self._display is None:
            pygame.display.init()
            self._display = pygame.display.set_mode(size_of(self._rules, self.cell))
        pygame.display.set_caption(f"{self._title}: {_state(position)}")
        self._display.blit(surface(position, last=last, cell=self.cell), (0, 0))
        pygame.display.flip()
        self._events()

    def ask(self, position: Position, last: Cell | None = None) -> Cell:
        """The empty cell that is clicked on; raises WindowClosed when there will be none."""
        self.show(position, last)
        legal = set(position.legal_moves)
        while True:
            for event in self._events():
                x, y = event.pos
                cell = cell_at(self._rules, x, y, self.cell)
                if cell is not None and cell in legal:
                    return cell
            sleep(_FRAME)

    def close(self) -> None:
        """Closes the window; may be called twice."""
        if self._display is not None:
            _pygame().display.quit()
            self._display = None

    def _events(self) -> list[Any]:
        """The clicks since the last time."""
        pygame = _pygame()
        clicks = []
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                self.close()
                raise WindowClosed(Sentence("window.closed"))
            if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
                clicks.append(event)
        return clicks


def _state(position: Position) -> str:
    if not position.finished:
        return f"{position.rules.title}, {position.to_move} to move"
    return f"{position.winner} has won" if position.winner else "draw"
