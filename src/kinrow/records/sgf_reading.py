"""SGF to records: all variations, stones that were set up, times, results and comments.

Source: Smart Game Format FF[4], https://www.red-bean.com/sgf/; GM[4] is Gomoku and Renju. The
player who begins is Black.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

from kinrow.records.growth import Growth
from kinrow.records.record import ABOUT, Record, opening_of
from kinrow.records.result import Ending, Result
from kinrow.records.sgf_grammar import RawNode, misread, nodes_of
from kinrow.records.which_game import UnknownGame, at_line, example_of, named_as, placed, which_game
from kinrow.rules import Cell, KinrowError, NotationError, Position, Rules, Sign
from kinrow.rules.sentence import Sentence

# The rules of five in a row on a board of any size, as other programs write them in RU: Gomocup's
# numbers, of which 2, the continuous game, is not a game of kinrow's, and names.
_NUMBERS = {"0": "", "1": ":exact", "4": ":renju", "8": ":caro"}
_FIVE_IN_A_ROW = _NUMBERS | {"renju": ":renju", "caro": ":caro"}

_OURS = "4"  # Gomoku and Renju in GM
_OTHERS = {"1": Sentence("sgf.go"), "2": Sentence("sgf.othello"), "3": Sentence("sgf.chess")}

_OF_OLD = 19  # rows and columns up to which tt is a pass in FF[3]
_SETUP = {"AB", "AW", "AE", "PL", "LEFT"}
_SIZE = re.compile(r"(\d{1,3})(?::(\d{1,3}))?")
_DIGITS = r"(?:{0}\d{{1,9}}(?:\.\d+)?) ?s|{0}\d{{1,12}}) ?ms)(?:; ?|\n|\s*\Z)"
TIME = re.compile(  # the time that a stone took; or what stands before a note that looks like one
    rf"{_DIGITS.format('(')}|; (?=(?:; )*{_DIGITS.format('(?:')})"
)
_RESULT = re.compile(r"([BW])\+(R|Resign|T|Time|F|Forfeit|\d{1,6}(?:\.\d{1,6})?)?")
_DRAWS, _UNKNOWN = ("0", "Draw"), ("", "?")
_ENDINGS = {"R": Ending.RESIGNATION, "T": Ending.TIME, "F": Ending.FORFEIT}


def read_sgf(text: str, named: Rules | None = None) -> list[Record]:
    """The games of a collection; `named` is the game, if the file does not say.

    The game of a file is that of its `RU`: a name or spec of kinrow's, or Gomocup's 0 (five in a
    row), 1 (exactly five), 4 (renju) or 8 (caro). Raises UnknownGame for a file without one,
    NotationError, with the line, for a string that is not SGF.

    >>> text = "(;GM[4]SZ[3]RU[3,3,3]PB[Ann]PW[Bob];B[bb](;W[aa];B[cc])(;W[ba]))"
    >>> (record,) = read_sgf(text)
    >>> list(record.lines()), record.players[Sign.O]
    ([Moves('b2 a1 c3'), Moves('b2 b1')], 'Bob')
    """
    return [_Reading(nodes, named).record() for nodes in nodes_of(text) if nodes]


class _Reading:
    """One game of a collection."""

    def __init__(self, nodes: list[RawNode], named: Rules | None) -> None:
        self.nodes = nodes
        self.root = nodes[0]
        self.stones = [_stones(node) for node in nodes]
        try:
            self.rules = _rules(self.root, named)
        except KinrowError as error:
            raise placed(error, at_line(self.root.line)) from None
        self.signs = {"B": self.rules.begins, "W": self.rules.begins.other}
        self.before = self._before_play()
        self.growth = Growth(self._start())
        self.last: dict[int | None, int | None] = {None: None}  # the stone at each node, or before
        self.skipped: set[int | None] = set()
        self.comments = [self.root.text("GC")]
        # Nodes without stones at the head of an alternative: what they say waits for its stone.
        self.waiting: dict[int | None, list[str]] = {}
        followers = Counter(node.parent for node in nodes)
        self.branched = {parent for parent, count in followers.items() if count > 1}

    def record(self) -> Record:
        """Adds the stones, node by node."""
        for number, node in enumerate(self.nodes):
            self._follow(number, node)
        for at, texts in self.waiting.items():
            self._keep(self.last[at], texts)
        result, words = _result(self.root.first("RE"), self.signs)
        return self.growth.record(
            players={sign: self.root.first(f"P{side}") for side, sign in self.signs.items()},
            result=result,
            comment="\n".join(filter(None, [*self.comments, words])),
            about={name: self.root.first(name) for name in ABOUT if name in self.root.properties},
            opening=self._opening(),
        )

    def _follow(self, number: int, node: RawNode) -> None:
        """Adds the stones of a node and what it says."""
        before = self.last[number] = self.last[node.parent]
        if node.parent in self.skipped:
            self.skipped.add(number)
            return
        is_alternative = node.parent in self.waiting or node.parent in self.branched
        texts = self.waiting.pop(node.parent, [])
        if _sets_up(node) and number >= len(self.before):
            self.growth.add(before, "", line=node.line, fault=Sentence("sgf.setup"))
            self.skipped.add(number)
            self._keep(before, texts)
        elif self.stones[number]:
            self.last[number] = self._add(number, before, texts)
            if self.last[number] is None:
                self.skipped.add(number)
        elif is_alternative:
            texts.append(node.text("C"))
            self.waiting[number] = texts
        else:
            self._keep(before, [node.text("C")])

    def _keep(self, stone: int | None, texts: list[str]) -> None:
        """Adds texts to the note of a stone, or to the comment on the game before the first one."""
        if stone is None:
            self.comments += texts
        else:
            self.growth.append_note(stone, "\n".join(filter(None, texts)))

    def _opening(self) -> int:
        try:
            return opening_of(self.root.first("OPENING") or "0")
        except KinrowError as error:
            raise placed(error, at_line(self.root.line)) from None

    def _add(self, number: int, parent: int | None, texts: list[str]) -> int | None:
        """Adds the stones of a node: its comment to the last one, texts before it to the first."""
        node, stones = self.nodes[number], self.stones[number]
        for at, (side, point) in enumerate(stones, 1):
            seconds, note = _time_and_note(node.text("C") if at == len(stones) else "")
            before = parent
            parent = self.growth.add(
                before,
                point,
                line=node.line,
                cell=Cell.at_point(point),
                sign=self.signs[side],
                seconds=seconds,
                note="\n".join(filter(None, [*texts, note])),
                fault=Sentence("sgf.pass") if self._passes(point) else None,
            )
            if parent is None:
                self._keep(before, texts)
                break
            texts = []
        return parent

    def _passes(self, point: str) -> bool:
        """Whether this is a pass: nothing, or tt as FF[3] has it on boards up to 19 x 19."""
        rules = self.growth.start.rules
        return not point or (point == "tt" and max(rules.rows, rules.cols) <= _OF_OLD)

    def _before_play(self) -> list[int]:
        """The nodes before the first stone and before any variation: they make the start."""
        found: list[int] = []
        for number, node in enumerate(self.nodes):
            is_next = node.parent == (number - 1 if number else None)
            if not is_next or self.stones[number]:
                break
            found.append(number)
        # A node that is followed from an earlier one, too, belongs to a variation.
        parents = [node.parent for node in self.nodes[len(found) :] if node.parent is not None]
        return found[: min(parents, default=len(found)) + 1]

    def _start(self) -> Position:
        """The start position: what is set up before the first stone."""
        rules = self.rules
        setups = [self.nodes[number] for number in self.before if _sets_up(self.nodes[number])]
        if not setups:
            return rules.start()
        marks = ["."] * rules.size
        to_move: Sign | None = None
        left: int | None = None
        for node in setups:
            for cell, mark in self._marks(node).items():
                marks[cell.row * rules.cols + cell.col] = mark
            to_move = self._player(node) if "PL" in node.properties else to_move
            left = _left(node) if "LEFT" in node.properties else left
        to_move = self._first_player() if to_move is None else to_move
        try:
            return Position(rules, "".join(marks), to_move, left)
        except KinrowError as error:
            raise placed(error, at_line(self.root.line)) from None

    def _marks(self, node: RawNode) -> dict[Cell, str]:
        """The cells that a node sets, and to what; no cell to the stones of both sides."""
        found: dict[Cell, str] = {}
        for name, mark in (("AB", self.signs["B"]), ("AW", self.signs["W"]), ("AE", ".")):
            for points in node.properties.get(name, ()):
                for cell in _points(points, node.line, self.rules):
                    if mark != "." and found.get(cell, mark) != mark:
                        raise misread(node.line, Sentence("sgf.twice", cell=cell))
                    found[cell] = str(mark)
        return found

    def _first_player(self) -> Sign | None:
        """Whose stone is the first one: without PL, it says who is to move."""
        stones = next(filter(None, self.stones), None)
        return None if stones is None else self.signs[stones[0][0]]

    def _player(self, node: RawNode) -> Sign:
        name = node.first("PL").strip()[:1].upper()
        if name not in self.signs:
            raise misread(node.line, Sentence("sgf.player", text=node.first("PL")[:10]))
        return self.signs[name]


def _rules(root: RawNode, named: Rules | None) -> Rules:
    size = _size(root)
    said = root.first("RU") or None
    variant = _FIVE_IN_A_ROW.get((said or "").casefold())
    if variant is not None and root.first("GM") == _OURS:
        if size is not None:
            said = f"{size[0]},{size[1]},5{variant}"
        elif named is None and said in _NUMBERS:
            why, example = Sentence("record.size"), f"{example_of(None)}{variant}"
            raise UnknownGame(Sentence("record.game", why=why, how=named_as(example)))
    try:
        return which_game(named, said, size)
    except UnknownGame:
        number = root.first("GM").strip()
        if number == _OURS or not re.fullmatch("[0-9]+", number):
            raise
    other = _OTHERS.get(number, Sentence("sgf.other"))
    words = {"other": other, "number": number[:10], "how": named_as(example_of(size))}
    raise UnknownGame(Sentence("record.other", **words))


def _size(root: RawNode) -> tuple[int, int] | None:
    """Rows and columns."""
    text = root.first("SZ")
    if not text:
        return None
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        raise NotationError(Sentence("sgf.size", text=text[:20]))
    return int(match[2] or match[1]), int(match[1])


def _sets_up(node: RawNode) -> bool:
    return not _SETUP.isdisjoint(node.properties)


def _stones(node: RawNode) -> list[tuple[str, str]]:
    return [(name, point.strip()) for name, point in node.written if name in ("B", "W")]


def _points(text: str, line: int, rules: Rules) -> list[Cell]:
    """A point, or all points of a rectangle "aa:cc"."""
    corners = [_corner(part.strip()) for part in text.split(":")]
    ends = [cell for cell in corners if cell is not None]
    if not 1 <= len(ends) == len(corners) <= 2:
        raise misread(line, Sentence("sgf.cell", text=text[:10]))
    rows, cols = zip(*ends, strict=True)
    if max(rows) >= rules.rows or max(cols) >= rules.cols:
        raise misread(line, Sentence("sgf.off", text=text[:10], game=rules.title))
    area = product(range(min(rows), max(rows) + 1), range(min(cols), max(cols) + 1))
    return [Cell(row, col) for row, col in area]


def _corner(text: str) -> Cell | None:
    """A point, or a cell in kinrow's notation."""
    try:
        return Cell.at_point(text) or Cell.parse(text)
    except NotationError:
        return None


def _left(node: RawNode) -> int:
    text = node.first("LEFT")
    if not (text.isdecimal() and len(text) < 4):
        raise misread(node.line, Sentence("sgf.left", text=text[:10]))
    return int(text)


def _time_and_note(comment: str) -> tuple[float | None, str]:
    """A comment begins with the time that the stone took, "1.250 s; " or "800ms", if it has one."""
    match = TIME.match(comment)
    if match is None:
        return None, comment
    seconds = float(match[1]) if match[1] else int(match[2]) / 1000 if match[2] else None
    return seconds, comment[match.end() :]


def _result(text: str, signs: dict[str, Sign]) -> tuple[Result | None, str]:
    """What RE says; None if nobody knows. Words that are not SGF's own are kept as they are."""
    if text in _DRAWS:
        return Result(None), ""
    if text == "Void":
        return Result(None, Ending.VOID), ""
    match = _RESULT.fullmatch(text)
    if match is None:
        return None, "" if text in _UNKNOWN else f"RE: {text}"
    how = match[2] or ""
    ending = _ENDINGS.get(how[:1], Ending.BOARD)
    score = float(how) if how[:1].isdecimal() else None
    return Result(signs[match[1]], ending, score), ""
