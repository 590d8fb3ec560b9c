"""Bad input of every kind: which line and column, what was expected, what was answered before."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.judges.judging import DATA, judged, process

from kinrow.judges.tasks import TASKS

CSP, JING4 = "csp201803-4", "jing4"
GOOD = "1 2 1\n2 1 2\n0 0 0\n"  # worth 3
WON = "OXX..\nXOOX.\nOXOOO\nOXOOX\nOXOXX\n"  # O win
EMPTY = ".....\n" * 4
T = "T, the number of boards: a positive whole number"

# Task, input, answers before, line, column, words of the message.
BOARD_CASES = [
    (CSP, "", "", 1, 1, ["the input ends here", T]),
    (CSP, "\n", "", 1, 1, ["an empty line", T]),
    (CSP, "\n1\n" + GOOD, "", 1, 1, [T]),
    (CSP, "x\n", "", 1, 1, ["'x'", T]),
    (CSP, "0\n", "", 1, 1, ["'0'", T]),
    (CSP, "-1\n", "", 1, 1, ["'-1'", T]),
    (CSP, "1.5\n", "", 1, 1, ["'1.5'", T]),
    (CSP, "١\n", "", 1, 1, [T]),
    (CSP, " 1 2\n", "", 1, 4, ["'2'", T]),
    (CSP, "9" * 2000 + "\n", "", 1, 1001, ["does not end within 1000 bytes", T]),
    (CSP, "1\n", "", 2, 1, ["the input ends here", "row 1 of board 1", "3 numbers"]),
    (CSP, "2\n" + GOOD, "3\n", 5, 1, ["the input ends here", "row 1 of board 2"]),
    (CSP, "2\n" + GOOD + "0 0 0\n", "3\n", 6, 1, ["the input ends here", "row 2 of board 2"]),
    (CSP, "1\n" + GOOD + "0 0 0\n", "3\n", 5, 1, ["'0'", "the end of the input after board 1"]),
    (CSP, "1\n" + GOOD + "\n \n  x", "3\n", 7, 3, ["'x'", "the end of the input"]),
    (CSP, "2\n" + GOOD + "\n" + GOOD, "3\n", 5, 1, ["an empty line", "row 1 of board 2"]),
    (CSP, "2\n" + GOOD + "1 2 3\n", "3\n", 5, 5, ["'3'", "0 (empty), 1 (X) or 2 (O)"]),
    (CSP, "1\n1 x 1\n", "", 2, 3, ["'x'", "0 (empty), 1 (X) or 2 (O) in row 1 of board 1"]),
    (CSP, "1\n1 2 1\n2 -1 2\n", "", 3, 3, ["'-1'", "row 2 of board 1"]),
    (CSP, "1\n121\n", "", 2, 1, ["'121'", "0 (empty), 1 (X) or 2 (O)"]),
    (CSP, "1\n1,2,1\n", "", 2, 1, ["'1,2,1'"]),
    (CSP, "1\n１ 2 1\n", "", 2, 1, ["'１'"]),
    (CSP, "1\n1\u00a02 1\n", "", 2, 1, ["0 (empty), 1 (X) or 2 (O)"]),
    (CSP, "1\n1 2 \n", "", 2, 4, ["the line ends after 2 numbers", "3 numbers in row 1"]),
    (CSP, "1\n1 2 1\n2\n", "", 3, 2, ["the line ends after 1 number,", "3 numbers in row 2"]),
    (CSP, "1\n1 2 1 0\n", "", 2, 7, ["'0'", "the line to end after 3 numbers"]),
    (CSP, "1\n1 1 1\n2 2 2\n0 0 0\n", "", 2, 1, ["both X (row 1) and O (row 2)"]),
    (CSP, "2\n" + GOOD + "2 2 2\n0 0 0\n0 0 0\n", "3\n", 5, 1, ["board 2: X 0, O 3, expected"]),
    (CSP, "1\n1 1 1\n2 2 0\n2 0 0\n", "", 2, 1, ["X has 3 in a row (row 1)", "O's"]),
    (CSP, "1\n1 0 0\n0 0 0\n0 0 0\n", "", 2, 1, ["O's turn", "X is to move"]),
    (CSP, b"1\n1 \xff 1\n", "", 2, 3, ["byte 0xff is not UTF-8 text", "row 1 of board 1"]),
    (CSP, b"\x7fELF\x02\x01\x00\n", "", 1, 1, ["'\\x7fELF\\x02\\x01\\x00'", T]),
    (CSP, "1\n井井 ".encode() + b"\xe9\n", "", 2, 4, ["byte 0xe9 is not UTF-8 text"]),
    (CSP, "1\n" + GOOD.replace("\n", "\r"), "", 2, 7, ["the line to end after 3 numbers"]),
    (JING4, "", "", 1, 1, ["the input ends here", T]),
    (JING4, "1\n", "", 2, 1, ["row 1 of board 1: 5 signs, each O, X or a dot"]),
    (JING4, "2\n" + WON + WON[:12], "O win\n", 9, 1, ["the input ends here", "row 3 of board 2"]),
    (JING4, "1\n" + WON + ".", "O win\n", 7, 1, ["'.'", "the end of the input after board 1"]),
    (JING4, "1\n0XX..\n", "", 2, 1, ["'0'", "the letter O, the letter X or a dot"]),
    (JING4, "1\nOXX..\nXOoX.\n", "", 3, 3, ["'o'", "the letter O", "row 2 of board 1"]),
    (JING4, "1\nO X..\n", "", 2, 2, ["' '", "the letter O, the letter X or a dot"]),
    (JING4, "1\n OXX..\n", "", 2, 1, ["' '"]),
    (JING4, "1\nOXX.\n", "", 2, 5, ["the line ends after 4 signs", "5 signs in row 1 of board 1"]),
    (JING4, "1\nOXX...\n", "", 2, 6, ["'.'", "the line to end after 5 signs"]),
    (JING4, "1\n\n", "", 2, 1, ["an empty line", "5 signs"]),
    (JING4, "1\n" + EMPTY + "....O\n", "", 2, 1, ["middle of a turn of O", "with 1 of 2 marks"]),
    (
        JING4,
        "1\n" + EMPTY + "XX...\n",
        "",
        2,
        1,
        ["X 2, O 0, expected X 0, O 2 after 2 stones"],
    ),
    (JING4, "1\n" + "OOOXX\n" * 5, "", 2, 1, ["X 10, O 15, 25 stones in all", "at most 22"]),
    (JING4, b"1\nOX\xc3", "", 2, 3, ["byte 0xc3 is not UTF-8 text"]),
]

MOVES = "one JSON value: a list of moves [row, col]"
JSON_CASES = [
    ("leetcode-1275", "[]\n[[0,0]\n", '"Pending"\n', 2, 7, ["no JSON", MOVES]),
    ("leetcode-1275", "A\n", "", 1, 1, ["no JSON", MOVES]),
    ("leetcode-1275", "[] []\n", "", 1, 4, ["no JSON (Extra data)", MOVES]),
    ("leetcode-1275", "[]\n\n[]\n", '"Pending"\n', 2, 1, ["an empty line", MOVES]),
    ("leetcode-1275", '  {"a": 1}\n', "", 1, 3, ["{'a': 1}", "a list of moves [row, col]"]),
    ("leetcode-1275", "[[0,0],7]\n", "", 1, 8, ["move 2: 7", "a move [row, col]"]),
    ("leetcode-1275", "[[0,0,1]]\n", "", 1, 2, ["move 1", "3 elements", "a move [row, col]"]),
    ("leetcode-1275", "[[0,0], [1, 3]]", "", 1, 13, ["move 2: col is 3", "from 0 to 2"]),
    ("leetcode-1275", "[[0,-1]]", "", 1, 5, ["move 1: col is -1", "from 0 to 2"]),
    ("leetcode-1275", "[[true,0]]", "", 1, 3, ["row is True", "a whole number from 0 to 2"]),
    ("leetcode-1275", "[[0,0],[NaN,0]]", "", 1, 9, ["row is nan", "a whole number"]),
    ("leetcode-1275", "[[0,0],[0,0]]", "", 1, 8, ["move 2: a1 is taken by X"]),
    ("leetcode-1275", "[[0,0],[2,0],[0,1],[2,1],[0,2],[2,2]]", "", 1, 32, ["X has won"]),
    ("leetcode-1275", "[" * 100_000, "", 1, 1, ["lists within lists", MOVES]),
    ("leetcode-1275", "[[0, " + "1" * 5000 + "]]", "", 1, 6, ["thousands of digits", MOVES]),
    ("leetcode-1275", b"[]\n[[\xfe", '"Pending"\n', 2, 3, ["0xfe is not UTF-8", MOVES]),
    ("leetcode-794", '["XO."," X ","   "]', "", 1, 2, ["row 1 is 'XO.'", "X, O or a space"]),
    ("leetcode-794", '["XO "," X ",  ""]', "", 1, 16, ["row 3 is ''", "a string of 3 signs"]),
    ("leetcode-794", '["XO "," X ",3]', "", 1, 14, ["row 3 is 3", "a string of 3 signs"]),
    ("leetcode-794", '["XO "," X "]', "", 1, 1, ["2 elements", "a list of 3 strings"]),
    ("leetcode-794", '"XO  X   "', "", 1, 1, ["a list of 3 strings"]),
    ("leetcode-348", "[]", "", 1, 1, ["[]", 'an object {"n": ..., "moves"']),
    ("leetcode-348", '{"n": 3}', "", 1, 1, ['"moves" is missing']),
    ("leetcode-348", '{"n": 0, "moves": []}', "", 1, 7, ["n is 0", "from 1 to 10000"]),
    ("leetcode-348", '{"n": 10001, "moves": []}', "", 1, 7, ["from 1 to 10000"]),
    ("leetcode-348", '{"n": 3, "moves": 4}', "", 1, 19, ["4", "a list of moves"]),
    ("leetcode-348", '{"n": 3, "move": 4, "moves": []}', "", 1, 18, ["'move' is neither"]),
    ("leetcode-348", '{"moves": [[0,0,3]], "n": 3}', "", 1, 17, ["move 1: player is 3", "1 to 2"]),
    ("leetcode-348", '{"n": 2, "moves": [[0,2,1]]}', "", 1, 23, ["col is 2", "0 to 1"]),
    ("leetcode-348", '{"n": 2, "moves": [[0,0]]}', "", 1, 20, ["2 elements", "[row, col, player]"]),
    ("leetcode-348", '{"n": 2, "moves": [[0,0,1],[0,0,2]]}', "", 1, 28, ["row 0, col 0 is taken"]),
    ("leetcode-348", '{"n": 1, "moves": [[0,0,1],[0,0,2]]}', "", 1, 28, ["is taken"]),
    (
        "leetcode-348",
        '{"n": 2, "moves": [[0,0,1],[1,1,1],[0,1,2]]}',
        "",
        1,
        36,
        ["move 3: the game is over, player 1 has won", "no more moves"],
    ),
]


@pytest.mark.parametrize(
    ("task", "text", "before", "line", "column", "words"), [*BOARD_CASES, *JSON_CASES]
)
def test_it_is_named(
    task: str, text: str | bytes, before: str, line: int, column: int, words: list[str]
) -> None:
    out, error = judged(task, text)
    assert error is not None
    assert out == before
    assert str(error).startswith(f"line {line}, column {column}: ")
    assert (error.line, error.column) == (line, column)
    assert "\n" not in str(error)
    assert ", expected " in str(error)
    for word in words:
        assert word in str(error)


@pytest.mark.parametrize(
    ("task", "given", "out", "message"),
    [
        (CSP, b"", b"", rb"line 1, column 1: .*expected T, the number of boards.*"),
        (CSP, b"2\n" + GOOD.encode() + b"1 2 7\n", b"3\n", rb"line 5, column 5: '7', expected .*"),
        (JING4, b"1\nOX\xffXX\n", b"", rb"line 2, column 3: byte 0xff is not UTF-8 text.*"),
        ("leetcode-1275", b"[]\n[", b'"Pending"\n', rb"line 2, column 2: no JSON.*"),
    ],
)
def test_the_process_says_so(task: str, given: bytes, out: bytes, message: bytes) -> None:
    run = process(task, given)
    assert run.returncode == 2
    assert run.stdout == out
    assert re.fullmatch(rb"kinrow: " + message + rb"\n", run.stderr)


# Input that is nearly good: lines of the samples, some of them changed.
SAMPLES = [(DATA / f"{task}.in").read_bytes() for task in (CSP, JING4)]
SAMPLES += [b"[[0, 0], [1, 1]]\n", b'["XO ", "   ", "   "]\n', b'{"n": 2, "moves": [[0, 1, 2]]}\n']


@st.composite
def nearly_good(draw: st.DrawFn) -> bytes:
    given = bytearray(draw(st.sampled_from(SAMPLES)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(given)))
        given[at : at + draw(st.integers(0, 2))] = draw(st.binary(max_size=2))
    return bytes(given)


@given(st.one_of(st.binary(max_size=60), nearly_good()))
def test_no_input_is_worse_than_bad(given: bytes) -> None:
    for task in TASKS:
        out, error = judged(task, given)
        assert error is None or ", expected " in str(error)
        assert out.endswith("\n") or not out
