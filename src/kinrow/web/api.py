"""The JSON answers over HTTP: each endpoint reads a request of a known shape, and answers it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Coroutine
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kinrow.rules import NAMED, Rules, game
from kinrow.web import shapes
from kinrow.web.exports import exported
from kinrow.web.pool import Message, Pool
from kinrow.web.problems import Problem
from kinrow.web.settings import Settings
from kinrow.web.views import position_view, rules_view

TINY = 12
"""Cells of a board whose questions take milliseconds, so that they need not wait for others."""
_MOVE_SECONDS = 5.0
_SECONDS = 5.0
_MOST_KEPT = 100
_BODY_SECONDS = 10.0


async def body_of(request: Request, schema: shapes.Schema) -> dict[str, Any]:
    """The request's JSON, of that shape. Raises Problem."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(415, "not-json", "expected the content type application/json")
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            text = await request.body()
    except TimeoutError:
        raise Problem(408, "too-slow", "the request's body took too long to arrive") from None
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        raise Problem(400, "not-json", "the request's body is no JSON") from None
    return check(schema, body)


def check(schema: shapes.Schema, body: Any) -> dict[str, Any]:
    """The body, where it has the shape; else raises Problem with all faults."""
    faults = list(shapes.faults(schema, body))[:20]
    if faults:
        raise Problem(422, "malformed", "the request is not of the expected form", faults)
    return dict(body)


def lane_for(rules: Rules, usual: str) -> str:
    """Where a question about a game is answered."""
    return "quick" if rules.size <= TINY else usual


def takes_a_search(body: dict[str, Any]) -> bool:
    """Whether the mere check of a setup may take a second: where longer runs are no lines."""
    return "setup" in body and game(body["game"]).exact


async def unless_left(request: Request, work: Coroutine[Any, Any, Message]) -> Response:
    """The work's answer; it is cancelled as soon as whoever asked has left."""
    task = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(request.receive())
    waiting: set[asyncio.Future[Any]] = {task, leaving}
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return JSONResponse(task.result())
        return Response(status_code=499)
    finally:
        for future in waiting:
            future.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


def pool_of(request: Request) -> Pool:
    """The server's worker processes."""
    pool: Pool = request.app.state.pool
    return pool


async def games(request: Request) -> Response:
    """The named games, each with a title and a sentence in three languages, and the bounds."""
    listed = [
        {
            **rules_view(row.rules),
            "words": {
                language: {"title": words.title, "sentence": words.sentence}
                for language, words in (
                    ("en", row.en),
                    ("zh-Hans", row.zh_hans),
                    ("zh-Hant", row.zh_hant),
                )
            },
        }
        for row in NAMED.values()
    ]
    settings: Settings = request.app.state.settings
    return JSONResponse({"games": listed, "seconds": settings.seconds})


async def position(request: Request) -> Response:
    """The position after a game's setup and moves; every fault of a setup at once."""
    return await _viewed(request, await body_of(request, shapes.POSITION))


async def move(request: Request) -> Response:
    """The position after one more move."""
    body = await body_of(request, shapes.MOVE)
    added = body.pop("move")
    return await _viewed(request, {**body, "moves": [*body.get("moves", ()), added]})


async def _viewed(request: Request, body: dict[str, Any]) -> Response:
    if takes_a_search(body):
        return await unless_left(request, pool_of(request).result("play", "view", body, _SECONDS))
    return JSONResponse(position_view(body))


async def choose(request: Request) -> Response:
    """A player's stone."""
    body = await body_of(request, shapes.CHOOSE)
    lane = lane_for(game(body["game"]), "play")
    work = pool_of(request).result(lane, "choose", body, _MOVE_SECONDS)
    return await unless_left(request, work)


async def analyse(request: Request) -> Response:
    """Bounds on the value of every move, within a time."""
    body = await body_of(request, shapes.ANALYSE)
    lane = lane_for(game(body["game"]), "solve")
    work = pool_of(request).result(lane, "analyse", body, body.get("seconds", _SECONDS))
    return await unless_left(request, work)


async def tree(request: Request) -> Response:
    """The trees of the four textbook searches."""
    body = await body_of(request, shapes.TREE)
    return await unless_left(request, pool_of(request).result("solve", "tree", body, 10.0))


async def count(request: Request) -> Response:
    """Positions ply by ply, and the nodes of a solution; what is complete is kept."""
    body = await body_of(request, shapes.COUNT)
    kept: dict[str, Message] = request.app.state.counts
    spec = str(game(body["game"]))
    if spec in kept:
        return JSONResponse(kept[spec])
    result = pool_of(request).result("solve", "count", body, body.get("seconds", _SECONDS))

    async def work() -> Message:
        counted = await result
        if counted["counts"]["complete"] and counted["solution"]["complete"]:
            if len(kept) >= _MOST_KEPT:
                kept.pop(next(iter(kept)))
            kept[spec] = counted
        return counted

    return await unless_left(request, work())


async def source(request: Request) -> Response:
    """A source task's output for an input."""
    body = await body_of(request, shapes.SOURCE)
    work = pool_of(request).result("solve", "source", body, body.get("seconds", 20.0))
    return await unless_left(request, work)


async def export(request: Request) -> Response:
    """A game as a file."""
    body = await body_of(request, shapes.EXPORT)
    if takes_a_search(body):
        work: Awaitable[Response] = unless_left(
            request, pool_of(request).result("play", "export", body, _SECONDS)
        )
        return await work
    return JSONResponse(exported(body))


ROUTES = [
    Route("/api/games", games, methods=["GET"]),
    *(
        Route(f"/api/{endpoint.__name__}", endpoint, methods=["POST"])
        for endpoint in (position, move, choose, analyse, tree, count, source, export)
    ),
]
