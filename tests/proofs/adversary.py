"""The adversary: looks for any tree, of the checker's own rules, that proves a given claim.

Wherever the checker would read the file, a choice is made at random, helped by what is known to
work: moves that keep the claim in truth, threats that force, hits that suffice. Where the checker
refuses, the choices of that node are made anew. Whatever is found can be written as a file; for a
false claim nothing may ever be found.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import random
import types
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from kinrow.reference import check
from kinrow.reference.check import Board, Claim, Found, Header, Lines, Place, Refused, Tree, members

if TYPE_CHECKING:
    Base = Tree
else:
    Base = object
Truth = Callable[[int, int, bool, int], int]
LATER = "OZS"


class Choices:
    """What takes the file's place: numbers that were chosen before they are read."""

    def __init__(self) -> None:
        self.out = bytearray()
        self.next: list[int] = []
        self.trees: list[int] = []  # how many follow a letter that says so after a cell
        self.letter = ""
        self.at = 0

    def byte(self) -> int:
        self.out += self.letter.encode()
        return ord(self.letter)

    def number(self) -> int:
        value = (self.next or self.trees).pop(0)
        rest = value
        while rest >= 128:
            self.out.append(rest & 127 | 128)
            rest >>= 7
        self.out.append(rest)
        return value


@cache
def stops(gaps: frozenset[int], my_turn: bool) -> bool:
    """Does P stop all of these, if nothing else counts? By brute force."""
    if 0 in gaps or not gaps:
        return not gaps
    cells = [1 << c for c in members(union(gaps))]
    if my_turn:
        return any(stops(frozenset(g for g in gaps if not g & c), False) for c in cells)
    return all(stops(frozenset(g & ~c for g in gaps), True) for c in cells)


def union(gaps: frozenset[int]) -> int:
    return sum(1 << c for c in {c for gap in gaps for c in members(gap)})


class Adversary(Base):
    """A tree under construction, over some checker's `Tree`; `verify` returns if one was found."""

    more = ""  # letters that may stand besides those of every kind of game

    def __init__(self, board: Board, claim: Claim, truth: Truth, seed: int, budget: int) -> None:
        self.choices = Choices()
        super().__init__(board, claim, self.choices, check.say_nothing)  # type: ignore[arg-type]
        self.truth, self.budget = truth, budget
        self.rng = random.Random(seed)
        self.tries = self.rng.choice((2, 3, 6))
        self.hitting = self.rng.choice((0.3, 0.8, 1.0))
        what = (
            "dominance",
            "weak",
            "pairs",
            "turns",
        )  # to be tried where it should be refused, too
        roll = int(self.rng.random() * 16)
        self.bold = what[roll] if roll < len(what) else ""
        self.frames: list[tuple[Place, list[int]]] = []
        self.places: dict[tuple[int, int, bool, int], int] = {}

    def listed(self, at: Place) -> Found:
        if not self.empty(at):
            return super().listed(at)
        out, known, nodes, frames, game = self.state()
        last, freed, free = self.pairs, [*self.freed], self.free
        kinds = [k for k in check.KINDS[game][at.my_turn] if k not in set(LATER) - set(self.more)]
        for _ in range(self.tries):
            self.budget -= 1
            if self.budget < 0:
                break
            self.choices.letter = self.rng.choice(kinds)
            self.frames.append((at, []))
            try:
                found = super().listed(at)
            except Refused:
                del self.choices.out[out:], self.known[known:], self.frames[frames:]
                self.choices.next.clear()
                self.choices.trees.clear()
                self.nodes, self.game, self.pairs, self.free = nodes, game, last, free
                self.freed = freed
                self.board.reserve(freed[-1][1])
                self.places = {place: n for place, n in self.places.items() if n < nodes}
                if self.choices.letter in "PEWTVNRBOS" and self.choices.letter in kinds:
                    kinds += "MA"[not at.my_turn]
                continue
            self.frames.pop()
            move = at.theirs & ~self.frames[-1][0].theirs if self.frames else 0
            if move and (found.weak or self.bold == "weak"):
                self.frames[-1][1].append(move)
            if self.nodes > nodes:
                self.places[at[:4]] = self.nodes - 1
            return found
        raise Refused("nothing found")

    def kind_G(self, at: Place) -> Found:  # noqa: N802
        self.choices.trees.append(self.rng.choice((1, 2)))
        return super().kind_G(at)

    def reserve(self) -> None:
        """In exact games: some cells, or those that were reserved last."""
        if self.board.exact:
            cells = self.rng.sample(range(self.board.size), self.rng.choice((0, 1, 2)))
            again = self.free is not None and self.rng.random() < 0.3
            self.choices.next = [0] if again else [1 + len(cells), *cells]
        super().reserve()

    def state(self) -> tuple[int, int, int, int, str]:
        return len(self.choices.out), len(self.known), self.nodes, len(self.frames), self.game

    def cell(self, among: int) -> int:
        if not self.choices.next:
            self.choices.next.append(self.choose(among))
        return super().cell(among)

    def choose(self, among: int) -> int:
        at, tame = self.frames[-1]
        if among >> self.board.size:
            among ^= 1 << self.board.size
            if self.game == "weak":
                tame = [1 << c for c in members(self.empty(at))]
            if tame and self.rng.random() < 0.5:
                gaps = self.gaps(at)
                pairs = [
                    (a, b)
                    for a in members(among)
                    for b in tame
                    if self.bold == "dominance" or all(gap & b for gap in gaps if gap >> a & 1)
                ]
                if pairs:
                    a, b = self.rng.choice(pairs)
                    self.choices.next += [self.board.size, a, b.bit_length() - 1]
                    return self.choices.next.pop(0)
        cells = list(members(among))
        if not cells:
            raise Refused("no cell to choose")
        if (
            self.rng.random() < 0.9
        ):  # of Q's moves, too: what refutes the claim had better not be listed
            cells = [c for c in cells if self.holds(self.board.play(at, 1 << c))] or cells
        return self.rng.choice(cells)

    def holds(self, at: Place) -> bool:
        if self.game == "weak":
            return stops(frozenset(self.board.gaps(at.theirs, at.mine)), at.my_turn)
        for side, other, mine in ((*at[:2], True), (at[1], at[0], False)):
            if 0 in self.board.gaps(side, other):
                return mine != self.board.misere
        return self.truth(*at[:4]) >= (1 if self.claim.wins else 0)

    def zone(self, at: Place, cells: int, lines: Lines) -> int:
        """Hits that suffice, mostly; and as few of them as may be."""
        hits, empty = 0, self.empty(at)
        for gap, n, excuse in self.rng.sample(lines, len(lines)):
            if self.rng.random() < self.hitting:
                short = gap.bit_count() < n + at.order
                while short and not gap & excuse and (gap & (cells | hits)).bit_count() < n:
                    free = list(members(gap & empty & ~(cells | hits)))
                    if not free:
                        break
                    hits |= 1 << self.rng.choice(free)
        self.choices.next = [hits.bit_count(), *members(hits)]
        return super().zone(at, cells, lines)

    def forced(self, at: Place) -> tuple[int, Lines, int]:
        """Moves that each leave P one gap or more in a line."""
        mine, theirs, moves = at.mine, at.theirs, []
        for _ in range(5):
            gaps = self.board.within(mine, theirs, 2)
            cells = {
                c for gap in gaps if gap.bit_count() == 2 for c in members(gap & self.board.all)
            }
            if not cells or self.board.stones > 1:
                raise Refused("nothing forces")
            moves.append(self.rng.choice(sorted(cells)))
            mine |= 1 << moves[-1]
            wins = {g for g in self.board.within(mine, theirs, 1) if g.bit_count() == 1}
            if len(wins) != 1:
                break
            theirs |= wins.pop()
        self.choices.next = moves
        return super().forced(at)

    def kind_P(self, at: Place) -> Found:  # noqa: N802
        lines = sorted(self.gaps(at), key=lambda g: (g.bit_count(), self.rng.random()))
        sets: list[int] = []
        used = 0
        for gap in lines:
            free = list(members(gap & ~used))
            if any(gap & cells == cells for cells in sets):
                continue
            if len(free) < self.board.apart:
                if self.bold == "pairs":
                    continue
                raise Refused("no pairing")
            cells = sum(1 << c for c in self.rng.sample(free, self.board.apart))
            sets.append(cells)
            used |= cells
        if self.game == "weak":  # the last ones may do
            sets = self.rng.sample(sets, self.rng.randint(0, len(sets)))
        self.choices.next = [len(sets), *(c for cells in sets for c in members(cells))]
        return super().kind_P(at)

    def kind_R(self, at: Place) -> Found:  # noqa: N802
        if self.bold == "turns" and self.nodes:
            self.choices.next = [8 * self.rng.randrange(self.nodes)]
            return super().kind_R(at)
        for turn in self.rng.sample(range(len(self.board.turns)), len(self.board.turns)):
            inverse = next(t for t in range(8) if self.undoes(t, turn))
            mine, theirs = (self.board.turn(inverse, stones) for stones in at[:2])
            was = mine, theirs, at.my_turn, at.left
            if was in self.places:
                self.choices.next = [8 * (self.nodes - 1 - self.places[was]) + turn]
                return super().kind_R(at)
        raise Refused("nothing like it")

    def kind_S(self, at: Place) -> Found:  # noqa: N802
        if self.bold == "turns" and self.nodes:
            self.choices.next = [8 * self.rng.randrange(self.nodes)]
            return super().kind_S(at)
        fewer = [
            number
            for (mine, theirs, my_turn, left), number in self.places.items()
            if (mine, my_turn, left) == (at.mine, at.my_turn, at.left) and not theirs & ~at.theirs
        ]
        if not fewer:
            raise Refused("nothing like it")
        self.choices.next = [8 * (self.nodes - 1 - self.rng.choice(fewer))]
        return super().kind_S(at)

    def undoes(self, one: int, other: int) -> bool:
        turns = self.board.turns
        return one < len(turns) and all(
            turns[other][turns[one][c]] == c for c in range(self.board.size)
        )


def written(header: Header, tree: bytes) -> bytes:
    """A proof file of these."""
    fields = header._asdict()
    rules = {name: fields[name] for name in check.RULES}
    position = {name: fields[name] for name in check.POSITION}
    claims = [str(c) for c in header.claims]
    head: dict[str, object] = {"rules": rules, "position": position, "claims": claims}
    if header.larger:
        head["larger"] = list(header.larger)
    if header.reserved:
        head["reserved"] = list(header.reserved)
    body = check.MAGIC + json.dumps(head).encode() + b"\n" + tree
    return body + hashlib.sha256(body).digest()


def against(checker: types.ModuleType, *, more: str = "") -> type[Adversary]:
    """The adversary of this checker."""
    return type("Against", (Adversary, checker.Tree), {"more": more})


def careless(old: str, new: str) -> types.ModuleType:
    """The checker, with something replaced in its text."""
    text = inspect.getsource(check)
    assert text.count(old) == 1, old
    module = types.ModuleType("careless")
    exec(compile(text.replace(old, new), "careless.py", "exec"), vars(module))
    vars(module).update(Refused=Refused, Place=Place, Found=Found)
    return module
