"""A record as plain data for JSON, and back, without loss."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard

from kinrow.records.growth import Growth
from kinrow.records.record import Record, opening_of
from kinrow.records.result import Ending, Result
from kinrow.records.tree import Stone
from kinrow.records.which_game import placed, which_game
from kinrow.rules import KinrowError, NotationError, Position, Rules, Sign, position_from_json
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence
from kinrow.runtime.plain_json import from_json

_FIELDS = ("start", "moves", "players", "result", "comment", "about", "opening")
_OF_START = ("rules", "rows", "to_move", "left")
_OF_MOVE = ("move", "seconds", "note", "after")
_OF_RESULT = ("winner", "ending", "score")


def write_json(records: Iterable[Record]) -> str:
    """A list of records; see `record_to_json`."""
    return json.dumps([record_to_json(record) for record in records], indent=1, ensure_ascii=False)


def read_json(text: str, named: Rules | None = None) -> list[Record]:
    """The records of a list, or the single one.

    Raises NotationError, naming the game by its number, for data of another shape.

    >>> read_json('{"start": {"rules": "3,3,3"}, "moves": ["b2"]}')[0].rules.title
    'tictactoe'
    """
    try:
        data = from_json(text)
    except ValueError as error:
        raise NotationError(not_json(error)) from None
    if "\\ud" in text.lower():  # nothing could show or save half a character
        in_utf_8(json.dumps(data, ensure_ascii=False))
    found = []
    for number, each in enumerate(data if isinstance(data, list) else [data], 1):
        try:
            found.append(record_from_json(each, named))
        except KinrowError as error:
            raise placed(error, Sentence("record.nth", number=number)) from None
    return found


def not_json(error: Exception, *, in_a_line: bool = False) -> Sentence:
    """Where a text is not JSON, as far as the error says it; in one line of a file, the column.

    >>> try:
    ...     json.loads("[1,")
    ... except ValueError as error:
    ...     not_json(error), not_json(error, in_a_line=True)
    ('not JSON: line 1, column 4', 'not JSON: column 4')
    """
    if isinstance(error, json.JSONDecodeError):
        if in_a_line:
            return Sentence("json.column", column=error.colno)
        return Sentence("json.place", line=error.lineno, column=error.colno)
    return Sentence("json.none")


def in_utf_8(text: str) -> bytes:
    """Raises NotationError for half a character of UTF-16, as names of files may have.

    >>> in_utf_8("王")
    b'\\xe7\\x8e\\x8b'
    """
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        around = text[max(0, error.start - 8) : error.end + 8]
        raise NotationError(Sentence("record.unicode", text=shown(around))) from None


def record_to_json(record: Record) -> dict[str, Any]:
    """A plain dict.

    - `start`: the start position, as `Position.to_json` writes it, with the rules;
    - `moves`: for each stone its cell, or an object with `move` and what else is known of it:
      `seconds`, `note`, and in variations `after`, the number of the stone that it follows (from 1;
      0 is the start), if that is not the one before it; the stones stand in preorder;
    - `players`, `result` (`winner`, `ending`, `score`), `comment`, `about`: if they are known;
    - `opening`: how many of the first stones were given, if any were.

    >>> tree = [Stone("a1", None, 0.5), Stone("b1", 0), Stone("c1", 0)]
    >>> record_to_json(Record("1,3,2", tree))["moves"]
    [{'move': 'a1', 'seconds': 0.5}, 'b1', {'move': 'c1', 'after': 1}]
    """
    return {"start": record.start.to_json(), **course_to_json(record)}


def course_to_json(record: Record) -> dict[str, Any]:
    """All of `record_to_json` but the start.

    >>> course_to_json(Record("1,3,2", "a1", comment="short"))
    {'moves': ['a1'], 'comment': 'short'}
    """
    result = record.result
    found = {
        "moves": [_stone(at, stone) for at, stone in enumerate(record.tree)],
        "players": {str(sign): name for sign, name in record.players.items() if name},
        "result": result
        and {
            "winner": result.winner and str(result.winner),
            "ending": result.ending.value,
            "score": result.score,
        },
        "comment": record.comment,
        "about": dict(record.about),
        "opening": record.opening,
    }
    return {name: value for name, value in found.items() if value or name == "moves"}


def _stone(at: int, stone: Stone) -> str | dict[str, Any]:
    parent = -1 if stone.parent is None else stone.parent
    more = {
        "seconds": stone.seconds,
        "note": stone.note or None,
        "after": None if parent == at - 1 else parent + 1,
    }
    known = {name: value for name, value in more.items() if value is not None}
    return {"move": str(stone.cell), **known} if known else str(stone.cell)


def record_from_json(data: object, named: Rules | None = None) -> Record:
    """The record that `record_to_json` wrote; all but `start` may be absent.

    Of `start`, `rows` may be absent for the empty board, and `rules` may be a spec such as "4,4,3",
    or be absent if the game is `named`. Raises KinrowError for data of another shape, UnknownGame
    if nothing says which game it is.

    >>> record = Record("1,3,2", "a1 c1", comment="short")
    >>> record_from_json(record_to_json(record)) == record
    True
    """
    if not isinstance(data, Mapping):
        raise NotationError(Sentence("json.game", game="null" if data is None else shown(data)))
    odd = [name for name in data if name not in _FIELDS]
    if odd:
        raise NotationError(Sentence("json.field", field=shown(odd[0]), known=", ".join(_FIELDS)))
    growth = Growth(_start(data.get("start", {}), named))
    moves = data.get("moves", [])
    if not isinstance(moves, list | tuple):
        raise NotationError(Sentence("json.moves", moves=shown(moves)))
    _grow(growth, moves)
    comment = data.get("comment", "")
    if not isinstance(comment, str):
        raise NotationError(Sentence("json.comment", comment=shown(comment)))
    return growth.record(
        players={Sign(sign): name for sign, name in _texts(data, "players", tuple(Sign)).items()},
        result=_result(data.get("result")),
        comment=comment,
        about=_texts(data, "about"),
        opening=_opening(data.get("opening", 0)),
    )


def _opening(data: object) -> int:
    return opening_of(str(data) if type(data) is int else repr(data))


def _start(data: object, named: Rules | None) -> Position:
    if not isinstance(data, Mapping):
        raise NotationError(Sentence("json.start", start=shown(data)))
    _check_keys("start", data, _OF_START)
    said = data.get("rules")
    if isinstance(said, Mapping):
        said = str(Rules.from_json(said))
    if said is not None and not isinstance(said, str):
        raise NotationError(Sentence("rules.type", rules=shown(said)))
    rules = which_game(named, said, None)
    empty = ["." * rules.cols] * rules.rows
    return position_from_json({"rows": empty, **data, "rules": str(rules)})


def _grow(growth: Growth, moves: Iterable[object]) -> None:
    """Adds the stones; those that follow an illegal one are left out."""
    indices: list[int | None] = []  # of each stone of the data in the record
    path = [0]  # the numbers of the stones from the start to the last one
    for number, each in enumerate(moves, 1):
        stone = each if isinstance(each, Mapping) else {"move": each}
        _check_keys(f"moves[{number - 1}]", stone, _OF_MOVE)
        cell, after = stone.get("move"), stone.get("after", number - 1)
        seconds, note = stone.get("seconds"), stone.get("note", "")
        if not isinstance(cell, str) or not isinstance(note, str):
            raise NotationError(Sentence("json.move", number=number, move=shown(each)))
        if type(after) is not int or not 0 <= after < number:
            raise NotationError(
                Sentence("json.after", number=number, after=shown(after), most=number - 1)
            )
        while path and path[-1] != after:
            path.pop()
        if not path:
            raise NotationError(Sentence("stone.order", stone=number, parent=after))
        path.append(number)
        if not (seconds is None or _is_number(seconds)):
            raise NotationError(Sentence("json.seconds", number=number, seconds=shown(seconds)))
        parent = indices[after - 1] if after else None
        if after and parent is None:
            indices.append(None)
            continue
        indices.append(growth.add(parent, cell, line=0, seconds=seconds, note=note))


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _texts(data: Mapping[str, Any], name: str, keys: tuple[str, ...] = ()) -> dict[str, str]:
    found = data.get(name, {})
    if not isinstance(found, Mapping) or not all(isinstance(each, str) for each in found.values()):
        raise NotationError(Sentence("json.texts", name=name, value=shown(found)))
    if keys:
        _check_keys(name, found, keys)
    return dict(found)


def _check_keys(name: str, data: Mapping[str, Any], keys: tuple[str, ...]) -> None:
    """Raises NotationError for any other key: what it says would be lost."""
    odd = [key for key in data if key not in keys]
    if odd:
        known = ", ".join(keys)
        raise NotationError(Sentence("json.name", name=name, value=shown(odd[0]), known=known))


def _result(data: object) -> Result | None:
    if data is None:
        return None
    if isinstance(data, Mapping):
        _check_keys("result", data, _OF_RESULT)
    try:
        fields: dict[str, Any] = dict(data) if isinstance(data, Mapping) else {"ending": data}
        winner, score = fields.get("winner"), fields.get("score")
        if not (score is None or _is_number(score)):
            raise TypeError
        sign = None if winner is None else Sign(winner)
        return Result(sign, Ending(fields.get("ending", "board")), score)
    except (TypeError, ValueError):
        raise NotationError(Sentence("json.result", result=shown(data))) from None
