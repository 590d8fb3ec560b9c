"""The atlas on a page of the server: its sections in each language, rendered once and kept."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kinrow.atlas.charts import style_of
from kinrow.atlas.page import sections
from kinrow.atlas.words import Words
from kinrow.knowledge import Atlas
from kinrow.knowledge.row import AtlasRow
from kinrow.web.kept import Kept
from kinrow.words import LANGUAGES, Language

_LOCK = Lock()  # whoever comes while the sections are rendered waits for them


async def body(request: Request) -> Response:
    """The sections in one language, as the body of a page."""
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise HTTPException(404)
    return (await run_in_threadpool(_body, language)).response(request)


async def style(request: Request) -> Response:
    """What the sections look like, in the colours of the server's pages."""
    return Response(style_of("marks", "parts"), media_type="text/css")


async def prepare(request: Request) -> None:
    """What is slow about the sections and the same in every language."""
    await run_in_threadpool(_body, "en")


def _body(language: Language) -> Kept:
    with _LOCK:
        return _rendered(tuple(Atlas().rows()), language)


@lru_cache(maxsize=len(LANGUAGES))
def _rendered(rows: tuple[AtlasRow, ...], language: Language) -> Kept:
    # Half a second of work: kept while the rows stay as they are.
    return Kept.of(sections(rows, Words(language)), "text/html")


ROUTES = [
    Route("/atlas/style.css", style, methods=["GET"]),
    Route("/atlas/{language}.html", body, methods=["GET"]),
]
