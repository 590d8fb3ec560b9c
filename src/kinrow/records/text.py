"""A record as a few lines of text, to be read and typed by people.

One line each of `game`, `start` (if it is not the empty board), `x` and `o` (the players),
`result`, `opening` (how many of the first stones were given) and `moves`; alternatives stand in
brackets, as in `moves b2 (a1 c3) (b1)`: the first is the main line, and only another may follow
one. A line that begins with # is a remark, and a line `game`
begins the next game. Times, notes and comments are not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kinrow.records.growth import Growth
from kinrow.records.record import Record, opening_of
from kinrow.records.result import Ending, Result
from kinrow.records.tree import Spelling, spelled
from kinrow.records.which_game import at_line, placed, which_game
from kinrow.rules import KinrowError, NotationError, Rules, Sign, format_position
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence

_WORDS = ("game", "start", "x", "o", "result", "opening", "moves")
_NONE = "# no games"
_PART = re.compile(r"[()]|[^\s,()]+")

Lines = dict[str, tuple[int, str]]
"""The number and the rest of the line that begins with each word."""


def write_text(records: Iterable[Record]) -> str:
    """The games, separated by empty lines; if there are none, a remark that says so.

    >>> print(write_text([Record("tictactoe", "b2 a1", {Sign.X: "Ann"})]))
    game 3,3,3
    x Ann
    moves b2 a1
    """
    return "\n\n".join("\n".join(_lines(record)) for record in records) or _NONE


def _lines(record: Record) -> Iterator[str]:
    yield f"game {record.rules}"
    if record.start != record.rules.start():
        yield f"start {format_position(record.start)}"
    for word, sign in (("x", Sign.X), ("o", Sign.O)):
        if record.players[sign]:
            yield f"{word} {record.players[sign]}"
    if record.result is not None:
        yield f"result {_result_words(record.result)}"
    if record.opening:
        yield f"opening {record.opening}"
    parts = (
        part if isinstance(part, str) else str(record.tree[part].cell)
        for part in spelled(record.tree)
    )
    yield f"moves {' '.join(parts)}".replace("( ", "(").replace(" )", ")").rstrip()


def _result_words(result: Result) -> str:
    if result.winner is None:
        return "void" if result.ending is Ending.VOID else "draw"
    how = f"{result.score:.6f}".rstrip("0").rstrip(".") if result.score is not None else ""
    if result.ending is not Ending.BOARD:
        how = result.ending.value
    return f"{result.winner} {how}".rstrip()


def read_text(text: str, named: Rules | None = None) -> list[Record]:
    """The games that `write_text` wrote, if any; all lines but `game` may be absent.

    `named` is the game, if the file is to be read as another or does not say. Raises
    NotationError, with the line, for anything else.

    >>> [record.rules.title for record in read_text("game 3,3,3\\nmoves b2 a1\\n\\ngame 4,4,4")]
    ['tictactoe', '(4,4,4)']
    """
    games: list[Lines] = []
    for number, line in enumerate(text.splitlines(), 1):
        word, rest = [*line.split(maxsplit=1), "", ""][:2]
        word = word.lower()
        if not word or word.startswith("#"):
            continue
        if word == "game" or (not games and named is not None and word in _WORDS):
            games.append({})
        if word not in _WORDS or not games or word in games[-1]:
            words = ", ".join(_WORDS[1:])
            fault = NotationError(Sentence("record.part", text=shown(line.strip()), words=words))
            raise placed(fault, at_line(number))
        games[-1][word] = (number, rest.strip())
    if not games and _NONE not in text:
        raise NotationError(Sentence("record.text"))
    return [_record(lines, named) for lines in games]


def _record(lines: Lines, named: Rules | None) -> Record:
    said = lines.get("game", (0, ""))[1]
    line = min(number for number, _ in lines.values())
    try:
        rules = which_game(named, said or None, None)
        start = rules.start()
        if "start" in lines:
            line, board = lines["start"]
            start = rules.parse(board)
    except KinrowError as error:
        raise placed(error, at_line(line)) from None
    growth = Growth(start)
    if "moves" in lines:
        _grow(growth, *lines["moves"])
    return growth.record(
        players={sign: lines.get(str(sign).lower(), (0, ""))[1] for sign in Sign},
        result=_result(*lines["result"]) if "result" in lines else None,
        opening=_opening(*lines["opening"]) if "opening" in lines else 0,
    )


def _opening(line: int, text: str) -> int:
    try:
        return opening_of(text)
    except KinrowError as error:
        raise placed(error, at_line(line)) from None


def _grow(growth: Growth, line: int, text: str) -> None:
    reading = Spelling()
    skipped: int | None = None  # the depth at which an illegal stone cut off the rest
    before = ""
    for part in _PART.findall(text):
        if part != "(" and before == ("(" if part == ")" else ")"):
            fault = Sentence("record.after", text=shown(part), before=before)
            raise placed(NotationError(fault), at_line(line))
        before = part
        if part == "(":
            reading.open()
        elif part == ")":
            if not reading.depth:
                raise placed(NotationError(Sentence("record.bracket")), at_line(line))
            skipped = None if skipped == reading.depth else skipped
            reading.close()
        elif skipped is None:
            added = growth.add(reading.parent, part, line=line)
            if added is None:
                skipped = reading.depth
            else:
                reading.add(added)
    if reading.depth:
        raise placed(NotationError(Sentence("record.open")), at_line(line))


def _result(line: int, text: str) -> Result:
    winner, _, how = text.partition(" ")
    if text in ("draw", "void"):
        return Result(None, Ending.VOID if text == "void" else Ending.BOARD)
    try:
        if how and how not in tuple(Ending):
            return Result(Sign(winner), score=float(how))
        return Result(Sign(winner), Ending(how or "board"))
    except ValueError:
        raise NotationError(
            Sentence(
                "text.result", line=line, result=shown(text), endings=", ".join(list(Ending)[1:4])
            )
        ) from None
