"""Every text of the command line, in the user's language."""

from __future__ import annotations

import re

from kinrow.rules import KinrowError
from kinrow.rules.sentence import worded
from kinrow.words import texts_of
from kinrow.words.reader import language

_MARK = re.compile(r"([，。；：]|、(?=[A-Za-z0-9]))(?=[^\s，。；：、）])")


def text(key: str, /, **values: object) -> str:
    """The catalogue's text of that name, with `{name}` replaced by the values.

    Raises KeyError for a name that is not in the catalogue.

    >>> text("value.draw")
    'draw'
    """
    words = texts_of("cli")[key][language()]
    return words.format(**values) if values else words


def said(words: object) -> str:
    """An error, or a sentence, in the reader's language; English if it was not made with one."""
    if isinstance(words, KinrowError):
        return words.worded(language())
    return worded(words, language())


def help_text(key: str) -> str:
    """The text as a help page has it: `spaced`."""
    return spaced(text(key))


def spaced(words: str) -> str:
    """Chinese words with a space after each mark, where Rich may then begin a new line; between
    foreign words after each comma of an enumeration, too.

    Without, it cuts what does not fit (a word, to it) off.

    >>> spaced("胜负，多快。默认")
    '胜负， 多快。 默认'
    """
    return _MARK.sub(r"\1 ", words)
