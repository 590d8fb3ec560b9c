"""Files that other programs write, or that were put together by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from kinrow import read_games
from kinrow.records import GameFileError, parse_games
from kinrow.rules import NotationError, Sign

HEAD = "Piskvorky 15x15, 11:11, 0\n"


@pytest.mark.parametrize("comment", ["C[saved with CA[GBK]", "C[a\\] CA[GBK]", "C[CA[GBK" + "]"])
def test_a_character_set_in_a_comment_is_none(tmp_path: Path, comment: str) -> None:
    path = tmp_path / "a.sgf"
    path.write_text(f"(;GM[4]SZ[15]RU[gomoku]PB[王]{comment};B[hh])", encoding="utf-8")
    assert read_games(path)[0].players[Sign.X] == "王"


def test_a_character_set_after_a_comment_counts(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_bytes("(;GM[4]SZ[15]RU[gomoku]C[[x]CA[GBK]PB[王];B[hh])".encode("gbk"))
    assert read_games(path)[0].players[Sign.X] == "王"


@pytest.mark.parametrize("charset", ["cp1250", "utf-8"])
def test_a_psq_may_name_its_players_in_any_code_page(tmp_path: Path, charset: str) -> None:
    path = tmp_path / "a.psq"
    names = "C:\\Hráč\\pbrain.exe\nHráč 1,5"
    path.write_bytes(f"{HEAD}8,8,0\n9,9,1\n{names}\n-1\n".encode(charset))
    (record,) = read_games(path, "gomoku")
    assert str(record.moves) == "h8 i9"
    kept = names.encode(charset).decode(errors="replace").split("\n")
    assert list(record.players.values()) == kept


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (HEAD.encode().replace(b",", b"\xe1,") + b"8,8,0\n", 1),
        (HEAD.encode() + b"8,8,0\n9\xe1,9,1\nAnn\nBob\n-1\n", 3),
        (HEAD.encode() + b"8,8,0\n9,9,\xe1\nAnn\nBob\n-1\n", 3),
    ],
)
def test_the_head_and_the_stones_of_a_psq_must_be_readable(
    tmp_path: Path, data: bytes, line: int
) -> None:
    path = tmp_path / "a.psq"
    path.write_bytes(data)
    with pytest.raises(GameFileError, match=f"line {line} is not text in UTF-8"):
        read_games(path, "gomoku")


def test_stones_of_a_set_up_may_be_cells() -> None:
    for text in ("AB[h8]AW[i9]", "AB[hh]AW[ig]"):
        (record,) = parse_games(f"(;GM[4]SZ[15]RU[gomoku]{text};B[j10])", format="sgf")
        assert str(record.start.play("j10").cells.count("X")) == "2"


def test_tt_is_a_pass_on_boards_that_have_no_such_point() -> None:
    (record,) = parse_games("(;GM[4]SZ[15]RU[gomoku];B[hh];W[tt])", format="sgf")
    assert "a pass" in str(record.illegal[0])
    (record,) = parse_games("(;GM[4]SZ[20]RU[20,20,5];B[hh];W[tt])", format="sgf")
    assert not record.illegal


@pytest.mark.parametrize(
    ("rest", "fault"),
    [
        ("8;8;0\n9,9,1\n", "line 2: '8;8;0' is not a stone"),
        (f"8,8,0\nAnn\nBob\n-1\n{HEAD}8,8,0\n", "line 6: PSQ holds one game, not 2"),
    ],
)
def test_no_stone_of_a_psq_is_dropped_without_a_word(rest: str, fault: str) -> None:
    with pytest.raises(NotationError, match=fault):
        parse_games(HEAD + rest, "gomoku", "psq")
