"""A cluster whose workers are simulated: pieces of work with known durations, a clock of its own.

What shares the work out, and what takes the results, is kinrow's own code, run here; its processor
time passes on the simulated clock, too. So what is found is what the driver and the order of the
work cost, for any number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from heapq import heappop, heappush, heapreplace
from itertools import count
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Any, NamedTuple

from kinrow.cluster import Cluster


class Done(NamedTuple):
    """What a piece of work gives, and the seconds that a worker needs for it."""

    result: Any
    seconds: float


class Costs(NamedTuple):
    """What a cluster costs, in seconds.

    - `driver`: of the driver's time, for each piece that goes and comes;
    - `way`: until a piece is at its worker, and until its result is back;
    - `byte`: for each byte that all pieces share, to all machines.
    """

    driver: float = 0.0
    way: float = 0.0
    byte: float = 0.0


FREE = Costs()


def spent() -> float:
    """The processor time of this process and of those that it has waited for.

    >>> spent() > 0
    True
    """
    both = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


class SimulatedCluster(Cluster):
    """So many workers; `do` says what a worker finds, given the work, the piece, what is shared.

    `elapsed` is the simulated time since this was made, `busy` the time that all workers had work,
    `driver` the time that the driver had. Pieces wait for a worker as in `Cluster`.

    >>> cluster = SimulatedCluster(2, lambda work, piece, *shared: Done(work(piece), 1.0))
    >>> [result for _, result in cluster.run(abs, [-1, -2, -3])]
    [1, 2, 3]
    >>> 2.0 <= cluster.elapsed < 2.1, cluster.busy
    (True, 3.0)
    """

    def __init__(self, workers: int, do: Callable[..., Done], costs: Costs = FREE) -> None:
        super().__init__(workers)
        self.busy = self.driver = self._now = 0.0
        self._do, self._costs = do, costs
        self._mark = spent()

    @property
    def workers(self) -> int:
        """All of them, from the first moment on."""
        assert self._most is not None
        return self._most

    @property
    def elapsed(self) -> float:
        """Seconds on the simulated clock."""
        self._driver_worked()
        return self._now

    def run(
        self, work: Callable[..., Any], pieces: Iterable[Any], *shared: Any
    ) -> Generator[tuple[Any, Any], None, None]:
        """As `Cluster.run`; two pieces for each worker, so that the next one is there."""
        self._driver_worked()
        self._now += self._costs.byte * sum(getattr(each, "nbytes", 0) for each in shared)
        return self._simulated(lambda piece, _: self._do(work, piece, *shared), pieces, 2)

    def run_kept(
        self, make: Callable[[], Callable[[Any], Any]], pieces: Iterable[Any]
    ) -> Generator[tuple[Any, Any], None, None]:
        """As `Cluster.run_kept`; `do` is given for the work what the worker keeps."""
        kept: dict[int, Callable[[Any], Any]] = {}

        def do(piece: Any, worker: int) -> Done:
            if worker not in kept:
                kept[worker] = make()
            return self._do(kept[worker], piece)

        return self._simulated(do, pieces, 1)

    def _simulated(
        self, do: Callable[[Any, int], Done], pieces: Iterable[Any], ahead: int
    ) -> Generator[tuple[Any, Any], None, None]:
        todo, number = iter(pieces), count()
        free = [(self._now, worker) for worker in range(self.workers)]  # when each worker is
        under_way: list[tuple[float, int, Any, Done]] = []
        try:
            while True:
                while len(under_way) < ahead * self.workers:
                    piece = next(todo, None)
                    if piece is None:
                        break
                    self._driver_worked(self._costs.driver)
                    when, worker = free[0]
                    done = do(piece, worker)
                    self._mark = spent()
                    end = max(when, self._now + self._costs.way) + done.seconds
                    heapreplace(free, (end, worker))
                    heappush(under_way, (end + self._costs.way, next(number), piece, done))
                if not under_way:
                    return
                back, _, piece, done = heappop(under_way)
                self._driver_worked()
                self._now = max(self._now, back)
                self.seconds.append(done.seconds)
                self.busy += done.seconds
                yield piece, done.result
        finally:
            self._driver_worked()

    def _driver_worked(self, more: float = 0.0) -> None:
        """Lets the time pass that the driver has worked since it was last looked at."""
        now = spent()
        self.driver += now - self._mark + more
        self._now += now - self._mark + more
        self._mark = now
