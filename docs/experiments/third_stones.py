"""Does the first player win five in a row on a small board? A search above the lambda search.

    python -m docs.experiments.third_stones g7 --game 12,12,5 --strategy 13-13-5 --keep FILE
    python -m docs.experiments.third_stones k11 --second p12 --third k9 --game 21+,21+,5 \\
        --prove FILE

Left to itself, the lambda search spends nearly all its time on a few answers, after a wrong move
of the first player's. So the moves near the root are chosen here instead. Where the first player
is to move, the engine names a dozen stones. Each is searched for some seconds, and the one that
leaves the fewest answers is looked at first. Where the second player is to move, each answer is
searched for some seconds, and those that are left are looked at in turn. All searches share one
table, which `--keep` writes every ten minutes, and begins with. `--learn` adds the games of what
was won to a book; with `--book` another run tries its moves first. If the whole game is won,
`kinrow prove GAME --book BOOK` proves it. `--again` reads what an earlier run has printed, and goes
on with its tree. With `--second` the question is only whether the first player wins after that
stone, and `--third` says what to try first; the game may then be a class of boards, in which
null moves may take that stone away with `--drop` (`G` in docs/proof-format.md). `--quiet` names
lines through that stone off which the wins after the pass keep; then moves there need no answers.
`--prove` writes a certificate from the table.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from functools import reduce
from pathlib import Path
from time import monotonic

from docs.experiments.far_stones import kept_off, on_board
from docs.experiments.first_moves import Search
from docs.experiments.question import Question, answers

from kinrow.players import Clock
from kinrow.players.alphabeta import AlphaBetaPlayer
from kinrow.proofs import class_of
from kinrow.rules import Cell, Position, game, lines
from kinrow.runtime.conversion import cell_of, index_of
from kinrow.runtime.limits import bytes_of
from kinrow.strategies import read_strategy
from kinrow.strategies.far_stones import WAYS
from kinrow.strategies.shelf import SHIPPED

_STONES, _THOUGHT = 10, 6.0  # stones that the engine names, and its seconds for all of them
_BLOCKS = 4  # stones that stop lines, which it may not name
_PROBES = (5.0, 8.0)  # seconds for every stone, then more for the best
_BEST = 3
_THIRD = 40.0  # seconds for a third stone that was named, up to so many times
_TIMES, _FEW = 3, 12  # and as long as more answers are left
UNKNOWN = 1000  # answers left, if the search has not come to them
_LOOKS = (12.0, 20.0)  # seconds for an answer, when it is looked at for the first and second time
_ANSWERS = (0.3, 2.0, 6.0)  # seconds for every answer, round after round
_DEEPEST = 3  # passes, after which the first player needs fours
_AGAIN = 2.0  # for what should follow from what is known
_TIRED = 0.25  # what a visit adds to the number of answers left, so that others get their turn
_EVERY = 600.0  # seconds between two writings of the table


Moves = tuple[Cell | None, ...]
"""The moves of both players; None is a pass of the second one's."""


def named(move: Cell | None) -> str:
    """A move as it is printed."""
    return "pass" if move is None else str(move)


def read(word: str) -> Cell | None:
    """A move as it was printed."""
    return None if word == "pass" else Cell.of(word)


def blocks(position: Position) -> list[Cell]:
    """Cells on the open lines that have the most of the opponent's stones, if they have two.

    >>> [str(cell) for cell in blocks(game("gomoku").replay("h8 b1 i8 e1"))]
    ['c1', 'd1', 'a1', 'f1']
    """
    rules, cells = position.rules, position.cells
    mine, theirs = (str(sign) for sign in (position.to_move, position.to_move.other))
    held = {line: [cells[at] for at in line] for line in lines(rules)}
    counts = {line: signs.count(theirs) for line, signs in held.items() if mine not in signs}
    most = max(counts.values(), default=0)
    every = (at for line in counts if counts[line] == most > 1 for at in line if cells[at] == ".")
    return [cell_of(rules, at) for at, _ in Counter(every).most_common(_BLOCKS)]


class Tree:
    """What all nodes need: where they begin, the search, and who names stones."""

    def __init__(self, start: Position, search: Search, learn: Path | None = None) -> None:
        self.start, self.search, self._learn = start, search, learn
        self.engine = AlphaBetaPlayer("alphabeta")

    def position(self, moves: Moves) -> Position:
        """The position after these moves."""
        return reduce(self.search.question.after, moves, self.start)

    def ask(self, moves: Moves, seconds: float) -> tuple[int | None, int]:
        """As Search.ask has it, after these moves."""
        return self.search.ask(self.position(moves), seconds, moves.count(None))

    def answers(self, moves: Moves, among: Container[int] | None) -> list[Cell]:
        """The answers to the last of these moves, the farthest first; `among` these, or all."""
        last = next(move for move in reversed(moves) if move is not None)
        return answers(self.position(moves), last, among)

    def stones(self, position: Position) -> list[Cell]:
        """What the engine would look at here, and what stops the second player's best lines."""
        clock = Clock(_THOUGHT, _THOUGHT)
        named = [line.moves[0] for line in self.engine.lines(position, _STONES, clock)]
        return list(dict.fromkeys([*named, *blocks(position)]))

    def learn(self, moves: Moves) -> None:
        """The position after these moves is won: keeps the games of the win."""
        played = [move for move in moves if move is not None]
        if self._learn is not None and len(played) == len(moves):
            self.search.learn(self._learn, played)

    def follow(self, moves: Moves) -> None:
        """The last stone wins: other searches try it first, and the table learns it."""
        self.search.follow(self.start, moves)
        self.learn(moves)
        self.ask(moves[:-1], _AGAIN)


class Answer:
    """The first player is to move: one stone that wins is enough."""

    def __init__(self, tree: Tree, moves: Moves) -> None:
        self.tree, self.moves = tree, moves
        self.stones: list[Stone] = []
        self.visits = 0
        self.is_won = False

    @property
    def number(self) -> float:
        """About how many answers are left below the best stone."""
        if self.is_won:
            return 0
        return min((stone.number for stone in self.stones), default=1) + _TIRED * self.visits

    def ask(self, seconds: float) -> bool:
        """Whether a search by itself finds the win."""
        return self.tree.ask(self.moves, seconds)[0] is not None

    def visit(self) -> None:
        """Searches on from here; the first times by itself, then stone by stone."""
        position = self.tree.position(self.moves)
        seconds = _LOOKS[min(self.visits, 1)] if not self.stones else _AGAIN
        self.visits += 1
        move, _ = self.tree.ask(self.moves, seconds)
        if move is None and not self.stones and self.visits > 1:
            self._name_stones(position)
        elif move is None and self.stones:
            min(self.stones, key=lambda stone: stone.number).visit()
        self.is_won = move is not None or any(stone.is_won for stone in self.stones)
        if self.is_won:
            print("won:", *map(named, self.moves), flush=True)
            self.tree.learn(self.moves)
            won = [stone.moves[-1] for stone in self.stones if stone.is_won]
            if move is not None and move >= 0:
                won = [cell_of(position.rules, move)]
            if won:  # or any move may win
                self.tree.follow((*self.moves, won[0]))

    def add(self, cell: Cell, left: int = 0) -> Stone:
        """A stone to be looked at, and how many answers to it are left."""
        self.stones.append(Stone(self.tree, (*self.moves, cell), left))
        return self.stones[-1]

    def _name_stones(self, position: Position) -> None:
        for cell in self.tree.stones(position):
            self.add(cell).probe(_PROBES[0])
        self.stones.sort(key=lambda stone: stone.number)
        for stone in self.stones[:_BEST]:
            stone.probe(_PROBES[1])
        left = (f"{stone.moves[-1]}:{stone.left}" for stone in self.stones)
        print("answers left:", *map(named, self.moves), "·", *left, flush=True)


class Stone:
    """The second player is to move: all answers have to lose."""

    def __init__(self, tree: Tree, moves: Moves, left: int = 0) -> None:
        self.tree, self.moves = tree, moves
        self.answers: list[Answer] | None = None
        self.left, self.visits = left, 0
        self.is_won = False

    @property
    def number(self) -> float:
        """How many answers are left, those that are hard counting for more."""
        if self.is_won:
            return 0
        if self.answers is None:
            return self.left
        return sum(answer.number for answer in self.answers) + _TIRED * self.visits

    def probe(self, seconds: float) -> None:
        """Searches all answers together."""
        move, self.left = self.tree.ask(self.moves, seconds)
        self.is_won = move is not None
        self.left = 0 if self.is_won else self.left or UNKNOWN

    def visit(self) -> None:
        """Searches one of the answers that are left; the first time all of them."""
        self.visits += 1
        if self.answers is None:
            self.answers = self._open()
        else:
            min(self.answers, key=lambda answer: answer.number).visit()
        waited = any(answer.moves[-1] is None for answer in self.answers)
        self.answers = [answer for answer in self.answers if not answer.is_won]
        if waited and not self.answers:
            self.answers = self._open()
        self.is_won = self.is_won or not self.answers
        if self.is_won:
            self.tree.learn(self.moves)
        print("won:" if self.is_won else "left:", *map(named, self.moves), "·", end=" ")
        print(*(named(answer.moves[-1]) for answer in self.answers), flush=True)

    def _open(self) -> list[Answer]:
        """The answers that are left after short searches; only a pass, if that is one of them."""
        idle, among = Answer(self.tree, (*self.moves, None)), None
        if self._needs_pass():
            if not idle.ask(_ANSWERS[-1]):
                return [idle]
            search = self.tree.search
            among = search.question.must_answer(self.tree.position(self.moves), search.zone)
        every = self.tree.answers(self.moves, among)
        left = [Answer(self.tree, (*self.moves, move)) for move in every]
        for seconds in _ANSWERS:
            left = [answer for answer in left if not answer.ask(seconds)]
            self.probe(_AGAIN)
            if self.is_won:
                return []
        return left

    def _needs_pass(self) -> bool:
        """Whether the lambda search meets a pass before it looks at other answers."""
        stones = self.tree.position(self.moves).cells.count(self.tree.start.rules.begins)
        return stones > 1 and self.moves.count(None) < _DEEPEST


def retrace(root: Stone, lines: Iterable[str]) -> None:
    """Builds the tree that printed these lines."""
    stones: dict[Moves, Stone] = {root.moves: root}
    answers: dict[Moves, Answer] = {}
    for line in lines:
        kind, _, rest = line.partition(": ")
        played, dot, found = rest.partition(" ·")
        moves = tuple(map(read, played.split()))
        if kind == "answers left":
            answers[moves].visits = 2
            for cell, left in (word.split(":") for word in found.split()):
                stone = answers[moves].add(Cell.of(cell), int(left))
                stones[stone.moves] = stone
        elif dot:
            stone = stones[moves]
            kept = [(*moves, read(move)) for move in found.split()]
            answers |= {each: Answer(stone.tree, each) for each in kept if each not in answers}
            stone.answers = [answers[each] for each in kept]
            stone.visits += 1
            stone.is_won = not kept
            if stone is not root:
                answers[moves[:-1]].visits += 1
        else:
            answers[moves].is_won = True


def begin(tree: Tree, first: Cell, second: Cell | None, thirds: Iterable[Cell]) -> Stone | Answer:
    """The root: the first stone, or an answer to it with the stones to try, each searched."""
    if second is None:
        return Stone(tree, (first,))
    root = Answer(tree, (first, second))
    for third in thirds:
        stone = root.add(third, UNKNOWN)
        for _ in range(_TIMES):
            if not stone.is_won and stone.left > _FEW:
                stone.probe(_THIRD)
        root.visits = len(_LOOKS)  # other stones are not named
    return root


def run(root: Stone | Answer, seconds: float) -> None:
    """Searches until the root is won or the time is up, and keeps the table."""
    search = root.tree.search
    began = kept = monotonic()
    while not root.is_won and monotonic() - began < seconds:
        root.visit()
        if monotonic() - kept > _EVERY:
            kept = monotonic()
            search.keep()
    search.keep()


def dropping(
    question: Question,
    second: Cell,
    thirds: Sequence[Cell],
    quiet: Sequence[str],
    theirs: Sequence[Cell] = (),
) -> Question:
    """The same question with null moves that may take the second stone away.

    What follows them keeps off its lines in these directions, as far as a single third stone needs,
    and further stones of the second player's.
    """
    rules = question.rules
    place, *stones = map(question.place, (second, question.first, *thirds[: len(thirds) == 1]))
    others = [*map(question.place, theirs)]
    kept = kept_off(place, stones, [WAYS[way] for way in quiet], others)
    cells = ((question.first.row + row, question.first.col + col) for row, col in kept)
    return replace(
        question,
        avoided=on_board(rules, cells),
        dropped=index_of(rules, second),
    )


def arguments_of(words: Sequence[str] | None) -> argparse.Namespace:
    """What the command line asks for, with the question."""
    parser = argparse.ArgumentParser(description=__doc__, add_help=True)
    parser.add_argument("first", type=Cell.of)
    parser.add_argument("--second", type=Cell.of)
    parser.add_argument("--third", type=Cell.of, action="append", default=[])
    parser.add_argument("--drop", action="store_true", help="null moves may take the second away")
    parser.add_argument(
        "--quiet",
        choices=WAYS,
        action="append",
        default=[],
        help="wins then keep off it there",
    )
    parser.add_argument("--game", default="12,12,5")
    parser.add_argument("--seconds", type=float, default=9000.0)
    parser.add_argument("--memory", type=bytes_of, default="9GiB")
    parser.add_argument("--strategy", help="of a larger square board, such as 13-13-5")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--book", type=Path)
    parser.add_argument("--learn", type=Path, metavar="BOOK")
    parser.add_argument("--again", type=Path, metavar="PRINTED")
    parser.add_argument("--prove", type=Path, metavar="PROOF")
    asked = parser.parse_args(words)
    if asked.second is not None and asked.again is not None:
        parser.error("--again goes on with the tree of a first stone; leave out --second")
    smallest, larger = class_of(asked.game)
    asked.question = Question(game(smallest), asked.first, None, larger)
    if asked.drop:
        if asked.second is None or not larger:
            parser.error("--drop needs a second stone and a class of boards")
        asked.question = dropping(asked.question, asked.second, asked.third, asked.quiet)
    elif asked.quiet:
        parser.error("--quiet needs --drop")
    return asked


def main(words: Sequence[str] | None = None) -> None:
    """Searches until the game is won or the time is up."""
    asked = arguments_of(words)
    search = Search(asked.question, asked.memory, asked.keep)
    if asked.strategy:
        search.advise(asked.question.hints(read_strategy(SHIPPED / f"{asked.strategy}.strategy")))
    if asked.book is not None:
        search.read(asked.book)
    tree = Tree(asked.question.rules.start(), search, asked.learn)
    root = begin(tree, asked.first, asked.second, asked.third)
    if asked.again is not None and isinstance(root, Stone):
        retrace(root, asked.again.read_text().splitlines())
    run(root, asked.seconds)
    if root.is_won:
        search.ask(tree.position(root.moves), _EVERY)  # all of it, with what the table has
        tree.learn(root.moves)
        if asked.prove is not None:
            proved = tree.position(() if asked.second is None else root.moves)
            print(search.prove(asked.prove, asked.memory // 3, proved), flush=True)


if __name__ == "__main__":
    main()
