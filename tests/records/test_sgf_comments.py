"""What an SGF says of its stones, and their order in a node: no text is lost, none goes astray."""

from __future__ import annotations

import pytest

from kinrow.records import Record, format_games, parse_games


def read(text: str) -> Record:
    (record,) = parse_games(text, "gomoku", "sgf")
    assert parse_games(format_games(record, "sgf"), format="sgf") == [record]
    return record


def said(record: Record) -> dict[str, str]:
    return {str(stone.cell): stone.note for stone in record.tree}


@pytest.mark.parametrize(
    ("moves", "notes"),
    [
        (";B[hh]C[a]C[b];W[hi]", {"h8": "a\nb", "h9": ""}),
        (";B[hh]C[a][b];W[hi];C[c]C[d]", {"h8": "a\nb", "h9": "c\nd"}),
        (";B[hh]C[a]W[hi]C[b]", {"h8": "", "h9": "a\nb"}),
        (";B[hh](;C[v];W[hi])(;C[w];W[gg])", {"h8": "", "h9": "v", "g7": "w"}),
        (";B[hh](;C[v];W[hi])(;N[x];C[w];W[gg]C[y])", {"h8": "", "h9": "v", "g7": "w\ny"}),
        ("(;C[v];B[hh])(;C[w];B[gg])", {"h8": "v", "g7": "w"}),
        (";B[hh](;C[v](;W[hi]C[x])(;W[hg]))(;W[gg])", {"h8": "", "h9": "v\nx", "h7": "", "g7": ""}),
        # Nothing was played there, or what was is illegal: the stone before it keeps the text.
        (";B[hh](;W[hi])(;C[w])", {"h8": "w", "h9": ""}),
        (";B[hh](;W[hi])(;C[w];W[hh])", {"h8": "w", "h9": ""}),
        (";B[hh](;W[hi])(;C[w];AB[aa])", {"h8": "w", "h9": ""}),
        (";B[hh](;C[v];W[hh])(;C[w];W[gg])", {"h8": "v\nw"}),
        (";B[hh](;C[v];W[hi]B[hi])", {"h8": "v", "h9": ""}),
    ],
)
def test_comments_stay_with_their_stones(moves: str, notes: dict[str, str]) -> None:
    record = read(f"(;GM[4]SZ[15]{moves})")
    assert (said(record), record.comment) == (notes, "")


def test_comments_on_the_game_are_all_kept() -> None:
    record = read("(;GM[4]SZ[15]GC[a]GC[b]C[c]C[d];C[e];B[hh])")
    assert (record.comment, record.notes) == ("a\nb\nc\nd\ne", ("",))


def test_an_alternative_that_has_no_stone_leaves_its_comment_to_the_game() -> None:
    record = read("(;GM[4]SZ[15](;B[hh])(;C[w]))")
    assert (record.comment, said(record)) == ("w", {"h8": ""})


def test_the_time_of_a_stone_is_told_from_what_is_said_before_it() -> None:
    record = read("(;GM[4]SZ[15];B[hh](;W[hi])(;C[5 s];W[gg]C[2 s; y]))")
    assert (record.tree[2].seconds, record.tree[2].note) == (2, "5 s\ny")


@pytest.mark.parametrize("node", ["B[hh]W[hi]B[ii]", "B[hh]W[hi]N[x]B[ii]"])
def test_stones_of_a_node_are_placed_in_the_order_of_the_text(node: str) -> None:
    record = read(f"(;GM[4]SZ[15];{node})")
    assert (str(record.moves), record.illegal) == ("h8 h9 i9", ())


def test_the_first_stone_of_a_node_says_who_is_to_move() -> None:
    record = read("(;GM[4]SZ[15]AB[aa]AW[bb];W[hi]B[hh]W[ii])")
    assert (str(record.moves), record.illegal) == ("h9 h8 i9", ())


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\n\r", "\r"])
def test_every_line_break_of_sgf_is_one(ending: str) -> None:
    text = "(;GM[4]RU[gomoku]\n;B[hh]C[a\nb\n\nc\\\nd]\n;W[hh])"
    (record,) = parse_games(text.replace("\n", ending), None, "sgf")
    assert record.notes == ("a\nb\n\ncd",)
    assert [stone.line for stone in record.illegal] == [7]
