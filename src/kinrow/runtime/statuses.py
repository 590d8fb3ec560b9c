"""Exit statuses that shells know, and that of an answer that there is not."""

from __future__ import annotations

from typing import Final

NOT_SETTLED: Final = 1
"""The request was sound, but nothing answers it: a mistake in it is 2."""

INTERRUPTED: Final = 130
"""After Ctrl-C."""

BROKEN_PIPE: Final = 141
"""Nobody reads the output any more."""
