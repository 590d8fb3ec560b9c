"""The command line, one command a file: it translates questions and answers, decides nothing."""

from __future__ import annotations
