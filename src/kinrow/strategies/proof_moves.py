"""The winner's moves in a certificate, as the compiled checker meets them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from kinrow.proofs.boards import SIDES, Side
from kinrow.proofs.checking import check_and_log_moves
from kinrow.reference.check import Header
from kinrow.rules import Position, Rules, RulesError, Sign
from kinrow.rules.sentence import Sentence
from kinrow.strategies.file import Entry, entry_size, unpack
from kinrow.strategies.openings import is_first_turn, with_all_cells

_AFTER_PASS = b"Z"  # the letter of such a move; the others have M
_LEAST = 32  # positions of a tree after the first stones on a class of boards
_FIRST = 3, 2  # of the winner's and the loser's
_READ = 4096  # moves at once


@dataclass(frozen=True, slots=True)
class ProofMoves:
    """What a strategy is made from: the claim, the certificate's SHA-256, and the winner's moves.

    `larger`: the sides beyond which the boards of a class go on.

    `moves` are those of large trees, and `after_passes` those that win if the loser passes at the
    root of such a tree. Both stand in the order of the certificate: a tree after those it needs.
    `first_moves` are those of small trees too, after the first stones on a class of boards.
    """

    start: Position
    winner: Sign
    sha256: str
    moves: list[Entry]
    after_passes: list[Entry]
    larger: tuple[Side, ...] = ()
    first_moves: tuple[Entry, ...] = ()


def moves_of_proof(path: str | os.PathLike[str], least: int) -> ProofMoves:
    """The moves of a certificate, of trees of `least` positions.

    The certificate is checked on the way. Raises what the check does, and RulesError if it does
    not prove a win.
    """
    with TemporaryDirectory() as folder:
        out = Path(folder, "moves")
        checked = check_and_log_moves(path, out, least)
        start, winner = _claim(path, checked.header)
        cells = start.rules.size
        larger = tuple(side for side in SIDES if side in checked.header.larger)
        known = ProofMoves(start, winner, checked.sha256, [], [], larger)
        for entry, is_after_pass in _logged(out, cells):
            kept = with_all_cells(entry, cells) if is_first_turn(entry, larger) else entry
            (known.after_passes if is_after_pass else known.moves).append(kept)
        if not larger:
            return known
        check_and_log_moves(path, out, min(least, _LEAST))
        first = (entry for entry, _ in _logged(out, cells) if _is_first(entry))
        return replace(known, first_moves=tuple(dict.fromkeys(first)))


def _logged(path: Path, cells: int) -> Iterator[tuple[Entry, bool]]:
    """The moves of a log, and whether the loser has passed before each."""
    size = entry_size(cells)
    with path.open("rb") as log:
        while data := log.read((size + 1) * _READ):
            for at in range(0, len(data), size + 1):
                letter = data[at + size : at + size + 1]
                yield unpack(cells, data[at : at + size]), letter == _AFTER_PASS


def _is_first(entry: Entry) -> bool:
    stones = entry.own.bit_count(), entry.other.bit_count()
    return all(count <= most for count, most in zip(stones, _FIRST, strict=True))


def _claim(path: str | os.PathLike[str], header: Header) -> tuple[Position, Sign]:
    claims = [str(claim) for claim in header.claims]
    if claims not in (["X wins"], ["O wins"]):
        raise RulesError(Sentence("strategy.claim", path=path, claims=", ".join(claims)))
    return start_of(header), Sign(claims[0][0])


def start_of(header: Header) -> Position:
    """The position that a certificate is about."""
    return Position(rules_of(header), header.cells, header.to_move, header.left)


def rules_of(header: Header) -> Rules:
    """The game that a certificate is about."""
    h = header
    return Rules(
        h.rows,
        h.cols,
        h.k,
        stones=h.stones,
        first=h.first,
        begins=_begins(h),
        exact=h.exact,
        misere=h.misere,
    )


def _begins(header: Header) -> Sign:
    """Who began, which the header does not say: O if the stones show it, else X."""
    ahead = header.cells.count("O") - header.cells.count("X")
    return Sign.O if (ahead, header.to_move) in ((0, "O"), (1, "X")) else Sign.X
