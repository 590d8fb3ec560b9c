"""Questions as pieces of work for a cluster, and the worker's side of them.

A worker keeps its table from piece to piece, so a piece has questions that are close together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kinrow.annotation.asking import Asker
from kinrow.annotation.limit import Limit
from kinrow.annotation.mirror import Question
from kinrow.cluster import Cluster
from kinrow.rules import Objective, Position, Rules, Value
from kinrow.runtime.limits import table_bytes, worker_bytes

_SECONDS = 1.0  # of a piece: what its transport costs is nothing to that
_FIRST, _MOST = 16, 8192  # questions in a piece
_PIECES = 4  # for each worker of what is left, so that all end at about the same time
_HARDER = 16  # times as long a question may take with a stone fewer
_LEAST = 0.05  # but no less than this part of a piece of full size: one costs about a millisecond


@dataclass(frozen=True, slots=True)
class Shard:
    """Questions of one game for one worker; `memory` is what it may take, None its share.

    `given`: bounds that hold, for those of the questions that have any.
    """

    rules: Rules
    objective: Objective
    memory: str | int | None
    questions: tuple[Question, ...]
    given: Mapping[Question, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LimitedShard:
    """A position to be searched within a limit; `own` is what is known of it."""

    rules: Rules
    objective: Objective
    memory: str | int | None
    position: Position
    limit: Limit
    own: Value | None


def answer(shard: Shard) -> list[Value]:
    """The value of each question.

    >>> from kinrow.rules import game
    >>> asked = tuple(Question.of(game("1,3,2").replay(move)) for move in ("a1", "b1"))
    >>> [str(value) for value in answer(Shard(game("1,3,2"), "outcome", "1MiB", asked))]
    ['draw', 'loss']
    """
    asker = _asker(shard.rules, shard.objective, shard.memory)
    answers: dict[Question, Value] = {}
    for found in asker.ask(shard.questions, _silent, shard.given):
        answers |= found
    return [answers[question] for question in shard.questions]


def answer_within(shard: LimitedShard) -> dict[Question, Value]:
    """Bounds on the position and on what follows each move."""
    asker = _asker(shard.rules, shard.objective, shard.memory)
    return asker.ask_within(shard.position, shard.limit, shard.own)


_askers: dict[tuple[Rules, Objective, str | int | None], Asker] = {}  # one at most


def _asker(rules: Rules, objective: Objective, memory: str | int | None) -> Asker:
    """What this worker asks; the table is kept for the next piece."""
    asked = rules, objective, memory
    if asked not in _askers:
        _askers.clear()  # first, as a table gets what the process does not hold yet
        _askers[asked] = Asker(rules, objective, table_bytes(worker_bytes(memory)), 1)
    return _askers[asked]


def _silent(count: int) -> None:
    """A piece is too short to be reported."""


class ClusterAsker:
    """Puts questions of one game to the workers of a cluster; see `Asker`."""

    def __init__(
        self, cluster: Cluster, rules: Rules, objective: Objective, memory: str | int | None
    ) -> None:
        self._cluster = cluster
        self._rules = rules
        self._objective: Objective = objective
        self._memory = memory
        self._size = float(_FIRST)

    def ask(
        self,
        questions: Sequence[Question],
        tell: Callable[[int], object],
        given: Mapping[Question, Value] | None = None,
    ) -> Iterator[dict[Question, Value]]:
        """Exact answers as they come back; `given`: bounds that hold."""
        done, self._size = 0, max(self._size / _HARDER, _FIRST)
        for shard, values in self._cluster.run(answer, self._shards(questions, given or {})):
            self._adapt(len(values), self._cluster.seconds[-1])
            yield dict(zip(shard.questions, values, strict=True))
            done += len(values)
            tell(done)

    def _shards(
        self, questions: Sequence[Question], given: Mapping[Question, Value]
    ) -> Iterator[Shard]:
        at = 0
        while at < len(questions):
            share = (len(questions) - at) / (_PIECES * self._cluster.workers)
            end = at + max(1, int(min(self._size, max(share, _LEAST * self._size))))
            part = tuple(questions[at:end])
            bounds = {question: given[question] for question in part if question in given}
            yield Shard(self._rules, self._objective, self._memory, part, bounds)
            at = end

    def _adapt(self, asked: int, seconds: float) -> None:
        wished = asked * _SECONDS / max(seconds, 1e-6)
        self._size = min(max(wished, self._size / 2, 1), self._size * 4, _MOST)

    def ask_each_within(
        self, positions: Iterable[tuple[Position, Value | None]], limit: Limit
    ) -> Iterator[tuple[Position, dict[Question, Value]]]:
        """Bounds on each position, and on what follows its moves, as they come back."""
        shards = (
            LimitedShard(self._rules, self._objective, self._memory, position, limit, own)
            for position, own in positions
        )
        for shard, answers in self._cluster.run(answer_within, shards):
            yield shard.position, answers
