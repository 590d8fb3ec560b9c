"""The face of the atlas: its commands, its pages and pictures; the rows are in `knowledge`."""

from __future__ import annotations
