"""Find puzzles in a table: random positions with exactly one right move, of mixed grades."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import TypeGuard

import numpy as np
from numpy.typing import NDArray

from kinrow.puzzles.looks import looks
from kinrow.puzzles.puzzle import GOALS, GRADES, Goal, Puzzle
from kinrow.rules import GameLike, Outcome, Position, Value, game
from kinrow.rules.calls import as_in
from kinrow.rules.options import no_list, one_of, whole_number
from kinrow.rules.sentence import Sentence
from kinrow.tables import UNREACHABLE, Table, TableFileError, position_at, table_files
from kinrow.tables.records import MOST_CELLS
from kinrow.tables.shelf import SUFFIX
from kinrow.tables.surveying import need_table
from kinrow.tables.tabulating import tabulate_in_memory

_PLACES = 3000  # of each ply that are looked at
_GRADED = 60  # of each ply that are graded
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
        return Table(path)
    if rules.size > MOST_CELLS:
        raise TableFileError(Sentence("puzzles.large", game=rules.title, most=MOST_CELLS))
    if rules.size > _SMALL:
        raise TableFileError(Sentence("table.missing", game=rules.title, spec=rules))
    return tabulate_in_memory(rules)


def _names_a_file(source: GameLike) -> TypeGuard[str]:
    """Whether it is a string that names the file of a table, rather than a game."""
    return isinstance(source, str) and (source.endswith(SUFFIX) or Path(source).exists())


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
    seed, a whole number from 0, finds the same puzzles.

    Raises OptionError for arguments that are not such numbers, grades from 1 to 5, or goals,
    TableFileError for an opening table.

    >>> with table_of("tictactoe") as table:
    ...     found = find_puzzles(table, 8)
    ...
    >>> len(found), {puzzle.goal for puzzle in found} == {"win", "draw"}
    (8, True)
    """
    need_table(table)
    _need_whole(table)
    most = whole_number("most", most, 0, example=20)
    chance = np.random.default_rng(whole_number("seed", seed, 0, example=1))
    if not isinstance(goals, Iterable):
        raise no_list("goals", goals, "['win']")
    if not isinstance(grades, Iterable):
        raise no_list("grades", grades, "[1, 2]")
    wanted_goals = {one_of("goal", goal, GOALS) for goal in goals}
    wanted_grades = {whole_number("grade", grade, 1, example=3, most=5) for grade in grades}
    kinds: dict[tuple[int, Goal], list[Puzzle]] = defaultdict(list)
    for ply in range(table.last_ply):
        for puzzle in _of_ply(table, ply, chance):
            if puzzle.goal in wanted_goals and puzzle.grade in wanted_grades:
                kinds[puzzle.grade, puzzle.goal].append(puzzle)
    for found in kinds.values():
        chance.shuffle(found)
    rounds = zip_longest(*(kinds[kind] for kind in sorted(kinds)))
    chosen = [puzzle for each in rounds for puzzle in each if puzzle is not None][:most]
    return sorted(chosen, key=lambda puzzle: (puzzle.grade, puzzle.position.plies))


def _of_ply(table: Table, ply: int, chance: np.random.Generator) -> Iterator[Puzzle]:
    shape, layer = table.shapes[ply], table.layer(ply)
    if not shape.size:
        return
    few = shape.size <= _PLACES
    places = np.arange(shape.size) if few else chance.integers(shape.size, size=_PLACES)
    stones = np.array([layer.at(int(place)) for place in places], np.uint32)
    right = places[has_one_right_move(table, ply, stones[:, 0], stones[:, 1])]
    chance.shuffle(right)
    seen = set()
    for place in right[:_GRADED]:
        position = position_at(table.rules, layer, int(place))
        key = _least(table, position)
        if key not in seen and not position.finished:
            seen.add(key)
            yield _puzzle(table, position)


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
    own = np.sign(table.values(*((first, second) if begins_x else (second, first))))
    keeping = (ends == own[:, None]).sum(axis=1)
    moves = (ends > -2).sum(axis=1)
    found: NDArray[np.bool_] = goes_on & (own >= 0) & (keeping == 1) & (moves > 1)
    return found


def _least(table: Table, position: Position) -> tuple[int, ...]:
    """The same for all images of a position."""
    cells = ["X.O".index(sign) for sign in position.cells]
    return min(
        tuple(cells[images.index(at)] for at in range(len(cells)))
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
