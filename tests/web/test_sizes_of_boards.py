"""Boards of every form in the page: strips, and first turns that are longer than the others."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .browsing import NEEDS_CHROMIUM, Browse

pytestmark = NEEDS_CHROMIUM


@pytest.mark.parametrize("game", ["29,4,4", "4,22,4", "29,1,3"])
def test_the_cells_of_a_strip_can_be_read_and_hit(browse: Browse, game: str) -> None:
    page = browse(f"/#g={game}", width=1600)
    expect(page.locator("#sentence")).to_contain_text(game)
    box = page.locator('[data-cell="a1"] rect').bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 18


def test_the_whole_of_a_longer_first_turn_is_marked_as_the_last_one(browse: Browse) -> None:
    page = browse("/#g=5,5,4,1,3&m=a1.b2.d4")
    expect(page.locator(".last")).to_have_count(3)
    page.locator('[data-cell="c1"]').click()
    expect(page.locator(".last")).to_have_count(1)
