"""Around everything: who may send requests and how many, browser permissions, and the log."""

from __future__ import annotations

import asyncio
import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kinrow.rules.sentence import Sentence
from kinrow.web.logs import log
from kinrow.web.problems import Problem
from kinrow.web.settings import Settings

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}

DOCUMENT_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""For what a browser may show by itself. A script or a style sheet has those of its page; a page
loads some thirty, so that saves 10 kB."""

_PARTS = ("text/javascript", "text/css")

CLIENT_LEFT = 499
"""The status in the log of a request whose client left before its answer."""

FILES = ("/api/open", "/api/export")
"""The paths whose requests hold a file, or what one said of a game."""


class TooLarge(Exception):
    """The request's body is longer than it may be."""


class Guard:
    """Refuses foreign hosts and origins, long bodies and too many at once; sets the headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.busy = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or connection."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        most = self.settings.file if scope["path"] in FILES else self.settings.body
        exchange = Exchange(scope, receive, send, most)
        problem = self.refusal(scope)
        if problem is not None:
            await exchange.refuse(problem)
            return
        request = scope["type"] == "http"  # connections have a limit of their own
        self.busy += request
        try:
            await self.app(scope, exchange.receive, exchange.send)
        except TooLarge:
            fault = Sentence("request.long", most=most)
            await exchange.refuse(Problem(413, "too-large", fault))
        except ClientDisconnect:
            exchange.status = CLIENT_LEFT
        except asyncio.CancelledError:  # the server ends, and waits no longer
            if request and not exchange.status:
                await exchange.refuse(Problem(503, "stopped", Sentence("work.stopped")))
            raise
        except Exception:
            log.exception("request failed", extra={"f": {"path": exchange.path}})
            if exchange.status:
                raise
            await exchange.refuse(Problem(500, "failure", Sentence("work.failed")))
        finally:
            self.busy -= request
            exchange.note()

    def refusal(self, scope: Scope) -> Problem | None:
        """Why a request is not let in; None if it is."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if name_of(f"//{host}") not in self.settings.names:
            return Problem(421, "foreign-host", Sentence("request.host"))
        origin = headers.get("origin")
        if origin is not None and origin_host(origin) != host.lower():
            return Problem(403, "foreign-origin", Sentence("request.origin"))
        if scope["type"] == "http" and self.busy >= self.settings.requests:
            return Problem(503, "busy", Sentence("request.busy"))
        return None


def name_of(url: str) -> str:
    """The host's name in a URL; "" if it has none that can be read.

    >>> name_of("//[::1]:8000"), name_of("//Localhost"), name_of("//a:b:c]")
    ('::1', 'localhost', '')
    """
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def origin_host(origin: str) -> str:
    """The host of an origin, with its port, in small letters; "" if it cannot be read.

    >>> origin_host("https://Localhost:8000"), origin_host("null"), origin_host("http://[")
    ('localhost:8000', '', '')
    """
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


class Exchange:
    """One request and its answer, as they pass by."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, most: int) -> None:
        self.scope, self._receive, self._send, self._left = scope, receive, send, most
        self.began = time.perf_counter()
        self.status = 0

    @property
    def path(self) -> str:
        """The path, as far as it may stand in a log."""
        return str(self.scope["path"])[:80]

    async def receive(self) -> Message:
        """Counts what comes in."""
        message = await self._receive()
        self._left -= len(message.get("body", b"")) if message["type"] == "http.request" else 0
        if self._left < 0 and not self.status:
            raise TooLarge
        return message

    async def send(self, message: Message) -> None:
        """Adds the headers to what goes out."""
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            is_part = headers.get("content-type", "").startswith(_PARTS)
            for name, value in (HEADERS if is_part else HEADERS | DOCUMENT_HEADERS).items():
                headers.setdefault(name, value)
        elif message["type"] == "websocket.accept":
            self.status = 101
        elif message["type"] == "websocket.close" and not self.status:
            self.status = 403
        await self._send(message)

    async def refuse(self, problem: Problem) -> None:
        """Answers with a problem."""
        if self.scope["type"] == "websocket":
            await self.send({"type": "websocket.close", "code": 1008})
        else:
            await problem.response()(self.scope, self._receive, self.send)
        log.warning("refused", extra={"f": {"kind": problem.kind, "path": self.path}})

    def note(self) -> None:
        """A line in the log."""
        fields = {
            "method": self.scope.get("method", "WS"),
            "path": self.path,
            "status": self.status,
            "ms": round(1000 * (time.perf_counter() - self.began), 1),
        }
        log.info("request", extra={"f": fields})
