"""The report as one HTML page that asks nothing of any other host."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from kinrow.annotation.report.moments import Annotated, Moment
from kinrow.annotation.report.shares import Share
from kinrow.drawing import draw_svg
from kinrow.rules import Cell
from kinrow.templating import templates

_TEMPLATES = templates(Path(__file__).with_name("templates"))
_HEADS = ("moves", "mistakes", "%", "95 % low", "95 % high", "half", "whole", "could err")
_WORST_HEADS = ("row", "player", "ply", "position", "played", "best", "outcome", "move outcome")
_GAVE = {
    ("win", "loss"): "a win became a loss",
    ("win", "draw"): "a win became a draw",
    ("draw", "loss"): "a draw became a loss",
}


def page(
    title: str,
    annotated: Annotated,
    whole: Share,
    sections: Iterable[tuple[str, str, bytes, Sequence[Share]]],
    worst: Sequence[Moment],
) -> str:
    """The page's text: facts, a picture and a table for each section, the worst moments.

    A section is its heading, the head of its first column, a PNG, and its shares.
    """
    return _TEMPLATES.get_template("report.html").render(
        title=title,
        game=annotated.rules.title,
        facts=_facts(annotated, whole),
        sections=[_section(*section) for section in sections],
        figures=[_figure(moment, annotated.time_head) for moment in worst],
        worst_heads=_WORST_HEADS,
        worst_rows=[_worst_row(moment) for moment in worst],
    )


def _facts(annotated: Annotated, whole: Share) -> list[tuple[str, str]]:
    moments = annotated.moments
    facts = [
        (f"{len(moments):,}", "moves annotated"),
        (f"{100 * whole.share:.1f} %", f"are mistakes: {whole.mistakes:,}"),
        (f"{whole.wholes:,}", "gave a whole game away"),
        (f"{whole.moves - whole.chances:,}", "could not be wrong: all moves equal"),
    ]
    unread = annotated.rows - len(moments)
    if unread:
        facts.append((f"{unread:,}", "rows without a move, or that cannot be"))
    unknown = len(moments) - whole.moves
    if unknown:
        facts.append((f"{unknown:,}", "moves with bounds only, not counted"))
    return facts


def _section(heading: str, head: str, png: bytes, shares: Sequence[Share]) -> dict[str, Any]:
    return {
        "heading": heading,
        "picture": f"data:image/png;base64,{b64encode(png).decode()}",
        "heads": (head, *_HEADS),
        "rows": [
            (
                share.name,
                share.moves,
                share.mistakes,
                f"{100 * share.share:.1f}",
                f"{100 * share.error[0]:.1f}",
                f"{100 * share.error[1]:.1f}",
                share.halves,
                share.wholes,
                share.chances,
            )
            for share in shares
        ],
    }


def _worst_row(moment: Moment) -> tuple[object, ...]:
    return (
        moment.row,
        moment.player or moment.side,
        moment.ply,
        moment.position,
        moment.move,
        " ".join(moment.best),
        moment.outcome,
        moment.move_outcome,
    )


def _figure(moment: Moment, time_head: str | None) -> dict[str, Any]:
    cols = moment.position.rules.cols
    board = draw_svg(moment.position, marks=marks(moment), cell=max(18, min(36, 300 // cols)))
    facts = [f"row {moment.row}", f"ply {moment.ply}", f"{moment.side} to move"]
    if moment.player is not None:
        facts.insert(1, f"player {moment.player}")
    if moment.time is not None and time_head:
        facts.append(f"{time_head} {moment.time:,.6g}")
    gave = _GAVE.get((moment.outcome, moment.move_outcome), f"gave away {moment.regret} halves")
    return {
        "board": Markup(board),
        "gave": gave,
        "side": moment.side,
        "move": moment.move,
        "best": " ".join(moment.best[:8]) + (" …" if len(moment.best) > 8 else ""),
        "facts": " · ".join(facts),
    }


def marks(moment: Moment) -> Mapping[Cell, str]:
    """What a board shows of a moment: every move's outcome, the best ones, the one played."""
    best = set(moment.best)
    found = {}
    for text, word in moment.outcomes.items():
        words = [word if word in ("win", "draw", "loss") else "open"]
        words += ["best"] if text in best else []
        words += ["chosen"] if Cell.parse(text) == moment.move else []
        found[Cell.parse(text)] = " ".join(words)
    return found
