"""What is written is read again, in every format, for every named game."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.records.games import records

from kinrow.records import (
    FORMATS,
    Ending,
    Format,
    GameFileError,
    Record,
    Result,
    Stone,
    format_games,
    format_of,
    main_line,
    parse_games,
    write_games,
)
from kinrow.rules import NAMED, KinrowError, NotationError, OptionError, Sign, game


@settings(max_examples=60, deadline=None)
@given(st.lists(records(), min_size=1, max_size=3), st.sampled_from(["sgf", "json"]))
def test_sgf_and_json_keep_everything(games: list[Record], format: Format) -> None:
    assert parse_games(format_games(games, format), format=format) == games


@settings(max_examples=60, deadline=None)
@given(st.lists(records(), min_size=1, max_size=3))
def test_text_keeps_all_but_times_and_what_is_said(games: list[Record]) -> None:
    bare = [
        Record(
            each.start,
            [Stone(node.cell, node.parent) for node in each.tree],
            each.players,
            each.result,
            opening=each.opening,
        )
        for each in games
    ]
    assert parse_games(format_games(games)) == bare


@settings(max_examples=60, deadline=None)
@given(records(from_the_start=True))
def test_psq_keeps_the_main_line_the_names_and_the_milliseconds(record: Record) -> None:
    (read,) = parse_games(format_games(record, "psq"), format="psq")
    assert (read.start, read.moves, read.players) == (record.start, record.moves, record.players)
    assert read.opening == record.opening
    times = tuple(None if time is None else round(time, 3) for time in record.seconds)
    given = tuple(time or None for time in times[: record.opening])
    assert read.seconds == given + times[record.opening :]
    if read.result is not None and not read.position.finished:
        assert read.result == replace(record.result or read.result, ending=Ending.TIME)


@pytest.mark.parametrize("format", ["sgf", "psq", "json", "text"])
@pytest.mark.parametrize("name", NAMED)
def test_every_format_says_which_game_it_is(name: str, format: Format) -> None:
    rules = game(name)
    record = Record(rules, main_line(rules.start().legal_moves[:3]))
    assert parse_games(format_games(record, format), format=format)[0].rules == rules


def test_json_is_plain_and_short() -> None:
    data = json.loads(format_games(Record("tictactoe", "b2 a1"), "json"))
    assert [list(each) for each in data] == [["start", "moves"]]
    assert data[0]["moves"] == ["b2", "a1"]


def test_a_deep_tree_is_read_and_written() -> None:
    """Two continuations after each of 453 stones."""
    cells = game("22,22,22").start().legal_moves
    nodes: list[Stone] = []
    for number in range(454):
        parent = len(nodes) - 1 if nodes else None
        nodes.append(Stone(cells[number], parent))
    nodes += [Stone(cells[483], at) for at in range(452, -1, -1)]
    record = Record("22,22,22", nodes)
    for format in ("sgf", "json", "text"):
        assert parse_games(format_games(record, format), format=format) == [record]
    assert len(list(record.lines())) == 454


@pytest.mark.parametrize("format", ["sgf", "json", "text"])
@pytest.mark.parametrize(
    "result",
    [
        Result(Sign.X, Ending.TIME),
        Result(Sign.O, Ending.FORFEIT),
        Result(Sign.O, Ending.RESIGNATION),
        Result(Sign.X, score=1),
        Result(None),
        Result(None, Ending.VOID),
        None,
    ],
)
def test_results(result: Result | None, format: Format) -> None:
    record = Record("gomoku", "h8", result=result)
    assert parse_games(format_games(record, format), format=format)[0].result == result


@pytest.mark.parametrize("format", FORMATS)
def test_the_opening_is_kept(format: Format) -> None:
    record = Record("tictactoe", "b2 a1 c3", opening=2)
    text = format_games(record, format)
    (read,) = parse_games(text, format=format)
    assert (read.opening, read.moves) == (2, record.moves)


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("(;GM[4]SZ[3]RU[3,3,3]OPENING[two];B[bb])", "sgf"),
        ('{"start": {"rules": "3,3,3"}, "moves": ["b2"], "opening": -1}', "json"),
        ('{"start": {"rules": "3,3,3"}, "moves": ["b2"], "opening": "1"}', "json"),
        ("game 3,3,3\nopening two\nmoves b2", "text"),
    ],
)
def test_an_opening_is_a_number_of_stones(text: str, format: Format) -> None:
    with pytest.raises(NotationError, match=r"opening .*: expected a number of stones"):
        parse_games(text, format=format)
    with pytest.raises(OptionError, match="opening 2: expected a whole number from 0 to 1"):
        Record("tictactoe", "b2", opening=2)


def test_an_opening_ends_with_the_stones_that_can_be_played() -> None:
    (record,) = parse_games("game 3,3,3\nopening 3\nmoves b2 b2 a1")
    assert (record.opening, len(record.illegal)) == (1, 1)


def test_psq_cannot_hold_a_set_up_position_or_two_games() -> None:
    with pytest.raises(NotationError, match="no set-up positions"):
        format_games(Record(game("tictactoe").replay("b2")), "psq")
    with pytest.raises(NotationError, match="one game, not 2"):
        format_games([Record("tictactoe")] * 2, "psq")


@settings(max_examples=200, deadline=None)
@given(records(from_the_start=True), st.sampled_from(FORMATS), st.data())
def test_a_damaged_text_is_read_or_refused_in_our_words(
    record: Record, format: Format, data: st.DataObject
) -> None:
    text = format_games(record, format)
    for _ in range(data.draw(st.integers(1, 3))):
        first, last = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        put = data.draw(st.sampled_from(["", "(", ")", "[", "]", ";", "\\", ",", "-1", "{", '"']))
        text = text[:first] + put + text[min(last, first + 5) :]
    try:
        games = parse_games(text, format=format)
    except KinrowError:
        return
    for read in games:
        assert list(read.lines())[:1] == [read.moves] or not read.tree
        assert parse_games(format_games(read, "json"), format="json") == [read]


@pytest.mark.parametrize("suffix", [".sgf", ".psq", ".json", ".txt"])
def test_half_a_character_is_reported(tmp_path: Path, suffix: str) -> None:
    """Names of files from the system may have it."""
    path = tmp_path / f"a{suffix}"
    with pytest.raises(GameFileError, match=r"a\.\w+: .*\\udc80.* has half a character"):
        write_games(path, Record("tictactoe", "b2", players={Sign.X: "Ann\udc80"}))
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_the_name_of_a_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "\ud800.sgf", b"a.sgf"):
        with pytest.raises(OptionError, match=r"expected a path, such as 'a\.sgf'"):
            write_games(path, Record("tictactoe"))  # type: ignore[arg-type]


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    path = tmp_path / f"{'x' * 251}.sgf"
    write_games(path, Record("tictactoe", "b2"))
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("comment", [None, b"well", 5])
def test_a_comment_is_a_string(comment: object) -> None:
    with pytest.raises(OptionError, match=r"comment .*: expected a string"):
        Record("tictactoe", "b2", comment=comment)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match=r"note .*: expected a string"):
        Stone("b2", None, note=comment)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("format", "text"),
    [("text", "moves b2 z99"), ("json", '{"start": {"rules": "3,3,3"}, "moves": ["b2", "z99"]}')],
)
def test_what_is_no_cell_is_answered_with_those_of_the_board(format: Format, text: str) -> None:
    (record,) = parse_games(text, "tictactoe", format)
    assert "expected a column letter a to c and a row number 1 to 3" in record.illegal[0].reason


def test_a_suffix_says_the_format_also_in_a_string() -> None:
    assert (format_of("a.sgf"), format_of(Path("a.TXT"))) == ("sgf", "text")
    with pytest.raises(OptionError, match=r"5: expected a path, such as 'a\.sgf'"):
        format_of(5)  # type: ignore[arg-type]
