"""The record itself, JSON and text by hand, and files, with the place of every fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import kinrow
from kinrow.records import (
    Format,
    GameFileError,
    Record,
    Result,
    Stone,
    UnknownGame,
    format_games,
    parse_games,
    read_games,
    record_from_json,
    write_games,
)
from kinrow.rules import IllegalMove, KinrowError, NotationError, OptionError, Sign

TREE = (Stone("b2", None), Stone("a1", 0, 1.5, "a note"), Stone("c3", 1), Stone("c1", 0))


def test_the_main_line_comes_first() -> None:
    record = Record("tictactoe", TREE)
    assert str(record.moves) == "b2 a1 c3"
    assert record.seconds == (None, 1.5, None)
    assert record.continuations() == (0,)
    assert record.continuations(0) == (1, 3)
    assert str(record.line(3)) == "b2 c1"
    assert record.position.rows == ("O..", ".X.", "..X")
    assert len(record.positions) == 4


def test_a_finished_board_has_its_result() -> None:
    record = Record("tictactoe", "a1 b1 a2 b2 a3")
    assert (record.result, record.winner) == (Result(Sign.X), Sign.X)
    assert Record("tictactoe", "a1").result is None


@pytest.mark.parametrize(
    ("tree", "error", "words"),
    [
        ([Stone("a1", None), Stone("a1", 0)], IllegalMove, "move 2: a1 is taken by X"),
        ([Stone("a1", 0)], OptionError, "stone 1 follows stone 1"),
        ([Stone("a1", None), Stone("b1", None), Stone("c1", 0)], OptionError, "stone 3 follows"),
        ([Stone("a1", None), Stone("b1", True)], OptionError, "stone 2 follows"),
        ("a1 zz", NotationError, "'zz' is not a cell"),
        ([Stone("a1", None), "b1"], NotationError, "expected"),
        (5, NotationError, "5"),
    ],
)
def test_a_record_is_legal(tree: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Record("tictactoe", tree)


def test_a_line_of_play_may_be_given_as_its_cells() -> None:
    board = kinrow.Board("tictactoe", "b2 a1")
    record = Record("tictactoe", "b2, a1")
    assert Record("tictactoe", board.move_stack) == Record("tictactoe", ["b2", "a1"]) == record


def test_what_cannot_be_in_a_record() -> None:
    with pytest.raises(OptionError, match="seconds -1"):
        Stone("a1", None, -1)
    with pytest.raises(OptionError, match="about 'XX'"):
        Record("tictactoe", about={"XX": "?"})
    with pytest.raises(OptionError, match=r"players: .* expected an object of strings"):
        Record("tictactoe", players={Sign.X: 5})  # type: ignore[dict-item]
    with pytest.raises(OptionError, match="about: "):
        Record("tictactoe", about={"DT": 2026})  # type: ignore[dict-item]
    for result in ("X", Sign.X, 1):
        with pytest.raises(OptionError, match=r"result .*: expected a Result, such as"):
            Record("tictactoe", "b2", result=result)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="score"):
        Result(Sign.X, score=float("nan"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("[3]", "game 1: 3 is not a game"),
        ('{"start": {"rules": "3,3,3"}, "moves": [1]}', "game 1: move 1: "),
        ('{"start": {"rules": "3,3,3"}, "moves": {}}', "expected a list"),
        ('{"start": {"rules": "3,3,3"}, "moves": [{"move": "a1", "after": 1}]}', "after 1"),
        ('{"start": {"rules": "3,3,3"}, "moves": [{"move": "a1", "seconds": "1"}]}', "a number"),
        ('{"start": {"rules": "3,3,3"}, "moves": [{"move": "a1", "seconds": true}]}', "a number"),
        ('{"start": {"rules": "3,3,3"}, "result": {"winner": "X", "score": true}}', "result: "),
        ('{"start": {"rules": "3,3,3"}, "result": "X"}', "result: 'X'"),
        ('{"start": {"rules": "3,3,3"}, "result": {"winner": "X", "score": "1"}}', "result: "),
        ('{"start": {"rules": "3,3,3"}, "result": {"winner": ["X"]}}', "result: "),
        ('{"start": {"rules": "3,3,3"}, "players": {"Z": "a"}}', "expected one of X, O"),
        ('{"start": {"rules": "3,3,3"}, "comment": 1}', "comment: 1, expected a string"),
        ('{"start": {"rules": "3,3,3"}, "color": 1}', "'color': expected one of start"),
        ('{"start": {"rules": 3}}', "rules: 3"),
        ('{"start": {"rules": "3,3,3", "first": "O"}}', "start: 'first', expected one of rules"),
        (
            '{"start": {"rules": "3,3,3"}, "moves": ["a1", {"move": "b1", "comment": "x"}]}',
            r"moves\[1\]: 'comment', expected one of move, seconds, note, after",
        ),
        ('{"start": {"rules": "3,3,3"}, "result": {"by": "X"}}', "result: 'by', expected one of"),
        ('{"start": {"rules": "3,3,3"}, "comment": "\\ud800"}', "has half a character"),
        ('{"start": []}', r"start: \[\]"),
        ('{"start": {"rules": "3,3,3", "rows": 3}}', "rows: 3"),
        (
            """{"start": {"rules": "3,3,3"},
            "moves": ["a1", {"move": "b1", "after": 0}, {"move": "c1", "after": 1}]}""",
            "game 1: stone 3 follows stone 1",
        ),
    ],
)
def test_json_of_another_shape(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        parse_games(text, format="json")


def test_json_without_rules_asks_for_them() -> None:
    text = '{"moves": ["b2"]}'
    with pytest.raises(UnknownGame, match="name the game, as in --game 15,15,5"):
        parse_games(text, format="json")
    assert parse_games(text, "tictactoe", "json") == [Record("tictactoe", "b2")]


def test_illegal_stones_of_json_and_text_end_their_lines() -> None:
    text = '{"start": {"rules": "3,3,3"}, "moves": ["b2", "b2", "c3", {"move": "a1", "after": 1}]}'
    for record in (*parse_games(text, format="json"), *parse_games("game 3,3,3\nmoves b2 b2 c3")):
        assert list(record.lines()) == [record.moves] == [record.line(0)]
        assert [stone.written for stone in record.illegal] == ["b2"]


def test_text_by_hand() -> None:
    text = "# a remark\n\ngame tictactoe\nmoves b2, (a1 c3) (c1)\nresult O time\n"
    (record,) = parse_games(text)
    assert [len(line) for line in record.lines()] == [3, 2]
    assert str(record.result) == "O wins (time)"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected a saved game"),
        ("# a remark", "expected a saved game"),
        ("moves a1", "not part of a saved game"),
        ("chess\n", "line 1: 'chess' is not part of a saved game"),
        ("game 3,3,3\nmoves a1\nmoves a1", "line 3"),
        ("game 3,3,3\nstart X.", "line 2: this board cannot arise"),
        ("game chess", "line 1: 'chess' is not a game that kinrow knows: name the game"),
        ("game 3,3,3\nmoves (a1", "line 2: '\\(' without"),
        ("game 3,3,3\nmoves a1)", "line 2: '\\)' without"),
        ("game 3,3,3\nmoves b2 (a1) () c1", r"line 2: '\)' after '\(': expected brackets"),
        ("game 3,3,3\nmoves b2 (a1) (b1) c1", r"line 2: 'c1' after '\)': expected brackets"),
        ("game 3,3,3\nmoves (b2) a1", r"line 2: 'a1' after '\)'"),
        ("game 3,3,3\nresult Z", "line 2: result 'Z', expected X, O, draw or void"),
        ("\0 chess", "not part of a saved game"),
    ],
)
def test_a_text_that_is_not_a_saved_game(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        parse_games(text)


@pytest.mark.parametrize("suffix", ["sgf", "json", "txt"])
def test_a_file_of_no_games_is_read_again(tmp_path: Path, suffix: str) -> None:
    write_games(tmp_path / f"a.{suffix}", [])
    assert read_games(tmp_path / f"a.{suffix}") == []


@pytest.mark.parametrize("suffix", ["sgf", "json", "txt", "psq"])
def test_files_by_their_suffix(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"game.{suffix}"
    record = Record("connect6", "j10 a1 b1")
    kinrow.write_games(path, record)
    assert kinrow.read_games(path)[0].moves == record.moves
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_strict_reader_names_the_file_the_game_and_the_line(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_text("(;RU[3,3,3];B[aa])\n(;RU[3,3,3];B[aa]\n;W[aa])")
    with pytest.raises(GameFileError, match=r"a\.sgf: game 2, line 3: a1 is taken by X"):
        read_games(path)
    assert [len(record.moves) for record in read_games(path, strict=False)] == [1, 1]


@pytest.mark.parametrize("charset", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("said", ["", "CA[GBK]"])
def test_a_mark_in_front_says_the_character_set(tmp_path: Path, charset: str, said: str) -> None:
    # Editors convert a file without a look at what it says of itself.
    path = tmp_path / "a.sgf"
    path.write_bytes(f"(;{said}RU[3,3,3]PB[黑])".encode(charset))
    assert read_games(path)[0].players[Sign.X] == "黑"


def test_the_mark_that_ends_a_file_of_dos_is_no_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_bytes(b"(;RU[3,3,3];B[aa])\r\n\x1a\0")
    assert str(read_games(path)[0].moves) == "a1"


def test_how_to_name_a_character_set_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_bytes("(;RU[3,3,3]PB[Müller])".encode("latin-1"))
    with pytest.raises(GameFileError, match=r"line 1 is not text in UTF-8: .* CA\[GBK\]"):
        read_games(path)


def test_a_start_that_cannot_be_is_told_by_its_line_and_reason() -> None:
    with pytest.raises(NotationError, match=r"^line 2: .* cannot arise in tictactoe: X 2, O 0"):
        parse_games("game 3,3,3\nstart XX./.../...")


@pytest.mark.parametrize("text", [None, 5, b"game 3,3,3"])
def test_what_is_not_a_text_is_refused(text: Any) -> None:
    with pytest.raises(OptionError, match="expected a string"):
        parse_games(text)
    with pytest.raises(OptionError, match=r"seconds .*: expected a number"):
        Stone("b2", None, "5s")  # type: ignore[arg-type]


def test_text_is_typed_by_people() -> None:
    record = parse_games("Game\t3,3,3\nX  Ann\nMoves\tb2 a1")[0]
    assert (str(record.moves), record.players[Sign.X]) == ("b2 a1", "Ann")


def test_the_character_set_of_an_sgf(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_bytes("(;CA[GB18030]RU[3,3,3]PB[黑]PW[白])".encode("gb18030"))
    assert read_games(path)[0].players == {Sign.X: "黑", Sign.O: "白"}
    other = tmp_path / "a.txt"
    other.write_bytes(path.read_bytes())
    assert read_games(other, format="sgf") == read_games(path)
    path.write_bytes(b"(;CA[undefined]RU[3,3,3])")
    with pytest.raises(GameFileError, match="line 1 is not text in UNDEFINED"):
        read_games(path)
    path.write_bytes(b"(;CA[nonsense]RU[3,3,3])")
    with pytest.raises(GameFileError, match="character set 'nonsense' is unknown"):
        read_games(path)


def test_files_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"game 3,3,3\n\xff")
    for path, words in (
        (tmp_path / "none.sgf", "No such file"),
        (tmp_path / "a.doc", r"unknown format, expected a file name that ends in \.sgf"),
        (tmp_path / "a.txt", "line 2 is not text in UTF-8"),
    ):
        with pytest.raises(GameFileError, match=f"(?i){path.name}: {words}"):
            read_games(path)
    with pytest.raises(GameFileError, match="No such file"):
        write_games(tmp_path / "no" / "a.sgf", Record("tictactoe"))
    (tmp_path / "folder.sgf").mkdir()
    with pytest.raises(GameFileError, match=r"folder\.sgf: Is a directory"):
        write_games(tmp_path / "folder.sgf", Record("tictactoe"))
    assert not list(tmp_path.glob(".*"))
    with pytest.raises(OptionError, match="expected a path"):
        read_games("a\0.sgf")
    with pytest.raises(GameFileError, match="format 'doc'"):
        read_games(tmp_path / "a.txt", format="doc")  # type: ignore[arg-type]


def test_only_the_property_ca_names_a_character_set(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_text("(;XCA[latin-1]RU[3,3,3]PB[J\u00f6rg])", "utf-8")
    assert read_games(path)[0].players[Sign.X] == "J\u00f6rg"
    path.write_text("(;ca [ latin-1 ]RU[3,3,3]PB[J\u00f6rg])", "latin-1")
    assert read_games(path)[0].players[Sign.X] == "J\u00f6rg"


@pytest.mark.parametrize("number", [999_999_999.999_999_9, -0.000_000_1, 1e9])
def test_times_are_kept_as_they_are_read_again(number: float) -> None:
    if number > 1:
        with pytest.raises(OptionError, match="expected"):
            Stone("a1", None, number)
    else:
        assert str(Stone("a1", None, number).seconds) == "0.0"


def test_a_start_in_json_may_say_only_who_is_to_move() -> None:
    data = {"start": {"rules": "3,3,3", "to_move": "Q"}, "moves": ["b2"]}
    with pytest.raises(KinrowError, match="side to move: 'Q', expected X or O"):
        record_from_json(data)
    with pytest.raises(KinrowError, match="stones left: 77"):
        record_from_json({"start": {"rules": "3,3,3", "left": 77}})
    assert record_from_json({"start": {"rules": "3,3,3", "to_move": "O"}}).start.to_move == "O"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("Z",), "winner 'Z': expected one of X, O"),
        ((Sign.X, "foo"), "ending 'foo': expected one of board, resignation, time, forfeit, void"),
        ((Sign.X, "board", "x"), "score 'x' of a result by board: expected a number"),
        ((None, "time"), "time"),
    ],
)
def test_a_result_that_is_none_is_refused(arguments: tuple[Any, ...], said: str) -> None:
    with pytest.raises(OptionError) as caught:
        Result(*arguments)
    assert said in str(caught.value)


@pytest.mark.parametrize("format", ["sgf", "json", "text"])
def test_words_stand_for_a_winner_and_an_ending(format: Format) -> None:
    for words in (("X",), ("O", "resignation"), (None, "void")):
        record = Record("tictactoe", "b2", result=Result(*words))
        (again,) = parse_games(format_games(record, format), None, format)
        assert again.result == record.result == Result(*words)


def test_only_two_players_have_names() -> None:
    named: dict[Any, str] = {"X": "a"}
    assert Record("tictactoe", "b2", players=named).players[Sign.X] == "a"
    with pytest.raises(OptionError, match="players 'Z': expected one of X, O"):
        Record("tictactoe", "b2", players=named | {"Z": "a"})


@pytest.mark.parametrize("index", [5, -1, "x"])
def test_an_index_of_no_stone_is_refused(index: Any) -> None:
    record = Record("tictactoe", "b2")
    for asked in (record.line, record.continuations):
        with pytest.raises(OptionError, match=f"index {index!r}: expected a whole number from 0"):
            asked(index)
