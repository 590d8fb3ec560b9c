"""The pages: a shared head, a list of all pages, and each page's own content."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from markupsafe import Markup
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from kinrow.strategies.shelf import shipped
from kinrow.templating import templates
from kinrow.web.atlas import prepare
from kinrow.web.problems import ProblemKind
from kinrow.words import Language, texts_of


@dataclass(frozen=True)
class WebPage:
    """A page of the server: its name, which its template and its title have, styles and script.

    `prepare`: work that the page will need soon, begun while the browser reads the page.
    """

    name: str
    styles: tuple[str, ...]
    script: str
    prepare: Callable[[Request], Awaitable[None]] | None = None


async def _ready_player(request: Request) -> None:
    await request.app.state.pool.prepare()


PAGES = {
    "/": WebPage(
        "board",
        tuple(f"static/{name}.css" for name in ("board", "marks", "goban", "record")),
        "static/play.js",
        _ready_player,
    ),
    "/sources": WebPage("sources", ("static/pages.css",), "static/sources.js"),
    "/learn": WebPage("learn", ("static/pages.css",), "static/learn.js"),
    "/atlas": WebPage("atlas", ("atlas/style.css",), "static/atlas.js", prepare),
}


def text(key: str) -> str:
    """The English text of that name; the scripts put the reader's language in its place.

    >>> text("page.board")
    'Board'
    """
    return texts_of("web")[key]["en"]


def label(key: str) -> Markup:
    """The attributes of an element that this text names."""
    return Markup('data-label="{}" aria-label="{}"').format(key, text(key))


_STATIC = Path(__file__).with_name("static")
_IMPORT = re.compile(r'from "\./([a-z]+\.js)"')
_TEMPLATES = templates(Path(__file__).with_name("templates"))
_TEMPLATES.globals.update(t=text, label=label)


def modules_of(script: str) -> list[str]:
    """The modules that a script imports, and those that they do, for the browser to load at once.

    >>> modules_of("static/atlas.js")
    ['static/api.js', 'static/dom.js', 'static/page.js', 'static/texts.js']
    """
    found: set[str] = set()
    waiting = [script]
    while waiting:
        text = _STATIC.joinpath(Path(waiting.pop()).name).read_text(encoding="utf-8")
        new = {f"static/{name}" for name in _IMPORT.findall(text)} - found - {script}
        found |= new
        waiting += new
    return sorted(found)


def whole(path: str) -> str:
    """The page of this path.

    >>> 'href="/learn" aria-current="page"' in whole("/learn")
    True
    """
    page = PAGES[path]
    return _rendered(page, pages=PAGES, root="/", home="/", atlas="/atlas", serverless=False)


def alone(home: str) -> str:
    """The board's page for a folder of files, in which a worker answers; `home` is the way out.

    >>> 'src="static/play.js"' in alone("../"), 'href="/' in alone("../")
    (True, False)
    """
    atlas = f"{home}reference/atlas/"
    return _rendered(PAGES["/"], pages={}, root="", home=home, atlas=atlas, serverless=True)


def nowhere() -> str:
    """What a browser shows of an address that has no page, in every language.

    >>> "Go to the board" in nowhere()
    True
    """
    return _alone_on_a_page({}, texts_of("web")["page.nowhere"])


def about_problem(kind: ProblemKind) -> str:
    """What a kind of problem means, in every language: where the type of a problem leads.

    >>> "is not JSON" in about_problem("not-json")
    True
    """
    return _alone_on_a_page(texts_of("problems")[kind], texts_of("problems")["home"])


def _alone_on_a_page(words: Mapping[Language, str], home: Mapping[Language, str]) -> str:
    return _TEMPLATES.get_template("lines.html").render(words=words, home=home)


def _rendered(page: WebPage, **given: object) -> str:
    template = _TEMPLATES.get_template(f"{page.name}.html")
    modules, strategies = modules_of(page.script), sorted(shipped())
    return template.render(page=page, modules=modules, strategies=strategies, **given)


def _page(path: str) -> Callable[[Request], Awaitable[Response]]:
    html, prepare = whole(path), PAGES[path].prepare

    async def page(request: Request) -> Response:
        soon = None if prepare is None else BackgroundTask(prepare, request)
        return HTMLResponse(html, background=soon)

    return page


async def _problem(request: Request) -> Response:
    kind = request.path_params["kind"]
    if kind not in get_args(ProblemKind):
        raise HTTPException(404)
    return HTMLResponse(about_problem(kind))


ROUTES = [Route(path, _page(path), methods=["GET"]) for path in PAGES]
ROUTES.append(Route("/problems/{kind}", _problem, methods=["GET"]))
