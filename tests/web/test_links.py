"""Links that ask for what there is not."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .browsing import NEEDS_CHROMIUM, Browse

pytestmark = NEEDS_CHROMIUM


@pytest.mark.parametrize(
    ("link", "said"), [("#x=foo", "expected random"), ("#g=jing4&o=alphabeta:2", "line games only")]
)
def test_a_machine_that_cannot_play_makes_way_for_a_person(
    browse: Browse, link: str, said: str
) -> None:
    page = browse(f"/{link}")
    expect(page.locator("#notice")).to_contain_text(said)
    expect(page.locator("#X")).to_have_value("human")
    expect(page.locator("#O")).to_have_value("human")
    page.locator('[data-cell="b2"]').click()
    expect(page.locator("#moves .move")).to_have_count(1)
