"""Strategies as a source: from a proved win or draw on, every position in which it is still there.

A position of a win's file is known as its certificate has it. A search that takes these for proved
finds the win in the others, within milliseconds; that answer is called computed. In a drawn game
such searches say what the side to move can hold, and whether it wins.
"""

from __future__ import annotations

import warnings
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from kinrow.knowledge.turned import as_in, brought_back, forms
from kinrow.rules import Cell, Objective, Outcome, Position, Rules, Value
from kinrow.rules.sentence import Sentence
from kinrow.runtime.folders import Dated, dated
from kinrow.runtime.left_out import LeftOut
from kinrow.solver import Analysis
from kinrow.solver.evidence import Evidence, How
from kinrow.solver.findings import Findings
from kinrow.strategies import shelf
from kinrow.strategies.shelf import file_name, strategy_files

if TYPE_CHECKING:
    from kinrow.strategies import Follower, Holder, LargerFollower

    Expert = Follower | Holder | LargerFollower
_GAMES = 4  # whose strategies are kept in memory
_FILES = 1000  # games whose files are known
_LONGER = 10  # budgets for a position two stones after a won one
# With so few empty cells an exact search costs less: on 4 x 9 a strategy knows a quarter of all
# positions, after 55 ms with 29 empty cells and 72 with 31, where a search takes 64 and 495.
_FEW = 30


class StrategySource:
    """What strategy files say of positions.

    A file that is damaged, or of another game than its name says, is named in a warning and left
    out until it changes. Files are asked in turn, the user's own first; those that come, go or
    change are noticed. A file also serves the board turned by a quarter, and the game that the
    other side begins. Positions with few empty cells are left to the search, which is faster there.

    >>> from kinrow.rules import game
    >>> StrategySource().known(game("tictactoe").start(), "outcome") is None
    True
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._listed = lru_cache(_FILES)(_files_of)
        self._expert = lru_cache(_GAMES)(_expert)
        self._last: tuple[tuple[Position, Objective, Dated], Analysis | None] | None = None
        self._won: Position | None = None

    def known(self, position: Position, objective: Objective) -> Analysis | None:
        """A win for one side, or bounds and a move that holds; None if nothing is found."""
        if objective == "margin" or position.empties <= _FEW:
            return None
        with self._lock:
            # A question is often asked again at once. The searches have a limit of nodes, so the
            # same files would give the same answer after a tenth of a second.
            asked = position, objective, self._files(position.rules)
            if self._last is None or self._last[0] != asked:
                self._last = asked, self._found(*asked)
            return self._last[1]

    def _files(self, rules: Rules) -> Dated:
        """The files of a game as they are now."""
        return dated(self._listed(rules, dated(shelf.folders())))

    def _found(self, position: Position, objective: Objective, files: Dated) -> Analysis | None:
        """What the first file says that knows the position; one may be for a part of the game."""
        for path, at in files:
            expert = self._expert(path, at)
            if expert is None:
                continue
            asked = _as_asked(expert, position)
            found = None if asked is None else self._searched(expert, asked, objective)
            if found is not None:
                return brought_back(found, position)
        return None

    def _searched(
        self, expert: Expert, position: Position, objective: Objective
    ) -> Analysis | None:
        """What the strategy's searches find.

        Of a game that follows it, now and then a position needs more than the budget: one in some
        40,000, reached by replies that were chosen for that. The winner is to move in it: after a
        move of his own that may have let the win go, a longer search would take seconds in vain.
        """
        found = _known(expert, position, objective)
        if found is None and self._won is not None and _follows(position, self._won):
            found = _known(expert, position, objective, _LONGER)
        if found is not None and found.solution.outcome is Outcome.WIN:
            self._won = position
        return found


def _files_of(rules: Rules, folders: Dated) -> tuple[Path, ...]:
    """Those of a game, of the board turned by a quarter, and of the games the other side begins.

    `folders`: where they are, as these last changed.
    """
    return tuple(path for form in forms(rules) for path in strategy_files(form))


def _expert(path: Path, changed: int) -> Expert | None:
    """Who plays by the strategy that the file was at that time."""
    # Loaded here: most games have no strategy, and reading one needs the room of proofs.
    from kinrow.strategies import Holder, Strategy, StrategyError, player_of, read_any_strategy

    try:
        strategy = read_any_strategy(path)
        name = file_name(strategy.spec)
        if name != path.name:
            found = strategy.title
            raise StrategyError(Sentence("strategy.named", path=path, found=found, name=name))
        return player_of(strategy) if isinstance(strategy, Strategy) else Holder(strategy)
    except StrategyError as error:
        warnings.warn(LeftOut(path, error), stacklevel=2)
        return None


def _as_asked(expert: Expert, position: Position) -> Position | None:
    """The position in the form of its game that the strategy is for."""
    suited = (form for form in forms(position.rules) if expert.strategy.suits(form))
    form = next(suited, None)
    return None if form is None else as_in(form, position)


def _follows(position: Position, before: Position) -> bool:
    """Whether it may be one turn of each side later in the same game."""
    return (
        position.rules == before.rules
        and position.plies - before.plies == 2
        and all(old in (".", new) for old, new in zip(before.cells, position.cells, strict=True))
    )


def _known(
    expert: Expert, position: Position, objective: Objective, budgets: int = 1
) -> Analysis | None:
    from kinrow.strategies import Holder

    how: How = "computed"
    if not isinstance(expert, Holder):
        found = expert.win(position, nodes=budgets * expert.strategy.budget)
        if found is None:
            return None
        lower = upper = 1 if found.move is not None else -1
        move = found.move
        how = how if found.by_search else "proved"
    else:
        held = expert.held(position, nodes=budgets * expert.strategy.budget)
        lower, upper, move = held.lower, held.upper, held.move
        if upper - lower > 1:
            return None
    bounds = Value("outcome", lower, upper)
    strategy = expert.strategy
    known_by = Evidence(kind="strategy", how=how, game=strategy.spec, sha256=strategy.proof)
    return _analysis(position, objective, bounds, move, known_by)


def _analysis(
    position: Position, objective: Objective, bounds: Value, move: Cell | None, known_by: Evidence
) -> Analysis:
    findings = Findings(position, objective)
    findings.learn(bounds)
    if move is not None:
        findings.learn(bounds, [move])
        findings.line = (move,)
    findings.known_by(known_by)
    return findings.analysis(0, 0.0, None)
