"""Warnings of kinrow's own, in one line in the reader's language."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from kinrow.cli.language import said
from kinrow.rules.sentence import Sentence
from kinrow.terminal import mutter


@contextmanager
def warned_in_words() -> Iterator[None]:
    """While a command runs, a warning that is a sentence shows no line of the source."""
    with warnings.catch_warnings():
        usual = warnings.showwarning

        def show(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            words = getattr(message, "sentence", None)
            if isinstance(words, Sentence):
                mutter(f"kinrow: {said(words)}")
            else:
                usual(message, category, filename, lineno, file, line)

        warnings.showwarning = show
        yield
