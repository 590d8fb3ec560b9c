"""The character sets of an SGF file: every game of a collection may name its own in `CA`.

A file is cut only where a game can begin, at ")" and "(;", bytes that are these characters in every
character set in use. Whether one does is read from the decoded text: in GBK, Big5 and Shift-JIS the
second byte of a character may be that of a bracket or a backslash.
"""

from __future__ import annotations

import codecs
import re

_NAME = rb"\[\s*([\w.:-][\w .:-]{0,39}?)\s*\]"
_CA = rb"(?<![A-Za-z])(?:CA|ca)\s*" + _NAME
_ANY = re.compile(_CA)
_CHARSET = re.compile(  # or another value: what looks like CA in a comment is none
    _CA + rb"|\[(?:\\.|[^\]\\])*(?:\]|\Z)", re.DOTALL
)
_OF_ROOT = re.compile(rb"[\s(]*;(?:[^\[();]|\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\])*?" + _CA, re.DOTALL)
_BEGINNING = re.compile(rb"\(\s*[(;]")
_CUT = re.compile(rb"\)\s*(?=\(\s*[(;])")
_STRUCTURE = re.compile(r"[()]|\[[^\]\\]*+(?:\\.[^\]\\]*+)*+(?:\]|\Z)", re.DOTALL)
_HEAD = 4096  # bytes in which a game says its character set


def parts_of(data: bytes, *, is_sgf: bool) -> list[tuple[int, str]]:
    """The parts of a file, each by its first byte, with its character set.

    A mark in front of the text counts for all of it, whatever the games say. A game without `CA`
    is in the first character set that the file names, or else in UTF-8, as all other files are.

    >>> parts_of(b"(;CA[GBK];B[aa])\\n(;CA[Big5];B[aa])", is_sgf=True)
    [(0, 'GBK'), (17, 'Big5')]
    """
    if data.startswith(codecs.BOM_UTF8):
        return [(0, "utf-8")]
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return [(0, "utf-16")]
    values = _CHARSET.finditer(data[:_HEAD]) if is_sgf else ()
    first = next((value[1].decode("ascii") for value in values if value[1]), "utf-8")
    beginning = _BEGINNING.search(data)
    if is_sgf and beginning and len({name.lower() for name in _ANY.findall(data)}) > 1:
        return _games(data, beginning.start(), first)
    return [(0, first)]


def _games(data: bytes, at: int, first: str) -> list[tuple[int, str]]:
    """The parts of a file of several character sets; the first game begins at `at`."""
    parts: list[tuple[int, str]] = []
    depth, rest = 0, ""  # rest: the bracket of a value that goes on after a cut
    for end in [*(cut.end() for cut in _CUT.finditer(data, at)), len(data)]:
        if depth <= 0:
            said = _OF_ROOT.match(data, at, at + _HEAD)
            charset = said[1].decode("ascii") if said else first
            parts.append((at if parts else 0, charset))
        tokens = _STRUCTURE.findall(rest + _legible(data[at:end], charset))
        depth += tokens.count("(") - tokens.count(")")
        is_open = bool(tokens) and tokens[-1][0] == "[" and tokens[-1][-1] != "]"
        rest = "[" if is_open else ""
        at = end
    return parts


def _legible(data: bytes, charset: str) -> str:
    """The bytes as text, good enough to find where a game ends; reading it names the faults."""
    try:
        return data.decode(charset, "replace")
    except (LookupError, UnicodeError):
        return ""
