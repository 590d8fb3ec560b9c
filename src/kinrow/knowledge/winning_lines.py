"""Strategies as a source: from a proved win on, every position in which the win is still there.

A position of the file is known as its certificate has it. A search that takes these for proved
finds the win in the others, within milliseconds; that answer is called computed.
"""

from __future__ import annotations

import warnings
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from kinrow.rules import Objective, Position, Rules, Value
from kinrow.solver import Analysis
from kinrow.solver.evidence import Evidence
from kinrow.solver.findings import Findings
from kinrow.strategies.shelf import strategy_file

if TYPE_CHECKING:
    from kinrow.strategies import Follower, FoundWin

_GAMES = 4  # whose strategies are kept in memory


class StrategySource:
    """What strategy files say of positions. A damaged file is named in a warning and left out.

    >>> from kinrow.rules import game
    >>> StrategySource().known(game("tictactoe").start(), "outcome") is None
    True
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._follower = lru_cache(_GAMES)(_follower)

    def known(self, position: Position, objective: Objective) -> Analysis | None:
        """A win for one side, and its move if it is to move; None if no win is found."""
        if objective == "margin":
            return None
        with self._lock:
            follower = self._follower(position.rules)
            if follower is None:
                return None
            strategy = follower.strategy
            found = follower.win(position, nodes=strategy.budget)
        return None if found is None else _analysis(position, objective, found, strategy.proof)


def _follower(rules: Rules) -> Follower | None:
    path = strategy_file(rules)
    if path is None:
        return None
    # Loaded here: most games have no strategy, and reading one needs the room of proofs.
    from kinrow.strategies import Follower, StrategyError, read_strategy

    try:
        return Follower(read_strategy(path))
    except StrategyError as error:
        warnings.warn(f"left out: {error}", stacklevel=2)
        return None


def _analysis(position: Position, objective: Objective, found: FoundWin, proof: str) -> Analysis:
    findings = Findings(position, objective)
    value = 1 if found.move is not None else -1
    findings.learn(Value("outcome", value, value))
    if found.move is not None:
        findings.learn(Value("outcome", 1, 1), [found.move])
        findings.line = (found.move,)
    findings.known_by(
        Evidence(
            kind="strategy",
            how="computed" if found.by_search else "proved",
            game=str(position.rules),
            sha256=proof,
        )
    )
    return findings.analysis(0, 0.0, None)
