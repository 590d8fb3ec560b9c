"""Games of the engine against itself, from random openings that are still open."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from kinrow import _core
from kinrow.learning.samples import FORCED, UNKNOWN
from kinrow.rules import KinrowError, Rules
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import core_game
from kinrow.runtime.waiting import finish

_MEMORY = 2**23
_OPENING = (1, 8)  # stones of an opening, at least and at most
_SPREAD = (1, 4)  # how far from the middle they lie at most
_EVEN = 250  # openings are worth no more than this to either side, by weights set by hand,
_EVEN_LEARNED = 100  # and by learned ones, whose unit is a hundredth of a nat of log-odds
_ATTEMPTS = 1_000  # openings tried for one game
_RANDOM = 0.06  # of the moves are drawn, next to a stone, so that unusual positions occur


@dataclass(frozen=True, slots=True)
class _Seen:
    """A position of a game, and what the search found in it."""

    cells: str
    to_move: int
    move: int
    score: int
    exact: bool


class SelfPlay:
    """A series of games; the same seed and weights give the same games.

    `nodes` is what a move may cost; `weights` are the engine's, b"" for those set by hand, and
    `correction` is theirs, b"" for none. `narrow` has openings that learned weights find about
    even; `openings` also gives those that are not.

    >>> from kinrow.rules import game
    >>> first, *_ = SelfPlay(game("9,9,5"), nodes=200, seed=1).play(number=0)
    >>> len(first[0])  # a sign per cell
    81
    """

    def __init__(
        self,
        rules: Rules,
        *,
        nodes: int,
        seed: int,
        weights: bytes = b"",
        correction: bytes = b"",
        narrow: bool = False,
        openings: bool = False,
    ) -> None:
        self.rules = rules
        self._even = _EVEN_LEARNED if narrow else _EVEN
        self._nodes = nodes
        self._seed = seed
        self._openings = openings
        self._uneven: list[_Seen] = []
        self._game = core_game(rules)
        self._engine = _core.Engine(self._game, _MEMORY, 1, weights, correction)

    def play(self, number: int) -> list[tuple[Any, ...]]:
        """The rows of game `number` as Samples.gather takes them."""
        random = Random(f"{self._seed}:{number}")
        self._engine.forget()
        self._uneven.clear()
        state, seen = self._opening(random)
        rows: list[_Seen] = []
        winner, last_random = -1, -1
        while True:
            rows.append(seen)
            if seen.score > FORCED:
                winner = seen.to_move
                break
            move = seen.move
            if random.random() < _RANDOM:
                move, last_random = self._beside(state, random), len(rows)
            if state.play(move):
                winner = state.winner
                break
            seen = self._look(state)
        played = {row.cells for row in rows}
        uneven = [row for row in self._uneven if row.cells not in played]
        return [_labelled(row, True, winner, number) for row in uneven] + [
            _labelled(row, at <= last_random - 1, winner, number) for at, row in enumerate(rows)
        ]

    def _opening(self, random: Random) -> tuple[_core.State, _Seen]:
        """A position after a few stones near the middle that is worth about the same to both."""
        rows, cols = self.rules.rows, self.rules.cols
        for _ in range(_ATTEMPTS):
            spread, stones = random.randint(*_SPREAD), random.randint(*_OPENING)
            middle = random.randint(0, rows - 1), random.randint(0, cols - 1)
            if random.random() < 0.8:
                middle = rows // 2, cols // 2
            near = [
                row * cols + col
                for row in range(max(0, middle[0] - spread), min(rows, middle[0] + spread + 1))
                for col in range(max(0, middle[1] - spread), min(cols, middle[1] + spread + 1))
            ]
            state = _core.State(self._game)
            chosen = random.sample(near, min(stones, len(near)))
            if not _open_after(state, chosen):
                continue
            seen = self._look(state)
            if abs(seen.score) <= self._even:
                return state, seen
            if self._openings:
                self._uneven.append(seen)
        raise KinrowError(Sentence("learn.openings", game=str(self.rules), attempts=_ATTEMPTS))

    def _look(self, state: _core.State) -> _Seen:
        cells, to_move = state.cells, state.to_move
        # With the value of an only move, the recipes of the weights in use would give other games.
        self._engine.begin_search(
            cells, to_move, state.left, nodes=self._nodes, value_only_move=False
        )
        finish(self._engine)
        move, score, depth, _, _ = self._engine.result()
        return _Seen(cells, to_move, move, score, depth == 0 and score > FORCED)

    def _beside(self, state: _core.State, random: Random) -> int:
        """An empty cell next to a stone, if there is one."""
        cols, legal = self.rules.cols, state.legal()
        stones = [divmod(at, cols) for at, sign in enumerate(state.cells) if sign != "."]
        near = [
            cell
            for cell in legal
            if any(max(abs(cell // cols - r), abs(cell % cols - c)) == 1 for r, c in stones)
        ]
        return random.choice(near or legal)


def _open_after(state: _core.State, cells: list[int]) -> bool:
    """Places these stones; whether all are legal (renju forbids some) and leave the game open."""
    return all(cell in state.legal() and not state.play(cell) for cell in cells)


def _labelled(row: _Seen, unknown: bool, winner: int, number: int) -> tuple[Any, ...]:
    result = 0 if winner < 0 else 1 if winner == row.to_move else -1
    return (
        row.cells,
        row.to_move,
        row.move,
        row.score,
        row.exact,
        UNKNOWN if unknown else result,
        number,
    )
