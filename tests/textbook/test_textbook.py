"""The four searches: the same values on hundreds of random games, the published counts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import perm

import pytest

from kinrow.rules import Objective, Position, Rules, RulesError, Setup, Sign, game
from kinrow.textbook import (
    SearchFunction,
    SearchTree,
    Trace,
    alphabeta,
    alphabeta_memo,
    best_moves,
    by_lines,
    minimax,
    minimax_memo,
    move_values,
    utility,
)

SEARCHES: tuple[SearchFunction, ...] = (minimax, minimax_memo, alphabeta, alphabeta_memo)
MOST_LINES_OF_PLAY = 200


def random_rules(dice: random.Random) -> Rules:
    """Any small game: up to 3 stones per turn, exact, misere, majority."""
    rows, cols = dice.choice([(1, 6), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 4), (4, 4)])
    k, stones, first = (dice.randint(1, 3) for _ in range(3))
    begins, fill = dice.choice(list(Sign)), dice.choice(list(Sign))
    if dice.random() < 0.4:
        first, stones = min(first, rows * cols), min(stones, rows * cols)
        turns = dice.randint(1, 1 + (rows * cols - first) // stones)
        return Rules(
            rows=rows,
            cols=cols,
            k=k,
            stones=stones,
            first=first,
            begins=begins,
            objective="majority",
            turns=turns,
            fill=fill,
            threshold=dice.randint(1, k),
        )
    exact, misere = dice.random() < 0.3, dice.random() < 0.3
    return Rules(
        rows=rows,
        cols=cols,
        k=k + dice.randint(0, 1),
        stones=stones,
        first=first,
        begins=begins,
        exact=exact,
        misere=misere,
    )


def random_position(dice: random.Random) -> Position:
    """A position some random moves into a game, near enough to its end for plain minimax."""
    rules = random_rules(dice)
    position = rules.start()
    while perm(position.empties, rules.most_plies - position.plies) > MOST_LINES_OF_PLAY:
        if position.finished:
            break
        position = position.play(dice.choice(position.legal_moves))
    return position


def random_positions(number: int) -> Iterator[tuple[Position, Objective]]:
    dice = random.Random(1975)
    for _ in range(number):
        position = random_position(dice)
        other: Objective = "score" if position.rules.objective == "line" else "margin"
        for objective in ("outcome", other):
            yield position, objective


def negamax(position: Position, objective: Objective) -> int:
    """The shortest search there is, from the side to move each time: a fifth opinion."""
    if position.finished:
        return utility(position, objective, position.to_move)
    children = map(position.play, position.legal_moves)
    return max(
        negamax(child, objective) * (1 if child.to_move is position.to_move else -1)
        for child in children
    )


def test_all_agree_on_random_games() -> None:
    seen = set()
    for position, objective in random_positions(300):
        value = negamax(position, objective)
        answers = [search(position, objective) for search in SEARCHES]
        assert {answer.value for answer in answers} == {value}, (position, objective)
        plain, memo, cut, both = (answer.nodes for answer in answers)
        assert plain >= memo, position
        assert plain >= cut, position
        assert plain >= both, position
        rules = position.rules
        seen.add((rules.objective, rules.exact, rules.misere, rules.stones, objective, value > 0))
    assert len(seen) > 40


def test_best_moves_are_the_same_whatever_the_search() -> None:
    for position, objective in random_positions(60):
        values = [move_values(position, objective, search) for search in SEARCHES]
        assert all(value == values[0] for value in values)
        best = best_moves(position, objective)
        assert all(values[0][move] == minimax(position, objective).value for move in best)
        assert bool(best) is not position.finished


def test_tic_tac_toe_from_the_empty_board() -> None:
    start = game("tictactoe").start()
    assert minimax(start) == (0, 549_946)  # the empty board and every node below it
    assert all(search(start, "score").value == 0 for search in SEARCHES[1:])
    assert minimax_memo(start).nodes == 16_168
    assert alphabeta(start).nodes == 18_297
    assert alphabeta(start, order=by_lines).nodes < 18_297
    assert alphabeta_memo(start).nodes == 1_981


def test_minimax_with_a_memo_enters_every_move_of_every_position_once() -> None:
    start = game("3,3,3").start()
    seen, waiting, moves = {start}, [start], 0
    while waiting:
        position = waiting.pop()
        for move in position.legal_moves:
            moves += 1
            child = position.play(move)
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    assert len(seen) == 5_478
    assert minimax_memo(start).nodes == moves + 1


@pytest.mark.parametrize(
    ("board", "score"),
    [("XOX/OXO/...", 3), ("OXX/.OX/..O", -4), (".../.../...", 0)],
)
def test_the_samples_of_the_first_source_task(board: str, score: int) -> None:
    position = game("tictactoe").parse(board)
    assert [search(position, "score").value for search in SEARCHES[1:]] == [score] * 3


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("1,5,1", 1),
        ("3,4,3", 1),
        ("2,3,3", 0),
        ("3,3,4", 0),
        ("3,3,3:misere", 0),
        ("2,4,2,2,1", -1),
    ],
)
def test_known_values(spec: str, value: int) -> None:
    assert alphabeta_memo(game(spec).start()).value == value
    assert minimax_memo(game(spec).start()).value == value


def test_a_turn_of_two_stones_is_not_two_turns() -> None:
    position = game("2,3,3,2,2:begins=O").start()
    assert position.play("a1").to_move is Sign.O
    middle = Setup(game("1,6,3,2,2"), ("X..X..",), Sign.X, 1).position()
    assert [search(middle, "outcome").value for search in SEARCHES] == [0] * 4
    both = Setup(game("1,6,3,2,2"), ("X..X..",), Sign.X, 2).position()
    assert [search(both, "score").value for search in SEARCHES] == [3] * 4


def test_an_objective_that_the_game_does_not_have() -> None:
    with pytest.raises(RulesError, match=r"'margin': expected outcome or score in \(1,2,1\)"):
        minimax(game("1,2,1").start(), "margin")
    with pytest.raises(RulesError, match="'score': expected outcome or margin in "):
        alphabeta_memo(game("2,2,2:majority,threshold=2,turns=2,fill=X").start(), "score")


def test_the_trees_hold_what_the_searches_saw() -> None:
    for position, objective in random_positions(40):
        for search in (minimax, minimax_memo, alphabeta, alphabeta_memo):
            tree = SearchTree()
            answer = search(position, objective, tree)
            nodes = [node for _, node in tree.walk()]
            assert len(nodes) == tree.nodes == answer.nodes
            assert tree.root is not None
            assert tree.root.value == answer.value
            for node in nodes:
                truth = negamax(node.position, objective)
                if node.position.to_move is not position.to_move:
                    truth = -truth
                assert node.value is not None
                assert {
                    "exact": node.value == truth,
                    "lower": node.beta <= node.value <= truth,
                    "upper": node.alpha >= node.value >= truth,
                }[node.bound]
                assert {child.move for child in node.children}.isdisjoint(node.cut)


def test_a_cut_names_its_bound_and_its_moves() -> None:
    tree = SearchTree()
    alphabeta(game("tictactoe").parse("XO./OX./X.O"), "outcome", tree)
    cuts = [(str(n.move), n.cut_by, n.cut) for _, n in tree.walk() if n.cut]
    assert cuts == [("c2", "alpha", ((2, 1),)), ("b3", "alpha", ((1, 2),))]
    tree = SearchTree()
    minimax(game("tictactoe").parse("XO./OX./X.O"), "outcome", tree)
    assert not any(node.cut or node.remembered for _, node in tree.walk())


def test_a_full_tree_counts_on() -> None:
    tree = SearchTree(most=100)
    answer = alphabeta(game("tictactoe").start(), "outcome", tree)
    assert answer.nodes == tree.nodes == 18_297
    nodes = [node for _, node in tree.walk()]
    assert len(nodes) == 100
    # A node whose children were not kept has nevertheless tried them.
    assert tree.root is not None
    assert not tree.root.cut


def test_a_tree_for_another_search_has_that_one_s_player() -> None:
    tree, start = SearchTree(), game("tictactoe").parse("XO./OX./X.O")
    for position in (start, start.play("c2")):
        value = minimax(position, "outcome", tree).value
        assert tree.root is not None
        assert (tree.root.position, tree.root.value) == (position, value)
        assert tree.root.maximising


def test_a_trace_of_ones_own() -> None:
    class Deepest(Trace):
        """How deep the search went."""

        def __init__(self) -> None:
            super().__init__()
            self.depth = self.deepest = 0

        def enter(self, *node: object, **window: object) -> None:
            self.depth += 1
            self.deepest = max(self.deepest, self.depth)

        def leave(self, value: int, *, remembered: bool = False) -> int:
            self.depth -= 1
            return value

    trace = Deepest()
    minimax(game("tictactoe").parse("XOX/OXO/..."), "outcome", trace)
    assert trace.deepest == 4
