"""The shipped rows are true: by the literature, by brute force, by theory, and turned."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kinrow.atlas.games import games
from kinrow.knowledge import SHIPPED, Atlas, theory_of
from kinrow.knowledge.atlas import first_of
from kinrow.knowledge.literature import named_games, published
from kinrow.knowledge.row import AtlasRow
from kinrow.knowledge.store import AtlasStore
from kinrow.rules import Outcome, Rules, game
from kinrow.rules.transposed import transposed
from kinrow.solver import SearchSolver
from kinrow.textbook import alphabeta_memo

ROWS = AtlasStore(SHIPPED, shipped=True).rows()
# Published values, and the first of those who are named for them: Uiterwijk 2019 for (5 to 10, 6 to
# 10, 4); Charatsidis, bachelor thesis, Maastricht 2017; Hsu, Ko, Chen, Wei, Hsueh and Wu, On
# solving the 7,7,5-game and the 8,8,5-game, Theoretical Computer Science 815, 2020.
WINS = {
    "6,5,4": "Uiterwijk",
    "6,6,4": "Uiterwijk",
    "9,4,4": "Charatsidis",
    "4,3,3": "",
    "6,6,3": "",
}
DRAWS = {"3,3,3": "", "4,4,4": "", "8,4,4": "", "5,5,4": "", "7,7,5": "Hsu"}


def listed() -> Iterator[Rules]:
    for line in SHIPPED.with_name("certified.txt").read_text().splitlines():
        for spec in line.partition("#")[0].split():
            yield from games(spec)


def test_every_game_of_the_lists_is_there_and_no_other() -> None:
    certified = set(listed())
    assert len(certified) > 500
    assert set(ROWS) == certified
    for row in ROWS.values():
        assert row.nodes is not None and row.seconds is not None
        assert row.version
        assert row.how == "proved" and row.sha256 and row.size


@pytest.mark.parametrize(
    ("spec", "value", "name"),
    [
        *((spec, Outcome.WIN, name) for spec, name in WINS.items()),
        *((spec, Outcome.DRAW, name) for spec, name in DRAWS.items()),
    ],
)
def test_the_literature_agrees(spec: str, value: Outcome, name: str) -> None:
    row = ROWS[game(spec)]
    assert row.value is value
    assert row.first.name.partition(",")[0] == name


def test_no_row_contradicts_what_is_published() -> None:
    said = 0
    for rules, row in ROWS.items():
        found = published(rules)
        if found is not None and found.value is not None:
            assert row.value is found.value, str(rules)
            said += 1
        assert row.first == first_of(rules)
    assert said > 40


def test_what_is_published_of_all_boards_is_known_of_the_largest() -> None:
    """Zetters 1980: eight in a row is a draw on the infinite board, so on every board."""
    for spec in ("22,22,8", "1,22,22", "22,22,22"):
        found = published(game(spec))
        assert found is not None and found.value is Outcome.DRAW, spec


def test_rows_say_whatever_the_board_is_turned_to() -> None:
    turned = [rules for rules in ROWS if rules.rows > rules.cols and transposed(rules) in ROWS]
    assert len(turned) > 100
    assert all(ROWS[rules].value is ROWS[transposed(rules)].value for rules in turned)


def test_theory_and_search_say_the_same() -> None:
    said = 0
    for rules, row in ROWS.items():
        theory = theory_of(rules)
        assert row.theory == (theory.rules if theory else ())
        if theory is not None:
            assert row.value is theory.value, str(rules)
            said += 1
    assert said > 150


def small(cells: int) -> list[AtlasRow]:
    return [row for row in ROWS.values() if row.rules.size <= cells]


def test_small_rows_by_the_textbook() -> None:
    """By a search in plain Python on the reference rules, which shares nothing with the core."""
    rows = small(8)
    assert len(rows) > 100
    for row in rows:
        found = alphabeta_memo(row.rules.start()).value
        assert row.value == (found > 0) - (found < 0), row.words


def test_rows_by_a_new_search() -> None:
    """What one search settled, another of today settles alike.

    But not exact draws on larger boards, where alpha-beta has no weak game to ask, nor what it
    does not settle soon.
    """
    quick = [row for row in ROWS.values() if (row.nodes or 0) < 20_000]
    rows = [row for row in quick if not row.rules.exact or row.rules.size <= 16]
    settled = 0
    for row in rows:
        with SearchSolver("1MiB", threads=1) as solver:
            found = solver.solve(row.rules, nodes=50_000).outcome
        assert found in (None, row.value), row.words
        settled += found is not None
    assert settled > 800


def test_what_others_are_named_for_is_shown(tmp_path: Path) -> None:
    atlas = Atlas(tmp_path / "none.sqlite")
    rows = {row.rules: row for row in atlas.rows()}
    assert all(rules in rows or transposed(rules) in rows for rules in named_games())
    assert rows[game("8,8,5")].first.year == "2020"
    atlas.stores = (atlas.own,)  # as if nothing of it were settled here
    bare = {row.rules: row for row in atlas.rows()}
    assert bare[game("8,8,5")].how == bare[game("15,15,5:exact")].how == "published"
    assert bare[game("8,8,5")].nodes is None


def test_nobody_is_named_without_a_source() -> None:
    """Games of which nothing is known to be published have no name beside them."""
    assert first_of(game("6,6,5")).name == ""
    assert first_of(game("4,4,3:misere")).name == ""
    assert first_of(game("6,4,4,2,1")).name == ""
    assert first_of(game("11,4,4")).name == "kinrow"
    assert first_of(game("29,4,4")).name == "kinrow"
    assert first_of(game("15,15,5:exact")).name.startswith("Allis")


def test_the_shipped_file_is_only_read(tmp_path: Path) -> None:
    before = SHIPPED.read_bytes()
    atlas = Atlas(tmp_path / "own.sqlite")
    atlas.rows()
    with pytest.raises(Exception, match="read-only"):
        atlas.stores[0].put(ROWS[game("4,4,4")])
    assert SHIPPED.read_bytes() == before
    assert not list(SHIPPED.parent.glob("atlas.sqlite-*"))
