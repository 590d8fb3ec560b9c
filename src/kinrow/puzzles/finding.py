"""Find puzzles in a table: random positions with exactly one right move, of mixed grades."""

from __future__ import annotations

import os
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import TypeGuard

import numpy as np
from numpy.typing import NDArray

from kinrow.puzzles.looks import looks
from kinrow.puzzles.places import Places
from kinrow.puzzles.puzzle import GOALS, GRADES, Goal, Puzzle
from kinrow.rules import GameLike, KinrowError, Outcome, Position, Value, game
from kinrow.rules.calls import as_in
from kinrow.rules.options import no_list, one_of, whole_number
from kinrow.rules.sentence import Sentence
from kinrow.runtime.left_out import LeftOut
from kinrow.tables import UNREACHABLE, Table, TableFileError, position_at, table_files
from kinrow.tables.records import MOST_CELLS
from kinrow.tables.shelf import SUFFIX
from kinrow.tables.surveying import need_table
from kinrow.tables.tabulating import tabulate_in_memory

_GRADED = 60  # of each ply in turn
_LOOKED = 2_000_000  # positions without another puzzle, after which a search ends
_MOST_GRADED = 20_000  # the same of those that are graded
_SMALL = 16  # cells of a board whose table is made on the spot

Sets = NDArray[np.uint32]


def table_of(source: GameLike | os.PathLike[str]) -> Table:
    """The table of that file, or of that game: the user's own, or for a small game a new one.

    Raises NotationError for what is neither a path nor a game, TableFileError for a larger game
    without one, FileMissing for a table that is not there.

    >>> with table_of("tictactoe") as table:
    ...     table.objective
    'score'
    """
    if isinstance(source, os.PathLike) or _names_a_file(source):
        table = Table(source)
        try:
            _need_whole(table)
        except TableFileError:
            table.close()
            raise
        return table
    rules = game(source)
    for path in table_files(rules):
        if (own := _sound(path)) is not None:
            return own
    if rules.size > MOST_CELLS:
        raise TableFileError(Sentence("puzzles.large", game=rules.title, most=MOST_CELLS))
    if rules.size > _SMALL:
        raise TableFileError(Sentence("table.missing", game=rules.title, spec=rules))
    return tabulate_in_memory(rules)


def _sound(path: Path) -> Table | None:
    """The table of a file; None, after a warning, if it is damaged.

    All of it is read if another can be made on the spot; else what is read is checked then.
    """
    try:
        table = Table(path)
        try:
            for ply in range(table.last_ply + 1 if table.rules.size <= _SMALL else 0):
                table.layer(ply)
                table.of_ply(ply)
        except BaseException:
            table.close()
            raise
    except (TableFileError, OSError) as error:
        warnings.warn(LeftOut(path, error), stacklevel=2)
        return None
    return table


def _names_a_file(source: GameLike) -> TypeGuard[str]:
    """Whether it is a string that names the file of a table, rather than a game.

    A game's name is not that of a folder that happens to be there.
    """
    if not isinstance(source, str):
        return False
    if source.endswith(SUFFIX) or Path(source).is_file():
        return True
    return Path(source).exists() and not _is_game(source)


def _is_game(text: str) -> bool:
    try:
        game(text)
    except KinrowError:
        return False
    return True


def _need_whole(table: Table) -> None:
    if not table.is_whole:
        raise TableFileError(Sentence("table.opening", path=table.path))


@as_in("find_puzzles(table, 20)")
def find_puzzles(
    table: Table,
    most: int = 20,
    *,
    seed: int = 1,
    goals: Iterable[Goal] = GOALS,
    grades: Iterable[int] = GRADES,
) -> list[Puzzle]:
    """Up to `most` puzzles, easy ones first, no two the same up to symmetry.

    The grades and goals are about equally frequent, if there are enough puzzles of each. The same
    seed, a whole number from 0, finds the same puzzles. There are fewer than `most` only if the
    table has no more, or if two million positions in a row, or 20,000 puzzles of other goals or
    grades, gave none.

    Raises OptionError for arguments that are not such numbers, grades from 1 to 5, or goals,
    TableFileError for an opening table.

    >>> with table_of("tictactoe") as table:
    ...     found = find_puzzles(table, 8)
    ...
    >>> len(found), {puzzle.goal for puzzle in found} == {"win", "draw"}
    (8, True)
    """
    return searched(table, most, seed=seed, goals=goals, grades=grades).puzzles


@dataclass(slots=True)
class Found:
    """Puzzles, and how many positions were looked at: since the last of them, too.

    `ended_early`: there may be more, but none had been found for long.
    """

    puzzles: list[Puzzle] = field(default_factory=list)
    looked: int = 0
    in_vain: int = 0
    graded_in_vain: int = 0

    @property
    def ended_early(self) -> bool:
        """Whether the search is, or was, given up."""
        return self.in_vain >= _LOOKED or self.graded_in_vain >= _MOST_GRADED

    def keep(self, puzzle: Puzzle) -> None:
        """One more."""
        self.puzzles.append(puzzle)
        self.in_vain = self.graded_in_vain = 0


def searched(
    table: Table,
    most: int = 20,
    *,
    seed: int = 1,
    goals: Iterable[Goal] = GOALS,
    grades: Iterable[int] = GRADES,
) -> Found:
    """As `find_puzzles`, with what the search looked at."""
    need_table(table)
    _need_whole(table)
    most = whole_number("most", most, 0, example=20)
    seed = whole_number("seed", seed, 0, example=1)
    if not isinstance(goals, Iterable):
        raise no_list("goals", goals, "['win']")
    if not isinstance(grades, Iterable):
        raise no_list("grades", grades, "[1, 2]")
    named = {one_of("goal", goal, GOALS) for goal in goals}
    wanted_goals: set[Goal] = {goal for goal in GOALS if goal in named}
    wanted_grades = {whole_number("grade", grade, 1, example=3, most=5) for grade in grades}
    found, chance = Found(), np.random.default_rng(seed)
    plies = [
        _of_ply(table, ply, Places(seed, ply, chance), wanted_goals, found)
        for ply in range(table.last_ply)
    ]
    while plies and not found.ended_early:
        plies = [ply for ply in plies if _goes_on(ply, wanted_grades, found)]
        if len(found.puzzles) >= most:
            break
    found.puzzles = _mixed(found.puzzles, most, chance)
    return found


def _goes_on(ply: Iterator[Puzzle | None], grades: set[int], found: Found) -> bool:
    """Keeps what the next few positions of a ply give; whether there are more."""
    for puzzle in ply:
        if puzzle is None:
            return True
        if puzzle.grade in grades:
            found.keep(puzzle)
    return False


def _mixed(puzzles: list[Puzzle], most: int, chance: np.random.Generator) -> list[Puzzle]:
    """So many of them, from all grades and goals in turn; easy ones first."""
    kinds: dict[tuple[int, Goal], list[Puzzle]] = defaultdict(list)
    for puzzle in puzzles:
        kinds[puzzle.grade, puzzle.goal].append(puzzle)
    for found in kinds.values():
        chance.shuffle(found)
    rounds = zip_longest(*(kinds[kind] for kind in sorted(kinds)))
    chosen = [puzzle for each in rounds for puzzle in each if puzzle is not None][:most]
    return sorted(chosen, key=lambda puzzle: (puzzle.grade, puzzle.position.plies))


def _of_ply(
    table: Table, ply: int, places: Places, goals: set[Goal], found: Found
) -> Iterator[Puzzle | None]:
    """The puzzles of a ply with these goals, and None after every few positions."""
    shape, layer, seen = table.shapes[ply], table.layer(ply), set[bytes]()
    for some in places.of(shape.size):
        stones = np.array([layer.at(int(place)) for place in some], np.uint32)
        is_right = has_one_right_move(table, ply, stones[:, 0], stones[:, 1])
        if len(goals) < len(GOALS):
            own = own_values(table, stones[:, 0], stones[:, 1])
            is_right &= (own > 0) if "win" in goals else (own == 0) & bool(goals)
        right = some[is_right]
        found.looked += len(some)
        found.in_vain += len(some)
        places.shuffled(right)
        for at in range(0, max(len(right), 1), _GRADED):
            for place in right[at : at + _GRADED]:
                position = position_at(table.rules, layer, int(place))
                key = _least(table, position)
                if key not in seen and not position.finished:
                    seen.add(key)
                    found.graded_in_vain += 1
                    yield _puzzle(table, position)
            yield None


def has_one_right_move(table: Table, ply: int, first: Sets, second: Sets) -> NDArray[np.bool_]:
    """Whether just one move keeps the outcome, a win or a draw; False for the only move.

    `first` and `second` (positions,) are the stones of the side that begins and of the other, in
    unfinished positions. Of finished ones the answer is False if no longer row is possible.
    """
    mover, left = table.rules.turn_at(ply)
    is_first = mover is table.rules.begins
    sign = 1 if left > 1 else -1
    begins_x = table.rules.begins == "X"
    goes_on = np.ones(len(first), np.bool_)  # False if a move leads to what play cannot reach
    ends = np.full((len(first), table.rules.size), -2, np.int8)
    for cell in range(table.rules.size):
        bit = np.uint32(1 << cell)
        free = np.flatnonzero((first | second) & bit == 0)
        after = (first[free] | bit, second[free]) if is_first else (first[free], second[free] | bit)
        values = table.values(*(after if begins_x else after[::-1]))
        goes_on[free] &= values != UNREACHABLE
        ends[free, cell] = sign * np.sign(values)
    own = own_values(table, first, second)
    keeping = (ends == own[:, None]).sum(axis=1)
    moves = (ends > -2).sum(axis=1)
    found: NDArray[np.bool_] = goes_on & (own >= 0) & (keeping == 1) & (moves > 1)
    return found


def own_values(table: Table, first: Sets, second: Sets) -> NDArray[np.int8]:
    """Who wins, for the side to move: 1, 0 or -1."""
    sets = (first, second) if table.rules.begins == "X" else (second, first)
    return np.sign(table.values(*sets))


def _least(table: Table, position: Position) -> bytes:
    """The same for all images of a position."""
    cells = ["X.O".index(sign) for sign in position.cells]
    return min(
        bytes(cells[images.index(at)] for at in range(len(cells)))
        for images in map(list, table.symmetries)
    )


def _puzzle(table: Table, position: Position) -> Puzzle:
    value, moves = table[position], table.moves(position)
    goal: Goal = "win" if value.outcome is Outcome.WIN else "draw"
    ends = {cell: Outcome(int(worth.outcome or 0)) for cell, worth in moves.items()}
    (solution,) = (cell for cell, outcome in ends.items() if outcome is value.outcome)
    seen = looks(position)
    wrong = sorted((cell for cell in moves if cell != solution), key=lambda cell: -seen[cell])
    tempting = tuple(cell for cell in wrong if seen[cell] >= seen[solution])
    return Puzzle(
        position=position,
        goal=goal,
        solution=solution,
        moves=ends,
        tempting=tempting,
        depth=_stones(position, value if goal == "win" else moves[wrong[0]]),
    )


def _stones(position: Position, value: Value) -> int | None:
    """Stones until the game is won, from a score; None from another value."""
    if value.objective != "score":
        return None
    return position.rules.size - position.plies + 1 - abs(value.lower)
