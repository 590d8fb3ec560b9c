"""What settles positions with many empty cells: alpha-beta, proof numbers, or both in turn?

    python docs/experiments/early_positions.py 4,9,4 --stones 5 --count 100

Places so many stones at random on the empty board of a game of single stones. One thread answers
each position by alpha-beta, by proof-number search, and by both: alpha-beta up to so many nodes
(`--few`), then proof numbers. Prints milliseconds of processor time per position, by outcome.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from random import Random
from time import process_time

from kinrow import _core
from kinrow.rules import Position, Rules, game
from kinrow.runtime.conversion import core_game, core_position
from kinrow.runtime.waiting import finish

_MEMORY = 2**30
_ENDLESS = 2**64 - 1

Settle = Callable[[Position], int | None]


def positions(rules: Rules, stones: int, count: int, random: Random) -> list[Position]:
    """Different positions with so many stones, in which the game is not over."""
    found: dict[str, Position] = {}
    while len(found) < count:
        position = rules.start()
        for move in random.sample(position.legal_moves, stones):
            if not position.finished:
                position = position.play(move)
        if not position.finished:
            found[position.canonical().fen()] = position
    return list(found.values())


def alpha_beta(rules: Rules, nodes: int) -> Settle:
    """The outcome by the solver; None if it is not found within the limit."""
    core = _core.Solver(core_game(rules), _MEMORY, 1)

    def settle(position: Position) -> int | None:
        core.begin_value(*core_position(position), False, nodes)
        finish(core)
        lower, upper = ((bound > 0) - (bound < 0) for bound in core.values()[0])
        return lower if lower == upper else None

    return settle


def proof_numbers(rules: Rules) -> Settle:
    """The outcome by the prover."""
    core = _core.Prover(core_game(rules), _MEMORY, 1)

    def settle(position: Position) -> int | None:
        core.begin_value(*core_position(position))
        finish(core)
        return core.value()[0]

    return settle


def both(rules: Rules, few: int) -> Settle:
    """The solver for a few nodes, then the prover."""
    first, second = alpha_beta(rules, few), proof_numbers(rules)

    def settle(position: Position) -> int | None:
        found = first(position)
        return second(position) if found is None else found

    return settle


def compare(asked: Sequence[Position], ways: dict[str, Settle]) -> None:
    """Prints a line for each outcome and each way."""
    spent: dict[tuple[int | None, str], list[float]] = {}
    for position in asked:
        outcomes = set()
        for name, settle in ways.items():
            began = process_time()
            outcome = settle(position)
            spent.setdefault((outcome, name), []).append(process_time() - began)
            outcomes.add(outcome)
        if len(outcomes) > 1:
            raise SystemExit(f"{position.fen()}: the searches disagree")
    for (outcome, name), seconds in sorted(spent.items(), key=str):
        mean = 1000 * sum(seconds) / len(seconds)
        print(f"{outcome:+d}  {len(seconds):5d} positions  {name:14s} {mean:9.2f} ms")


def main(asked: Namespace) -> None:
    """Compares the ways on one set of positions."""
    rules = game(asked.game)
    found = positions(rules, asked.stones, asked.count, Random(asked.seed))
    ways = {"alpha-beta": alpha_beta(rules, _ENDLESS), "proof numbers": proof_numbers(rules)}
    for few in asked.few:
        ways[f"both, {few}"] = both(rules, few)
    compare(found, ways)


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--stones", type=int, required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--few", type=int, nargs="*", default=[20_000])
    parser.add_argument("--seed", type=int, default=1)
    main(parser.parse_args())
