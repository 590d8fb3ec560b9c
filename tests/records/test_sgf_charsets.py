"""Every game of an SGF file may name a character set of its own."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from kinrow import read_games
from kinrow.records import GameFileError
from kinrow.rules import Sign


def game_in(charset: str, name: str, after: str = "") -> bytes:
    said = f"CA[{charset}]" if charset else ""
    return f"(;{said}GM[4]RU[gomoku]PB[{name}];B[hh]{after})\n".encode(charset or "utf-8")


def names_in(path: Path, *games: bytes) -> list[str]:
    path.write_bytes(b"".join(games))
    return [record.players[Sign.X] for record in read_games(path)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("ISO-8859-1", "Gärtner"), ("windows-1251", "Игрок")),
        (("UTF-8", "王"), ("GBK", "黑")),
        (("GBK", "黑"), ("UTF-8", "王")),
        (("shift_jis", "黒"), ("Big5", "黑")),
    ],
)
def test_every_game_is_read_in_its_own(
    tmp_path: Path, first: tuple[str, str], second: tuple[str, str]
) -> None:
    names = names_in(tmp_path / "a.sgf", b"Two games\n", game_in(*first), game_in(*second))
    assert names == [first[1], second[1]]


@pytest.mark.parametrize(
    "after",
    [
        "C[(;CA[UTF-8\\] x) (;CA[UTF-8\\]]",
        "(;W[hi])(;W[ii]CA[UTF-8](;B[ij])(;B[gg]))",
        "C[\\\\](;W[hi]C[:) (; and \\])(;])(;W[ii])",
    ],
)
def test_what_only_looks_like_the_next_game_is_none(tmp_path: Path, after: str) -> None:
    later = game_in("GBK", "黑", after + "(;W[aa]C[白])")
    names = names_in(tmp_path / "a.sgf", game_in("cp1251", "Игрок"), later, game_in("big5", "白"))
    assert names == ["Игрок", "黑", "白"]
    assert read_games(tmp_path / "a.sgf")[1].tree[-1].note == "白"


def test_bytes_of_a_character_are_no_brackets(tmp_path: Path) -> None:
    odd = b"\x81]\x81[\x81\\".decode("gbk")
    games = [game_in("UTF-8", "王"), game_in("GBK", "黑", f"C[{odd}]"), game_in("UTF-8", odd)]
    assert names_in(tmp_path / "a.sgf", *games) == ["王", "黑", odd]


def test_a_game_that_names_none_is_in_the_first_of_the_file(tmp_path: Path) -> None:
    unnamed = game_in("GBK", "白").replace(b"CA[GBK]", b"")
    games = [game_in("GBK", "黑"), game_in("UTF-8", "王"), unnamed]
    assert names_in(tmp_path / "a.sgf", *games) == ["黑", "王", "白"]


def test_a_mark_in_front_counts_for_all_games(tmp_path: Path) -> None:
    games = [b"(;CA[GBK]RU[gomoku]PB[\xc3\xa4])", b"(;CA[cp1251]RU[gomoku]PB[\xc3\xb6])"]
    assert names_in(tmp_path / "a.sgf", codecs.BOM_UTF8, *games) == ["ä", "ö"]


@pytest.mark.parametrize(
    ("charset", "fault"),
    [
        ("UTF-8", "line 2 is not text in UTF-8"),
        ("undefined", "is not text in UNDEFINED"),
        ("nonsense", "character set 'nonsense' is unknown"),
    ],
)
def test_faults_are_those_of_the_game(tmp_path: Path, charset: str, fault: str) -> None:
    bad = game_in("latin-1", "Gärtner").replace(b"latin-1", charset.encode())
    with pytest.raises(GameFileError, match=fault):
        names_in(tmp_path / "a.sgf", game_in("cp1251", "Игрок"), bad, game_in("GBK", "黑"))
