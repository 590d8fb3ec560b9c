"""SGF as others write it: variations, set-up stones, Gomocup's rules, comments; and faults."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Iterator

import pytest

from kinrow.records import Ending, Record, Result, Stone, UnknownGame, format_games, parse_games
from kinrow.records.growth import Growth
from kinrow.rules import GameLike, NotationError, Sign, game

# Made by hand in the form in which a manager of Gomocup programs writes its matches.
MATCH = """(;FF[4]GM[4]GN[1]RU[0]SZ[15]DT[2026-01-02]PB[one]PW[other]RE[B+1]
;B[hh]C[opening move];W[aa]C[opening move];B[ih]C[12ms];W[ab]C[7ms];B[jh]C[0ms];W[ac]C[801ms]
;B[kh]C[3ms];W[ad]C[1ms];B[lh]C[2ms])

(;FF[4]GM[4]GN[2]RU[1]SZ[15]DT[2026-01-02]PB[other]PW[one]RE[0]
;B[hh]C[opening move];W[aa]C[opening move];B[ih]C[12ms])
"""
TREE = """(;FF[4]GM[4]SZ[3:4]RU[4,3,3]PB[Alice \\] B]PW[Bob]C[a game]
;B[bb]C[a comment (with ; signs)];W[aa]
(;B[cd]BL[12];C[at the end])(;B[ca];W[ab](;B[ac])(;B[bc])))"""


def read(text: str, named: GameLike | None = None) -> Record:
    (record,) = parse_games(text, named, "sgf")
    return record


def lines_of(record: Record) -> list[str]:
    return list(map(str, record.lines()))


def test_a_match_between_programs() -> None:
    first, second = parse_games(MATCH, format="sgf")
    assert (first.rules, second.rules) == (game("gomoku"), game("gomoku-standard"))
    assert first.players == {Sign.X: "one", Sign.O: "other"}
    assert first.about == {"DT": "2026-01-02", "GN": "1"}
    assert first.seconds == (None, None, 0.012, 0.007, 0, 0.801, 0.003, 0.001, 0.002)
    assert first.notes == ("opening move",) * 2 + ("",) * 7
    assert first.result == Result(Sign.X, score=1)
    assert first.position.winner is Sign.X
    assert second.result == Result(None)
    again = parse_games(format_games([first, second], "sgf"), format="sgf")
    assert again == [first, second]


def test_variations_and_comments_are_kept() -> None:
    record = read(TREE)
    assert lines_of(record) == ["b2 a1 c4", "b2 a1 c1 a2 a3", "b2 a1 c1 a2 b3"]
    assert record.notes == ("a comment (with ; signs)", "", "at the end")
    assert record.comment == "a game"
    assert record.players == {Sign.X: "Alice ] B", Sign.O: "Bob"}


@pytest.mark.parametrize(
    "text",
    [
        "(;sz[3]ru[3,3,3];b[bb];w[aa])",
        "( ; SZ [ 3 ] RU [3,3,3] ; B [ bb ] ; W [aa\n] )",
        "From: Ann (at home)\r\n\r\n(;SZ[3]RU[3,3,3];B[bb];W[aa])",
        "(;SiZe[3]RUles[3,3,3];Black[bb];White[aa])",
        "(;SZ[3]RU[3,3,3]AW[bb : bb]AE[bb];B[b2];W[A1])",
    ],
)
def test_what_other_programs_write(text: str) -> None:
    assert lines_of(read(text)) == ["b2 a1"]


def test_lines_count_from_the_beginning_of_the_text() -> None:
    record = read("Ann's game\n\n(;SZ[3]RU[3,3,3]\n;B[dd])")
    assert [stone.line for stone in record.illegal] == [4]


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (
            "GM[1]SZ[19]",
            "marked as Go (GM[1]): to read it as another game, name that game, as in --game",
        ),
        ("GM[1]RU[Japanese]", "marked as Go (GM[1])"),
        ("GM[2]", "marked as Othello (GM[2])"),
        ("GM[3]", "marked as chess (GM[3])"),
        ("GM[11]", "marked as another game (GM[11])"),
        ("GM[4]RU[Japanese]", "'Japanese' is not a game that kinrow knows"),
        ("GM[4]", "the file does not say"),
        ("GM[x]", "the file does not say"),
        ("SZ[19]", "the file does not say"),
    ],
)
def test_a_file_of_another_game_is_told_as_one(head: str, words: str) -> None:
    text = f"(;{head};B[aa])"
    with pytest.raises(UnknownGame, match=re.escape(words)):
        read(text)
    assert lines_of(read(text, "19,19,5" if "SZ" in head else "gomoku")) == ["a1"]


def test_a_game_that_is_named_counts_more_than_its_number() -> None:
    assert lines_of(read("(;GM[1]SZ[3]RU[3,3,3];B[bb])")) == ["b2"]


@pytest.mark.parametrize("point", ["", " "])
def test_a_pass_is_told_as_one(point: str) -> None:
    (illegal,) = read(f"(;SZ[3]RU[3,3,3];B[bb];W[{point}])").illegal
    assert str(illegal) == "line 1: a pass, which these games do not allow"


def test_a_size_that_cannot_be_read_is_told_once() -> None:
    with pytest.raises(NotationError, match=r"^line 1: SZ\[x\]"):
        read("(;SZ[x]RU[3,3,3])")


def test_several_stones_of_a_turn_may_share_a_node() -> None:
    record = read("(;GM[4]RU[connect6]SZ[19];B[jj];W[aa][ab]C[both];B[ac]B[ad])")
    assert lines_of(record) == ["j10 a1 a2 a3 a4"]
    assert record.notes == ("", "", "both", "", "")


@pytest.mark.parametrize("spec", ["3,3,3", "3,3,3:begins=O"])
def test_a_set_up_position(spec: str) -> None:
    text = f"(;GM[4]SZ[3]RU[{spec}]AB[aa:ba]AW[bb];AE[ba]PL[B];B[ca])"
    record = read(text)
    first = game(spec).begins
    assert record.start.cells == f"{first}...{first.other}...."
    assert record.start.to_move is first
    assert read(format_games(record, "sgf")) == record


@pytest.mark.parametrize(
    ("text", "cells", "mover"),
    [
        ("(;HA[2]AB[aa:ba];W[cc];B[bb])", "XX.......", Sign.O),  # a handicap
        ("(;AB[aa]AW[bb];W[cc])", "X...O....", Sign.O),  # a problem: White to play
        ("(;AB[aa];C[what now?](;B[cc])(;B[ca]))", "X........", Sign.X),
        ("(;AB[aa]PL[W];B[cc])", "X........", Sign.O),
        ("(;AB[aa])", "X........", Sign.O),
    ],
)
def test_a_set_up_without_a_player_is_followed_by_who_plays_first(
    text: str, cells: str, mover: Sign
) -> None:
    record = read(text, "tictactoe")
    assert (record.start.cells, record.start.to_move) == (cells, mover)
    assert bool(record.illegal) == ("PL" in text)
    assert read(format_games(record, "sgf")) == record


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;AB[dd];W[aa])", "not on the board of tictactoe"),
        ("(;AB[aa:ba])", r"cannot arise in tictactoe: X 2, O 0"),
        ("(;AB[a];W[aa])", "not a cell"),
        ("(;AB[aa][bb])", "line 1: this board cannot arise"),
        ("(;PL[?];W[cc])", r"PL\[\?\], expected B or W"),
        ("(;LEFT[x];W[cc])", "expected a number of stones"),
        ("(;AB[aa][bb]AW[aa:ba];B[cc])", "line 1: one node sets stones of both sides on a1"),
    ],
)
def test_set_ups_that_cannot_be(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        read(text, "tictactoe")


@pytest.mark.parametrize(
    ("said", "size", "spec"),
    [
        ("4", 15, "renju"),
        ("8", 15, "caro"),
        ("Renju", 19, "19,19,5:renju"),
        ("9,9,5:caro", 9, "9,9,5:caro"),
    ],
)
def test_renju_and_caro_are_read_and_written(said: str, size: int, spec: str) -> None:
    record = read(f"(;GM[4]SZ[{size}]RU[{said}];B[ee];W[aa])")
    assert record.rules == game(spec)
    assert read(format_games([record], "sgf")).rules == record.rules


@pytest.mark.parametrize("text", ["(;SZ[15];B[hh])", "(;GM[4]SZ[15]RU[2])", "(;GM[1]SZ[15]RU[0])"])
def test_a_game_that_is_not_named_is_asked_for(text: str) -> None:
    with pytest.raises(UnknownGame, match=r"name (the|that) game, as in --game 15,15,5"):
        read(text)
    assert read(text, "gomoku").rules == game("gomoku")


@pytest.mark.parametrize(("number", "rules"), [("0", ""), ("1", ":exact"), ("4", ":renju")])
def test_a_rule_of_gomocup_without_a_size_asks_for_the_size(number: str, rules: str) -> None:
    text = f"(;GM[4]RU[{number}];B[hh])"
    words = f"gives no board size .*: name the game, as in --game 15,15,5{rules} "
    with pytest.raises(UnknownGame, match=words):
        read(text)
    assert read(text, "20,20,5").rules == game("20,20,5")
    assert read("(;GM[4]RU[renju];B[hh])").rules == game("renju")


@pytest.mark.parametrize("text", ["(;GM[4]SZ[99];B[aa])", "(;GM[1]RU[x]SZ[22:30];B[aa])"])
def test_no_game_is_named_for_a_board_that_none_has(text: str) -> None:
    with pytest.raises(NotationError, match=r"^line 1: rows: \d+, expected .* from 1 to 29"):
        read(text)


@pytest.mark.parametrize("game", ["gomoku", None])
def test_rules_of_another_board_are_refused(game: str | None) -> None:
    with pytest.raises(NotationError, match=r"line 2: a board of 19 by 19, but gomoku"):
        read("\n(;SZ[19]RU[gomoku])", game)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;B[aa]", "the text ends within a game"),
        (";B[aa]", "outside of a game"),
        ("(;B[aa]\n[", "line 2"),
        ("(B[aa])", "belongs to no property"),
        ("(;[aa])", "belongs to no property"),
        ("(;SZ[x])", r"SZ\[x\], expected columns:rows"),
        ("hello", "outside of a game"),
    ],
)
def test_a_text_that_is_not_sgf(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        read(text, "tictactoe")


@pytest.mark.parametrize(
    ("moves", "kept", "fault"),
    [
        (";B[bb]\n;W[bb];B[aa]", ["b2"], "line 2: b2 is taken by X"),
        (";B[bb];B[aa]", ["b2"], "line 1: a stone of X, but O is to move"),
        (";B[bb](;W[aa];AB[cc];B[ac])(;W[ba])", ["b2 a1", "b2 b1"], "line 1: stones are set up"),
        ("\n(;AB[aa];W[bb])(;B[cc])", [], "line 2: stones are set up"),
        (";B[dd];W[aa]", [], "line 1: d4 is not on the board, expected a1 to c3"),
        (";B[]", [], "line 1: a pass"),
        (";B[bb](;W[aa];B[aa])(;W[ba])", ["b2 a1", "b2 b1"], "line 1: a1 is taken by O"),
        # What was played is the first; it is illegal, so the others stand in nobody's game.
        (";B[bb](;W[bb])(;W[ba])", ["b2"], "line 1: b2 is taken by X"),
    ],
)
def test_an_illegal_stone_ends_its_line(moves: str, kept: list[str], fault: str) -> None:
    record = read(f"(;SZ[3]{moves})", "tictactoe")
    assert lines_of(record) == kept
    assert [str(stone)[: len(fault)] for stone in record.illegal] == [fault]


@pytest.mark.parametrize(
    ("text", "result", "comment"),
    [
        ("W+", Result(Sign.O), ""),
        ("B+Resign", Result(Sign.X, Ending.RESIGNATION), ""),
        ("W+T", Result(Sign.O, Ending.TIME), ""),
        ("B+3.5", Result(Sign.X, score=3.5), ""),
        ("Draw", Result(None), ""),
        ("Void", Result(None, Ending.VOID), ""),
        ("?", None, ""),
        ("Black wins", None, "RE: Black wins"),
    ],
)
def test_results_as_sgf_says_them(text: str, result: Result | None, comment: str) -> None:
    record = read(f"(;SZ[3]RE[{text}])", "tictactoe")
    assert (record.result, record.comment) == (result, comment)


def test_rows_beyond_the_26th_go_on_with_capitals() -> None:
    text = format_games(Record("29,4,4", "b29"), "sgf")
    assert text.endswith(";B[bC])")
    assert lines_of(read(text)) == ["b29"]


def test_a_long_value_is_read_in_little_memory() -> None:
    note = "x" * 1_000_000 + "\\]" * 100_000
    text = f"(;GM[4]SZ[3]RU[3,3,3];B[bb]C[{note}])"
    tracemalloc.start()
    (record,) = parse_games(text, format="sgf")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert record.notes == (note.replace("\\", ""),)
    assert most < 20 * len(text)


def test_an_illegal_stone_does_not_go_through_those_before_it() -> None:
    class Uncounted(list[Stone]):
        def __iter__(self) -> Iterator[Stone]:
            raise AssertionError

    growth = Growth(game("3,3,3").start(), Uncounted())
    first = growth.add(None, "b2", line=1)
    assert growth.add(first, "b2", line=2) is None
    assert growth.add(first, "a1", line=3) is None  # its main continuation was illegal
    assert len(growth.illegal) == 1


@pytest.mark.parametrize(
    ("comment", "seconds", "note"),
    [
        ("2 s-threats here", None, "2 s-threats here"),
        ("5s left", None, "5s left"),
        ("; hm", None, "; hm"),
        ("; ; 5s", None, "; 5s"),
        ("; 800ms; hm", None, "800ms; hm"),
        ("800ms", 0.8, ""),
        ("1.5 s\nlong", 1.5, "long"),
        ("1.5 s; long", 1.5, "long"),
    ],
)
def test_a_time_stands_alone_or_before_a_semicolon(
    comment: str, seconds: float | None, note: str
) -> None:
    record = read(f"(;SZ[3]RU[3,3,3];B[bb]C[{comment}])")
    assert (record.seconds, record.notes) == ((seconds,), (note,))
    assert read(format_games(record, "sgf")) == record
