"""`kinrow serve`: the board in the browser, for this machine alone by default."""

from __future__ import annotations

import errno
import logging
import signal
import socket
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer

from kinrow.rules import OptionError
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import reason_of

if TYPE_CHECKING:
    from kinrow.web.settings import Settings


def sub_app(help_text: str | None = None, welcome: str = "{url}") -> typer.Typer:
    """The command as an app of its own; `welcome` is what it says on a terminal.

    >>> [command.name for command in sub_app().registered_commands]
    ['serve']
    """
    app = typer.Typer()

    @app.command("serve", help=help_text)
    def command(
        host: Annotated[str, typer.Option()] = "127.0.0.1",
        port: Annotated[int, typer.Option(min=0, max=65535)] = 8000,
        workers: Annotated[int | None, typer.Option(min=1, max=256)] = None,
        allow_host: Annotated[list[str] | None, typer.Option()] = None,
        time: Annotated[float, typer.Option(min=0.1, max=3600, metavar="SECONDS")] = 30.0,
        memory: Annotated[str, typer.Option(metavar="SIZE")] = "256MiB",
    ) -> int:
        """Serve the board, the source tasks and the lessons, until Ctrl-C or SIGTERM."""
        from kinrow.runtime.limits import bytes_of
        from kinrow.web.settings import Settings

        bytes_of(memory)
        names = frozenset(map(host_named, allow_host or ()))
        given = {} if workers is None else {"workers": workers}
        settings = Settings(host, port, names, seconds=time, memory=memory, **given)
        import_module("uvicorn")  # if it is missing, no address is promised
        _expect_free(host, port)
        if port:
            _say_address(reached_as(host, allow_host), port, welcome)
        serve(settings)
        return 0

    return app


def _expect_free(host: str, port: int) -> None:
    """Raises OptionError if nobody can listen there, because the port is in use for instance."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        socket.create_server((host, port), family=family).close()
    except (OSError, UnicodeError) as error:  # a UnicodeError: it cannot be a host's name
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise OptionError(Sentence("serve.in-use", port=port)) from None
        reason = reason_of(error) if isinstance(error, OSError) else error
        raise OptionError(Sentence("serve.address", host=host, port=port, reason=reason)) from None


def host_named(text: str) -> str:
    """The name of a host or its address, in small letters; raises OptionError for anything else.

    >>> host_named("Board.example"), host_named("::1")
    ('board.example', '::1')
    >>> host_named("board.example:80")
    Traceback (most recent call last):
    kinrow.rules.errors.OptionError: 'board.example:80': expected the name of a host, such as \
board.example
    """
    from kinrow.web.guard import name_of

    name = text.lower()
    if name and name in (name_of(f"//{name}"), name_of(f"//[{name}]")):
        return name
    raise OptionError(Sentence("serve.name", name=shown(text)))


def reached_as(host: str, names: list[str] | None) -> str:
    """The host that a browser can ask for: 0.0.0.0 stands for every address and is none itself.

    >>> reached_as("0.0.0.0", ["board.example"]), reached_as("::", None)
    ('board.example', '::1')
    """
    near = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host)
    return host if near is None else names[0] if names else near


def _say_address(host: str, port: int, welcome: str) -> None:
    """Where the board is; another program reads the address alone."""
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    typer.echo(welcome.format(url=url) if sys.stdout.isatty() else url)


def serve(settings: Settings) -> None:
    """Serves until it is stopped."""
    import uvicorn

    from kinrow.web.app import application
    from kinrow.web.logs import write_to_stderr

    write_to_stderr()
    if not settings.port:  # only the log says which one was free
        logging.getLogger("uvicorn").setLevel(logging.INFO)
    for wanted in (signal.SIGINT, signal.SIGTERM):
        signal.signal(wanted, _stopped)  # uvicorn sends it on, once it has stopped cleanly
    uvicorn.run(
        application(settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        ws="websockets-sansio",
        ws_max_size=settings.body,
        server_header=False,
        limit_concurrency=4 * (settings.requests + settings.connections),
        timeout_graceful_shutdown=3,
    )


def _stopped(number: int, frame: object) -> None:
    """A stop that was asked for is not a failure."""
