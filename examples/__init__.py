"""Programs to read and to start from; the tests run them."""

from __future__ import annotations
