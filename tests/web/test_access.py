"""For everyone: axe-core finds nothing wrong on any page, in light and dark, narrow and wide."""

from __future__ import annotations

from pathlib import Path

import axe_playwright_python  # type: ignore[import-untyped]
import pytest
from playwright.sync_api import Page, expect

from .browsing import NEEDS_CHROMIUM, Browse, fits

pytestmark = NEEDS_CHROMIUM
AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text(encoding="utf-8")
FEWER = """const seen = {};
for (const more of document.querySelectorAll('#atlas tbody tr:nth-child(n+20)')) more.remove();
for (const one of document.querySelectorAll('#atlas .pictures svg *')) {
  const kind = one.tagName + one.getAttribute('class');
  if ((seen[kind] = (seen[kind] ?? 0) + 1) > 20) one.remove();
}"""
"""Leaves some of each kind of the atlas's rows and of the parts of its pictures.

Of all, axe takes a minute.
"""
PAGES = ["/", "/#m=a1.b2&t=1&l=1", "/#g=9,9,5&m=e5", "/sources", "/learn", "/atlas"]


def faults(page: Page) -> list[str]:
    page.evaluate(AXE)
    found = page.evaluate("axe.run()")
    return [
        f"{fault['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_axe(browse: Browse, path: str, dark: bool) -> None:
    page = browse(path, dark=dark, locale="zh-CN" if dark else "en-GB", width=390 if dark else 1280)
    for summary in page.locator("summary").all():
        summary.click()
    page.wait_for_load_state("networkidle")
    assert fits(page)
    page.evaluate(FEWER)
    assert not faults(page)


def test_the_board_is_a_grid(browse: Browse) -> None:
    page = browse("/#m=a1")
    expect(page.get_by_role("grid", name="Board of Tic-tac-toe")).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(3)
    expect(page.get_by_role("gridcell", name="a1, X")).to_be_visible()
    assert page.locator('[role=gridcell][tabindex="0"]').count() == 1


def test_the_focus_is_seen(browse: Browse) -> None:
    page = browse("/")
    page.keyboard.press("b")
    page.keyboard.press("ArrowRight")
    width = page.evaluate(
        "getComputedStyle(document.activeElement.querySelector('rect')).strokeWidth"
    )
    assert width == "4px"


@pytest.mark.parametrize("path", PAGES)
def test_twice_the_size_of_text_scrolls_nothing_sideways(browse: Browse, path: str) -> None:
    page = browse(path, width=360)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("getComputedStyle(document.body).fontSize") == "32px"
    assert fits(page)
    moves = page.locator("#moves").all()
    assert all(each.evaluate("list => list.scrollWidth <= list.clientWidth") for each in moves)


@pytest.mark.parametrize(
    ("path", "chart", "least"), [("/learn", ".chart svg", 470), ("/atlas", ".wide svg", 570)]
)
def test_on_a_telephone_charts_scroll_and_their_words_can_be_read(
    browse: Browse, path: str, chart: str, least: int
) -> None:
    page = browse(path, width=360)
    page.locator(chart).first.wait_for()
    width = page.evaluate(  # at once: what is counted next draws all of them anew
        "(chart) => document.querySelector(chart).getBoundingClientRect().width", chart
    )
    assert width >= least
    assert fits(page)


LUMINANCE = """(style) => {
  const linear = (part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const [red, green, blue] = getComputedStyle(document.querySelector(style)).fill
    .match(/\\d+/g).map((part) => linear(part / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_what_is_not_known_of_a_cell_of_a_goban_can_be_read(browse: Browse, dark: bool) -> None:
    """The checker of accessibility knows nothing of what is drawn."""
    page = browse("/#g=21,21,5&m=j10&t=1", dark=dark)
    page.locator(".v-open .label").first.wait_for(state="attached")
    shades = [page.evaluate(LUMINANCE, f".v-open {part}") for part in (".label", ".spot")]
    assert (max(shades) + 0.05) / (min(shades) + 0.05) >= 4.5
