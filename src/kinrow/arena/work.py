"""One game as a task: everything needed to play it, here or in another process."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial

from kinrow.arena.control import TimeControl
from kinrow.arena.game import play_game
from kinrow.arena.opening import Opening
from kinrow.arena.swap_game import play_settled
from kinrow.players import Player, player
from kinrow.players.swap import OpeningRule
from kinrow.records import Record
from kinrow.rules import Rules
from kinrow.rules.calls import as_in, made_as
from kinrow.rules.options import instance_of, whole_number
from kinrow.runtime.processes import one_by_one, side_by_side

Contestant = Player | str
"""A player, or a string from which a new one is made for every game."""


@made_as("GameTask(0, 0, game('tictactoe'), ('perfect', 'random'), (1, 2), (), TimeControl())")
@dataclass(frozen=True, slots=True)
class GameTask:
    """A game to play.

    - `match`, `number`: which game of which match it is, from 0;
    - `players`: who begins and who answers, as players or texts; `seeds`: theirs;
    - `opening`, `control`: the stones to begin with, and the time limits;
    - `threads`, `knowledge`: of the players that are given as texts;
    - `swap`: the rule by which they settle an opening; the first player begins with it.

    If the players are texts, the task can be pickled. If they search by nodes, depth or
    simulations, the game is the same wherever and whenever it is played.
    """

    match: int
    number: int
    rules: Rules
    players: tuple[Contestant, Contestant]
    seeds: tuple[int, int]
    opening: Opening
    control: TimeControl
    threads: int = 1
    knowledge: bool = True
    swap: OpeningRule | None = None

    def __str__(self) -> str:
        one, other = map(name_of, self.players)
        return f"game {self.number + 1} of {one} against {other}"


def name_of(contestant: Contestant) -> str:
    """How the player is called.

    >>> name_of("mcts:1s")
    'mcts:1s'
    """
    return contestant.strip() if isinstance(contestant, str) else contestant.name


Run = Callable[
    [Callable[[GameTask], Record], Iterable[GameTask]],
    Generator[tuple[GameTask, Record], None, None],
]
"""What has the tasks done: it takes them when it can, and gives each with its result when that is
there, in any order. Once closed it stops whatever is under way."""


@as_in("play_task(task)")
def play_task(task: GameTask) -> Record:
    """Plays the game. Raises OptionError for what is not a task.

    >>> from kinrow.rules import game
    >>> both = ("perfect", "random")
    >>> task = GameTask(0, 0, game("tictactoe"), both, (1, 2), (), TimeControl())
    >>> play_task(task).moves == play_task(task).moves
    True
    """
    instance_of("task", task, GameTask, "next(match.tasks())")
    with _seated(task, 0) as one, _seated(task, 1) as other:
        if task.swap is not None:
            return play_settled(task.swap, (one, other), task.rules, task.control, task.seeds[0])
        begins = task.rules.begins
        both = {begins: one, begins.other: other}
        return play_game(both, task.rules, opening=task.opening, control=task.control)


def _seated(task: GameTask, seat: int) -> AbstractContextManager[Player]:
    found = task.players[seat]
    if isinstance(found, Player):
        return nullcontext(found)
    seed = task.seeds[seat]
    return player(found, seed=seed, threads=task.threads, knowledge=task.knowledge)


def runner(processes: int) -> Run:
    """Plays several games at a time, each in its own process, or one at a time in this process.

    Raises OptionError unless `processes` is a whole number from 1.
    """
    processes = whole_number("processes", processes, 1, example=2)
    if processes == 1:
        return one_by_one
    return partial(side_by_side, processes=processes)
