"""Draw the pictures of the explanations again.

python docs/pictures/explain.py
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import kinrow
from kinrow.drawing.canvas import Canvas
from kinrow.drawing.svg import draw_svg
from kinrow.drawing.tree import tree_svg
from kinrow.reference import check
from kinrow.rules.geometry import board_cells
from kinrow.textbook import SearchTree, alphabeta

HERE = Path(__file__).resolve().parent
# Two rows of three that meet in e5, with X to move: it is as if O had passed.
THREAT = "9,9,5 4O4/1O2X4/4X2O1/4X4/OXXX5/9/6O2/3O5/9"
INFINITE = 10**9


def beside(pictures: Sequence[str], title: str, columns: int) -> str:
    """Pictures of one size in rows of so many, as one picture."""
    size = re.match(r'<svg [^>]*width="(\d+)" height="(\d+)"', pictures[0])
    assert size is not None
    wide, high = int(size[1]) + 8, int(size[2]) + 8
    rows = -(-len(pictures) // columns)
    canvas = Canvas()
    for at, picture in enumerate(pictures):
        place = f'<svg x="{8 + at % columns * wide}" y="{8 + at // columns * high}" '
        canvas.parts.append(picture.replace("<svg ", place, 1))
    return canvas.svg(title, columns * wide + 8, rows * high + 8)


def pruned() -> str:
    """Alpha-beta on the last three cells of tic-tac-toe."""
    tree = SearchTree()
    alphabeta(kinrow.game("tictactoe").parse("XO./OX./X.O"), "outcome", tree)
    return tree_svg(tree.root, tree.nodes)


def symmetric() -> str:
    """One position in its eight images."""
    position = kinrow.position("4,4,4", "b1 c3 d1")
    boards = [draw_svg(image, cell=24) for image in position.symmetries()]
    return beside(boards, "the eight images of a position", 4)


def proof_of(position: kinrow.Position) -> bytes:
    """The certificate of a position."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.proof")
        kinrow.prove(position, path, threads=1)
        return path.read_bytes()


def paired() -> str:
    """The pairs by which either side holds five in a row on 5 x 5."""
    game = kinrow.game("5,5,5")
    tree = proof_of(game.start()).split(b"\n", 2)[2]
    assert tree[:1] == b"P"
    cells = list(board_cells(game.rows, game.cols))
    pairs = [tree[2 + 2 * at : 4 + 2 * at] for at in range(tree[1])]
    labels = {cells[at]: str(number) for number, pair in enumerate(pairs, 1) for at in pair}
    return draw_svg(game.start(), labels=labels)


def zoned() -> str:
    """A win by fours, and the cells that it depends on, as the checker finds them."""
    position = kinrow.position(THREAT)
    reader = check.Reader(io.BytesIO(proof_of(position)))
    header = check.read_header(reader)
    assert reader.byte() == ord("O")
    stones = {sign: sum(1 << c for c, at in enumerate(header.cells) if at == sign) for sign in "XO"}
    tree = check.Tree(check.Board(header), header.claims[0], reader, check.say_nothing)
    place = check.Place(stones["X"], stones["O"], my_turn=True, left=1, order=0)
    zone = tree.verify(place).zone
    inside = [
        cell
        for at, cell in enumerate(board_cells(position.rules.rows, position.rules.cols))
        if zone >> at & 1
    ]
    return draw_svg(position, marks=dict.fromkeys(inside, "draw"))


@dataclass
class Node:
    """A node of the example, the attacker to move if `attacks`; won or lost if it is settled."""

    attacks: bool
    below: Sequence[Node] = ()
    won: bool | None = None

    @property
    def numbers(self) -> tuple[int, int]:
        """Proof and disproof number."""
        if self.won is not None:
            return (0, INFINITE) if self.won else (INFINITE, 0)
        if not self.below:
            return 1, 1
        proofs, disproofs = zip(*(node.numbers for node in self.below), strict=True)
        if self.attacks:
            return min(proofs), min(INFINITE, sum(disproofs))
        return min(INFINITE, sum(proofs)), min(disproofs)


def example() -> Node:
    """Three moves of the attacker: with three replies, with two, and with one that is lost."""
    many = Node(False, [Node(True) for _ in range(3)])
    few = Node(False, [Node(True, won=True), Node(True)])
    lost = Node(False, [Node(True, won=False)])
    return Node(True, [many, few, lost])


def numbered() -> str:
    """Proof and disproof numbers of a small tree."""
    canvas = Canvas()
    root = example()
    places = dict(laid_out(root, 0, 0.0))
    for node, (x, y) in places.values():
        for child in node.below:
            _, (right, down) = places[id(child)]
            canvas.add("line", x1=x, y1=y + 18, x2=right, y2=down - 18, stroke="#8a8478")
    for node, (x, y) in places.values():
        if node.attacks:
            canvas.add("rect", x=x - 26, y=y - 18, width=52, height=36, fill="#c9e7dc")
        else:
            canvas.add("rect", x=x - 26, y=y - 18, width=52, height=36, rx=18, fill="#f3d9c6")
        proof, disproof = ("∞" if part == INFINITE else str(part) for part in node.numbers)
        canvas.words(x, y, f"{proof} · {disproof}", 15)
    return canvas.svg("proof and disproof numbers", 420, 250)


def laid_out(
    node: Node, level: int, left: float
) -> Iterator[tuple[int, tuple[Node, tuple[float, float]]]]:
    """Each node with its place: a parent above the middle of its children."""
    at = left
    for child in node.below:
        yield from laid_out(child, level + 1, at)
        at += leaves(child) * 66
    middle = left + leaves(node) * 66 / 2 + 12
    yield id(node), (node, (middle, 36 + level * 88))


def leaves(node: Node) -> int:
    """How many nodes stand below it on the last level."""
    return sum(map(leaves, node.below)) or 1


PICTURES = {
    "alphabeta": pruned,
    "symmetry": symmetric,
    "pairing": paired,
    "zone": zoned,
    "proof-numbers": numbered,
}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (HERE / f"{name}.svg").write_text(draw() + "\n", encoding="utf-8")
