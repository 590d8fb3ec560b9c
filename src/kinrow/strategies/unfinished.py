"""What an unfinished run has done, in a file from which the next run goes on."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any, Self

from kinrow.proofs import CheckpointError
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import FileNotWritten, path_of, whole_file
from kinrow.runtime.plain_json import from_json
from kinrow.strategies.file import Entry, pack, unpack_all

EVERY = 30.0  # seconds from one writing to the next; one takes a tenth of a second

Trouble = Callable[[FileNotWritten], object]
"""Called with the error if the work could not be saved."""

State = dict[str, Any]
"""What JSON can hold."""


class Saved:
    """The state of a run, at `path` if there is one.

    `about` says what the run is for. Without `resume` there must be no such file; the file of
    another run is refused. Raises CheckpointError for both. If the state cannot be written, as on a
    full disk, `trouble` is called with the error, and the run goes on.
    """

    @classmethod
    def of(
        cls,
        path: str | os.PathLike[str] | None,
        proof: str,
        budget: int,
        *,
        resume: bool,
        trouble: Trouble | None = None,
    ) -> Self:
        """That of a strategy: of a certificate, by its SHA-256, and for this budget."""
        about = {"proof": proof, "budget": budget}
        found = None if path is None else path_of(path, "a.checkpoint")
        return cls(found, about, resume=resume, trouble=trouble)

    def __init__(
        self, path: Path | None, about: State, *, resume: bool, trouble: Trouble | None = None
    ) -> None:
        self._path, self._about, self._trouble = path, about, trouble
        self._written = monotonic()
        self.state: State = {}
        if path is not None and path.exists():
            if not resume:
                raise CheckpointError(Sentence("proof.checkpoint", path=path))
            self.state = self._read(path)

    def keep(self, state: Callable[[], State], *, now: bool = False) -> None:
        """Writes the state, whole or not at all, if it is time to, or `now`."""
        if self._path is not None and (now or monotonic() - self._written >= EVERY):
            kept = state()
            data = {"about": self._about, "sha256": _digest(kept), "state": kept}
            try:
                with whole_file(self._path) as file:
                    file.write_text(json.dumps(data), "utf-8")
            except FileNotWritten as error:
                if self._trouble is not None:
                    self._trouble(error)
            self._written = monotonic()

    def _read(self, path: Path) -> State:
        try:
            found = from_json(path.read_bytes())
            about, state = found["about"], dict(found["state"])
            # Entries are taken as proved. The first checkpoints had no digest.
            if found.get("sha256", _digest(state)) != _digest(state):
                raise ValueError
        except (ValueError, KeyError, TypeError):
            raise self._refused(path, "checkpoint.damaged") from None
        if about != self._about:
            raise self._refused(path, "checkpoint.other")
        return state

    def _refused(self, path: Path, reason: str) -> CheckpointError:
        return CheckpointError(Sentence("file.failed", path=path, reason=Sentence(reason)))


def _digest(state: State) -> str:
    return sha256(json.dumps(state).encode()).hexdigest()


@dataclass(slots=True)
class Unfinished:
    """How far the making of a strategy of a win has come.

    It has stages of numbered steps. `places` are the candidates that were chosen, `entries` those
    of this stage so far, and `before` those that the stage began with.
    """

    saved: Saved
    cells: int
    stage: int = 0
    done: int = 0
    places: list[int] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    before: list[Entry] = field(default_factory=list)

    @classmethod
    def of(cls, saved: Saved, cells: int) -> Self:
        """As the file has it; from the beginning if there is none."""
        state = saved.state
        entries, before = (
            unpack_all(cells, bytes.fromhex(state.get(name, ""))) for name in ("entries", "before")
        )
        stage, done = state.get("stage", 0), state.get("done", 0)
        return cls(saved, cells, stage, done, state.get("places", []), entries, before)

    def steps(self, stage: int, of: int) -> Iterator[int]:
        """The steps of a stage that are left; each is done when the next is asked for."""
        if self.stage < stage:
            self.stage, self.done = stage, 0
        while self.stage == stage and self.done < of:
            yield self.done
            self.done += 1
            self.saved.keep(self._state)

    def begin(self, stage: int, done: int = 0) -> None:
        """Begins a stage that makes entries, if it has not begun yet, from those of the last.

        So many of them stay as they are.
        """
        if self.stage < stage:
            self.stage, self.done = stage, done
            self.before, self.entries = self.entries, self.entries[:done]

    def add(self, done: int, entries: list[Entry]) -> None:
        """More entries of such a stage, of which so many steps are done."""
        self.done = done
        self.entries += entries
        self.saved.keep(self._state)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.saved.keep(self._state, now=True)

    def _state(self) -> State:
        return {
            "stage": self.stage,
            "done": self.done,
            "places": self.places,
            "entries": pack(self.cells, self.entries).hex(),
            "before": pack(self.cells, self.before).hex(),
        }
