"""Learning environments: Gymnasium, PettingZoo, and a bare batch of boards on NumPy arrays.

Importing this registers `kinrow/KInARow-v0` with Gymnasium:

>>> import gymnasium, kinrow.envs
>>> env = gymnasium.make("kinrow/KInARow-v0", game="3,3,3", opponent="random")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((2, 3, 3), 9)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kinrow.envs.batch import SKIP, Batch, state
from kinrow.rules.sentence import Sentence
from kinrow.runtime.extras import MissingExtra

if TYPE_CHECKING:
    from kinrow.envs.aec import KInARowAEC, aec_env
    from kinrow.envs.env import KInARowEnv
    from kinrow.envs.oracle import Oracle, OracleTruth
    from kinrow.envs.vector import KInARowVectorEnv

ID = "kinrow/KInARow-v0"
"""The name under which Gymnasium knows the environment."""

_HOMES = {
    "KInARowAEC": "aec",
    "KInARowEnv": "env",
    "KInARowVectorEnv": "vector",
    "Oracle": "oracle",
    "OracleTruth": "oracle",
    "aec_env": "aec",
}

__all__ = [
    "ID",
    "SKIP",
    "Batch",
    "KInARowAEC",
    "KInARowEnv",
    "KInARowVectorEnv",
    "Oracle",
    "OracleTruth",
    "aec_env",
    "register",
    "state",
]


def register() -> None:
    """Makes `gymnasium.make` and `gymnasium.make_vec` know the environment; may be called twice."""
    import gymnasium

    if ID not in gymnasium.registry:
        gymnasium.register(
            ID,
            entry_point="kinrow.envs.env:KInARowEnv",
            vector_entry_point="kinrow.envs.vector:KInARowVectorEnv",
        )


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        module = import_module(f"{__name__}.{_HOMES[name]}")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("gymnasium", "pettingzoo"):
            raise
        raise MissingExtra(Sentence("extra.envs", name=name, library=error.name)) from None
    value: object = getattr(module, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


try:
    register()
except ModuleNotFoundError as missing:  # the bare batch of boards does without Gymnasium
    if missing.name != "gymnasium":
        raise
