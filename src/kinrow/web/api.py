"""The JSON answers over HTTP: each endpoint reads a request of a known shape, and answers it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from time import monotonic
from typing import Any, TypeVar

from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kinrow.rules import MOST_CELLS, NAMED, Rules, game
from kinrow.rules.games import NamedGame
from kinrow.rules.sentence import Sentence
from kinrow.web import shapes
from kinrow.web.answers import GameAnswer, GamesAnswer, GameWordsAnswer
from kinrow.web.exports import exported
from kinrow.web.guard import CLIENT_LEFT
from kinrow.web.openapi import OPERATIONS
from kinrow.web.pool import Message, Pool
from kinrow.web.problems import Problem, malformed
from kinrow.web.settings import Settings
from kinrow.web.views import position_view, rules_fields
from kinrow.words import LANGUAGES

Asked = TypeVar("Asked", bound=shapes.Shape)

TINY = 12
"""Cells of a board whose questions take milliseconds, so that they need not wait for others."""
_MOVE_SECONDS = 5.0
_SECONDS = 5.0
_TREE_SECONDS = 10.0
_SOURCE_SECONDS = 20.0
_MOST_KEPT = 100
_BODY_SECONDS = 10.0


async def body_of(request: Request, model: type[Asked]) -> Asked:
    """The request's JSON, of that shape. Raises Problem."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(415, "not-json", Sentence("request.type"))
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            text = await request.body()
    except TimeoutError:
        slow = Sentence("request.slow", seconds=f"{_BODY_SECONDS:g}")
        raise Problem(408, "too-slow", slow) from None
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        raise malformed(error) from None


def lane_for(rules: Rules, usual: str) -> str:
    """Where a question about a game is answered."""
    return "quick" if rules.size <= TINY else usual


def takes_a_search(asked: shapes.PositionRequest) -> bool:
    """Whether the mere check of a setup may take a second: if longer runs are not lines."""
    return asked.setup is not None and game(asked.game).exact


def is_long(asked: shapes.ExportRequest) -> bool:
    """Whether a file has more stones than a board: thousands of them take seconds.

    >>> line = ("a1", "b1", "c1")
    >>> asked = {"game": "3,3,3", "format": "sgf", "moves": line}
    >>> is_long(shapes.ExportRequest(**asked, variations=(line,) * 9))
    False
    >>> is_long(shapes.ExportRequest(**asked, variations=(line,) * 999))
    True
    """
    known = (asked.record or {}).get("moves")
    of_record = len(known) if isinstance(known, list) else 0
    return len(asked.moves) + sum(map(len, asked.variations)) + of_record > MOST_CELLS


async def unless_left(request: Request, work: Coroutine[Any, Any, Message]) -> Response:
    """The work's answer; it is cancelled as soon as whoever asked has left."""
    task = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(request.receive())
    waiting: set[asyncio.Future[Any]] = {task, leaving}
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return JSONResponse(task.result())
        return Response(status_code=CLIENT_LEFT)
    finally:
        for future in waiting:
            future.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


def pool_of(request: Request) -> Pool:
    """The server's worker processes."""
    pool: Pool = request.app.state.pool
    return pool


def named_game(row: NamedGame) -> GameAnswer:
    """A named game with its words.

    >>> named_game(NAMED["tictactoe"]).words["en"].title
    'Tic-tac-toe'
    """
    words = {
        language: GameWordsAnswer(title=row.title(language), sentence=row.sentence(language))
        for language in LANGUAGES
    }
    return GameAnswer(**rules_fields(row.rules), words=words)


async def games(request: Request) -> Response:
    """The named games, each with a title and a sentence in three languages, and the bounds."""
    settings: Settings = request.app.state.settings
    named = list(map(named_game, NAMED.values()))
    return GamesAnswer(games=named, seconds=settings.seconds).response()


async def position(request: Request) -> Response:
    """The position after a game's setup and moves; every fault of a setup at once."""
    return await _viewed(request, await body_of(request, shapes.PositionRequest))


async def move(request: Request) -> Response:
    """The position after one more move."""
    return await _viewed(request, (await body_of(request, shapes.MoveRequest)).made())


async def _viewed(request: Request, asked: shapes.PositionRequest) -> Response:
    if takes_a_search(asked):
        work = pool_of(request).result("play", "view", asked, _SECONDS)
        return await unless_left(request, work)
    return (await run_in_threadpool(position_view, asked)).response()


async def choose(request: Request) -> Response:
    """A player's stone."""
    asked = await body_of(request, shapes.ChooseRequest)
    lane = lane_for(game(asked.game), "play")
    work = pool_of(request).result(lane, "choose", asked, _MOVE_SECONDS)
    return await unless_left(request, work)


async def settle(request: Request) -> Response:
    """What a player does in an opening."""
    asked = await body_of(request, shapes.SettleRequest)
    work = pool_of(request).result("play", "settle", asked, _MOVE_SECONDS)
    return await unless_left(request, work)


async def analyse(request: Request) -> Response:
    """Bounds on the value of every move, within a time."""
    asked = await body_of(request, shapes.AnalyseRequest)
    lane = lane_for(game(asked.game), "solve")
    work = pool_of(request).result(lane, "analyse", asked, asked.seconds or _SECONDS)
    return await unless_left(request, work)


async def tree(request: Request) -> Response:
    """The trees of the four textbook searches."""
    asked = await body_of(request, shapes.TreeRequest)
    work = pool_of(request).result("solve", "tree", asked, _TREE_SECONDS)
    return await unless_left(request, work)


async def count(request: Request) -> Response:
    """Positions ply by ply, and the nodes of a solution; what was complete in time is kept."""
    asked = await body_of(request, shapes.CountRequest)
    kept: dict[str, Message] = request.app.state.counts
    spec = str(game(asked.game))
    if spec in kept:
        return JSONResponse(kept[spec])
    pool = pool_of(request)
    seconds = min(asked.seconds or _SECONDS, pool.settings.seconds)
    result, began = pool.result("solve", "count", asked, seconds), monotonic()

    async def work() -> Message:
        counted = await result
        # Searches that the time ended look like those that are too long for a lesson.
        in_time = monotonic() - began < seconds
        if in_time and counted["counts"]["complete"] and counted["solution"]["complete"]:
            if len(kept) >= _MOST_KEPT:
                kept.pop(next(iter(kept)))
            kept[spec] = counted
        return counted

    return await unless_left(request, work())


async def source(request: Request) -> Response:
    """A source task's output for an input."""
    asked = await body_of(request, shapes.SourceRequest)
    seconds = asked.seconds or _SOURCE_SECONDS
    return await unless_left(request, pool_of(request).result("solve", "source", asked, seconds))


async def open_(request: Request) -> Response:
    """The games of a file."""
    asked = await body_of(request, shapes.OpenRequest)
    return await unless_left(request, pool_of(request).result("play", "open", asked, _SECONDS))


async def export(request: Request) -> Response:
    """A game as a file."""
    asked = await body_of(request, shapes.ExportRequest)
    if takes_a_search(asked) or is_long(asked):
        work = pool_of(request).result("play", "export", asked, _SECONDS)
        return await unless_left(request, work)
    return exported(asked).response()


_ENDPOINTS = (games, position, move, choose, settle, analyse, tree, count, source, open_, export)
ROUTES = [
    Route(f"/api/{name}", endpoint, methods=["POST" if OPERATIONS[name].request else "GET"])
    for name, endpoint in ((each.__name__.rstrip("_"), each) for each in _ENDPOINTS)
]
