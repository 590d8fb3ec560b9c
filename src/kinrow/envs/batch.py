"""Many boards of one game as NumPy arrays, all stepped at once by the compiled core."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kinrow import _core
from kinrow.rules import (
    GameLike,
    IllegalMove,
    MemoryLimit,
    OptionError,
    Position,
    PositionLike,
    Rules,
    as_position,
    game,
)
from kinrow.rules.calls import as_in, made_as
from kinrow.rules.cell import shown
from kinrow.rules.options import as_whole, one_of, whole_number
from kinrow.rules.position import trusted
from kinrow.rules.refusal import why_not
from kinrow.rules.sentence import Sentence, some
from kinrow.runtime.conversion import SIGNS, cell_of, core_game
from kinrow.runtime.limits import MOST_THREADS
from kinrow.runtime.own import Owner

SKIP = int(np.iinfo(np.int32).min)
"""The action that leaves its board as it is."""

Autoreset = Literal["disabled", "next_step", "same_step"]
IllegalPolicy = Literal["raise", "lose"]

_RESETS: tuple[Autoreset, ...] = ("disabled", "next_step", "same_step")
_ILLEGAL: tuple[IllegalPolicy, ...] = ("raise", "lose")


@made_as("Batch('tictactoe', 16)")
class Batch(Owner):
    """n boards of one game. The caller acts for the side to move, on every board.

    The arrays are views of the core's memory, written in place by `step` and `reset`; read them,
    copy what you keep.

    - `observations` uint8 (n, planes, rows, cols): stones of the side to move, of the other side,
      and, if a turn has several stones, the stones left in it after the next one.
    - `masks` bool (n, rows * cols): legal cells, none on a finished board.
    - `rewards` float32 (n,): of the last step for the side that made it: 1 win, -1 loss, else 0.
    - `terminated` bool (n,), `to_move` int8 (n,): 0 X, 1 O; `winner` int8 (n,): of the game that
      ended in the last step, -1 a draw or none; `left` int16 (n,): stones left in the turn.

    `autoreset` "next_step": the step after the end begins anew, whatever its action; "same_step":
    the step that ends a game does, and `final_observations` keeps what was seen; "disabled": a
    finished board waits for `reset`. `illegal` "raise": IllegalMove, and nothing was done;
    "lose": that side has lost. Random streams depend on seed and board alone, not on n or threads.

    Raises NotationError for what is not a game, ValueError for options and arrays of another shape,
    MemoryLimit for more boards than the memory holds.

    >>> batch = Batch("3,3,3", 4, seed=1)
    >>> actions = np.empty(4, np.int32)
    >>> for _ in range(9):
    ...     batch.random_actions(actions)
    ...     batch.step(actions)
    ...
    >>> batch.observations.shape, batch.masks.shape
    ((4, 2, 3, 3), (4, 9))
    >>> batch
    <4 boards of tictactoe>
    """

    def __init__(
        self,
        spec: GameLike,
        n: int,
        *,
        seed: int = 0,
        threads: int = 1,
        autoreset: Autoreset = "next_step",
        illegal: IllegalPolicy = "raise",
    ) -> None:
        one_of("autoreset", autoreset, _RESETS)
        one_of("illegal", illegal, _ILLEGAL)
        n = whole_number("n", n, 1, example=16, most=2**31 - 1)
        threads = whole_number("threads", threads, 1, example=4, most=MOST_THREADS)
        self.rules = game(spec)
        self.n = n
        policies = _RESETS.index(autoreset), _ILLEGAL.index(illegal)
        try:
            core = _core.Batch(
                core_game(self.rules),
                n,
                whole_number("seed", seed, 0, example=1),
                threads,
                *policies,
            )
        except MemoryLimit:
            raise MemoryLimit(Sentence("env.memory", boards=some(n, "board"))) from None
        self._core = core
        self.planes: int = core.planes
        self.observations: NDArray[np.uint8] = core.observations
        self.final_observations: NDArray[np.uint8] = core.final_observations
        self.masks: NDArray[np.bool_] = core.masks
        self.rewards: NDArray[np.float32] = core.rewards
        self.terminated: NDArray[np.bool_] = core.terminated
        self.to_move: NDArray[np.int8] = core.to_move
        self.left: NDArray[np.int16] = core.left
        self.winner: NDArray[np.int8] = core.winner

    def __repr__(self) -> str:
        return f"<{self.n:,} {'board' if self.n == 1 else 'boards'} of {self.rules.title}>"

    def step(self, actions: NDArray[np.int32]) -> None:
        """One stone on every board: cell indices row * cols + col, an array (n,) of whole numbers.

        C-contiguous int32 is taken as it is, anything else is copied. SKIP leaves a board as it is.
        Raises IllegalMove (`illegal="raise"`), nothing being done, and OptionError for what is not
        such an array.
        """
        try:
            refused = self._core.step(self.narrowed(actions))
        except (TypeError, ValueError):  # of another type or length
            raise self.not_actions(actions) from None
        if refused >= 0:
            fault = illegal_action(self.position(refused), int(actions[refused]))
            raise IllegalMove(Sentence("env.board", board=refused, fault=fault))

    def narrowed(self, actions: NDArray[np.integer[Any]]) -> NDArray[np.int32]:
        """Actions of other whole numbers as int32; OptionError for one beyond it."""
        narrow = _narrow(actions)
        if narrow is None:
            raise self.not_actions(actions)
        return narrow

    def not_actions(self, actions: object) -> OptionError:
        """The error for what is not an action for each board."""
        words = {"actions": shown(actions), "example": self._example()}
        return OptionError(Sentence("env.actions", **words))

    def _not_out(self, out: object) -> OptionError:
        return OptionError(Sentence("env.out", out=shown(out), example=self._example()))

    def _example(self) -> str:
        return f"np.zeros({self.n}, np.int32)"

    def reset(self, indices: NDArray[np.int32] | NDArray[np.bool_] | None = None) -> None:
        """Restarts these boards: int32 indices, or a mask (n,) such as `terminated`; None: all.

        Raises OptionError for what is not such an array, or not a board.
        """
        try:
            self._core.reset(None if indices is None else self._boards(indices))
        except (TypeError, IndexError):
            raise OptionError(
                Sentence("env.boards", indices=shown(indices), n=self.n, last=self.n - 1)
            ) from None

    def reseed(self, seed: int) -> None:
        """Restarts all random streams."""
        self._core.reseed(whole_number("seed", seed, 0, example=1))

    def random_actions(self, out: NDArray[np.int32]) -> None:
        """Writes a random legal cell for each board (0 on a finished one) into int32 (n,).

        Raises OptionError for what is not such an array.
        """
        if not isinstance(out, np.ndarray) or out.dtype != np.int32 or not out.flags.c_contiguous:
            raise self._not_out(out)
        try:
            self._core.random_actions(out)
        except (TypeError, ValueError):  # of another shape, or one that may not be written to
            raise self._not_out(out) from None

    def position(self, index: int) -> Position:
        """The position on one board, as Python objects.

        >>> Batch("tictactoe", 1).position(0)
        kinrow.position('3,3,3 .../.../...')
        """
        cells, to_move, left = self._core.board(self._board(index))
        return position_of(self.rules, cells, to_move, left)

    def put(self, index: int, position: PositionLike) -> None:
        """Sets one board to a position of this game; raises OptionError for another game's."""
        index = self._board(index)
        position = as_position(position)
        if position.rules != self.rules:
            title = position.rules.title
            raise OptionError(Sentence("env.other", game=title, due=self.rules.title))
        side = SIGNS.index(position.to_move)
        self._core.set_board(index, position.cells, side, position.left)

    def _boards(self, indices: NDArray[np.int32] | NDArray[np.bool_]) -> NDArray[np.int32]:
        """Indices of boards, as the core takes them; TypeError for what is none."""
        if isinstance(indices, np.ndarray) and indices.dtype == np.bool_:
            if indices.shape != (self.n,):
                raise TypeError
            return np.flatnonzero(indices).astype(np.int32)
        narrow = _narrow(indices)
        if narrow is None:
            raise TypeError
        return narrow

    def _board(self, index: int) -> int:
        return whole_number("index", index, 0, example=0, most=self.n - 1)


@as_in("state('tictactoe')")
def state(spec: GameLike, seed: int = 0) -> _core.State:
    """One position of the core's that changes: the quickest way to play stone by stone.

    `play(cell)` takes a cell index and says whether the game is over (ValueError: not legal),
    `undo()` takes the last stone back; `legal()`, `random_move()`, `playout()`, `copy()`;
    `finished`, `winner` (0 X, 1 O, -1 none), `to_move`, `left`, `plies`, `cells`, `history`.

    >>> board = state("tictactoe")
    >>> [board.play(cell) for cell in (0, 3, 1, 4, 2)], board.winner
    ([False, False, False, False, True], 0)
    """
    return _core.State(core_game(game(spec)), seed=whole_number("seed", seed, 0, example=1))


def cell_asked(action: object) -> int:
    """A single action; raises OptionError for what is not a whole number.

    >>> cell_asked(np.int64(4))
    4
    """
    found = as_whole(action)
    if found is None:
        raise OptionError(
            Sentence("argument.whole", name="action", value=shown(action), least=0, example=4)
        )
    return found


def illegal_action(position: Position, action: int) -> str:
    """What is wrong with an action that is not legal.

    >>> from kinrow.rules import game
    >>> str(illegal_action(game("tictactoe").start(), 9))
    'cell 9 is not on the board: expected 0 to 8'
    """
    rules = position.rules
    if not 0 <= action < rules.size:
        return Sentence("env.off", cell=action, last=rules.size - 1)
    return why_not(position, cell_of(rules, action))


def _narrow(numbers: object) -> NDArray[np.int32] | None:
    """Whole numbers as int32; None for what is not an array of them, or has one beyond int32."""
    if not isinstance(numbers, np.ndarray) or numbers.dtype.kind not in "iu":
        return None
    narrow: NDArray[np.int32] = numbers.astype(np.int32, order="C", copy=False)
    return None if narrow.dtype != numbers.dtype and (narrow != numbers).any() else narrow


def position_of(rules: Rules, cells: str, to_move: int, left: int) -> Position:
    """A position from what the core reports of it."""
    return position_at(rules, _core.State(core_game(rules), cells, to_move, left))


def position_at(rules: Rules, state: _core.State) -> Position:
    """The position of a game that the core plays.

    >>> from kinrow.rules import game
    >>> position_at(game("tictactoe"), state("tictactoe"))
    kinrow.position('3,3,3 .../.../...')
    """
    winner = SIGNS[state.winner] if state.winner >= 0 else None
    mover = SIGNS[state.to_move]
    return trusted(rules, state.cells, mover, state.left, state.finished, winner)
