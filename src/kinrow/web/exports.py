"""A game as a file: plain text, JSON, SGF, or a picture in SVG."""

from __future__ import annotations

import json
from collections.abc import Callable

from kinrow.rules import Cell, Position, format_board, format_position
from kinrow.web.answers import ExportedFile
from kinrow.web.shapes import ExportRequest
from kinrow.web.views import positions_of

_TYPES = {
    "text": "text/plain",
    "json": "application/json",
    "sgf": "application/x-go-sgf",
    "svg": "image/svg+xml",
}
_ENDS = {"text": "txt", "json": "json", "sgf": "sgf", "svg": "svg"}


def exported(asked: ExportRequest) -> ExportedFile:
    """The file's name, media type and text.

    >>> exported(ExportRequest(game="1,3,2", moves=("a1",), format="sgf")).text
    '(;FF[4]GM[4]CA[UTF-8]AP[kinrow]GN[(1,3,2)]SZ[3:1];B[aa])\\n'
    """
    positions = positions_of(asked)
    moves = [Cell.parse(move) for move in asked.moves]
    return ExportedFile(
        name=f"kinrow.{_ENDS[asked.format]}",
        type=_TYPES[asked.format],
        text=_WRITERS[asked.format](positions[0], positions[-1], moves),
    )


def _text(start: Position, position: Position, moves: list[Cell]) -> str:
    written = format_position(position)
    lines = [position.rules.title, f"game {position.rules}", f"position {written}"]
    if start != position.rules.start():
        lines.append(f"from {format_position(start)}")
    if moves:
        lines.append(f"moves {' '.join(map(str, moves))}")
    board = format_board(position, last=moves[-1] if moves else None)
    return "\n".join([*lines, "", board, ""])


def _json(start: Position, position: Position, moves: list[Cell]) -> str:
    data = {
        "start": start.to_json(),
        "moves": [str(move) for move in moves],
        "position": position.to_json(),
    }
    return json.dumps(data, indent=2) + "\n"


def _sgf(start: Position, position: Position, moves: list[Cell]) -> str:
    """Source: https://www.red-bean.com/sgf/; X is black, and each stone of a turn is a node."""
    rules = start.rules
    size = str(rules.cols) if rules.cols == rules.rows else f"{rules.cols}:{rules.rows}"
    text = f"(;FF[4]GM[4]CA[UTF-8]AP[kinrow]GN[{rules.title}]SZ[{size}]"
    for mark, name in (("X", "AB"), ("O", "AW")):
        stones = [index for index, cell in enumerate(start.cells) if cell == mark]
        points = "".join(f"[{Cell(*divmod(index, rules.cols)).point}]" for index in stones)
        text += f"{name}{points}" if points else ""
    if start != rules.start():
        text += f"PL[{'B' if str(start.to_move) == 'X' else 'W'}]"
    for move in moves:
        text += f";{'B' if str(start.to_move) == 'X' else 'W'}[{move.point}]"
        start = start.play(move)
    return text + ")\n"


def _svg(start: Position, position: Position, moves: list[Cell]) -> str:
    from kinrow.drawing import draw_svg

    return draw_svg(position, last=moves[-1] if moves else None)


_WRITERS: dict[str, Callable[[Position, Position, list[Cell]], str]] = {
    "text": _text,
    "json": _json,
    "sgf": _sgf,
    "svg": _svg,
}
