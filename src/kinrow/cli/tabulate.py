"""kinrow tabulate: the value of every position of a game, in a file."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from kinrow.cli.language import said, text
from kinrow.cli.live import live
from kinrow.cli.options import GameArgument, JsonOption, MemoryOption, ThreadsOption
from kinrow.cli.screen import say, say_json
from kinrow.cli.system import FAULT
from kinrow.cli.words import title_of, value_words
from kinrow.cluster.option import ClusterOption, joined
from kinrow.rules import game as rules_of
from kinrow.runtime.statuses import INTERRUPTED
from kinrow.terminal import mutter

if TYPE_CHECKING:
    from kinrow.tables import Table, TableFileError

ObjectiveOption = Annotated[
    Literal["outcome", "score", "margin"] | None,
    typer.Option("--objective", help=text("option.tabulate.objective"), show_default=False),
]
PliesOption = Annotated[
    int | None,
    typer.Option(
        "--plies", metavar="N", min=0, help=text("option.tabulate.plies"), show_default=False
    ),
]
KnownOption = Annotated[
    Path | None,
    typer.Option("--known", metavar="FILE", help=text("option.tabulate.known"), show_default=False),
]


def command(
    game: GameArgument,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help=text("option.table.file"))
    ],
    objective: ObjectiveOption = None,
    plies: PliesOption = None,
    known: KnownOption = None,
    resume: Annotated[bool, typer.Option("--resume", help=text("option.tabulate.resume"))] = False,
    memory: MemoryOption = None,
    threads: ThreadsOption = None,
    compression: Annotated[
        Literal["zstd", "zlib"], typer.Option(help=text("option.tabulate.compression"))
    ] = "zstd",
    cluster: ClusterOption = None,
    json: JsonOption = False,
) -> int:
    """Tabulate, and say what the empty board is worth; 130 after Ctrl-C, 2 on a full disk."""
    from kinrow.tables import Table, TableFileError, tabulate
    from kinrow.tables.part import part_of
    from kinrow.tables.tabulating import finished_table

    rules = rules_of(game)
    table = finished_table(rules, out, objective, compression, plies) if resume else None
    if table is not None:
        print(f"kinrow: {text('tabulate.finished', file=out)}", file=sys.stderr)
        return _say(table, json=json)
    made = partial(tabulate, rules, out, objective=objective, plies=plies, resume=resume)
    made = partial(made, memory=memory, threads=threads, compression=compression)
    made = partial(made, known=None if known is None else Table(known))
    try:
        with joined(cluster, threads) as workers, live(title_of(rules)) as report:
            table = made(progress=report, cluster=workers)
    except KeyboardInterrupt:
        part = part_of(out)
        kept = text("live.stopped", file=part) if part.exists() else text("live.stopped.early")
        mutter(kept) if json else say(kept)
        return INTERRUPTED
    except TableFileError as error:
        return _full(error, part_of(out))
    return _say(table, json=json)


def _full(error: TableFileError, part: Path) -> int:
    """Says that the disk is full, and how to go on; any other error is raised."""
    reason = getattr(error.sentence, "values", {}).get("reason")
    if getattr(reason, "code", "") != "system.full" or not part.exists():
        raise error
    mutter(f"kinrow: {said(error)}")
    mutter(text("live.stopped", file=part))
    return FAULT


def _say(table: Table, *, json: bool) -> int:
    with table:
        say_json(table_json(table)) if json else say_table_file(table)
    return 0


def table_json(table: Table) -> dict[str, Any]:
    """What a table is of, and the value of the empty board."""
    start = table.rules.start()
    return {
        "game": str(table.rules),
        "objective": table.objective,
        "file": str(table.path),
        "bytes": table.path.stat().st_size,
        "sha256": table.sha256,
        "value": table[start].lower,
    }


def say_table_file(table: Table) -> None:
    """The same in words."""
    start = table.rules.start()
    value = value_words(table[start], start.to_move)
    say(text("tabulate.value", game=title_of(table.rules), value=value))
    size = f"{table.path.stat().st_size:,}"
    say(text("tabulate.file", file=table.path, bytes=size, sha256=table.sha256))
