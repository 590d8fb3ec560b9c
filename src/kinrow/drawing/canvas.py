"""An SVG under way: elements from the bottom to the top, then the whole as text."""

from __future__ import annotations

from html import escape

Attributes = dict[str, object]

PAPER, INK = "#f4efe4", "#55504a"
_FONT = 'font-family="system-ui, sans-serif"'


class Canvas:
    """Elements of one picture.

    >>> canvas = Canvas()
    >>> canvas.add("text", "a < b", x=1.50, text_anchor="end")
    >>> canvas.parts
    ['<text x="1.5" text-anchor="end">a &lt; b</text>']
    """

    def __init__(self) -> None:
        self.parts: list[str] = []

    def add(self, name: str, *body: str, **attributes: object) -> None:
        """An element, with or without a text in it."""
        head = "".join(
            f' {key.replace("_", "-")}="{number(value)}"' for key, value in attributes.items()
        )
        inside = f">{escape(body[0])}</{name}>" if body else "/>"
        self.parts.append(f"<{name}{head}{inside}")

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: str = INK,
        anchor: str = "middle",
        edge: Attributes | None = None,
    ) -> None:
        """A text with its middle at the height y; `edge` is how its figures are outlined."""
        # Not every reader knows dominant-baseline: shift by about half the height of a figure.
        style: Attributes = {"text_anchor": anchor, "font_size": size, "fill": colour}
        self.add("text", text, x=x, y=y + size * 0.35, **style, **(edge or {}))

    def svg(self, title: str, wide: float, high: float) -> str:
        """The whole picture, so many pixels wide and high."""
        title, width, height = escape(title), number(wide), number(high)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" aria-label="{title}" '
            f"{_FONT}><title>{title}</title>"
            f'<rect width="{width}" height="{height}" rx="6" fill="{PAPER}"/>'
        )
        return head + "".join(self.parts) + "</svg>"


def number(value: object) -> str:
    """A number in at most two decimals, a string as it is.

    >>> number(2.0), number(1 / 3), number("<")
    ('2', '0.33', '&lt;')
    """
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return escape(str(value))
