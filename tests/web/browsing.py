"""A browser for the tests: Debian's Chromium, which talks to our server and to nobody else.

The headless shell is the same engine without the desktop: a page costs 0.7 s of processor time in
it, 2.5 s in the whole browser.
"""

from __future__ import annotations

from collections.abc import Iterator
from shutil import which
from typing import Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

CHROMIUM = which("chromium-headless-shell") or which("chromium")
NEEDS_CHROMIUM = pytest.mark.skipif(
    CHROMIUM is None, reason="Debian's chromium is not installed: nothing seen in a browser"
)
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--renderer-process-limit=1",  # else each page begins a process for the next one, too
]


class Browse(Protocol):
    """Opens a page of the server."""

    def __call__(
        self,
        path: str,
        url: str = "",
        *,
        width: int = 1280,
        locale: str = "en-GB",
        dark: bool = False,
        touch: bool = False,
    ) -> Page: ...


def browser() -> Iterator[Browser]:
    expect.set_options(timeout=15_000)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


def pages(running: Browser, home: str) -> Iterator[Browse]:
    """Opens pages, and sees that none had an error or asked another host."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def browse(
        path: str,
        url: str = "",
        *,
        width: int = 1280,
        locale: str = "en-GB",
        dark: bool = False,
        touch: bool = False,
    ) -> Page:
        server = url or home
        context = running.new_context(
            viewport={"width": width, "height": 900},
            locale=locale,
            color_scheme="dark" if dark else "light",
            has_touch=touch,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: wrong.extend(_foreign(asked.url, server)))
        page.on("console", lambda said: wrong.extend(_bad(said.text)))
        page.goto(server + path)
        page.locator("[role=gridcell], #form option, #atlas svg").first.wait_for(state="attached")
        return page

    yield browse
    for context in contexts:
        context.close()
    assert not wrong


def _foreign(url: str, server: str) -> list[str]:
    return [] if url.startswith((server, "blob:", "data:")) else [url]


def _bad(text: str) -> list[str]:
    return [text] if "Content Security Policy" in text or "Uncaught" in text else []


def tap(page: Page, name: str) -> None:
    page.locator(f'[data-cell="{name}"]').tap()


def fits(page: Page) -> bool:
    """Whether the page is no wider than the window."""
    root = "document.documentElement"
    return bool(page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth"))
