"""kinrow puzzles: positions with exactly one right move, as a page, a sheet or data."""

from __future__ import annotations

import json as json_text
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kinrow.cli.language import many, text
from kinrow.cli.options import JsonOption
from kinrow.cli.screen import paint, say, say_json
from kinrow.cli.words import board, title_of
from kinrow.terminal import mutter
from kinrow.words.reader import language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kinrow.puzzles import Puzzle
    from kinrow.puzzles.words import PuzzleWords
    from kinrow.rules import Rules

SourceArgument = Annotated[
    str,
    typer.Argument(metavar="TABLE|GAME", help=text("option.puzzles.source"), show_default=False),
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", metavar="FILE", help=text("option.puzzles.out"), show_default=False
    ),
]
CountOption = Annotated[
    int, typer.Option("--count", "-n", min=1, help=text("option.puzzles.count"))
]
GradeOption = Annotated[
    list[int] | None,
    typer.Option(min=1, max=5, help=text("option.puzzles.grade"), show_default=False),
]
GoalOption = Annotated[
    Literal["win", "draw"] | None,
    typer.Option(help=text("option.puzzles.goal"), show_default=False),
]
SeedOption = Annotated[int, typer.Option(min=0, help=text("option.puzzles.seed"))]
SolvedOption = Annotated[bool, typer.Option("--solved", help=text("option.puzzles.solved"))]


def command(
    source: SourceArgument,
    out: OutOption = None,
    count: CountOption = 20,
    grade: GradeOption = None,
    goal: GoalOption = None,
    seed: SeedOption = 1,
    solved: SolvedOption = False,
    json: JsonOption = False,
) -> int:
    """Find puzzles and write or print them; 1 if there are none, and nothing is written."""
    from kinrow.puzzles import table_of
    from kinrow.puzzles.finding import searched
    from kinrow.puzzles.puzzle import GOALS, GRADES
    from kinrow.puzzles.words import PuzzleWords
    from kinrow.runtime.files import check_place

    if out is not None and out.suffix.lower() not in (".html", ".svg", ".json"):
        raise typer.BadParameter(text("puzzles.suffix"), param_hint="--out")
    if out is not None:
        check_place(out)
    with table_of(source) as table:
        search = searched(
            table, count, seed=seed, goals=[goal] if goal else GOALS, grades=grade or GRADES
        )
        found, rules = search.puzzles, table.rules
    if search.ended_early:
        mutter(text("puzzles.ended", looked=f"{search.looked:,}", vain=f"{search.in_vain:,}"))
    if out is not None and found:
        _write(out, found, rules, PuzzleWords(language()), solved=solved)
    if json:
        say_json([puzzle.to_json() for puzzle in found])
    elif out is not None and found:
        say(text("puzzles.written", file=out, count=many("puzzles", len(found))))
    else:
        _print(found, PuzzleWords(language()), solved=solved)
    return 0 if found else 1


def _write(
    out: Path, found: Sequence[Puzzle], rules: Rules, words: PuzzleWords, *, solved: bool
) -> None:
    from kinrow.runtime.files import whole_file

    title = words("page.title", game=title_of(rules))
    if out.suffix.lower() == ".html":
        from kinrow.puzzles import puzzle_page

        shown = puzzle_page(found, title, words)
    elif out.suffix.lower() == ".svg":
        from kinrow.puzzles import puzzle_sheet

        shown = puzzle_sheet(found, title, words, solved=solved)
    else:
        shown = json_text.dumps([puzzle.to_json() for puzzle in found], indent=1) + "\n"
    with whole_file(out) as temporary:
        temporary.write_text(shown, encoding="utf-8")


def _print(found: Sequence[Puzzle], words: PuzzleWords, *, solved: bool) -> None:
    for number, puzzle in enumerate(found, 1):
        say(f"{paint(words.caption(number, puzzle), bold=True)}  {words.task(puzzle)}")
        say(board(puzzle.position))
        if solved:
            say(words.answer(puzzle))
    if not found:
        say(text("puzzles.none"))
