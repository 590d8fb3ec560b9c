"""The pages: one head, one list of all pages, and between them what is a page's own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

HTML = Path(__file__).with_name("html")
PAGES = {
    "/": ("board.html", "/static/board.css", "/static/play.js"),
    "/sources": ("sources.html", "/static/pages.css", "/static/sources.js"),
    "/learn": ("learn.html", "/static/pages.css", "/static/learn.js"),
    "/atlas": ("atlas.html", "/atlas/style.css", "/static/atlas.js"),
}
"""Of each path its own part, its style and its script."""


def whole(path: str) -> str:
    """The page of this path.

    >>> 'href="/learn" aria-current="page"' in whole("/learn")
    True
    """
    part, style, script = PAGES[path]
    shell = (HTML / "shell.html").read_text(encoding="utf-8")
    main = (HTML / part).read_text(encoding="utf-8")
    link = f'<a href="{path}"'
    shell = shell.replace(link, f'{link} aria-current="page"')
    return shell.format(style=style, script=script, main=main)


def _page(path: str) -> Callable[[Request], Awaitable[Response]]:
    text = whole(path)

    async def page(request: Request) -> Response:
        return HTMLResponse(text)

    return page


ROUTES = [Route(path, _page(path), methods=["GET"]) for path in PAGES]
