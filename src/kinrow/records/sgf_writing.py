"""Records to SGF: the game in RU, set-up stones, every variation, times and notes as comments.

Source: Smart Game Format FF[4], https://www.red-bean.com/sgf/. `LEFT` is a property of our own, as
the format allows: the stones left in the turn of a set-up position, in games of several a turn.
So is `OPENING`: how many of the first stones were given, and not chosen by the players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kinrow.records.record import Record
from kinrow.records.result import Ending, Result
from kinrow.records.sgf_grammar import escaped
from kinrow.records.sgf_reading import TIME
from kinrow.records.tree import Stone, spelled
from kinrow.rules import Cell, Position, Sign

_ENDINGS = {Ending.RESIGNATION: "R", Ending.TIME: "T", Ending.FORFEIT: "F"}


def write_sgf(records: Iterable[Record]) -> str:
    """A collection of games.

    >>> from kinrow.records import Stone, Record
    >>> tree = [Stone("b2", None, 0.5, "the middle"), Stone("a1", 0), Stone("c3", 0)]
    >>> print(write_sgf([Record("tictactoe", tree)]))
    (;FF[4]GM[4]CA[UTF-8]AP[kinrow]SZ[3]RU[3,3,3]
    ;B[bb]C[0.500 s; the middle]
    (;W[aa])
    (;W[cc]))
    """
    return "\n".join(_written(record) for record in records)


def _written(record: Record) -> str:
    head = "".join(
        f"{name}{''.join(f'[{escaped(value)}]' for value in values)}"
        for name, values in _head(record)
    )
    movers = _movers(record)
    parts = [f"(;{head}"]
    for part in spelled(record.tree):
        if isinstance(part, str):
            parts.append(part if part == ")" else f"\n{part}")
        else:
            gap = "" if parts[-1].endswith("(") else "\n"
            parts.append(f"{gap}{_node(record.tree[part], movers[part])}")
    return "".join([*parts, ")"])


def _head(record: Record) -> Iterator[tuple[str, list[str]]]:
    rules, black = record.rules, record.rules.begins
    size = f"{rules.cols}" if rules.cols == rules.rows else f"{rules.cols}:{rules.rows}"
    head = {"FF": "4", "GM": "4", "CA": "UTF-8", "AP": "kinrow", "SZ": size, "RU": str(rules)}
    head |= {"PB": record.players[black], "PW": record.players[black.other]}
    head |= record.about
    head["OPENING"] = str(record.opening or "")
    if record.result is not None:
        head["RE"] = _result(record.result, black)
    head["GC"] = record.comment
    yield from ((name, [value]) for name, value in head.items() if value)
    yield from _set_up(record.start, black)


def _set_up(start: Position, black: Sign) -> Iterator[tuple[str, list[str]]]:
    rules = start.rules
    if start == rules.start():
        return
    for name, sign in (("AB", black), ("AW", black.other)):
        places = [index for index, mark in enumerate(start.cells) if mark == sign]
        points = [Cell(*divmod(index, rules.cols)).point for index in places]
        if points:
            yield name, points
    yield "PL", ["B" if start.to_move is black else "W"]
    if rules.stones > 1 or rules.first_turn > 1:
        yield "LEFT", [str(start.left)]


def _movers(record: Record) -> list[str]:
    """B or W for each stone."""
    black = record.rules.begins
    positions: list[Position] = []
    sides = []
    for node in record.tree:
        before = record.start if node.parent is None else positions[node.parent]
        sides.append("B" if before.to_move is black else "W")
        positions.append(before.play(node.cell))
    return sides


def _node(node: Stone, side: str) -> str:
    comment = _comment(node)
    return f";{side}[{node.cell.point}]" + (f"C[{escaped(comment)}]" if comment else "")


def _comment(node: Stone) -> str:
    """The time and the note; "; " before a note that would be read as a time."""
    if node.seconds is None:
        return f"; {node.note}" if TIME.match(node.note) else node.note
    digits = f"{node.seconds:.6f}"
    time = f"{digits[:-3]}{digits[-3:].rstrip('0')} s"
    return f"{time}; {node.note}" if node.note else time


def _result(result: Result, black: Sign) -> str:
    if result.winner is None:
        return "Void" if result.ending is Ending.VOID else "0"
    score = "" if result.score is None else f"{result.score:.6f}".rstrip("0").rstrip(".")
    how = _ENDINGS.get(result.ending, score)
    return f"{'B' if result.winner is black else 'W'}+{how}"
