"""kinrow tour: the main job on the sample inputs and on a few whole games, as it works."""

from __future__ import annotations

import os
import shutil
import sys
from itertools import pairwise
from time import monotonic
from typing import TYPE_CHECKING

from kinrow.cli.language import many, text
from kinrow.cli.live import live
from kinrow.cli.options import MemoryOption, ThreadsOption
from kinrow.cli.samples import csp_boards, jing4_boards, recorded_games
from kinrow.cli.screen import beside, folded, padded, paint, say, width
from kinrow.cli.words import board, label, live_solving, painted_value, title_of
from kinrow.rules import Objective, Position, Value, game
from kinrow.runtime.statuses import INTERRUPTED

if TYPE_CHECKING:
    from kinrow.solver import SearchSolver, Solution

_WHOLE = ("tictactoe", "4,4,3", "4,4,4", "5,5,4", "6,5,4", "8,4,4", "7,7,5", "jing4")
_SECONDS = 45.0  # for all whole games together; what takes longer shows its bounds
_RECORDED_NODES = 100_000  # for one position of a recorded game
_COUNTED = "4,4,3"
_COLUMNS = ("moves", "result", "exact")
_ACROSS = 3  # mistakes on a line of eighty columns


def command(memory: MemoryOption = "1GiB", threads: ThreadsOption = None) -> int:
    """Show it all; Ctrl-C ends the tour, wherever it is."""
    from kinrow.solver import SearchSolver

    began = monotonic()
    with SearchSolver(memory, threads) as solver:
        try:
            boards(solver, "tour.csp", list(csp_boards()), "score")
            boards(solver, "tour.jing4", list(jing4_boards()), "margin")
            recorded(solver)
            whole(solver)
            counted(memory)
        except KeyboardInterrupt:
            say(text("tour.stopped"))
            return INTERRUPTED
    say()
    say(folded(text("tour.end", seconds=f"{monotonic() - began:.1f}", kinrow=program())))
    return 0


def program() -> str:
    """What to type for kinrow: its name, or its path if the shell does not find that name.

    >>> program().split(os.sep)[-1].startswith("kinrow")
    True
    """
    if shutil.which("kinrow"):
        return "kinrow"
    found = shutil.which("kinrow", path=os.path.dirname(sys.executable))
    if not found:
        return "kinrow"
    near = os.path.relpath(found)
    return found if near.startswith(os.pardir) else near


def heading(key: str, **values: object) -> None:
    """What comes next."""
    say()
    say(paint(folded(text(key, **values)), bold=True))


def solved(
    solver: SearchSolver,
    position: Position,
    objective: Objective = "outcome",
    *,
    time: float | None = None,
    nodes: int | None = None,
) -> Solution:
    """A solution, with its live line."""
    with live_solving(position, objective) as report:
        return solver.solve(position, objective=objective, time=time, nodes=nodes, progress=report)


def boards(solver: SearchSolver, key: str, positions: list[Position], objective: Objective) -> None:
    """Boards next to each other, their values below."""
    heading(key, count=len(positions))
    columns = []
    for position in positions:
        value = solved(solver, position, objective, time=_SECONDS).value
        columns.append(f"{board(position)}\n{painted_value(value, position.to_move)}")
    say(beside(columns, gap=2))


def recorded(solver: SearchSolver) -> None:
    """Recorded games: from which move on they were settled, and who threw what away."""
    games = list(recorded_games())
    heading("tour.games", count=len(games))
    say(_row(*(text(f"tour.games.{name}") for name in ("game", *_COLUMNS, "mistakes"))))
    for number, positions in enumerate(games, 1):
        values = exact_end(solver, positions)
        first = len(positions) - len(values) + 1
        moves = str(len(positions) - 1)
        say(
            _row(
                str(number), moves, _result(positions[-1]), str(first), mistakes(positions, values)
            )
        )


def _row(game: str, moves: str, result: str, exact: str, mistakes: str) -> str:
    cells = padded(game, 6), padded(moves, 7), padded(result, 14), padded(exact, 12)
    before = f"  {''.join(cells)}"
    return f"{before}{mistakes}".replace("\n", "\n" + " " * width(before)).rstrip()


def _result(last: Position) -> str:
    if not last.finished:
        return text("tour.unfinished")
    return text("tour.won", sign=last.winner) if last.winner else text("tour.drawn")


def exact_end(solver: SearchSolver, positions: list[Position]) -> list[Value]:
    """The exact values of a game's last positions, back to the first one that costs too much."""
    values: list[Value] = []
    for position in reversed(positions):
        found = solved(solver, position, nodes=_RECORDED_NODES)
        if not found.complete:
            break
        values.insert(0, found.value)
    return values


def mistakes(positions: list[Position], values: list[Value]) -> str:
    """The moves that made the outcome worse for whoever made them, a few on each line."""
    known = list(zip(positions[len(positions) - len(values) :], values, strict=True))
    found = []
    for (before, value), (after, reply) in pairwise(known):
        result = reply if after.to_move is before.to_move else reply.opposite
        if result.lower < value.lower:
            cell = next(cell for cell in before.legal_moves if before.play(cell) == after)
            found.append(f"{after.plies}.{cell} {label(value)}→{label(result)}")
    return "\n".join("  ".join(found[at : at + _ACROSS]) for at in range(0, len(found), _ACROSS))


def whole(solver: SearchSolver) -> None:
    """Whole games from the empty board, one a line."""
    heading("tour.whole")
    ends = monotonic() + _SECONDS
    for name in _WHOLE:
        rules = game(name)
        found = solved(solver, rules.start(), time=max(1.0, ends - monotonic()))
        value = padded(painted_value(found.value, rules.begins), 24)
        nodes = f"{many('nodes', found.nodes):>18}"
        cost = text("solve.cost", nodes=nodes, seconds=f"{found.seconds:6.2f}")
        stopped = f" · {text(f'stopped.{found.stopped}')}" if found.stopped else ""
        say(f"  {padded(title_of(rules), 18)} {value} {cost}{stopped}")


def counted(memory: str | None) -> None:
    """How many positions and games there are."""
    from kinrow.solver import count

    rules = game(_COUNTED)
    heading("tour.count", title=title_of(rules))
    with live(title_of(rules)) as report:
        counts = count(rules, memory=memory, progress=report)
    words = text(
        "tour.counts",
        reachable=f"{counts.reachable:,}",
        finished=f"{counts.finished:,}",
        canonical=f"{counts.canonical:,}",
        games=f"{counts.games:,}",
        seconds=f"{counts.seconds:.2f}",
    )
    say(folded(words))
