"""Libraries that come with an extra: if one is missing, a one-line error says how to get it."""

from __future__ import annotations

from importlib.util import find_spec

from kinrow.rules import KinrowError
from kinrow.rules.sentence import Sentence


class MissingExtra(KinrowError, ModuleNotFoundError):
    """A library is not installed; the message is the command that installs it."""


def needs(library: str, extra: str) -> None:
    """Raises MissingExtra unless the library can be imported.

    >>> needs("json", "annotate")
    >>> try:
    ...     needs("no_such_library", "annotate")
    ... except ImportError as error:
    ...     print(error)
    this needs no_such_library, which is not installed; please run: pip install 'kinrow[annotate]'
    """
    if find_spec(library) is None:
        raise MissingExtra(Sentence("extra.missing", library=library, extra=extra))
