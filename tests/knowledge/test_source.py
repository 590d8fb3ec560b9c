"""What is known without a search is what a search finds, and says what it is known from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from tests.solver.test_agreement import Memo
from tests.solver.test_agreement import value as minimax

from kinrow.knowledge import SHIPPED, Atlas, AtlasRow, Knowledge, everything
from kinrow.knowledge.lookup import table_for
from kinrow.knowledge.position_theory import TheorySource
from kinrow.knowledge.settled import AtlasSource
from kinrow.knowledge.store import AtlasStore
from kinrow.knowledge.tabled import TableSource
from kinrow.rules import Cell, Outcome, Position, Rules, Sign, Value, game, symmetries
from kinrow.rules.transposed import transposed
from kinrow.solver import Analysis, SearchSolver
from kinrow.solver.findings import Findings

ROWS = AtlasStore(SHIPPED, shipped=True).rows()
SMALL = [rules for rules in ROWS if rules.size <= 9]
LARGER = "4,4,3 4,4,4 4,4,3:misere 4,4,4:exact 4,4,4,2,1 3,4,3,2,1 4,4,3:exact,begins=O".split()


def reached(rules: Rules) -> Iterator[Position]:
    """Every position that play can reach, and that is not over."""
    todo, seen = [rules.start()], set()
    while todo:
        position = todo.pop()
        if position in seen or position.finished:
            continue
        seen.add(position)
        yield position
        todo += [position.play(move) for move in position.legal_moves]


def holds(found: Analysis, worth: int) -> None:
    value = found.solution.value
    assert value.lower <= worth <= value.upper, str(found.position)
    assert found.solution.source is not None and found.solution.how == found.solution.source.how


def checked(position: Position, found: Analysis, solver: SearchSolver) -> None:
    """The value, and every move's, against a search."""
    truth = solver.analyse(position)
    holds(found, truth.solution.value.lower)
    for move, value in found.moves.items():
        worth = truth.moves[move].lower
        assert value.lower <= worth <= value.upper, f"{position} {move}"


def test_small_games_by_minimax() -> None:
    """On every position of every game of up to six cells in the atlas, and some of up to nine."""
    known = 0
    for rules in SMALL:
        worth: Memo = {}
        for position in islice(reached(rules), None if rules.size <= 6 else 200):
            found = everything().known(position, "outcome")
            if found is not None:
                holds(found, minimax(position, "outcome", worth))
                known += 1
    assert known > 1000


@pytest.mark.parametrize("spec", LARGER)
def test_positions_by_a_search(spec: str) -> None:
    """On positions near the start and by chance, with every move."""
    rules, chance, known = game(spec), Random(spec), 0
    with SearchSolver("64MiB", threads=1) as solver:
        for _ in range(40):
            position = rules.start()
            while not position.finished:
                found = everything().known(position, "outcome")
                if found is not None:
                    checked(position, found, solver)
                    known += 1
                position = position.play(chance.choice(position.legal_moves))
    assert known >= 40


def test_every_row_is_answered() -> None:
    source = AtlasSource()
    for rules, row in ROWS.items():
        found = source.known(rules.start(), "outcome")
        assert found is not None
        evidence = found.solution.source
        assert found.solution.outcome is row.value
        assert evidence is not None and evidence.sha256 and found.solution.how == "proved"


def test_every_row_is_answered_on_the_turned_board_and_for_the_other_sign() -> None:
    source = AtlasSource()
    for rules, row in ROWS.items():
        for other in (transposed(rules), replace(rules, begins=Sign.O)):
            found = source.known(other.start(), "outcome")
            assert found is not None and found.solution.outcome is row.value
            assert (row.move is None) or found.best


def test_the_first_moves_of_rows_win_by_a_search() -> None:
    rows = [row for row in ROWS.values() if row.move and (row.nodes or 0) < 20_000]
    rows = [row for row in rows if row.value is Outcome.WIN and row.rules.size <= 36]
    assert len(rows) > 100
    for row in rows:
        with SearchSolver("1MiB", threads=1) as solver:
            after = row.rules.start().play(row.move or "")
            value = solver.solve(after).value
            same = after.to_move is row.rules.begins
            assert (value if same else value.opposite) == Value("outcome", 1, 1), row.words


def test_a_move_turns_with_its_board() -> None:
    known = everything().known
    upright, lying = game("9,4,4"), game("4,9,4")
    first, second = known(upright.start(), "outcome"), known(lying.start(), "outcome")
    assert first is not None and second is not None and first.best
    assert {(cell.col, cell.row) for cell in first.best} == {*second.best}
    index = {cell.row * 4 + cell.col for cell in first.best}
    assert all({turn[i] for i in index} == index for turn in symmetries(9, 4))


def test_what_follows_from_a_win() -> None:
    known = AtlasSource().known
    gomoku = game("gomoku")
    start = known(gomoku.start(), "outcome")
    assert start is not None and [str(cell) for cell in start.best] == ["h8"]
    assert start.solution.how == "proved"
    lost = known(gomoku.replay("h8"), "outcome")
    assert lost is not None and lost.solution.outcome is Outcome.LOSS
    assert lost.solution.source is not None and lost.solution.how == lost.solution.source.move_how
    assert len(lost.best) == 224 and lost.complete
    won = known(gomoku.replay("h8 a1"), "outcome")
    assert won is not None and won.solution.outcome is Outcome.WIN and not won.best
    for moves in ("h8 a1 b2", "a1", "a1 h8"):
        found = known(gomoku.replay(moves), "outcome")
        assert found is None or not found.solution.complete


def test_what_follows_in_connect6_like_games() -> None:
    """One stone first, then two: the reply is a turn of two stones, and lost all the way."""
    rules = next(row.rules for row in ROWS.values() if _opens(row) and row.rules.size > 9)
    row = ROWS[rules]
    position = rules.start().play(row.move or "")
    for _ in range(3):
        found = everything().known(position, "outcome")
        assert found is not None and found.solution.winner is rules.begins
        position = position.play(position.legal_moves[0])


def _opens(row: AtlasRow) -> bool:
    rules = row.rules
    return bool(row.move) and row.value is Outcome.WIN and (rules.stones, rules.first) == (2, 1)


@pytest.mark.parametrize("text", ["X../.../... X", ".../.../... O", "XO./.../... O"])
def test_composed_positions_are_not_taken_for_the_games_own(text: str) -> None:
    """Either side may have been given the move: what is known must hold of that, too."""
    position = game("tictactoe").parse(text)
    table = table_for(game("tictactoe"))
    assert table is not None
    assert AtlasSource().known(position, "outcome") is None
    assert TableSource([table]).known(position, "outcome") is None
    found = everything().known(position, "outcome")
    with SearchSolver("1MiB", threads=1) as solver:
        if found is not None:
            checked(position, found, solver)


def test_an_outcome_bounds_the_score() -> None:
    found = everything().known(game("gomoku").start(), "score")
    assert found is not None and found.solution.value == Value("score", 1, 225)
    assert found.moves[Cell(7, 7)] == Value("score", 1, 225)


def test_nobody_loses_by_moving_first() -> None:
    found = everything().known(game("18,18,5").start(), "outcome")
    assert found is not None and found.solution.source is not None
    assert found.solution.value == Value("outcome", 0, 1)
    assert (found.solution.how, found.solution.source.rules) == ("theory", ("strategy stealing",))


def test_nothing_is_known_of_majority_games_and_finished_ones() -> None:
    assert everything().known(game("jing4").start(), "margin") is None
    assert everything().known(game("tictactoe").parse("XXX/OO./..."), "outcome") is None


def test_an_exact_overline_is_no_open_line() -> None:
    """X has a stone beyond each line of three that is left."""
    found = TheorySource().known(game("1,5,2:exact").parse("XOX.."), "outcome")
    assert found is not None and found.solution.value.upper >= 0
    with SearchSolver("1MiB", threads=1) as solver:
        checked(found.position, found, solver)


def test_a_move_that_a_search_found_is_not_called_proved(tmp_path: Path) -> None:
    atlas = Atlas(tmp_path / "own.sqlite")
    atlas.stores = (atlas.own,)
    proved = ROWS[game("4,4,3")]
    atlas.own.put(replace(proved, move=Cell(1, 1), move_how="computed"))
    knowledge = Knowledge([AtlasSource(atlas)])
    start, after = (game("4,4,3").replay(moves) for moves in ("", "b2"))
    for position, how in ((start, "proved"), (after, "computed")):
        found = knowledge.known(position, "outcome")
        assert found is not None and found.solution.how == how


def test_sources_are_met() -> None:
    """A row has a bound, and a table the value."""
    table = table_for(game("tictactoe"))
    assert table is not None
    position = game("tictactoe").replay("a1")
    rows = AtlasSource().known(position, "outcome")
    assert rows is not None and rows.solution.value == Value("outcome", 0, 1)
    both = Knowledge([AtlasSource(), TableSource([table])]).known(position, "outcome")
    assert both is not None and both.solution.outcome is Outcome.DRAW
    assert both.solution.how == "computed" and both.best == (Cell(1, 1),)


def test_a_source_that_has_the_whole_value_is_named_alone() -> None:
    """The table has it; the certificate of the row's bound would prove only half."""
    table = table_for(game("tictactoe"))
    assert table is not None
    position = game("tictactoe").replay("a1")
    both = Knowledge([AtlasSource(), TableSource([table])]).known(position, "outcome")
    assert both is not None and both.solution.source is not None
    assert (both.solution.source.kind, both.solution.source.sha256) == ("table", table.sha256)


def test_a_table_of_the_moves_leaves_a_proved_value_proved() -> None:
    """The certificate has the value; the table adds only what each move is worth."""
    table = table_for(game("tictactoe"))
    assert table is not None
    start = game("tictactoe").start()
    both = Knowledge([AtlasSource(), TableSource([table])]).known(start, "outcome")
    assert both is not None and len(both.moves) == 9 and both.complete
    assert both.solution.how == "proved"
    assert both.solution.source is not None and both.solution.source.kind == "atlas"


def test_a_search_that_only_narrows_a_proved_score_leaves_it_proved() -> None:
    """Until the score is exact: then a search has found it."""
    rules = game("4,4,3")
    for narrowed, how in ((Value("score", 2, 8), "proved"), (Value("score", 8, 8), "computed")):
        known = everything().known(rules.start(), "score")
        findings = Findings.after(known, rules.start(), "score")
        findings.learn(narrowed)
        solution = findings.analysis(1, 0.0, None).solution
        assert (solution.value, solution.how) == (narrowed, how)
        assert (solution.source is None) == narrowed.complete


def test_a_search_that_finds_more_than_theory_is_computed() -> None:
    start = game("18,18,5").start()
    findings = Findings.after(everything().known(start, "outcome"), start, "outcome")
    findings.learn(Value("outcome", 1, 1))
    solution = findings.analysis(1, 0.0, None).solution
    assert (solution.how, solution.source) == ("computed", None)
