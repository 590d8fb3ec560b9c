"""The tree of the first stones: proof numbers over jobs, each a position too large for its budget.

Job-level proof-number search: I.-C. Wu, H.-H. Lin, P.-H. Lin, D.-J. Sun, Y.-C. Chan, B.-T. Chen,
Job-level proof-number search for Connect6 (Computers and Games 2010; IEEE Transactions on
Computational Intelligence and AI in Games 5, 2013).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from kinrow.proofs.jobs import MoveNumbers, Piece, board_of
from kinrow.rules import Position, Sign
from kinrow.runtime.conversion import cell_of, index_of, sets_of

_BUSY = 2  # by how much a job under way makes its node look worse: others come first
_NEVER = 10**9


@dataclass(eq=False)
class JobNode:
    """A position of the tree.

    - `attacks`: the attacker is to move; then one move that wins is enough to win, and all have to
      be answered for him not to.
    - `rest`: cells of moves that still have to be answered, if that is what is to be shown; a tree
      rules out those outside its zone.
    - `answered`: the moves that were answered, in order, each with its node; or with that of a move
      that it is the image of, and the symmetry.
    """

    position: Position
    attacks: bool
    rest: int
    parents: list[tuple[JobNode, int]] = field(default_factory=list)
    children: dict[int, JobNode] = field(default_factory=dict)
    images: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    answered: list[tuple[int, JobNode, int]] = field(default_factory=list)
    best: int | None = None
    wins: bool | None = None
    piece: Piece | None = None
    zone: int = 0
    weak: bool = True
    busy: bool = False
    proof: int = 1
    disproof: int = 1


class JobTree:
    """Whether an attacker wins from a position; `root.wins` says so in the end."""

    def __init__(self, position: Position, attacker: Sign) -> None:
        self._board = board_of(position.rules)
        self._attacker = attacker
        self._nodes: dict[tuple[str, Sign, int], JobNode] = {}
        self.root = self._node(position)

    def next_leaf(self) -> JobNode | None:
        """The leaf to be settled next; None if every one is under way."""
        return None if self.root.wins is not None else self._pick(self.root)

    def _pick(self, node: JobNode) -> JobNode | None:
        if not node.children:
            return None if node.busy else node
        number = (lambda n: n.proof) if node.attacks else (lambda n: n.disproof)
        for child in sorted(self._open(node), key=number):
            found = self._pick(child)
            if found is not None:
                return found
        return None

    def begin(self, leaf: JobNode) -> None:
        """A job for this leaf is under way."""
        leaf.busy = True
        leaf.proof, leaf.disproof = (
            min(_BUSY * number, _NEVER) for number in (leaf.proof, leaf.disproof)
        )
        self._update_parents(leaf)

    def expand(self, leaf: JobNode, moves: Iterable[MoveNumbers] = ()) -> None:
        """The budget was too small for this leaf: its moves become leaves, with these numbers.

        Moves without numbers, as the job needed no search for them, come last.
        """
        leaf.busy = False
        numbers = {move: pair for move, *pair in moves}
        for move in numbers | dict.fromkeys(_nearest_first(leaf.position)):
            if move in {image for images in leaf.images.values() for image, _ in images}:
                continue
            leaf.images[move] = list(self._images(leaf.position, move))
            self._add(leaf, move)
        self._begin_with(leaf, numbers)
        self._update(leaf)

    def _begin_with(self, leaf: JobNode, numbers: dict[int, list[int]]) -> None:
        """What the job says of moves that no job was for. One that it settled has yet to be shown,
        and soon will be."""
        lost = [_NEVER, 1] if leaf.attacks else [1, _NEVER]
        for move, child in leaf.children.items():
            if child.wins is None and not child.children and not child.busy:
                pair = numbers.get(move, lost if numbers else [1, 1])
                child.proof, child.disproof = (min(max(number, 1), _NEVER) for number in pair)

    def settle(self, leaf: JobNode, wins: bool, piece: Piece) -> None:
        """A job has settled this leaf."""
        leaf.busy, leaf.piece = False, piece
        self._settled(leaf, wins, piece.zone, piece.weak)

    def _node(self, position: Position) -> JobNode:
        key = position.cells, position.to_move, position.left
        if key not in self._nodes:
            attacks = position.to_move is self._attacker
            self._nodes[key] = JobNode(position, attacks, sets_of(position, "."))
        return self._nodes[key]

    def _add(self, parent: JobNode, move: int) -> None:
        child = self._node(parent.position.play(cell_of(parent.position.rules, move)))
        parent.children[move] = child
        child.parents.append((parent, move))
        if child.wins is not None:
            self._take(parent, move, child)

    def _images(self, position: Position, move: int) -> Iterator[tuple[int, int]]:
        """Other moves that are this one in a symmetry of the position, and which symmetry."""
        stones = [sets_of(position, sign) for sign in Sign]
        seen = {1 << move}
        for number in range(1, len(self._board.turns)):
            image = self._board.turn(number, 1 << move)
            if image not in seen and stones == [self._board.turn(number, side) for side in stones]:
                seen.add(image)
                yield image.bit_length() - 1, number

    def _settled(self, node: JobNode, wins: bool, zone: int, weak: bool) -> None:
        if node.wins is not None:
            return
        node.wins, node.zone, node.weak = wins, zone, weak
        node.proof, node.disproof = (0, _NEVER) if wins else (_NEVER, 0)
        for parent, move in node.parents:
            self._take(parent, move, node)
        for parent, _ in node.parents:
            self._update(parent)

    def _take(self, parent: JobNode, move: int, child: JobNode) -> None:
        """What a settled child says of its parent, unless that is settled as well.

        Of two moves that win, the parent keeps the one whose zone it has.
        """
        assert child.wins is not None
        if parent.wins is not None:
            return
        if child.wins is parent.attacks:
            parent.best = move
            zone, weak = self._kept(parent, child.zone | 1 << move, child.weak)
            self._settled(parent, child.wins, zone, weak)
            return
        listed = self._answered(parent, move, child, 0)
        if listed and (child.piece is None or child.piece.referable):
            for image, number in parent.images.get(move, ()):
                self._answered(parent, image, child, number)
        self._add_images(parent)
        if not parent.rest:
            self._settled(parent, child.wins, *self._kept(parent, parent.zone, parent.weak))

    def _answered(self, parent: JobNode, move: int, child: JobNode, number: int) -> bool:
        """Lists the tree after this move, unless another one has ruled the move out.

        The move needs nothing more then, and none that this tree rules out.
        """
        if not parent.rest >> move & 1:
            return False
        zone = self._board.turn(number, child.zone)
        parent.answered.append((move, child, number))
        parent.zone |= zone
        parent.weak = parent.weak and child.weak
        parent.rest &= (zone if self._board.monotone else -1) & ~(1 << move)
        return True

    def _add_images(self, parent: JobNode) -> None:
        """Moves get nodes of their own if the one that they are images of is of no help."""
        for move, images in list(parent.images.items()):
            for image, _ in images:
                rest = parent.rest
                if not rest >> move & 1 and rest >> image & 1 and image not in parent.children:
                    self._add(parent, image)

    def _kept(self, node: JobNode, zone: int, weak: bool) -> tuple[int, bool]:
        """The zone of a tree as the rules allow it."""
        if self._board.monotone:
            return zone, weak
        return (sets_of(node.position, ".") if self._board.misere else zone), False

    def _open(self, node: JobNode) -> list[JobNode]:
        """The children that may still be needed."""
        return [
            child
            for move, child in node.children.items()
            if child.wins is None and node.rest >> move & 1
        ]

    def _update(self, node: JobNode) -> None:
        """Proof numbers, up to the root as far as they change."""
        if node.wins is not None:
            return
        if node.children:
            still = self._open(node)
            least = min((n.proof if node.attacks else n.disproof for n in still), default=_NEVER)
            others = [n.disproof if node.attacks else n.proof for n in still]
            most = max(others, default=0) + len(others) - 1  # as the core: core/dfpn/selection.hpp
            pair = (least, most) if node.attacks else (most, least)
            if pair == (node.proof, node.disproof):
                return
            node.proof, node.disproof = pair
        self._update_parents(node)

    def _update_parents(self, node: JobNode) -> None:
        for parent, _ in node.parents:
            self._update(parent)


def _nearest_first(position: Position) -> list[int]:
    """The legal moves, those near to stones and to the middle first."""
    rules = position.rules
    stones = [divmod(at, rules.cols) for at, sign in enumerate(position.cells) if sign != "."]
    middle = (rules.rows - 1) / 2, (rules.cols - 1) / 2

    def distance(index: int) -> tuple[float, float]:
        row, col = divmod(index, rules.cols)
        near = min((max(abs(row - r), abs(col - c)) for r, c in stones), default=0)
        return near, max(abs(row - middle[0]), abs(col - middle[1]))

    return sorted((index_of(rules, cell) for cell in position.legal_moves), key=distance)


def append_tree(root: JobNode, path: Path) -> None:
    """Appends the tree of a settled root to a certificate; docs/proof-format.md has the letters.

    The trees that jobs have proved stand in it as they are: their references count back from where
    they stand.
    """
    with path.open("ab") as file:
        file.write(_TreeWriter().tree(root))


class _TreeWriter:
    """Writes trees, and counts the positions that they list."""

    def __init__(self) -> None:
        self._out = bytearray()
        self._count = 0
        self._numbers: dict[JobNode, int] = {}

    def tree(self, root: JobNode) -> bytes:
        self._write(root, 0)
        return bytes(self._out)

    def _write(self, node: JobNode, number: int) -> None:
        if node in self._numbers:
            self._refer(node, number)
        elif node.piece is not None:
            self._out += node.piece.tree
            self._count += node.piece.listed
            if node.piece.referable:
                self._numbers[node] = self._count - 1
        else:
            self._listed(node)
            self._numbers[node] = self._count
            self._count += 1

    def _refer(self, node: JobNode, number: int) -> None:
        """The same position, turned; a tree of counted zones is referred to as one."""
        if node.piece is not None and node.piece.first[0] == "O":
            self._out += b"O"
        self._out += b"R"
        self._number(8 * (self._count - 1 - self._numbers[node]) + number)

    def _listed(self, node: JobNode) -> None:
        if node.best is not None:
            self._out += b"M"
            self._number(node.best)
            self._write(node.children[node.best], 0)
            return
        self._out += b"A"
        for move, child, number in node.answered:
            self._number(move)
            self._write(child, number)

    def _number(self, value: int) -> None:
        """Seven bits a byte, the lowest first."""
        while value > 127:
            self._out.append(value & 127 | 128)
            value >>= 7
        self._out.append(value)
