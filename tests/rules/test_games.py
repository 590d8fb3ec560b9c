"""Rules and the named games: what is accepted, what is refused, and in which words."""

from __future__ import annotations

import re

import pytest

from kinrow.rules import NAMED, NotationError, OptionError, Rules, RulesError, Sign, game
from kinrow.words import LANGUAGES


def test_the_games_of_the_source_tasks() -> None:
    assert game("tictactoe") == Rules(rows=3, cols=3, k=3)
    assert game("jing4") == Rules(
        rows=5,
        cols=5,
        k=5,
        stones=2,
        begins=Sign.O,
        objective="majority",
        turns=11,
        fill=Sign.X,
        threshold=4,
    )
    assert game("gomoku") == Rules(rows=15, cols=15, k=5)
    assert game("gomoku-standard") == Rules(rows=15, cols=15, k=5, exact=True)
    assert game("connect6") == Rules(rows=19, cols=19, k=6, stones=2, first=1)


def test_every_named_game_is_found_again() -> None:
    assert len({row.rules for row in NAMED.values()}) == len(NAMED)
    for name, row in NAMED.items():
        assert row.name == name == row.rules.title
        assert game(name) == row.rules
        assert game(str(row.rules)) == row.rules
        assert game(name.upper().replace("-", " ")) == row.rules
        for language in LANGUAGES:
            assert row.title(language)
            assert row.sentence(language)[-1] in ".。"
            assert "\n" not in row.sentence(language)
        assert game(row.title("zh-Hans")) == game(row.title("zh-Hant")) == row.rules


@pytest.mark.parametrize(
    ("spec", "rules"),
    [
        ("4,4,3", Rules(rows=4, cols=4, k=3)),
        (" ( 4, 4 ,3 ) ", Rules(rows=4, cols=4, k=3)),
        ("4,5,3,2,2", Rules(rows=4, cols=5, k=3, stones=2)),
        ("4,5,3,1,1", Rules(rows=4, cols=5, k=3)),
        ("1,1,20", Rules(rows=1, cols=1, k=20)),
        ("3,3,3:misere,exact", Rules(rows=3, cols=3, k=3, misere=True, exact=True)),
        ("gomoku: begins = O", Rules(rows=15, cols=15, k=5, begins=Sign.O)),
    ],
)
def test_specs(spec: str, rules: Rules) -> None:
    assert game(spec) == rules
    assert game(rules) is rules


@pytest.mark.parametrize(
    ("spec", "error", "words"),
    [
        ("", NotationError, "unknown game ''"),
        (
            "9+,4,4",
            NotationError,
            "'9+,4,4' is a class of boards, expected one board, such as 9,4,4",
        ),
        ("6*,6,6:exact", NotationError, "expected one board, such as 6,6,6;"),
        ("9+", NotationError, "unknown game '9+'"),
        ("4,4", NotationError, "'4,4' has 2 numbers, expected 3 (m,n,k) or 5 (m,n,k,p,q)"),
        ("4,4,3,2", NotationError, "has 4 numbers"),
        ("4,-4,3", NotationError, "unknown game '4,-4,3'"),
        ("9" * 7 + ",3,3", NotationError, "has a number that is too large"),
        ("gomku", NotationError, "did you mean gomoku"),
        ("tictactoe:misere,misere", NotationError, "option 2: misere is given twice"),
        ("3,3,3:majority,majority", NotationError, "option 2: majority is given twice"),
        ("tictactoe:miser", NotationError, "did you mean misere?"),
        ("tictactoe:", NotationError, "option 1: ''"),
        ("tictactoe:turns", NotationError, "option 1: 'turns', expected one of"),
        ("tictactoe:turns=x", NotationError, "option 1: turns is 'x', expected a whole number"),
        ("tictactoe:exact=1", NotationError, "option 1: 'exact=1', expected one of"),
        ("tictactoe:begins=x", NotationError, "option 1: begins is 'x', expected X or O"),
        ("30,20,0", RulesError, "rows: 30, expected a whole number from 1 to 29; k: 0"),
        ("23,22,3", RulesError, "the board has 506 cells, expected at most 484"),
        ("3,3,3,0,485", RulesError, "stones: 0, expected a whole number from 1 to 484; first: "),
        ("3,3,3:turns=2", RulesError, "'turns' is set, expected in majority games only"),
        ("3,3,3:majority", RulesError, "missing: turns, fill, threshold, expected in a majority"),
        (
            "4,4,3:majority,threshold=9",
            RulesError,
            "threshold: 9, expected a whole number from 1 to 3",
        ),
        ("jing4:exact", RulesError, "'exact' is set, expected in line games only"),
        ("jing4:turns=13", RulesError, "13 turns need 26 cells, expected at most 25"),
        ("jing4:threshold=6", RulesError, "threshold: 6, expected a whole number from 1 to 5"),
    ],
)
def test_what_is_no_game(spec: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=re.escape(words)):
        game(spec)


def test_all_faults_of_rules_come_at_once() -> None:
    with pytest.raises(RulesError) as error:
        Rules(
            rows=True,
            cols=3.0,  # type: ignore[arg-type]
            k="3",  # type: ignore[arg-type]
            begins="Z",  # type: ignore[arg-type]
            objective="area",  # type: ignore[arg-type]
            exact=1,  # type: ignore[arg-type]
        )
    assert str(error.value).split("; ") == [
        "rows: True, expected a whole number from 1 to 29",
        "cols: 3.0, expected a whole number from 1 to 22",
        "k: '3', expected a whole number from 1 to 22",
        "begins: 'Z', expected X or O",
        "exact: 1, expected True or False",
        "objective: 'area', expected 'line' or 'majority'",
    ]


@pytest.mark.parametrize(
    ("spec", "turned"), [("10,25,5", "25 rows and 10 columns"), ("22,25,5", None), ("9,30,5", None)]
)
def test_a_board_with_too_many_columns_may_be_turned(spec: str, turned: str | None) -> None:
    with pytest.raises(RulesError) as error:
        game(spec)
    assert "from 1 to 22" in str(error.value)
    assert ("turned" in str(error.value)) is (turned is not None)
    if turned is not None:
        assert turned in str(error.value)


def test_signs_may_come_as_texts_and_the_first_turn_by_default() -> None:
    rules = Rules(rows=3, cols=3, k=3, stones=2, begins="O")  # type: ignore[arg-type]
    assert rules.begins is Sign.O
    assert rules.first == rules.first_turn == 2
    assert rules == Rules(rows=3, cols=3, k=3, stones=2, first=2, begins=Sign.O)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "rules are [], expected an object"),
        ({"rows": 3, "k": 3}, "cols is missing"),
        ({"rows": 3, "cols": 3, "k": 3, "colour": 1}, "'colour' is none of rows, cols, k"),
        ({"rows": 3, "cols": 3, "k": [3]}, "k: [3], expected a whole number"),
        ({"rows": 3, "cols": 3, "k": 3, "begins": ["X"]}, "begins: ['X'], expected X or O"),
        ({"rows": 3, "cols": 3, "k": 3, "objective": {}}, "objective: {}, expected 'line'"),
    ],
)
def test_what_is_no_json_of_rules(data: object, words: str) -> None:
    with pytest.raises(RulesError, match=re.escape(words)):
        Rules.from_json(data)


def test_faults_of_json_of_rules_are_worded_in_chinese() -> None:
    with pytest.raises(RulesError) as error:
        Rules.from_json({"rows": 3, "k": 3, "colour": 1})
    assert error.value.worded("zh-Hans").startswith("缺少 cols；'colour' 不是以下之一：rows, ")


def test_titles() -> None:
    titles = {
        "4,4,3": "(4,4,3)",
        "19,19,6,2,2": "(19,19,6,2,2)",
        "4,4,3:exact,misere,begins=O": "(4,4,3) exact,misere,begins=O",
        "3,3,3:misere": "tictactoe-misere",
    }
    assert {spec: game(spec).title for spec in titles} == titles


@pytest.mark.parametrize("plies", [-1, 10, 1.5, None, "", True])
def test_so_many_stones_are_on_no_board(plies: object) -> None:
    rules = game("tictactoe")
    for ask in (rules.turn_at, rules.counts_at):
        with pytest.raises(OptionError, match=r"plies .*: expected a whole number from 0"):
            ask(plies)  # type: ignore[arg-type]
    assert rules.turn_at(9) == (Sign.O, 1)
    assert rules.counts_at(9) == (5, 4)
