"""One request as a worker sees it: how to report progress, and whether it still matters."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from kinrow.web.answers import LivePart
from kinrow.web.shapes import Shape

if TYPE_CHECKING:
    from kinrow.solver import Progress

Asked = TypeVar("Asked", bound=Shape)

_PAUSE = 0.1  # seconds between two tellings of progress


class ClientGone(Exception):
    """Nobody waits for the answer any more."""


class ServerPipe(Protocol):
    """The pipe to the server."""

    def tell(self, part: dict[str, Any]) -> None:
        """Something new about the question."""

    def left(self) -> bool:
        """Whether whoever asked has left."""


class Asking(Generic[Asked]):
    """A question: its body, the time it has, and the line to whoever asked."""

    def __init__(self, body: Asked, seconds: float, line: ServerPipe) -> None:
        self.body = body
        self._ends = monotonic() + seconds
        self._line = line
        self._told = 0.0
        self.nodes = 0  # of searches that are done

    @property
    def seconds(self) -> float:
        """The time that is left; never quite none, as a search must have some."""
        return max(0.01, self._ends - monotonic())

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return monotonic() >= self._ends

    def tell(self, **part: Any) -> None:
        """Passes on a part of the answer: fields of a `LivePart`."""
        self._line.tell(LivePart(**part).model_dump(mode="json", exclude_unset=True))

    def check(self) -> None:
        """Raises ClientGone if nobody waits any more."""
        if self._line.left():
            raise ClientGone

    def report(self, progress: Progress) -> None:
        """The solver's own progress; it is ended by the interrupt that it knows."""
        if self._line.left():
            raise KeyboardInterrupt
        if self.is_due():
            self.tell(nodes=self.nodes + progress.nodes, doing=progress.doing)

    def is_due(self) -> bool:
        """Whether it is time for another word of progress."""
        due = monotonic() - self._told > _PAUSE
        if due:
            self._told = monotonic()
        return due
