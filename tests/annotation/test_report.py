"""The report: right shares, boards with the truth on them, one page that needs no other host."""

from __future__ import annotations

import re
import struct
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from matplotlib import font_manager, rcParams
from matplotlib.figure import Figure
from tests.annotation.brute import recorded

from kinrow.annotation import TableError, annotate_file
from kinrow.annotation.files import store_path
from kinrow.annotation.report import write_report
from kinrow.annotation.report.charts import columns_chart, rows_chart
from kinrow.annotation.report.moments import Moment, read_annotated
from kinrow.annotation.report.page import marks
from kinrow.annotation.report.shares import Share, by_player, by_ply, by_time, worst
from kinrow.annotation.words import AnnotationWords
from kinrow.drawing import fonts
from kinrow.rules import Cell, KinrowError, OptionError, game
from kinrow.words import LANGUAGES


def annotated(folder: Path, spec: str = "tictactoe", name: str = "out.csv") -> Path:
    rows = list(recorded(game(spec), seed=5, count=150))
    frame = pl.DataFrame(
        {
            "brett": [p.fen() for p, _ in rows],
            "zug": [move for _, move in rows],
            "wer": [("<ann> & $b$", "bob")[n % 2] for n in range(len(rows))],
            "ms": [100 * (n % 17) for n in range(len(rows))],
        }
    )
    frame.write_csv(folder / "in.csv")
    columns = "position=brett,move=zug,player=wer,time=ms"
    annotate_file(folder / "in.csv", folder / name, game=spec, columns=columns)
    return folder / name


class Checker(HTMLParser):
    """Whether every tag that is opened is closed, and what a page would fetch."""

    VOID = frozenset(["meta", "img", "br"])

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        self.fetched += [value or "" for name, value in attributes if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_page_and_pictures(tmp_path: Path) -> None:
    source = annotated(tmp_path)
    page, *pictures = write_report(source)
    assert page == tmp_path / "out.html"
    assert [picture.name for picture in pictures] == [
        "out-by-ply.png",
        "out-by-player.png",
        "out-by-time.png",
    ]
    for picture in pictures:
        data = picture.read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        wide, high = struct.unpack(">II", data[16:24])
        assert wide > 1000
        assert high > 200
    text = page.read_text()
    checker = Checker()
    checker.feed(text)
    assert checker.open == []
    assert len(checker.fetched) == 3
    assert all(value.startswith("data:image/png;base64,") for value in checker.fetched)
    others = set(re.findall(r"(?:https?:)?//[a-z][\w.]+", re.sub('base64,[^"]*', "", text)))
    assert others <= {"http://www.w3.org"}  # the name of SVG, which nothing fetches
    assert "<ann>" not in text
    assert "all values are exact" in text
    boards = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert 0 < len(boards) <= 12
    for board in boards:
        ET.fromstring(board)
    assert text.count("data-table=") == 4 + text.count('dataset.table"') or "copy the table" in text


def test_shares_are_those_of_the_rows(tmp_path: Path) -> None:
    source = annotated(tmp_path)
    frame = pl.read_csv(source)
    moments = read_annotated(source, None, None).moments
    assert len(moments) == frame.height
    stones = pl.col("brett").str.count_matches("[XO]")
    for share in by_ply(moments):
        rows = frame.filter(stones == int(share.name))
        assert share.moves == rows.height
        assert share.mistakes == rows.filter(pl.col("regret") > 0).height
        assert share.wholes == rows.filter(pl.col("regret") == 2).height
        free = rows.filter(
            (pl.col("forced") == "free") | (pl.col("brett").str.count_matches(r"\.") == 1)
        )
        assert share.moves - share.chances == free.height
    players = by_player(moments)
    assert {share.name for share in players} == {"<ann> & $b$", "bob"}
    times = by_time(moments)
    assert sum(share.moves for share in times) == frame.height
    assert 2 < len(times) <= 8
    assert times[0].name == "0–200"


def test_the_worst_moments_come_first(tmp_path: Path) -> None:
    moments = read_annotated(annotated(tmp_path), None, None).moments
    shown = worst(moments, 1000)
    assert [moment.regret for moment in shown] == sorted(
        (moment.regret or 0 for moment in shown), reverse=True
    )
    assert len({(m.position, m.move) for m in shown}) == len(shown)
    assert {(m.position, m.move) for m in shown} == {
        (m.position, m.move) for m in moments if m.regret
    }
    moment = shown[0]
    colours = marks(moment)
    assert set(colours) == set(moment.position.legal_moves)
    assert "chosen" in colours[moment.move]
    assert moment.move_outcome in colours[moment.move]
    for text in moment.best:
        assert colours[Cell.parse(text)].split()[:2] == [moment.outcome, "best"]


@pytest.mark.parametrize("spec", ["3,3,2,2,1", "2,3,3,1,1:majority,threshold=1,turns=5,fill=O"])
@pytest.mark.parametrize("kind", ["parquet", "tsv", "jsonl"])
def test_any_game_and_any_table(tmp_path: Path, spec: str, kind: str) -> None:
    page, *_ = write_report(annotated(tmp_path, spec, f"out.{kind}"), tmp_path / "page.html")
    assert "moves annotated" in page.read_text()


def test_game_and_columns_may_be_named(tmp_path: Path) -> None:
    source = annotated(tmp_path)
    store_path(source).unlink()
    with pytest.raises(KinrowError, match="the game is missing"):
        write_report(source)
    with pytest.raises(KinrowError, match="no column holds positions") as error:
        write_report(source, game="tictactoe", columns="move=zug")
    assert "outcome" not in str(error.value)
    columns = "position=brett,move=zug"
    paths = write_report(source, game="tictactoe", columns=columns, title="A <title>", worst=0)
    assert [path.suffix for path in paths] == [".html", ".png", ".png"]
    assert paths[2].name == "out-by-side.png"
    assert "A &lt;title&gt;" in paths[0].read_text()


def test_what_is_no_annotated_table(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("position,move\n...,b1\n")
    with pytest.raises(TableError, match="annotate it first"):
        write_report(tmp_path / "in.csv", game="1,3,2")
    for games in ("in.sgf", "in.json", "in.txt"):
        with pytest.raises(TableError, match="made of a table"):
            write_report(tmp_path / games, game="1,3,2")
    source = annotated(tmp_path)
    rows = source.read_text()
    source.write_text(rows.replace(",0,", ",0.0,"))  # as pandas writes numbers with gaps
    assert write_report(source)
    source.write_text(rows.replace(",0,", ",none at all,"))
    with pytest.raises(KinrowError, match="regret"):
        write_report(source)
    with pytest.raises(TableError, match=r"ends in \.html"):
        write_report(annotated(tmp_path), tmp_path / "page.pdf")


def test_a_file_without_moves_has_a_page_too(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("position,move\nXX./.../...,c3\n.../.../...,\n")
    annotate_file(tmp_path / "in.csv", tmp_path / "out.csv", game="tictactoe")
    (page,) = write_report(tmp_path / "out.csv")
    assert "No mistakes were found" in page.read_text()


def test_the_page_speaks_the_language_that_is_asked_for(tmp_path: Path) -> None:
    source = annotated(tmp_path)
    pages = {}
    for language in LANGUAGES:
        page, *pictures = write_report(source, tmp_path / f"{language}.html", language=language)
        pages[language] = page.read_text(encoding="utf-8")
        assert f'<html lang="{language}">' in pages[language]
        assert len(pictures) == 3
    assert "<h2>Worst moments</h2>" in pages["en"]
    assert "<h2>最严重的失误</h2>" in pages["zh-Hans"]
    assert "<h2>最嚴重的失誤</h2>" in pages["zh-Hant"]
    assert "井字棋" in pages["zh-Hans"]
    with pytest.raises(OptionError, match="language 'de'"):
        write_report(source, tmp_path / "de.html", language="de")  # type: ignore[arg-type]


def test_pictures_are_in_chinese_where_a_font_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = ["DejaVu Sans"]
    monkeypatch.setattr(font_manager.fontManager, "get_font_names", lambda: names)
    assert [fonts.sayable(language) for language in LANGUAGES] == ["en", "en", "en"]
    names.append("Microsoft YaHei")
    assert [fonts.sayable(language) for language in LANGUAGES] == list(LANGUAGES)
    with fonts.with_fonts("zh-Hans"):
        assert rcParams["font.family"] == ["DejaVu Sans", "Microsoft YaHei"]
    names.append("PingFang TC")
    assert fonts.chinese_font("zh-Hant") == "PingFang TC"
    assert fonts.chinese_font("zh-Hans") == "Microsoft YaHei"


def test_the_legend_hides_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Figure] = []
    save = Figure.savefig

    def keep(figure: Figure, out: BytesIO, **options: Any) -> None:
        drawn.append(figure)
        save(figure, out, **options)

    monkeypatch.setattr(Figure, "savefig", keep)
    shares = [Share(f"player {number}", 9, 9, 4, 4) for number in range(12)]
    columns_chart(shares, "by time", "ms", AnnotationWords())
    rows_chart(shares, "by player", AnnotationWords())
    assert len(drawn) == 2
    for figure in drawn:
        (legend,) = figure.legends
        bars = figure.axes[0].get_tightbbox()
        assert bars is not None and not legend.get_window_extent().overlaps(bars)


def test_bounds_are_not_counted() -> None:
    start = game("tictactoe").start()
    known = Moment(1, start, Cell(0, 0), None, 1, "draw", "loss", ("b2",), {"a1": "loss"}, 1, None)
    unknown = Moment(2, start, Cell(0, 0), None, 1, "unknown", "loss", (), {}, None, None)
    (share,) = by_ply([known, unknown])
    assert (share.moves, share.mistakes) == (1, 1)
    assert Share("", 0, 0, 0, 0).error == (0.0, 1.0)


def test_moves_that_are_not_listed_are_not_known(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("moves\nh8 i9\n")
    out = tmp_path / "out.csv"
    summary = annotate_file(tmp_path / "in.csv", out, game="gomoku", limit="1n", threads=1)
    rows = pl.read_csv(out).to_dicts()
    assert (rows[0]["move_outcomes"], rows[0]["regret"]) == ("h8:win", 0)
    assert summary.bounded == 1  # the first row: its other moves are open
    page, *_ = write_report(out)
    assert "only bounds are known" in page.read_text()
    first, second = read_annotated(out, None, None).moments
    assert len(first.outcomes) == 225 and first.outcomes["a1"] == "unknown"
    assert set(second.outcomes.values()) == {"loss"}
    (share, _) = by_ply([first, second])
    assert share.chances == 1  # nobody knows that all its moves are equal


def test_only_empty_cells_are_unnamed_and_untimed(tmp_path: Path) -> None:
    names = ["Nan", "NA", "Null", "None", "", " ", "a", "b"]
    times = ["1_000", "1000", "nan", "", "1e3", "soon", "-5", "inf"]
    rows = "".join(
        f"X../.O./...,c3,{name},{time}\n" for name, time in zip(names, times, strict=True)
    )
    (tmp_path / "in.csv").write_text(f"position,move,player,time\n{rows}")
    annotate_file(tmp_path / "in.csv", tmp_path / "out.csv", game="tictactoe")
    moments = read_annotated(tmp_path / "out.csv", None, None).moments
    assert [moment.player for moment in moments] == [*names[:4], None, None, *names[6:]]
    assert [moment.time for moment in moments] == [None, 1000, None, None, 1000, None, None, None]
    page = write_report(tmp_path / "out.csv")[0].read_text(encoding="utf-8")
    counted = r">6</b>\W*(<\w+>)?moves without a time, or whose time is not a plain number<"
    assert re.search(counted, page)
