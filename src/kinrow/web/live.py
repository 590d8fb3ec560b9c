"""The WebSocket: one request at a time, answered as parts become known, cancelled by the next."""

from __future__ import annotations

import asyncio
import contextlib

from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from kinrow.rules import KinrowError, game
from kinrow.runtime.plain_json import from_json
from kinrow.web.answers import LivePart
from kinrow.web.api import lane_for, takes_a_search
from kinrow.web.known import at_once, known_part
from kinrow.web.logs import log
from kinrow.web.pool import Message, Pool
from kinrow.web.problems import Problem, malformed, problem_of
from kinrow.web.shapes import (
    AnalyseRequest,
    LiveAnalyse,
    LiveCancel,
    LiveCount,
    LiveSource,
    message,
)
from kinrow.web.views import position_of

_NOT_TEXT = 1003  # of the WebSocket protocol: of a kind that is not accepted
_TOO_MANY = 1013  # of the WebSocket protocol: try again later


async def live(socket: WebSocket) -> None:
    """One visitor's connection."""
    app = socket.app
    if app.state.connections >= app.state.settings.connections:
        await socket.close(_TOO_MANY)
        return
    app.state.connections += 1
    asked: asyncio.Task[None] | None = None
    try:
        await socket.accept()
        while True:
            text = await socket.receive_text()
            try:
                request = message(text)
            except ValidationError as error:  # what nobody can read ends nothing
                await refuse(socket, number_of(text), malformed(error))
                continue
            await stop(asked)
            asked = asyncio.create_task(answer(socket, app.state.pool, request))
    except WebSocketDisconnect:
        pass
    except KeyError:  # bytes where text was expected
        await socket.close(_NOT_TEXT)
    finally:
        app.state.connections -= 1
        await stop(asked)


async def stop(task: asyncio.Task[None] | None) -> None:
    """Ends a question that is under way."""
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def refuse(socket: WebSocket, number: int | None, problem: Problem) -> None:
    """Says why the question with this id has no answer."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_json({"id": number, "problem": problem.document()})


async def answer(
    socket: WebSocket, pool: Pool, asked: LiveAnalyse | LiveSource | LiveCount | LiveCancel
) -> None:
    """Answers one question with messages that carry its id."""
    if isinstance(asked, LiveCancel):
        return
    try:
        await _relay(socket, pool, asked)
    except (Problem, KinrowError) as error:
        problem = error if isinstance(error, Problem) else problem_of(error)
        await refuse(socket, asked.id, problem)
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone in the middle of a sentence
    except Exception:
        log.exception("question failed", extra={"f": {"ask": "live"}})


def number_of(text: str) -> int | None:
    """The id of a message, even if it asks for nothing that there is; None if it has none.

    >>> number_of('{"id": 3, "ask": "destroy"}'), number_of("{"), number_of('{"id": true}')
    (3, None, None)
    """
    try:
        number = dict(from_json(text)).get("id")
    except (ValueError, TypeError):
        return None
    return number if type(number) is int else None


async def _relay(
    socket: WebSocket, pool: Pool, asked: LiveAnalyse | LiveSource | LiveCount
) -> None:
    number, body = asked.id, asked.body
    lane = lane_for(game(body.game), "solve") if isinstance(body, AnalyseRequest) else "solve"
    seconds = body.seconds or pool.settings.seconds

    async def tell(ahead: int) -> None:
        await socket.send_json({"id": number, "waiting": ahead})

    if isinstance(body, AnalyseRequest):
        known = await run_in_threadpool(_known, body)
        if known:
            await socket.send_json({"id": number, "part": known})
    async with contextlib.aclosing(pool.ask(lane, asked.ask, body, seconds, tell)) as messages:
        async for news in messages:
            kind = "result" if "result" in news else "part"
            await socket.send_json({"id": number, kind: news.get(kind, {})})


def _known(asked: AnalyseRequest) -> Message:
    """What is known of a position at once: a worker may have to start first, or be busy."""
    if takes_a_search(asked):
        return {}
    part = known_part(position_of(asked), at_once())
    return LivePart(**part).model_dump(mode="json", exclude_unset=True)
