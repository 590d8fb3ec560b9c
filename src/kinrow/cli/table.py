"""kinrow table: show, count and verify what is in the file of a strong solution."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinrow.cli.language import many, text
from kinrow.cli.live import live
from kinrow.cli.options import AfterOption, JsonOption, MemoryOption, ThreadsOption
from kinrow.cli.screen import paint, say, say_json, say_table
from kinrow.cli.words import board, headline, painted_value, say_values, title_of
from kinrow.rules import parse_moves
from kinrow.rules.notation import replay

if TYPE_CHECKING:
    from kinrow.rules import Value
    from kinrow.tables import PlySurvey, TableSurvey

FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help=text("option.table.file"), show_default=False)
]
PositionArgument = Annotated[
    str,
    typer.Argument(metavar="POSITION", help=text("option.table.position"), show_default=False),
]


def table_app(help_text: str) -> typer.Typer:
    """The commands below `kinrow table`."""
    app = typer.Typer(help=help_text, no_args_is_help=True)
    app.command("show")(show)
    app.command("stats")(stats)
    app.command("verify")(verify)
    return app


def show(
    file: FileArgument,
    position: PositionArgument = "",
    after: AfterOption = "",
    json: JsonOption = False,
) -> None:
    """The value of a position and of its moves; of the empty board if none is given."""
    from kinrow.tables import Table

    with Table(file) as table:
        start = table.position(position) if position else table.rules.start()
        asked = replay(start, parse_moves(after))
        value = table[asked]
        moves = table.moves(asked) if table.has_moves(asked) else {}
        if json:
            listed = {str(move): value_json(worth) for move, worth in moves.items()}
            about = {"game": str(table.rules), "position": asked.fen(), "sha256": table.sha256}
            say_json(about | value_json(value) | {"moves": listed})
            return
    say(headline(asked))
    if moves:
        say_values(asked, moves)
    else:
        say(board(asked))
    say(painted_value(value, asked.to_move))


def value_json(value: Value) -> dict[str, Any]:
    """The outcome, and the score or margin if the table has it."""
    found: dict[str, Any] = {"outcome": str(value.outcome)}
    return found if value.objective == "outcome" else found | {value.objective: value.lower}


def stats(
    file: FileArgument,
    memory: MemoryOption = None,
    threads: ThreadsOption = None,
    json: JsonOption = False,
) -> int:
    """Positions by stones and outcome, the longest win, and those with one winning move."""
    found = _survey(file, memory, threads)
    if json:
        say_json(found.to_json())
    else:
        _say_stats(found)
    return 1 if found.wrong else 0


def verify(
    file: FileArgument,
    memory: MemoryOption = None,
    threads: ThreadsOption = None,
    json: JsonOption = False,
) -> int:
    """Each value against those of the moves; 1 if one is wrong."""
    found = _survey(file, memory, threads)
    wrong = next((ply.first_wrong for ply in found.per_ply if ply.wrong), None)
    if json:
        say_json(
            {
                "positions": found.positions,
                "wrong": found.wrong,
                "first_wrong": wrong,
                "unchecked": found.unchecked,
                "sha256": found.table.sha256,
            }
        )
    elif found.wrong:
        say(text("table.wrong", count=f"{found.wrong:,}", position=wrong))
    else:
        checked = many("positions", found.positions - found.unchecked)
        say(text("table.right", count=checked, seconds=f"{found.seconds:.1f}"))
    if found.unchecked and not json:
        last = found.table.last_ply
        say(text("table.unchecked", count=many("positions", found.unchecked), last=last))
    return 1 if found.wrong else 0


def _survey(file: Path, memory: str | None, threads: int | None) -> TableSurvey:
    from kinrow.tables import Table, survey

    with Table(file) as table, live(title_of(table.rules)) as report:
        return survey(table, memory=memory, threads=threads, progress=report)


def _say_stats(found: TableSurvey) -> None:
    say(paint(title_of(found.table.rules), bold=True))
    columns = ("ply", "to_move", "positions", "canonical", "win", "draw", "loss", "one")
    heads = [text(f"table.{name}") for name in columns]
    say_table(heads, [_row(ply) for ply in found.per_ply], right=len(heads))
    say(
        text(
            "table.sums",
            positions=f"{found.positions:,}",
            canonical=f"{found.canonical:,}",
            one=f"{found.one_winning_move:,}",
        )
    )
    if (longest := found.longest_win) is not None:
        stones, position = longest
        say(text("table.longest", stones=stones, position=position.fen()))
    if found.wrong:
        say(paint(text("table.some-wrong", count=f"{found.wrong:,}"), fg="red"))


def _row(ply: PlySurvey) -> list[str]:
    shares = (f"{100 * ply.share(outcome):.2f} %" for outcome in (1, 0, -1))
    counts = (ply.values.total(), ply.canonical.total())
    head = [str(ply.ply), str(ply.to_move), *(f"{count:,}" for count in counts)]
    return [*head, *shares, "?" if ply.unchecked else f"{ply.one_winning_move:,}"]
