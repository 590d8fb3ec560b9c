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
_BEGINNING = re.compile(r"\(\s*[(;]")  # of a collection; what stands before it is no part of it
_ESCAPED = re.compile(r"\\(\n|.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class RawNode:
    """A node: its line from 1, the index of the node that it follows, and its properties."""

    line: int
    parent: int | None
    properties: dict[str, list[str]] = field(default_factory=dict)

    def first(self, name: str) -> str:
        """The first value of a property; "" if it has none."""
        return self.properties.get(name, [""])[0]


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
    name, line = "", 1
    for line, token in _tokens(text.replace("\r\n", "\n").replace("\r", "\n")):
        if not reading.depth and token != "(":
            raise misread(line, Sentence("sgf.outside", text=shown(token, 20)))
        if token in ("(", ";"):
            name = ""
        if token == "(":
            reading.open()
        elif token == ")":
            reading.close()
            if not reading.depth:
                yield nodes
                nodes = []
        elif token == ";":
            nodes.append(RawNode(line, reading.parent))
            reading.add(len(nodes) - 1)
        elif token[0] != "[":
            name = "".join(letter for letter in token if letter.isupper()) or token.upper()
        elif reading.parent is None or not name:
            raise misread(line, Sentence("sgf.value", text=shown(token, 20)))
        else:
            nodes[reading.parent].properties.setdefault(name, []).append(unescaped(token[1:-1]))
    if reading.depth:
        raise misread(line, Sentence("sgf.ends"))


def misread(line: int, fault: str) -> NotationError:
    """What is wrong in a line of a file.

    >>> misread(3, Sentence("sgf.ends"))
    NotationError("line 3: the text ends within a game, expected ')'")
    """
    return placed(NotationError(fault), at_line(line))


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    beginning = _BEGINNING.search(text)
    at = beginning.start() if beginning else 0
    line, end = 1 + text.count("\n", 0, at), len(text.rstrip())
    while at < end:
        token = _TOKEN.match(text, at)
        if token is None:
            rest = text[at:end].lstrip()
            line += text.count("\n", at, end - len(rest))
            raise misread(line, Sentence("sgf.text", text=shown(rest[:10])))
        start = token.start(token.lastindex or 0)
        yield line + text.count("\n", at, start), token[token.lastindex or 0]
        line += text.count("\n", at, token.end())
        at = token.end()


def unescaped(text: str) -> str:
    """A value unescaped: a backslash keeps the next character, or joins two lines.

    >>> unescaped("a\\\\]b\\\\\\nc")
    'a]bc'
    """
    return _ESCAPED.sub(lambda hit: hit[1].strip("\n"), text)


def escaped(text: str) -> str:
    """A text as a value.

    >>> print(escaped("[a]"))
    [a\\]
    """
    return text.replace("\\", "\\\\").replace("]", "\\]")
