"""The atlas on a page of the server: its sections in each language, rendered once and kept."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
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
from kinrow.words import LANGUAGES, Language

_LOCK = Lock()  # whoever comes while the sections are rendered waits for them


@dataclass(frozen=True, slots=True)
class Kept:
    """A text as it crosses the wire, and the tag by which a browser knows that it has it."""

    compressed: bytes
    tag: str

    @classmethod
    def of(cls, text: str) -> Kept:
        """The text, compressed once."""
        data = text.encode()
        return cls(gzip.compress(data, mtime=0), f'"{sha256(data).hexdigest()[:16]}"')

    def response(self, request: Request) -> Response:
        """As an answer over HTTP; without the text if the browser has it."""
        headers = {"ETag": self.tag, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(gzip.decompress(self.compressed), 200, headers, "text/html")
        headers["Content-Encoding"] = "gzip"
        return Response(self.compressed, 200, headers, "text/html")


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
    return Kept.of(sections(rows, Words(language)))


ROUTES = [
    Route("/atlas/style.css", style, methods=["GET"]),
    Route("/atlas/{language}.html", body, methods=["GET"]),
]
