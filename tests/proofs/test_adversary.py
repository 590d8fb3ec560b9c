"""Nobody proves what is false: an adversary finds no tree, unless a rule is taken away."""

from __future__ import annotations

import io
import random
import types
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from tests.proofs.adversary import Truth, against, careless, written
from tests.proofs.judges import by_compiled, judged
from tests.proofs.minimax import minimax

from kinrow.reference import check
from kinrow.reference.check import Board, Claim, Header, Place, Refused, members

Games = dict[tuple[Any, ...], tuple[Board, Truth]]


KINDS = ((1, 1), (1, 1), (1, 1), (1, 1), (2, 1), (2, 2), (3, 2))
EXACT = "OZS, exact"  # exact games, all letters
MISERE = "misere"  # that alone
SIZES = (*((3, 3, 3),) * 3, *((4, 3, 3),) * 3, (4, 4, 3), (4, 4, 4), (5, 3, 3))


def some_position(rng: random.Random) -> Header:
    """A position of a tiny game of any kind; few cells are empty, so that the truth is cheap."""
    rows, cols, k = rng.choice(SIZES)
    stones, first = rng.choice(KINDS)
    way = rng.choice(("", "", "", "", "exact", "misere"))
    cells = ["."] * (rows * cols)
    for c in rng.sample(range(rows * cols), max(0, rows * cols - rng.randint(4, 10))):
        cells[c] = rng.choice("XO")
    return Header(
        rows, cols, k, stones, first, way == "exact", way == "misere", "".join(cells),
        rng.choice("XO"), rng.randint(1, stones), (Claim(rng.choice("XO"), rng.random() < 0.3),),
    )  # fmt: skip


def place_of(header: Header) -> Place:
    """The position as the tree of its first claim has it."""
    side = header.claims[0].side
    stones = {s: sum(1 << c for c, at in enumerate(header.cells) if at == s) for s in "XO"}
    other = "O" if side == "X" else "X"
    return Place(stones[side], stones[other], header.to_move == side, header.left)


def nearly(at: Place, board: Board, truth: Truth, least: int) -> bool:
    """Is the false claim hard to tell from a true one? Q to move, one move or two refute it."""
    moves = [1 << c for c in members(board.all & ~(at.mine | at.theirs))]
    after = [board.play(at, bit) for bit in moves]
    if at.my_turn or any(0 in board.gaps(place.theirs, place.mine) for place in after):
        return False
    return sum(truth(*place[:4]) < least for place in after) < 3


def attempts(
    rng: random.Random, games: Games, checker: types.ModuleType, *, more: str
) -> Iterator[tuple[bool, bool, Header, bytes]]:
    """Is some claim of some position true, and does the adversary find a tree for it?"""
    header = some_position(rng)
    if more == MISERE:
        header = header._replace(misere=True)
    elif more:
        exact = more == EXACT
        header = header._replace(stones=1, first=1, exact=exact, misere=False, left=1)
    rules = header[:7]
    if rules not in games:
        games[rules] = checker.Board(header), minimax(header)
    board, truth = games[rules]
    place, claim = place_of(header), header.claims[0]
    if any(0 in board.gaps(*pair) for pair in (place[:2], place[1::-1])):
        return
    least = 1 if claim.wins else 0
    true = truth(*place[:4]) >= least
    if not true and not nearly(place, board, truth, least):
        return
    for _ in range(1 if true else 20):
        tree = against(checker, more=more)(board, claim, truth, rng.randrange(1 << 30), 200)
        try:
            tree.verify(place)
        except Refused:
            yield true, False, header, b""
        else:
            yield true, True, header, bytes(tree.choices.out)


CARELESS = {
    "two cells after T": (4300, "(gap, at.left + 1, answers)", "(gap, 1, 0)"),
    "lines through an answer": (1881, "(gap, at.left + 1, answers)", "(gap, at.left + 1, gap)"),
    "whole turns": (24414, "board.misere else at.left in (0, p)", "board.misere else True"),
    "tightest": (
        13653,
        "used = answers = min(gaps, key=int.bit_count)",
        "used = min(gaps, key=int.bit_count)\n            answers = used & -used",
    ),
    "hits": (1881, "return cells if safe else empty", "return cells"),
    "two cells after V": (2918, "(gap, 2, 0 if", "(gap, 1, 0 if"),
    "excused at the end": (2918, "0 if wins[1:] else wins[0])", "wins[0])"),
    "one cell after W": (2918, "[(gap, 1, 0) for", "[(gap, 0, 0) for"),
    "N: threats": (2918, "if gap.bit_count() == 2 else 0", "if False else 0"),
    "N: cells": (2463, "self.replies(at, used).", "self.replies(at, used & ~(used & -used))."),
    "soon": (
        154,
        "soon = self.board.gaps(at.theirs, at.mine, at.left)",
        "soon = self.board.gaps(at.theirs, at.mine, 1)",
    ),
    "misere": (93, "not (header.exact or header.misere)", "not header.exact"),
    "pairs": (177, "met &= on[cells[-1]]", "met = on[cells[-1]]"),
    "own move": (177, "Found(bit | below.zone", "Found(below.zone"),
    "potential": (
        1471,
        "total if at.my_turn else total * (1 + p)",
        "total if at.my_turn else total",
    ),
    "sets for p": (177, "header.stones + 1  #", "header.stones  #"),
    "threat cells": (286, "used, answers = used | gap, answers & gap", "answers &= gap"),
    "first": (177, '"the other side is first")', '"") if False else None'),
    "zones of entries": (
        177,
        "zone, plies = zone | below.zone, max(plies, 1 + below.plies)\n                tame",
        "tame",
    ),
    "turns": (
        2084,
        "self.require(there._replace(order=at.order) == at,",
        "self.require((there[0], *there[2:5]) == (at[0], *at[2:5]),",
    ),
    "weak: smallest": (177, "for other in bits_of(gap):", "for other in bits_of(gap)[:1]:"),
    "weak: twins": (5038, "if on == alike", "if on & alike"),
    "weak: lonely": (2723, "if not self.on[c] & self.on[c] - 1", ""),
    "weak: no answer": (177, "self.require(my_turn and last[0], ", "self.require(True, "),
    "weak: pairs": (1546, "held |= lost\n", "held |= 0\n"),
    "weak: answers": (1471, "held | last[0], False,", "held, False,"),
    "weak: stones": (1471, ".filled(gap & ~lost)", ""),
    "weak: references": (
        23045,
        "alike and found.weak",
        "there.my_turn == at.my_turn and found.weak",
    ),
    "weak: single stones": (
        2206,
        'self.single(at), "no weak',
        'at.left == 1, "no weak',
    ),
}


COUNTED = {
    "orders": (2918, "gap.bit_count() >= n + at.order", "gap.bit_count() >= n"),
    "one stone more": (363, "at if alone else one_more(at)", "at"),
    "a pass is one": (177, "one_more(at)._replace(my_turn=True)", "at._replace(my_turn=True)"),
    "cells after a pass": (169, "at, idle.zone, alone", "at, idle.zone & (idle.zone - 1), alone"),
    "alone": (1358, "self.monotone() and not alone:", "self.monotone():"),
    "begun below": (933, "found if found.weak else found._replace(zone=self.empty(at))", "found"),
}


# In exact games.
IMAGINED = {
    "imagined stones": (17034, "if self.monotone() and not alone:", "if not alone:"),
}


AVOIDED = {
    "avoided: own lines": (240, "(at.mine, at.theirs) if self.board.misere else", ""),
    "avoided: single stones": (618, "self.single(at) if misere else ", "misere or "),
    "avoided: potential": (420, "< p**p << 64", "< p**p << 65"),
    "avoided: weights": (618, "avoided if header.misere else stopped", "stopped"),
}


SPARE = {
    "further stones": (169, "alike and not further & found.zone", "alike"),
    "what they take": (56999, "at.order + further.bit_count()", "at.order"),
    "other stones": (
        680,
        "there._replace(theirs=there.theirs | further, order",
        "at._replace(order",
    ),
}


def outcomes(
    seed: int, checker: types.ModuleType, games: Games, *, more: str = ""
) -> Iterator[tuple[bool, bool]]:
    """Of the attempts of one seed: is the claim true, was a tree found?

    Both checkers must accept it; if a careless one was deceived, neither may.
    """
    tried = attempts(random.Random(seed), games, checker, more=more)
    for true, found, header, tree in tried:
        verdict = judged(written(header, tree)) if found else None
        if found and checker is check:
            assert verdict is not None
            assert verdict.header == header
        assert true or verdict is None
        yield true, found


def count(seeds: range, *, more: str = "") -> Counter[tuple[bool, bool]]:
    games: Games = {}
    return Counter(pair for seed in seeds for pair in outcomes(seed, check, games, more=more))


@pytest.mark.parametrize("more", ["", "OZ", "OZS", EXACT, MISERE])
def test_nothing_false_is_proved(more: str) -> None:
    """And of what is true, much is, although the adversary guesses."""
    seen = count(range(600 if more == MISERE else 300), more=more)
    assert seen[False, True] == 0
    assert seen[False, False] > 50
    assert seen[True, True] > 50


@pytest.mark.expensive
@pytest.mark.parametrize("more", ["", "OZ", "OZS", EXACT, MISERE])
def test_nothing_false_is_proved_in_many_more(more: str) -> None:
    assert count(range(300, 20_000), more=more)[False, True] == 0


@pytest.mark.parametrize(
    ("more", "seed", "old", "new"),
    [
        pytest.param(more, *case, id=rule)
        for more, rules in (
            ("", CARELESS),
            ("OZ", COUNTED),
            ("OZS", SPARE),
            (EXACT, IMAGINED),
            (MISERE, AVOIDED),
        )
        for rule, case in rules.items()
    ],
)
def test_every_rule_is_needed(more: str, seed: int, old: str, new: str) -> None:
    """Without it the adversary proves something false, at a seed that was found by trying."""
    assert (False, True) in outcomes(seed, careless(old, new), {}, more=more)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("rows", "cols", "k"), [(4, 5, 3), (3, 3, 3), (6, 2, 5), (5, 5, 1)])
def test_lines_are_counted_as_one_by_one(rows: int, cols: int, k: int, exact: bool) -> None:
    header = Header(
        rows, cols, k, 1, 1, exact, False, "." * rows * cols, "X", 1, (Claim("X", True),)
    )
    board, rng = Board(header), random.Random(rows)
    for _ in range(300):
        mine = rng.getrandbits(board.size) & rng.getrandbits(board.size)
        theirs = rng.getrandbits(board.size) & rng.getrandbits(board.size) & ~mine
        gaps = [
            line & ~mine for line, beyond in board.lines if not line & theirs and not beyond & mine
        ]
        assert board.gaps(mine, theirs) == gaps
        for most in range(k + 2):
            near = [gap for gap in gaps if gap.bit_count() <= most]
            assert board.gaps(mine, theirs, most) == near


@pytest.mark.parametrize(
    ("tree", "why"), [(b"E", "no potential"), (b"P\x01\x01\x02", "no pairing")]
)
def test_nothing_is_avoided_in_a_first_turn_that_fills_the_board(tree: bytes, why: str) -> None:
    header = Header(1, 4, 3, 1, 4, False, True, "....", "X", 4, (Claim("X", False),))
    with pytest.raises(Refused, match=why):
        check.check(io.BytesIO(written(header, tree)))
    assert not by_compiled(written(header, tree))["accepted"]


def in_a_row(cells: str) -> Header:
    """One row, three in a row, O to move: 'X does not lose'."""
    return Header(1, len(cells), 3, 1, 1, False, False, cells, "O", 1, (Claim("X", False),))


def row(cells: str, tree: bytes) -> check.Tree:
    """The tree of that claim, to be read from here."""
    header = in_a_row(cells)
    reader = check.Reader(io.BytesIO(tree))
    return check.Tree(Board(header), header.claims[0], reader, check.say_nothing)


def zone_of(tree: check.Tree, at: Place) -> int | None:
    """The zone of a tree that is accepted; None if it is refused."""
    try:
        return tree.verify(at).zone
    except Refused:
        return None


@pytest.mark.parametrize(
    ("cells", "tree", "zone"),
    [
        # b is 3 for 1, 2, 4 and 5: through each of them O's lines hold it.
        ("X.....", b"A\3E\6\1\3\6\2\3\6\4\3\6\5\3", 0b111110),
        ("X.....", b"A\5E\6\1\5", None),  # O's line 1, 2, 3 lacks 5
        ("X.....", b"A\3E\6\1\2", None),  # 2 was not listed
        ("X.....", b"A\3E\6\0\3", None),  # 0 is taken
        ("XX...", b"A\4W\0\5\2\4", None),  # the tree of 4 is not weak
        ("XX...", b"T\1\2P\0\0", None),  # 2 is the answer; its tree begins with 1
        ("XX...", b"TE\0", 0b11100),  # the answer, and the gap after it
        ("XX...", b"A\2E\3E\4E", 0b11100),
        # The weak game: after 3 and 2 the cells 4 and 5 are a pair; 1 is outside the zone.
        ("X.....", b"BA\3M\2\6\2\3\6\4\3\6\5\3", 0b111100),
        ("X.....", b"BA\3M\2\6\2\2", None),  # no cell dominates itself
        ("XO......", b"B", 0b11111100),  # O takes 3 and X 2; then 6 and 7 are a pair, 4 and 5
        ("X.....", b"BM\3", None),  # O is to move
    ],
)
def test_small_trees(cells: str, tree: bytes, zone: int | None) -> None:
    """One row, three in a row, O to move: 'X does not lose', written by hand."""
    mine, theirs = (sum(1 << c for c, at in enumerate(cells) if at == sign) for sign in "XO")
    assert zone_of(row(cells, tree), Place(mine, theirs, False, 1)) == zone
    assert (judged(written(in_a_row(cells), tree)) is None) == (zone is None)


@pytest.mark.parametrize(
    ("cells", "my_turn", "weak", "accepted"),
    [
        ("X.....", False, True, True),
        ("XX....", False, True, False),  # other gaps
        ("X.....", True, True, False),
        ("X.....", False, False, False),
    ],
)
def test_references_in_the_weak_game(cells: str, my_turn: bool, weak: bool, accepted: bool) -> None:
    """To a tree that is weak, of a position with the same gaps and the same side to move."""
    tree = row("X.....", b"BR\0")
    mine = sum(1 << c for c, sign in enumerate(cells) if sign == "X")
    tree.keep(Place(mine, 0, my_turn, 1), check.Found(0, weak))
    if accepted:
        assert tree.verify(Place(1, 0, False, 1)).weak
    else:
        with pytest.raises(Refused, match="another position"):
            tree.verify(Place(1, 0, False, 1))


@pytest.mark.parametrize(("order", "weak"), [(0, False), (1, False), (1, True), (511, False)])
def test_references_to_trees_that_bear_fewer_stones(order: int, weak: bool) -> None:
    """They are refused if more stones may be outside the zone; weak trees tolerate any number."""
    tree = row("X.....", b"R\0")
    tree.keep(Place(1, 0, False, 1, order=order), check.Found(0, weak))
    if order >= 2 or weak:
        assert tree.verify(Place(1, 0, False, 1, order=2)).weak == weak
    else:
        with pytest.raises(Refused, match="tolerates fewer stones"):
            tree.verify(Place(1, 0, False, 1, order=2))


@pytest.mark.parametrize(
    ("last", "tree", "zone"),
    [
        ([[8, 16]], b"P\1\1\2", 0b011110),
        ([[2, 4], [8, 16]], b"P\0", 0b011110),
        ([[4, 8], [16, 32]], b"P\1\1\2", None),  # 2 is taken already; 2, 3 and 4 lack a pair
        ([], b"P\1\1\2", None),
    ],
)
def test_the_last_pairs_serve_again(last: list[list[int]], tree: bytes, zone: int | None) -> None:
    """In the weak game; O's gaps are 1 to 3, 2 to 4, 3 to 5."""
    verdict = row("X.....", tree)
    verdict.game, verdict.pairs = "weak", last
    assert zone_of(verdict, Place(1, 0, False, 1)) == zone
