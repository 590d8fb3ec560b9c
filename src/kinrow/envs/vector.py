"""Many boards as one Gymnasium vector environment, stepped by the core's batch."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kinrow.envs.batch import SKIP, Batch
from kinrow.envs.env import SIDES, Info, asked_of, begins_with, dismiss, options_of, side_of
from kinrow.envs.oracle import BatchOracle
from kinrow.players import Player, player
from kinrow.players.protocol import checked
from kinrow.rules import GameLike, KinrowError, OptionError
from kinrow.rules import game as _game
from kinrow.rules.calls import made_as
from kinrow.rules.cell import shown
from kinrow.rules.options import flag_of, one_of, whole_number
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import index_of
from kinrow.runtime.own import Owner

Observations = NDArray[np.uint8]
Actions = NDArray[np.integer[Any]]
Rewards = NDArray[np.float32]
Flags = NDArray[np.bool_]


def _mode_of(asked: AutoresetMode | str) -> AutoresetMode:
    """The mode; raises OptionError for one that is not offered."""
    try:
        mode = AutoresetMode(asked)
    except ValueError:
        mode = AutoresetMode.DISABLED
    if mode is AutoresetMode.DISABLED:
        raise OptionError(Sentence("env.autoreset"))
    return mode


@made_as("KInARowVectorEnv(16, 'tictactoe')")
class KInARowVectorEnv(Owner, gymnasium.vector.VectorEnv[Any, Any, Any]):
    """`gymnasium.make_vec("kinrow/KInARow-v0", num_envs=4096, game="3,3,3")`.

    Observations, actions, rewards, sides and `illegal` are those of the single environment; the
    first axis of each array is the board, and `info["action_mask"]` is int8 (boards, cells). A
    finished board is reset as `autoreset_mode` says (NEXT_STEP or SAME_STEP). With `copy=False`,
    observations and masks are views of memory that the next step overwrites. With
    `opponent="self"` the learner plays both sides: each observation is for the side to move, each
    reward for the side that moved. `reset(options={"side": "O"})` sets the side until the next
    `reset`. With `oracle=True`, `info["oracle"]` holds one array per key;
    see docs/how-to/environments.md.

    >>> env = KInARowVectorEnv(num_envs=3, side="random", oracle=True)
    >>> observations, info = env.reset(seed=1)
    >>> observations.shape, info["action_mask"].shape, info["oracle"]["value"].tolist()
    ((3, 2, 3, 3), (3, 9), [0, 0, 0])
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it; replaced, not changed
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        game: GameLike = "3,3,3",
        opponent: str | Player = "random",
        render_mode: None = None,
        side: str = "X",
        illegal: Literal["raise", "lose"] = "raise",
        threads: int = 1,
        copy: bool = True,
        oracle: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        self.rules = _game(game)
        self.num_envs = whole_number("num_envs", num_envs, 1, example=16, most=2**31 - 1)
        if render_mode is not None:
            raise OptionError(Sentence("env.render", mode=shown(render_mode)))
        self.render_mode = None
        self._side_asked = self._side_now = one_of("side", side, SIDES)
        self._mode = _mode_of(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self._mode}
        self._copy, self._begun = flag_of("copy", copy), False
        self._opponent_asked = asked_of(opponent, self.rules, "self")
        asked = self._opponent_asked if isinstance(self._opponent_asked, str) else ""
        self._self_play, self._random = asked == "self", asked == "random"
        self._loses = illegal == "lose"
        self._opponent: Player | None = None
        self._batch = Batch(
            self.rules, num_envs, threads=threads, autoreset="disabled", illegal=illegal
        )
        self._oracle = BatchOracle(self._batch) if flag_of("oracle", oracle) else None
        self._side = np.zeros(num_envs, np.int8)
        self._ended = np.zeros(num_envs, np.bool_)
        # Games that the opponent's first turn has ended, whose end the next step reports.
        self._decided = np.zeros(num_envs, np.bool_)
        self._owed = np.zeros(num_envs, np.float32)
        self._actions = np.zeros(num_envs, np.int32)
        self._replies = np.zeros(num_envs, np.int32)
        self._ones = np.ones(num_envs, np.bool_)
        self._set_spaces()

    def _set_spaces(self) -> None:
        shape = self._batch.observations.shape[1:]
        most = min(255, max(1, self.rules.stones - 1, self.rules.first_turn - 1))
        self.single_observation_space = spaces.Box(0, most, shape, np.uint8)
        self.single_action_space = spaces.Discrete(self.rules.size)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Info]:
        """Begins new games on all boards, or on those of `options["reset_mask"]`, bool (boards,).

        If the opponent's first turn has ended a game, its mask is all zeros, and the next step,
        whatever its action, reports the end.
        """
        seed = begins_with(seed)
        super().reset(seed=seed)
        if seed is not None or self._opponent is None:
            stream = int(self.np_random.integers(2**62))
            self._batch.reseed(stream)
            if not (self._random or self._self_play):
                self._hire(stream)
        self._side_now = side_of(options, self._side_asked)
        begun = self._boards_asked(options)
        self._begun = True
        self._ended[begun] = False
        self._open(begun)
        return self._observe(), self._info()

    def step(self, actions: Actions) -> tuple[Observations, Rewards, Flags, Flags, Info]:
        """Places one stone of the learner on every board, then plays the opponents' turns.

        Raises KinrowError before the first `reset`.
        """
        if not self._begun:
            raise KinrowError(Sentence("env.begin"))
        batch, ended, late = self._batch, self._ended, self._decided.copy()
        self._take(actions)
        any_ended, any_late = ended.any(), late.any()
        if any_ended or any_late:
            self._actions[ended | late] = SKIP
        info: Info = self._refused() if self._loses else {}
        batch.step(self._actions)
        if self._oracle is not None:
            self._oracle.judge(self._actions)
        rewards = np.where(late, self._owed, batch.rewards) if any_late else batch.rewards.copy()
        self._decided[:] = False
        if any_ended:
            self._begin(np.flatnonzero(ended).astype(np.int32))
        self._reply(rewards)
        terminated = batch.terminated.copy()
        if any_ended:
            self._owe(ended, rewards)
            rewards[ended], terminated[ended] = 0.0, False
        if self._mode is AutoresetMode.SAME_STEP:
            if terminated.any():
                self._keep_last(terminated, info)
                self._open(terminated)
        else:
            ended[:] = terminated
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observe(), rewards, terminated, truncated, self._info() | info

    def _boards_asked(self, options: dict[str, Any] | None) -> Flags:
        """The boards to reset: those of `options["reset_mask"]`, or all."""
        mask = options_of(options).get("reset_mask")
        if mask is None:
            return self._ones
        if getattr(mask, "dtype", None) != np.bool_ or mask.shape != self._ones.shape:
            example, value = f"np.ones({self.num_envs}, bool)", shown(mask)
            raise OptionError(
                Sentence("env.array", name="reset_mask", value=value, example=example)
            )
        flags: Flags = mask
        return flags

    def _take(self, actions: Actions) -> None:
        """Keeps the actions as the core takes them; raises OptionError for what are none."""
        given = self._batch.narrowed(np.asarray(actions))
        if given.shape != self._actions.shape:
            raise self._batch.not_actions(actions)
        # Only this environment itself may use SKIP: a caller's becomes another illegal action.
        np.maximum(given, SKIP + 1, out=self._actions)

    def _refused(self) -> Info:
        """`info["illegal"]`, if some of the actions are; these end their games."""
        actions, size = self._actions, self.rules.size
        inside = (actions >= 0) & (actions < size)
        legal = self._batch.masks[np.arange(self.num_envs), np.where(inside, actions, 0)] & inside
        illegal = ~legal & (actions != SKIP)
        return {"illegal": illegal, "_illegal": illegal.copy()} if illegal.any() else {}

    def close_extras(self, **kwargs: Any) -> None:
        """Closes the opponent."""
        dismiss(self._opponent)

    def _hire(self, seed: int) -> None:
        asked = self._opponent_asked
        if self._opponent is not None and isinstance(asked, str):
            self._opponent.close()
        self._opponent = player(asked, seed=seed) if isinstance(asked, str) else asked

    def _begin(self, boards: NDArray[np.int32]) -> None:
        self._batch.reset(boards)
        if self._oracle is not None:
            self._oracle.begin(boards)
        if self._side_now == "random":
            self._side[boards] = self.np_random.integers(2, size=len(boards), dtype=np.int8)
        else:
            self._side[boards] = SIDES.index(self._side_now)

    def _open(self, begun: Flags) -> None:
        """New games on these boards, with the opponents' first turns."""
        self._begin(np.flatnonzero(begun).astype(np.int32))
        rewards = np.zeros(self.num_envs, np.float32)
        self._reply(rewards)
        self._owe(begun, rewards)

    def _owe(self, begun: Flags, rewards: Rewards) -> None:
        """Remembers which games that have begun are over before the learner's first action."""
        np.copyto(self._decided, self._batch.terminated, where=begun)
        np.copyto(self._owed, rewards, where=begun)

    def _reply(self, rewards: Rewards) -> None:
        """The opponents' stones, until it is the learner's turn everywhere."""
        batch, replies = self._batch, self._replies
        while not self._self_play:
            waiting = (batch.to_move != self._side) & ~batch.terminated
            if not waiting.any():
                return
            if self._random:
                batch.random_actions(replies)
            else:
                self._choose(waiting)
            np.putmask(replies, ~waiting, SKIP)
            batch.step(replies)
            rewards -= batch.rewards

    def _choose(self, waiting: Flags) -> None:
        opponent = self._opponent
        assert opponent is not None
        for board in np.flatnonzero(waiting):
            position = self._batch.position(int(board))
            cell = checked(opponent, position, opponent.choose(position))
            self._replies[board] = index_of(self.rules, cell)

    def _observe(self) -> Observations:
        """What the learner sees; the core speaks to the side to move, here it is the learner.

        At the end of a game no stones are left in the turn.
        """
        batch = self._batch
        seen = batch.observations
        ended = np.flatnonzero(batch.terminated)
        turned = ended[batch.to_move[ended] != self._side[ended]]
        if self._self_play:
            turned = turned[:0]
        if len(turned) or (len(ended) and batch.planes > 2):
            seen = seen.copy()
            seen[ended, 2:] = 0
            seen[turned, :2] = seen[turned, 1::-1]
        return seen.copy() if self._copy and seen is batch.observations else seen

    def _info(self) -> Info:
        masks = self._batch.masks.view(np.int8)
        info: Info = {
            "action_mask": masks.copy() if self._copy else masks,
            "_action_mask": self._ones.copy() if self._copy else self._ones,
        }
        if self._oracle is not None:
            info |= self._truth()
        return info

    def _truth(self) -> Info:
        """What the oracle tells the learner; in self-play to the side to move."""
        assert self._oracle is not None
        told = self._oracle.told(self._batch.to_move if self._self_play else self._side)
        return {"oracle": told, "_oracle": self._ones.copy() if self._copy else self._ones}

    def _keep_last(self, terminated: Flags, info: Info) -> None:
        """The last observations, where an episode ended, as Gymnasium's own environments do."""
        seen = self._observe()
        last = np.full(self.num_envs, None, dtype=object)
        for board in np.flatnonzero(terminated):
            last[board] = seen[board].copy()
        info["final_obs"], info["_final_obs"] = last, terminated.copy()
        mask = np.zeros((self.num_envs, self.rules.size), np.int8)
        final: Info = {"action_mask": mask, "_action_mask": terminated.copy()}
        # An illegal action ends a game, so that it belongs to the last step of it.
        final |= {name: info.pop(name) for name in ("illegal", "_illegal") if name in info}
        info["final_info"] = final
        if self._oracle is not None:
            info["final_info"] |= self._truth() | {"_oracle": terminated.copy()}
        info["_final_info"] = terminated.copy()
