"""Games that are put together in the form "Other: by numbers"."""

from __future__ import annotations

import re
from dataclasses import replace
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


def test_only_a_turn_of_several_stones_has_a_last_one(browse: Browse) -> None:
    page = browse("/#g=5,5,4,1,2")
    for cell, left in (("c3", " · 2 stones left this turn"), ("b2", " · last stone of the turn")):
        expect(page.locator("#status")).to_have_text(f"X to move{left}")
        page.locator(f'[data-cell="{cell}"]').click()
    for cell, side in (("a1", "O"), ("a2", "X"), ("a3", "O")):
        expect(page.locator("#status")).to_have_text(f"{side} to move")
        page.locator(f'[data-cell="{cell}"]').click()
    page = browse("/#g=5,5,4,2,1")
    expect(page.locator("#status")).to_have_text("X to move")


@pytest.mark.parametrize(
    ("locale", "size", "rule"),
    [
        (
            "en-GB",
            "Rows m: 30, expected a whole number from 1 to 29; Columns n: 40, expected",
            "'renju rules' is set, expected only with one stone per turn",
        ),
        (
            "zh-CN",
            "行数 m：30，应为 1 至 29 的整数；列数 n：40，应为 1 至 22 的整数",
            "“连珠规则”只能用于每回合一子的游戏",
        ),
        (
            "zh-TW",
            "列數 m：30，應為 1 至 29 的整數；行數 n：40，應為 1 至 22 的整數",
            "「連珠規則」只能用於每回合一子的遊戲",
        ),
    ],
    ids=["en", "zh-Hans", "zh-Hant"],
)
def test_a_fault_calls_a_field_by_its_name_on_the_page(
    browse: Browse, locale: str, size: str, rule: str
) -> None:
    for spec, words in (("30,40,3", size), ("15,15,5,2,1:renju", rule)):
        expect(browse(f"/#g={spec}", locale=locale).locator("#notice")).to_contain_text(words)


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
    page.locator("#own [name=rows]").fill("6")
    page.locator("#own button").click()
    expect(page.locator("#sentence")).to_contain_text("6,")
    expect(page.locator("#notice")).to_be_hidden()
    now = game(unquote(page.url).partition("#g=")[2])
    assert now == replace(game(spec), rows=6)
    assert ticks.evaluate_all(NAMES) == ticked


def test_a_game_of_most_lines_is_put_together(browse: Browse) -> None:
    page = browse("/#g=jing4")
    page.locator("#game").select_option("own")
    page.locator("#own button").click()
    expect(page).to_have_url(re.compile("turns"))
    assert game(unquote(page.url).partition("#g=")[2]) == game("jing4")
    page = browse("/#g=4,4,3")
    expect(page.locator("#own [name=turns]")).to_be_hidden()
    page.locator("#own [name=majority]").check()
    expect(page.locator("#own [name=threshold]")).to_have_value("3")
    expect(page.locator("#own [name=turns]")).to_have_value("16")
    page.locator("#own [name=turns]").fill("15")
    page.locator("#own [name=fill]").check()
    page.locator("#own button").click()
    expect(page.locator("#sentence")).to_contain_text("majority")
    now = game(unquote(page.url).partition("#g=")[2])
    assert now == game("4,4,3:majority,threshold=3,turns=15,fill=O")
