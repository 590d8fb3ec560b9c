"""What a notebook shows for our values: a picture, or a table.

Pictures are drawn in the drawing room, which stands above most rooms; the package root names it
here, so that a value below can be shown without knowing who draws it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape

Painter = Callable[[object], str]
"""Draws a value as the text of an SVG."""

_painters: list[Painter] = []


def draw_with(painter: Painter) -> None:
    """Names who draws values for notebooks, for the package root; the last one named does it."""
    _painters.append(painter)


class Drawn:
    """A value that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """The picture; None, which a notebook takes for no picture, if nobody draws."""
        return _painters[-1](self) if _painters else None


def html_table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in HTML: numbers with commas at the right, anything else escaped at the left.

    Not a Jinja2 template: that library takes a tenth of a second to load, for a single expression.

    >>> html_table(["move"], [["<b2>"], [1234]])
    '<table><thead><tr><th>move</th></tr></thead><tbody><tr>\
<td style="text-align:left">&lt;b2&gt;</td></tr><tr>\
<td style="text-align:right">1,234</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    whole = isinstance(value, int) and not isinstance(value, bool)
    side, text = ("right", f"{value:,}") if whole else ("left", str(value))
    return f'<td style="text-align:{side}">{escape(text)}</td>'
