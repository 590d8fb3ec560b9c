"""The cores of a cluster, and work shared among them.

Ray does a lost piece of work again, wherever there is room. What is kept here is only which pieces
are under way, so that a few wait for each core and not all of them at once.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from itertools import islice
from time import monotonic
from typing import Any, TypeVar

from kinrow.cluster.crew import RETRIES, Crew, lost
from kinrow.cluster.errors import ClusterError
from kinrow.cluster.shipping import Answer, one_task, ours, shipped_of
from kinrow.rules import OptionError
from kinrow.rules.cell import shown
from kinrow.rules.options import whole_number
from kinrow.rules.sentence import Sentence

Piece = TypeVar("Piece")
Result = TypeVar("Result")

_AHEAD = 2  # pieces for each core: the next one is there when a core is free
_MOMENT = 0.3  # seconds in which short pieces are done before the rest is given up
_LOOK = 2.0  # seconds after which the size of the cluster is looked at again


def check_cluster(cluster: object) -> None:
    """Raises OptionError for what is neither None nor gives work to others, as a Cluster does.

    >>> check_cluster("local")
    Traceback (most recent call last):
    kinrow.rules.errors.OptionError: cluster 'local': expected an object, as in connect('local')
    """
    works = callable(getattr(cluster, "run", None) or getattr(cluster, "run_kept", None))
    if cluster is not None and (isinstance(cluster, type) or not works):
        words = {"name": "cluster", "value": shown(cluster), "example": "connect('local')"}
        raise OptionError(Sentence("argument.instance", **words))


class Cluster:
    """A cluster that this process is connected to; see `connect`.

    `seconds` has the duration of every piece of work that was done, in the order in which they
    came back.
    """

    def __init__(self, workers: int | None = None) -> None:
        if workers is not None:
            workers = whole_number("workers", workers, 1, example=4)
        self.seconds: list[float] = []
        self._most = workers
        self._cores, self._looked = 1, 0.0

    def __repr__(self) -> str:
        return f"<cluster: {f'up to {self._most}' if self._most else 'all'} workers>"

    @property
    def workers(self) -> int:
        """How many pieces are done at a time: one for each core there is now, up to the limit."""
        import ray

        if monotonic() - self._looked > _LOOK:
            resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
            self._cores = max(1, int(resources.get("CPU", 1)))
            self._looked = monotonic()
        return self._cores if self._most is None else min(self._most, self._cores)

    def run(
        self, work: Callable[..., Result], pieces: Iterable[Piece], *shared: Any
    ) -> Generator[tuple[Piece, Result], None, None]:
        """Each piece with its result, in the order in which they are done.

        `work` is called with the piece and with what all pieces share, which lies once in the
        memory of each machine; Ray prefers machines that have it. `work`, the pieces and the
        results are pickled. A piece is taken from `pieces` when there is room for it. A piece that
        is lost with its worker is done again. Closing the iterator ends the work at once.

        Raises what the work raises, and ClusterError for a worker with another version of kinrow
        and for a piece that was lost again and again.
        """
        import ray

        task = ray.remote(num_cpus=1, max_retries=RETRIES)(one_task())
        shipped = ray.put(shipped_of(work))
        there = [ray.put(each) for each in shared]
        todo = iter(pieces)
        under_way: dict[Any, Piece] = {}
        try:
            while True:
                for piece in islice(todo, self._room(len(under_way))):
                    under_way[task.remote(ours(), shipped, shipped_of(piece), *there)] = piece
                if not under_way:
                    return
                done, _ = ray.wait(list(under_way))
                yield under_way.pop(done[0]), self._result(done[0])
        finally:
            _give_up(list(under_way))

    def run_kept(
        self, make: Callable[[], Callable[[Piece], Result]], pieces: Iterable[Piece | None]
    ) -> Generator[tuple[Piece, Result], None, None]:
        """The same, by workers that each call `make` once and keep what it gives.

        A worker has one piece at a time. The piece None says that there is nothing to do before the
        next result has come. What a worker has made is lost with it; another one takes its place.
        """
        return Crew(self, make, pieces).results()

    def _room(self, under_way: int) -> int:
        workers = self.workers
        most = workers if self._most is not None else _AHEAD * workers
        return max(0, most - under_way)

    def _result(self, ref: Any) -> Any:
        """What a worker has answered."""
        import ray
        from ray.exceptions import RayError, RayTaskError

        try:
            return self.accept(ray.get(ref))
        except RayTaskError as error:
            raise error.cause from None
        except RayError as error:
            raise lost(error) from None

    def accept(self, answer: Answer) -> Any:
        """The result; raises ClusterError if the worker is refused."""
        refused, result, seconds = answer
        if refused is not None:
            theirs, node = refused
            if not theirs:
                raise ClusterError(Sentence("cluster.without", node=node, ours=ours()))
            raise ClusterError(Sentence("cluster.version", node=node, theirs=theirs, ours=ours()))
        self.seconds.append(seconds)
        return result


def _give_up(refs: list[Any]) -> None:
    """Ends tasks, given in the order in which they were begun; short ones may finish.

    Ray aborts this process if a task is cancelled while it is sent to a worker ("Tried to complete
    task that was not pending"). After a moment those that are left run or wait; the waiting ones
    end first, so that none is sent when a worker becomes free.
    """
    import ray

    if refs:
        _, running = ray.wait(refs, num_returns=len(refs), timeout=_MOMENT)
        for ref in reversed(running):
            ray.cancel(ref, force=True)
