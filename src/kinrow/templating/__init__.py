"""Pages from Jinja2 templates: whatever is filled in is escaped, and nothing may be missing."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

_SHARED = Path(__file__).parent


def templates(folder: Path) -> Environment:
    """The templates in a folder, and what pages that stand alone share: `body.css`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "a.html").write_text("<b>{{ name }}</b>")
    ...     templates(Path(folder)).get_template("a.html").render(name="X < O")
    '<b>X &lt; O</b>'
    """
    return Environment(
        loader=FileSystemLoader([folder, _SHARED]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
