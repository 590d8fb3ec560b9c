"""A PettingZoo environment for two agents, who act in turn and each see the board as their own."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]
from pettingzoo.utils.env_logger import EnvLogger  # type: ignore[import-untyped]

from kinrow import _core
from kinrow.envs.batch import cell_asked, illegal_action, position_at
from kinrow.envs.env import begins_with
from kinrow.envs.oracle import Oracle, told_to
from kinrow.envs.picture import Screen
from kinrow.rules import GameLike, IllegalMove, KinrowError, OptionError, Position
from kinrow.rules import game as _game
from kinrow.rules.calls import made_as
from kinrow.rules.options import flag_of, one_of
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import SIGNS, core_game

_MODES = ("human", "rgb_array", "ansi")


def _where(sign: str) -> bytes:
    """A table for bytes.translate: 1 for this sign, 0 for any other."""
    return bytes(code == ord(sign) for code in range(256))


_FREE = _where(".")


def aec_env(game: GameLike = "3,3,3", render_mode: str | None = None, oracle: bool = False) -> Any:
    """The environment, which behaves as PettingZoo's classic games do: an illegal move loses.

    Observations are {"observation": uint8 (planes, rows, cols), "action_mask": int8 (cells,)};
    the planes are the agent's stones, the opponent's and, in games with several stones per turn,
    the number of stones left in the turn after the next one. "player_0" begins. An agent acts
    again while its turn lasts.

    With `oracle=True`, `infos[agent]["oracle"]` is the exact truth for that agent, as in the
    Gymnasium environment; the regret is that of the agent's last action.

    >>> env = aec_env("tictactoe")
    >>> env.reset(seed=1)
    >>> env.agent_selection, int(env.observe("player_0")["action_mask"].sum())
    ('player_0', 9)
    """
    # PettingZoo's wrapper for illegal moves asks for every mask once more, and each wrapper makes
    # every look at the environment dearer: with all three of them a step takes three times as long.
    return wrappers.OrderEnforcingWrapper(KInARowAEC(game, render_mode, oracle, illegal="lose"))


@made_as("KInARowAEC('tictactoe')")
class KInARowAEC(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """The environment without a wrapper.

    `illegal`: "raise" raises IllegalMove and changes nothing; "lose" ends the game, with reward -1
    for the agent and 0 for the other. An action beyond the board always raises IllegalMove.
    """

    def __init__(
        self,
        game: GameLike = "3,3,3",
        render_mode: str | None = None,
        oracle: bool = False,
        illegal: Literal["raise", "lose"] = "raise",
    ) -> None:
        super().__init__()
        self._loses = one_of("illegal", illegal, ("raise", "lose")) == "lose"
        if render_mode is not None:
            one_of("render_mode", render_mode, _MODES)
        self.rules = _game(game)
        self.metadata = {
            "name": "kinrow_v0",
            "render_modes": list(_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self._screen = Screen(self.rules, render_mode, 2)
        rules = self.rules
        self._planes = 3 if max(rules.stones, rules.first_turn) > 1 else 2
        self.possible_agents = ["player_0", "player_1"]
        self.signs = dict(
            zip(self.possible_agents, (rules.begins, rules.begins.other), strict=True)
        )
        self.agents = self.possible_agents[:]
        self._views = {
            agent: (_where(sign), _where(sign.other)) for agent, sign in self.signs.items()
        }
        self._shape = (self._planes, rules.rows, rules.cols)
        self.observation_spaces = {agent: self._seen_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(rules.size) for agent in self.possible_agents}
        self._oracle = Oracle(rules) if flag_of("oracle", oracle) else None
        self._core = core_game(rules)
        self._state = _core.State(self._core)

    def __copy__(self) -> KInARowAEC:
        """A copy with a board of its own."""
        return deepcopy(self)

    def __repr__(self) -> str:
        return f"<environment: {self.rules.title} for two agents>"

    def _seen_space(self) -> spaces.Dict:
        rules = self.rules
        most = min(255, max(1, rules.stones - 1, rules.first_turn - 1))
        return spaces.Dict(
            {
                "observation": spaces.Box(0, most, self._shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (rules.size,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> Any:
        """The space of observations, the same for both agents."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """The space of actions: cells, as row * cols + col."""
        return self.action_spaces[self._known(agent)]

    @property
    def position(self) -> Position:
        """The current position."""
        return position_at(self.rules, self._state)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game. The environment has no randomness, so the seed changes nothing."""
        begins_with(seed)
        self._state = _core.State(self._core)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()
        self._regrets: dict[str, int | None] = dict.fromkeys(self.agents)
        self._tell()
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        """The board as this agent sees it; the mask is all zeros when it is not its turn."""
        state, views = self._state, self._views[self._known(agent)]
        acts = not state.finished and self._mover() == agent
        cells, (own, others) = state.cells.encode(), views
        # Python translates bytes faster than NumPy compares them.
        planes = cells.translate(own) + cells.translate(others)
        if self._planes == 3:
            planes += bytes([min(255, state.left - 1) if acts else 0]) * self.rules.size
        seen = np.frombuffer(bytearray(planes), np.uint8)
        return {"observation": seen.reshape(self._shape), "action_mask": self._mask(cells, acts)}

    def step(self, action: int | None) -> None:
        """Places one stone for the agent whose turn it is."""
        self._need_game()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise OptionError(Sentence("env.in_play", agent=agent))
        cell = cell_asked(action)
        before = None if self._oracle is None else self._oracle.truth(self.position)
        try:
            finished = self._state.play(cell)
        except (ValueError, TypeError):  # TypeError: a number beyond the core's
            if self._loses and 0 <= cell < self.rules.size:
                self._lose(agent)
                return
            raise IllegalMove(illegal_action(self.position, cell)) from None
        self._regrets[agent] = None if before is None else before.regret(cell)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if finished:
            winner = self._state.winner
            if winner >= 0:
                for one, sign in self.signs.items():
                    self.rewards[one] = 1.0 if SIGNS[winner] is sign else -1.0
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self._mover()
        self._tell()
        self._show()

    def last(self, observe: bool = True) -> Any:
        """What the agent whose turn it is learns; raises KinrowError before the first `reset`."""
        self._need_game()
        return super().last(observe)

    def _need_game(self) -> None:
        if not hasattr(self, "terminations"):
            raise KinrowError(Sentence("env.begin"))

    def render(self) -> Any:
        """A picture in the form that `render_mode` asks for."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode shows nothing")
            return None
        return self._screen.picture(self.position, self._state.history)

    def close(self) -> None:
        """Closes the window and frees the oracle's memory."""
        self._screen.close()
        if self._oracle is not None:
            self._oracle.close()

    def _mask(self, cells: bytes, acts: bool) -> NDArray[np.int8]:
        if not acts:
            return np.zeros(self.rules.size, np.int8)
        if not self.rules.renju:
            return np.frombuffer(bytearray(cells.translate(_FREE)), np.int8)
        mask = np.zeros(self.rules.size, np.int8)
        mask[self._state.legal()] = 1  # some empty cells may be forbidden
        return mask

    def _known(self, agent: str) -> str:
        """The agent; raises OptionError for none of this environment's."""
        return one_of("agent", agent, self.possible_agents)

    def _mover(self) -> str:
        return self.possible_agents[SIGNS[self._state.to_move] is not self.rules.begins]

    def _lose(self, loser: str) -> None:
        """The end of a game by an illegal move, as PettingZoo's TerminateIllegalWrapper has it."""
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[loser] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0) | {loser: -1.0}
        self._regrets[loser] = None
        self._tell(over=True)
        self._accumulate_rewards()
        self._deads_step_first()

    def _tell(self, *, over: bool = False) -> None:
        """The truth for both; what is optimal to the one that acts, if one still does."""
        if self._oracle is None:
            return
        truth, mover = self._oracle.truth(self.position), self._mover()
        for agent in self.agents:
            acts, regret = agent == mover, self._regrets[agent]
            told = told_to(truth, 1 if acts else -1, regret, acts=acts and not over)
            self.infos[agent]["oracle"] = told

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
