"""What is shown while the reader chooses another language is said in that one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .browsing import NEEDS_CHROMIUM, Browse
from .test_opening import GAME, drop

pytestmark = NEEDS_CHROMIUM


def switch(page: Page) -> None:
    page.locator("#language").select_option("zh-Hans")


def test_the_banner_of_a_lost_connection(browse: Browse) -> None:
    page = browse("/")
    page.context.set_offline(True)
    drop(page, "game.sgf", GAME)  # what reads it is there already
    expect(page.locator("#lost")).to_contain_text("The connection is lost")
    expect(page.locator("#notice")).to_have_text("Reading game.sgf…")
    switch(page)
    expect(page.locator("#lost")).to_contain_text("连接已断开")


def test_what_is_said_of_a_setup_and_of_a_file(browse: Browse) -> None:
    page = browse("/")
    page.locator("summary").last.click()
    with page.expect_download():
        page.locator("[data-export=sgf]").click()
    page.locator("#setup summary").click()
    page.locator("#notation").fill("XXX/OOO/..Z")
    expect(page.locator("#faults li").first).to_contain_text("row 3")
    switch(page)
    expect(page.locator("#faults li").first).to_contain_text("第 3 行")
    expect(page.locator("#copied")).to_have_text("已保存为 kinrow.sgf")


@pytest.mark.parametrize("path", ["/learn#g=nothing", "/sources"])
def test_faults_of_the_other_pages(browse: Browse, path: str) -> None:
    page = browse(path)
    if path == "/sources":
        page.locator("#input").fill("x")
        page.locator("#form button.main").click()
    expect(page.locator("#faults")).to_contain_text("expected")
    switch(page)
    expect(page.locator("#faults")).to_contain_text("应为")


def test_games_are_called_by_their_titles(browse: Browse) -> None:
    page = browse("/#g=renju", locale="zh-CN")
    expect(page.locator("svg.board")).to_have_attribute("aria-label", "连珠的棋盘")
    page.locator("#game").select_option("tictactoe")
    expect(page.locator("svg.board")).to_have_attribute("aria-label", "井字棋的棋盘")
    drop(page, "game.json", "[1,")
    expect(page.locator("#notice")).to_have_text("不是 JSON：第 1 行第 4 个字符")
    drop(page, "game.json", "null")
    expect(page.locator("#notice")).to_contain_text("null 不是对局")
    page = browse("/#g=jing4&o=alphabeta:2", locale="zh-CN")
    expect(page.locator("#notice")).to_contain_text("不下井井井井字棋")
