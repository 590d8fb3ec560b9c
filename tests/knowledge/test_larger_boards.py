"""Classes of boards: their certificates hold, and search and atlas agree."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from kinrow.knowledge import Atlas, everything
from kinrow.knowledge.beyond import larger_board, row_beyond
from kinrow.knowledge.larger_boards import CLASSES, LARGE, CertifiedClass, certified_class
from kinrow.proofs import Proof, class_of, piece_of, prove
from kinrow.proofs import check as check_proof
from kinrow.reference import check
from kinrow.rules import MOST_CELLS, MOST_COLS, MOST_ROWS, Cell, Outcome, game
from kinrow.solver import SearchSolver

PROOFS = Path(__file__).resolve().parents[2] / "examples" / "proofs"


def file_of(spec: str) -> Path:
    """Where the certificate lies."""
    name = re.sub(r"\d+\*", "m", spec)
    return PROOFS / f"{name.replace(':', ',').replace(',', '-')}.proof"


@pytest.mark.parametrize("known", CLASSES, ids=lambda known: known.spec)
def test_the_certificate_proves_it(known: CertifiedClass) -> None:
    """By the compiled checker; tests/test_examples.py has both say the same of each file."""
    checked = check_proof(file_of(known.spec))
    piece, repeated = piece_of(known.spec)
    spec, larger = class_of(piece)
    rules, header = game(spec), checked.header
    found = (header.rows, header.cols, header.k, header.exact, header.larger, header.repeated)
    assert found == (rules.rows, rules.cols, rules.k, rules.exact, larger, repeated or "")
    assert (header.cells, header.to_move) == (rules.start().cells, "X")
    win = known.outcome is Outcome.WIN
    assert header.claims == (check.Claim("X" if win else "O", wins=win),)
    assert (checked.size, checked.sha256) == (known.size, known.sha256)


@pytest.mark.parametrize("known", [known for known in CLASSES if known.first])
def test_it_begins_with_that_move(known: CertifiedClass) -> None:
    with file_of(known.spec).open("rb") as file:
        reader = check.Reader(file)
        cols = check.read_header(reader).cols
        assert reader.byte() == ord("M")
        assert str(Cell(*divmod(reader.number(), cols))) == known.first


@pytest.mark.parametrize("spec", ["11,8,4", "8,11,4", "10,6,4", "6,10,4", "12,9,4:exact"])
def test_the_move_wins_on_a_larger_board(spec: str) -> None:
    known = certified_class(game(spec))
    assert known is not None
    move = known.first_move(game(spec))
    assert move is not None
    with SearchSolver("64MiB", threads=1) as solver:
        assert solver.solve(game(spec).start().play(move)).outcome is Outcome.LOSS


@pytest.mark.parametrize(
    ("spec", "move"), [("21,21,5", "k11"), ("22,22,5", "k11"), ("23,21,5", "k12")]
)
def test_it_is_the_answer_for_the_empty_board(spec: str, move: str) -> None:
    found = everything().known(game(spec).start(), "outcome")
    assert found is not None and found.solution.how == "proved"
    assert Cell.of(move) in found.best
    after = everything().known(game(spec).replay(move), "outcome")
    assert after is not None and after.solution.outcome is Outcome.LOSS


@pytest.mark.parametrize("spec", ["6*,6,6:exact", "7*,7,7"])
def test_what_is_too_large_to_lie_there_is_made_again(spec: str, tmp_path: Path) -> None:
    piece, repeated = piece_of(spec)
    found = prove(piece, tmp_path / "a.proof", repeated=repeated, threads=1, memory="512MiB")
    assert isinstance(found, Proof)
    assert (found.claims, found.repeated) == (("O does not lose",), repeated)
    assert spec in {known.spec for known in LARGE}


def test_the_atlas_says_the_same() -> None:
    rows = [row for row in Atlas(Path("nowhere.sqlite")).rows() if certified_class(row.rules)]
    assert len(rows) > 50
    for row in rows:
        known = certified_class(row.rules)
        assert known is not None and row.value is known.outcome


@pytest.mark.parametrize("spec", ["4,3,3", "3,5,3", "4,4,3:exact", "7,5,4", "6,6,6"])
def test_so_does_a_search(spec: str) -> None:
    known = certified_class(game(spec))
    assert known is not None
    with SearchSolver("64MiB", threads=1) as solver:
        found = solver.solve(game(spec)).outcome
    assert found is known.outcome


@pytest.mark.parametrize(
    "spec",
    ["3,3,3", "12,4,4", "6,5,4", "15,15,5", "13,4,4:misere", "13,4,4,2,1", "4,4,3,1,2"],
)
def test_other_games_have_no_such_certificate(spec: str) -> None:
    assert certified_class(game(spec)) is None


def theorem(rows: int, cols: int, k: int, *, exact: bool) -> Outcome:
    """What docs/theorems.md states for k = 3 and k = 4."""
    shorter, longer = sorted((rows, cols))
    if shorter < k:
        return Outcome.DRAW
    if shorter == k:
        first_win = 4 if k == 3 else 9 + exact
        return Outcome.WIN if longer >= first_win else Outcome.DRAW
    return Outcome.DRAW if (shorter, longer, k) == (5, 5, 4) else Outcome.WIN


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("k", "longest"), [(3, 12), (4, MOST_ROWS)])
def test_every_board_is_settled(k: int, longest: int, exact: bool) -> None:
    atlas = Atlas(Path("nowhere.sqlite"))
    boards = product(range(1, longest + 1), range(1, MOST_COLS + 1))
    for rows, cols in boards:
        if cols <= rows and rows * cols <= MOST_CELLS and rows >= k:
            row = atlas.find(f"{rows},{cols},{k}{':exact' * exact}")
            assert row is not None and row.how != "published", (rows, cols, k)
            assert row.value is theorem(rows, cols, k, exact=exact), (rows, cols, k)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 6, 7, 9])
def test_what_settles_a_class_settles_each_of_its_boards(k: int) -> None:
    settled, atlas = 0, Atlas(Path("nowhere.sqlite"))
    sides = [f"{side}{mark}" for side in (1, 2, 3, 4, 6, 7, 9, 13) for mark in ("", "+", "*")]
    for rows, cols in product(sides, sides):
        spec = f"{rows},{cols},{k}"
        if sum(mark in spec for mark in "+*") != 1 or spec.count("*") > 1:
            continue  # a single board, or what is not a class
        asked = larger_board(spec)
        found = None if asked is None else row_beyond(asked)
        if found is None:
            continue
        settled += 1
        for board in product(*(_some(side) for side in (rows, cols))):
            one = atlas.find(f"{board[0]},{board[1]},{k}")
            assert one is not None and one.value is found.row.value, (spec, board)
    assert settled > 5


def _some(side: str) -> list[int]:
    """Some lengths of a side of a class."""
    length = int(side.strip("+*"))
    return {"+": [length, length + 1, length + 6], "*": [1, length, 14]}.get(side[-1], [length])


def test_no_class_begins_beyond_the_boards_to_play_on() -> None:
    """What `row_beyond` rests on."""
    for known in (*CLASSES, *LARGE):
        smallest = game(class_of(piece_of(known.spec)[0])[0])
        assert max(smallest.rows, smallest.cols) < MOST_COLS


def test_positions_are_known_from_it() -> None:
    found = everything().known(game("17,19,4").start(), "outcome")
    assert found is not None and found.solution.source is not None
    assert found.solution.outcome is Outcome.WIN
    assert (found.solution.how, found.solution.source.rules) == ("proved", ("larger boards",))
