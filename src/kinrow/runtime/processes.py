"""Work shared among processes: the next one that is free takes the next piece."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from contextlib import closing, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Generic, TypeVar

from kinrow.rules import KinrowError
from kinrow.rules.sentence import Sentence
from kinrow.runtime.programs import end_programs, kill_tree

Piece = TypeVar("Piece")
Result = TypeVar("Result")

_TICK = 1.0  # seconds
_PATIENCE = 5.0  # seconds for a process to end the programs that it has started
_MOST = 60 if sys.platform == "win32" else None  # processes: Windows waits for 63 at once at most


def one_by_one(
    work: Callable[[Piece], Result], pieces: Iterable[Piece]
) -> Generator[tuple[Piece, Result], None, None]:
    """Each piece with its result, done here when it is asked for.

    >>> list(one_by_one(abs, [-2, 3]))
    [(-2, 2), (3, 3)]
    """
    for piece in pieces:
        yield piece, work(piece)


def side_by_side(
    work: Callable[[Piece], Result],
    pieces: Iterable[Piece],
    processes: int,
    tell: Callable[[], object] | None = None,
) -> Generator[tuple[Piece, Result], None, None]:
    """Each piece with its result, in the order in which they are done, by so many processes.

    `work`, the pieces and the results are pickled. A piece is taken from `pieces` when a process
    is free for it. Closing the iterator ends the processes and the programs that they have started,
    at once, in the middle of their work. While they work, `tell` is called about once a second;
    what it raises ends them, too.

    Raises what the work raises, and KinrowError if a process ends by itself. An error that cannot
    be pickled becomes a KinrowError that says the same.

    >>> sorted(side_by_side(abs, [-2, 3], 2))
    [(-2, 2), (3, 3)]
    """
    todo = iter(pieces)
    workers: list[_Worker[Piece, Result]] = []
    try:
        for piece in todo:
            workers.append(_Worker(work, piece))
            if len(workers) in (processes, _MOST):
                break
        busy = list(workers)
        while busy:
            if tell is not None:
                tell()
            for worker in _ready(busy):
                busy.remove(worker)
                done = worker.result()
                for piece in todo:
                    worker.begin(piece)
                    busy.append(worker)
                    break
                yield done
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.end()


def in_order(
    work: Callable[[Piece], Result], pieces: Sequence[Piece], processes: int
) -> Generator[tuple[Piece, Result], None, None]:
    """Each piece, all of them different, with its result in the order of the pieces.

    One process, or one piece, is work for this process; more are those of `side_by_side`.

    >>> list(in_order(abs, [-2, 3], 2))
    [(-2, 2), (3, 3)]
    """
    alone = min(processes, len(pieces)) <= 1
    shared = one_by_one(work, pieces) if alone else side_by_side(work, pieces, processes)
    due, found = deque(pieces), dict[Piece, Result]()
    with closing(shared):
        for piece, result in shared:
            found[piece] = result
            while due and due[0] in found:
                yield due[0], found.pop(due.popleft())


def _ready(busy: Collection[_Worker[Piece, Result]]) -> list[_Worker[Piece, Result]]:
    """Those that have a result, and those that have ended; none, after a second without any."""
    heard: list[object] = [*wait([worker.line for worker in busy], _TICK)]
    return [worker for worker in busy if worker.line in heard or worker.has_ended]


class _Worker(Generic[Piece, Result]):
    """A process and what it works on."""

    def __init__(self, work: Callable[[Piece], Result], piece: Piece) -> None:
        # A forked process would have the locks of threads that are not there any more.
        context = get_context("spawn")
        self.line, far = context.Pipe()
        self._process = context.Process(target=_serve, args=(work, far), daemon=True)
        self._process.start()
        far.close()  # so that the process has the only other end, and each hears the other's end
        self.begin(piece)

    @property
    def has_ended(self) -> bool:
        """On Windows the line says so only of a process that has opened its end of it."""
        return not self._process.is_alive()

    def begin(self, piece: Piece) -> None:
        self._piece = piece
        with suppress(ConnectionError):  # it has ended: who waits for the result will hear of it
            self.line.send(piece)

    def result(self) -> tuple[Piece, Result]:
        """Waits for it."""
        try:
            if self.has_ended and not self.line.poll():
                raise EOFError
            result, error = self.line.recv()
        except (EOFError, ConnectionError):  # of one that ended before it took its piece
            self._process.join()
            raise KinrowError(
                Sentence("process.ended", status=self._process.exitcode, work=str(self._piece))
            ) from None
        if error is not None:
            raise error
        return self._piece, result

    def terminate(self) -> None:
        self.line.close()
        if sys.platform == "win32" and self._process.pid is not None:
            kill_tree(self._process.pid)
        self._process.terminate()

    def end(self) -> None:
        """Waits until it has ended."""
        self._process.join(_PATIENCE)
        self._process.kill()
        self._process.join()


def _serve(work: Callable[[Piece], object], line: Connection) -> None:
    """Does piece after piece until nobody is there to ask for more."""
    # Ctrl-C, and the end of a terminal, come to all its processes: the one that asks decides what
    # becomes of the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    Thread(target=_end_with_parent, args=(_terminations(),), daemon=True).start()
    while True:
        answer: tuple[object, Exception | None]
        try:
            piece = line.recv()
        except (EOFError, ConnectionError):  # the latter if the last answer was not read
            return
        try:
            answer = work(piece), None
        except Exception as error:  # it is raised where the result is waited for
            answer = None, _portable(error)
        try:
            line.send(answer)
        except OSError:
            return


def _portable(error: Exception) -> Exception:
    """The error, or one that says the same if it would not arrive at another process."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # whatever its class does
        return KinrowError(f"{type(error).__name__}: {error}")
    return error


def _terminations() -> list[int]:
    """What can be read as soon as SIGTERM comes, even if the main thread is not in Python."""
    if sys.platform == "win32":
        return []
    heard, tells = os.pipe()
    os.set_blocking(tells, False)
    signal.set_wakeup_fd(tells)
    signal.signal(signal.SIGTERM, lambda *_: None)
    return [heard]


def _end_with_parent(terminations: list[int]) -> None:
    """Ends this process if the one that asks is killed, or ends it, even in the middle of a piece.

    A piece may take hours, and the next run may write to the same files. What the piece has started
    ends, too.
    """
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel, *terminations])
        end_programs()
        os._exit(1)
