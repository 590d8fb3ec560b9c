"""kinrow prove: an outcome with a certificate in a file that anyone can check."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinrow.cli.language import many, said, text
from kinrow.cli.live import steps
from kinrow.cli.options import (
    AfterOption,
    GameArgument,
    JsonOption,
    MemoryOption,
    NodesOption,
    PositionOption,
    ThreadsOption,
    TimeOption,
    out_file,
    position_of,
)
from kinrow.cli.screen import say, say_json
from kinrow.cli.words import (
    claims_words,
    class_words,
    live_solving,
    value_words,
    warn_of_missing_checker,
)
from kinrow.cluster.option import ClusterOption, joined
from kinrow.rules import Rules, parse_moves
from kinrow.runtime.conversion import index_of
from kinrow.runtime.files import check_is_no_input, reason_of
from kinrow.runtime.statuses import INTERRUPTED
from kinrow.terminal import mutter

if TYPE_CHECKING:
    from kinrow.proofs import Book, Proof
    from kinrow.solver import Solution

OutOption = Annotated[
    Path,
    typer.Option("--out", "-o", metavar="FILE", help=text("option.check.file"), callback=out_file),
]
BookOption = Annotated[
    Path | None,
    typer.Option("--book", metavar="FILE", help=text("option.book"), show_default=False),
]
LearnOption = Annotated[
    Path | None,
    typer.Option("--learn", metavar="FILE", help=text("option.learn"), show_default=False),
]
StrategyOption = Annotated[
    Path | None,
    typer.Option(
        "--strategy", metavar="FILE", help=text("option.prove.strategy"), show_default=False
    ),
]
PlyOption = Annotated[
    int | None,
    typer.Option("--by-ply", metavar="N", help=text("option.prove.ply"), show_default=False),
]


def command(  # longer than most: it has many options
    game: GameArgument,
    out: OutOption,
    position: PositionOption = None,
    after: AfterOption = "",
    json: JsonOption = False,
    time: TimeOption = None,
    nodes: NodesOption = None,
    memory: MemoryOption = None,
    threads: ThreadsOption = None,
    resume: Annotated[bool, typer.Option("--resume", help=text("option.resume"))] = False,
    book: BookOption = None,
    learn: LearnOption = None,
    strategy: StrategyOption = None,
    by_ply: PlyOption = None,
    cluster: ClusterOption = None,
) -> int:
    """Solve, write, check and print; 1 if nothing was proved within the limits."""
    from kinrow.proofs import Proof, class_of, piece_of, prove
    from kinrow.strategies import read_strategy

    piece, repeated = piece_of(game)
    smallest, larger = class_of(piece)
    asked = position_of(smallest, position, after)
    check_is_no_input(out, book, learn, strategy)
    warn_of_missing_checker()
    with joined(cluster, threads) as workers, live_solving(asked, "outcome") as report:
        found = prove(
            asked,
            out,
            memory=memory,
            threads=threads,
            time=time,
            nodes=nodes,
            progress=report,
            step=steps(report),
            resume=resume,
            book=_book(book, asked.rules, position, after, new=book == learn),
            learn=_book(learn, asked.rules, position, after, new=True),
            strategy=read_strategy(strategy) if strategy else None,
            larger=larger,
            repeated=repeated,
            by_ply=by_ply,
            trouble=_not_saved,
            on_interrupt="return",
            cluster=workers,
        )
    if isinstance(found, Proof):
        say_json(proof_json(found)) if json else say_proof(found)
        return 0
    if json:
        say_json(found.to_json() | {"larger": list(larger), "repeated": repeated or ""})
    elif by_ply is not None and found.stopped is None:
        say(text("prove.open.ply", ply=by_ply))
    elif (larger or repeated) and found.stopped is None:
        say(text("prove.open.class" if larger else "prove.open.copies", game=game))
    else:
        say(_open(found, out))
    return INTERRUPTED if found.stopped == "interrupted" else 1


def _open(found: Solution, out: Path) -> str:
    """What is known if the search was stopped, and where to continue."""
    from kinrow.proofs.place import branches_of, checkpoint_of, place
    from kinrow.solver import widest

    if found.stopped is not None and found.value == widest(found.position, "outcome"):
        words = text("prove.nothing", why=text(f"prove.nothing.{found.stopped}"))
    else:
        words = text("prove.open", value=value_words(found.value, found.position.to_move))
    for saved in (checkpoint_of(place(out)), branches_of(place(out))):
        if saved.exists():
            return words + text("prove.saved", file=saved)
    return words


def _book(
    path: Path | None, rules: Rules, position: str | None, after: str, *, new: bool
) -> Book | None:
    """The book of that file, which may be missing only if this run is to begin it."""
    from kinrow.proofs import Book

    if path is None:
        return None
    if position is not None:
        raise typer.BadParameter(text("prove.book"), param_hint="--book")
    if not (new or path.exists()):
        raise typer.BadParameter(text("usage.missing", path=path), param_hint="--book")
    return Book(path, tuple(index_of(rules, move) for move in parse_moves(after)))


def _not_saved(error: OSError) -> None:
    mutter(text("prove.unsaved", error=said(reason_of(error))))


def proof_json(found: Proof) -> dict[str, Any]:
    """The solution, and where and how large its proof is."""
    return found.solution.to_json() | {
        "claims": list(found.claims),
        "by_ply": list(found.by_ply),
        "larger": list(found.larger),
        "repeated": found.repeated,
        "file": str(found.path),
        "proof_nodes": found.nodes,
        "bytes": found.size,
        "sha256": found.sha256,
        "prove_seconds": round(found.seconds, 6),
        "check_seconds": round(found.checking, 6),
        "checker": found.checker,
    }


def _size(found: Proof) -> str:
    """The size of the file; of a compressed one, that of the proof in it, too."""
    packed = found.path.stat().st_size
    key = "prove.size" if packed == found.size else "prove.size.packed"
    return text(key, bytes=f"{found.size:,}", packed=f"{packed:,}")


def say_proof(found: Proof) -> None:
    """What was proved, and what that cost."""
    rules = found.solution.position.rules
    boards = class_words(rules.rows, rules.cols, found.larger, found.repeated)
    for claim in claims_words(found.claims, found.by_ply, boards):
        say(text("prove.proved", claim=claim))
    say(
        text(
            "prove.cost",
            file=found.path,
            size=_size(found),
            nodes=many("positions", found.nodes),
            seconds=f"{found.seconds:.2f}",
            checking=f"{found.checking:.2f}",
            checker=text(f"checker.{found.checker}"),
        )
    )
    say(f"sha256 {found.sha256}")
