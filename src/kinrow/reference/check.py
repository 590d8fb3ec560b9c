"""The reference checker: judges a proof file by itself, with the standard library alone.

A file longer than most, for all of the judging must be in one:

    python check.py FILE        (or: kinrow check --reference FILE)

It imports nothing of kinrow, works out lines and legal moves from the rules in the file's header,
and accepts only what it has verified. docs/proof-format.md describes every byte and argues for
every rule. The file claims of a position of a line game that a side P wins, or that it does not
lose; Q is the other side. For each claim a tree follows, written depth first; a node is one of:

- P to move: `W` P completes a line in this turn; `M` P's one move; `V` a forced sequence.
- Q to move: `A` every move of Q; `T` P threatens: only the moves that meet it; `N` only the moves
  that might disturb a forced sequence that P would have if Q passed; `Z` a pass of Q's, and only
  the moves in the zone of the tree after it; `G` the same, but such trees lack one of Q's stones,
  and a move on a line of that stone needs one that keeps off it; `F` the same, and the moves near
  those zones, while a stone farther off is not counted.
- Any: `P` pairs of cells (sets of p + 1 with p stones a turn), `E` the potential: Q never completes
  a line. `R`: a position listed before, up to turning and mirroring the board. `B`: P only stops
  lines from here on; below it positions are settled first, that is, reduced to what still matters
  where only Q's lines count. `O`: zones are counted from here on.

Zone: a set of empty cells such that the tree still holds when Q has any further stones outside it,
as long as they complete no line. Where P relies on a line of his own, such stones must not let Q be
first: the zone then holds enough cells of each line that Q could complete, or all empty cells.
Below `O` a tree has an order, the number of further stones that it must tolerate: lines that lack
more are no danger. It is 0 at first and grows by one if a tree serves for other moves of Q's too.

A claim may be for a class of boards: all that have so many rows and columns at least. The board of
the header is then a window on such a board. P's lines keep within it, Q's may leave it, and the
cells beyond it are never in a zone.

In exact games a further stone may harm Q, for it may make an overline of his line. So he must not
be imagined to have one: a listed move rules no other out, and no tree is weak. But in the weak game
overlines of his count as well, so that all is as ever.
"""

from __future__ import annotations

import bisect
import errno
import functools
import hashlib
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NamedTuple

MAGIC = b"kinrow proof 2\n"
DIGEST = 32
BLOCK = 1 << 16
LARGEST_HEADER = 65536
FREE = 511  # order of a tree that tolerates any number of further stones
LARGEST = {"rows": 29, "cols": 22, "k": 22, "stones": 20, "first": 20}
MOST_CELLS = 484
OPTIONAL = {"larger", "pieces", "reserved"}
RULES = dict.fromkeys(LARGEST, int) | {"exact": bool, "misere": bool}
POSITION = {"cells": str, "to_move": str, "left": int}
SIDES = ("rows", "cols")
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
KINDS = {
    "": ("ATNZPERSBO", "WMVPERSBO"),
    "misere": ("APER", "MPER"),
    "weak": ("APER", "MPER"),
    "larger": ("TZGFRS", "WMVRS"),
}  # Q, P to move
Lines = list[tuple[int, int, int]]
Tell = Callable[[int, int], object]

USAGE = {
    "usage: python check.py FILE": "用法：python check.py FILE",
    "Checks a proof by kinrow. Status 0: it holds; 1: it is refused; 2: it cannot be read.": (
        "核验 kinrow 的证明。状态 0：成立；1：未通过核验；2：无法读取。"
    ),
}
UNREAD = {
    errno.ENOENT: "没有这个文件",
    errno.EACCES: "没有权限",
    errno.EISDIR: "是文件夹，不是文件",
}
CLAIMS = {True: "胜", False: "不败"}
CHINESE = {
    "the file ends in the middle of a proof": "文件在证明中途结束",
    "a number that does not end": "有一个数没有结尾",
    "the checksum at the end is not that of the proof": "末尾的校验和与证明不符",
    "not a proof, or of another version: expected 'kinrow proof 2'": (
        "不是证明，或版本不同：应为“kinrow proof 2”"
    ),
    "the header has no end": "文件头没有结尾",
    "the header is not the JSON that is required": "文件头不是所要求的 JSON",
    "a name comes twice in the header": "文件头中有名称重复",
    "the header must hold rules, position and claims, each as documented": (
        "文件头应有 rules、position 和 claims，格式见文档"
    ),
    "rules: expected numbers from 1 to {rest}": "rules：各数应为 1 至 {rest}",
    "rules: more cells than {rest}": "rules：格数超过 {rest}",
    "position: expected a sign X, O or . for every cell": "position：每格应为 X、O 或 .",
    "position: left is not a number of stones of a turn": (
        "position：left 不是一回合内可能的剩余子数"
    ),
    "expected X or O to move, and at least one claim": "应轮到 X 或 O，且至少有一个断言",
    "pieces: expected a side, rows or cols, and parts of lines": (
        "pieces：应有 side（rows 或 cols）和 parts（线的若干部分）"
    ),
    "pieces: expected parts of 1 to k cells, in order": (
        "pieces：parts 每项应有 1 至 k 格，按顺序列出"
    ),
    "pieces: a cell that the piece does not have": "pieces：片段中没有这一格",
    "pieces: no parts, more than lines, or one that includes another": (
        "pieces：parts 为空、多于线数，或有一项包含另一项"
    ),
    "pieces: expected the claim that O does not lose, from the start": (
        "pieces：只能断言从空棋盘起 O 不败"
    ),
    "pieces: a line without a part": "pieces：有一条线不含 parts 的任何一项",
    "reserved: expected cells in order, in an exact game on a class of boards": (
        "reserved：应为依次列出的格，且只用于长连不算的一类棋盘"
    ),
    "reserved: a cell that the board does not have": "reserved：棋盘上没有这一格",
    "larger: expected a list of rows, cols or both, in this order": (
        "larger：应为列表，内含 rows、cols 或依次两者"
    ),
    "larger: expected wins, with single stones, not misere": (
        "larger：只能断言必胜，且须每回合一子、非反棋"
    ),
    "claims: expected, for example, 'X wins' or 'O does not lose', not {rest}": (
        "claims：应如“X wins”或“O does not lose”，而不是 {rest}"
    ),
    "the board is full and nobody has won": "棋盘已满而无人获胜",
    "the other side completes a line": "对方连成了线",
    "not a cell that may stand here: {rest}": "此处不能是这一格：{rest}",
    "no line to complete": "没有可连成的线",
    "the claiming side completes a line and loses": "断言中的一方自己成线，因而告负",
    "not dominated": "并未被支配",
    "no threat": "没有威胁",
    "a forced sequence is for single stones": "强制手顺只用于每回合一子",
    "the other side is first": "对方先成线",
    "a move that does not force": "有一着没有强制力",
    "no null move here": "此处不能停一手",
    "no pairing here": "此处不能用配对",
    "a line that no pair meets": "有一条线不含任何一对",
    "no potential here": "此处不能用势函数",
    "the potential is too large": "势函数过大",
    "a reference to nothing": "引用没有对象",
    "a reference to a tree that tolerates fewer stones": "所引用的树允许的额外子数太少",
    "a reference to another position": "引用的是另一个局面",
    "a reference to a tree with other lines": "所引用的树中有不作数的线",
    "no cells were reserved before": "此前没有保留格",
    "no weak game here": "此处不能用弱游戏",
    "a line of the other side lacks cells of the zone": "对方有一条线在区域内的格数不足",
    "the stone that is left out is in the zone": "略去的子在区域内",
    "the window lacks cells of that stone's lines": "这个子的线有一些格在窗口外",
    "no far stone here": "此处不能略去远处的子",
    "a far stone is the first": "远处的子只能是第一子",
    "the window does not hold what is near": "邻近的格超出窗口",
    "zones are counted already, or cannot be": "区域已经计入，或不能计入",
    "no node that may stand here: {rest}": "此处不能是这种节点：{rest}",
    "a line is there already, so there is nothing to prove: {rest}": "已有连线，无须证明：{rest}",
}
WORDS = {
    "文档": "說明文件",
    "文件夹": "資料夾",
    "文件头": "檔頭",
    "文件": "檔案",
    "字节": "位元組",
    "校验和": "總和檢查碼",
    "列表": "清單",
    "窗口": "視窗",
    "权限": "權限",
}
TRADITIONAL = str.maketrans(
    "证与结个数没应为“”过内余轮断线项顺这于从盘败条两胜须满无获对连处负并胁强着势树许额游戏区远邻"
    "经计种节点头复称还类迟验读状态见长",
    "證與結個數沒應為「」過內餘輪斷線項順這於從盤敗條兩勝須滿無獲對連處負並脅強著勢樹許額遊戲區遠鄰"
    "經計種節點頭複稱還類遲驗讀狀態見長",
)


class Refused(Exception):
    """The file proves nothing; the text says why, and where."""


class Claim(NamedTuple):
    """What a tree proves: that `side` wins, or that it does not lose."""

    side: str
    wins: bool

    def __str__(self) -> str:
        return f"{self.side} {'wins' if self.wins else 'does not lose'}"


class Header(NamedTuple):
    """The rules, the position (`left`: stones still to place in this turn), and the claims.

    `larger`: the sides that the board has at least; others are as they are here. `repeated`: the
    side in which copies of this board follow one another; `parts` of lines that count in each. No
    line of P's that ends before one of the cells `reserved` counts.
    """

    rows: int
    cols: int
    k: int
    stones: int
    first: int
    exact: bool
    misere: bool
    cells: str
    to_move: str
    left: int
    claims: tuple[Claim, ...]
    larger: tuple[str, ...] = ()
    repeated: str = ""
    parts: tuple[int, ...] = ()
    reserved: tuple[int, ...] = ()


class Verdict(NamedTuple):
    """What was proved, how many positions were listed, and the file's SHA-256.

    `by_ply`: for each claim that wins, the ply by which the game is over, counted from the empty
    board; None if that is not known.
    """

    header: Header
    nodes: int
    sha256: str
    by_ply: tuple[int | None, ...]


class Place(NamedTuple):
    """A position: the stones of P and of Q as bits, whose turn, and the stones left in it.

    In a weak game also what counts there; elsewhere how many further stones its tree must tolerate.
    """

    mine: int
    theirs: int
    my_turn: bool
    left: int
    rest: Rest | None = None
    order: int = FREE


class Found(NamedTuple):
    """A verified tree: its zone; is it weak, that is, does it hold without any line of P's?

    Of a win also how many stones the game lasts at most.
    """

    zone: int
    weak: bool
    plies: int = 0


class Board:
    """The lines of a board as sets of bits, its moves and symmetries; cells go row by row."""

    def __init__(self, header: Header) -> None:
        """Work out lines and symmetries."""
        rows, cols = header.rows, header.cols
        self.size, self.k = rows * cols, header.k
        self.all = (1 << self.size) - 1
        self.larger, self.shape = header.larger, (rows, cols)
        self.stones, self.misere = header.stones, header.misere
        self.apart = header.stones + 1  # cells that Q cannot all take in one turn
        self.monotone = not (header.exact or header.misere)
        self.exact = header.exact
        self.edge = self.k + 1  # as far beyond the window may cells be near
        self.wide = cols + 2 * self.edge
        self.steps = (1, self.wide, self.wide + 1, self.wide - 1)  # on the widened board
        # The cells of a line beyond the board are bits beyond its cells: only their number matters.
        whole = [*lines_of(header), *leaving_lines(header)]
        self.lines = [(part, 0) for part in header.parts] or list(dict.fromkeys(whole))
        self.afar = [((1 << self.k) - 1) << self.size] if header.larger else []  # Q's, all beyond
        self.rows = {line: i for i, (line, _) in reversed([*enumerate(self.lines)])}  # of k cells
        self.short = sum(1 << i for line, i in self.rows.items() if line.bit_count() <= 2)
        weight = avoided if header.misere else stopped
        self.weights = [weight(header.stones, gap) for gap in range(header.k + 1)]
        self.every = (1 << len(self.lines)) - 1
        self.on = dict.fromkeys((1 << c for c in range(self.size)), 0)  # lines, as bits, by cell
        self.beyond = self.on.copy()  # those whose ends it is beyond
        for i, (line, beyond) in enumerate(self.lines):
            for cells, lines in ((line, self.on), (beyond, self.beyond)):
                for bit in bits_of(cells & self.all):
                    lines[bit] |= 1 << i
        turns = 8 if rows == cols and len(header.larger) != 1 else 4
        self.turns = [[turned(t, c, rows, cols) for c in range(self.size)] for t in range(turns)]
        self.images: list[dict[int, int]] = [{} for _ in self.turns]
        ends = [beyond.bit_count() for _, beyond in self.lines]
        self.at_edge = sum(1 << i for i, count in enumerate(ends) if count < 2)
        self.always = sum(1 << cell for cell in header.reserved)
        self.reserved = self.spoilt = 0  # cells, and the lines that end before one of them

    def gaps(
        self, side: int, other: int, most: int = FREE, barred: int = 0, *, over: bool = False
    ) -> list[int]:
        """The empty cells of each line that `side` can still complete with so many stones.

        Those of lines that are not `barred`. None left: it is one. With `over` an overline is a
        line, also in exact games. All lines are counted at once: `has[n]` are those with n stones
        or more, as bits.
        """
        least, on = max(self.k - most, 0), self.on
        has, levels = [self.every] + [0] * least, range(least, 0, -1)
        stones = side
        while stones:
            bit = stones & -stones
            lines = on[bit]
            for n in levels:
                has[n] |= has[n - 1] & lines
            barred |= 0 if over else self.beyond[bit]
            stones ^= bit
        while other:
            bit = other & -other
            barred |= on[bit]
            other ^= bit
        return [self.lines[i][0] & ~side for i in members(has[least] & ~barred)]

    def within(self, side: int, other: int, most: int) -> list[int]:
        """The same for P's: the lines that keep within the board, before no reserved cell."""
        return [gap for gap in self.gaps(side, other, most, self.spoilt) if gap <= self.all]

    def reserve(self, cells: int) -> None:
        """From now on none of P's lines ends before one of these cells.

        Nor, if there are any, before one beyond the window.
        """
        self.reserved, self.spoilt = cells, self.at_edge if cells else 0
        for cell in members(cells):
            self.spoilt |= self.beyond[1 << cell]

    def near(self, mine: int, trees: list[tuple[int, int, int]]) -> int | None:
        """The cells near each of these next stones and zones, whichever way `mine` looks alike.

        The third in each is the reserved cells.

        None if the window lacks some of them.
        """
        cols, edge, wide, near = self.shape[1], self.edge, self.wide, -1

        for turn in (turn for turn in range(len(self.turns)) if self.turn(turn, mine) == mine):
            for bit, *sets in trees:
                stones = self.widened(self.turn(turn, mine | bit))
                zone, reserved = (self.turn(turn, cells) for cells in (sets[0] & ~bit, sets[1]))
                near &= self.reached(self.widened(zone), stones, self.free(reserved))
        found = 0
        for cell in members(near):
            row, col = cell // wide - edge, cell % wide - edge
            places = zip(SIDES, (row, col), self.shape, strict=True)
            out = [side for side, at, length in places if not 0 <= at < length]
            if not out:
                found |= 1 << row * cols + col
            elif all(side in self.larger for side in out):
                return None
        return found

    def reached(self, zone: int, stones: int, free: int) -> int:
        """The cells of the widened board that are near this zone; `free`: those reserved."""
        near, zone = zone | stones, self.touched(zone, stones, free)
        for step in (*self.steps, *(-step for step in self.steps)):
            at = [moved(zone, step * away) for away in range(1, 7)]
            hidden = 0  # these have a stone of P's between
            for away in range(6):
                near |= at[away] & ~hidden if away < 3 else 0
                hidden |= moved(stones, step * (away + 1))
            near |= (at[3] & at[4] | at[4] & at[5] | at[3] & at[5]) & ~hidden
        return near

    def is_quiet(self, bit: int, step: tuple[int, int], held: int, stones: int) -> bool:
        """Whether a zone keeps off this cell in both directions of a step."""
        at, stones, way = self.widened(bit), self.widened(stones), step[0] * self.wide + step[1]
        zone = self.touched(self.widened(held & ~bit), stones, self.free(self.reserved))
        sides = [[moved(at, sign * way * away) for away in range(1, 7)] for sign in (1, -1)]
        return self.k == 5 and all(is_far(side, zone, stones) for side in sides)

    def touched(self, zone: int, stones: int, free: int) -> int:
        """The zone; in exact games also what is beyond an end of k cells that P may fill.

        But for reserved cells: no tree has a line of P's that ends before one.
        """
        if not self.exact:
            return zone
        held, found = zone | stones, 0
        for step in self.steps:
            line = functools.reduce(int.__and__, (moved(held, n * step) for n in range(self.k)))
            found |= moved(line, step) | moved(line, -self.k * step)
        return zone | found & ~(stones | free)

    def free(self, reserved: int) -> int:
        """These cells of the widened board; if there are any, also all beyond the window."""
        return self.widened(reserved) | (~self.widened(self.all) if reserved else 0)

    def widened(self, cells: int) -> int:
        """The same cells of a board that has `edge` more on every side."""
        cols, edge = self.shape[1], self.edge
        return sum(1 << (c // cols + edge) * self.wide + c % cols + edge for c in members(cells))

    def open_along(self, bit: int, step: tuple[int, int], at: Place) -> tuple[int, bool]:
        """The window's cells on Q's open lines with this one; does one of these leave it."""
        row, col = divmod(bit.bit_length() - 1, self.shape[1])
        found, leaves = 0, False
        for first in range(1 - self.k, 1):
            lying = range(first - 1, first + self.k + 1)
            before, *places, beyond = [(row + n * step[0], col + n * step[1]) for n in lying]
            out = {
                side
                for place in places
                for side, at, length in zip(SIDES, place, self.shape, strict=True)
                if not 0 <= at < length
            }
            inside, ends = (
                sum(1 << r * self.shape[1] + c for r, c in cells if self.has(r, c))
                for cells in (places, (before, beyond))
            )
            spoilt = inside & at.mine or (self.exact and ends & at.theirs)
            if out <= {*self.larger} and not spoilt:
                found, leaves = found | inside, leaves or bool(out)
        return found, leaves

    def has(self, row: int, col: int) -> bool:
        """Whether the window has this cell."""
        return 0 <= row < self.shape[0] and 0 <= col < self.shape[1]

    def play(self, at: Place, bit: int) -> Place:
        """The position after a stone of the side to move."""
        mine, theirs, my_turn, left, rest, order = at
        mine, theirs = (mine | bit, theirs) if my_turn else (mine, theirs | bit)
        if rest is not None:
            rest = rest.stopped(bit) if my_turn else rest.filled(bit)
        if left > 1:
            return Place(mine, theirs, my_turn, left - 1, rest, order)
        return Place(mine, theirs, not my_turn, self.stones, rest, order)

    def rest(self, at: Place) -> Rest:
        """What counts here in a weak game: the lines without a stone of P's, Q's put one by one."""
        lines = sum(1 << i for line, i in self.rows.items() if not line & at.mine)
        on = {bit: left for bit, on in self.on.items() if (left := on & lines)}
        rest = Rest(lines, [line for line, _ in self.lines], lines & self.short, on)
        for cell in members(at.theirs):
            rest = rest.filled(1 << cell) if 1 << cell in rest.on else rest
        return rest

    def turn(self, number: int, cells: int) -> int:
        """The image of a set of cells; that of each eight cells is kept."""
        images, turns, image = self.images[number], self.turns[number], 0
        for start in range(0, self.size, 8):
            part = cells & 255 << start
            if part not in images:
                images[part] = sum(1 << turns[c] for c in members(part))
            image |= images[part]
        return image


def lines_of(h: Header) -> Iterator[tuple[int, int]]:
    """Every k cells in a row, as bits; with them, in exact games, the cells beyond their ends."""
    for down, right in STEPS:
        for start in range(h.rows * h.cols):
            bits = []
            for i in range(-1, h.k + 1):
                row, col = start // h.cols + down * i, start % h.cols + right * i
                inside = 0 <= row < h.rows and 0 <= col < h.cols
                bits.append(1 << (row * h.cols + col) if inside else 0)
            if all(bits[1:-1]):
                yield sum(bits[1:-1]), (bits[0] | bits[-1]) if h.exact else 0


def leaving_lines(h: Header) -> Iterator[tuple[int, int]]:
    """The same for lines that leave the board where it may be larger, with a cell on it."""
    down, right = ((h.k - 1) * (side in h.larger) for side in SIDES)
    wide = h._replace(rows=h.rows + 2 * down, cols=h.cols + 2 * right, larger=())
    for line, beyond in lines_of(wide):
        here = [0, 0]
        outside = 0
        for i, cells in enumerate((line, beyond)):
            for cell in members(cells):
                row, col = cell // wide.cols - down, cell % wide.cols - right
                if 0 <= row < h.rows and 0 <= col < h.cols:
                    here[i] |= 1 << row * h.cols + col
                else:
                    outside += i == 0
        if here[0] and outside:
            yield here[0] | ((1 << outside) - 1) << h.rows * h.cols, here[1]


def turned(turn: int, cell: int, rows: int, cols: int) -> int:
    """Where a turn takes a cell: bit 0 mirrors the rows, bit 1 the columns, bit 2 swaps them."""
    row, col = divmod(cell, cols)
    row, col = (rows - 1 - row if turn & 1 else row), (cols - 1 - col if turn & 2 else col)
    return col * cols + row if turn & 4 else row * cols + col


def is_far(side: list[int], held: int, stones: int) -> bool:
    """Whether a zone keeps off a cell on this side of it, up to the first of P's stones."""
    seen = side[: next((n for n, bit in enumerate(side) if bit & stones), len(side))]
    more = sum(bool(bit & held) for bit in seen[3:])
    return not any(bit & held for bit in seen[:3]) and (len(seen) < len(side) or more < 2)


def moved(cells: int, step: int) -> int:
    """These bits so many places lower, or higher if it is negative."""
    return cells >> step if step > 0 else cells << -step


def members(cells: int) -> Iterator[int]:
    """The numbers of the bits that are set, lowest first."""
    while cells:
        yield (cells & -cells).bit_length() - 1
        cells &= cells - 1


@functools.cache
def bits_of(gap: int) -> tuple[int, ...]:
    """As `members`, but each as a bit; there are few different gaps."""
    return tuple(1 << cell for cell in members(gap))


class Rest(NamedTuple):
    """The lines of Q's that still count in a weak game; no gap of theirs includes another.

    Lines have numbers, sets of them are bits. `gaps` has by number the empty cells, `short` are
    those of two cells or one. `on` has the lines that a cell is on, by the cell as a bit, the
    lowest first, and no cell without a line. Positions share these: none is changed in place.
    """

    lines: int
    gaps: list[int]
    short: int
    on: dict[int, int]

    def without(self, lines: int) -> Rest:
        """What counts if these lines do not."""
        left = self.lines & ~lines
        on = {cell: its for cell, on in self.on.items() if (its := on & left)}
        return Rest(left, self.gaps, self.short, on)

    def stopped(self, cell: int) -> Rest:
        """What counts after a stone of P's: not the lines through it."""
        return self.without(self.on[cell])

    def filled(self, cell: int) -> Rest:
        """What counts after a stone of Q's: the gaps through it lose the cell.

        None of them included another, so none does now; but others may include one of them.
        """
        gaps, short, on, larger = self.gaps.copy(), self.short, self.on.copy(), 0
        through = on.pop(cell)
        for i in members(through):
            gaps[i] = gap = gaps[i] & ~cell
            if gap.bit_count() <= 2:
                short |= 1 << i
            around = self.lines & ~through
            for other in bits_of(gap):
                around &= on[other]
            larger |= around
        rest = Rest(self.lines, gaps, short, on)
        return rest.without(larger) if larger else rest

    def twins(self) -> int:
        """The lowest cell on the very same gaps as another one, and the lowest such; or none."""
        highest = {on: cell for cell, on in self.on.items()}
        if len(highest) == len(self.on):
            return 0
        alike = next(on for cell, on in self.on.items() if highest[on] != cell)
        return sum([cell for cell, on in self.on.items() if on == alike][:2])

    def almost(self) -> list[int]:
        """The gaps of two cells or one."""
        return [self.gaps[i] for i in members(self.lines & self.short)]

    def lonely(self) -> tuple[int, int]:
        """The lowest cell on no gap but one of two cells, and that gap; none if there is none."""
        cells = [(cell, gap) for gap in self.almost() for cell in bits_of(gap)]
        return min(
            ((c, gap) for c, gap in cells if not self.on[c] & self.on[c] - 1), default=(0, 0)
        )


def one_more(at: Place) -> Place:
    """The position with one more stone of Q's to tolerate, which is nowhere to be seen."""
    return at if at.order == FREE else at._replace(order=at.order + 1)


def avoided(p: int, gap: int) -> int:
    """2^64 times (1 + 1 / p)^(-gap), rounded up."""
    part: int = p**gap
    whole: int = (1 + p) ** gap
    return ((part << 64) + whole - 1) // whole


def stopped(p: int, gap: int) -> int:
    """2^64 times (1 + p)^(-gap / p), rounded up."""
    low, high = 0, 1 << 64
    while low < high:
        middle = (low + high) // 2
        enough = middle**p * (1 + p) ** gap >= 1 << 64 * p
        low, high = (low, middle) if enough else (middle + 1, high)
    return low


class Reader:
    """Bytes of the file, with the place for messages and the digest of what was read."""

    def __init__(self, file: BinaryIO) -> None:
        """Begin at the beginning of a binary file."""
        self.file = file
        self.block = b""
        self.before = self.next = 0  # bytes before the block, and of it, that were read
        self.hash = hashlib.sha256()

    @property
    def at(self) -> int:
        """How many bytes were read."""
        return self.before + self.next

    def byte(self) -> int:
        """The next byte; a file that ends before is refused."""
        if self.next == len(self.block):
            self.hash.update(self.block)
            self.before, self.next = self.at, 0
            self.block = self.file.read(BLOCK)
            if not self.block:
                raise Refused(f"byte {self.at}: the file ends in the middle of a proof")
        self.next += 1
        return self.block[self.next - 1]

    def number(self) -> int:
        """Seven bits a byte, the lowest first; the last byte is below 128."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7
            if shift > 63:
                raise Refused(f"byte {self.at}: a number that does not end")

    def finish(self) -> bytes:
        """The digest of all that was read; it must come next, and nothing after it."""
        self.hash.update(self.block[: self.next])
        digest = self.hash.digest()
        if self.block[self.next :] + self.file.read(DIGEST + 1) != digest:
            raise Refused(f"byte {self.at}: the checksum at the end is not that of the proof")
        return digest


def read_header(reader: Reader) -> Header:
    """The first two lines: the format's name, and a JSON object."""
    if bytes(reader.byte() for _ in MAGIC) != MAGIC:
        raise Refused("byte 0: not a proof, or of another version: expected 'kinrow proof 2'")
    line = bytearray()
    while not line.endswith(b"\n"):
        line.append(reader.byte())
        if len(line) > LARGEST_HEADER:
            raise Refused("the header has no end")
    try:
        return header_of(json.loads(line.decode(), object_pairs_hook=once_each))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        at = len(MAGIC) + fault_in(line, error)
        raise Refused(f"byte {at}: the header is not the JSON that is required") from None


def fault_in(line: bytearray, error: Exception) -> int:
    """How many bytes of the header come before what is wrong; all of them if that is not known."""
    if isinstance(error, UnicodeDecodeError):
        return error.start
    if isinstance(error, json.JSONDecodeError):
        return len(error.doc[: error.pos].encode())
    return len(line)


def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object whose names are all different: no two readers see different claims."""
    data = dict(pairs)
    if len(data) != len(pairs):
        raise Refused("a name comes twice in the header")
    return data


def header_of(data: dict[str, Any]) -> Header:
    """Every field of the header, checked; nothing unknown is let pass."""
    rules, position = data["rules"], data["position"]
    found = [{name: type(value) for name, value in part.items()} for part in (rules, position)]
    if found != [RULES, POSITION] or len(data) != 3 + len(OPTIONAL & data.keys()):
        raise Refused("the header must hold rules, position and claims, each as documented")
    if not all(1 <= rules[name] <= most for name, most in LARGEST.items()):
        most = ", ".join(f"{number} {name}" for name, number in LARGEST.items())
        raise Refused(f"rules: expected numbers from 1 to {most}")
    if rules["rows"] * rules["cols"] > MOST_CELLS:
        raise Refused(f"rules: more cells than {MOST_CELLS}")
    cells = position["cells"]
    if len(cells) != rules["rows"] * rules["cols"] or set(cells) - set("XO."):
        raise Refused("position: expected a sign X, O or . for every cell")
    if not 1 <= position["left"] <= max(rules["stones"], rules["first"]):
        raise Refused("position: left is not a number of stones of a turn")
    claims = tuple(claim_of(text) for text in data["claims"])
    if not claims or type(data["claims"]) is not list or position["to_move"] not in ("X", "O"):
        raise Refused("expected X or O to move, and at least one claim")
    header = Header(**rules, **position, claims=claims)
    header = class_of(header, data["larger"]) if "larger" in data else header
    header = reserving(header, data["reserved"]) if "reserved" in data else header
    return in_pieces(header, data["pieces"]) if "pieces" in data else header


def class_of(header: Header, larger: Any) -> Header:
    """The header with the sides in which the board may be larger."""
    sides = type(larger) is list and larger in (["rows"], ["cols"], ["rows", "cols"])
    if not sides:
        raise Refused("larger: expected a list of rows, cols or both, in this order")
    single = header.stones == header.left == 1 and not header.misere
    if not single or not all(claim.wins for claim in header.claims):
        raise Refused("larger: expected wins, with single stones, not misere")
    return header._replace(larger=tuple(larger))


def reserving(header: Header, cells: Any) -> Header:
    """The header with the cells that are reserved."""
    numbers = type(cells) is list and all(type(cell) is int for cell in cells)
    if not numbers or cells != sorted(set(cells)) or not header.larger or not header.exact:
        raise Refused("reserved: expected cells in order, in an exact game on a class of boards")
    if not cells or not 0 <= cells[0] <= cells[-1] < len(header.cells):
        raise Refused("reserved: a cell that the board does not have")
    return header._replace(reserved=tuple(cells))


def in_pieces(header: Header, pieces: Any) -> Header:
    """The header with the side in which copies of the board follow one another, and the parts."""
    if set(pieces) != {"side", "parts"} or pieces["side"] not in SIDES:
        raise Refused("pieces: expected a side, rows or cols, and parts of lines")
    parts = []
    for cells in pieces["parts"]:
        numbers = type(cells) is list and all(type(cell) is int for cell in cells)
        if not numbers or not 1 <= len(cells) <= header.k or cells != sorted(set(cells)):
            raise Refused("pieces: expected parts of 1 to k cells, in order")
        if cells[0] < 0 or cells[-1] >= header.rows * header.cols:
            raise Refused("pieces: a cell that the piece does not have")
        parts.append(sum(1 << cell for cell in cells))
    includes = any(a & b == a for i, a in enumerate(parts) for j, b in enumerate(parts) if i != j)
    if includes or not 1 <= len(parts) <= 4 * len(header.cells):
        raise Refused("pieces: no parts, more than lines, or one that includes another")
    start = header.cells.strip(".") == "" and header.to_move == "X" and not header.larger
    plain = header.stones == header.first == 1 and not header.misere
    if not start or not plain or header.claims != (Claim("O", wins=False),):
        raise Refused("pieces: expected the claim that O does not lose, from the start")
    header = header._replace(repeated=pieces["side"], parts=tuple(parts))
    starts = range(len(header.cells))
    if not all(has_part(header, start, step) for start in starts for step in STEPS):
        raise Refused("pieces: a line without a part")
    return header


def has_part(h: Header, start: int, step: tuple[int, int]) -> bool:
    """Whether a copy has a part of the line that begins in this cell; or the board has no such.

    That copy may be any of those which the line meets. All lines begin like one of these.
    """
    copies: dict[int, int] = {}
    length = getattr(h, h.repeated)
    for i in range(h.k):
        row, col = start // h.cols + step[0] * i, start % h.cols + step[1] * i
        along, across, most = (row, col, h.cols) if h.repeated == "rows" else (col, row, h.rows)
        if not 0 <= across < most:
            return True
        at, rest = divmod(along, length)
        cell = rest * h.cols + col if h.repeated == "rows" else row * h.cols + rest
        copies[at] = copies.get(at, 0) | 1 << cell
    return any(part & cells == part for part in h.parts for cells in copies.values())


def claim_of(text: Any) -> Claim:
    """A claim as the header writes it."""
    for claim in (Claim(side, wins) for side in "XO" for wins in (True, False)):
        if text == str(claim):
            return claim
    raise Refused(f"claims: expected, for example, 'X wins' or 'O does not lose', not {text!r:.60}")


class Tree:
    """One claim's tree, verified as it is read."""

    def __init__(self, board: Board, claim: Claim, reader: Reader, tell: Tell) -> None:
        """A tree not yet read."""
        self.board, self.claim, self.reader, self.tell = board, claim, reader, tell
        self.game = "misere" if board.misere else "larger" if board.afar else ""
        self.width = (3 * board.size + 39) // 8
        self.known = bytearray()  # a record of this many bytes for each listed position
        self.nodes = 0
        self.pairs: list[list[int]] = []  # the last ones listed in a weak game
        self.far = False  # whether a stone far from all others was left out already
        self.uncounted = False  # whether P may place stones that are not in the tree
        self.lacks = False  # whether one is left out here
        self.free: int | None = None  # the cells that were reserved last
        self.freed: list[tuple[int, int]] = []  # where cells were reserved or no longer, and which
        self.limit(0)

    def keep(self, at: Place, found: Found) -> None:
        """Remember a listed position."""
        value = found.plies << 9 | (FREE if found.weak else at.order)
        value = value << 7 | at.left << 2 | at.my_turn << 1 | found.weak
        for cells in (at.mine, at.theirs, found.zone):
            value = value << self.board.size | cells
        self.known += value.to_bytes(self.width, "little")
        self.nodes += 1
        if self.nodes % 4096 == 0:
            self.tell(self.nodes, self.reader.at)

    def recall(self, number: int) -> tuple[Place, Found]:
        """The position listed as this one."""
        record = self.known[number * self.width : (number + 1) * self.width]
        value, parts = int.from_bytes(record, "little"), []
        for _ in range(3):
            parts.append(value & self.board.all)
            value >>= self.board.size
        zone, theirs, mine = parts
        at = Place(mine, theirs, bool(value & 2), value >> 2 & 31, order=value >> 7 & FREE)
        return at, Found(zone, bool(value & 1), value >> 16)

    def require(self, condition: object, why: str) -> None:
        """Refuses unless this holds, with place and claim."""
        if not condition:
            raise Refused(f"byte {self.reader.at}: {self.claim}: {why}")

    def verify(self, at: Place) -> Found:
        """The tree for a position that is not over."""
        if self.game == "weak":
            at, held = self.settle(at)
            found = self.listed(at)
            return found._replace(zone=found.zone | held)
        return self.listed(at)

    def listed(self, at: Place) -> Found:
        """The same; in the weak game, of a settled position."""
        empty = self.empty(at)
        if not empty:
            self.require(not self.claim.wins, "the board is full and nobody has won")
            return Found(0, weak=True)
        if not at.my_turn and self.game in ("", "larger"):
            soon = self.board.gaps(at.theirs, at.mine, at.left)
            self.require(not soon, "the other side completes a line")
        kind = chr(self.reader.byte())
        kinds = KINDS[self.game][at.my_turn]
        if kind not in kinds:
            self.require(False, f"no node that may stand here: {kind!r}")
        found: Found = getattr(self, f"kind_{kind}")(at)
        if not self.monotone():
            found = Found(empty if self.board.misere else found.zone, False, found.plies)
        if kind not in "WERSO":
            self.keep(at, found)
        return found

    def settle(self, at: Place) -> tuple[Place, int]:
        """What still matters where only Q's lines count; and cells that must join the zone.

        Cells that are on no gap that is left become P's. No stone is left in the turn: no position
        elsewhere is taken for this one.
        """
        rest, theirs, my_turn, held = at.rest or self.board.rest(at), at.theirs, at.my_turn, 0
        while True:
            if lost := rest.twins():  # P meets the one by the other
                held |= lost
                rest = rest.stopped(lost & -lost)
                continue
            last = [gap for gap in rest.almost() if not gap & (gap - 1)]
            if last:  # P's only answer
                self.require(my_turn and last[0], "the other side completes a line")
                held, my_turn, rest = held | last[0], False, rest.stopped(last[0])
                continue
            lost, gap = (0, 0) if my_turn else rest.lonely()
            if not lost:
                break
            held, theirs = held | gap, theirs | gap & ~lost  # Q takes one of them, P the other
            rest = rest.stopped(lost).filled(gap & ~lost)
        mine = self.board.all & ~(theirs | sum(rest.on))
        return Place(mine, theirs, my_turn, 0, rest), held

    def feared(self, at: Place) -> tuple[int, int]:
        """The stones of the side whose lines P fears (Q's; his own in misere games); the others."""
        return (at.mine, at.theirs) if self.board.misere else (at.theirs, at.mine)

    def open(self, at: Place) -> int:
        """The numbers of the lines that P fears and that can still be completed, as bits."""
        if at.rest is not None:
            return at.rest.lines
        side, other = self.feared(at)
        lines = enumerate(self.board.lines)
        return sum(1 << i for i, (a, b) in lines if not a & other and not b & side)

    def gaps(self, at: Place) -> list[int]:
        """The empty cells of each of these lines."""
        if at.rest is not None:
            return [at.rest.gaps[i] for i in members(at.rest.lines)]
        return self.board.gaps(*self.feared(at), over=self.game == "weak")

    def empty(self, at: Place) -> int:
        """The empty cells."""
        return self.board.all & ~(at.mine | at.theirs)

    def cell(self, among: int) -> int:
        """A cell, as a bit; it must be one of these."""
        number = self.reader.number()
        if not among >> min(number, MOST_CELLS + 2) & 1:
            self.require(False, f"not a cell that may stand here: {number}")
        return 1 << number

    def zone(self, at: Place, cells: int, lines: Lines) -> int:
        """These cells and further listed ones; all empty cells if a line of Q's lacks some.

        Each line comes with how many of its cells the zone must hold, or cells that excuse it; it
        is long enough anyway if the stones outside the zone are too few for it, and need not come.
        """
        empty = self.empty(at)
        for _ in range(self.reader.number()):
            cells |= self.cell(empty)
        safe = all(
            gap & excuse or (gap & cells).bit_count() >= n or gap.bit_count() >= n + at.order
            for gap, n, excuse in lines
        )
        self.require(
            safe or not self.board.afar, "a line of the other side lacks cells of the zone"
        )
        return cells if safe else empty

    def kind_W(self, at: Place) -> Found:  # noqa: N802
        """P completes the first line that he can."""
        can = self.board.within(at.mine, at.theirs, at.left)
        self.require(can, "no line to complete")
        soon = self.board.gaps(at.theirs, at.mine, at.order)
        lines = [(gap, 1, 0) for gap in (*soon, *self.board.afar)]
        return Found(self.zone(at, can[0], lines), False, can[0].bit_count())

    def kind_M(self, at: Place) -> Found:  # noqa: N802
        """P's one move."""
        bit = self.cell(self.empty(at))
        if self.board.misere:
            lost = self.board.gaps(at.mine | bit, at.theirs, 0)
            self.require(not lost, "the claiming side completes a line and loses")
        below = self.verify(self.board.play(at, bit))
        return Found(bit | below.zone, below.weak, 1 + below.plies)

    def kind_A(self, at: Place) -> Found:  # noqa: N802
        """Every move of Q."""
        return self.replies(at, self.empty(at))

    def replies(self, at: Place, rest: int, *, alone: bool = False) -> Found:
        """All these moves of Q: listed, met by the play against another move, or dominated.

        `alone`: no tree is to meet any other move, and so has no further stone to tolerate.
        """
        zone = plies = 0
        tame = strong = 0  # listed moves whose trees are weak, and those whose trees are not
        dominance = 1 << self.board.size
        while rest:
            bit = self.cell(rest | dominance)
            if bit == dominance:
                bit, weak = self.cell(rest), self.game == "weak"
                better = self.cell(self.empty(at) & ~rest if weak else tame)
                unmet = self.open(at) & self.board.on[bit] & ~self.board.on[better]
                self.require(not unmet, "not dominated")
                zone |= bit | better
            else:
                below = self.reply(at if alone else one_more(at), bit)
                zone, plies = zone | below.zone, max(plies, 1 + below.plies)
                tame, strong = (tame | bit, strong) if below.weak else (tame, strong | bit)
                if self.monotone() and not alone:
                    rest &= below.zone
            rest &= ~bit
        return Found(zone, not strong, plies)

    def reply(self, at: Place, bit: int) -> Found:
        """A move of Q's and its tree; in misere games his line ends the game for P."""
        after = self.board.play(at, bit)
        if self.board.misere and self.board.gaps(after.theirs, after.mine, 0):
            return Found(0, weak=False)  # the game is over
        return self.verify(after)

    def kind_T(self, at: Place) -> Found:  # noqa: N802
        """P completes a line in his next turn unless Q meets the threats now."""
        gaps = self.board.within(at.mine, at.theirs, self.board.stones)
        self.require(gaps, "no threat")
        used, answers, plies = 0, self.empty(at), 0
        if at.left > 1:  # a turn's stones commute: the one that meets this line may come first
            used = answers = min(gaps, key=int.bit_count)
            plies = at.left + used.bit_count()
        else:
            for gap in gaps:
                if answers & ~gap:
                    used, answers = used | gap, answers & gap
                    plies = max(plies, 1 + gap.bit_count())
        zone = used
        for cell in members(answers):
            below = self.verify(self.board.play(at, 1 << cell))
            zone, plies = zone | below.zone, max(plies, 1 + below.plies)
        soon = self.board.gaps(at.theirs, at.mine, at.left + at.order)
        lines = [(gap, at.left + 1, answers) for gap in (*soon, *self.board.afar)]
        return Found(self.zone(at, zone, lines), False, plies)

    def monotone(self) -> bool:
        """A further stone never harms its owner: overlines count in the weak game."""
        return self.game == "weak" or self.board.monotone

    def single(self, at: Place) -> bool:
        """Both sides place one stone in turn from here on: a longer first turn is over."""
        return self.board.stones == at.left == 1

    def forced(self, at: Place) -> tuple[int, Lines, int]:
        """P's moves with Q's only answers, until P has two cells that complete a line.

        All those cells; each line of Q's that may be in time after each move of P's, with the
        answer (or 0); and how many stones it takes to complete one of the two.
        """
        self.require(self.single(at), "a forced sequence is for single stones")
        mine, theirs, used, plies = at.mine, at.theirs, 0, 1
        lines: Lines = []
        while True:
            move = self.cell(self.board.all & ~(mine | theirs))
            mine |= move
            gaps = self.board.gaps(theirs, mine, max(2, 1 + at.order))
            self.require(all(gap & (gap - 1) for gap in gaps), "the other side is first")
            wins = sorted(set(self.board.within(mine, theirs, 1)))
            self.require(wins and wins[0], "a move that does not force")
            used, plies = used | sum(wins[:2]) | move, plies + 2
            far = self.board.afar
            lines += [(gap, 2, 0 if wins[1:] else wins[0]) for gap in (*gaps, *far)]
            if wins[1:]:
                return used, lines, plies
            theirs |= wins[0]

    def kind_V(self, at: Place) -> Found:  # noqa: N802
        """P to move wins by a forced sequence."""
        used, lines, plies = self.forced(at)
        return Found(self.zone(at, used, lines), False, plies)

    def kind_N(self, at: Place) -> Found:  # noqa: N802
        """P would win by a forced sequence if Q passed: moves that may disturb it are listed."""
        used, lines, plies = self.forced(at)
        for gap, _, _ in lines:
            used |= gap if gap.bit_count() == 2 else 0
        disturbed = self.replies(at, used).plies
        return Found(self.empty(at), False, max(1 + plies, disturbed))

    def kind_Z(self, at: Place) -> Found:  # noqa: N802
        """P would win if Q passed: only moves in that tree's zone need trees of their own."""
        self.require(self.single(at), "no null move here")
        idle = self.verify(one_more(at)._replace(my_turn=True))
        found = self.replies(at, idle.zone, alone=True)
        plies = max(1 + idle.plies, found.plies)
        return Found(idle.zone | found.zone, idle.weak and found.weak, plies)

    def reserve(self) -> None:
        """Cells on which P may place stones that the next tree does not know of; in exact games."""
        if not self.board.exact:
            return
        count = self.reader.number()
        if count:
            self.free = sum({self.cell(self.board.all) for _ in range(count - 1)})
        self.require(self.free is not None, "no cells were reserved before")
        self.limit(self.free or 0)

    def limit(self, cells: int) -> None:
        """From now on these cells are reserved, besides those of the header."""
        cells |= self.board.always
        if self.freed and self.freed[-1][0] == self.nodes:  # nothing was listed since
            self.freed.pop()
        self.freed.append((self.nodes, cells))
        self.board.reserve(cells)

    def free_at(self, number: int) -> int:
        """The cells that were reserved where this position was listed."""
        return self.freed[bisect.bisect_left(self.freed, (number + 1, 0)) - 1][1]

    def kind_G(self, at: Place) -> Found:  # noqa: N802
        """P would win if Q passed and lacked a stone: moves that no such tree bears are listed."""
        may = self.single(at) and not (at.order or self.lacks)
        self.require(may, "no null move here")
        bit, count = self.cell(at.theirs), self.reader.number()
        self.require(count, "no null move here")
        zone, near, plies, beyond = 0, self.empty(at), 0, {*STEPS}
        self.uncounted |= self.board.k == 5  # in quiet directions
        for _ in range(count):
            self.reserve()
            idle = self.verify(one_more(at)._replace(my_turn=True, theirs=at.theirs & ~bit))
            self.require(not idle.zone & bit, "the stone that is left out is in the zone")
            zone, plies = zone | idle.zone, max(plies, 1 + idle.plies)
            cells, leaving = self.not_quiet(at, bit, idle.zone)
            near, beyond = near & (idle.zone | cells), beyond & leaving
            self.limit(0)
        self.require(not beyond, "the window lacks cells of that stone's lines")
        found = self.replies(at, near, alone=True)
        return Found(zone | found.zone, weak=False, plies=max(plies, found.plies))

    def not_quiet(self, at: Place, bit: int, zone: int) -> tuple[int, set[tuple[int, int]]]:
        """The cells on Q's open lines with this stone, except in directions that are quiet.

        And the directions of those among these lines that leave the window.
        """
        found, leaving = 0, set()
        for step in STEPS:
            if not self.board.is_quiet(bit, step, zone | at.theirs, at.mine):
                cells, leaves = self.board.open_along(bit, step, at)
                found |= cells
                leaving |= {step} if leaves else set()
        return found, leaving

    def kind_F(self, at: Place) -> Found:  # noqa: N802
        """P would win if Q's first stone were far away: the moves near those zones are listed."""
        self.require(self.board.k == 5 and not self.far, "no far stone here")
        self.require(at.order == 0 and not at.theirs, "a far stone is the first")
        self.far = self.lacks = self.uncounted = True
        count = self.reader.number()
        self.require(count, "no far stone here")
        trees = []
        for _ in range(count):
            bit = self.cell(self.empty(at))
            self.reserve()
            below = self.verify(self.board.play(at._replace(my_turn=True), bit))
            trees.append((bit, below.zone, self.board.reserved))
            self.limit(0)
        self.lacks = False
        near = self.board.near(at.mine, trees)
        self.require(near is not None, "the window does not hold what is near")
        zone = self.replies(at, (near or 0) & self.empty(at), alone=True).zone
        return Found(
            functools.reduce(int.__or__, (bit | below for bit, below, _ in trees), zone), weak=False
        )

    def kind_O(self, at: Place) -> Found:  # noqa: N802
        """From here on zones need not tolerate more stones than Q has had for nothing."""
        self.require(
            self.single(at) and at.order == FREE, "zones are counted already, or cannot be"
        )
        found = self.verify(at._replace(order=0))
        return found if found.weak else found._replace(zone=self.empty(at))

    def kind_P(self, at: Place) -> Found:  # noqa: N802
        """Disjoint sets of empty cells, a whole one in every line that P fears."""
        misere = self.board.misere
        once = self.single(at) if misere else at.my_turn or at.left <= self.board.stones
        self.require(not self.claim.wins and once, "no pairing here")
        lines, on, free, used, sets = self.open(at), self.board.on, self.empty(at), 0, []
        for _ in range(self.reader.number()):
            cells, met = [], -1
            for _ in range(self.board.apart):
                cells.append(self.cell(free & ~used))
                used |= cells[-1]
                met &= on[cells[-1]]
            lines &= ~met
            sets.append(cells)
        if self.game == "weak":  # the last ones serve again, where they can and must
            for a, b in self.pairs:
                met = lines & on[a] & on[b]
                if met and not (a | b) & (used | at.theirs):
                    lines, used = lines & ~met, used | a | b
                    sets.append([a, b])
            self.pairs = sets
        self.require(not lines, "a line that no pair meets")
        return Found(used, weak=True)

    def kind_E(self, at: Place) -> Found:  # noqa: N802
        """The potential of the lines that P fears is small enough.

        Q's: Erdos and Selfridge 1973, Beck 1982; his own: Hefetz, Krivelevich, Szabo 2007.
        """
        gaps, p = self.gaps(at), self.board.stones
        once = at.left <= p or not at.my_turn if self.board.misere else at.left in (0, p)
        self.require(not self.claim.wins and once, "no potential here")
        total = sum(self.board.weights[gap.bit_count()] for gap in gaps)
        if self.board.misere:
            holds = total * (1 + p) ** p < p**p << 64
        else:
            holds = (total if at.my_turn else total * (1 + p)) < 1 << 64
        self.require(holds, "the potential is too large")
        zone = 0
        for gap in gaps:
            zone |= gap
        return Found(zone, weak=True)

    def referred(self) -> tuple[Place, Found]:
        """The position listed before that is named next, turned."""
        distance, turn = divmod(self.reader.number(), 8)
        known = distance < self.nodes and turn < len(self.board.turns)
        self.require(known, "a reference to nothing")
        number = self.nodes - 1 - distance
        if reserved := self.board.reserved:
            free = self.board.turn(turn, self.free_at(number))
            self.require(not reserved & ~free, "a reference to a tree with other lines")
        there, found = self.recall(number)
        mine, theirs, zone = (
            self.board.turn(turn, cells) for cells in (there.mine, there.theirs, found.zone)
        )
        return there._replace(mine=mine, theirs=theirs), found._replace(zone=zone)

    def kind_R(self, at: Place) -> Found:  # noqa: N802
        """A position listed before, turned."""
        there, found = self.referred()
        self.require(there.order >= at.order, "a reference to a tree that tolerates fewer stones")
        if self.game == "weak":  # what counts there is the gaps that include no other
            gaps, old = self.gaps(at), set(self.gaps(there))
            larger = all(any(gap & g == gap for gap in gaps) for g in old.difference(gaps))
            alike = there.my_turn == at.my_turn and old.issuperset(gaps) and larger
            alike = alike and there.left <= 1  # none in the weak game
            self.require(alike and found.weak, "a reference to another position")
            return found._replace(zone=found.zone & self.empty(at))
        self.require(there._replace(order=at.order) == at, "a reference to another position")
        return found

    def kind_S(self, at: Place) -> Found:  # noqa: N802
        """The same, but for further stones of Q's here, which that tree tolerates."""
        there, found = self.referred()
        further = at.theirs & ~there.theirs
        order = at.order if at.order == FREE else at.order + further.bit_count()
        self.require(there.order >= order, "a reference to a tree that tolerates fewer stones")
        alike = there._replace(theirs=there.theirs | further, order=at.order) == at
        self.require(alike and not further & found.zone, "a reference to another position")
        return found

    def kind_B(self, at: Place) -> Found:  # noqa: N802
        """From here on P only stops lines."""
        self.require(self.single(at), "no weak game here")
        self.game = "weak"
        found = self.verify(at)
        self.game = ""
        return found


def say_nothing(nodes: int, read: int) -> None:
    """What `check` tells by default."""


def check(file: BinaryIO, tell: Tell = say_nothing) -> Verdict:
    """Verifies a whole proof file; raises Refused with the reason where anything is amiss.

    `tell` is called now and then with the number of positions verified for the current claim, and
    of bytes read.

    >>> import io
    >>> check(io.BytesIO(b"no proof"))
    Traceback (most recent call last):
    kinrow.reference.check.Refused: byte 8: the file ends in the middle of a proof
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 5000))  # a few calls a stone
    reader = Reader(file)
    header = read_header(reader)
    board = Board(header)
    stones = {sign: sum(1 << c for c, at in enumerate(header.cells) if at == sign) for sign in "XO"}
    for side, other in ("XO", "OX"):
        if board.gaps(stones[side], stones[other], 0):
            raise Refused(f"a line is there already, so there is nothing to prove: {side}")
    nodes, by_ply, placed = 0, [], len(header.cells.replace(".", ""))
    for claim in header.claims:
        tree = Tree(board, claim, reader, tell)
        mine, theirs = stones[claim.side], stones["O" if claim.side == "X" else "X"]
        order = 0 if header.larger else FREE
        tree.game = "weak" if header.parts else tree.game
        my_turn = header.to_move == claim.side
        found = tree.verify(Place(mine, theirs, my_turn, header.left, order=order))
        nodes += tree.nodes
        by_ply.append(placed + found.plies if claim.wins and not tree.uncounted else None)
    return Verdict(header, nodes, reader.finish().hex(), tuple(by_ply))


def judge(path: str, tell: Tell = say_nothing) -> tuple[int, list[str]]:
    """0 if a file holds, 1 if not, 2 if it cannot be read; and what it proves, or why not."""
    try:
        with open(path, "rb") as file:
            verdict = check(file, tell)
    except OSError as error:
        why = scripted(UNREAD.get(error.errno or 0, error.strerror or ""))
        return 2, [f"{path}：{why}" if chinese() else f"{path}: {error.strerror}"]
    except Refused as refused:
        reason = f"{scripted('未通过核验：')}{translated(str(refused))}"
        return 1, [f"{path}：{reason}" if chinese() else f"{path}: refused: {refused}"]
    return 0, [*map(scripted, proved(verdict)), f"sha256 {verdict.sha256}"]


def proved(verdict: Verdict) -> list[str]:
    """The position, and what is proved of it, in English or simplified Chinese."""
    h = verdict.header
    more = {side: "+" * (side in h.larger) + "*" * (side == h.repeated) for side in SIDES}
    rows, cols = (f"{getattr(h, side)}{more[side]}" for side in SIDES)
    title = f"{rows},{cols},{h.k}" + f",{h.stones},{h.first}" * (h.stones * h.first > 1)
    ways = " exact" * h.exact + " misere" * h.misere
    empty = not h.cells.strip(".")
    about = f"({title}){ways}{'' if empty else f' {h.cells}'}"
    several = max(h.stones, h.first) > 1
    if chinese():
        left, boards = (
            f"，本回合还有 {h.left} 子" * several,
            "，对此类每个棋盘都成立" * bool(h.larger or h.parts),
        )
        about += f"{'，空棋盘，' if empty else ' '}轮到 {h.to_move}{left}：{verdict.nodes} 个局面"
        plies = [f"，最迟第 {ply} 手" * bool(ply) for ply in verdict.by_ply]
        claims = [f"已证明：{claim.side} {CLAIMS[claim.wins]}" for claim in h.claims]
    else:
        left, boards = (
            f", {h.left} left" * several,
            " on every board of this class" * bool(h.larger or h.parts),
        )
        about += f"{', empty board,' * empty} {h.to_move} to move{left}: {verdict.nodes} position"
        about += "s" * (verdict.nodes != 1)
        plies = [f" by ply {ply}" * bool(ply) for ply in verdict.by_ply]
        claims = [f"proved: {claim}" for claim in h.claims]
    return [about, *(claim + ply + boards for claim, ply in zip(claims, plies, strict=True))]


def reader() -> str:
    """The reader's locale."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return next((os.environ[name].lower() for name in names if os.environ.get(name)), "")


def chinese() -> bool:
    """Whether it asks for Chinese."""
    return re.match(r"zh(?![a-z])", reader()) is not None


def scripted(text: str) -> str:
    """Simplified Chinese in the characters that the reader's locale asks for."""
    return traditional(text) if re.match(r"zh.*(tw|hk|mo|hant)\b", reader()) else text


def traditional(text: str) -> str:
    """The same in traditional characters.

    >>> traditional("文件在证明中途结束")
    '檔案在證明中途結束'
    """
    return re.sub("|".join(WORDS), lambda word: WORDS[word[0]], text).translate(TRADITIONAL)


def translated(reason: str) -> str:
    """The text of a `Refused` in Chinese.

    >>> translated("byte 80: X wins: no threat")
    '第 80 字节处：“X 胜”：没有威胁'
    """
    byte, side, claim, sentence, rest = parts(reason)
    place = f"第 {byte} 字节处：" if byte else ""
    of = f"“{side} {CLAIMS[claim == 'wins']}”：" if side else ""
    said = scripted(place + of + CHINESE.get(sentence, sentence))
    return said.replace("{rest}", rest)


def parts(reason: str) -> tuple[str, str, str, str, str]:
    """Byte, side, claim and sentence of a `Refused`, and what `{rest}` stands for in it.

    >>> parts("byte 80: not a cell that may stand here: 7")
    ('80', '', '', 'not a cell that may stand here: {rest}', '7')
    """
    found = re.fullmatch(
        r"(?:byte (\d+): )?(?:([XO]) (wins|does not lose): )?(.*)", reason, re.DOTALL
    )
    assert found is not None
    byte, side, claim, sentence = (part or "" for part in found.groups())
    for known in CHINESE:
        head, more, _ = known.partition("{rest}")
        if more and sentence.startswith(head):
            return byte, side, claim, known, sentence[len(head) :]
    return byte, side, claim, sentence, ""


def say(status: int, lines: list[str]) -> int:
    """Prints what was judged; the status."""
    print("\n".join(lines), file=sys.stderr if status else sys.stdout)
    return status


if __name__ == "__main__":
    usage = [scripted(USAGE[line]) if chinese() else line for line in USAGE]
    if sys.argv[1:] in (["--help"], ["-h"]):
        sys.exit(say(0, usage))
    sys.exit(say(*(judge(sys.argv[1]) if len(sys.argv) == 2 else (2, usage[:1]))))
