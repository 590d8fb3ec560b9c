"""Puts the board without a server into the site, if `make site-board` has made it.

A comment `<!-- board #LINK -->` in a page becomes the board with the game of that link. MkDocs
calls `on_page_markdown` for each page, and `on_post_build` at the end.
"""

from __future__ import annotations

import re
import shutil
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

BOARD = Path(__file__).parents[2] / "build" / "site-board"
FOLDER = "board/"
"""Where the board is in the site."""

_PLACE = re.compile(r"<!-- board (#\S*) -->")
_FRAME = """<iframe src="{address}" title="The board of kinrow" loading="lazy" \
style="width: 100%; height: 60rem; border: 1px solid var(--md-default-fg-color--lightest)"></iframe>

<p><a href="{address}" target="_blank">The board alone</a></p>"""
_WITHOUT = "*This copy of the site was built without the board; `make site-board` makes it.*"


def on_page_markdown(text: str, page: Page, **_: Any) -> str:
    """The page with the board in its place."""
    return _PLACE.sub(lambda place: frame(place[1], page.url), text)


def frame(link: str, url: str) -> str:
    """The board with the game of a link, on the page of this address.

    >>> "board" in frame("#g=gomoku", "explanation/gomoku/")
    True
    """
    if not BOARD.is_dir():
        return _WITHOUT
    return _FRAME.format(address=escape(get_relative_url(FOLDER + link, url)))


def on_post_build(config: MkDocsConfig) -> None:
    """Copies the folder into the site."""
    if BOARD.is_dir():
        shutil.copytree(BOARD, Path(config.site_dir, FOLDER), dirs_exist_ok=True)
