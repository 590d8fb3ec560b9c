"""A player of another version of kinrow, in a process of its own: for matches between versions."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from time import perf_counter

from kinrow.players.errors import Crashed, Illegal, Silent
from kinrow.players.program import Ended, Late, Program
from kinrow.players.protocol import Clock, Player, to_play
from kinrow.rules import Cell, GameLike, NotationError, PositionLike, Rules, game
from kinrow.rules.calls import made_as
from kinrow.rules.options import text_of, whole_number
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import path_of
from kinrow.runtime.limits import MOST_THREADS

# The other version reads this. It uses only what all versions have. An editable installation finds
# its own kinrow before any folder, so here folders come first.
_WORKER = """
import json, sys
from importlib.machinery import PathFinder
sys.path.insert(0, sys.argv[1])
sys.meta_path.insert(0, PathFinder)
from kinrow.players import Clock, player
from kinrow.rules import as_position
with player(sys.argv[2], seed=int(sys.argv[3]), threads=int(sys.argv[4])) as other:
    for line in sys.stdin:
        asked = json.loads(line)
        if "begin" in asked:
            getattr(other, "prepare", lambda rules: None)(as_position(asked["begin"]).rules)
            print("{}", flush=True)
            continue
        clock = Clock(*asked["clock"]) if asked["clock"] else None
        move = other.choose(as_position(asked["position"]), clock)
        print(json.dumps({"move": str(move), "note": other.note}), flush=True)
"""
_GRACE = 2.0  # seconds that an answer may be late before the process counts as silent
_START = 30.0  # seconds for the process to load its version


@made_as("VersionPlayer('old', '../before/src', 'alphabeta:6', 1, 1)")
class VersionPlayer(Player):
    """Asks the player `spec` of the version of kinrow that lies in `folder`.

    The folder is one from which `import kinrow` would work: `src` of another checkout that is
    built, or what `pip install --target FOLDER kinrow==0.1.0` has made. Raises NotationError if
    there is no kinrow, OptionError if an argument is of the wrong kind, PlayerFault if the process
    fails.
    """

    def __init__(self, name: str, folder: str, spec: str, seed: int, threads: int) -> None:
        self.name = text_of("name", name)
        self.note = ""
        text_of("spec", spec)
        seed = whole_number("seed", seed, 0, example=1)
        threads = whole_number("threads", threads, 1, example=4, most=MOST_THREADS)
        if not Path(path_of(folder, "../before/src"), "kinrow", "__init__.py").is_file():
            raise NotationError(Sentence("player.version", player=repr(name), folder=folder))
        found = str(Path(folder).resolve())
        self._command = [sys.executable, "-c", _WORKER, found, spec, str(seed), str(threads)]
        self._program: Program | None = None
        self._rules: Rules | None = None

    def choose(self, position: PositionLike, clock: Clock | None = None) -> Cell:
        """What the other version plays."""
        position = to_play(position, clock)
        times = None if clock is None else [clock.move, clock.game]
        if times is not None and clock is not None and clock.increment:
            times.append(clock.increment)  # which old versions do not know
        limit = None if clock is None else clock.limit
        asked = {"position": position.fen(), "clock": times}
        self.prepare(position.rules)
        answer = self._answer(asked, limit, None if limit is None else limit + _GRACE)
        with contextlib.suppress(ValueError, KeyError, TypeError):
            played = json.loads(answer)
            self.note = str(played["note"])
            return Cell.parse(played["move"])
        raise Illegal(self.name, Sentence("player.no_move", answer=repr(answer[:40])))

    def prepare(self, rules: GameLike) -> None:
        """Starts the process, which loads its version before the first clock runs."""
        rules = game(rules)
        if self._program is None or self._rules != rules:
            self._rules = rules
            self._answer({"begin": rules.start().fen()}, _START, _START)

    def _answer(self, asked: object, limit: float | None, patience: float | None) -> str:
        deadline = None if patience is None else perf_counter() + patience
        try:
            if self._program is None:
                self._program = Program(self._command)
            self._program.send(json.dumps(asked))
            return self._program.line(deadline)
        except Ended as error:
            self.close()
            raise Crashed(self.name, error.args[0]) from None
        except Late:
            self.close()
            raise Silent(self.name, Sentence("player.silent", seconds=limit)) from None

    def close(self) -> None:
        """Ends the process."""
        program, self._program = self._program, None
        if program is not None:
            program.close()
