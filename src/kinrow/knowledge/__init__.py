"""What is known without a search, and its source: theory, the rows of the atlas, tables.

`everything()` is asked for a position; it answers with bounds, best moves and the evidence. A new
kind of source has the one method of `Source`.
"""

from __future__ import annotations

from kinrow.knowledge.atlas import SHIPPED, Atlas, home
from kinrow.knowledge.row import AtlasError, AtlasRow, How
from kinrow.knowledge.source import Knowledge, Source, everything
from kinrow.knowledge.theory import Theory, theory_of

__all__ = [
    "SHIPPED",
    "Atlas",
    "AtlasError",
    "AtlasRow",
    "How",
    "Knowledge",
    "Source",
    "Theory",
    "everything",
    "home",
    "theory_of",
]
