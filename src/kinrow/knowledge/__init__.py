"""What is known without search, and by what: theory, the rows of the atlas, tables."""

from __future__ import annotations

from kinrow.knowledge.atlas import SHIPPED, Atlas, home
from kinrow.knowledge.row import AtlasError, AtlasRow, How
from kinrow.knowledge.theory import Theory, theory_of

__all__ = ["SHIPPED", "Atlas", "AtlasError", "AtlasRow", "How", "Theory", "home", "theory_of"]
