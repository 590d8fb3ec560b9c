"""The tree of the first stones, settled by hand: what its nodes keep of those below them."""

from __future__ import annotations

from kinrow.proofs.job_tree import JobNode, JobTree
from kinrow.proofs.jobs import Piece
from kinrow.rules import Cell, Sign, game
from kinrow.runtime.conversion import index_of

RULES = game("4,4,4")


def at(cell: str) -> int:
    return index_of(RULES, Cell.of(cell))


def piece(*zone: str) -> Piece:
    return Piece(b"", 1, sum(1 << at(cell) for cell in zone), True, "M")


def test_a_node_that_is_won_twice_keeps_the_move_whose_zone_it_has() -> None:
    """Both moves lead to positions that were settled on other ways, before it was looked into."""
    tree = JobTree(RULES.replay("a1 b1"), Sign.X)

    def looked_into(*moves: str) -> JobNode:
        node = tree.root
        for move in ("", *moves):
            node = node.children[at(move)] if move else node
            if not node.children:
                tree.expand(node)
        return node

    first = looked_into("b2", "c4")
    tree.settle(first.children[at("d1")], True, piece("c1"))
    second = looked_into("c2", "c4")
    tree.settle(second.children[at("d1")], True, piece("a3", "b4"))
    twice = looked_into("d1", "c4")
    assert {at("b2"), at("c2")} <= twice.children.keys()
    assert twice.wins and twice.best is not None
    assert twice.zone == twice.children[twice.best].zone | 1 << twice.best
