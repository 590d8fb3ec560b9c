"""Tables against brute force, against the search, and against the counts."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from examples.read_table import value as plainly_read
from hypothesis import given
from hypothesis import strategies as st
from tests.tables.brute import reached, values

from kinrow.rules import (
    IllegalPosition,
    NotationError,
    Objective,
    OptionError,
    Position,
    Rules,
    RulesError,
    game,
)
from kinrow.runtime.conversion import sets_of
from kinrow.solver import SearchSolver, count
from kinrow.tables import UNREACHABLE, Table, TableFileError, part_of, survey, tabulate

SMALL = """3,3,3 3,3,3:misere 3,3,2:begins=O 1,6,3:exact 2,4,2:exact,misere 1,1,1 1,3,5 2,3,1
    2,4,3,2,1 3,3,3,2,2 2,4,2,3,1:misere 3,3,3,1,3 2,4,2,2,1:exact""".split()
COUNTING = """3,3,3,2,2:majority,threshold=2,turns=4,fill=X,begins=O
    2,4,2,2,1:majority,threshold=1,turns=3,fill=O 3,3,3,1,1:majority,threshold=2,turns=9,fill=X
    2,4,3,2,2:majority,threshold=2,turns=3,fill=O,begins=O""".split()
LARGER = "4,4,4 4,4,4:misere 4,4,4:exact 4,4,3,2,1 5,3,3".split()


def asked_of(rules: Rules) -> tuple[Objective, Objective]:
    return ("outcome", "score" if rules.objective == "line" else "margin")


@pytest.mark.parametrize("spec", SMALL + COUNTING)
def test_every_value_is_that_of_brute_force(spec: str, tmp_path: Path) -> None:
    """Read by kinrow, and by the reader that shares nothing with it."""
    rules = game(spec)
    for objective in asked_of(rules):
        truth = values(rules, objective)
        path = tmp_path / f"{objective}.table"
        with (
            tabulate(rules, path, objective=objective, threads=2) as table,
            path.open("rb") as file,
        ):
            for cells, position in reached(rules).items():
                assert table[position].lower == truth[cells], cells
            for cells in Random(1).sample(sorted(truth), min(60, len(truth))):
                assert plainly_read(file, cells) == truth[cells], cells


@pytest.mark.parametrize("spec", SMALL + COUNTING)
def test_a_survey_finds_nothing_wrong_and_counts_what_there_is(spec: str, tmp_path: Path) -> None:
    rules, counts = game(spec), count(spec)
    objective = asked_of(rules)[1]
    truth, positions = values(rules, objective), reached(rules)
    with tabulate(rules, tmp_path / "a.table") as table:
        found = survey(table, threads=2)
    assert (found.positions, found.canonical) == (counts.reachable, counts.canonical)
    assert found.wrong == 0
    for ply, counted in zip_longest(found.per_ply, counts.per_ply):
        if counted is None:  # no game lasts so long
            assert not ply.values
            continue
        assert ply.canonical.total() == counted.canonical
        assert (ply.finished, ply.canonical_finished) == (
            counted.finished,
            counted.canonical_finished,
        )
        due = Counter(truth[at] for at, position in positions.items() if position.plies == ply.ply)
        assert ply.values == due
    assert found.one_winning_move == sum(
        len(winning(position, truth)) == 1 for position in positions.values()
    )


def winning(position: Position, truth: dict[str, int]) -> list[Position]:
    """Where the winning moves lead."""
    children = [position.play(move) for move in position.legal_moves]
    return [
        child
        for child in children
        if truth[child.cells] * (1 if child.to_move is position.to_move else -1) > 0
    ]


@pytest.mark.parametrize("spec", LARGER)
def test_larger_games_agree_with_the_search_and_the_counts(spec: str, tmp_path: Path) -> None:
    rules, chance, counts = game(spec), Random(spec), count(spec)
    path = tmp_path / "a.table"
    with tabulate(rules, path) as table, SearchSolver("64MiB", threads=1) as solver:
        for _ in range(20):
            position = rules.start()
            for _ in range(chance.randrange(rules.size)):
                if not position.finished:
                    position = position.play(chance.choice(position.legal_moves))
            if position.plies >= 5 and not position.finished:
                assert table[position] == solver.solve(position, objective="score").value
            with path.open("rb") as file:
                assert plainly_read(file, "/".join(position.rows)) == table[position].lower
        found = survey(table)
    assert (found.positions, found.canonical, found.wrong) == (
        counts.reachable,
        counts.canonical,
        0,
    )


def test_the_longest_win_is_the_longest(tmp_path: Path) -> None:
    rules = game("3,3,3")
    truth, positions = values(rules, "score"), reached(rules)

    def stones(cells: str) -> int:
        return rules.size - positions[cells].plies + 1 - truth[cells]

    with tabulate(rules, tmp_path / "a.table") as table:
        found = survey(table).longest_win
    assert found is not None
    won = [cells for cells, value in truth.items() if value > 0]
    assert found[0] == stones(found[1].cells) == max(map(stones, won))
    assert truth[found[1].cells] > 0
    with tabulate(rules, tmp_path / "b.table", objective="outcome") as table:
        assert survey(table).longest_win is None


@given(st.data())
def test_many_positions_at_once(four: Table, data: st.DataObject) -> None:
    """As one by one, and stones that no game leaves so are called unreachable."""
    rules = four.rules
    stones = st.integers(0, 2**16 - 1)
    pairs = data.draw(st.lists(st.tuples(stones, stones), max_size=20))
    pairs += [(x, o & ~x) for x, o in pairs]
    position = rules.start()
    for _ in range(data.draw(st.integers(0, 12))):
        if not position.finished:
            position = position.play(data.draw(st.sampled_from(position.legal_moves)))
    pairs.append((sets_of(position, "X"), sets_of(position, "O")))
    found = four.values([x for x, _ in pairs], [o for _, o in pairs])
    assert found[-1] == four[position].lower
    for (x, o), value in zip(pairs, found, strict=True):
        assert value == (UNREACHABLE if (at := standing(four, x, o)) is None else four[at].lower)


def standing(table: Table, x: int, o: int) -> Position | None:
    """The position with these stones; None if play cannot leave them so."""
    cells = "".join("X" if x >> at & 1 else "O" if o >> at & 1 else "." for at in range(16))
    try:
        position = table.rules.parse("/".join(cells[at : at + 4] for at in range(0, 16, 4)))
    except IllegalPosition:
        return None
    return position if not x & o and table.has(position) else None


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return tabulate("4,4,4", tmp_path_factory.mktemp("tables") / "a.table")


def test_a_block_at_a_time_is_enough(four: Table) -> None:
    """With room for one block, and with plies of several blocks, the answers are the same."""
    chance = np.random.default_rng(1)
    x = chance.integers(0, 2**16, 5000, dtype=np.uint32)
    o = chance.integers(0, 2**16, 5000, dtype=np.uint32) & ~x
    with Table(four.path, memory=2**16) as small:
        assert (small.values(x, o) == four.values(x, o)).all()
    assert (four.values(x, o) != UNREACHABLE).any()
    assert len(four.values([], [])) == 0


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("3,3,3 .../.../...", r"for \(4,4,4\), not for tictactoe"),
        ("..../..../..../...X X", "cannot be reached"),
    ],
)
def test_positions_that_a_table_does_not_have(four: Table, position: str, words: str) -> None:
    with pytest.raises(TableFileError, match=words):
        four[position]


def test_a_position_may_be_given_as_elsewhere_or_without_its_game(tmp_path: Path) -> None:
    with tabulate("1,3,2", tmp_path / "a.table") as table:
        whole = "kinrow.position('1,3,2 X..')"
        for asked in ("X..", " X.. ", "X2", "X.. O", "1,3,2 X.. O", whole):
            assert table.position(asked) == table.rules.replay("a1")
        assert table["1,3,2"] == table[table.rules] == table["..."]
        with pytest.raises(IllegalPosition, match="column 1: 'Z'"):
            table["Z.."]


def test_games_that_have_no_table(tmp_path: Path) -> None:
    with pytest.raises(TableFileError, match=r"36 cells, .* 25 for a table of the whole"):
        tabulate("6,6,4", tmp_path / "a.table")
    with pytest.raises(RulesError):
        tabulate("3,3,3", tmp_path / "a.table", objective="margin")
    with pytest.raises(TableFileError, match="existing folder"):
        tabulate("3,3,3", tmp_path / "nowhere" / "a.table")
    with pytest.raises(OptionError, match="compression 'lzma': expected one of zstd, zlib"):
        tabulate("3,3,3", tmp_path / "a.table", compression="lzma")  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())
    part_of(tmp_path / "a.table").mkdir()
    with pytest.raises(TableFileError, match=r"a\.table\.part: Is a directory"):
        tabulate("3,3,3", tmp_path / "a.table", resume=True)


@pytest.mark.parametrize(
    "stones",
    [
        *(
            [1.5],
            ["a"],
            [-1],
            [2**32],
            [10**30],
            [[1]],
            [[1], [1, 2]],
            ([1], [1, 2]),
            1,
            None,
            iter([1]),
        ),
        *(np.array([2**32 + 1]), np.array([np.nan]), np.array([True])),
    ],
)
def test_what_are_no_bit_sets_is_refused(tmp_path: Path, stones: Any) -> None:
    """Numbers that are too large were cut down to 32 bits: the values of other stones."""
    with tabulate("1,3,2", tmp_path / "a.table") as table:
        with pytest.raises(OptionError, match=r"^x .*: expected bit sets of 3 cells"):
            table.values(stones, [0])
        with pytest.raises(OptionError, match=r"^o .*: expected bit sets of 3 cells"):
            table.values([0], stones)


def test_as_many_stones_of_both_signs(tmp_path: Path) -> None:
    with tabulate("1,3,2", tmp_path / "a.table") as table:
        with pytest.raises(
            OptionError, match="x has 2 positions and o has 1: expected the same number"
        ):
            table.values([1, 2], [0])
        assert table.values([], []).tolist() == []
        assert table.values(np.array([1], np.int64), [0]).tolist() == [table["X.."].lower]


def test_a_table_that_was_closed(tmp_path: Path) -> None:
    table = tabulate("1,3,2", tmp_path / "a.table")
    assert table.moves("X..") == table.moves(table.rules.parse("X.."))
    table.close()
    with pytest.raises(TableFileError, match=r"a\.table: this table was closed"):
        table["X.."]


def test_resuming_replaces_no_table_of_another_game(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    tabulate("3,3,3", path).close()
    with pytest.raises(TableFileError, match="not a table of this game and kind"):
        tabulate("4,3,3", path, resume=True)
    with pytest.raises(TableFileError, match="not a table of this game and kind"):
        tabulate("3,3,3", path, objective="outcome", resume=True)
    with Table(path) as table:
        assert (str(table.rules), table.objective) == ("3,3,3", "score")
    tabulate("4,3,3", path).close()  # as any command replaces its output


@pytest.mark.parametrize("text", ["b2 a1", "a1", "   ", ""])
def test_what_is_no_position_is_not_taken_for_a_game(text: str, tmp_path: Path) -> None:
    with (
        tabulate("3,3,3", tmp_path / "a.table") as table,
        pytest.raises(NotationError, match="is not a position, expected one such as"),
    ):
        table[text]


@pytest.mark.parametrize("other", [b"my notes\n", b"{}"])
def test_resuming_replaces_no_other_file(tmp_path: Path, other: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(other)
    with pytest.raises(TableFileError, match=r"notes\.txt is not a table of this game"):
        tabulate("3,3,3", path, resume=True)
    assert path.read_bytes() == other
    assert list(tmp_path.iterdir()) == [path]
    path.write_bytes(b"")
    tabulate("3,3,3", path, resume=True).close()
