"""Every word that the command line says, in the language of whoever runs it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from kinrow.rules import KinrowError
from kinrow.rules.sentence import worded
from kinrow.words import Language, texts_of

_MARK = re.compile(r"([，。；：]|、(?=[A-Za-z0-9]))(?=[^\s，。；：、）])")
_TRADITIONAL = ("tw", "hk", "mo", "hant")


def language(environ: Mapping[str, str] = os.environ) -> Language:
    """The language that the locale asks for: "en", "zh-Hans" or "zh-Hant".

    Source: POSIX, the first of LC_ALL, LC_MESSAGES and LANG that is not empty decides.

    >>> language({"LC_ALL": "", "LANG": "zh_TW.UTF-8"}), language({"LANG": "zh_CN.UTF-8"})
    ('zh-Hant', 'zh-Hans')
    >>> language({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"})
    'en'
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environ[name] for name in names if environ.get(name)), "").casefold()
    parts = locale.partition(".")[0].replace("@", "_").replace("-", "_").split("_")
    if parts[0] != "zh":
        return "en"
    return "zh-Hant" if any(part in _TRADITIONAL for part in parts) else "zh-Hans"


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
