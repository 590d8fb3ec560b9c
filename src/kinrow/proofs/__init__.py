"""Proof files: prove a position's outcome, with a certificate that a stranger can check."""

from __future__ import annotations

from kinrow.proofs.book import Book, BookError
from kinrow.proofs.place import PlaceError
from kinrow.proofs.proving import Proof, prove
from kinrow.proofs.search import CheckpointError

__all__ = ["Book", "BookError", "CheckpointError", "PlaceError", "Proof", "prove"]
