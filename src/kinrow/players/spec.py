"""Players by short texts: "random", "perfect", "alphabeta:6", "mcts:2s", "gomocup:PATH"."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from kinrow.players.protocol import Player
from kinrow.rules import NotationError
from kinrow.rules.calls import as_in
from kinrow.rules.cell import MOST_OF_A_PATH, shown
from kinrow.rules.options import whole_number
from kinrow.rules.sentence import Sentence
from kinrow.runtime.limits import MOST_THREADS
from kinrow.weights.shelf import own_weights

if TYPE_CHECKING:
    from kinrow.analysis import Analyst

_NUMBER = re.compile(r"[1-9][0-9]{0,17}")
_NODES = re.compile(r"([1-9][0-9]{0,14})n")
_NETWORK = re.compile(r"net(=(?P<file>.+))?:(?P<limit>[^:]*)")
_VERSION = re.compile(r"(?P<folder>(?:[A-Za-z]:[\\/])?[^:]+):(?P<other>.+)")  # C:\ is a drive
_TIME = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s)")


@dataclass(frozen=True, slots=True)
class _Means:
    """What a player is given in addition to its text."""

    seed: int | None
    threads: int
    knowledge: bool
    analyst: Analyst | None


# Each player is loaded when it is asked for: `kinrow brain` is to answer at once.
def _random(spec: str, rest: str, means: _Means) -> Player:
    from kinrow.players.random import RandomPlayer

    _none(spec, rest)
    return RandomPlayer(means.seed)


def _perfect(spec: str, rest: str, means: _Means) -> Player:
    from kinrow.players.perfect import PerfectPlayer

    _none(spec, rest)
    return PerfectPlayer(
        means.seed, threads=means.threads, knowledge=means.knowledge, analyst=means.analyst
    )


def _human(spec: str, rest: str, means: _Means) -> Player:
    from kinrow.players.human import HumanPlayer

    _none(spec, rest)
    return HumanPlayer()


def _alphabeta(spec: str, rest: str, means: _Means) -> Player:
    from kinrow.players.alphabeta import DEEPEST, AlphaBetaPlayer

    if (seconds := _seconds(rest)) is not None:
        return AlphaBetaPlayer(spec, seconds=seconds, threads=means.threads)
    if _NUMBER.fullmatch(rest) and int(rest) <= DEEPEST:
        return AlphaBetaPlayer(spec, depth=int(rest), threads=means.threads)
    if match := _NODES.fullmatch(rest):
        return AlphaBetaPlayer(spec, nodes=int(match[1]), threads=means.threads)
    raise NotationError(
        Sentence("player.alphabeta", player=shown(spec, MOST_OF_A_PATH), most=DEEPEST)
    )


def _mcts(spec: str, rest: str, means: _Means) -> Player:
    from kinrow.players.mcts import MctsPlayer
    from kinrow.weights import read_network

    match = _NETWORK.fullmatch(rest)
    limit = match["limit"] if match else rest
    seconds = _seconds(limit)
    if seconds is None and not _NUMBER.fullmatch(limit):
        raise NotationError(Sentence("player.mcts", player=shown(spec, MOST_OF_A_PATH)))
    return MctsPlayer(
        spec,
        simulations=0 if seconds else int(limit),
        seconds=seconds or 0.0,
        seed=means.seed,
        threads=means.threads,
        network=match is not None and (not match["file"] or read_network(match["file"])),
    )


def _gomocup(spec: str, rest: str, means: _Means) -> Player:
    from kinrow.players.gomocup import GomocupPlayer

    if not rest.strip():
        raise NotationError(Sentence("player.path", player=shown(spec, MOST_OF_A_PATH)))
    made = GomocupPlayer(rest.strip())
    if not made.found:
        if Path(path := made.program).is_file():
            raise NotationError(
                Sentence("player.program.closed", player=shown(spec, MOST_OF_A_PATH), path=path)
            )
        raise NotationError(Sentence("player.program", player=shown(spec, MOST_OF_A_PATH)))
    return made


def _version(spec: str, rest: str, means: _Means) -> Player:
    from kinrow.players.version import VersionPlayer

    found = _VERSION.fullmatch(rest)
    if found is None:
        raise NotationError(Sentence("player.version.form", player=shown(spec, MOST_OF_A_PATH)))
    return VersionPlayer(spec, found["folder"], found["other"], means.seed or 0, means.threads)


_Maker = Callable[[str, str, _Means], Player]
_MAKERS: dict[str, _Maker] = {
    "random": _random,
    "perfect": _perfect,
    "alphabeta": _alphabeta,
    "mcts": _mcts,
    "human": _human,
    "gomocup": _gomocup,
    "version": _version,
}

SPECS: Mapping[str, str] = MappingProxyType(
    {
        "random": "any empty cell",
        "perfect": "the solver's move; if a game cannot be solved in time, it says so",
        "alphabeta:DEPTH": "patterns and threats under alpha-beta; also alphabeta:2s or :9000n",
        "mcts:SIMULATIONS": "Monte Carlo tree search; also mcts:2s, mcts:net:500 (a network)",
        "human": "you, at the terminal",
        "gomocup:PATH": "any program that speaks the Gomocup (Piskvork) protocol",
        "version:FOLDER:PLAYER": "a player of another version of kinrow, from where that lies",
    }
)
"""Every kind of player: how it is written, and what it is."""


@as_in("player('mcts:2s', seed=1)")
def player(
    spec: str,
    *,
    seed: int | None = None,
    threads: int = 1,
    knowledge: bool = True,
    analyst: Analyst | None = None,
) -> Player:
    """The player that a short text names, such as "perfect" or "mcts:500".

    - `seed`: with the same seed it makes the same choices; None: others every time.
    - `threads`: those of its search.
    - `knowledge`: False if the perfect player is only to search, and not to ask what is known.
    - `analyst`: an Analyst that the perfect player asks, and whose table it shares; None: its own.

    `SPECS` lists the kinds. Raises NotationError for a string that is not a player, OptionError
    for a seed or threads that are not whole numbers.

    >>> from kinrow.rules import game
    >>> player("mcts:500", seed=1).name
    'mcts:500'
    >>> player("mtcs:500")
    Traceback (most recent call last):
    kinrow.rules.errors.NotationError: unknown player 'mtcs:500' (did you mean mcts?), \
expected random, perfect, alphabeta:DEPTH, mcts:SIMULATIONS, human, gomocup:PATH or \
version:FOLDER:PLAYER
    """
    if not isinstance(spec, str):
        raise NotationError(Sentence("player.type", player=shown(spec, MOST_OF_A_PATH)))
    if seed is not None:
        seed = whole_number("seed", seed, 0, example=1)
    threads = whole_number("threads", threads, 1, example=4, most=MOST_THREADS)
    kind, _, rest = spec.strip().partition(":")
    maker = _MAKERS.get(kind)
    if maker is None:
        near = get_close_matches(kind.casefold(), list(_MAKERS), n=1)
        hint = Sentence("player.near", near=near[0]) if near else ""
        *most, last = SPECS
        raise NotationError(
            Sentence(
                "player.unknown",
                player=shown(spec, MOST_OF_A_PATH),
                hint=hint,
                known=", ".join(most),
                last=last,
            )
        )
    return maker(spec.strip(), rest, _Means(seed, threads, knowledge, analyst))


def files_of(spec: str) -> list[Path]:
    """The files of a program, a network or another version of kinrow; none for other players.

    >>> files_of("perfect"), files_of("gomocup:no-such-program"), files_of("mcts:net=none.json:9")
    ([], [], [])
    """
    kind, _, rest = spec.strip().partition(":")
    found: list[Path] = []
    if kind == "gomocup":
        from kinrow.players.gomocup import command_of

        words = command_of(rest.strip())
        found = [Path(shutil.which(word) or word) for word in words]
    elif kind == "mcts" and (network := _NETWORK.fullmatch(rest)) and network["file"]:
        found = [Path(network["file"])]
    elif kind == "version" and (version := _VERSION.fullmatch(rest)):
        folder = Path(version["folder"], "kinrow")
        found = [path for path in folder.rglob("*") if "__pycache__" not in path.parts]
    return sorted(path for path in found if path.is_file())


def own_weights_of(spec: str) -> list[Path]:
    """The files in the user's folder of weights that a player may load.

    >>> own_weights_of("mcts:500"), own_weights_of("perfect")
    ([], [])
    """
    kind, _, rest = spec.strip().partition(":")
    if kind == "alphabeta":
        return own_weights("patterns")
    if kind == "mcts" and (network := _NETWORK.fullmatch(rest)) and not network["file"]:
        return own_weights("network")
    if kind == "version" and (version := _VERSION.fullmatch(rest)):
        return own_weights_of(version["other"])
    return []


def _none(spec: str, rest: str) -> None:
    kind, colon, _ = spec.partition(":")
    if colon:
        raise NotationError(
            Sentence("player.nothing", player=shown(spec, MOST_OF_A_PATH), kind=kind)
        )


def _seconds(text: str) -> float | None:
    match = _TIME.fullmatch(text)
    seconds = float(match[1]) * (0.001 if match[2] == "ms" else 1.0) if match else 0.0
    return seconds or None
