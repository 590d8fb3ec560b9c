"""Sets the examples in docstrings as code: a block that begins with `>>>` is fenced."""

from __future__ import annotations

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


def fenced(text: str) -> str:
    r"""The text with a fence around each example.

    >>> fenced("Adds.\n\n>>> 1 + 1\n2").splitlines()[2:]
    ['```pycon', '>>> 1 + 1', '2', '```']
    """
    return _EXAMPLE.sub(lambda example: f"```pycon\n{example[0]}\n```", text)


class Doctests(griffe.Extension):
    """Fences the examples of every object that is read."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called once for every module, class, function and attribute."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
