"""A game as a file: a record as text, JSON, SGF or PSQ, or a picture in SVG."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from kinrow.records import Format, Record, format_games, record_from_json, tree_of, with_facts
from kinrow.rules import Position, format_board
from kinrow.web.answers import ExportedFile
from kinrow.web.shapes import ExportRequest
from kinrow.web.views import positions_of

_TYPES = {
    "text": "text/plain",
    "json": "application/json",
    "sgf": "application/x-go-sgf",
    "psq": "text/plain",
    "svg": "image/svg+xml",
}
_ENDS = {"text": "txt", "json": "json", "sgf": "sgf", "psq": "psq", "svg": "svg"}


def exported(asked: ExportRequest) -> ExportedFile:
    """The file's name, media type and text.

    >>> print(exported(ExportRequest(game="1,3,2", moves=("a1",), format="sgf")).text)
    (;FF[4]GM[4]CA[UTF-8]AP[kinrow]SZ[3:1]RU[1,3,2]
    ;B[aa])
    <BLANKLINE>
    """
    positions = positions_of(asked)
    record = Record(positions[0], tree_of([asked.moves, *asked.variations]))
    if asked.record is not None:
        known = {**asked.record, "start": positions[0].to_json()}
        record = with_facts(record, record_from_json(known))
    text = (
        _picture(record, _last_turn(positions), asked)
        if asked.format == "svg"
        else _written(record, asked.format)
    )
    return ExportedFile(name=f"kinrow.{_ENDS[asked.format]}", type=_TYPES[asked.format], text=text)


def _written(record: Record, format: Format) -> str:
    text = format_games(record, format) + "\n"
    if format != "text":
        return text
    board = format_board(record.position, last=record.moves[-1] if record.moves else None)
    return text + "\n" + "".join(f"# {line}\n" for line in board.splitlines())


def _last_turn(positions: Sequence[Position]) -> int:
    """How many stones the side that placed the last one has placed at the end of the game."""
    movers = [position.to_move for position in positions[:-1]]
    return len(list(takewhile(lambda side: side is movers[-1], reversed(movers))))


def _picture(record: Record, last_turn: int, asked: ExportRequest) -> str:
    from kinrow.drawing import draw_svg

    moves = record.moves
    return draw_svg(
        record.position,
        marks=dict.fromkeys(moves[len(moves) - last_turn :], "last"),
        numbers=moves if asked.numbers else (),
        rows_from=asked.rows_from,
    )
