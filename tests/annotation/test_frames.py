"""Data frames in, the same frames out: Polars and pandas, mirrored or not."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from tests.annotation.brute import recorded

import kinrow
from kinrow.annotation import BadRow, BadRowsWarning, TableError
from kinrow.annotation.frames import annotate
from kinrow.annotation.layout import LayoutError
from kinrow.rules import Cell, Moves, game
from kinrow.rules.geometry import symmetries

SAMPLE = Path(__file__).parents[2] / "examples" / "four-in-a-row-4x9.tsv"
HEADS = ["black", "white", "color", "move", "rt", "group", "participant"]
FOUR = game("4,9,4")


def sample(least: int) -> pl.DataFrame:
    frame = pl.read_csv(SAMPLE, separator="\t", has_header=False, new_columns=HEADS)
    stones = (pl.col("black") | pl.col("white")).bitwise_count_ones()
    return frame.filter(stones >= least)


def test_the_sample_end_to_end() -> None:
    frame = sample(13)
    found = kinrow.annotate(frame, game="4,9,4", memory="64MiB")
    assert found.select(HEADS).equals(frame)
    assert found["regret"].is_in([0, 1, 2]).all()
    words = found["move_outcomes"].str.split(" ").list.len()
    stones = (found["black"] | found["white"]).bitwise_count_ones()
    assert (words == 36 - stones).all()
    with kinrow.Solver("64MiB", threads=1) as solver:
        for row in found.sample(6, seed=1).iter_rows(named=True):
            cells = "".join(
                "X" if row["black"] >> at & 1 else "O" if row["white"] >> at & 1 else "."
                for at in range(36)
            )
            position = FOUR.parse("/".join(cells[at : at + 9] for at in range(0, 36, 9)))
            analysis = solver.analyse(position)
            assert row["outcome"] == str(analysis.solution.outcome)
            assert row["best_moves"] == " ".join(map(str, analysis.best))
            played = Cell(*divmod(row["move"].bit_length() - 1, 9))
            assert row["move_outcome"] == str(analysis.moves[played])


@pytest.mark.parametrize("number", range(1, 4))
def test_a_mirrored_frame_has_mirrored_answers(number: int) -> None:
    places = symmetries(4, 9)[number]

    def image(bits: int) -> int:
        return sum(1 << places[at] for at in range(36) if bits >> at & 1)

    def image_of(cells: str) -> set[str]:
        indices = (Cell.parse(cell) for cell in cells.split())
        return {str(Cell(*divmod(places[cell.row * 9 + cell.col], 9))) for cell in indices}

    frame = sample(15)
    mirrored = frame.with_columns(
        *(pl.col(head).map_elements(image, pl.Int64) for head in ("black", "white", "move"))
    )
    here, there = (
        annotate(each, game=FOUR, objective="score", memory="32MiB") for each in (frame, mirrored)
    )
    same = ["outcome", "move_outcome", "regret", "forced", "score", "move_score"]
    assert here.select(same).equals(there.select(same))
    for a, b in zip(here["best_moves"], there["best_moves"], strict=True):
        assert image_of(a) == set(b.split())


def test_pandas_as_it_is() -> None:
    pandas = pytest.importorskip("pandas")
    rows = list(recorded(game("tictactoe"), 3, 12))
    index = [f"r{number}" for number in range(12)]
    data = {"move": [m for _, m in rows], "board": [p.fen() for p, _ in rows], "when": range(12)}
    frame = pandas.DataFrame(data, index=index)
    found = kinrow.annotate(frame, game="tictactoe")
    assert list(found.columns[:3]) == ["move", "board", "when"]
    pandas.testing.assert_frame_equal(found[["move", "board", "when"]], frame)
    right = kinrow.annotate(pl.DataFrame(data), game="tictactoe")
    for head in ("outcome", "best_moves", "regret", "forced"):
        assert found[head].tolist() == right[head].to_list()
    games = pandas.DataFrame({"moves": ["b2 a1", "c3"]}, index=["p", "q"])
    assert list(kinrow.annotate(games, game="tictactoe").index) == ["p", "p", "q"]


@pytest.mark.parametrize("nothing", [5, "games.csv", {"position": ["..."]}])
def test_what_is_no_frame(nothing: object) -> None:
    with pytest.raises(TableError, match="expected a data frame"):
        annotate(nothing, game="tictactoe")


def test_pandas_numbers_with_gaps() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"black": [1.0, 3.0], "white": [2, 4], "move": [float("nan"), 64.0]})
    found = kinrow.annotate(frame, game="tictactoe")
    assert found["outcome"].tolist() == ["win", "draw"] or found["outcome"].notna().all()
    assert pandas.isna(found["move_outcome"][0])


def test_pandas_own_gaps_and_columns_without_names() -> None:
    pandas = pytest.importorskip("pandas")
    boards, moves = ["X../.O./...", "XX./OO./..."], pandas.array([None, "c2"], dtype="string")
    found = kinrow.annotate(pandas.DataFrame({"board": boards, "move": moves}), game="tictactoe")
    assert pandas.isna(found["move_outcome"][0])
    assert found["move_outcome"][1] == "draw"
    unnamed = pandas.DataFrame(zip(boards, moves, strict=True))
    for columns in ("position=0,move=1", {"position": 0, "move": 1}):
        again = kinrow.annotate(unnamed, game="tictactoe", columns=columns)
        assert list(again.columns[:2]) == [0, 1]
        assert again["outcome"].tolist() == found["outcome"].tolist()
    games = pandas.DataFrame({"moves": ["b2 a1", float("nan")]})
    with pytest.warns(BadRowsWarning, match="line 2: a game without moves"):
        kinrow.annotate(games, game="tictactoe")


def test_a_frame_may_hold_positions_and_cells_themselves() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {"board": [kinrow.position("tictactoe", "b2"), None], "move": [Cell(0, 1), Cell(0, 0)]}
    )
    with pytest.warns(BadRowsWarning, match="1 row cannot be used:\n  line 2: position is empty"):
        found = kinrow.annotate(frame, game="tictactoe")
    assert (found["outcome"][0], found["move_outcome"][0], found["regret"][0]) == (
        "draw",
        "loss",
        1,
    )
    with pytest.warns(BadRowsWarning, match="line 1: column 1: the game is '3,3,3'"):
        kinrow.annotate(frame[:1], game="4,4,3")


@pytest.mark.parametrize("heads", [["position", "x", "x"], ["position", 1, "1"]])
def test_pandas_columns_of_one_name(heads: list[object]) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([["X../.O./...", "a", "b"]], columns=heads)
    with pytest.raises(LayoutError, match=f"two columns are named '{heads[2]}'"):
        kinrow.annotate(frame, game="tictactoe")


def test_a_lazy_frame_is_collected() -> None:
    lazy = pl.LazyFrame({"position": ["X../.O./..."]})
    found = annotate(lazy, game="tictactoe")
    assert isinstance(found, pl.DataFrame)


def test_rows_that_cannot_be_are_warned_of() -> None:
    frame = pl.DataFrame({"position": ["XX./.../...", "X../.../..."] * 4})
    with pytest.warns(BadRowsWarning, match="4 rows cannot be used:\n  line 1: X 2, O 0") as caught:
        found = annotate(frame, game="tictactoe")
    assert caught[0].filename == __file__
    assert len(caught[0].message.faults) == 4  # type: ignore[union-attr]
    assert found["outcome"].is_null().sum() == 4
    with pytest.raises(BadRow, match="line 1"):
        annotate(frame, game="tictactoe", strict=True)


def test_the_warning_of_bad_rows_speaks_the_readers_language() -> None:
    frame = pl.DataFrame({"position": ["XX./.../..."] * 7})
    with pytest.warns(BadRowsWarning) as caught:
        annotate(frame, game="tictactoe")
    warning = pickle.loads(pickle.dumps(caught[0].message))
    assert str(warning).splitlines()[-1] == "  faults not listed here: 2"
    assert warning.worded("zh-Hans").splitlines()[:2] == [
        "有 7 行无法使用：",
        "  第 1 行：X 2、O 0：下过 2 子后应为 X 1、O 1",
    ]
    assert warning.worded("zh-Hant").splitlines()[-1] == "  此處未列出的錯誤：2 處"


def test_heads_that_are_taken_or_missing() -> None:
    with pytest.raises(TableError, match="'regret'"):
        annotate(pl.DataFrame({"position": ["..."], "regret": [1]}), game="1,3,2")
    with pytest.raises(LayoutError):
        annotate(pl.DataFrame({"p": ["..."]}), game="1,3,2")


def test_answers_may_be_kept(tmp_path: Path) -> None:
    frame = pl.DataFrame({"position": ["X../.O./..."]})
    first = annotate(frame, game="tictactoe", store=tmp_path / "kept.sqlite")
    seen: list[int] = []
    again = annotate(
        frame,
        game="tictactoe",
        store=tmp_path / "kept.sqlite",
        report=lambda progress: seen.append(progress.questions),
    )
    assert again.equals(first)
    assert set(seen) == {0}


def test_an_empty_frame() -> None:
    frame = pl.DataFrame({"position": []}, schema={"position": pl.String})
    found = annotate(frame, game="tictactoe", objective="score")
    assert found.schema["regret"] == pl.Int64
    assert found.width == 11


@pytest.mark.parametrize("kind", [list, tuple, np.array, Moves])
def test_a_game_may_be_a_list_of_its_moves(kind: Callable[[list[str]], object]) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"moves": [kind(["b2", "a1"]), None, "c3"]})
    with pytest.warns(BadRowsWarning, match="1 row"):
        found = annotate(frame, game="tictactoe")
    assert found["move"].tolist()[:2] + found["move"].tolist()[3:] == ["b2", "a1", "c3"]
    assert found["regret"].tolist()[:2] == [0, 0]


@pytest.mark.parametrize("dtype", [pl.List(pl.String), pl.Array(pl.String, 2)])
def test_polars_columns_of_lists_have_games(dtype: pl.DataType) -> None:
    frame = pl.DataFrame({"moves": [["b2", "a1"], ["c3", "b2"]]}, schema={"moves": dtype})
    assert annotate(frame, game="tictactoe")["move"].to_list() == ["b2", "a1", "c3", "b2"]
