"""kinrow show: a position as a picture, and what the rules say of it."""

from __future__ import annotations

from typing import Any

from kinrow.cli.language import text
from kinrow.cli.options import AfterOption, GameArgument, JsonOption, PositionOption, position_of
from kinrow.cli.screen import say, say_json
from kinrow.cli.words import board, cells, headline
from kinrow.rules import Position, Sign, format_moves, parse_moves


def command(
    game: GameArgument,
    position: PositionOption = None,
    after: AfterOption = "",
    json: JsonOption = False,
) -> None:
    """Read the position and print it; every fault of it is one error."""
    asked = position_of(game, position, after)
    if json:
        say_json(as_json(asked))
        return
    say(headline(asked))
    played = parse_moves(after)
    say(board(asked, last=played[-1] if played else None))
    say(asked.fen())
    for sign in Sign:
        for line in asked.lines_for(sign):
            say(text("show.line", sign=sign, cells=format_moves(line)))


def as_json(position: Position) -> dict[str, Any]:
    """The object that `--json` prints."""
    return {
        "game": str(position.rules),
        "position": position.fen(),
        "rows": list(position.rows),
        "to_move": str(position.to_move),
        "left": position.left,
        "plies": position.plies,
        "finished": position.finished,
        "winner": position.winner and str(position.winner),
        "outcome": None if position.outcome is None else str(position.outcome),
        "score": position.score,
        "margin": position.margin,
        "lines": {str(sign): [cells(line) for line in position.lines_for(sign)] for sign in Sign},
        "legal_moves": cells(position.legal_moves),
    }
