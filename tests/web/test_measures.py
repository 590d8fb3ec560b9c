"""What a page costs: bounds on layout shift and bytes, a report of the time to paint."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from .browsing import NEEDS_CHROMIUM, Browse

pytestmark = NEEDS_CHROMIUM
MOST_SHIFT = 0.02  # a fifth of what counts as good
OBSERVE = """
window.measured = {paint: 0, shift: 0};
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) measured.paint = entry.startTime;
}).observe({type: 'largest-contentful-paint', buffered: true});
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) measured.shift += entry.value;
}).observe({type: 'layout-shift', buffered: true});
"""
PAGES = {
    "/": ("#board .cell", 88_500),
    "/#m=a1.b2&t=1": ("#regret .none", 89_500),
    "/#g=gomoku&t=1": (".cell.known", 89_500),
    "/sources": ("#task option", 37_000),
    "/learn": (".search .node", 54_100),
    "/atlas": ("#atlas table", 72_000),
    "/atlas#15,15,5": ("tr.named", 72_000),
}
"""What shows that a page is there, and its most bytes over the wire, headers included."""


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", PAGES)
def test_nothing_moves_and_little_is_loaded(
    browse: Browse, path: str, width: int, record_property: Callable[[str, object], None]
) -> None:
    page = browse("/sources", width=width, locale="zh-CN")
    home = page.url.removesuffix("/sources")
    page.goto("about:blank")
    page.add_init_script(OBSERVE)
    loaded = _count(page)
    page.goto(home + path)
    there, most = PAGES[path]
    page.locator(there).first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    measured = page.evaluate("measured")
    record_property("largest contentful paint, ms", round(measured["paint"]))
    record_property("layout shift", round(measured["shift"], 4))
    record_property("bytes", sum(loaded))
    assert measured["paint"] > 0
    assert measured["shift"] < MOST_SHIFT
    assert 20_000 < sum(loaded) < most


def _count(page: Page) -> list[int]:
    """The bytes of every answer that will come, as they cross the wire."""
    loaded: list[int] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    return loaded


def test_a_shift_would_be_seen(browse: Browse) -> None:
    page = browse("/")
    page.evaluate(OBSERVE)
    page.wait_for_timeout(600)  # what moves soon after a key or a click does not count
    before = page.evaluate("measured.shift")
    page.evaluate("document.querySelector('main').style.marginTop = '300px'")

    def seen() -> bool:  # wait_for_function evaluates text in the page, which its policy forbids
        page.wait_for_timeout(50)
        return bool(page.evaluate("measured.shift") > before + MOST_SHIFT)

    assert any(seen() for _ in range(200))
