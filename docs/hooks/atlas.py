"""Gives each row of the atlas its game as an id: the badge "Proved" of the board leads to it.

The game of a proved row is a link to how its certificate is made and checked. MkDocs calls
`on_page_content` with the HTML of each page; docs/atlas.css shows the row that a link names.
"""

from __future__ import annotations

import re
from typing import Any

_ROW = re.compile(r"<tr>\s*<td>(\d+,\d+,\d[^<]*)</td>(?=\s*<td>[^<]*</td>\s*<td>(proved)?)")
_HOW = "#make-and-check-a-certificate"


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """The page; the atlas with its ids and links.

    >>> from types import SimpleNamespace as made
    >>> page = made(file=made(src_uri="reference/atlas.md"))
    >>> on_page_content("<tr><td>3,3,3</td><td>draw</td><td>theory</td></tr>", page)
    '<tr id="3,3,3"><td>3,3,3</td><td>draw</td><td>theory</td></tr>'
    >>> on_page_content("<tr><td>6,4,4</td><td>draw</td><td>proved</td></tr>", page)
    '<tr id="6,4,4"><td><a href="#make-and-check-a-certificate">6,4,4</a></td>...'
    """
    return _ROW.sub(_named, html) if page.file.src_uri == "reference/atlas.md" else html


def _named(row: re.Match[str]) -> str:
    game, proved = row.groups()
    shown = f'<a href="{_HOW}">{game}</a>' if proved else game
    return f'<tr id="{game}"><td>{shown}</td>'
