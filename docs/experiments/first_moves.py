"""Five in a row: does a player win after a first move and, if there is one, a reply to it?

    python docs/experiments/first_moves.py a1 --reply h8 --answers a15,o8 --seconds 120
    python docs/experiments/first_moves.py g7 --game 12,12,5 --seconds 20,60,200 --keep FILE
    python docs/experiments/first_moves.py j10 --game 20,20,5 --at-once --keep FILE --learn BOOK
    python docs/experiments/first_moves.py i9 --game 17,17,5 --at-once --keep FILE --prove PROOF

With a reply the question is whether the second player wins, which shows that the first move loses;
without, whether the first player does. Each answer is searched alone, by one lambda search after
the other in one table; those that are not settled are searched again with the next limit. The
moves to try first are those of a strategy that comes with kinrow, its centre moved to the winner's
first stone; with a reply, the colours are exchanged and the first stone is added. `--book` adds the
games of a book for the strategy's board, moved in the same way. With `--at-once` one search is for
all answers together; when it has found the win, `--prove` writes the certificate of the whole game
from the table, and `--learn` a book, from which `kinrow prove GAME --book BOOK --threads 2` proves
it again.

`--keep` writes the table to this file after each round and every ten minutes, and begins with what
it has.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import monotonic

from docs.experiments.question import Question, tag_of

from kinrow import _core
from kinrow.proofs import Book, Proof
from kinrow.proofs.book import PASS, WORTH, guess
from kinrow.proofs.certificate import certify, write_file
from kinrow.proofs.search import check_proved
from kinrow.rules import Cell, Position, Rules, Value, game, symmetries
from kinrow.runtime.conversion import SIGNS, cell_of, core_position, index_of
from kinrow.runtime.limits import bytes_of
from kinrow.runtime.waiting import Deadline, finish, wait_for
from kinrow.solver import Solution
from kinrow.strategies import read_strategy
from kinrow.strategies.file import Entry, pack
from kinrow.strategies.shelf import SHIPPED

ENDLESS = 1 << 40
KEPT_EVERY = 600
_SLOW, _GROWS = 30_000, 8.0  # positions a second, below which the table was growing; seconds for it


class Search:
    """Lambda searches in one table, which is kept in a file if there is one."""

    def __init__(self, question: Question, memory: int, kept: Path | None) -> None:
        self.question = question
        self._kept, self._tag = kept, tag_of(question)
        self._core = _core.Prover(question.game, memory, 1)
        self.nodes = self._milliseconds = 0
        self.zone: frozenset[int] = frozenset()  # of the win that was found last
        self._last = monotonic()
        if kept is not None and kept.exists():
            self.nodes, self._milliseconds = self._core.load(str(kept), self._tag)

    def advise(self, hints: Iterable[tuple[Position, int]]) -> None:
        """Tries these moves first."""
        for known, move in hints:
            self._core.advise(*core_position(known), [move])

    def trust(self, entries: Sequence[Entry]) -> None:
        """Takes these positions of the winner for won, until a certificate is written."""
        packed = pack(self.question.rules.size, [*entries])
        self._core.learn(SIGNS.index(self.question.winner), packed)

    def read(self, book: Path, source: Rules | None = None) -> None:
        """Tries the moves of a book first, too, as Question.games has them."""
        start = core_position(self.question.rules.start())
        for moves in self.question.games(Book(book), source):
            self._core.advise(*start, moves)

    def follow(self, start: Position, moves: Sequence[Cell | None]) -> None:
        """Tries these moves first; None is a pass."""
        line = [PASS if move is None else index_of(start.rules, move) for move in moves]
        self._core.advise(*core_position(start), line)

    def at_once(self, seconds: float) -> bool:
        """Searches all answers together, in turns after which the table is kept."""
        position = self.question.rules.replay(self.question.moves)
        until = monotonic() + seconds
        while (left := until - monotonic()) > 0:
            found, open_answers = self.ask(position, min(left, KEPT_EVERY))
            self.keep()
            print(f"{self.nodes:,} positions, {open_answers} answers are left", flush=True)
            if found is not None:
                return True
        return False

    def ask(self, position: Position, seconds: float, order: int = 0) -> tuple[int | None, int]:
        """The first player's winning move, if it is found, and how many root moves are left.

        The move is -1 if the second player is to move, or if any move wins. The order is the number
        of passes before. While a table grows nothing is searched, so a search that found no time is
        repeated.
        """
        began, before = monotonic(), self.nodes
        found, left = self._ask(position, seconds, order)
        spent = monotonic() - began
        if found is None and spent >= seconds and self.nodes - before < _SLOW * spent:
            found, left = self._ask(position, _GROWS, order)
        self._milliseconds += int(1000 * (monotonic() - began))
        return found, left

    def _ask(self, position: Position, seconds: float, order: int) -> tuple[int | None, int]:
        side = SIGNS.index(self.question.winner)
        self._core.begin_lambda(*core_position(position), side, order, ENDLESS, None, False)
        wait_for(self._core, Deadline(seconds))
        nodes, _, _, settled, moves, *_ = self._core.progress()
        self.nodes += nodes
        found = self._core.lambda_win()
        self.zone = frozenset() if found is None else frozenset(found[1])
        return (None if found is None else found[0]), moves - settled

    def _worth(self, position: Position) -> int:
        """The outcome of a position that the winner wins, for the side to move."""
        return 1 if position.to_move is self.question.winner else -1

    def settles(self, answer: Cell, seconds: float) -> bool:
        """Searches one answer, and prints what was found."""
        began, before = monotonic(), self.nodes
        position = self.question.rules.replay([*self.question.moves, answer])
        found, _ = self.ask(position, seconds)
        met = None if found is None else cell_of(self.question.rules, found)
        says = "not settled" if met is None else f"met by {met}"
        spent = monotonic() - began
        print(f"{answer}: {says}, {self.nodes - before:,} positions, {spent:.0f} s", flush=True)
        if monotonic() - self._last > KEPT_EVERY:
            self.keep()
        return met is not None

    def learn(self, book: Path, played: Sequence[Cell]) -> None:
        """Adds the games to the costly wins of a search that found one after these moves to a book.

        The core searches one of the images of a position, so it knows these games for one only. Of
        the winner's moves before the win only the last one played is sure.
        """
        rules = self.question.rules
        moves = [index_of(rules, move) for move in played]
        parity = int(self.question.winner is not rules.begins)
        guessed = range(parity, len(moves) - 1, 2)
        for places in symmetries(rules.rows, rules.cols):
            image = [places[move] for move in moves]
            start = tuple(guess(move) if at in guessed else move for at, move in enumerate(image))
            position = rules.replay([cell_of(rules, move) for move in image])
            found = self._core.longest(*core_position(position), WORTH)
            if found and min(map(min, found)) >= PASS:  # not guesses
                Book(book, start).add(rules, map(tuple, found), sure=True)
                return
        if (len(moves) - 1) % 2 == parity:
            Book(book, start).add(rules, [()], sure=True)

    def note(self, book: Book, position: Position) -> None:
        """Adds the games to the costly wins after this position, which is won, to a book."""
        found = self._core.longest(*core_position(position), WORTH)
        book.add(position.rules, map(tuple, found), sure=True)

    def prove(self, path: Path, memory: int, start: Position, order: int = 0) -> Proof | Solution:
        """Writes a certificate of this position, which a search has won.

        The order is the number of passes before, all of which the tree tolerates.
        """

        def write(_: object, part: Path) -> None:
            side = SIGNS.index(self.question.winner)
            self._core.begin_proof(*core_position(start), side, True, str(part), memory, order)
            finish(self._core, lambda: None)
            check_proved(self._core)

        worth, seconds = self._worth(start), self._milliseconds / 1000
        solution = Solution(start, Value("outcome", worth, worth), (), self.nodes, seconds)
        began = monotonic()
        reserved = self.question.avoided if self.question.dropped < 0 else frozenset()
        write_file(path, solution, write, self.question.larger, None, reserved)
        return certify(path, solution, monotonic() - began, None)

    def keep(self) -> None:
        """Writes the table, whole or not at all."""
        if self._kept is not None:
            self._core.save(str(self._kept), self._tag, self.nodes, self._milliseconds)
            self._last = monotonic()


def main() -> None:
    """Reads the command line and prints a line per answer and round."""
    parser = argparse.ArgumentParser(description="Who wins five in a row after a first move?")
    parser.add_argument("first", type=Cell.of)
    parser.add_argument("--game", default="gomoku")
    parser.add_argument("--reply", type=Cell.of)
    parser.add_argument("--answers", help="as in a15,o8; by default all up to symmetry")
    parser.add_argument("--seconds", default="120", help="for each answer, as in 20,60,200")
    parser.add_argument("--memory", type=bytes_of, default="4GiB")
    parser.add_argument("--strategy", default="15-15-5", help="of a larger square board")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--book", type=Path, help="of the strategy's board")
    parser.add_argument("--at-once", action="store_true", help="all answers in one search")
    parser.add_argument("--learn", type=Path, help="with --at-once: a book for what was found")
    parser.add_argument("--prove", type=Path, help="with --at-once: the certificate")
    asked = parser.parse_args()
    question = Question(game(asked.game), asked.first, asked.reply)
    search = Search(question, asked.memory, asked.keep)
    strategy = read_strategy(SHIPPED / f"{asked.strategy}.strategy")
    search.advise(question.hints(strategy))
    if asked.book is not None:
        search.read(asked.book, strategy.rules)
    if asked.at_once:
        found = search.at_once(sum(map(float, asked.seconds.split(","))))
        if found and asked.learn is not None:
            search.learn(asked.learn, question.moves)
        if found and asked.prove is not None:
            print(search.prove(asked.prove, asked.memory // 3, question.rules.start()), flush=True)
        return
    left = list(map(Cell.of, asked.answers.split(","))) if asked.answers else question.answers()
    for seconds in map(float, asked.seconds.split(",")):
        left = [answer for answer in left if not search.settles(answer, seconds)]
        search.keep()
    print(f"left: {len(left)}", *left)


if __name__ == "__main__":
    main()
