"""The winner's moves in a certificate, as the compiled checker meets them."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from kinrow.proofs.checking import check_and_log_moves
from kinrow.reference.check import Header
from kinrow.rules import Position, Rules, RulesError, Setup, Sign
from kinrow.rules.sentence import Sentence
from kinrow.strategies.file import Entry, entry_size, unpack

_SIZE = 4  # bytes after an entry: how many positions its tree has


def moves_of_proof(
    path: str | os.PathLike[str], least: int
) -> tuple[Position, Sign, str, list[Entry]]:
    """The position, the winner, the file's SHA-256, and the moves of trees of `least` positions.

    The certificate is checked on the way. Raises what the check does, and RulesError if it does
    not prove a win.
    """
    with TemporaryDirectory() as folder:
        out = Path(folder, "moves")
        checked = check_and_log_moves(path, out, least)
        data = out.read_bytes()
    start, winner = _claim(path, checked.header)
    cells = start.rules.size
    size = entry_size(cells)
    entries = [unpack(cells, data[at : at + size]) for at in range(0, len(data), size + _SIZE)]
    return start, winner, checked.sha256, entries


def _claim(path: str | os.PathLike[str], header: Header) -> tuple[Position, Sign]:
    claims = [str(claim) for claim in header.claims]
    if claims not in (["X wins"], ["O wins"]):
        raise RulesError(Sentence("strategy.claim", path=path, claims=", ".join(claims)))
    h = header
    rules = Rules(
        h.rows, h.cols, h.k, stones=h.stones, first=h.first, exact=h.exact, misere=h.misere
    )
    rows = tuple(h.cells[at : at + rules.cols] for at in range(0, rules.size, rules.cols))
    start = Setup(rules, rows, Sign(h.to_move), h.left).position()
    return start, Sign(claims[0][0])
