"""Shares of mistakes as pictures, drawn by matplotlib into PNG bytes."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from kinrow.annotation.report.shares import Share
from kinrow.annotation.words import AnnotationWords
from kinrow.drawing.fonts import with_fonts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_HALF, _WHOLE, _INK = "#e69f00", "#d55e00", "#3a3733"
_WIDTH, _DPI = 8.0, 160
_MOST_BARS = 40


def columns_chart(shares: Sequence[Share], title: str, below: str, words: AnnotationWords) -> bytes:
    """Upright bars in the order given, for plies and times; PNG bytes.

    Bars are parted into half and whole games given away; whiskers are Wilson's 95 % intervals.
    """
    from matplotlib.figure import Figure

    with with_fonts(words.language):
        figure = Figure(figsize=(_WIDTH, 3.6), dpi=_DPI, layout="constrained")
        axes = figure.add_subplot()
        places = range(len(shares))
        halves, wholes = _parts(shares)
        axes.bar(places, halves, color=_HALF, label=words("chart.half"))
        axes.bar(places, wholes, bottom=halves, color=_WHOLE, label=words("chart.whole"))
        tops = [100 * share.share for share in shares]
        axes.errorbar(places, tops, yerr=_whiskers(shares), fmt="none", **_WHISKER)
        turned = sum(len(share.name) for share in shares) > 90
        axes.set_xticks(
            places,
            [share.name for share in shares],
            rotation=35 if turned else 0,
            ha="right" if turned else "center",
            fontsize=8,
        )
        axes.set_xlabel(below)
        axes.set_ylabel(words("chart.share"))
        return _finished(figure, axes, title)


def rows_chart(shares: Sequence[Share], title: str, words: AnnotationWords) -> bytes:
    """Level bars, the first on top, for players; PNG bytes."""
    from matplotlib.figure import Figure

    shown = shares[:_MOST_BARS]
    height = 1.3 + 0.24 * max(len(shown), 2)
    with with_fonts(words.language):
        figure = Figure(figsize=(_WIDTH, height), dpi=_DPI, layout="constrained")
        axes = figure.add_subplot()
        places = range(len(shown))
        halves, wholes = _parts(shown)
        axes.barh(places, halves, color=_HALF, label=words("chart.half"))
        axes.barh(places, wholes, left=halves, color=_WHOLE, label=words("chart.whole"))
        tops = [100 * share.share for share in shown]
        axes.errorbar(tops, places, xerr=_whiskers(shown), fmt="none", **_WHISKER)
        axes.set_yticks(places, [_short(share.name) for share in shown], fontsize=8)
        axes.set_ylim(len(shown) - 0.4, -0.6)
        axes.set_xlabel(words("chart.share"))
        if len(shares) > len(shown):
            title = words("chart.some", title=title, shown=len(shown), all=len(shares))
        return _finished(figure, axes, title)


_WHISKER: dict[str, Any] = {"ecolor": _INK, "elinewidth": 0.9, "capsize": 2.0}


def _parts(shares: Sequence[Share]) -> tuple[list[float], list[float]]:
    """Half and whole games given away, in per cent of the moves."""
    halves = [100 * share.halves / max(share.moves, 1) for share in shares]
    wholes = [100 * share.wholes / max(share.moves, 1) for share in shares]
    return halves, wholes


def _whiskers(shares: Sequence[Share]) -> list[list[float]]:
    low = [100 * max(share.share - share.error[0], 0) for share in shares]
    high = [100 * max(share.error[1] - share.share, 0) for share in shares]
    return [low, high]


def _short(name: str) -> str:
    # A dollar would begin a formula.
    name = name.replace("$", r"\$")
    return name if len(name) <= 28 else f"{name[:27]}…"


def _finished(figure: Figure, axes: Axes, title: str) -> bytes:
    """The picture once its bars are there."""
    axes.set_title(title, loc="left", fontsize=11, fontweight="bold", color=_INK)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(colors=_INK)
    # Below the axes: among the bars it would hide some.
    figure.legend(loc="outside lower left", ncols=2, frameon=False, fontsize=8)
    out = BytesIO()
    figure.savefig(out, format="png", metadata={"Software": None})
    return out.getvalue()
