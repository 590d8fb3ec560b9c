"""PSQ, the files of Piskvork, Gomocup's manager: a head, "x,y,milliseconds" lines, names, a code.

PSQ has no field for the rules. What follows the code is read by no manager (Piskvork stops at the
names), so the game stands there, as in "kinrow 15,15,5", and below it the number of stones that
were given, if there are any, as in "opening 3". Of a record, PSQ holds the main line, the
times to the millisecond and the names; variations, notes and comments have no place.

Source: what Piskvork (https://gomocup.org/download-gomoku-ai/) reads and writes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from kinrow.records.growth import Growth
from kinrow.records.record import Record
from kinrow.records.result import Ending, Result
from kinrow.records.tree import Stone
from kinrow.records.which_game import at_line, placed, which_game
from kinrow.rules import Cell, NotationError, Rules, Sign
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence

_HEAD = re.compile(
    r"Piskvorky\s+(\d{1,3})\s*x\s*(\d{1,3})\b(?:\D+\d+\D+\d+\D+([01]))?.*", re.IGNORECASE
)
_STONE = re.compile(r"\s*(-?\d{1,5})\s*,\s*(-?\d{1,5})\s*,\s*(-?\d{1,12})\s*")
_ODD_STONE = re.compile(r"\s*-?\d+\s*,\s*-?\d+\s*(,.*)?")  # a stone, but for its time
_GAME = re.compile(r"kinrow\s+(\S.*?)\s*")
_OPENING = re.compile(r"opening\s+(\d{1,3})")
_CODE = re.compile(r"-?\d{1,3}")
_BY_HAND = 11  # Piskvork's number for a time limit that was set by hand
_TIMEOUT, _ON_THE_BOARD, _UNKNOWN = "15", "0", "-1"


def read_psq(text: str, named: Rules | None = None) -> list[Record]:
    """The one game of a file; `named` is its game, if the file does not say.

    Raises UnknownGame for a file that does not say which game it is, NotationError, with the line,
    for a string that is not PSQ.

    >>> text = "Piskvorky 3x3, 11:11, 0\\n2,2,120\\n1,1,45\\nAnn\\nBob\\n-1\\nkinrow tictactoe\\n"
    >>> (record,) = read_psq(text)
    >>> record.moves, record.seconds, record.players[Sign.X]
    (Moves('b2 a1'), (0.12, 0.045), 'Ann')
    """
    lines = text.splitlines() or [""]
    head = _HEAD.fullmatch(lines[0].strip())
    if head is None:
        raise placed(NotationError(Sentence("psq.head")), at_line(1))
    stones = _stones(lines)
    last = max(stones, default=1)
    after = [line.strip() for line in lines[last:]]
    said = next((game[1] for line in after[2:] if (game := _GAME.fullmatch(line))), None)
    rules = which_game(named, said, (int(head[2]), int(head[1])))
    given = next((int(found[1]) for line in after[2:] if (found := _OPENING.fullmatch(line))), 0)
    growth = _grown(rules, stones, given)
    return [
        growth.record(
            players=_players(rules, after, swapped=head[3] == "1"),
            result=_result(growth, after[2:3]),
            opening=given,
        )
    ]


def text_of_names(data: bytes) -> str:
    """The text of a file that is not in UTF-8, as names and paths in a code page are not.

    Of such lines, what cannot be read becomes U+FFFD. The head and the stones must be readable:
    raises NotationError, with the line, if one of them is not.

    >>> text_of_names(b"Piskvorky 3x3, 11:11, 0\\n2,2,15\\nHr\\xe1\\xe8.exe").splitlines()[2]
    'Hr\ufffd\ufffd.exe'
    """
    lines: list[str] = []
    for number, line in enumerate(data.splitlines(keepends=True), 1):
        text, readable = line.decode(errors="replace"), line.decode(errors="ignore")
        is_needed = number == 1 or any(
            form.fullmatch(readable.strip()) for form in (_STONE, _ODD_STONE)
        )
        if is_needed and text != readable:
            raise NotationError(Sentence("file.line", line=number, charset="UTF-8"))
        lines.append(text)
    return "".join(lines)


def _stones(lines: Sequence[str]) -> dict[int, re.Match[str]]:
    """The stones below the head by their lines; of a file of kinrow's, no name that looks like one.

    Empty lines among them are passed over. Raises NotationError for a line that can only be meant
    as a stone, as it would end the game before its time, and for a second game.
    """
    ours = [
        at
        for at, (code, line) in enumerate(pairwise(map(str.strip, lines)), 1)
        if _GAME.fullmatch(line) and _CODE.fullmatch(code)
    ]
    end = max(ours[-1] - 3, 1) if ours else len(lines)  # before two names and the code
    found: dict[int, re.Match[str]] = {}
    for number, line in enumerate(lines[1:end], 2):
        stone = _STONE.fullmatch(line)
        if stone is not None:
            found[number] = stone
        elif _ODD_STONE.fullmatch(line):
            raise placed(NotationError(Sentence("psq.stone", text=shown(line))), at_line(number))
        elif line.strip():
            if not ours:
                _check_rest(lines, number)
            break
    return found


def _check_rest(lines: Sequence[str], number: int) -> None:
    """Refuses a line that is not a name, as stones follow it, and a second game."""
    heads = [at for at, line in enumerate(lines[number:], number + 1) if _HEAD.fullmatch(line)]
    if heads:
        fault = Sentence("psq.one", count=1 + len(heads))
        raise placed(NotationError(fault), at_line(heads[0]))
    if any(_STONE.fullmatch(line) for line in lines[number:]):
        fault = Sentence("psq.stone", text=shown(lines[number - 1]))
        raise placed(NotationError(fault), at_line(number))


def _grown(rules: Rules, stones: Mapping[int, re.Match[str]], given: int) -> Growth:
    growth = Growth(rules.start())
    parent: int | None = None
    for line, stone in stones.items():
        x, y, time = map(int, stone.groups())
        cell = Cell(y - 1, x - 1)
        # Stones of an opening have a time of 0, which nobody took; a time below 0 is none.
        timed = time > 0 or (time == 0 and len(growth.stones) >= given)
        seconds = time / 1000 if timed else None
        parent = growth.add(parent, "", line=line, cell=cell, seconds=seconds)
        if parent is None:
            break
    return growth


def _players(rules: Rules, after: Sequence[str], *, swapped: bool) -> dict[Sign, str]:
    """Two names, Piskvork's first player first; the head says whether the second one began."""
    coded = any(map(_CODE.fullmatch, after))
    names = after[:2] if len(after) > 2 or (len(after) == 2 and not coded) else ["", ""]
    first, second = reversed(names) if swapped else names
    return {rules.begins: first, rules.begins.other: second}


def _result(growth: Growth, code: Sequence[str]) -> Result | None:
    """Who is to move after the last stone has run out of time, if the code says so."""
    end = growth.position(len(growth.stones) - 1 if growth.stones else None)
    timed_out = list(code) == [_TIMEOUT] and not end.finished and not growth.illegal
    return Result(end.to_move.other, Ending.TIME) if timed_out else None


def write_psq(record: Record) -> str:
    """A file of one game. Raises NotationError for a game that begins from a set-up position.

    >>> print(write_psq(Record("1,3,2", "a1 c1", {Sign.X: "Ann", Sign.O: "Bob"})))
    Piskvorky 3x1, 11:11, 0
    1,1,-1
    3,1,-1
    Ann
    Bob
    -1
    kinrow 1,3,2
    """
    rules = record.rules
    if record.start != rules.start():
        raise NotationError(Sentence("psq.start"))
    stones = [
        f"{stone.cell.col + 1},{stone.cell.row + 1},{_milliseconds(stone, at < record.opening)}"
        for at, stone in enumerate(record.main)
    ]
    names = [record.players[sign] for sign in (rules.begins, rules.begins.other)]
    head = f"Piskvorky {rules.cols}x{rules.rows}, {_BY_HAND}:{_BY_HAND}, 0"
    opening = [f"opening {record.opening}"] if record.opening else []
    return "\n".join([head, *stones, *names, _code(record), f"kinrow {rules}", *opening])


def _milliseconds(stone: Stone, given: bool) -> int:
    """The time of a stone; -1 if nobody knows it, 0 if nobody took any."""
    if stone.seconds is None:
        return 0 if given else -1
    return round(1000 * stone.seconds)


def _code(record: Record) -> str:
    if record.result is None or record.result.ending is Ending.VOID:
        return _UNKNOWN
    end = record.position
    if record.result.ending is Ending.TIME and record.winner is end.to_move.other:
        return _TIMEOUT
    return _ON_THE_BOARD if end.finished else _UNKNOWN
