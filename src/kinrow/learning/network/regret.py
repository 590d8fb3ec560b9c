"""What a network's moves give away, against the exact truth of random positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from kinrow.annotation.job import Job, truths
from kinrow.annotation.limit import Limit
from kinrow.annotation.store import AnswerStore
from kinrow.learning.network.lessons import boards_of
from kinrow.learning.network.solved import random_states
from kinrow.players import Player
from kinrow.rules import Cell, Position, Rules, Value
from kinrow.runtime.conversion import core_game, core_position, index_of
from kinrow.tables import Table
from kinrow.weights import Network

_TAKEN = -128
_MOST_NODES = 3_000_000  # for a position and its moves: some seconds
_MEMORY = "256MiB"
_IN_VAIN = 1000  # random positions in a row


@dataclass(frozen=True, slots=True)
class Regret:
    """Of so many positions: the mean regret, and the share in which it was above 0.

    The regret of a move is 0 if it kept the value, 1 if it turned a win into a draw or a draw into
    a loss, 2 if it turned a win into a loss.
    """

    positions: int
    mean: float
    wrong: float


@dataclass(frozen=True, slots=True, eq=False)
class Exam:
    """Unfinished positions of random play in which some moves are better than others.

    - `positions`: N of them, none twice;
    - `worth`: (N, cells) int8, the result after each move for the side that makes it: 1, 0 or -1;
      -128 for a taken cell.
    """

    positions: tuple[Position, ...]
    worth: NDArray[np.int8]

    @classmethod
    def of(cls, rules: Rules, size: int, *, seed: int, table: Table | None = None) -> Exam:
        """So many, the same ones for the same seed.

        Stones are played at random up to a number drawn at random; positions in which all moves
        are worth the same are passed over. The truth is the table's, or else the solver's, which
        passes over what it does not settle within three million nodes: on large boards that are
        positions with hardly a stone.

        There are fewer, perhaps none, if of a thousand random positions in a row all were known
        already, or none of a thousand new ones will do.

        >>> from kinrow.rules import game
        >>> exam = Exam.of(game("tictactoe"), 10, seed=1)
        >>> exam.worth.shape, exam.regret(exam.worth.argmax(1)).mean
        ((10, 9), 0.0)
        """
        chosen: list[Position] = []
        rows: list[NDArray[np.int8]] = []
        drawn, vain = _random_positions(rules, seed), 0
        with AnswerStore(None, rules, "outcome") as store:
            while vain < _IN_VAIN and (some := list(islice(drawn, size - len(chosen)))):
                for position, moves in zip(some, _values(some, table, store), strict=True):
                    outcomes = {value.outcome for value in moves.values()}
                    vain += 1
                    if None not in outcomes and len(outcomes) > 1:
                        chosen.append(position)
                        rows.append(_worth(position, moves))
                        vain = 0
        return cls(tuple(chosen), np.array(rows, np.int8).reshape(len(rows), rules.size))

    def regret(self, moves: NDArray[np.integer]) -> Regret:
        """Of one move in each position, (N,) cells."""
        given = self.worth.max(1) - self.worth[np.arange(len(self.worth)), moves]
        return Regret(
            len(given), round(float(given.mean()), 4), round(float((given > 0).mean()), 4)
        )

    def of_policy(self, network: Network) -> Regret:
        """Of the moves that the network's policy puts first, without any search."""
        asked = [core_position(position) for position in self.positions]
        cells, to_move, left = boards_of(asked, self.positions[0].rules.size)
        policy = np.empty(cells.shape, np.int32)
        value = np.empty((len(cells), 3), np.int32)
        rules = core_game(self.positions[0].rules)
        network.core.evaluate(rules, cells, to_move, left, policy, value)
        return self.regret(np.where(cells < 0, policy, np.iinfo(np.int32).min).argmax(1))

    def of_player(self, player: Player) -> Regret:
        """Of a player's moves."""
        moves = []
        for position in self.positions:
            player.prepare(position.rules)
            moves.append(index_of(position.rules, player.choose(position)))
        return self.regret(np.array(moves))


def _random_positions(rules: Rules, seed: int) -> Iterator[Position]:
    """None of them twice, until so many in a row were there before."""
    seen, vain = set[str](), 0
    for state in random_states(core_game(rules), rules.size, np.random.default_rng(seed)):
        if (cells := state.cells) not in seen:
            seen.add(cells)
            yield Position(rules, cells)
            vain = 0
        elif (vain := vain + 1) == _IN_VAIN:
            return


def _values(
    positions: Sequence[Position], table: Table | None, store: AnswerStore
) -> Iterator[Mapping[Cell, Value]]:
    """What each move is worth; the solver is asked about all at once, the fullest first."""
    if table is not None:
        yield from map(table.moves, positions)
        return
    Job(store, limit=Limit(_MOST_NODES, "nodes"), memory=_MEMORY, threads=1).run(positions)
    yield from (truth.moves for truth in truths(store, "outcome", positions))


def _worth(position: Position, moves: Mapping[Cell, Value]) -> NDArray[np.int8]:
    row = np.full(position.rules.size, _TAKEN, np.int8)
    for move, value in moves.items():
        row[index_of(position.rules, move)] = np.sign(value.lower)
    return row
