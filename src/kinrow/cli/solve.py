"""kinrow solve: what a position is worth, the best moves, a best line, and what that cost."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import typer

from kinrow.cli.answer import Answer, answer
from kinrow.cli.language import help_text, text
from kinrow.cli.options import (
    AfterOption,
    GameArgument,
    JsonOption,
    MemoryOption,
    PositionOption,
    ThreadsOption,
    TimeOption,
    position_of,
)
from kinrow.cli.screen import INTERRUPTED, say, say_json
from kinrow.cli.words import (
    board,
    cost_words,
    headline,
    live_solving,
    painted_value,
    say_values,
)
from kinrow.rules import format_moves

_MOST_LISTED = 40


def command(
    game: GameArgument,
    position: PositionOption = None,
    after: AfterOption = "",
    objective: Annotated[
        Literal["outcome", "score", "margin"],
        typer.Option("--objective", "-o", help=help_text("option.objective")),
    ] = "outcome",
    moves: Annotated[bool, typer.Option("--moves", help=help_text("option.moves"))] = False,
    json: JsonOption = False,
    time: TimeOption = None,
    memory: MemoryOption = None,
    threads: ThreadsOption = None,
) -> int:
    """Solve, print, and say by the exit status whether Ctrl-C ended it."""
    from kinrow.solve import Solver

    asked = position_of(game, position, after)
    with Solver(memory, threads) as solver, live_solving(asked, objective) as report:
        found = answer(solver, asked, objective, every=moves, time=time, report=report)
    if json:
        say_json(found.to_json() | ({"moves": moves_json(found)} if moves else {}))
    else:
        say_answer(found, every=moves)
    return INTERRUPTED if found.stopped == "interrupted" else 0


def moves_json(found: Answer) -> dict[str, Any]:
    """Every move with its value: exact as `value`, and in any case its bounds."""
    if found.analysis is None:
        return {}
    return {
        str(cell): {
            "outcome": None if value.outcome is None else str(value.outcome),
            "value": value.lower if value.complete else None,
            "lower": value.lower,
            "upper": value.upper,
        }
        for cell, value in found.analysis.moves.items()
    }


def say_answer(found: Answer, *, every: bool = False) -> None:
    """The answer as people read it."""
    solution, position = found.solution, found.solution.position
    say(headline(position))
    if position.plies and not (every and found.analysis):
        say(board(position))
    say(" · ".join([painted_value(solution.value, position.to_move), *cost_words(found)]))
    if position.finished:
        return
    if every and found.analysis:
        say_values(position, found.analysis.moves)
    elif found.best:
        say(best_words(found))
    if solution.line:
        say(text("solve.line", moves=format_moves(solution.line)))


def best_words(found: Answer) -> str:
    """The best moves, or that every move is one, or that there may be more."""
    best = found.best
    if found.best_complete and len(best) == len(found.solution.position.legal_moves()):
        return text(f"solve.best.every.{found.solution.outcome}")
    listed = format_moves(best[:_MOST_LISTED])
    if len(best) > _MOST_LISTED:
        listed += " " + text("solve.best.more", count=len(best) - _MOST_LISTED)
    words = text("solve.best", moves=listed)
    return words if found.best_complete else f"{words} {text('solve.best.perhaps')}"
