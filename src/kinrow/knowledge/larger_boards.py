"""What certificates for classes of boards settle: wins from some size on, draws on endless strips.

A result carries over to no other board by itself. These do, because their certificates say so:
docs/theorems.md lists them, and docs/proof-format.md says what such a certificate must hold.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache

from kinrow.proofs import class_of, piece_of
from kinrow.proofs.boards import ACROSS, SIDES, Side
from kinrow.rules import MOST_COLS, Cell, Outcome, Rules, game
from kinrow.rules.transposed import across, transposed

LARGER_BOARDS = "larger boards"
"""How a row names what it follows from, among the rules of theory."""


@dataclass(frozen=True, slots=True)
class CertifiedClass:
    """A class of boards with the same value: its spec, and the certificate's size and digest.

    `first`: the certificate's first move on the smallest board, if it begins with one.

    >>> CertifiedClass("13+,4,4", 24_605, "").holds(game("14,4,4"))
    True
    >>> CertifiedClass("13+,4,4", 24_605, "").holds(game("14,5,4"))
    False
    >>> strip = CertifiedClass("6*,6,6", 697_357, "")
    >>> strip.holds(game("20,6,6")), str(strip.outcome)
    (True, 'draw')
    """

    spec: str
    size: int
    sha256: str
    first: str = ""

    @property
    def outcome(self) -> Outcome:
        """For the player who begins: copies of a piece are for draws, all others are wins."""
        return Outcome.DRAW if piece_of(self.spec)[1] else Outcome.WIN

    def holds(
        self, rules: Rules, longer: tuple[Side, ...] = (), copied: Side | None = None
    ) -> bool:
        """Whether this game, as its board lies, is one of the class.

        Or all games on boards that have at least its rows or columns, if these are `longer`; with
        `copied`, that side may have any length.

        >>> boards = CertifiedClass("10+,7+,4", 2_041, "")
        >>> boards.holds(game("12,7,4"), ("rows",)), boards.holds(game("9,9,4"), ("rows", "cols"))
        (True, False)
        """
        smallest, larger, repeated = _parsed(self.spec)
        if rules.objective != "line" or rules.k != smallest.k:
            return False
        as_small = replace(rules, rows=smallest.rows, cols=smallest.cols, begins=smallest.begins)
        return as_small == smallest and all(
            getattr(rules, side) >= getattr(smallest, side) and side != copied
            if side in larger
            else side == repeated
            or (getattr(rules, side) == getattr(smallest, side) and side not in (*longer, copied))
            for side in SIDES
        )

    def first_move(self, rules: Rules) -> Cell | None:
        """A first move that wins: the certificate's, the smallest board in the middle of this one.

        >>> str(CertifiedClass("13+,4,4", 24_605, "", "c7").first_move(game("4,20,4")))
        'j3'
        """
        if not self.first:
            return None
        if not self.holds(rules):
            return across(self._first_move(transposed(rules)))
        return self._first_move(rules)

    def _first_move(self, rules: Rules) -> Cell:
        smallest, move = _parsed(self.spec)[0], Cell.of(self.first)
        down, right = rules.rows - smallest.rows, rules.cols - smallest.cols
        return Cell(move.row + down // 2, move.col + right // 2)


@cache
def _parsed(spec: str) -> tuple[Rules, tuple[str, ...], str | None]:
    """The smallest board of a class, the sides that may be longer, and that of copies."""
    piece, repeated = piece_of(spec)
    smallest, larger = class_of(piece)
    return game(smallest), larger, repeated


@lru_cache(maxsize=1024)  # positions of a game ask again and again
def certified_class(
    rules: Rules, longer: tuple[Side, ...] = (), copied: Side | None = None
) -> CertifiedClass | None:
    """The class that has this game, whichever way its board lies; None if none does.

    Or all games of another class, which `longer` and `copied` say as for `CertifiedClass.holds`.

    >>> certified_class(game("4,20,4")).spec, certified_class(game("8,4,4"))
    ('13+,4,4', None)
    """
    ways = [(rules, longer, copied)]
    if rules.rows <= MOST_COLS:  # of more rows there is no such turn
        turned = tuple(ACROSS[side] for side in longer)
        ways.append((transposed(rules), turned, copied and ACROSS[copied]))
    known = (each for each in (*CLASSES, *LARGE) if any(each.holds(*way) for way in ways))
    return next(known, None)


CLASSES = (
    CertifiedClass(
        "1+,1+,1", 254, "1aa5ceec1d2694ecc39a6b655b2b9f017f0528dcf4d6f5fbade2f8540c191bf0"
    ),
    CertifiedClass(
        "3+,1+,2", 257, "d1950ccb8ea1a8ad57e918d4c6b5b195bbcf6056c2e9d8f126c54746cd3d1684"
    ),
    CertifiedClass(
        "4+,3+,3", 284, "6cc717a0e530f44208ea077300b862bd7c283d55a76bf8ab1c67cbcd3787244c", "b3"
    ),
    CertifiedClass(
        "13+,4,4", 24_605, "c6f0f5ad84df082f518876578a4b56dfa58ff7de268278a3b32fe9b469a2ad57", "c7"
    ),
    CertifiedClass(
        "7+,5,4", 1_197, "80ac6537607a3827c79da0f2e24684de09965aa2ef247ce8ef05dccde7e20487", "c4"
    ),
    CertifiedClass(
        "7+,6,4", 1_626, "a5ed53a0b71b4c1a88dfd70bf9d80e3e0d6bf5cc9d33f2478be2418fece8ac65", "d4"
    ),
    CertifiedClass(
        "7+,7,4", 1_242, "d4324a177184c7abe161e27a7e821762595aa6be937e9ee7a7a8101205515ddb", "d4"
    ),
    CertifiedClass(
        "8+,8,4", 2_380, "a593a7476d299d6e041d6be2831d1d33a6e638508d9269aa95b0ab8eb0658f6a", "e5"
    ),
    CertifiedClass(
        "9+,9,4", 1_573, "e81451fed5768097863ffe74ac2aae34e073e8e2f38b15fd0360b08cd6db93c8", "e5"
    ),
    CertifiedClass(
        "10+,7+,4", 2_041, "702a5e1b8cc80b3e7bfa11ce460da459905d7e13ab2c85044239ce792fd8b042", "d6"
    ),
    CertifiedClass(
        "6*,6,6", 697_357, "bd408d8a76f602f1e8c6bed43dda54cdac1f5941205c1bf2f1c13978822a13e7"
    ),
    CertifiedClass(
        "4+,3+,3:exact",
        283,
        "f6bb14629ed8252051a216f90c19f81c9b81775fadd8cf50c8db9a7695b3e1ae",
        "b3",
    ),
    CertifiedClass(
        "13+,4,4:exact",
        21_464,
        "34d11ab15eac70102e148bd0bace3612af2118c402e4dfcfcaa0e27b95787cd6",
        "c7",
    ),
    CertifiedClass(
        "7+,5,4:exact",
        1_171,
        "74fdc22c3487621bbfc2de814809703cc4e8ff442bcc007a7cabbb34f60de074",
        "c4",
    ),
    CertifiedClass(
        "7+,6,4:exact",
        1_673,
        "ed6ba39f26ce5fd13f68a66c0ba8a7d1bdb0905e6677362a09b598d546744c36",
        "d4",
    ),
    CertifiedClass(
        "7+,7,4:exact",
        1_213,
        "240db2a8d946f66d252f05c53543524d5d40e3315060fd499c424d43b0bb6b47",
        "d4",
    ),
    CertifiedClass(
        "8+,8,4:exact",
        2_271,
        "0bc1bb1cde67c4241ff81bd85ac60a04102105f1ceba253edaa0f56cbc1e9d7f",
        "e5",
    ),
    CertifiedClass(
        "9+,9,4:exact",
        1_530,
        "db43cfc591dc1f5ba68716c1fe7d543523aa9693d006265e89fff02165729b67",
        "e5",
    ),
    CertifiedClass(
        "10+,7+,4:exact",
        2_190,
        "e4d3b6910ecd76f0c45c845481bc991f6f225927acda210503ed2c318076bf95",
        "d6",
    ),
)
"""The certificates that lie in examples/proofs; a test has them checked."""

LARGE = (
    CertifiedClass(
        "6*,6,6:exact", 697_356, "99cd7fcfca83a0fd6107129f51add6531ad6b4a9bf206769fdc047ec4d6ad359"
    ),
    CertifiedClass(
        "7*,7,7", 3_488_736, "eecfb02515518a95b955130c5672bafc53671b77872c745f85e5b559ae58521b"
    ),
    CertifiedClass(
        "7*,8,7", 17_954_079, "989dd374dd5d27bd94ee187d584b5c611a122be3cd3cabfcfa176c730dac8fd9"
    ),
    CertifiedClass(
        "7*,9,7", 129_321_739, "bcd8139d84c11413928adf5ed142ab09240d82e20146b8c06bbfc96bafb0d95e"
    ),
    CertifiedClass(
        "21+,21+,5",
        292_668_378,
        "7ee72ada84297aa6d2c3f0f0bd844eff171940ff4bab772233b4738498872b2d",
        "k11",
    ),
    CertifiedClass(
        "8*,8,8", 1_058_431, "f35f7cbc627c2408b009dcca3e7269382fe370d076dafd07af5aab6dff877dc7"
    ),
)
"""Those too large to lie there. `kinrow prove` makes them again: within two minutes, (7*,9,7) in
half an hour; for (21+,21+,5) docs/experiments/21-21-5.sh does, in some hours."""
