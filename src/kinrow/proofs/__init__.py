"""Proof files: prove a position's outcome with a certificate, and check one."""

from __future__ import annotations

from kinrow.proofs.boards import class_of
from kinrow.proofs.book import Book, BookError
from kinrow.proofs.certificate import Proof
from kinrow.proofs.checking import Checked, CheckError, ProofRefused, check
from kinrow.proofs.place import PlaceError
from kinrow.proofs.proving import prove
from kinrow.proofs.search import CheckpointError

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
    "prove",
]
