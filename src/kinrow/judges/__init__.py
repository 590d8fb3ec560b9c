"""The source tasks as their users run them: standard input to standard output, byte for byte."""

from __future__ import annotations
