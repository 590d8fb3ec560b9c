"""SGF: games as trees of properties; the main line of each is read, and written with comments.

Source: Smart Game Format FF[4], https://www.red-bean.com/sgf/; GM[4] is Gomoku and Renju.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from kinrow.annotation.games import HEADS, Game, Stone
from kinrow.rules import Cell, NotationError, Rules

_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|(\[(?:\\.|[^\]\\])*\]))", re.DOTALL)
_SECONDS = re.compile(r"(\d{1,9}\.\d+) s\b")
_SIDES = {"B": "Black", "W": "White"}

Node = dict[str, list[str]]


def read_sgf(text: str) -> list[Game]:
    """The games of a collection, the first variation of each.

    Raises NotationError, with the line, for a text that is no SGF, and for stones that were set
    up before the first move, which no game of ours has.

    >>> (game,) = read_sgf("(;GM[4]SZ[15]PB[alice]PW[bob];B[hh];W[ih](;B[hi])(;B[aa]))")
    >>> [stone.cell for stone in game.stones], game.players
    (['h8', 'i8', 'h9'], ('alice', 'bob'))
    """
    return [_game(nodes) for nodes in _main_lines(text)]


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    at, line = 0, 1
    end = len(text.rstrip())
    while at < end:
        token = _TOKEN.match(text, at)
        if token is None:
            line += text.count("\n", at, end - len(text[at:end].lstrip()))
            raise NotationError(f"line {line}: {text[at:].strip()[:10]!r} is no SGF")
        start = token.start(token.lastindex or 0)
        yield line + text.count("\n", at, start), token[token.lastindex or 0]
        line += text.count("\n", at, token.end())
        at = token.end()


def _main_lines(text: str) -> Iterator[list[tuple[int, Node]]]:
    """The nodes of each game's first variation, with their lines."""
    depth, ended = 0, False  # how deep in branches; whether the first variation is over
    nodes: list[tuple[int, Node]] = []
    name = ""
    line = 1
    for line, token in _tokens(text):
        if token == "(":
            depth += 1
            nodes, ended = ([], False) if depth == 1 else (nodes, ended)
        elif token == ")":
            depth, ended = depth - 1, True
            if depth == 0:
                yield nodes
        elif depth < 1:
            raise NotationError(f"line {line}: {token[:10]!r} outside of a game, expected '('")
        elif token == ";" and not ended:
            nodes.append((line, {}))
        elif not token.startswith("["):
            name = "".join(letter for letter in token if letter.isupper())
        elif nodes and not ended:
            nodes[-1][1].setdefault(name, []).append(_unescaped(token[1:-1]))
    if depth:
        raise NotationError(f"line {line}: the text ends within a game")


def _unescaped(text: str) -> str:
    """A backslash keeps what follows it, and joins two lines."""
    return re.sub(r"\\(\r?\n|.)", lambda hit: hit[1].strip("\r\n"), text, flags=re.DOTALL)


def _game(nodes: Sequence[tuple[int, Node]]) -> Game:
    root = nodes[0][1] if nodes else {}
    cols, _, rows = root.get("SZ", ["0"])[0].partition(":")
    stones = []
    for line, node in nodes:
        if "AB" in node or "AW" in node:
            raise NotationError(f"line {line}: stones that were set up (AB, AW) are no moves")
        stones += [
            Stone(_cell(point, line), line, side, _time(node))
            for key, side in _SIDES.items()
            for point in node.get(key, ())
        ]
    players = (root.get("PB", [""])[0] or None, root.get("PW", [""])[0] or None)
    try:
        size = int(rows or cols), int(cols)
    except ValueError:
        raise NotationError(f"SZ[{root['SZ'][0]}] is no size of a board") from None
    return Game(*size, tuple(stones), players, root.get("RU", [None])[0])


def _time(node: Node) -> dict[str, object]:
    """The time taken, where the comment begins with it, as in "1.250 s", as ours do."""
    seconds = _SECONDS.match(node.get("C", [""])[0])
    return {"time_ms": round(1000 * float(seconds[1]))} if seconds else {}


def _cell(point: str, line: int) -> str:
    """A point in letters, column first, from the top left; or a cell as we write it."""
    try:
        return str(Cell.at_point(point) or Cell.parse(point))
    except NotationError:
        words = f"line {line}: [{point[:10]}] is no cell, expected one such as [hh]"
        raise NotationError(words) from None


def write_sgf(rules: Rules, games: Sequence[Sequence[Mapping[str, object]]]) -> str:
    """Games with what is true of each move as its comment.

    A row has `to_move`, `move`, maybe `player`, and the columns that annotating adds.

    >>> from kinrow.rules import game
    >>> row = {"to_move": "Black", "move": "b1", "player": None, "outcome": "win", "regret": 0}
    >>> print(write_sgf(game("1,3,2"), [[row]]))
    (;FF[4]GM[4]CA[UTF-8]AP[kinrow]SZ[3:1]RU[1,3,2]
    ;B[ba]C[outcome: win
    regret: 0])
    """
    return "\n".join(_written(rules, game) for game in games)


def _written(rules: Rules, game: Sequence[Mapping[str, object]]) -> str:
    size = str(rules.cols) if rules.rows == rules.cols else f"{rules.cols}:{rules.rows}"
    text = f"(;FF[4]GM[4]CA[UTF-8]AP[kinrow]SZ[{size}]RU[{rules}]"
    names = {row["to_move"]: row.get("player") for row in reversed(game)}
    for side, tag in (("Black", "PB"), ("White", "PW")):
        if names.get(side):
            text += f"{tag}[{_escaped(names[side])}]"
    own = (*HEADS, "time_ms")
    for row in game:
        cell = Cell.parse(str(row["move"]))
        facts = [
            f"{name}: {row[name]}" for name in row if name not in own and row[name] is not None
        ]
        comment = f"C[{_escaped(chr(10).join(facts))}]" if facts else ""
        text += f"\n;{'B' if row['to_move'] == 'Black' else 'W'}[{cell.point}]{comment}"
    return f"{text})"


def _escaped(text: object) -> str:
    return re.sub(r"([\]\\])", r"\\\1", str(text))
