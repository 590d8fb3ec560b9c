"""By which ply a certificate wins: never sooner than brute force has it."""

from __future__ import annotations

import random
import types
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.proofs.adversary import against, careless, written
from tests.proofs.judges import judged
from tests.proofs.minimax import minimax, shortest
from tests.proofs.test_adversary import EXACT, MISERE, Games, place_of, some_position
from tests.proofs.test_agreement import in_a_row

from kinrow import proofs
from kinrow.reference import check
from kinrow.reference.check import Claim, Header, Refused
from kinrow.rules import game
from kinrow.solver import SearchSolver

PROOFS = Path(__file__).resolve().parents[2] / "examples" / "proofs"

Truths = dict[tuple[object, ...], Callable[[int, int, bool, int], float]]


def delays(seeds: range, checker: types.ModuleType, *, more: str = "") -> Iterator[float]:
    """Of each win that the adversary finds a tree for: how much later the tree has it."""
    games: Games = {}
    truths: Truths = {}
    for seed in seeds:
        rng = random.Random(seed)
        header = some_position(rng)
        header = header._replace(claims=(Claim(rng.choice("XO"), True),))
        if more:
            header = header._replace(stones=1, first=1, left=1)
            header = header._replace(exact=more == EXACT, misere=more == MISERE)
        if header[:7] not in games:
            games[header[:7]] = checker.Board(header), minimax(header)
            truths[header[:7]] = shortest(header)
        board, truth = games[header[:7]]
        place = place_of(header)
        if any(0 in board.gaps(*pair) for pair in (place[:2], place[1::-1])):
            continue
        if truth(*place[:4]) < 1:
            continue
        tree = against(checker, more=more)(
            board, header.claims[0], truth, rng.randrange(1 << 30), 200
        )
        with suppress(Refused):
            found = tree.verify(place)
            yield found.plies - truths[header[:7]](*place[:4])


@pytest.mark.parametrize("more", ["", "OZ", "OZS", EXACT, MISERE])
def test_no_win_is_said_to_come_sooner_than_it_does(more: str) -> None:
    found = list(delays(range(500), check, more=more))
    assert len(found) > 20
    assert min(found) == 0


SOONER = {
    "W": ("", 7, "False, can[0].bit_count())", "False, 0)"),
    "M": ("", 19, "below.weak, 1 + below.plies)", "below.weak, below.plies)"),
    "entries": (
        "",
        1,
        "max(plies, 1 + below.plies)\n                tame",
        "plies\n                tame",
    ),
    "T: not met": ("", 89, "plies = max(plies, 1 + gap.bit_count())", "pass"),
    "T: answers": ("", 184, "max(plies, 1 + below.plies)\n        soon", "plies\n        soon"),
    "Z": ("OZ", 498, "plies = max(1 + idle.plies, found.plies)", "plies = 1 + idle.plies"),
    "V": ("", 79, "| move, plies + 2", "| move, plies + 1"),
}


@pytest.mark.parametrize(("more", "seed", "old", "new"), SOONER.values(), ids=SOONER)
def test_every_ply_counts(more: str, seed: int, old: str, new: str) -> None:
    """Left out, it makes a win come too soon, at a seed that was found by trying."""
    assert min(delays(range(seed, seed + 1), careless(old, new), more=more)) < 0


@pytest.mark.parametrize(
    ("header", "tree", "ply"),
    [
        # X has c d: if O plays b, X completes c d e.
        (in_a_row("..XX..", claim="X wins"), b"T\0", 4),
        # The same by a pass, after which X plays c; if O does, X plays e.
        (in_a_row("XX.X.XX", claim="X wins"), b"ZW\0\2W\0", 7),
    ],
)
def test_small_trees(header: Header, tree: bytes, ply: int) -> None:
    verdict = judged(written(header, tree))
    assert verdict is not None
    assert verdict.by_ply == (ply,)


@pytest.mark.parametrize("name", ["6,5,4", "6,6,4"])
def test_a_certificate_wins_no_sooner_than_the_search(name: str) -> None:
    rules = game(name)
    checked = proofs.check(PROOFS / f"{name.replace(',', '-')}.proof")
    with SearchSolver("64MiB", threads=1) as solver:
        score = solver.solve(rules.start(), objective="score").score
    assert score is not None
    (ply,) = checked.by_ply
    assert ply is not None
    assert rules.size - score + 1 <= ply < 2 * rules.size // 3
