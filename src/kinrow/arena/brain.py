"""kinrow as a Gomocup (Piskvork) program: commands on standard input, moves on standard output.

Source: Petr Lastovicka's Gomoku AI protocol, https://plastovicka.github.io/protocl2en.htm,
Gomocup's SWAP2BOARD of 2020, and the commands that Yixin's board adds (those that begin with YX).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from random import Random
from time import perf_counter

from kinrow.arena.board import OTHER, OWN, BrainBoard, CommandRefused, nearest
from kinrow.arena.engines import Engines
from kinrow.arena.limits import LARGEST_TABLE, SHORTEST, Limits
from kinrow.arena.lines import TimedLine
from kinrow.arena.report import report
from kinrow.arena.timed_knowledge import TimedKnowledge
from kinrow.players.alphabeta import AlphaBetaPlayer, SearchLine
from kinrow.players.protocol import Clock
from kinrow.players.swap import even_stones
from kinrow.rules import Cell, KinrowError, Outcome, Position

_SMALLEST, _LARGEST = 5, 22
_LONG = 0.5  # seconds
_WAIT = 1 / 3  # of a move's time, for the engine to be ready, before the one of the last rule plays
_WON = 1  # a score that is not for swapping sides
_MOST_LINES = 400  # of play that YXNBEST asks for
_SIZE = re.compile(r"([0-9]{1,4})")
_SIZES = re.compile(r"([0-9]{1,4})\s*,\s*([0-9]{1,4})")


def _always() -> bool:
    return True


class Brain:
    """Plays one game after another, as the manager asks; `write` sends one line.

    `quiet` says whether no other line is there yet: only then is it worth preparing an engine.

    >>> brain = Brain(print)
    >>> brain.obey([(0.0, "START 15"), (0.0, "begin"), (0.0, "HELLO"), (0.0, "END")])
    OK
    7,7
    UNKNOWN HELLO
    """

    def __init__(self, write: Callable[[str], object], quiet: Callable[[], bool] = _always) -> None:
        self._write, self._quiet = write, quiet
        self._board: BrainBoard | None = None
        self._limits = Limits()
        self._engines = Engines(self._say)
        self._score = 0
        self._knowledge = TimedKnowledge()
        self._thinking_since: float | None = None
        self._stopped = False  # whether the manager wants an answer now
        self._over = self._moved = False
        self._other_rule = False  # whether the engine that thinks is one for the rule before
        self._lines: Iterator[TimedLine] = iter(())
        self._again: TimedLine | None = None
        self._commands: dict[str, Callable[[str, float], str | None]] = {
            "START": self._start,
            "RECTSTART": self._rectstart,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": self._read_board,
            "SWAP2BOARD": self._swap2board,
            "YXBOARD": self._yxboard,
            "YXSHOWINFO": self._yxshowinfo,
            "YXSHOWFORBID": self._yxshowforbid,
            "YXNBEST": self._yxnbest,
            "YXSTOP": self._yxstop,
            "YXHASHCLEAR": self._yxhashclear,
            "TAKEBACK": self._takeback,
            "INFO": self._info,
            "ABOUT": self._about,
        }

    def obey(self, lines: Iterable[TimedLine]) -> None:
        """Answers command after command until END or the end of the input."""
        self._lines = iter(lines)
        while not self._over and (line := self._next()) is not None:
            self._engines.rest()
            self._obey_one(*line)
            if self._lacks_engine() and self._quiet() and not self._begin_to_prepare():
                self._ready()
            if self._moved and self._limits.pondering:
                self._ponder()
        self._engines.close()

    def _next(self) -> TimedLine | None:
        line, self._again = self._again, None
        return line or next(self._lines, None)

    def heard(self, text: str | None) -> None:
        """Told of every line as it comes, from another thread: some end a long thought."""
        words = ["END"] if text is None else text.upper().split()
        began = self._thinking_since
        if began is None:
            return
        # An END that was sent along with the question does not mean "quick".
        ended = words[:1] == ["END"] and perf_counter() - began > _LONG
        if ended or words in (["INFO", "TIMEOUT_TURN", "0"], ["YXSTOP"]):
            self._stopped = True
            self._engines.stop()

    def _obey_one(self, came: float, text: str) -> None:
        self._moved = False
        word, rest = [*text.split(maxsplit=1), "", ""][:2]
        command = self._commands.get(word.upper())
        try:
            if command is None:
                self._over = self._over or word.upper() == "END"
                answer = f"UNKNOWN {_plain(word)}" if word else None
            else:
                answer = command(rest.strip(), came)
        except KinrowError as error:
            answer = "ERROR " + " ".join(str(error).split())
        except Exception as error:  # whatever a manager sends must not end us
            answer = f"ERROR {type(error).__name__}"
        if answer and not self._over:
            self._write(answer)

    def _start(self, rest: str, came: float) -> str:
        match = _SIZE.fullmatch(rest)
        return self._new_board(rest, (match[1], match[1]) if match else None)

    def _rectstart(self, rest: str, came: float) -> str:
        match = _SIZES.fullmatch(rest)
        if match is None:
            raise CommandRefused(f"size {rest[:20]!r}: expected two numbers, as in 20,15")
        return self._new_board(rest, (match[2], match[1]))

    def _new_board(self, text: str, size: tuple[str, str] | None) -> str:
        rows, cols = (int(number) for number in size) if size else (0, 0)
        if not (_SMALLEST <= rows <= _LARGEST and _SMALLEST <= cols <= _LARGEST):
            raise CommandRefused(f"size {text[:20]!r}: expected {_SMALLEST} to {_LARGEST}")
        self._board = BrainBoard(rows, cols, self._limits.variant)
        self._knowledge.begin()
        self._ready()
        return "OK"

    def _restart(self, rest: str, came: float) -> str:
        self._started().clear()
        self._ready()
        return "OK"

    def _begin(self, rest: str, came: float) -> str:
        if len(self._to_play()):
            raise CommandRefused("BEGIN is for an empty board")
        return self._move(came)

    def _turn(self, rest: str, came: float) -> str | None:
        board = self._to_play()
        board.turn(board.cell(rest))
        return self._move(came)

    def _takeback(self, rest: str, came: float) -> str:
        board = self._started()
        board.take(board.cell(rest))
        return "OK"

    def _read_board(self, rest: str, came: float) -> str | None:
        board, came = self._new_stones()
        self._to_play()
        board.position()
        self._board = board
        return self._move(came)

    def _yxboard(self, rest: str, came: float) -> None:
        self._board, _ = self._new_stones()

    def _new_stones(self) -> tuple[BrainBoard, float]:
        """A board with the stones up to DONE, and when that came."""
        data, came = self._block()
        board = self._started().emptied()
        for text in data:
            board.put(*board.stone(text))
        return board, came

    def _yxshowinfo(self, rest: str, came: float) -> str:
        self._limits.by_yixin()
        self._info("", came)  # the board's rule may have changed
        self._write(f"MESSAGE INFO MAX_THREAD_NUM {os.cpu_count() or 1}")
        return f"MESSAGE INFO MAX_HASH_SIZE {(LARGEST_TABLE >> 10).bit_length() - 1}"

    def _yxshowforbid(self, rest: str, came: float) -> str:
        """The cells that renju forbids the side to move, two digits for x and two for y each."""
        board = self._to_play()
        cells = [board.text(cell).split(",") for cell in board.next_position().forbidden]
        return f"FORBID {''.join(f'{int(x):02}{int(y):02}' for x, y in cells)}."

    def _yxnbest(self, rest: str, came: float) -> str:
        """Writes the best lines of play, and answers with the best move, which is not played."""
        count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 4 else 0
        if not 1 <= count <= _MOST_LINES:
            raise CommandRefused(f"YXNBEST {rest[:20]!r}: expected 1 to {_MOST_LINES}")
        board = self._to_play()
        position = board.next_position()
        engine = self._ready()
        self._set_limits(engine)
        self._stopped, self._thinking_since, best = False, came, None
        try:
            for at, line in enumerate(engine.lines(position, count, self._limits.clock(came))):
                best = best or line
                for text in report(at, count, line, board):
                    self._write(text)
        finally:
            self._thinking_since = None
        assert best is not None
        return board.text(best.moves[0])

    def _yxstop(self, rest: str, came: float) -> None:
        """Nothing to do: `heard` has stopped the search."""

    def _yxhashclear(self, rest: str, came: float) -> None:
        if self._engines.engine is not None:
            self._ready()

    def _swap2board(self, rest: str, came: float) -> str:
        data, came = self._block()
        if len(data) not in (0, 3, 5):
            raise CommandRefused(f"SWAP2BOARD: expected 0, 3 or 5 stones, not {len(data)}")
        board = self._to_play().emptied()
        # X placed the stones 1, 3 and 5; the side to come, O, is the one that we may keep.
        for at, text in enumerate(data):
            board.put(board.cell(text), OTHER if at % 2 == 0 else OWN)
        self._board = board
        if not data:
            clock = self._limits.clock(came)
            opening = even_stones("swap2", board.position(), Random(), clock)
            for at, cell in enumerate(opening):
                board.put(cell, OWN if at % 2 == 0 else OTHER)
            return " ".join(board.text(cell) for cell in opening)
        move = self._think(came)
        if self._score < 0:
            board.swap()
            return "SWAP"
        board.put(move, OWN)
        return board.text(move)

    def _block(self) -> tuple[list[str], float]:
        """The lines up to DONE, and when that came; any other command breaks the block off."""
        data: list[str] = []
        while (line := self._next()) is not None:
            text = line[1].strip()
            word, rest = [*text.upper().split(maxsplit=1), "", ""][:2]
            if word == "DONE":
                return data, line[0]
            if word == "INFO":
                self._info(rest, line[0])
            elif word in self._commands or word == "END":
                self._again = line
                raise CommandRefused(f"{word} before DONE")
            elif word:
                data.append(text)
        raise CommandRefused("the input ends before DONE")

    def _info(self, rest: str, came: float) -> None:
        """Never answers: a manager does not read then, and would take it for its next answer."""
        self._limits.told(rest)
        board = self._board
        if board is not None and board.variant != self._limits.variant:
            self._board = board.with_variant(self._limits.variant)

    def _about(self, rest: str, came: float) -> str:
        from importlib.metadata import version

        return (
            f'name="kinrow", version="{version("kinrow")}", author="The kinrow developers", '
            'country="World"'
        )

    def _started(self) -> BrainBoard:
        if self._board is None:
            raise CommandRefused("expected START first")
        return self._board

    def _to_play(self) -> BrainBoard:
        """The board, if games of the rule that was set can be played."""
        board = self._started()
        if self._limits.unknown_rule is not None:
            raise CommandRefused(self._limits.unknown_rule)
        return board

    def _move(self, came: float) -> str:
        board = self._started()
        move = self._think(came)
        board.put(move, OWN)
        self._moved = True
        return board.text(move)

    def _ponder(self) -> None:
        """Ponders on the opponent's time, until the next line comes."""
        engines, position = self._engines, self._started().awaited
        if position is None or not engines.fit(position.rules, self._limits):
            return
        if engines.engine is not None:
            engines.engine.ponder(position)

    def _think(self, came: float) -> Cell:
        board = self._started()
        position = board.position()
        self._stopped, self._thinking_since = False, came
        try:
            self._begin_to_prepare()
            if (known := self._known(position, self._limits.clock(came))) is not None:
                return known
            if len(board) < 2:
                return nearest(board.rules, board.stones)
            return self._searched(position, came)
        finally:
            self._thinking_since = None

    def _searched(self, position: Position, came: float) -> Cell:
        engine, asked = self._engine_in_time(position, came)
        self._set_limits(engine)
        began, clock = perf_counter(), self._limits.clock(came)
        self._other_rule = asked is not position
        move = engine.choose(asked, Clock(SHORTEST) if self._stopped else clock)
        if self._other_rule and not _does_the_same(move, asked, position):
            self._other_rule = False
            engine = self._ready()
            move = engine.choose(position, Clock(SHORTEST))
        self._limits.answered(began, clock)
        self._score = engine.score
        return move

    def _engine_in_time(self, position: Position, came: float) -> tuple[AlphaBetaPlayer, Position]:
        """The engine and what to ask it: the one before, under its own rule, if time is short."""
        rules, limits = position.rules, self._limits
        engine = self._engines.within(rules, limits, _WAIT * (limits.clock(came).limit or 0.0))
        if engine is not None:
            return engine, position
        before, old = self._engines.engine, self._engines.rules
        if before is not None and old is not None:
            with suppress(KinrowError):  # it may be over under that rule
                board = self._started().with_variant(str(old).partition(":")[2])
                return before, board.position()
        return self._ready(), position

    def _known(self, position: Position, clock: Clock) -> Cell | None:
        """The move of a win that is known without a search, if there is time to ask.

        A loss or a draw is only said: the engine plays on.
        """
        if not self._limits.hold_knowledge:
            return None
        found = self._knowledge.known(position, clock.limit, lambda: self._stopped)
        if found is None or found.solution.outcome is None:
            return None
        outcome, source = found.solution.outcome, found.solution.source
        self._write(f"MESSAGE {found.solution.how}: {outcome}, by {source}")
        if outcome is not Outcome.WIN or not found.best:
            return None
        self._score = _WON
        return found.best[0]

    def _ready(self) -> AlphaBetaPlayer:
        return self._engines.ready(self._started().rules, self._limits)

    def _lacks_engine(self) -> bool:
        """Whether INFO has asked for another engine since START."""
        board = self._board
        return board is not None and self._engines.lack(board.rules, self._limits)

    def _begin_to_prepare(self) -> bool:
        """Whether the engine is ready, or is being prepared from now on."""
        return self._engines.begin(self._started().rules, self._limits)

    def _set_limits(self, engine: AlphaBetaPlayer) -> None:
        engine.depth, engine.nodes = self._limits.depth, self._limits.nodes

    def _say(self, line: SearchLine) -> None:
        """A line of analysis for the manager's log, if it is about the rule of this game."""
        if line.depth and line.nodes and not self._other_rule:
            moves = " ".join(self._started().text(cell) for cell in line.moves)
            self._write(f"MESSAGE depth {line.depth} ev {line.score} nodes {line.nodes} pv {moves}")
        if self._stopped:  # it came just before the search
            self._engines.stop()


def _does_the_same(move: Cell, before: Position, now: Position) -> bool:
    """Whether a move is legal in a game of another rule, and wins there if it did before."""
    return move in now.legal_moves and before.play(move).winner is now.play(move).winner


def _plain(word: str) -> str:
    """Text from outside, made safe to send back."""
    return "".join(char if char.isprintable() else "?" for char in word[:40])
