"""Certificates: prove the outcome of a position, and check a certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kinrow.runtime.lazily import named

if TYPE_CHECKING:
    from kinrow.proofs.boards import class_of
    from kinrow.proofs.book import Book, BookError
    from kinrow.proofs.certificate import Proof
    from kinrow.proofs.checking import Checked, CheckError, ProofRefused, check
    from kinrow.proofs.pieces import piece_of
    from kinrow.proofs.place import PlaceError
    from kinrow.proofs.proving import prove
    from kinrow.proofs.search import CheckpointError

_HOMES = {
    "Book": "book",
    "BookError": "book",
    "CheckError": "checking",
    "Checked": "checking",
    "CheckpointError": "search",
    "PlaceError": "place",
    "Proof": "certificate",
    "ProofRefused": "checking",
    "check": "checking",
    "class_of": "boards",
    "piece_of": "pieces",
    "prove": "proving",
}

__all__ = [
    "Book",
    "BookError",
    "CheckError",
    "Checked",
    "CheckpointError",
    "PlaceError",
    "Proof",
    "ProofRefused",
    "check",
    "class_of",
    "piece_of",
    "prove",
]

# `kinrow solve` needs little of this room, and a cluster's modules are behind it.
__getattr__, __dir__ = named(__name__, _HOMES)
