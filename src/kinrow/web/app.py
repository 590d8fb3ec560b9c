"""The application: pages, JSON and WebSocket behind one guard, over one pool of processes."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from kinrow.rules import KinrowError
from kinrow.rules.sentence import Sentence
from kinrow.strategies.shelf import SHIPPED
from kinrow.web import api, atlas, pages, texts
from kinrow.web.guard import Guard
from kinrow.web.live import live
from kinrow.web.logs import log
from kinrow.web.openapi import document
from kinrow.web.pool import Pool
from kinrow.web.problems import Problem, ProblemKind, problem_of
from kinrow.web.settings import Settings

STATIC = Path(__file__).with_name("static")
_VERSION = "1"


def application(settings: Settings | None = None) -> Starlette:
    """A server's application, with processes of its own.

    One that solves starts at once, the others when they are first needed.
    """
    settings = settings or Settings()
    app = Starlette(
        routes=[
            *pages.ROUTES,
            *api.ROUTES,
            *atlas.ROUTES,
            *texts.ROUTES,
            Route("/openapi.json", _openapi, methods=["GET"]),
            WebSocketRoute("/api/live", live),
            Mount("/static", StaticFiles(directory=STATIC)),
            Mount("/strategies", StaticFiles(directory=SHIPPED)),
        ],
        middleware=[
            Middleware(Guard, settings=settings),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={
            KinrowError: _ours,
            Problem: _problem,
            HTTPException: _http,
        },
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.connections = 0
    app.state.counts = {}
    app.state.pool = Pool(settings)
    return app


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    log.info("started")
    try:
        await app.state.pool.start()
        yield
    finally:
        await app.state.pool.close()
        log.info("stopped")


async def _openapi(request: Request) -> Response:
    return JSONResponse(document(_VERSION))


async def _ours(request: Request, error: Exception) -> Response:
    assert isinstance(error, KinrowError)
    return problem_of(error).response()


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return error.response()


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return HTMLResponse(pages.nowhere(), 404)
    faults = {
        404: Sentence("request.nowhere"),
        405: Sentence("request.method", method=request.method),
    }
    kinds: dict[int, ProblemKind] = {404: "not-found", 405: "method-not-allowed"}
    kind = kinds.get(error.status_code, "malformed")
    fault = faults.get(error.status_code, error.detail)
    response = Problem(error.status_code, kind, fault).response()
    response.headers.update(error.headers or {})
    return response
