"""Standings as a picture: ratings with their intervals, and scores against each opponent."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, nan
from pathlib import Path

from kinrow.arena.rating import Standing
from kinrow.arena.words import ArenaWords
from kinrow.drawing.fonts import sayable, with_fonts
from kinrow.rules import OptionError, Rules
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import whole_file
from kinrow.words import Language

_SUFFIXES = (".png", ".svg", ".pdf")


def plot(rules: Rules, lines: Sequence[Standing], path: Path, language: Language = "en") -> None:
    """Writes the picture; the file's suffix sets the format (png, svg, pdf).

    It is in English if no font here has the signs of the language. Needs matplotlib, the extra
    `kinrow[plot]`. Raises OptionError for another suffix, FileNotWritten for a file that cannot be
    written; the one that was there stays.
    """
    if path.suffix.lower() not in _SUFFIXES:
        raise OptionError(Sentence("picture.plot", path=path))
    words = ArenaWords(sayable(language))
    with with_fonts(language):
        _plot(words.title(rules), lines, path, words)


def _plot(title: str, lines: Sequence[Standing], path: Path, words: ArenaWords) -> None:
    # Figures are made by hand: pyplot would look for a window.
    from matplotlib.figure import Figure

    names = [line.name for line in lines]
    height = 1.5 + 0.45 * max(3, len(lines))
    figure = Figure(figsize=(10, height), layout="constrained")
    left, right = figure.subplots(1, 2)
    margins = [line.margin if isfinite(line.margin) else 0.0 for line in lines]
    places = list(range(len(lines)))
    left.errorbar([line.elo for line in lines], places, xerr=margins, fmt="o", capsize=4)
    left.set_yticks(places, names)
    left.invert_yaxis()
    left.set_xlabel(words("plot.elo"))
    left.grid(axis="x", alpha=0.3)
    shares = [
        [row.against[col].mean if col in row.against else nan for col in names] for row in lines
    ]
    right.imshow(shares, vmin=0, vmax=1, cmap="RdYlGn", aspect="auto")
    right.set_xticks(places, names, rotation=30, ha="right")
    right.set_yticks(places, names)
    right.set_title(words("plot.scores"))
    for row, values in enumerate(shares):
        for col, share in enumerate(values):
            if share == share:
                right.text(col, row, f"{100 * share:.0f} %", ha="center", va="center")
    figure.suptitle(title)
    with whole_file(path) as temporary:
        figure.savefig(temporary, format=path.suffix[1:].lower())
