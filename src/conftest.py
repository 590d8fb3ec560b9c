"""Imports the rules first: pytest would make a second copy of a file that it is given alone."""

from __future__ import annotations

import kinrow.rules  # noqa: F401
