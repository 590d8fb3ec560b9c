"""The report's files: the page, and its pictures next to it."""

from __future__ import annotations

from pathlib import Path

from kinrow.annotation.layout import Mapped
from kinrow.annotation.report.charts import columns_chart, rows_chart
from kinrow.annotation.report.moments import Annotated, read_annotated
from kinrow.annotation.report.page import page
from kinrow.annotation.report.shares import Share, by_player, by_ply, by_time, share_of, worst
from kinrow.annotation.tables import TableError
from kinrow.rules import GameLike
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import whole_file

Section = tuple[str, str, bytes, list[Share]]


def write_report(
    source: Path | str,
    target: Path | str | None = None,
    *,
    game: GameLike | None = None,
    columns: Mapped = None,
    worst: int = 12,
    title: str | None = None,
) -> list[Path]:
    """Write the page and its PNGs, and return their paths, the page first.

    `source` is a table that annotate wrote, `target` the page ("games.csv" gives "games.html"
    unless it is named); the pictures are "games-by-ply.png" and so on. Game and columns are
    those of the run, which it left next to the source. Raises KinrowError for a file that is not
    such a table.
    """
    source = Path(source)
    target = source.with_suffix(".html") if target is None else Path(target)
    if target.suffix.lower() not in (".html", ".htm"):
        raise TableError(Sentence("report.html", path=target))
    annotated = read_annotated(source, game, columns)
    sections = _sections(annotated)
    moments = annotated.moments
    text = page(
        title or f"{source.stem}: how well was it played?",
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


def _sections(annotated: Annotated) -> list[tuple[str, Section]]:
    moments = annotated.moments
    plies, players, times = by_ply(moments), by_player(moments), by_time(moments)
    who = "player" if any(moment.player is not None for moment in moments) else "side"
    found: list[tuple[str, Section]] = []
    if plies:
        heading = "Mistakes by ply"
        picture = columns_chart(plies, heading, "stones on the board before the move")
        found.append(("by-ply", ("By ply", "ply", picture, plies)))
        heading = f"Mistakes by {who}"
        picture = rows_chart(players, heading)
        found.append((f"by-{who}", (f"By {who}", who, picture, players)))
    if times:
        heading = "Mistakes by time taken"
        head = annotated.time_head or "time"
        picture = columns_chart(times, heading, head)
        found.append(("by-time", ("By time taken", head, picture, times)))
    return found


def _write(path: Path, data: bytes) -> None:
    with whole_file(path) as temporary:
        temporary.write_bytes(data)
