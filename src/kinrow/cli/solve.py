"""kinrow solve: what a position is worth, the best moves, a best line, and what that cost."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from kinrow.cli.language import said, text
from kinrow.cli.options import (
    AfterOption,
    GameArgument,
    JsonOption,
    MemoryOption,
    NodesOption,
    PositionOption,
    SearchOnlyOption,
    ThreadsOption,
    TimeOption,
    position_of,
)
from kinrow.cli.screen import folded, say, say_json
from kinrow.cli.words import (
    board,
    cost_words,
    headline,
    live_solving,
    painted_value,
    say_values,
    source_words,
)
from kinrow.rules import KinrowError, Position, RulesError, format_moves
from kinrow.runtime.statuses import INTERRUPTED

if TYPE_CHECKING:
    from kinrow.analysis import Moves
    from kinrow.knowledge.beyond import LargerBoard
    from kinrow.solver import Analysis

_MOST_LISTED = 40


def command(
    game: GameArgument,
    position: PositionOption = None,
    after: AfterOption = "",
    objective: Annotated[
        Literal["outcome", "score", "margin"],
        typer.Option("--objective", "-o", help=text("option.objective")),
    ] = "outcome",
    moves: Annotated[bool, typer.Option("--moves", help=text("option.moves"))] = False,
    json: JsonOption = False,
    time: TimeOption = None,
    nodes: NodesOption = None,
    memory: MemoryOption = None,
    threads: ThreadsOption = None,
    search_only: SearchOnlyOption = False,
) -> int:
    """Solve, print, and say by the exit status whether Ctrl-C ended it."""
    from kinrow.analysis import Analyst, Budget

    asked = _position(game, position, after)
    wanted: Moves = "every" if moves else "best"
    analyst = Analyst(memory, threads, knowledge=not search_only, on_interrupt="return")
    with analyst, live_solving(asked, objective) as report:
        found = analyst.answer(asked, objective, Budget(time, nodes), moves=wanted, report=report)
    if json:
        say_json(found.to_json() | ({"moves": moves_json(found)} if moves else {}))
    else:
        say_answer(found, every=moves)
    return INTERRUPTED if found.solution.stopped == "interrupted" else 0


def _position(game: str, position: str | None, after: str) -> Position:
    """What is asked; for a board that is too large, the fault says where its value is known."""
    try:
        return position_of(game, position, after)
    except RulesError as error:
        board = _settled_board(game)
        if board is None:
            raise
        raise RulesError(text("solve.larger", fault=said(error.sentence), game=board)) from None


def _settled_board(game: str) -> LargerBoard | None:
    from kinrow.knowledge.beyond import larger_board, row_beyond

    with suppress(KinrowError):
        board = larger_board(game)
        return None if board is None or row_beyond(board) is None else board
    return None


def moves_json(found: Analysis) -> dict[str, Any]:
    """Every move with its value: exact as `value`, and in any case its bounds."""
    return {
        str(cell): {
            "outcome": None if value.outcome is None else str(value.outcome),
            "value": value.lower if value.complete else None,
            "lower": value.lower,
            "upper": value.upper,
        }
        for cell, value in found.moves.items()
    }


def say_answer(found: Analysis, *, every: bool = False) -> None:
    """The answer as people read it."""
    solution, position = found.solution, found.solution.position
    say(headline(position))
    if position.plies and not (every and found.moves):
        say(board(position))
    say(" · ".join([painted_value(solution.value, position.to_move), *cost_words(solution)]))
    if position.finished:
        return
    if every and found.moves:
        say_values(position, found.moves)
    elif found.best:
        say(folded(best_words(found)))
    elif solution.complete:
        say(text("solve.best.unknown"))
    if solution.line:
        say(folded(text("solve.line", moves=format_moves(solution.line))))
    if (source := source_words(solution)) is not None:
        say(source)


def best_words(found: Analysis) -> str:
    """The best moves, or that every move is one, or that there may be more."""
    best = found.best
    if found.best_complete and len(best) == len(found.solution.position.legal_moves):
        return text(f"solve.best.every.{found.solution.outcome}")
    listed = format_moves(best[:_MOST_LISTED])
    if len(best) > _MOST_LISTED:
        listed += " " + text("solve.best.more", count=len(best) - _MOST_LISTED)
    words = text("solve.best", moves=listed)
    return words if found.best_complete else words + text("solve.best.perhaps")
