"""Games that are put together in the form "Other: by numbers"."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from kinrow.rules import game

from .browsing import NEEDS_CHROMIUM, Browse, fits

pytestmark = NEEDS_CHROMIUM


def test_a_game_by_numbers(browse: Browse) -> None:
    page = browse("/")
    page.locator("#game").select_option("own")
    for name, value in (("rows", "4"), ("cols", "5"), ("k", "4"), ("stones", "2")):
        page.locator(f"#own [name={name}]").fill(value)
    page.locator("#own [name=misere]").check()
    page.locator("#own button").click()
    expect(page.locator("[role=gridcell]")).to_have_count(20)
    assert "g=4,5,4,2,1:misere" in page.url.replace("%3A", ":")


NAMES = "inputs => inputs.map(input => input.name)"


@pytest.mark.parametrize(
    ("spec", "ticked"), [("3,4,3:begins=O", ["begins"]), ("jing4", ["begins", "majority"])]
)
def test_a_game_by_numbers_keeps_what_was_ticked(
    browse: Browse, spec: str, ticked: list[str]
) -> None:
    page = browse(f"/#g={spec}")
    page.locator("#game").select_option("own")
    assert fits(page)
    ticks = page.locator("#own :checked")
    assert ticks.evaluate_all(NAMES) == ticked
    page.locator("#own [name=k]").fill("2")
    page.locator("#own button").click()
    expect(page.locator("#own [name=k]")).to_have_value("2")
    now = game(unquote(page.url).partition("#g=")[2])
    kept_rules = (now.begins, now.objective, now.fill)
    assert kept_rules == (game(spec).begins, game(spec).objective, game(spec).fill)
    assert ticks.evaluate_all(NAMES) == ticked
