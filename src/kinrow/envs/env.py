"""One board as a Gymnasium environment: the learner plays one side, a player the other."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, ClassVar, Literal, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from kinrow import _core
from kinrow.envs.batch import cell_asked, illegal_action, position_at
from kinrow.envs.oracle import Oracle, told_to
from kinrow.envs.picture import Screen
from kinrow.players import Player, player
from kinrow.players.protocol import checked
from kinrow.rules import GameLike, IllegalMove, KinrowError, OptionError, Position, Rules, Sign
from kinrow.rules import game as _game
from kinrow.rules.calls import made_as
from kinrow.rules.cell import shown
from kinrow.rules.options import flag_of, one_of, whole_number
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import SIGNS, core_game, index_of

Observation = NDArray[np.uint8]
Info = dict[str, Any]
SIDES = ("X", "O", "random")


def asked_of(opponent: str | Player, rules: Rules, *others: str) -> str | Player:
    """The opponent, a player or one of the `others`.

    Raises NotationError for a text that names none, OptionError for what cannot be one, and what
    `prepare` raises for a player that cannot play this game.
    """
    chooses = callable(getattr(opponent, "choose", None)) and not isinstance(opponent, np.ndarray)
    if isinstance(opponent, str):
        if opponent not in others:
            with player(opponent) as tried:
                tried.prepare(rules)
    elif not chooses:
        raise OptionError(Sentence("player.type", player=shown(opponent)))
    elif isinstance(opponent, Player):
        opponent.prepare(rules)
    return opponent


def begins_with(seed: object) -> int | None:
    """The seed of `reset`; raises OptionError for what is not a whole number from 0, or None."""
    return None if seed is None else whole_number("seed", seed, 0, example=1)


def side_of(options: dict[str, Any] | None, asked: str) -> str:
    """The side in the options of `reset`, or the one asked for before."""
    return one_of("side", options_of(options).get("side", asked), SIDES)


def options_of(options: object) -> dict[str, Any]:
    """The options of `reset`; raises OptionError unless they are a dict or None."""
    if options is None:
        return {}
    if not isinstance(options, dict):
        raise OptionError(Sentence("env.options", options=shown(options)))
    return options


def dismiss(opponent: Player | None) -> None:
    """Closes an opponent; an object with `choose` alone has nothing to close."""
    close = getattr(opponent, "close", None)
    if close is not None:
        close()


@made_as("KInARowEnv('tictactoe', opponent='random')")
class KInARowEnv(gymnasium.Env[Observation, np.int64]):
    """`gymnasium.make("kinrow/KInARow-v0", game="3,3,3", opponent="random")`.

    - `game`: any game; `opponent`: any player, by its text; `side`: the learner's sign, "X", "O"
      or "random" (drawn for each game); `reset(options={"side": "O"})` sets it for one game.
    - observation: uint8 (planes, rows, cols): the learner's stones, the opponent's and, in
      games with several stones per turn, the number left in the turn after the next one.
    - action: a cell, row * cols + col; `info["action_mask"]` int8 (cells,) has 1 for legal ones.
    - reward: at the end 1 for a win, -1 for a loss, 0 for a draw; else 0.
    - `illegal`: "raise" raises IllegalMove and changes nothing; "lose" ends the game with -1, and
      it stays over until `reset`.
    - `oracle=True`: `info["oracle"]` is the exact truth, a dict whose keys are explained in
      docs/how-to/environments.md.
    - `render_mode`: "human" (a window, where `opponent="human"` plays), "rgb_array", "ansi".

    >>> env = KInARowEnv(game="3,3,3", side="O", oracle=True)
    >>> observation, info = env.reset(seed=1)
    >>> int(observation[1].sum()), info["oracle"]["known"]
    (1, True)
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["human", "rgb_array", "ansi"],
        "render_fps": 2,
    }

    def __init__(
        self,
        game: GameLike = "3,3,3",
        opponent: str | Player = "random",
        render_mode: str | None = None,
        side: str = "X",
        illegal: Literal["raise", "lose"] = "raise",
        oracle: bool = False,
    ) -> None:
        self.rules = _game(game)
        self.render_mode = render_mode
        self._side_asked = one_of("side", side, SIDES)
        self._loses = one_of("illegal", illegal, ("raise", "lose")) == "lose"
        if render_mode is not None:
            one_of("render_mode", render_mode, self.metadata["render_modes"])
        self._opponent_asked = asked_of(opponent, self.rules)
        self._opponent: Player | None = None
        self._random = isinstance(opponent, str) and opponent == "random"
        self._oracle = Oracle(self.rules) if flag_of("oracle", oracle) else None
        self._screen = Screen(self.rules, render_mode, self.metadata["render_fps"])
        self._core = core_game(self.rules)
        self._size = self.rules.size
        self._turns = max(self.rules.stones, self.rules.first_turn) > 1
        planes = 3 if self._turns else 2
        # Python writes single bytes faster than NumPy does; the arrays are views of them.
        self._bytes, self._legal = bytearray(planes * self._size), bytearray(self._size)
        self._view()
        self._stream, self._episode = 0, 0
        # No step is an ordinary one before the game, nor after its end by the opponent's first turn
        # or by an illegal action.
        self._side, self._decided, self._lost = 0, True, False
        self._state = _core.State(self._core)
        most = min(255, max(1, self.rules.stones - 1, self.rules.first_turn - 1))
        self.observation_space = spaces.Box(0, most, self._seen.shape, np.uint8)
        self.action_space = spaces.Discrete(self._size)

    def __repr__(self) -> str:
        return f"<environment: {self.rules.title} against {self._opponent_asked}>"

    def _view(self) -> None:
        shape = -1, self.rules.rows, self.rules.cols
        self._seen = np.frombuffer(self._bytes, np.uint8).reshape(shape)
        self._mask = np.frombuffer(self._legal, np.int8)

    def __getstate__(self) -> dict[str, Any]:
        """What a copy needs, also one that is pickled; it hires an opponent of its own."""
        kept = self.__dict__ | {"_seen": None, "_mask": None}
        return kept | {"_opponent": None} if isinstance(self._opponent_asked, str) else kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__ |= kept
        self._view()

    def __copy__(self) -> KInARowEnv:
        """A copy with a board of its own; an opponent that is an object plays on both."""
        return deepcopy(self, {id(self._opponent_asked): self._opponent_asked})

    @property
    def side(self) -> Sign:
        """The learner's sign in this game."""
        return SIGNS[self._side]

    @property
    def position(self) -> Position:
        """The current position."""
        return position_at(self.rules, self._state)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begins a new game. If the opponent moves first, its turn has already been played.

        If that turn has ended the game, the mask is all zeros, and the next step, whatever its
        action, reports the end.
        """
        seed = begins_with(seed)
        super().reset(seed=seed)
        if seed is not None or not self._episode:
            self._stream = int(self.np_random.integers(2**62))
            self._episode = 0
            self._hire()
        self._episode += 1
        side = side_of(options, self._side_asked)
        self._side = int(self.np_random.integers(2)) if side == "random" else SIDES.index(side)
        self._state = _core.State(self._core, seed=(self._stream + self._episode) % 2**63)
        self._bytes[:] = bytes(len(self._bytes))
        self._legal[:] = b"\1" * self._size
        self._lost = False
        self._decided = self._reply() if self._state.to_move != self._side else False
        info = self._info(self._decided)
        if self._oracle is not None:
            info["oracle"] = self._told(None)
        return self._observe(), info

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, Info]:
        """Places the learner's stone, then plays the opponent's turn once the learner's is over.

        Raises KinrowError before the first `reset`.
        """
        state, cell = self._state, cell_asked(action)
        if self._decided:
            return self._over() if self._lost else self._late()
        if self._oracle is not None:
            return self._step_before_oracle(cell)
        try:
            finished = state.play(cell)
        except (ValueError, TypeError):  # TypeError: a number beyond the core's
            return self._illegal(cell)
        self._bytes[cell] = 1
        self._legal[cell] = 0
        if not finished and state.to_move != self._side:
            finished = self._reply()
        return self._observe(), self._reward(finished), finished, False, self._info(finished)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions as bool (cells,), under the name by which sb3-contrib asks for them.

        >>> env = KInARowEnv(game="1,3,3", side="O")
        >>> _, info = env.reset(seed=1)
        >>> (env.action_masks() == info["action_mask"]).all().item()
        True
        """
        return self._mask.astype(np.bool_)

    def render(self) -> Any:
        """A picture as `render_mode` asks for; None for "human", which opens a window."""
        return self._screen.picture(self.position, self._state.history)

    def close(self) -> None:
        """Closes the window and the opponent."""
        self._screen.close()
        dismiss(self._opponent)
        self._opponent = None
        if self._oracle is not None:
            self._oracle.close()

    def ask(self) -> int:
        """The action that a person chooses with the mouse in the window (`render_mode="human"`)."""
        cell = self._screen.ask(self.position, self._state.history)
        return index_of(self.rules, cell)

    def _hire(self) -> None:
        asked = self._opponent_asked
        if not isinstance(asked, str):
            self._opponent = asked
        elif asked == "human" and self.render_mode == "human":
            self._opponent = self._screen.player()
        elif not self._random:
            if self._opponent is not None:
                self._opponent.close()
            self._opponent = player(asked, seed=self._stream)

    def _reply(self) -> bool:
        """The opponent's stones until it is the learner's turn; whether the game is over."""
        state, size, finished = self._state, self._size, False
        while not finished and state.to_move != self._side:
            cell = state.random_move() if self._random else self._chosen()
            finished = state.play(cell)
            self._bytes[size + cell] = 1
            self._legal[cell] = 0
        return bool(finished)

    def _chosen(self) -> int:
        if self._opponent is None:
            self._hire()
        opponent, position = self._opponent, self.position
        assert opponent is not None
        return index_of(self.rules, checked(opponent, position, opponent.choose(position)))

    def _observe(self) -> Observation:
        if self._turns:
            state = self._state
            own = not state.finished and state.to_move == self._side
            self._seen[2] = min(255, state.left - 1) if own else 0
        if self.render_mode == "human":
            self._screen.picture(self.position, self._state.history)
        return self._seen.copy()

    def _info(self, finished: bool) -> Info:
        if finished or self.rules.renju:  # which may forbid empty cells
            self._legal[:] = bytes(self._size)
            for cell in () if finished else self._state.legal():
                self._legal[cell] = 1
        return {"action_mask": self._mask.copy()}

    def _reward(self, finished: bool) -> float:
        if not finished:
            return 0.0
        winner = self._state.winner
        return 0.0 if winner < 0 else 1.0 if winner == self._side else -1.0

    def _late(self) -> tuple[Observation, float, bool, bool, Info]:
        """The end of a game that the opponent's first turn has ended."""
        if not self._episode:
            raise KinrowError(Sentence("env.begin"))
        self._decided = False
        info = self._info(True)
        if self._oracle is not None:
            info["oracle"] = self._told(None)
        return self._observe(), self._reward(True), True, False, info

    def _illegal(self, cell: int) -> tuple[Observation, float, bool, bool, Info]:
        if not self._loses:
            raise IllegalMove(illegal_action(self.position, cell))
        self._decided = self._lost = True
        info = self._info(True)
        info["illegal"] = True
        return self._last(), -1.0, True, False, info

    def _over(self) -> tuple[Observation, float, bool, bool, Info]:
        """After an illegal action the game stays over, as in a Batch, and nothing more is lost."""
        info = self._info(True)
        if self._oracle is not None:
            info["oracle"] = self._told(None, acts=False)
        return self._last(), 0.0, True, False, info

    def _last(self) -> Observation:
        """What is seen at the end of a game that an illegal action has ended, in a turn or not."""
        seen = self._observe()
        seen[2:] = 0
        return seen

    def _step_before_oracle(self, cell: int) -> tuple[Observation, float, bool, bool, Info]:
        oracle, self._oracle = self._oracle, None
        assert oracle is not None
        before = oracle.truth(self.position)
        try:
            seen, reward, over, cut, info = self.step(cell)
        finally:
            self._oracle = oracle
        legal = "illegal" not in info
        regret = before.regret(cell) if before is not None and legal else None
        info["oracle"] = self._told(regret, acts=legal)
        return seen, reward, over, cut, info

    def _told(self, regret: int | None, *, acts: bool = True) -> Info:
        """What the oracle knows of the position, for the learner."""
        assert self._oracle is not None
        sign = 1 if self._state.to_move == self._side else -1
        return told_to(self._oracle.truth(self.position), sign, regret, acts=acts)
