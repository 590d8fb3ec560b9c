"""One file is one job: each position up to symmetry once, the latest first, all over one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from time import monotonic

from kinrow.annotation.asking import Asker, hardest_last
from kinrow.annotation.children import children, known_answers, truth_of
from kinrow.annotation.estimate import Estimate, TimeLeft
from kinrow.annotation.families import POSITION, Families
from kinrow.annotation.limit import Limit
from kinrow.annotation.mirror import Question
from kinrow.annotation.shards import ClusterAsker
from kinrow.annotation.store import AnswerStore
from kinrow.annotation.truth import MoveValues
from kinrow.cluster import Cluster
from kinrow.rules import Objective, Position, Rules, RulesError, Value
from kinrow.rules.sentence import Sentence
from kinrow.runtime.limits import bytes_of, resident, table_bytes, threads_of

_READ_AT_ONCE = 256  # positions whose answers are fetched together
_SPARE = 2**25  # bytes for the store, threads and the like
_PER_POSITION = 2**14  # bytes for all questions about one position
_SMALLEST_TABLE = 2**20


@dataclass(frozen=True, slots=True)
class JobProgress:
    """How far a job is.

    - `positions`, `total`: those that are done and all, up to symmetry; `ply`: that of the next.
    - `questions`, `seconds`: answered in this run, and the time that took.
    - `left`: the time that the rest may take; None while nothing is known.
    """

    positions: int
    total: int
    ply: int
    questions: int
    seconds: float
    left: TimeLeft | None


JobProgressCallback = Callable[[JobProgress], object]


def check_objective(objective: Objective, rules: Rules) -> None:
    """Raises RulesError for an objective that the game does not have."""
    one, other = ("outcome", "score") if rules.objective == "line" else ("outcome", "margin")
    if objective not in (one, other):
        asked, title = repr(objective), rules.title
        raise RulesError(
            Sentence("objective.unknown", objective=asked, one=one, other=other, game=title)
        )


@dataclass
class Job:
    """The positions of one game that are to be known, and the store where answers go.

    - `limit` bounds the work on each position; None answers everything.
    - `memory` bounds the process, as a Solver has it; `threads` are one a core by default.
    - `knowledge`: what is known without a search is answered first; False leaves that out.
    - `cluster`: its workers answer, each with so much `memory`; by default with its share of a
      quarter of its machine's. The store stays here.

    Raises what Solver raises, and KeyboardInterrupt on Ctrl-C; what was answered is in the store
    then, and another run over the same store continues from there.
    """

    store: AnswerStore
    objective: Objective = "outcome"
    limit: Limit | None = None
    memory: str | int | None = None
    threads: int | None = None
    report: JobProgressCallback | None = None
    knowledge: bool = True
    cluster: Cluster | None = None

    def run(self, positions: Iterable[Position]) -> None:
        """Answers all of them."""
        by_ply: dict[int, dict[Question, Position]] = {}
        for position in positions:
            if not position.finished:
                found = by_ply.setdefault(position.plies, {})
                found.setdefault(Question.of(position), position)
        if not by_ply:
            return
        rules = next(iter(by_ply[max(by_ply)].values())).rules
        check_objective(self.objective, rules)
        self._began = monotonic()
        self._asked = self._done = 0
        self._total = sum(map(len, by_ply.values()))
        self._estimate = self._remembered({ply: len(found) for ply, found in by_ply.items()})
        self._asker = self._asker_for(rules, max(map(len, by_ply.values())))
        for ply in sorted(by_ply, reverse=True):
            self._run_ply(ply, [position.canonical() for position in by_ply.pop(ply).values()])
        del self._asker  # with its tables

    def _asker_for(self, rules: Rules, most: int) -> Asker | ClusterAsker:
        """Who is asked: searches here, or the workers of the cluster."""
        if self.cluster is not None:
            return ClusterAsker(self.cluster, rules, self.objective, self.memory)
        threads = threads_of(self.threads)
        memory = table_bytes(_for_the_tables(self.memory, most), threads)
        return Asker(rules, self.objective, memory, threads)

    def _remembered(self, todo: dict[int, int]) -> Estimate:
        """An estimate that knows what earlier runs over this store took."""
        found = self.store.noted(self._cost_name)
        cost = found.items() if isinstance(found, dict) else ()
        most = inf if self.limit is None else self.limit.at_most
        return Estimate(todo, {int(ply): seconds for ply, seconds in cost}, most)

    @property
    def _cost_name(self) -> str:
        return f"seconds a position: {' '.join(self.store.of)} within {self.limit}"

    def _run_ply(self, ply: int, positions: Sequence[Position]) -> None:
        self._ply = _Ply(ply, len(positions), monotonic())
        if self.knowledge:
            self.store.put_known(known_answers(positions, self.objective))
        for share in self._within(positions) if self.limit else self._exactly(positions):
            self._tell(share)
        self._done += len(positions)
        if self._ply.portion:
            self._estimate.done(ply, self._ply.portion, monotonic() - self._ply.began)
            self.store.note({self._cost_name: self._estimate.cost})

    def _exactly(self, positions: Sequence[Position]) -> Iterator[float]:
        """The share of what was open at this ply that is answered, a few times a second.

        First the positions themselves: with their values, most moves need one search instead of
        two, or none. Most of these questions are asked anyway, as moves one ply before.
        """
        work = Families(positions, self.objective, self.store)
        self._ply.portion = work.portion
        yield from self._answered(work, hardest_last(work.positions), POSITION, {})
        given = work.implied()
        settled = {question: value for question, value in given.items() if value.complete}
        self.store.put(settled)
        self._asked += len(settled)
        yield work.share(settled, 1)
        todo = hardest_last(question for question in work.moves if question not in settled)
        yield from self._answered(work, todo, 1, given)

    def _answered(
        self,
        work: Families,
        todo: Sequence[Question],
        weight: int,
        given: Mapping[Question, Value],
    ) -> Iterator[float]:
        """Asks all of these; the shares of the ply."""
        before = work.done

        def tell(count: int) -> None:
            self._tell((before + weight * count) / work.open)

        for answers in self._asker.ask(todo, tell, given):
            self.store.put(answers)
            self._asked += len(answers)
            yield work.share(answers, weight)

    def _within(self, positions: Sequence[Position]) -> Iterator[float]:
        """The same under a limit, position by position."""
        assert self.limit is not None
        todo = [position for position in positions if not self._is_served(position)]
        self._ply.portion = len(todo) / len(positions)
        own = ((position, self._own(position)) for position in todo)
        for number, (position, answers) in enumerate(
            self._asker.ask_each_within(own, self.limit), start=1
        ):
            self.store.put(answers, (Question.of(position), str(self.limit)))
            self._asked += len(answers)
            yield number / len(todo)
        if not todo:
            yield 1.0

    def _own(self, position: Position) -> Value | None:
        """What is known of a position itself."""
        question = Question.of(position)
        return self.store.get([question]).get(question)

    def _is_served(self, position: Position) -> bool:
        """Whether another search within this limit would be idle."""
        if self.store.tried(Question.of(position)) == str(self.limit):
            return True
        asked = [child.question for child in children(position, self.objective)]
        questions = {question for question in asked if question is not None}
        known = self.store.get(questions)
        return all(question in known and known[question].complete for question in questions)

    def _tell(self, share: float) -> None:
        """Reports, once this share of what was open at this ply is answered."""
        if self.report is None:
            return
        ply, now = self._ply, monotonic()
        left = None
        if ply.portion:
            left = self._estimate.left(ply.number, share, now - ply.began, ply.portion)
        done = self._done + int((1 - ply.portion + ply.portion * share) * ply.positions)
        spent = now - self._began
        self.report(JobProgress(done, self._total, ply.number, self._asked, spent, left))


@dataclass
class _Ply:
    """The ply under work; `portion` of its positions was open when it began."""

    number: int
    positions: int
    began: float
    portion: float = 0.0


def _for_the_tables(memory: str | int | None, most: int) -> int:
    """What of the limit is left for tables, with `most` positions at one ply."""
    others = resident() + _SPARE + most * _PER_POSITION
    return max(bytes_of(memory) - others, _SMALLEST_TABLE)


def truths(
    store: AnswerStore, objective: Objective, positions: Sequence[Position]
) -> Iterator[MoveValues]:
    """What the store says of each of these, in their order."""
    for at in range(0, len(positions), _READ_AT_ONCE):
        part = positions[at : at + _READ_AT_ONCE]
        listed = [children(position, objective) for position in part]
        questions = {Question.of(position) for position in part}
        for moves in listed:
            questions.update(child.question for child in moves if child.question is not None)
        answers, known = store.get(questions), store.known(map(Question.of, part))
        for position, moves in zip(part, listed, strict=True):
            yield truth_of(position, moves, objective, answers, known)
