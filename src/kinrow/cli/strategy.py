"""kinrow strategy: make, check and show files with the moves that win or hold a draw."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinrow.cli.language import many, said, text
from kinrow.cli.options import AfterOption, JsonOption, MemoryOption, ThreadsOption, out_file
from kinrow.cli.screen import say, say_json
from kinrow.cli.words import over_words
from kinrow.rules.notation import replay
from kinrow.rules.options import LARGEST
from kinrow.runtime.files import check_is_no_input, check_place, target_of
from kinrow.runtime.limits import bytes_of
from kinrow.runtime.statuses import INTERRUPTED
from kinrow.terminal import live_line, mutter

if TYPE_CHECKING:
    from kinrow.rules import Position
    from kinrow.strategies import DrawStrategy, Strategy, Verdict

FileArgument = Annotated[
    Path,
    typer.Argument(metavar="FILE", help=text("option.strategy.file"), exists=True, dir_okay=False),
]
ProofArgument = Annotated[
    Path,
    typer.Argument(metavar="PROOF", help=text("option.check.file"), exists=True, dir_okay=False),
]

OutOption = Annotated[
    Path,
    typer.Option(
        "--out", "-o", metavar="FILE", help=text("option.strategy.file"), callback=out_file
    ),
]
BudgetOption = Annotated[int, typer.Option(min=1, max=LARGEST, help=text("option.strategy.budget"))]


def strategy_app(help_text: str) -> typer.Typer:
    """The commands below `kinrow strategy`."""
    app = typer.Typer(help=help_text, no_args_is_help=True)
    app.command("make")(make)
    app.command("check")(check)
    app.command("show")(show)
    return app


def make(
    proof: ProofArgument,
    out: OutOption,
    budget: BudgetOption = 20_000,
    memory: MemoryOption = None,
    threads: ThreadsOption = None,
    resume: Annotated[bool, typer.Option("--resume", help=text("option.resume"))] = False,
    json: JsonOption = False,
) -> int:
    """Makes a strategy from a certificate, which is checked on the way; 130 after Ctrl-C."""
    from kinrow.proofs.place import checkpoint_of, held
    from kinrow.strategies import make_strategy

    check_place(out)
    check_is_no_input(out, proof)
    target = target_of(out)
    checkpoint = checkpoint_of(target)
    try:
        with held(target), live_line(text("strategy.making"), end=text("live.stop")) as report:
            strategy = make_strategy(
                proof,
                budget=budget,
                memory=bytes_of(memory),
                threads=threads,
                report=lambda done, of, kept: report(_made_words(done, of, kept)),
                checkpoint=checkpoint,
                resume=resume,
                trouble=lambda error: mutter(text("prove.unsaved", error=said(error))),
            )
            digest = strategy.write(out)
            checkpoint.unlink(missing_ok=True)
    except KeyboardInterrupt:
        if checkpoint.exists():
            say(text("live.stopped", file=checkpoint))
        return INTERRUPTED
    _say_file(strategy, out, digest, json)
    return 0


def _made_words(done: int, of: int, kept: int) -> str:
    kept_words = many("entries", kept)
    return text("strategy.made-so-far", done=f"{done:,}", of=f"{of:,}", kept=kept_words)


def check(
    file: FileArgument,
    memory: MemoryOption = None,
    threads: ThreadsOption = None,
    json: JsonOption = False,
) -> int:
    """Proves by search that a strategy wins, or that both sides hold; 1 if not."""
    from kinrow.strategies import check_strategy, read_any_strategy
    from kinrow.strategies.file import position_in

    strategy = read_any_strategy(file)
    with live_line(str(file), end=text("live.stop")) as report:
        verdict = check_strategy(
            strategy,
            bytes_of(memory),
            lambda done, of: report(
                text("strategy.checked-so-far", done=f"{done:,}", of=f"{of:,}")
            ),
            threads=threads,
        )
    if json:
        settled = verdict.start_settled
        say_json({"holds": verdict.holds, "entries": verdict.entries, "start_settled": settled})
    elif verdict.failed is not None:
        position = position_in(strategy, verdict.failed)
        say(text("strategy.failed", number=verdict.entries + 1, position=position))
    else:
        _say_proved(strategy, verdict)
    return 0 if verdict.holds else 1


def show(
    file: FileArgument,
    after: AfterOption = "",
    json: JsonOption = False,
) -> int:
    """What a strategy file holds and, after some moves, what it plays; 1 if nothing is known."""
    from kinrow.strategies import Strategy, read_any_strategy

    strategy = read_any_strategy(file)
    if not after:
        _say_file(strategy, file, None, json)
        return 0
    position = replay(strategy.start, after)
    if position.finished and not json:
        say(over_words(position))
        return 0
    if isinstance(strategy, Strategy):
        return _show_win(strategy, position, json)
    return _show_draw(strategy, position, json)


def _show_win(strategy: Strategy, position: Position, json: bool) -> int:
    from kinrow.strategies import player_of

    with player_of(strategy) as follower:
        found = follower.win(position)
    if json:
        move = None if found is None or found.move is None else str(found.move)
        say_json({"won": found is not None, "move": move})
    elif found is None:
        say(text("strategy.unknown"))
    elif found.move is None:
        say(text("strategy.waits", winner=strategy.winner))
    else:
        say(text("strategy.plays", winner=strategy.winner, move=found.move))
    return 0 if found is not None else 1


def _show_draw(strategy: DrawStrategy, position: Position, json: bool) -> int:
    from kinrow.strategies import Holder

    with Holder(strategy) as holder:
        found = holder.held(position)
    side = position.to_move
    if json:
        move = None if found.move is None else str(found.move)
        say_json({"lower": found.lower, "upper": found.upper, "move": move})
    elif found.upper < 0:
        say(text("strategy.loses", side=side))
    elif found.move is None:
        say(text("strategy.unknown"))
    elif found.lower > 0:
        say(text("strategy.plays", winner=side, move=found.move))
    else:
        say(text("strategy.keeps", side=side, move=found.move))
    return 0 if found.move is not None or found.upper < 0 else 1


def _say_proved(strategy: Strategy | DrawStrategy, verdict: Verdict) -> None:
    from kinrow.strategies import Strategy

    entries = many("entries", verdict.entries)
    if not verdict.holds:
        words = text("strategy.start-open", entries=entries)
    elif isinstance(strategy, Strategy):
        words = text("strategy.holds", winner=strategy.winner, entries=entries)
    else:
        words = text("strategy.holds-draw", entries=entries)
    place = _place(strategy)
    say(text("strategy.from", position=place, words=words) if place else words)


def _place(strategy: Strategy | DrawStrategy) -> str | None:
    """The first position, if it is not the game's."""
    start = strategy.start
    if start == strategy.rules.start():
        return None
    _, stones = start.fen().split(" ", 1)
    return start.fen() if strategy.spec == str(strategy.rules) else f"{strategy.title} {stones}"


def _say_file(
    strategy: Strategy | DrawStrategy, path: Path, digest: str | None, json: bool
) -> None:
    from kinrow.strategies import Strategy

    size = path.stat().st_size
    winner = str(strategy.winner) if isinstance(strategy, Strategy) else None
    if json:
        say_json(
            {
                "game": strategy.spec,
                "position": strategy.start.fen(),
                "winner": winner,
                "entries": strategy.count,
                "budget": strategy.budget,
                "bytes": size,
                "proof": strategy.proof,
            }
        )
        return
    say(
        text(
            "strategy.file-draw" if winner is None else "strategy.file",
            game=_place(strategy) or strategy.title,
            winner=winner,
            entries=many("entries", strategy.count),
            budget=f"{strategy.budget:,}",
            bytes=f"{size:,}",
        )
    )
    say(text("strategy.proof", sha256=strategy.proof))
    if digest is not None:
        say(f"sha256 {digest}")
