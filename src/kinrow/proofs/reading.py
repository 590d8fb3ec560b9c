"""What a certificate begins with: its claims, and the first move of the side that wins."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO, cast

from kinrow.proofs.compressed import ProofBytes
from kinrow.reference import check
from kinrow.rules import Cell
from kinrow.runtime.files import opened

_SIDES = 2
_FIRST_MOVE = b"MV"  # a move of the claiming side; a forced sequence, which begins with one
_ORDERS = ord("O")  # says only how zones are counted below


def claims_draw(path: str | os.PathLike[str]) -> bool:
    """Whether a file is a certificate that claims that neither side loses; it is not checked.

    The file may be compressed. Raises FileMissing or another OSError if it cannot be read.

    >>> import tempfile
    >>> from kinrow.proofs import prove
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     proof = prove("tictactoe", folder + "/333.proof")
    ...     claims_draw(proof.path)
    True
    """
    with opened(path, "a.proof") as file:
        try:
            claims = check.read_header(check.Reader(cast(BinaryIO, ProofBytes(file)))).claims
        except check.Refused:
            return False
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
