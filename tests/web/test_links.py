"""Links that ask for what there is not."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .browsing import NEEDS_CHROMIUM, Browse

pytestmark = NEEDS_CHROMIUM


@pytest.mark.parametrize(
    ("link", "said"),
    [("#x=foo", "Player: expected random"), ("#g=jing4&o=alphabeta:2", "line games only")],
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


def test_an_opening_that_there_is_not_is_none(browse: Browse) -> None:
    page = browse("/#q=foo")
    expect(page.locator("#opening")).to_have_value("")


def test_all_moves_from_the_first_bad_one_go_at_once(browse: Browse) -> None:
    page = browse("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.extend([request.url] * ("position" in request.url)))
    page.evaluate("location.hash = `#m=${Array(3000).fill('a1').join('.')}`")
    expect(page.locator("#notice")).to_contain_text("move 2: a1 is taken")
    expect(page.locator("#moves .move")).to_have_count(1)
    assert len(asked) <= 3  # too many, two of them on a cell, and what is left


def test_a_cell_of_no_board_is_a_move_and_not_a_field(browse: Browse) -> None:
    page = browse("/#m=b2.z9.a1")
    expect(page.locator("#notice")).to_have_text("move 2: expected a cell, such as b2")
    expect(page.locator("#moves .move")).to_have_count(1)


def test_what_is_wrong_is_gone_with_the_game_it_was_about(browse: Browse) -> None:
    page = browse("/#m=b2.b2")
    expect(page.locator("#notice")).to_be_visible()
    page.locator("#game").select_option("gomoku")
    expect(page.locator("#notice")).to_be_hidden()
    page = browse("/#g=nothing")
    expect(page.locator("#notice")).to_be_visible()
    page.locator("#new").click()
    expect(page.locator("#notice")).to_be_hidden()


def test_numbers_that_are_no_game_leave_the_game_on_the_board(browse: Browse) -> None:
    page = browse("/#g=gomoku&m=h8.h9.i8")
    page.locator("#game").select_option("own")
    page.locator("#own [name=k]").fill("3")
    page.locator("#own [name=renju]").check()
    page.locator("#own button").click()
    expect(page.locator("#notice")).to_contain_text("renju")
    expect(page.locator("#moves .move")).to_have_count(3)
    expect(page.locator("#own [name=k]")).to_have_value("3")
    assert page.url.endswith("#g=gomoku&m=h8.h9.i8")


def test_lines_of_a_link_that_cannot_be_played_are_left_out(browse: Browse) -> None:
    page = browse("/#m=b2&r=b2.a1&v=b2(a1(b2)(c3))(z9)(a3)")
    expect(page.locator("#notice")).to_have_text(
        "Some moves in the link cannot be played and are left out."
    )
    assert page.url.endswith("#m=b2&r=a1&v=b2(a1.c3)(a3)")
    page.locator("summary").last.click()
    with page.expect_download():
        page.locator("[data-export=sgf]").click()
    page = browse("/#m=b2&r=c3.b2")
    expect(page.locator("#redo")).to_be_disabled()
    expect(page.locator("#notice")).to_be_visible()
    assert page.url.endswith("#m=b2")


def test_a_link_to_the_atlas_that_cannot_be_read_leads_to_the_atlas(browse: Browse) -> None:
    page = browse("/atlas#%zz")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("#certificate")).to_be_hidden()


def test_the_lessons_name_an_example_only_while_it_is_shown(browse: Browse) -> None:
    page = browse("/learn#g=3,3,3,2,1&s=.../.X./...&a=score")
    example = page.locator("#example")
    expect(example).to_have_value("two")
    page.locator("#setup").fill("XX./.X./...")
    page.locator("#form .main").click()
    expect(example.locator("option:checked")).to_have_text("Another position")
    page.locator("#language").select_option("zh-Hans")
    expect(example.locator("option:checked")).to_have_text("其他局面")
    page.evaluate("location.hash = '#g=1,5,3&s=.....&a=outcome'")
    expect(example).to_have_value("line")
    expect(page.locator("#game")).to_have_value("1,5,3")
