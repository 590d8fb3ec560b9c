"""The machine players of `kinrow play`: their stones, and what is printed about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

from kinrow.analysis import Analyst
from kinrow.arena.control import TimeControl
from kinrow.arena.seat import Seat
from kinrow.cli.language import said, text
from kinrow.cli.words import grounds_words, live_solving, painted_value
from kinrow.players import player
from kinrow.players.human import HumanPlayer
from kinrow.players.perfect import PerfectPlayer
from kinrow.rules import Cell, Position, Sign
from kinrow.runtime.limits import threads_of


@contextmanager
def machines(
    specs: Mapping[Sign, str],
    control: TimeControl,
    seed: int | None,
    threads: int | None,
    analyst: Analyst,
) -> Iterator[dict[Sign, Seat]]:
    """The seats of all players but the human ones; the players are closed at the end.

    Raises NotationError for a string that names no player.
    """
    seats = {}
    with ExitStack() as stack:
        for number, (sign, spec) in enumerate(specs.items()):
            own_seed = None if seed is None else seed + number
            made = player(spec, seed=own_seed, threads=threads_of(threads), analyst=analyst)
            stack.callback(made.close)
            if not isinstance(made, HumanPlayer):
                seats[sign] = Seat(made, control)
        yield seats


def stone_words(seat: Seat, position: Position) -> tuple[Cell, str]:
    """A player's stone, and a line or two about it. Raises PlayerFault and Unfit."""
    mover = seat.player
    if not isinstance(mover, PerfectPlayer):
        cell, _ = seat.place(position)
        words = said(mover.note) or mover.name
        return cell, text("play.machine", sign=position.to_move, cell=cell, value=words)
    with live_solving(position) as mover.report:
        cell, _ = seat.place(position)
    assert mover.found is not None
    found = mover.found.solution
    words = " · ".join([painted_value(found.value, position.to_move), *grounds_words(found)])
    line = text("play.machine", sign=position.to_move, cell=cell, value=words)
    if not found.complete:
        line += "\n" + text("play.unsettled", seconds=f"{found.seconds:.1f}")
    return cell, line
