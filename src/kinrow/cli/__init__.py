"""The command line, one command per file: it only translates requests and answers."""

from __future__ import annotations
