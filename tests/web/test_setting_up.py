"""Positions that are set up on the board, by clicks and by their notation."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .browsing import NEEDS_CHROMIUM, Browse

pytestmark = NEEDS_CHROMIUM


def expect_stones(page: Page, *cells: str) -> None:
    """Waits until these cells, and no others, have a stone."""
    for cell in cells:
        expect(page.locator(f'[role=gridcell].taken[data-cell="{cell}"]')).to_be_visible()
    expect(page.locator("[role=gridcell].taken")).to_have_count(len(cells))


def test_numbers_of_empty_cells_keep_the_stones_where_they_are(browse: Browse) -> None:
    page = browse("/#g=7,7,5&m=g7.d4")
    expect_stones(page, "d4", "g7")
    page.locator("#setup summary").click()
    expect(page.locator("#notation")).to_have_value("7/7/7/...O.../7/7/6X")
    expect_stones(page, "d4", "g7")
    page.locator('[data-cell="c1"]').click()
    expect_stones(page, "c1", "d4", "g7")
    page.locator("#apply").click()
    expect(page.locator("#setup")).not_to_have_attribute("open", "")
    expect_stones(page, "c1", "d4", "g7")
    assert "s=..X..../......./......./...O.../......./......./......X" in page.url


@pytest.mark.parametrize(
    ("text", "stones"),
    [
        ("15/15/15/15/15/15/15/7X7/7O7/15/15/15/15/15/15", ["h8", "h9"]),
        ("1X.1O/2X", ["b1", "c2", "e1"]),
        ("99X/0X/99999999999999999999/9X", ["b2", "j4"]),  # too long, and no number
    ],
)
def test_numbers_that_are_typed_are_empty_cells(
    browse: Browse, text: str, stones: list[str]
) -> None:
    page = browse("/#g=gomoku")
    page.locator("#setup summary").click()
    page.locator("#notation").fill(text)
    expect_stones(page, *stones)
