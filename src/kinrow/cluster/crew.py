"""Workers that keep what they make: Ray's actors, each with one piece of work at a time."""

from __future__ import annotations

import pickle
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from kinrow.cluster.errors import ClusterError
from kinrow.cluster.shipping import keeper, ours, shipped_of
from kinrow.rules.sentence import Sentence

if TYPE_CHECKING:
    from kinrow.cluster.workers import Cluster

Piece = TypeVar("Piece")
Result = TypeVar("Result")

RETRIES = 8
"""How often a piece is done again after the worker that had it was lost."""

_FOREVER = -1  # Ray starts a worker that was lost as soon as there is room for it again


class Crew(Generic[Piece, Result]):
    """The workers of one run; see `Cluster.run_kept`.

    A worker that is lost leaves its piece to the next one that is free, and comes back empty when
    Ray has found a place for it.
    """

    def __init__(
        self,
        cluster: Cluster,
        make: Callable[[], Callable[[Piece], Result]],
        pieces: Iterable[Piece | None],
    ) -> None:
        self._cluster = cluster
        self._make = shipped_of(make)
        self._todo = iter(pieces)
        self._again: deque[Piece] = deque()
        self._lost: Counter[bytes] = Counter()
        self._all: list[Any] = []
        self._free: list[Any] = []
        # What is waited for: the worker, and the piece that it has; None until it is ready.
        self._awaited: dict[Any, tuple[Any, bytes | None]] = {}

    def results(self) -> Generator[tuple[Piece, Result], None, None]:
        """Each piece with its result."""
        import ray

        try:
            while True:
                self._grow()
                self._give()
                if self._free and not any(shipped for _, shipped in self._awaited.values()):
                    return  # nobody has anything, and there is nothing to give
                done, _ = ray.wait(list(self._awaited))
                yield from self._taken(done[0])
        finally:
            for worker in self._all:
                ray.kill(worker)

    def _grow(self) -> None:
        """A worker for every core."""
        import ray

        while len(self._all) < self._cluster.workers:
            kind: Any = ray.remote(num_cpus=1, max_restarts=_FOREVER)(keeper())
            worker = kind.remote(ours(), self._make)
            self._all.append(worker)
            self._await_ready(worker)

    def _await_ready(self, worker: Any) -> None:
        self._awaited[worker.ready.options(max_task_retries=_FOREVER).remote()] = worker, None

    def _give(self) -> None:
        """A piece for everyone who is free, as long as there is any."""
        while self._free:
            piece = self._again.popleft() if self._again else next(self._todo, None)
            if piece is None:
                return
            worker, shipped = self._free.pop(), shipped_of(piece)
            self._awaited[worker.do.remote(shipped)] = worker, shipped

    def _taken(self, ref: Any) -> Iterator[tuple[Piece, Result]]:
        """The result that has come; nothing if a worker is ready, or lost."""
        import ray
        from ray.exceptions import RayActorError, RayTaskError

        worker, shipped = self._awaited.pop(ref)
        try:
            result = self._cluster.accept(ray.get(ref))
        except RayTaskError as error:
            raise error.cause from None
        except RayActorError as error:
            if shipped is not None:
                self._give_again(shipped, error)
            self._await_ready(worker)
            return
        self._free.append(worker)
        if shipped is not None:
            yield pickle.loads(shipped), result

    def _give_again(self, shipped: bytes, error: Exception) -> None:
        self._lost[shipped] += 1
        if self._lost[shipped] > RETRIES:
            raise lost(error)
        self._again.append(pickle.loads(shipped))


def lost(error: Exception) -> ClusterError:
    """A piece of work that was lost repeatedly, and Ray's reason."""
    reason = str(error).strip().partition("\n")[0]
    return ClusterError(Sentence("cluster.lost", times=RETRIES, reason=reason))
