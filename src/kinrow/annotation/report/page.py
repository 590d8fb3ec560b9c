"""The report as one HTML page that loads nothing from other hosts."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from kinrow.annotation.report.moments import Annotated, Moment
from kinrow.annotation.report.shares import Share
from kinrow.annotation.words import AnnotationWords
from kinrow.drawing import draw_svg
from kinrow.rules import Cell
from kinrow.rules.games import title_of
from kinrow.templating import templates

_TEMPLATES = templates(Path(__file__).with_name("templates"))
_HEADS = ("moves", "mistakes", "share", "low", "high", "half", "whole", "chances")
_WORST_HEADS = ("row", "player", "ply", "position", "played", "best", "outcome", "move-outcome")
_GAVE = (("win", "loss"), ("win", "draw"), ("draw", "loss"))


class ReportPage:
    """The page in one language."""

    def __init__(self, words: AnnotationWords) -> None:
        self._words = words

    def text(
        self,
        title: str,
        annotated: Annotated,
        whole: Share,
        sections: Iterable[tuple[str, str, bytes, Sequence[Share]]],
        worst: Sequence[Moment],
    ) -> str:
        """The page's text: facts, a picture and a table for each section, the worst moments.

        A section is its heading, the head of its first column, a PNG, and its shares.
        """
        words = self._words
        exact = all(moment.exact for moment in annotated.moments)
        return _TEMPLATES.get_template("report.html").render(
            title=title,
            words=words,
            game=title_of(annotated.rules, words.language),
            about=words("report.exact" if exact else "report.bounds"),
            facts=self._facts(annotated, whole),
            sections=[self._section(*section) for section in sections],
            figures=[self._figure(moment, annotated.time_head) for moment in worst],
            worst_heads=[words(f"head.{head}") for head in _WORST_HEADS],
            worst_rows=[self._worst_row(moment) for moment in worst],
        )

    def _facts(self, annotated: Annotated, whole: Share) -> list[tuple[str, str]]:
        words, moments = self._words, annotated.moments
        facts = [
            (f"{len(moments):,}", words("fact.moves")),
            (f"{100 * whole.share:.1f} %", words("fact.mistakes", count=f"{whole.mistakes:,}")),
            (f"{whole.wholes:,}", words("fact.wholes")),
            (f"{whole.moves - whole.chances:,}", words("fact.free")),
        ]
        if annotated.given:
            facts.append((f"{annotated.given:,}", words("fact.given")))
        unread = annotated.rows - annotated.given - len(moments)
        if unread:
            facts.append((f"{unread:,}", words("fact.unread")))
        unknown = len(moments) - whole.moves
        if unknown:
            facts.append((f"{unknown:,}", words("fact.unknown")))
        untimed = sum(moment.time is None for moment in moments)
        if untimed and annotated.time_head:
            facts.append((f"{untimed:,}", words("fact.untimed")))
        return facts

    def _section(
        self, heading: str, head: str, png: bytes, shares: Sequence[Share]
    ) -> dict[str, Any]:
        return {
            "heading": heading,
            "picture": f"data:image/png;base64,{b64encode(png).decode()}",
            "heads": (head, *(self._words(f"head.{name}") for name in _HEADS)),
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

    def _worst_row(self, moment: Moment) -> tuple[object, ...]:
        return (
            moment.row,
            moment.player or moment.side,
            moment.ply,
            moment.position,
            moment.move,
            " ".join(moment.best),
            self._words.outcome(moment.outcome),
            self._words.outcome(moment.move_outcome),
        )

    def _figure(self, moment: Moment, time_head: str | None) -> dict[str, Any]:
        cols = moment.position.rules.cols
        board = draw_svg(moment.position, marks=marks(moment), cell=max(18, min(36, 300 // cols)))
        best = " ".join(moment.best[:8]) + (" …" if len(moment.best) > 8 else "")
        played = self._words("moment.played", side=moment.side, move=moment.move, best=best)
        return {
            "board": Markup(board),
            "gave": self._gave(moment),
            "played": played,
            "facts": " · ".join(self._about(moment, time_head)),
        }

    def _gave(self, moment: Moment) -> str:
        """What a mistake gave away."""
        if (moment.outcome, moment.move_outcome) in _GAVE:
            return self._words(f"gave.{moment.outcome}.{moment.move_outcome}")
        return self._words("gave.halves", halves=moment.regret)

    def _about(self, moment: Moment, time_head: str | None) -> Iterator[str]:
        words = self._words
        yield words("moment.row", row=moment.row)
        if moment.player is not None:
            yield words("moment.player", player=moment.player)
        yield words("moment.ply", ply=moment.ply)
        yield words("moment.side", side=moment.side)
        if moment.time is not None and time_head:
            yield f"{time_head} {moment.time:,.6g}"


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
