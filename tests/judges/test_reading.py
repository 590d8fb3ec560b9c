"""Input lines: the same from any chunks, bounded whatever comes, answers before each wait."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.judges.judging import DATA

from kinrow.judges.reading import BadInput, InputLines
from kinrow.judges.tasks import TASKS

MOST = 20


class Dribble:
    """A source that gives its pieces one by one."""

    def __init__(self, pieces: list[bytes]) -> None:
        self.pieces = [piece for piece in pieces if piece]

    def read1(self, size: int, /) -> bytes:
        return self.pieces.pop(0) if self.pieces else b""


class Endless:
    """A source without end, that counts what was taken."""

    def __init__(self, start: bytes, piece: bytes) -> None:
        self.start = start
        self.piece = piece
        self.taken = 0

    def read1(self, size: int, /) -> bytes:
        given = self.start or (self.piece * size)[:size]
        self.start = b""
        self.taken += len(given)
        return given


def read_all(lines: InputLines) -> tuple[list[str], str]:
    """The lines up to the end or an error, and the error."""
    read = []
    try:
        while (line := lines.read_any("a line")) is not None:
            read.append(line)
    except BadInput as error:
        return read, str(error)
    return read, ""


@given(st.lists(st.text(st.sampled_from("ab \t井\r\n"), max_size=12), max_size=6))
def test_pieces_do_not_matter(pieces: list[str]) -> None:
    text = "".join(pieces)
    split = text.encode().split(b"\n")
    expected = [line.decode().removesuffix("\r") for line in split]
    if split[-1] == b"":
        expected.pop()
    too_long = [len(line) > MOST for line in split]
    read, error = read_all(InputLines(Dribble([piece.encode() for piece in pieces]), MOST))
    assert (read, error) == read_all(InputLines(BytesIO(text.encode()), MOST))
    assert (read, error) == read_all(InputLines(Dribble([bytes([b]) for b in text.encode()]), MOST))
    if any(too_long):
        number = too_long.index(True)
        assert read == expected[:number]
        assert error.startswith(f"line {number + 1}, column ")
    else:
        assert (read, error) == (expected, "")


def test_a_line_may_have_just_so_many_bytes() -> None:
    assert read_all(InputLines(BytesIO(b"x" * MOST + b"\ny"), MOST)) == (["x" * MOST, "y"], "")
    _, error = read_all(InputLines(BytesIO(b"x" * (MOST + 1)), MOST))
    assert error.startswith(f"line 1, column {MOST + 1}: the line does not end within {MOST} bytes")


def test_columns_are_characters_and_a_cut_one_is_no_fault_of_its_own() -> None:
    _, error = read_all(InputLines(BytesIO("井".encode() * 100), MOST))
    assert error.startswith("line 1, column 7: the line does not end")
    _, error = read_all(InputLines(BytesIO("井井".encode() + b"\xff" * 100), MOST))
    assert error.startswith("line 1, column 3: byte 0xff")


@pytest.mark.parametrize("task", ["csp201803-4", "jing4", "leetcode-1275", "leetcode-794"])
@pytest.mark.parametrize("piece", [b"0 ", b"\0", b"[", b" "])
def test_an_endless_line_is_read_no_further_than_needed(task: str, piece: bytes) -> None:
    source = Endless(b"1\n" if "leet" not in task else b"", piece)
    with pytest.raises(BadInput, match=r"line [12], column .* expected"):
        TASKS[task].load()(source, print)
    assert source.taken < 2**27


def test_endless_blank_lines_end() -> None:
    source = Endless(b"1\n0 0 0\n0 0 0\n0 0 0\n", b"\n")
    out: list[str] = []
    with pytest.raises(BadInput, match="blank lines, expected the end of the input"):
        TASKS["csp201803-4"].load()(source, out.append)
    assert out == ["0\n"]


@pytest.mark.parametrize("task", ["csp201803-4", "jing4"])
def test_what_can_be_answered_is_answered_before_waiting(task: str) -> None:
    out: list[str] = []
    pieces = (DATA / f"{task}.in").read_bytes().splitlines(keepends=True)
    rows = 3 if task == "csp201803-4" else 5

    class Watched(Dribble):
        def read1(self, size: int, /) -> bytes:
            boards_given = (len(pieces) - len(self.pieces) - 1) // rows
            assert len("".join(out).splitlines()) == max(boards_given, 0)
            return super().read1(size)

    TASKS[task].load()(Watched(pieces), out.append)
    assert "".join(out) == (DATA / f"{task}.out").read_text()
