"""Exit statuses that shells know."""

from __future__ import annotations

from typing import Final

INTERRUPTED: Final = 130
"""After Ctrl-C."""

BROKEN_PIPE: Final = 141
"""Nobody reads the output any more."""
