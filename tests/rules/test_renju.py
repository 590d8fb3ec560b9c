"""Renju and caro: forbidden points as the rules define them, and what counts as a line."""

from __future__ import annotations

import pytest

from kinrow.rules import Cell, IllegalMove, IllegalPosition, Position, RulesError, Sign, game
from kinrow.rules.bans import ban


def board(picture: str, spec: str = "15,15,5:renju") -> tuple[Position, dict[str, int]]:
    """The position of a picture in the top left corner of a board; letters name empty cells.

    X and O are stones; white stones far away make the counts regular.
    """
    rules = game(spec)
    marks = dict.fromkeys(range(rules.size), ".")
    named = {}
    for row, line in enumerate(picture.split()):
        for col, mark in enumerate(line):
            at = row * rules.cols + col
            if mark in "XO":
                marks[at] = mark
            elif mark != ".":
                named[mark] = at
    cells = "".join(marks.values())
    return Position(rules, cells, Sign.X, 1), named


def bans(picture: str, spec: str = "15,15,5:renju") -> dict[str, str | None]:
    """Why each named cell is forbidden."""
    position, named = board(picture, spec)
    return {name: ban(position.rules, position.cells, at) for name, at in named.items()}


CASES = {
    "two threes": ("....... ...X... ...X... .XXa... ....... ....... .......", "three"),
    "two threes, one with a gap": (
        "........ ....X... ........ ....X... ..XXa... ........ ........ ........",
        "three",
    ),
    "one three and a blocked one": (
        "...O.... ...X.... ...X.... .XXa.... ........ ........ ........",
        None,
    ),
    "a three near the edge is none": ("XXa..... ..X..... ..X..... ........ ........", None),
    "two fours": (
        "O......... XXXa...... ...X...... ...X...... ...X...... .......... ..........",
        "four",
    ),
    "two fours in a row": (".......... X.XaX.X... ..........", "four"),
    "two fours in a row, with a wider gap": (".......... XX.aX.XX... ..........", "four"),
    "one four that is straight": (".......... ..XXXa.... ..........", None),
    "a four and a three": (
        "..........  OXXXa..... ....X..... ....X..... .......... ..........",
        None,
    ),
    "a row of six": (".......... XXXaXX.... ..........", "overline"),
    "a row of seven": (".......... XXXaXXX... ..........", "overline"),
    "five wins over two threes": (
        "....... ....X... ....X... XXXXa... .......... ..........",
        None,
    ),
    "five wins over a row of six": (
        "XXXaXX.... ...X...... ...X...... ...X...... ...X...... ..........",
        None,
    ),
    "six beats no four": ("XXXX.a.... ..........", None),
}


@pytest.mark.parametrize("name", CASES)
def test_a_shape(name: str) -> None:
    """Each in every symmetry, too."""
    picture, expected = CASES[name]
    position, named = board(picture)
    forbidden = [
        sum(
            ban(image.rules, image.cells, at) is not None
            for at, sign in enumerate(image.cells)
            if sign == "."
        )
        for image in position.symmetries()
    ]
    assert len(set(forbidden)) == 1
    assert ban(position.rules, position.cells, named["a"]) == expected


def without(picture: str, row: int, col: int) -> str:
    """The picture without one of its stones."""
    lines = picture.split()
    lines[row] = lines[row][:col] + "." + lines[row][col + 1 :]
    return " ".join(lines)


def test_a_three_whose_straight_four_would_become_six_is_none() -> None:
    """Either stone that makes the column's four straight leaves an end where six would come."""
    picture = """
        ...X....
        ........
        ........
        ...X....
        ...X....
        .XXa....
        ........
        ........
        ...X....
    """
    assert bans(picture)["a"] is None
    assert bans(without(picture, 0, 3))["a"] == "three"
    assert bans(without(picture, 8, 3))["a"] == "three"


def test_a_three_whose_straight_four_is_forbidden_is_none() -> None:
    """The row can become a straight four only on b, which would be two fours then."""
    picture = """
        ..........
        .....X....
        .....X....
        .....X....
        O.XXab....
        ....X.....
        ....X.....
        ..........
    """
    position, named = board(picture)
    assert bans(picture) == {"a": None, "b": None}
    with_a = position.cells[: named["a"]] + "X" + position.cells[named["a"] + 1 :]
    assert ban(position.rules, with_a, named["b"]) == "four"
    assert bans(without(picture, 1, 5))["a"] == "three"


def test_white_has_no_bans() -> None:
    """White's cross of threes, and white's six wins."""
    position = game("15,15,5:renju").parse("7O7/7O7/5OO1O6/15/15/15/15/15/15/15/15/15/15/15/15 O")
    assert not position.forbidden
    assert len(position.legal_moves) == position.empties
    won = (
        game("15,15,5:renju")
        .parse("OOO1OO9/15/15/15/15/15/15/15/15/15/15/15/15/15/15 O")
        .play("d1")
    )
    assert won.winner is Sign.O


def test_a_forbidden_move_is_refused_with_its_reason() -> None:
    """By name, in any language."""
    position, _ = board(CASES["two threes"][0])
    with pytest.raises(IllegalMove, match="d4 is forbidden to X: two threes at once") as caught:
        position.play("d4")
    assert "三三" in caught.value.worded("zh-Hans")
    assert Cell(3, 3) not in position.legal_moves and Cell(3, 3) in position.forbidden


def test_x_with_six_in_a_row_cannot_arise() -> None:
    """No order of play leaves it, unless a five came with it."""
    rules = game("15,15,5:renju")
    with pytest.raises(IllegalPosition):
        rules.parse("XXXXXX9/15/15/15/15/15/15/15/15/15/15/15/15/15/15 O")
    both = "XXXXXX9/3X11/3X11/3X11/3X11/15/15/15/15/15/15/15/15/15/15 O"
    assert rules.parse(both).winner is Sign.X


def test_the_player_who_begins_has_the_bans() -> None:
    """Also if that is O."""
    cross = "15/7O7/7O7/5OO8/15/15/15/15/15/15/15/15/15/15/15 O"
    assert Cell(3, 7) in game("renju:begins=O").parse(cross).forbidden
    assert not game("renju:begins=X").parse(cross).forbidden


def test_who_may_play_nowhere_draws() -> None:
    """One cell is left, and it is forbidden: as on a full board."""
    position = game("1,10,5:renju").parse("XXX.XXOOO. O")
    after = position.play("j1")
    assert after.finished and after.winner is None


CLOSED = {
    "open at both ends": (".XXXX.O", True),
    "closed at one": ("OXXXX..", True),
    "closed at both": ("OXXXX.O", False),
    "one end at the edge": ("XXXX.O.", True),
    "six": ("XXXX.XO", False),
}


@pytest.mark.parametrize("name", CLOSED)
def test_caro_counts_a_line_with_an_open_end(name: str) -> None:
    """Exactly five, and the other side not at both ends."""
    row, wins = CLOSED[name]
    position = game("1,7,5:caro").parse(f"{row} X")
    after = position.play(f"{'abcdefg'[row.rindex('X', 0, 5) + 1]}1")
    assert (after.winner is Sign.X) is wins


def test_a_line_that_was_closed_stays_so() -> None:
    """And play goes on behind it."""
    position = game("2,7,5:caro").parse("OXXXXXO/....... X")
    assert not position.finished


@pytest.mark.parametrize(
    "spec",
    [
        "4,4,4:renju,exact",
        "4,4,4:renju,misere",
        "4,4,4:caro,misere",
        "4,4,4:renju,caro",
        "4,4,4,2,1:renju",
        "4,4,2:renju",
        "6,6,6:caro",
    ],
)
def test_what_does_not_go_together(spec: str) -> None:
    """Each is refused."""
    with pytest.raises(RulesError):
        game(spec)


def test_specs_and_json() -> None:
    """Both ways."""
    for name in ("renju", "caro"):
        rules = game(name)
        assert game(str(rules)) == rules == type(rules).from_json(rules.to_json())
        assert rules.title == name and rules.start().fen().startswith(f"15,15,5:{name}")
    assert game("caro").exact and not game("renju").exact
