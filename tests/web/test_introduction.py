"""The first visit: what this is, a game against a proof, the value of the position at hand."""

from __future__ import annotations

import time
from pathlib import Path

import httpx2 as httpx
from playwright.sync_api import expect

from .browsing import NEEDS_CHROMIUM, Browse
from .conftest import Server

pytestmark = NEEDS_CHROMIUM


def test_two_clicks_to_a_game_that_cannot_be_won(browse: Browse) -> None:
    page = browse("/")
    expect(page.locator("#introduction p")).to_have_count(3)
    page.get_by_role("button", name="Play against a proof").click()
    expect(page.locator("#introduction")).to_be_hidden()
    expect(page.locator("#moves .move")).to_have_text(["h8"])
    page.locator('[data-cell="i7"]').click()
    expect(page.locator("#moves .move")).to_have_count(3)
    expect(page.locator(".labelled")).to_have_count(0)
    page.locator("#truth").click()
    expect(page.locator("#truthline")).to_contain_text("For White: loss", timeout=20_000)
    expect(page.locator("#truthline")).to_contain_text("every move is worth the same")
    expect(page.locator(".labelled")).to_have_count(0)
    assert "loss" in (page.locator('[data-cell="a1"]').get_attribute("aria-label") or "")
    expect(page.locator("#badge")).to_have_attribute("href", "/atlas#15,15,5")


def test_what_is_this_position_worth(browse: Browse) -> None:
    page = browse("/")
    page.locator("#worth").click()
    expect(page.locator("#truthline")).to_contain_text("For X: draw")
    page.reload()
    expect(page.locator("#introduction")).to_be_hidden()
    page.locator("#reopen").click()
    expect(page.locator("#against")).to_be_focused()
    page.locator("#close").click()
    expect(page.locator("#introduction")).to_be_hidden()


def test_it_goes_when_another_game_is_chosen(browse: Browse) -> None:
    page = browse("/")
    expect(page.locator("#introduction")).to_be_visible()
    page.locator('[data-cell="b2"]').click()
    expect(page.locator("#introduction")).to_be_visible()
    page.locator("#game").select_option("gomoku")
    expect(page.locator("#introduction")).to_be_hidden()


def test_a_player_is_ready_before_anybody_asks(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        httpx.get(server.url)
        pid = server.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children")
        deadline = time.monotonic() + 10
        while not children.read_text() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert children.read_text()
    finally:
        assert server.stop() == 0


def test_a_link_leads_where_it_says(browse: Browse) -> None:
    page = browse("/#m=a1")
    expect(page.locator("#moves .move")).to_have_count(1)
    expect(page.locator("#introduction")).to_be_hidden()


def test_cells_known_from_a_proof_and_cells_being_searched(browse: Browse) -> None:
    page = browse("/#g=gomoku&t=1")
    expect(page.locator(".cell.known")).to_have_count(1)
    assert page.locator('[data-cell="h8"]').get_attribute("aria-label") == "h8, empty, win, proved"
    expect(page.locator(".cell.searching").first).to_be_visible()
    assert "being searched" in (
        page.locator(".cell.searching").first.get_attribute("aria-label") or ""
    )
    page.locator("#badge").click()
    expect(page.locator("#certified")).to_have_text("Certificate of (15,15,5)")
