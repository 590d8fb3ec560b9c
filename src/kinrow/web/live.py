"""The WebSocket: a question at a time, its parts as they become known, cancelled by the next."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from kinrow.rules import KinrowError, game
from kinrow.web import shapes
from kinrow.web.api import check, lane_for
from kinrow.web.logs import log
from kinrow.web.pool import Pool
from kinrow.web.problems import Problem, problem_of

_SHAPES = {"analyse": shapes.ANALYSE, "source": shapes.SOURCE, "count": shapes.COUNT}
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
            await stop(asked)
            asked = asyncio.create_task(answer(socket, app.state.pool, text))
    except (WebSocketDisconnect, KeyError):  # a KeyError: bytes where text was expected
        pass
    finally:
        app.state.connections -= 1
        await stop(asked)


async def stop(task: asyncio.Task[None] | None) -> None:
    """Ends a question that is under way."""
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def answer(socket: WebSocket, pool: Pool, text: str) -> None:
    """Answers one question with messages that carry its id."""
    number: int | None = None
    try:
        number, ask, body = _read(text)
        if ask != "cancel":
            await _relay(socket, pool, number, ask, body)
    except (Problem, KinrowError) as error:
        problem = error if isinstance(error, Problem) else problem_of(error)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_json({"id": number, "problem": problem.document()})
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone in the middle of a sentence
    except Exception:
        log.exception("question failed", extra={"f": {"ask": "live"}})


def _read(text: str) -> tuple[int, str, dict[str, Any]]:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Problem(400, "not-json", "the message is no JSON") from None
    asked = check(shapes.ASK, message)
    if asked["ask"] == "cancel":
        return asked["id"], "cancel", {}
    return asked["id"], asked["ask"], check(_SHAPES[asked["ask"]], asked.get("body"))


async def _relay(
    socket: WebSocket, pool: Pool, number: int, ask: str, body: dict[str, Any]
) -> None:
    lane = lane_for(game(body["game"]), "solve") if ask == "analyse" else "solve"
    seconds = body.get("seconds", pool.settings.seconds)
    waiting: asyncio.Task[None] | None = None

    def tell(ahead: int) -> None:
        nonlocal waiting
        waiting = asyncio.create_task(socket.send_json({"id": number, "waiting": ahead}))

    async with contextlib.aclosing(pool.ask(lane, ask, body, seconds, tell)) as messages:
        async for message in messages:
            if waiting is not None:
                await waiting
            kind = "result" if "result" in message else "part"
            await socket.send_json({"id": number, kind: message.get(kind, {})})
