"""What belongs to one process: memory of the compiled core, and open files."""

from __future__ import annotations

from typing import NoReturn

from kinrow.rules import KinrowError
from kinrow.rules.sentence import Sentence


class NotCopied(KinrowError, TypeError):
    """Something that can be neither copied nor pickled."""


class Owner:
    """A base class of what cannot be copied or pickled; trying it raises NotCopied.

    >>> import copy
    >>> copy.copy(Owner())
    Traceback (most recent call last):
    kinrow.runtime.own.NotCopied: Owner cannot be copied or pickled, as it holds memory of the \
compiled core or an open file: create another one
    """

    def __reduce__(self) -> NoReturn:
        raise NotCopied(Sentence("argument.pickle", name=type(self).__name__))
