"""Any Gomocup program as a player: kinrow acts as the manager and talks to the program over pipes.

Source: Petr Lastovicka's Gomoku AI protocol, https://plastovicka.github.io/protocl2en.htm
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from unicodedata import category

from kinrow.players.errors import Crashed, Illegal, PlayerFault, Refused, Silent, Unfit
from kinrow.players.program import Ended, Late, Program
from kinrow.players.protocol import Clock, Player, to_play
from kinrow.players.swap import Choice, OpeningRule
from kinrow.rules import Cell, GameLike, IllegalMove, Position, PositionLike, Rules, game
from kinrow.rules.options import text_of
from kinrow.rules.sentence import Sentence

_START_PATIENCE = (
    10.0  # seconds for START, and for an opening without a clock; programs may load a network
)
_GRACE = 0.5  # seconds that an answer may be late before the program counts as silent
_UNLIMITED = 2**31 - 1
_MEMORY = 350 * 2**20  # what the tournament allows
_MOVE = re.compile(r"([0-9]{1,9})\s*,\s*([0-9]{1,9})")
_TALK = ("MESSAGE", "DEBUG", "UNKNOWN", "OK")
_TALK_IN_OPENINGS = ("MESSAGE", "DEBUG", "OK")  # there UNKNOWN is an answer


class GomocupPlayer(Player):
    """Drives one program for one game after another; a program that failed is restarted.

    `path` is the program; it may be followed by arguments, as in a shell. Raises Unfit for games
    other than five in a row with one stone per turn, PlayerFault if the program fails, Refused,
    which is both, if it answers START by ERROR, OptionError for a path that is not a string.
    """

    def __init__(self, path: str, memory: int = _MEMORY) -> None:
        self.name = f"gomocup:{path}"
        self.note = ""
        self._command = command_of(text_of("path", path))
        self._memory = memory
        self._program: Program | None = None
        self._rules: Rules | None = None
        self._seen: Position | None = None
        self._whole: float | None = None  # seconds for the whole game, as its first clock has them

    @property
    def program(self) -> str:
        """The program without its arguments."""
        return self._command[0] if self._command else ""

    @property
    def found(self) -> bool:
        """Whether the program exists, and can be started."""
        return bool(self._command) and shutil.which(self._command[0]) is not None

    def choose(self, position: PositionLike, clock: Clock | None = None) -> Cell:
        """Tells the program what is new on the board and waits for its stone."""
        position = to_play(position, clock)
        with self._closing_on_faults():
            self._ready(position.rules)
            move = self._ask(position, clock or Clock())
        self._seen = position.play(move)
        return move

    def settle(
        self, rule: OpeningRule, position: Position, clock: Clock | None = None
    ) -> Choice | None:
        """By SWAP2BOARD, if the program knows it; all other openings are left to values."""
        if rule != "swap2":
            return None
        with self._closing_on_faults():
            self._ready(position.rules)
            assert self._program is not None
            stones = [line.rpartition(",")[0] for line in _stones(position, "X")]
            clock = clock if clock is not None and clock.limit else Clock(move=_START_PATIENCE)
            self._whole = None
            limits = self._info(position.rules, clock)
            self._program.send(*limits, *self._again(), "SWAP2BOARD", *stones, "DONE")
            self._seen = position.rules.start()  # whatever is asked next begins with RESTART
            answer = self._answer(clock, _TALK_IN_OPENINGS)
            return None if answer.startswith("UNKNOWN") else self._choice(position, answer)

    def _choice(self, position: Position, answer: str) -> Choice:
        mover = position.to_move
        if answer.strip().upper() == "SWAP":
            return Choice(side=mover.other)
        cells = [_MOVE.fullmatch(word) for word in answer.split()]
        stones = tuple(Cell(int(found[2]), int(found[1])) for found in cells if found)
        if not stones or len(stones) != len(cells):
            raise Illegal(self.name, Sentence("player.no_move", answer=repr(answer[:40])))
        return Choice(stones, mover if len(stones) == 1 else None)

    def prepare(self, rules: GameLike) -> None:
        """Starts the program and sends it the size of the board."""
        with self._closing_on_faults():
            self._ready(game(rules))

    def close(self) -> None:
        """Asks the program to end, and makes sure that it does."""
        program, self._program, self._rules, self._seen = self._program, None, None, None
        self._whole = None
        if program is not None:
            with contextlib.suppress(Ended):
                program.send("END")
            program.close()

    @contextlib.contextmanager
    def _closing_on_faults(self) -> Iterator[None]:
        """A program that failed is not asked again; another one is started for the next game."""
        try:
            yield
        except Ended as error:
            self.close()
            raise Crashed(self.name, error.args[0]) from None
        except PlayerFault:
            self.close()
            raise

    def _ready(self, rules: Rules) -> None:
        if self._program is not None and self._rules == rules:
            return
        if fault := unfit(rules):
            raise Unfit(Sentence("player.fault", player=self.name, what=fault))
        self.close()
        if not self._command:
            raise Ended(Sentence("player.unnamed"))
        self._program = Program(self._command)
        square = rules.rows == rules.cols
        start = f"START {rules.rows}" if square else f"RECTSTART {rules.cols},{rules.rows}"
        self._program.send(start)
        self._expect_ok(start)
        self._rules = rules

    def _expect_ok(self, command: str) -> None:
        deadline = perf_counter() + _START_PATIENCE
        patience = f"{_START_PATIENCE:g}"
        silence = Sentence("player.silent.to", command=command, seconds=patience)
        while True:
            answer = self._line(deadline, silence)
            word = answer.split(maxsplit=1)[0].upper() if answer else ""
            if word == "OK":
                return
            if word == "ERROR":
                what = Sentence("player.refuses", command=command, answer=_plain(answer))
                raise Refused(self.name, what)

    def _ask(self, position: Position, clock: Clock) -> Cell:
        assert self._program is not None
        self.note = ""
        news = self._news(position)
        if not news[0].startswith("TURN"):
            self._whole = None  # another game
        self._program.send(*self._info(position.rules, clock), *news)
        return self._move(position, self._answer(clock))

    def _answer(self, clock: Clock, talk: Sequence[str] = _TALK) -> str:
        """The program's answer, without its comments."""
        assert self._program is not None
        limit = clock.limit
        deadline = None if limit is None else perf_counter() + limit + _GRACE
        while True:
            answer = self._line(deadline, Sentence("player.silent", seconds=limit))
            word, _, rest = answer.partition(" ")
            if word.upper() == "SUGGEST":
                self._program.send(f"PLAY {rest}")
            elif word.upper() == "ERROR":
                raise Crashed(self.name, _plain(answer))
            elif word.upper() not in talk:
                return answer
            elif word.upper() == "MESSAGE":
                self.note = _plain(rest)

    def _line(self, deadline: float | None, complaint: str) -> str:
        assert self._program is not None
        try:
            return self._program.line(deadline)
        except Late:
            raise Silent(self.name, complaint) from None

    def _move(self, position: Position, answer: str) -> Cell:
        match = _MOVE.fullmatch(answer)
        if match is None:
            raise Illegal(self.name, Sentence("player.no_move", answer=repr(answer[:40])))
        move = Cell(int(match[2]), int(match[1]))
        try:
            position.play(move)
        except IllegalMove as error:
            raise Illegal(self.name, error.sentence) from None
        return move

    def _info(self, rules: Rules, clock: Clock) -> list[str]:
        def milliseconds(seconds: float | None) -> int:
            return _UNLIMITED if seconds is None else int(min(_UNLIMITED, 1000 * seconds))

        if clock.game is not None:
            self._whole = max(clock.game, self._whole or 0.0)
        return [
            f"INFO timeout_turn {milliseconds(clock.limit)}",
            f"INFO timeout_match {0 if clock.game is None else milliseconds(self._whole)}",
            f"INFO time_left {milliseconds(clock.game)}",
            f"INFO max_memory {self._memory}",
            "INFO game_type 1",
            f"INFO rule {_rule(rules)}",
        ]

    def _news(self, position: Position) -> list[str]:
        """The commands that bring the program from what it has seen to this position."""
        if position.empties == position.rules.size:
            return [*self._again(), "BEGIN"]
        if self._seen is not None and (move := _one_more(self._seen, position)) is not None:
            return [f"TURN {move.col},{move.row}"]
        own = str(position.to_move)
        stones = _stones(position, own)
        if len(stones) == 1 and stones[0].endswith(",2"):  # the other side began
            return [*self._again(), f"TURN {stones[0][:-2]}"]
        return [*self._again(), "BOARD", *stones, "DONE"]

    def _again(self) -> list[str]:
        return [] if self._seen is None else ["RESTART"]


def _rule(rules: Rules) -> int:
    """Gomocup's number of the rule."""
    return 4 if rules.renju else 8 if rules.caro else int(rules.exact)


def command_of(path: str) -> list[str]:
    """The program and its arguments; a path with spaces that exists is a program alone.

    >>> command_of("python3 engine.py --fast")
    ['python3', 'engine.py', '--fast']
    """
    if Path(path).exists():
        return [path if os.path.dirname(path) else os.path.join(os.curdir, path)]
    try:
        if os.sep == "/":
            return shlex.split(path)
        return [word.strip('"') for word in shlex.split(path, posix=False)]
    except ValueError:  # a quotation that is not closed
        return [path]


def unfit(rules: Rules) -> str | None:
    """Why a Gomocup program cannot play this game; None if it can.

    >>> from kinrow.rules import game
    >>> unfit(game("gomoku")), unfit(game("tictactoe"))
    (None, 'tictactoe is not five in a row with one stone per turn')
    """
    fits = rules.objective == "line" and not rules.misere and rules.k == 5
    if fits and rules.stones == rules.first_turn == 1:
        return None
    return Sentence("player.five", game=rules.title)


def _plain(text: str) -> str:
    """Without control characters, which would reach terminals and files of games.

    >>> _plain("\\x1b[31mfive\\u3000in 7\\a")
    '[31mfive\\u3000in 7'
    """
    return "".join(char for char in text if category(char) != "Cc")


def _one_more(before: Position, after: Position) -> Cell | None:
    """The one stone by which two positions differ; None if it is not one stone more."""
    new = [at for at, mark in enumerate(after.cells) if before.cells[at] != mark]
    if len(new) != 1 or before.cells[new[0]] != ".":
        return None
    return Cell(*divmod(new[0], after.rules.cols))


def _stones(position: Position, own: str) -> list[str]:
    """The stones as BOARD takes them, the signs by turns: some programs read the order of play."""
    by_sign: dict[str, list[str]] = {"X": [], "O": []}
    for at, mark in enumerate(position.cells):
        if mark != ".":
            row, col = divmod(at, position.rules.cols)
            by_sign[mark].append(f"{col},{row},{1 if mark == own else 2}")
    first, second = by_sign[str(position.rules.begins)], by_sign[str(position.rules.begins.other)]
    pairs = [line for pair in zip(first, second, strict=False) for line in pair]
    shorter = min(len(first), len(second))
    return [*pairs, *first[shorter:], *second[shorter:]]
