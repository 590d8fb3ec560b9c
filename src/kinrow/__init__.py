"""What a position of any k-in-a-row game is worth, the best move, and how we know.

The names below are found in their packages when first used, so that importing kinrow costs nothing.

>>> import kinrow
>>> kinrow.game("tictactoe").k
3
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

__version__ = "0.1.0"

_HOMES = {
    "annotate": ("annotate",),
    "drawing": ("draw",),
    "players": ("player",),
    "rules": (
        "Cell",
        "IllegalMove",
        "IllegalPosition",
        "KinrowError",
        "MemoryLimit",
        "NotationError",
        "Outcome",
        "Position",
        "Rules",
        "RulesError",
        "Setup",
        "Sign",
        "Value",
        "game",
    ),
    "solve": ("Analysis", "Counts", "Solution", "Solver", "analyse", "count", "perft", "solve"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

if TYPE_CHECKING:
    from kinrow.annotate import annotate
    from kinrow.drawing import draw
    from kinrow.players import player
    from kinrow.rules import (
        Cell,
        IllegalMove,
        IllegalPosition,
        KinrowError,
        MemoryLimit,
        NotationError,
        Outcome,
        Position,
        Rules,
        RulesError,
        Setup,
        Sign,
        Value,
        game,
    )
    from kinrow.solve import Analysis, Counts, Solution, Solver, analyse, count, perft, solve

__all__ = [
    "Analysis",
    "Cell",
    "Counts",
    "IllegalMove",
    "IllegalPosition",
    "KinrowError",
    "MemoryLimit",
    "NotationError",
    "Outcome",
    "Position",
    "Rules",
    "RulesError",
    "Setup",
    "Sign",
    "Solution",
    "Solver",
    "Value",
    "__version__",
    "analyse",
    "annotate",
    "count",
    "draw",
    "game",
    "perft",
    "player",
    "solve",
]


class _Root(ModuleType):
    """The package, where a function such as `solve` stands before the room of its name."""

    def __setattr__(self, name: str, value: object) -> None:
        # Importing kinrow.solve binds the room to kinrow's attribute: put its function there.
        if isinstance(value, ModuleType) and name in _HOMES.get(name, ()):
            value = getattr(value, name)
        super().__setattr__(name, value)


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


sys.modules[__name__].__class__ = _Root
