"""A record of a search: each node as it is entered and left, counted or kept as a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from kinrow.display import Drawn
from kinrow.rules import Cell, Position, Sign
from kinrow.textbook.leaf import INFINITY


class Trace:
    """What a search reports its nodes to; this one only counts them."""

    def __init__(self) -> None:
        self.nodes = 0

    def __repr__(self) -> str:
        return f"<trace: {self.nodes:,} nodes>"

    def enter(
        self,
        position: Position,
        move: Cell | None,
        alpha: int = -INFINITY,
        beta: int = INFINITY,
    ) -> None:
        """A node is entered by `move` (None: the first one); values matter from alpha to beta."""
        self.nodes += 1

    def leave(self, value: int, *, remembered: bool = False) -> int:
        """The node entered last is left with `value`, which is handed back unchanged."""
        return value


@dataclass(slots=True, repr=False)
class Node(Drawn):
    """A node that a search has visited; all values as the player at the root (Max) sees them.

    - `move`: how it was entered, None for the root.
    - `alpha`, `beta`: the window it was entered with; minimax has none, so it is infinite.
    - `value`: what the search left it with; None while the search is inside.
    - `maximising`: whether Max is to move here.
    - `remembered`: whether the value came from a memo, without looking below.
    - `children`: the nodes kept below; `tried`: all moves that were searched.
    """

    position: Position
    move: Cell | None
    alpha: int
    beta: int
    maximising: bool
    value: int | None = None
    remembered: bool = False
    children: list[Node] = field(default_factory=list)
    tried: list[Cell] = field(default_factory=list)

    def __repr__(self) -> str:
        kept = sum(1 for _ in self.walk())
        return f"<{self.move or 'root'}: value {self.value}, {kept:,} nodes>"

    @property
    def cut(self) -> tuple[Cell, ...]:
        """The moves that were never searched, because the value had left the window."""
        if self.value is None or self.remembered:
            return ()
        return tuple(move for move in self.position.legal_moves if move not in self.tried)

    @property
    def cut_by(self) -> Literal["alpha", "beta"] | None:
        """The bound that cut them: beta at a node of Max, alpha at a node of Min; else None."""
        if not self.cut:
            return None
        return "beta" if self.maximising else "alpha"

    @property
    def bound(self) -> Literal["exact", "lower", "upper"]:
        """What the value says: all, or only that the position is worth at least or at most it."""
        if self.value is None or self.position.finished or self.alpha < self.value < self.beta:
            return "exact"
        return "lower" if self.value >= self.beta else "upper"

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Node]]:
        """This node and all kept below it as (depth, node), in the order of the search."""
        yield depth, self
        for child in self.children:
            yield from child.walk(depth + 1)


class SearchTree(Trace, Drawn):
    """A trace that keeps the nodes as a tree: the first `most` of them; it counts them all.

    `tell` is called with the count at each node that is entered; what it raises ends the search.

    >>> from kinrow.rules import game
    >>> from kinrow.textbook import alphabeta
    >>> tree = SearchTree()
    >>> alphabeta(game("tictactoe").parse("XO./OX./X.O"), "outcome", tree)
    SearchResult(value=1, nodes=8)
    >>> for depth, node in tree.walk():
    ...     cut = f"{node.cut_by} cuts {node.cut[0]}" if node.cut else ""
    ...     print("  " * depth, node.move, node.value, node.bound, cut)
     None 1 exact
       c1 1 exact
       c2 0 upper alpha cuts b3
         c1 0 upper
           b3 0 exact
       b3 0 upper alpha cuts c2
         c1 0 upper
           c2 0 exact
    """

    def __init__(self, most: int = 10_000, tell: Callable[[int], object] | None = None) -> None:
        super().__init__()
        self.most, self.tell = most, tell
        self.root: Node | None = None
        self._path: list[Node | None] = []
        self._player: Sign | None = None

    def __repr__(self) -> str:
        value = "" if self.root is None else f", value {self.root.value}"
        return f"<search tree: {self.nodes:,} nodes{value}>"

    def enter(
        self,
        position: Position,
        move: Cell | None,
        alpha: int = -INFINITY,
        beta: int = INFINITY,
    ) -> None:
        """Keep the node below its parent, unless the tree is full."""
        super().enter(position, move, alpha, beta)
        parent = self._path[-1] if self._path else None
        if parent is not None and move is not None:
            parent.tried.append(move)
        self._path.append(self._kept(parent, position, move, alpha, beta))
        if self.tell is not None:
            self.tell(self.nodes)

    def _kept(
        self, parent: Node | None, position: Position, move: Cell | None, alpha: int, beta: int
    ) -> Node | None:
        if self.nodes > self.most:
            return None
        if parent is None:
            self._player = position.to_move
        node = Node(position, move, alpha, beta, position.to_move is self._player)
        if parent is None:
            self.root = node
        else:
            parent.children.append(node)
        return node

    def leave(self, value: int, *, remembered: bool = False) -> int:
        """Note the value of the node that is left."""
        node = self._path.pop()
        if node is not None:
            node.value, node.remembered = value, remembered
        return value

    def walk(self) -> Iterator[tuple[int, Node]]:
        """All kept nodes as (depth, node), in the order of the search.

        >>> list(SearchTree().walk())
        []
        """
        return self.root.walk() if self.root else iter(())
