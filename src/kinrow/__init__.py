"""What a position of any k-in-a-row game is worth, the best move, and how we know.

Each name below is imported from its subpackage when it is first used, so importing kinrow is
fast. Subpackages are nouns and functions are verbs: `kinrow.solve` is a function, `kinrow.solver`
a subpackage. Subpackages need no import of their own: `kinrow.envs` just works. American spelling
works, too: `kinrow.analyze` is `kinrow.analyse`.

>>> import kinrow
>>> kinrow.game("tictactoe").k
3
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from kinrow.display import draw_with

__version__ = "0.2.0"

_HOMES = {
    "analysis": ("Solver", "analyse", "solve"),
    "annotation": ("annotate", "annotate_file"),
    "drawing": ("draw",),
    "players": ("player",),
    "proofs": ("check", "prove"),
    "records": ("Record", "read_games", "write_games"),
    "rules": (
        "Board",
        "Cell",
        "IllegalMove",
        "IllegalPosition",
        "KinrowError",
        "MemoryLimit",
        "Moves",
        "NotationError",
        "OptionError",
        "Outcome",
        "Position",
        "Rules",
        "RulesError",
        "Setup",
        "Sign",
        "Value",
        "game",
    ),
    "rules.games": ("games",),
    "rules.reading": ("position",),
    "solver": ("Analysis", "Counts", "Evidence", "Solution", "count", "perft"),
    "tables": ("Table", "tabulate"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

_AMERICAN = {"analyze": "analyse"}

if TYPE_CHECKING:
    from kinrow.analysis import Solver, analyse, solve
    from kinrow.analysis import analyse as analyze  # noqa: F401
    from kinrow.annotation import annotate, annotate_file
    from kinrow.drawing import draw
    from kinrow.players import player
    from kinrow.proofs import check, prove
    from kinrow.records import Record, read_games, write_games
    from kinrow.rules import (
        Board,
        Cell,
        IllegalMove,
        IllegalPosition,
        KinrowError,
        MemoryLimit,
        Moves,
        NotationError,
        OptionError,
        Outcome,
        Position,
        Rules,
        RulesError,
        Setup,
        Sign,
        Value,
        game,
    )
    from kinrow.rules.games import games
    from kinrow.rules.reading import position
    from kinrow.solver import Analysis, Counts, Evidence, Solution, count, perft
    from kinrow.tables import Table, tabulate

__all__ = [
    "Analysis",
    "Board",
    "Cell",
    "Counts",
    "Evidence",
    "IllegalMove",
    "IllegalPosition",
    "KinrowError",
    "MemoryLimit",
    "Moves",
    "NotationError",
    "OptionError",
    "Outcome",
    "Position",
    "Record",
    "Rules",
    "RulesError",
    "Setup",
    "Sign",
    "Solution",
    "Solver",
    "Table",
    "Value",
    "__version__",
    "analyse",
    "annotate",
    "annotate_file",
    "check",
    "count",
    "draw",
    "game",
    "games",
    "perft",
    "player",
    "position",
    "prove",
    "read_games",
    "solve",
    "tabulate",
    "write_games",
]


def _svg(shown: object) -> str:
    """How a notebook shows our objects; the drawing subpackage is imported when needed."""
    svg: str = import_module(f"{__name__}.drawing").svg_of(shown)
    return svg


draw_with(_svg)


def __getattr__(name: str) -> object:
    found = _AMERICAN.get(name, name)
    if found not in _HOME_OF:
        return _room(name)
    value = getattr(import_module(f"{__name__}.{_HOME_OF[found]}"), found)
    globals()[name] = value
    return value


def _room(name: str) -> object:
    """A room that was not imported by its name, such as `kinrow.envs`."""
    room = f"{__name__}.{name}"
    try:
        if not name.startswith("_"):
            return import_module(room)
    except ModuleNotFoundError as error:
        if error.name != room:
            raise
    from difflib import get_close_matches

    near = get_close_matches(name, __all__, n=1)
    hint = f": did you mean {near[0]}?" if near else ""
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")


def __dir__() -> list[str]:
    """What is public, and the subpackages that are loaded."""
    rooms = {name for name, value in globals().items() if isinstance(value, ModuleType)}
    special = {name for name in globals() if name.startswith("__")}
    return sorted({*__all__, *rooms, *special} - {"_core"})
