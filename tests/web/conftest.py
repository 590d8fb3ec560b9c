"""A server of our own for the tests of the web: a process as anyone starts it, on a free port."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from playwright.sync_api import Browser

from . import browsing


class Server:
    """A running `kinrow serve` with two solving processes; its log is kept in a file."""

    def __init__(self, home: Path, *options: str, port: int = 0) -> None:
        self.path = home / f"server-{len(list(home.iterdir()))}.log"
        words = [sys.executable, "-m", "kinrow", "serve", f"--port={port}", "--workers=2"]
        with self.path.open("w") as log:
            self.process = subprocess.Popen([*words, *options], stderr=log)
        self.url = self._wait()

    @property
    def log(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.path.read_text().splitlines()]

    def _wait(self) -> str:
        for _ in range(600):
            for line in self.log:
                if line["event"].startswith("Uvicorn running on"):
                    return str(line["event"].split()[3])
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        self.process.kill()
        self.process.wait()
        raise AssertionError(f"the server did not start: {self.path.read_text()}")

    def stop(self) -> int:
        """SIGTERM, and how it ended."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    assert running.stop() == 0


@pytest.fixture(scope="session")
def api(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=30) as client:
        yield client


# For one module: its event loop would be in the way of other tests.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    yield from browsing.browser()


@pytest.fixture
def browse(server: Server, chromium: Browser) -> Iterator[browsing.Browse]:
    yield from browsing.pages(chromium, server.url)
