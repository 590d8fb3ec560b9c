"""All sources of knowledge combined: what they say about a position, without a search."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Protocol

from kinrow.knowledge.position_theory import TheorySource
from kinrow.knowledge.settled import AtlasSource
from kinrow.knowledge.strategic import StrategySource
from kinrow.knowledge.tabled import TableSource
from kinrow.rules import Objective, Position, PositionLike, Rules, as_position
from kinrow.rules.options import no_list
from kinrow.solver import Analysis
from kinrow.solver.findings import Findings
from kinrow.solver.solver import is_exact


class Source(Protocol):
    """Something that knows positions without a search: the atlas, theory, a table, a strategy.

    A new kind of source is one more class with this method, added to `everything`.
    """

    def known(self, position: Position, objective: Objective) -> Analysis | None:
        """Bounds on an unfinished position and on its moves, with the evidence; None: nothing.

        The moves are empty if nothing is known of any. It must be quick: a few milliseconds.
        """


class Knowledge:
    """What several sources know together; earlier ones are asked first.

    `opening` is asked last, and for every move: opening tables have them all, but no plan, so what
    follows a strategy or a theorem comes before them. Raises OptionError for what are no sources.

    >>> from kinrow.rules import game
    >>> found = everything().known(game("tictactoe").start(), "outcome")
    >>> str(found.solution.value), found.solution.how, found.solution.source.kind
    ('draw', 'proved', 'atlas')
    >>> everything().known(game("9,9,5").start(), "outcome").solution.value
    Value(objective='outcome', lower=0, upper=1)
    """

    def __init__(self, sources: Iterable[Source], opening: Source | None = None) -> None:
        self.sources = tuple(sources) if isinstance(sources, Iterable) else ()
        if not isinstance(sources, Iterable) or not all(map(_is_source, self.sources)):
            raise no_list("sources", sources, "kinrow.knowledge.everything().sources")
        self._opening = opening

    def __repr__(self) -> str:
        return f"<knowledge: {', '.join(type(source).__name__ for source in self.sources)}>"

    def prepare(self, rules: Rules) -> None:
        """Has every source load what it keeps of a game, which takes up to half a second.

        Without it, the first question that an earlier source does not answer takes as long.
        """
        for source in self.sources:
            source.known(rules.start(), "outcome")

    def known(
        self, position: PositionLike, objective: Objective, *, every_move: bool = False
    ) -> Analysis | None:
        """What is known of a position; None if nothing is, or if the game is over.

        Sources are asked until the value and a best move are known, or with `every_move` all moves.
        Raises NotationError for what is not a position, RulesError for an objective of other games.
        """
        position = as_position(position)
        is_exact(objective, position.rules)
        found: Analysis | None = None
        for source in () if position.finished else self.sources:
            more = source.known(position, objective)
            if more is not None:
                found = more if found is None else _met(found, more)
                if found.best:
                    break
        if found is not None and (found.complete if every_move else found.best):
            return found
        more = self.opening(position, objective)
        return found if more is None else more if found is None else _met(found, more)

    def opening(self, position: Position, objective: Objective) -> Analysis | None:
        """What opening tables alone say of a position, and of all its moves if they go so far."""
        if self._opening is None or position.finished:
            return None
        return self._opening.known(position, objective)


def _is_source(source: object) -> bool:
    return callable(getattr(source, "known", None))


def _met(one: Analysis, other: Analysis) -> Analysis:
    """Both together; the evidence of the other counts only if it says more about the value.

    If the other alone says as much as both, its evidence is enough.
    """
    findings = Findings.after(one, one.position, one.solution.objective)
    value, moves = findings.value, findings.moves
    findings.learn_all(other)
    if (findings.value, findings.moves) == (value, moves):
        return one
    assert other.solution.source is not None
    if findings.value != value:
        alone = other.solution.value == findings.value
        findings.known_by(other.solution.source, alone=alone)
    return findings.analysis(0, 0.0, None)


@cache
def everything() -> Knowledge:
    """All that kinrow knows: the atlas with the user's own rows, tables, strategies, theory."""
    sources = AtlasSource(), TableSource(), StrategySource(), TheorySource()
    return Knowledge(sources, TableSource(opening=True))
