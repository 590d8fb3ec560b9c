"""The grammar of SGF: a text as nodes of properties, each with its line and the node before it.

Our own hundred lines, after a look at the library there is: sgfmill 1.1.1, of 2018 and the last,
reads and writes Go on square boards of at most 26 by 26, and its grammar, which knows no game,
gives no line numbers, so that no error could say where it is. Kinrow has boards such as 29 by 4.

Source: Smart Game Format FF[4], https://www.red-bean.com/sgf/.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kinrow.records.tree import Spelling
from kinrow.records.which_game import at_line, placed
from kinrow.rules import NotationError
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence

# Possessive: a value of many megabytes takes no memory for ways back.
_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|(\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\]))", re.DOTALL)
_BEGINNING = re.compile(r"\(\s*[(;]")  # of a collection; what stands before it is not part of it
_BREAK = re.compile(r"\r\n|\n\r|\r")  # FF[4] has all of them, and the line feed alone
_ESCAPED = re.compile(r"\\(\n|.)", re.DOTALL)


@dataclass(slots=True)
class RawNode:
    """A node: its line from 1, the index of the node that it follows, and its properties.

    `written` has the same values in the order of the text, each with the name of its property.
    """

    line: int
    parent: int | None
    properties: dict[str, list[str]] = field(default_factory=dict)
    written: list[tuple[str, str]] = field(default_factory=list)

    def add(self, name: str, value: str) -> None:
        """Adds the next value of the text."""
        self.properties.setdefault(name, []).append(value)
        self.written.append((name, value))

    def first(self, name: str) -> str:
        """The first value of a property; "" if it has none."""
        values = self.properties.get(name)
        return values[0] if values else ""

    def text(self, name: str) -> str:
        """All values of a property, one below the other."""
        return "\n".join(filter(None, self.properties.get(name, ())))


def nodes_of(text: str) -> Iterator[list[RawNode]]:
    """The nodes of each game of a collection, in the order of the text.

    Text before the first game is passed over, as FF[4] asks. A name of small letters alone, which
    FF[4] does not have, is read as in capitals. Raises NotationError, naming the line, for a text
    that is not SGF.

    >>> ((first, second, third),) = nodes_of("(;SZ[3];B[aa](;W[bb]))")
    >>> second.properties, third.parent
    ({'B': ['aa']}, 1)
    """
    nodes: list[RawNode] = []
    reading = Spelling()
    name = ""
    lines = Lines(_BREAK.sub("\n", text))
    at = 0
    for at, token in _tokens(lines):
        if not reading.depth and token != "(":
            raise misread(lines.at(at), Sentence("sgf.outside", text=shown(token, 20)))
        if token[0] == "[":
            if reading.parent is None or not name:
                raise misread(lines.at(at), Sentence("sgf.value", text=shown(token, 20)))
            nodes[reading.parent].add(name, unescaped(token[1:-1]))
        elif token == ";":
            name = ""
            nodes.append(RawNode(lines.at(at), reading.parent))
            reading.add(len(nodes) - 1)
        elif token == "(":
            name = ""
            reading.open()
        elif token == ")":
            reading.close()
            if not reading.depth:
                yield nodes
                nodes = []
        elif token.isupper():
            name = token
        else:
            name = "".join(letter for letter in token if letter.isupper()) or token.upper()
    if reading.depth:
        raise misread(lines.at(at), Sentence("sgf.ends"))


def misread(line: int, fault: str) -> NotationError:
    """What is wrong in a line of a file.

    >>> misread(3, Sentence("sgf.ends"))
    NotationError("line 3: the text ends within a game, expected ')'")
    """
    return placed(NotationError(fault), at_line(line))


class Lines:
    """The lines of a text, counted as one reads on.

    >>> lines = Lines("a\\nbc\\nd")
    >>> [lines.at(place) for place in (0, 2, 3, 5)]
    [1, 2, 2, 3]
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._at, self._line = 0, 1

    def at(self, place: int) -> int:
        """The line of a place, which is not before the last one that was asked for."""
        self._line += self.text.count("\n", self._at, place)
        self._at = place
        return self._line


def _tokens(lines: Lines) -> Iterator[tuple[int, str]]:
    """The tokens of a text, each with its place."""
    text = lines.text
    beginning = _BEGINNING.search(text)
    at = beginning.start() if beginning else 0
    end = len(text.rstrip())
    while at < end:
        token = _TOKEN.match(text, at)
        if token is None:
            rest = text[at:end].lstrip()
            raise misread(lines.at(end - len(rest)), Sentence("sgf.text", text=shown(rest[:10])))
        kind = token.lastindex or 0
        yield token.start(kind), token[kind]
        at = token.end()


def unescaped(text: str) -> str:
    """A value unescaped: a backslash keeps the next character, or joins two lines.

    >>> unescaped("a\\\\]b\\\\\\nc")
    'a]bc'
    """
    return _ESCAPED.sub(lambda hit: hit[1].strip("\n"), text) if "\\" in text else text


def escaped(text: str) -> str:
    """A text as a value.

    >>> print(escaped("[a]"))
    [a\\]
    """
    return text.replace("\\", "\\\\").replace("]", "\\]")
