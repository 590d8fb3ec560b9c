"""The atlas on a page of the server: its sections in each language, and how they look."""

from __future__ import annotations

from functools import lru_cache

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
from kinrow.words import LANGUAGES, Language


async def told(request: Request) -> Response:
    """The sections in one language, as the body of a page."""
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise HTTPException(404)
    text = await run_in_threadpool(_told, language)
    return Response(text, media_type="text/html")


async def style(request: Request) -> Response:
    """What the sections look like, in the colours of the server's pages."""
    return Response(style_of("marks", "parts"), media_type="text/css")


def _told(language: Language) -> str:
    return _sections(tuple(Atlas().rows()), language)


@lru_cache(maxsize=len(LANGUAGES))
def _sections(rows: tuple[AtlasRow, ...], language: Language) -> str:
    # Half a second of work: kept while the rows stay as they are.
    return sections(rows, Words(language))


ROUTES = [
    Route("/atlas/style.css", style, methods=["GET"]),
    Route("/atlas/{language}.html", told, methods=["GET"]),
]
