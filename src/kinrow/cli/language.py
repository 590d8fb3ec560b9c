"""Every text of the command line, in the user's language."""

from __future__ import annotations

from kinrow.rules import KinrowError
from kinrow.rules.sentence import worded
from kinrow.words import texts_of
from kinrow.words.reader import language


def text(key: str, /, **values: object) -> str:
    """The catalogue's text of that name, with `{name}` replaced by the values.

    Raises KeyError for a name that is not in the catalogue.

    >>> text("value.draw")
    'draw'
    """
    words = texts_of("cli")[key][language()]
    return words.format(**values) if values else words


def many(noun: str, number: int) -> str:
    """So many of something, in the singular if it is one.

    >>> many("entries", 1), many("entries", 1200)
    ('1 entry', '1,200 entries')
    """
    return text(f"some.{noun}.one" if number == 1 else f"some.{noun}", number=f"{number:,}")


def said(words: object) -> str:
    """An error, or a sentence, in the reader's language; English if it was not made with one."""
    if isinstance(words, KinrowError):
        return words.worded(language())
    return worded(words, language())
