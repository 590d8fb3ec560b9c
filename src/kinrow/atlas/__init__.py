"""The atlas: which games are settled, what they are worth, by whom first, and how we know."""

from __future__ import annotations

from kinrow.atlas.atlas import SHIPPED, Atlas, home
from kinrow.atlas.row import AtlasError, AtlasRow, How
from kinrow.atlas.theory import Theory, theory_of

__all__ = ["SHIPPED", "Atlas", "AtlasError", "AtlasRow", "How", "Theory", "home", "theory_of"]
