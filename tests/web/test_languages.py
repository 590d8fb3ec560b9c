"""What is shown while the reader chooses another language is said in that one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from .browsing import NEEDS_CHROMIUM, Browse
from .test_opening import GAME, drop

pytestmark = NEEDS_CHROMIUM


def switch(page: Page, language: str = "zh-Hans") -> None:
    page.locator("#language").select_option(language)


def loaded_words(page: Page) -> list[str]:
    """The catalogues that a page has asked for."""
    names = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    return sorted(name.split("/words/")[1] for name in names if "/words/" in name)


@pytest.mark.parametrize("path", ["/", "/sources", "/learn", "/atlas"])
def test_a_page_loads_the_words_of_its_readers_language_alone(browse: Browse, path: str) -> None:
    page = browse(path, locale="zh-CN")
    assert loaded_words(page) == ["zh-Hans/faults.json", "zh-Hans/web.json"]
    switch(page, "zh-Hant")
    expect(page.locator("nav a").nth(3)).to_have_text("圖譜")
    assert len(loaded_words(page)) == 4
    switch(page, "zh-Hans")
    expect(page.locator("nav a").nth(3)).to_have_text("图谱")
    assert len(loaded_words(page)) == 4


def test_the_language_that_was_chosen_last_is_shown(browse: Browse) -> None:
    """Though its words came before those of the one chosen first."""
    page = browse("/sources")
    held: list[Route] = []
    page.route("**/words/zh-Hans/web.json", lambda route: held.append(route))
    with page.expect_request("**/words/zh-Hans/web.json"):
        switch(page)
    switch(page, "zh-Hant")
    title = page.locator("h1")
    expect(title).to_have_text("程式題")
    with page.expect_response("**/words/zh-Hans/web.json"):
        held.pop().continue_()
    page.unroute_all()
    page.evaluate("fetch('/words/zh-Hans/web.json').then((answer) => answer.text())")
    expect(title).to_have_text("程式題")
    page.reload()
    expect(title).to_have_text("程式題")


def test_words_wait_for_a_lost_connection(browse: Browse) -> None:
    page = browse("/sources")
    page.context.set_offline(True)
    switch(page)
    expect(page.locator("#lost")).to_contain_text("Connection lost")
    expect(page.locator("h1")).to_have_text("Source tasks")
    page.context.set_offline(False)
    expect(page.locator("h1")).to_have_text("编程题")
    expect(page.locator("#lost")).to_be_hidden()


def test_no_page_is_seen_in_another_language(browse: Browse) -> None:
    page = browse("/sources", locale="zh-TW")
    held: list[Route] = []
    page.route("**/words/**", lambda route: held.append(route))
    page.reload()
    expect(page.locator("#language")).to_have_value("zh-Hant")
    expect(page.locator(".top .name")).to_be_visible()
    for part in ("nav a", "h1", "main button"):
        expect(page.locator(part).first).to_be_hidden()
    for route in held:
        route.continue_()
    expect(page.locator("nav a").first).to_have_text("棋盤")
    expect(page.locator("h1")).to_have_text("程式題")


def test_the_banner_of_a_lost_connection(browse: Browse) -> None:
    page = browse("/", locale="zh-CN")
    switch(page, "en")
    expect(page.locator("h1")).to_have_text("Board")
    page.context.set_offline(True)
    drop(page, "game.sgf", GAME)  # what reads it is there already
    expect(page.locator("#lost")).to_contain_text("Connection lost")
    expect(page.locator("#notice")).to_have_text("Reading game.sgf…")
    switch(page)  # its words are there already
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


def test_one_of_a_thing_is_not_many(browse: Browse) -> None:
    page = browse("/#m=a1.b1.a2.b2&t=1")
    line = page.locator("#truthline")
    expect(line).to_contain_text("For X: win with the next stone")
    expect(page.locator('[data-cell="a3"]')).to_have_attribute(
        "aria-label", "a3, empty, win with the next stone"
    )
    switch(page)
    expect(line).to_contain_text("对 X：下一子即胜")


NO_STORAGE = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw Error("no"); } })"""


def test_a_page_that_may_keep_nothing_works(browse: Browse) -> None:
    page = browse("/sources")
    page.add_init_script(NO_STORAGE)
    page.goto(page.url.removesuffix("sources"))
    page.locator("#close").click()
    expect(page.locator("#introduction")).to_be_hidden()
    page.locator("#theme").select_option("dark")
    switch(page)
    expect(page.locator("#status")).to_have_text("轮到 X")
    page.locator('[data-cell="b2"]').click()
    expect(page.locator("#status")).to_have_text("轮到 O")


def test_chinese_sentences_have_chinese_marks(browse: Browse) -> None:
    page = browse("/#s=XXX/OOO/..Z", locale="zh-CN")
    expect(page.locator("#notice")).to_contain_text("；")
    assert "; " not in page.locator("#notice").inner_text()
    expect(page.locator('[data-cell="a1"]')).to_have_attribute("aria-label", "a1，空")
    page.goto(page.url.partition("#")[0] + "#g=gomoku&t=1")
    expect(page.locator("#truthline")).to_contain_text("已证明（15,15,5，sha256 ")


def test_a_theorem_has_its_name_in_the_readers_language(browse: Browse) -> None:
    page = browse("/#g=1,9,3&m=h1.c1.b1.a1.d1&t=1", locale="zh-TW")
    expect(page.locator("#truthline")).to_contain_text("依理論可知（勢函數）")
