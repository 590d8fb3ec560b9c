"""Five in a row and its kin on a goban: stones, numbers, coordinates, in the page and its files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .browsing import NEEDS_CHROMIUM, Browse

pytestmark = NEEDS_CHROMIUM


def spoken(page: Page, name: str) -> str:
    return page.locator(f'[data-cell="{name}"]').get_attribute("aria-label") or ""


def test_stones_on_lines(browse: Browse) -> None:
    page = browse("/#g=9,9,5")
    page.locator('[data-cell="e5"]').click()
    expect(page.locator("#status")).to_have_text("White to move")
    page.locator('[data-cell="a1"]').click()
    expect(page.locator(".stone.black")).to_have_count(1)
    expect(page.locator(".cell.last .stone.white")).to_have_count(1)
    chips = page.locator("#moves .chip")
    expect(chips).to_have_count(2)
    assert [chip.get_attribute("aria-label") for chip in chips.all()] == ["Black", "White"]
    assert page.locator(".goban .star").count() == 5
    assert page.locator(".board path.x").count() == 0


def test_rows_are_counted_from_below_unless_switched(browse: Browse) -> None:
    page = browse("/#g=9,9,5&m=a1.b2")
    expect(page.locator("#moves .move").first).to_contain_text("a9")
    assert spoken(page, "a1") == "a9, Black"
    assert page.locator(".edge text").all_text_contents()[9] == "9"
    page.keyboard.press("c")
    expect(page.locator("#moves .move").first).to_contain_text("a1")
    assert spoken(page, "a1") == "a1, Black"
    assert page.locator(".edge text").all_text_contents()[9] == "1"
    assert "c=top" in page.url


def test_numbers_on_demand(browse: Browse) -> None:
    page = browse("/#g=9,9,5&m=e5.e4.d4")
    label = page.locator('[data-cell="d4"] .label')
    expect(page.locator(".stone")).to_have_count(3)
    expect(label).to_be_empty()
    page.locator("#numbers").click()
    expect(label).to_have_text("3")
    assert spoken(page, "d4") == "d6, Black, stone 3"
    page.locator("summary").last.click()
    with page.expect_download() as waiting:
        page.locator("[data-export=svg]").click()
    text = Path(waiting.value.path()).read_text()
    assert text.count('r="18.4"') == 3
    assert ">3</text>" in text


@pytest.mark.parametrize("game", ["tictactoe", "9,9,4", "jing4"])
def test_smaller_games_keep_crosses_and_rings(browse: Browse, game: str) -> None:
    page = browse(f"/#g={game}&m=a1.b2")
    expect(page.locator(".board.cells")).to_be_visible()
    assert page.locator(".stone").count() == 0
    assert spoken(page, "a1")[:3] == "a1,"


def test_the_status_in_chinese(browse: Browse) -> None:
    page = browse("/#g=gomoku", locale="zh-CN")
    expect(page.locator("#status")).to_have_text("轮到黑方")


def test_a_fault_names_cells_and_sides_as_the_board_does(browse: Browse) -> None:
    page = browse("/#g=9,9,5&m=b2.b2")
    notice = page.locator("#notice")
    expect(notice).to_have_text("move 2: b8 is taken by Black, expected an empty cell")
    page.locator("#language").select_option("zh-Hans")
    expect(notice).to_have_text("第 2 着：b8 已有黑方，应为空格")
    page.locator("#rows").click()
    expect(notice).to_have_text("第 2 着：b2 已有黑方，应为空格")


def test_forbidden_cells_are_crossed(browse: Browse) -> None:
    page = browse("/#g=7,7,5:renju&s=OO...../.OO..../3X3/3X3/1XX4/7/7")
    cell = page.locator('[data-cell="d5"]')
    expect(cell.locator(".label")).to_have_text("×")
    assert spoken(page, "d5").endswith("forbidden")
    box = page.locator('[data-cell="d5"] .label').bounding_box()
    assert box and box["height"] > 25, "as large as a stone"
    cell.click()
    expect(page.locator("#notice")).to_contain_text("d3 is forbidden to Black: ")
    expect(page.locator("#status")).to_have_text("Black to move")


def test_two_machines_wait_with_their_opening(browse: Browse) -> None:
    page = browse("/#g=7,7,5&x=random&o=random&q=swap1")
    expect(page.locator("#status")).to_have_text(re.compile(r"^Opening: .* is paused$"))
    page.locator("#pause").click()
    expect(page.locator("#status")).not_to_contain_text("Opening")


def test_an_opening_that_both_settle(browse: Browse) -> None:
    page = browse("/#g=7,7,5&o=alphabeta:2&q=swap1")
    page.locator('[data-cell="d4"]').click()
    expect(page.locator("#swapbar")).to_be_hidden()
    expect(page.locator("#moves .move")).not_to_have_count(0)
    page = browse("/#g=7,7,5&q=swap2")
    for name in ("d4", "e5", "c3"):
        page.locator(f'[data-cell="{name}"]').click()
    page.locator("#addstones").click()
    for name in ("a1", "g7"):
        page.locator(f'[data-cell="{name}"]').click()
    expect(page.locator("#addstones")).to_be_hidden()
    page.locator("#takeO").click()
    expect(page.locator("#swapbar")).to_be_hidden()
    expect(page.locator("#status")).to_have_text("White to move")


def test_an_opening_that_is_taken_back_is_asked_again(browse: Browse) -> None:
    page = browse("/#g=7,7,5&q=swap2&m=d4.e5.c3")
    page.locator("#takeX").click()
    page.locator("#undo").click()
    expect(page.locator("#redo")).to_be_enabled()
    page.locator('[data-cell="g7"]').click()
    expect(page.locator("#addstones")).to_be_visible()
    page.locator("#addstones").click()
    page.locator('[data-cell="a1"]').click()
    expect(page.locator("#moves .move")).to_have_count(4)
    page.locator("#undo").click()
    expect(page.locator("#addstones")).to_be_visible()
    expect(page.locator("#redo")).to_be_disabled()


def test_undo_goes_back_before_the_choice_of_a_machine(browse: Browse) -> None:
    page = browse("/#g=7,7,5&q=swap&o=alphabeta:2&m=d4.e5.c3")
    expect(page).to_have_url(re.compile("w=(done|swapped)"))
    page.locator("#pause").click()
    page.locator("#undo").click()
    expect(page.locator("#moves li:not(.undone)")).to_have_count(2)
    expect(page.locator("#X")).to_have_value("human")
    expect(page.locator("#O")).to_have_value("alphabeta:2")
    assert "w=" not in page.url


def test_the_side_that_a_machine_took_is_said_until_the_next_stone(browse: Browse) -> None:
    page = browse("/#g=7,7,5&q=swap&w=swapped&x=alphabeta:2&m=d4.e5.c3")
    status = page.locator("#status")
    expect(status).to_have_text("White to move · Alpha-beta 2 has taken Black")
    page.locator("#language").select_option("zh-Hans")
    expect(status).to_have_text("轮到白方 · Alpha-beta 2 已选黑方")
    page.locator("#pause").click()
    page.locator('[data-cell="a1"]').click()
    expect(status).to_have_text("轮到黑方 · Alpha-beta 2 已暂停")
    page = browse("/#g=7,7,5&q=swap&w=swapped&m=d4.e5.c3")
    expect(page.locator("#status")).to_have_text("White to move")


def test_stones_placed_before_an_answer_are_all_kept(browse: Browse) -> None:
    page = browse("/#g=7,7,5")
    page.evaluate(
        """() => {
            for (const name of ["d4", "e5", "c3"])
                document.querySelector(`[data-cell="${name}"]`)
                    .dispatchEvent(new MouseEvent("click", { bubbles: true }));
        }"""
    )
    shown = ["d4", "e3", "c5"]  # rows from below, as players of gomoku count them
    expect(page.locator("#moves li:not(.undone) button")).to_have_text(shown)


def test_a_finger_finds_the_cells_on_a_phone(browse: Browse) -> None:
    page = browse("/#g=gomoku", width=390, touch=True)
    boxes = [page.locator(f'[data-cell="{name}"] rect').bounding_box() for name in ("h8", "i8")]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[1]["x"] - boxes[0]["x"] >= 24  # pixels: WCAG 2.5.8


@pytest.mark.parametrize("width", [360, 900])
def test_a_tall_board_is_no_higher_than_the_window(browse: Browse, width: int) -> None:
    page = browse("/#g=22,1,5", width=width)
    box = page.locator("svg.board").bounding_box()
    assert box is not None
    assert box["height"] <= 900
    cell = page.locator('[data-cell="a1"] rect').bounding_box()
    assert cell is not None
    assert cell["width"] >= 24


SIZE = """(selector) => {
  const text = document.querySelector(selector);
  return parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
}"""


@pytest.mark.parametrize(
    ("game", "width"), [("gomoku", 360), ("gomoku", 1280), ("9,4,4", 1280), ("9,4,4", 360)]
)
def test_what_is_written_on_a_board_is_large_enough(browse: Browse, game: str, width: int) -> None:
    page = browse(f"/#g={game}", width=width)
    before = page.evaluate(SIZE, ".edge text")
    assert before > 9
    assert page.evaluate(SIZE, ".label") > 9
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(SIZE, ".edge text") > min(before * 1.2, 10)


def test_a_fault_names_the_row_as_the_board_does(browse: Browse) -> None:
    page = browse("/#g=9,9,5")
    expect(page.locator("#status")).to_have_text("Black to move")
    page.keyboard.press("s")
    page.locator("#notation").fill("XXX.XXX2/OOOOO4" + "/9" * 7)
    fault = page.locator("#faults li")
    expect(fault).to_contain_text("White has 5 in a row (row 8, columns 1 to 5)")
    page.locator("#rows").click()
    expect(fault).to_contain_text("White has 5 in a row (row 2, columns 1 to 5)")
    # This row is one of the notation, whose rows come from the top.
    page.locator("#notation").fill("X" * 9 + "/OOO")
    expect(fault.nth(1)).to_have_text("row 2 has 3 cells, expected 9")
