"""What a certificate begins with: its claims, and the first move of the side that wins."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO, cast

from kinrow.proofs.compressed import CompressedError, ProofBytes
from kinrow.reference import check
from kinrow.rules import Cell
from kinrow.runtime.files import opened

_SIDES = 2
_FIRST_MOVE = b"MV"  # a move of the claiming side; a forced sequence, which begins with one
_ORDERS = ord("O")  # says only how zones are counted below


def header_in(path: str | os.PathLike[str]) -> check.Header | None:
    """The header of a file, which may be compressed; the rest is not checked.

    None if it has none: the check of the file will say why. Raises FileMissing or another OSError
    if it cannot be read.

    >>> import tempfile
    >>> from kinrow.proofs import prove
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     proof = prove("tictactoe", folder + "/333.proof")
    ...     claims_draw(header_in(proof.path))
    True
    """
    with opened(path, "a.proof") as file:
        try:
            return check.read_header(check.Reader(cast(BinaryIO, ProofBytes(file))))
        except (check.Refused, CompressedError):
            return None


def claims_draw(header: check.Header | None) -> bool:
    """Whether a certificate claims that neither side loses."""
    claims = () if header is None else header.claims
    return len(claims) == _SIDES and not any(claim.wins for claim in claims)


def first_move(path: Path) -> Cell | None:
    """The first move of a certificate that says that the side to move wins; None if it has none.

    The file must have been checked; see docs/proof-format.md for what is read. Raises
    `check.Refused` for a file that is not a certificate. It may be compressed.

    >>> import tempfile
    >>> from kinrow.proofs import prove
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     proof = prove("1,3,2", folder + "/132.proof")
    ...     str(first_move(proof.path))
    'b1'
    """
    with path.open("rb") as file:
        reader = check.Reader(cast(BinaryIO, ProofBytes(file)))
        header = check.read_header(reader)
        claim = header.claims[0]
        if not claim.wins or claim.side != header.to_move:
            return None
        while (letter := reader.byte()) == _ORDERS:
            pass
        if letter not in _FIRST_MOVE:
            return None
        return Cell(*divmod(reader.number(), header.cols))
