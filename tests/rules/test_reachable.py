"""Setup and play draw the same border: a board has no faults if and only if play reaches it."""

from __future__ import annotations

import dataclasses
from itertools import product

import pytest

from kinrow.rules import IllegalPosition, Position, Rules, Setup, Sign, game
from kinrow.rules.reach import buildable, completed


def reachable(rules: Rules) -> dict[str, Position]:
    """Every position that play reaches from the empty board, by its cells."""
    found = {}
    waiting = [rules.start()]
    while waiting:
        position = waiting.pop()
        found[position.cells] = position
        for move in position.legal_moves:
            after = position.play(move)
            if after.cells not in found:
                waiting.append(after)
    return found


@pytest.mark.parametrize(
    "spec",
    [
        "3,3,3",
        "3,3,3:misere,begins=O",
        "3,3,3,2,1",
        "2,4,3,3,2:misere",
        "2,3,5",
        "1,6,1",
        "2,3,1,2,2:misere",
        "2,4,2:exact",
        "1,8,2,3,1:exact,misere",
        "1,8,3,8,8:exact",
        "3,3,2,9,9:exact",
        "3,3,2,5,4:exact,begins=O",
        "2,2,1,4,4:exact",
        "1,7,2,400,3",
        "2,4,2,1,3",
        "3,3,3,2,2:majority,threshold=2,turns=3,fill=X,begins=O",
        "2,3,2,1,3:majority,threshold=1,turns=4,fill=O",
        "1,5,7,2,1:majority,threshold=3,turns=2,fill=X",
    ],
)
def test_a_board_has_no_faults_exactly_if_play_reaches_it(spec: str) -> None:
    rules = game(spec)
    reached = reachable(rules)
    for marks in product("XO.", repeat=rules.size):
        cells = "".join(marks)
        rows = tuple(cells[at : at + rules.cols] for at in range(0, rules.size, rules.cols))
        setup = Setup(rules, rows)
        faults = setup.faults()
        assert (not faults) == (cells in reached), (rows, faults)
        if not faults:
            position, played = setup.position(), reached[cells]
            assert position == played
            assert (position.finished, position.winner) == (played.finished, played.winner)


@pytest.mark.parametrize(
    ("spec", "text", "fault"),
    [
        (
            "tictactoe",
            "XXX/OOO/...",
            "both X (row 1) and O (row 2) have 3 in a row, expected at most one of them",
        ),
        (
            "tictactoe",
            "XXX/OO./O..",
            "X has 3 in a row (row 1), but the last stone is O's, expected X's",
        ),
        ("tictactoe", "XX./X../...", "X 3, O 0, expected X 2, O 1 after 3 stones of play"),
        ("tictactoe", "O../.../...", "X 0, O 1, expected X 1, O 0 after 1 stone of play"),
        ("tictactoe", ".../...", "the board has 2 rows, expected 3"),
        ("tictactoe", ".../.../.../...", "the board has 4 rows, expected 3"),
        ("tictactoe", ".../..../...", "row 2 has 4 cells, expected 3"),
        ("tictactoe", ".../.../..", "row 3 has 2 cells, expected 3"),
        ("tictactoe", "..Z/.../...", "row 1, column 3: 'Z', expected X, O or ."),
        ("tictactoe", "x../.../...", "row 1, column 1: 'x', expected X, O or ."),
        (
            "1,7,3,2,2",
            "XXX.XXX",
            "X 6, O 0, expected X 4, O 2 after 6 stones of play",
        ),
        (
            "2,4,2,2,2",
            "XX../OO..",
            "both X (row 1, columns 1 to 2) and O (row 2, columns 1 to 2) have 2 in a row",
        ),
        (
            "2,5,2,4,4",
            "XX.XX/.....",
            "X has 2 in a row (row 1, columns 1 to 2; row 1, columns 4 to 5), expected lines",
        ),
        (
            "1,3,1,3,3:exact",
            "XX.",
            "X has exactly 1 in a row (row 1, column 1; row 1, column 2), expected lines",
        ),
        (
            "jing4",
            "OOOOO/OOOOO/OOXXX/XXXXX/XXXX.",
            "X 12, O 12, 24 stones in all, expected at most 22, as the game ends after 11 turns",
        ),
        (
            "jing4",
            "OO.../...../...../...../..... O",
            "side to move: O, expected X after these stones",
        ),
        (
            "jing4",
            "OO.../...../...../...../..... X 1",
            "stones left: 1, expected 2 after these stones",
        ),
        ("tictactoe", "X../.../... O 2", "stones left: 2, expected 1"),
        ("connect6", "/".join(["." * 19] * 19) + " X 3", "stones left: 3, expected a whole"),
        ("1,5,3,1,3", "O.... X 2", "stones left: 2, expected 1"),
        (
            "tictactoe",
            "XXX/.../... X",
            "X has 3 in a row (row 1), but the last stone is O's, expected X's",
        ),
    ],
)
def test_a_fault_names_the_place(spec: str, text: str, fault: str) -> None:
    with pytest.raises(IllegalPosition) as error:
        game(spec).parse(text)
    assert any(line.startswith(fault) for line in error.value.faults), error.value.faults


def test_all_faults_come_at_once() -> None:
    rules = game("tictactoe")
    with pytest.raises(IllegalPosition) as error:
        rules.parse("XX?/OOOO")
    assert str(error.value).splitlines() == [
        "this board cannot arise in tictactoe:",
        "  the board has 2 rows, expected 3",
        "  row 1, column 3: '?', expected X, O or .",
        "  row 2 has 4 cells, expected 3",
    ]
    assert Setup(rules, ("XXX", "OOO", "XX.")).faults() == (
        "X 5, O 3, expected X 4, O 4 after 8 stones of play",
        "both X (row 1) and O (row 2) have 3 in a row, expected at most one of them",
    )
    assert Setup(rules, ("XXX", "OOO", "..?")).faults() == (
        "row 3, column 3: '?', expected X, O or .",
        "both X (row 1) and O (row 2) have 3 in a row, expected at most one of them",
    )


def test_the_rows_of_a_setup_may_come_one_by_one() -> None:
    rows = ("X..", "...", "...")
    assert Setup("tictactoe", iter(rows)) == Setup("tictactoe", rows)


def test_what_no_reader_of_the_faults_could_use_is_cut_short() -> None:
    with pytest.raises(IllegalPosition) as error:
        game("20,20,5").parse("/".join(["?" * 10_000] * 500))
    assert len(error.value.faults) == 1 + 20 + 400
    assert len(str(error.value).splitlines()) == 22
    assert str(error.value).endswith("\n  faults not listed here: 401")


def test_a_position_is_legal_by_construction() -> None:
    rules = game("tictactoe")
    with pytest.raises(IllegalPosition, match="row 1, column 1: 'g', expected X, O"):
        Position(rules, "garbage", "X", 1)
    with pytest.raises(IllegalPosition, match=r"both X .* and O .* have 3 in a row"):
        Position(rules, "XXXOOO...")
    with pytest.raises(IllegalPosition, match="side to move: 'Z', expected X or O"):
        Position(rules, ".........", "Z")
    for text in ("X../.O./...", "XXX/OO./...", ".../.X./... X"):
        read = rules.parse(text)
        made = Position(rules, read.cells, read.to_move, read.left)
        assert (made, made.finished, made.winner) == (read, read.finished, read.winner)
    assert Position(rules, "X........") == rules.replay("a1")


def test_a_changed_copy_of_a_position_is_checked_too() -> None:
    with pytest.raises(IllegalPosition):
        dataclasses.replace(game("tictactoe").start(), cells="XXXXXXXXX")


def test_wild_types_in_a_setup_are_faults() -> None:
    rules = game("tictactoe")
    rows = ("...", "...", "...")
    for to_move in ("Z", 3, ["X"]):
        assert Setup(rules, rows, to_move).faults()  # type: ignore[arg-type]
    for left in ("1", 1.5, True, -1, 0, 2):
        assert Setup(rules, rows, None, left).faults()  # type: ignore[arg-type]


def test_an_overline_needs_an_order_of_play() -> None:
    rules = game("1,9,3,9,9:exact")
    assert rules.parse("XXXX.....").winner is None  # X.XX, then the gap
    assert rules.parse("XXXXXXX..").winner is None
    won = rules.parse("XXX.XXXX.")
    assert won.finished
    with pytest.raises(IllegalPosition):  # two lines of three far apart
        rules.parse("XXX.XXX..")


def test_every_set_of_stones_of_an_exact_game_is_judged_as_play_does() -> None:
    rules = game("4,4,2:exact")  # small enough for all 65,536 sets, large enough for knots
    reached = {"." * 16}
    waiting = ["." * 16]
    while waiting:
        cells = waiting.pop()
        for index in range(16):
            more = f"{cells[:index]}X{cells[index + 1 :]}"
            if more not in reached and not completed(rules, more, "X"):
                reached.add(more)
                waiting.append(more)
    knots = 0
    for marks in product("X.", repeat=16):
        cells = "".join(marks)
        if not completed(rules, cells, "X"):
            assert buildable(rules, cells, "X") == (cells in reached), cells
            knots += cells not in reached
    assert knots == 8


def test_an_undecided_order_of_play_passes() -> None:
    knot = next(
        cells
        for cells in map("".join, product("X.", repeat=16))
        if not completed(game("4,4,2:exact"), cells, "X")
        and not buildable(game("4,4,2:exact"), cells, "X")
    )
    assert buildable(game("4,4,2:exact"), knot, "X", budget=1)
    rows = tuple(knot[at : at + 4] for at in range(0, 16, 4))
    (fault,) = Setup(game("4,4,2,16,16:exact"), rows).faults()
    assert fault.startswith("X's stones make exactly 2 in a row on the way in every order")


def test_the_turn_given_says_who_placed_the_last_stone() -> None:
    # One stone, and X to move with two left: by the counts, the middle of a first turn of three;
    # but then the stone would be X's. So it is the start of a turn of two, and O moved last.
    assert game("1,5,1,2,3").parse("O.... X 2").winner is Sign.O
    assert game("1,5,1,2,3").parse("X.... X 2").winner is Sign.X
    assert game("1,5,1,2,3").parse("X.... O 2").winner is Sign.X
    with pytest.raises(IllegalPosition):
        game("1,5,1,2,3").parse("O.... O 2")


def test_no_exact_game_of_one_in_a_row_goes_on_after_a_stone() -> None:
    # Every stone of this octagon has a neighbour in every direction: too many orders to try.
    rows = ["..OOOO..", ".OOOOOO.", *["OOOOOOOO"] * 4, ".OOOOOO.", "..OOOO.."]
    cells = "".join(["." * 10, *(f".{row}." for row in rows), "." * 10])
    rules = game("10,10,1:exact")
    assert not completed(rules, cells, "O")
    assert not buildable(rules, cells, "O")
