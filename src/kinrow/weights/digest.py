"""The digest of a file of JSON that says its own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def digest(data: Mapping[str, Any]) -> str:
    """SHA-256 of all but itself, as JSON without spaces, its keys in order.

    >>> digest({"sha256": "?"}) == digest({})
    True
    """
    rest = {key: value for key, value in data.items() if key != "sha256"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
