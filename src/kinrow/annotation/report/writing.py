"""The report's files: the page, and its pictures next to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kinrow.annotation.layout import Mapped
from kinrow.annotation.report.charts import columns_chart, rows_chart
from kinrow.annotation.report.moments import Annotated, read_annotated
from kinrow.annotation.report.page import ReportPage
from kinrow.annotation.report.shares import Share, by_player, by_ply, by_time, share_of, worst
from kinrow.annotation.table_error import TableError
from kinrow.annotation.words import AnnotationWords
from kinrow.drawing.fonts import sayable
from kinrow.rules import GameLike
from kinrow.rules.options import one_of
from kinrow.rules.sentence import Sentence
from kinrow.runtime.extras import needs
from kinrow.runtime.files import whole_file
from kinrow.words import LANGUAGES, Language

Section = tuple[str, str, bytes, list[Share]]


def write_report(
    source: Path | str,
    target: Path | str | None = None,
    *,
    game: GameLike | None = None,
    columns: Mapped = None,
    worst: int = 12,
    title: str | None = None,
    language: Language = "en",
) -> list[Path]:
    """Write the page and its PNGs, and return their paths, the page first.

    `source` is a table that annotate wrote, `target` the page ("games.csv" gives "games.html"
    unless it is named); the pictures are "games-by-ply.png" and so on. Game and columns are
    those of the run, which it left next to the source. The page is in that language; so are the
    pictures, if a font here has its signs. Raises KinrowError for a file that is not such a table,
    and for another language.
    """
    one_of("language", language, LANGUAGES)
    source = Path(source)
    target = source.with_suffix(".html") if target is None else Path(target)
    if target.suffix.lower() not in (".html", ".htm"):
        raise TableError(Sentence("report.html", path=target))
    annotated = read_annotated(source, game, columns)
    words = AnnotationWords(language)
    sections = list(_sections(annotated, words))
    moments = annotated.moments
    text = ReportPage(words).text(
        title or words("report.title", name=source.stem),
        annotated,
        share_of("all", moments),
        [section for _, section in sections],
        _worst(moments, worst),
    )
    paths = [target]
    for name, section in sections:
        picture = target.with_name(f"{target.stem}-{name}.png")
        _write(picture, section[2])
        paths.append(picture)
    _write(target, text.encode())
    return paths


_worst = worst


def _sections(annotated: Annotated, words: AnnotationWords) -> Iterator[tuple[str, Section]]:
    """The shares by ply, by player and by time, each with the name of its picture's file."""
    moments = annotated.moments
    if not moments:
        return
    needs("matplotlib", "annotate")
    drawn = AnnotationWords(sayable(words.language))
    plies = by_ply(moments)
    picture = columns_chart(plies, drawn("chart.ply"), drawn("chart.stones"), drawn)
    yield "by-ply", (words("report.by.ply"), words("head.ply"), picture, plies)
    who = "player" if any(moment.player is not None for moment in moments) else "side"
    players = by_player(moments, words("player.unnamed"))
    picture = rows_chart(players, drawn(f"chart.{who}"), drawn)
    yield f"by-{who}", (words(f"report.by.{who}"), words(f"head.{who}"), picture, players)
    times = by_time(moments)
    if times:
        head = annotated.time_head or words("head.time")
        below = annotated.time_head or drawn("head.time")
        picture = columns_chart(times, drawn("chart.time"), below, drawn)
        yield "by-time", (words("report.by.time"), head, picture, times)


def _write(path: Path, data: bytes) -> None:
    with whole_file(path) as temporary:
        temporary.write_bytes(data)
