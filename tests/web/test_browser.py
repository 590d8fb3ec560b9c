"""The pages in a real browser, Debian's Chromium: played, asked and learned from as people do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from playwright.sync_api import Page, expect

from kinrow.rules import game
from kinrow.rules.sentence import worded
from kinrow.strategies import read_strategy
from kinrow.web.problems import Problem
from kinrow.words import LANGUAGES

from .browsing import NEEDS_CHROMIUM, Browse, fits, tap
from .conftest import Server

pytestmark = NEEDS_CHROMIUM
WON = ["a1", "a2", "b1", "b2", "c1"]


def cell(page: Page, name: str) -> str:
    return page.locator(f'[data-cell="{name}"]').get_attribute("aria-label") or ""


def status(page: Page, text: str) -> None:
    expect(page.locator("#status")).to_contain_text(text)


def test_a_whole_game_by_mouse(browse: Browse) -> None:
    page = browse("/")
    for number, name in enumerate(WON):
        page.locator(f'[data-cell="{name}"]').click()
        expect(page.locator("#moves button")).to_have_count(number + 1)
    status(page, "X wins")
    expect(page.locator(".won")).to_have_count(3)
    assert cell(page, "b1") == "b1, X"
    assert page.url.endswith("#m=a1.a2.b1.b2.c1")


def test_a_whole_game_by_touch(browse: Browse) -> None:
    page = browse("/", width=390, touch=True)
    for number, name in enumerate(WON):
        tap(page, name)
        expect(page.locator("#moves button")).to_have_count(number + 1)
    status(page, "X wins")
    assert fits(page)


def test_a_whole_game_by_keyboard(browse: Browse) -> None:
    page = browse("/")
    page.keyboard.press("b")
    ways = ["", "ArrowDown", "ArrowUp ArrowRight", "ArrowDown", "ArrowUp ArrowRight"]
    for number, way in enumerate(ways):
        for key in way.split():
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        expect(page.locator("#moves button")).to_have_count(number + 1)
    status(page, "X wins")
    for key, count in (("u", 4), ("u", 3), ("r", 4), ("n", 0)):
        page.keyboard.press(key)
        expect(page.locator("#moves li:not(.undone) button")).to_have_count(count)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


@pytest.mark.parametrize(
    ("locale", "turn", "lang"),
    [
        ("en-GB", "X to move", "en"),
        ("zh-CN", "轮到 X", "zh-Hans"),
        ("zh-TW", "輪到 X", "zh-Hant"),
        ("fr", "X to move", "en"),
    ],
)
def test_the_browsers_language(browse: Browse, locale: str, turn: str, lang: str) -> None:
    page = browse("/", locale=locale)
    status(page, turn)
    assert page.evaluate("document.documentElement.lang") == lang


def test_the_language_can_be_switched_and_is_kept(browse: Browse) -> None:
    page = browse("/")
    page.locator("#language").select_option("zh-Hant")
    status(page, "輪到 X")
    expect(page.locator("#game")).to_contain_text("六子棋")
    page.goto(page.url.replace("/#", "/sources#"))
    page.goto(page.url.rpartition("/")[0] + "/sources")
    expect(page.locator("h1")).to_have_text("程式題")


def test_the_truth_moves_nothing_on_the_page(browse: Browse) -> None:
    page = browse("/#m=a1")
    before = page.locator("#undo").bounding_box()
    page.keyboard.press("t")
    expect(page.locator('[data-cell="b2"] .label')).to_have_text("=")
    expect(page.locator('[data-cell="b1"] .label')).to_have_text("−6")
    assert cell(page, "b1") == "b1, empty, loss in 6 stones"
    assert page.locator("#undo").bounding_box() == before
    page.locator('[data-cell="b1"]').click()
    expect(page.locator("#moves .grave")).to_have_text("draw → loss")
    page.keyboard.press("l")
    expect(page.locator(".ghost")).not_to_have_count(0)
    assert "t=1" in page.url
    assert "l=1" in page.url


def test_a_stone_scrolls_the_list_of_moves_and_not_the_page(browse: Browse) -> None:
    played = ".".join(f"{letter}{row}" for row in range(1, 4) for letter in "abcdefghij")
    page = browse(f"/#g=gomoku&m={played}", width=390)
    expect(page.locator("#moves .move")).to_have_count(30)
    page.locator('[data-cell="h8"]').click()
    expect(page.locator("#moves .move")).to_have_count(31)
    assert page.evaluate("document.querySelector('#moves').scrollTop") > 0
    assert page.evaluate("scrollY") == 0


def test_what_is_not_known_is_said_to_be_so(browse: Browse) -> None:
    page = browse("/#g=21,21,5&m=h8&t=1")
    expect(page.locator("#truthline")).to_contain_text("nodes")
    expect(page.locator('[data-cell="a1"] .label')).to_have_text("?")
    assert "not known yet" in cell(page, "a1")


def test_a_proved_game_shows_its_winning_move_at_once(browse: Browse) -> None:
    page = browse("/#g=gomoku&t=1")
    expect(page.locator("#truthline")).to_contain_text("proved (15,15,5, sha256 ")
    expect(page.locator('[data-cell="h8"] .label')).to_have_text("+")
    expect(page.locator('[data-cell="a1"] .label')).to_have_text("?")


def test_two_stones_a_turn(browse: Browse) -> None:
    page = browse("/#g=5,5,4,2,1")
    page.locator('[data-cell="c3"]').click()
    status(page, "O to move · 2 stones left this turn")
    page.locator('[data-cell="b2"]').click()
    status(page, "O to move · last stone of the turn")
    expect(page.locator(".last")).to_have_count(1)
    page.locator("#undo").click()
    status(page, "O to move · 2 stones left this turn")
    page.locator("#redo").click()
    page.locator('[data-cell="d4"]').click()
    status(page, "X to move · 2 stones left this turn")
    expect(page.locator(".last")).to_have_count(2)


def test_set_up_by_notation_and_by_clicks(browse: Browse) -> None:
    page = browse("/")
    expect(page.locator("#status")).not_to_be_empty()  # from then on the page hears the keys
    page.keyboard.press("s")
    page.locator("#notation").fill("XXX/OOO/..Z")
    expect(page.locator("#faults li")).to_have_count(2)
    page.locator("#apply").click()
    expect(page.locator("#faults li")).to_have_count(2)
    page.locator("#clear").click()
    page.locator('[data-cell="a1"]').click()
    page.locator('[data-cell="b2"]').click(click_count=2)
    expect(page.locator("#notation")).to_have_value("X../.O./...")
    expect(page.locator("#faults .good")).to_be_visible()
    page.locator("#apply").click()
    page.locator('[data-cell="c1"]').click()
    status(page, "O to move")
    assert page.url.endswith("#s=X../.O./...&m=c1")


def test_the_link_holds_everything(browse: Browse) -> None:
    page = browse("/#s=X../.O./...&m=c1.b1&r=a3")
    status(page, "X to move")
    expect(page.locator("#moves li")).to_have_count(3)
    page.locator("#redo").click()
    status(page, "O to move")
    page.reload()
    status(page, "O to move")
    expect(page.locator("#moves button")).to_have_count(3)


def test_a_broken_link_says_what_is_wrong(browse: Browse) -> None:
    page = browse("/#m=b2.b2")
    expect(page.locator("#notice")).to_contain_text("taken")
    expect(page.locator("#moves button")).to_have_count(1)


@pytest.mark.parametrize(("kind", "text"), [("text", "b2"), ("json", "moves"), ("sgf", ";B[bb]")])
def test_exports(browse: Browse, kind: str, text: str) -> None:
    page = browse("/#m=b2")
    page.locator("summary").last.click()
    with page.expect_download() as waiting:
        page.locator(f"[data-export={kind}]").click()
    assert text in Path(waiting.value.path()).read_text()


def test_a_game_against_a_machine(browse: Browse) -> None:
    page = browse("/")
    page.locator("#O").select_option("perfect")
    page.locator('[data-cell="a1"]').click()
    expect(page.locator("#moves button")).to_have_count(2)
    assert cell(page, "b2") == "b2, O"
    page.locator("#undo").click()
    expect(page.locator("#moves li:not(.undone) button")).to_have_count(0)


def test_machines_among_themselves(browse: Browse) -> None:
    page = browse("/#x=perfect&o=perfect")
    status(page, "paused")
    page.keyboard.press("p")
    expect(page.locator("#status")).to_have_text("Draw", timeout=15_000)


def test_a_lost_connection_and_back(browse: Browse, tmp_path: Path) -> None:
    server = Server(tmp_path)
    page = browse("/#t=1", server.url)
    expect(page.locator('[data-cell="b2"] .label')).to_have_text("=")
    assert server.stop() == 0
    page.locator('[data-cell="b2"]').click()
    expect(page.locator("#lost")).to_be_visible()
    assert cell(page, "b2").startswith("b2, X")
    again = Server(tmp_path, port=int(server.url.rpartition(":")[2]))
    try:
        expect(page.locator("#lost")).to_be_hidden(timeout=15_000)
        status(page, "O to move")
        expect(page.locator('[data-cell="a1"] .label')).to_have_text("=")
    finally:
        page.close()
        assert again.stop() == 0


def test_the_source_tasks(browse: Browse) -> None:
    page = browse("/sources")
    page.locator("#sample").click()
    page.locator("form .main").click()
    expect(page.locator("#output")).to_have_value("3\n-4\n0\n")
    expect(page.locator("#cases .small")).to_have_count(3)
    page.locator("#input").fill("1\n0 0 0\n0 7 0\n0 0 0")
    page.locator("form .main").click()
    expect(page.locator("#faults li")).to_contain_text("line 3, column 3")
    page.locator("#task").select_option("jing4")
    page.locator("#sample").click()
    page.locator("form .main").click()
    expect(page.locator("#output")).to_have_value("O win\nDraw\nX win\nX win\n")
    page.locator("#cases a").first.click()
    expect(page.locator("#board [role=gridcell]")).to_have_count(25)


def test_the_tree(browse: Browse) -> None:
    page = browse("/learn")
    counts = page.locator(".search .count")
    expect(counts).to_have_text(["12", "12", "8", "8"])
    expect(page.locator("#where")).to_have_text("Step 1 of 24")
    expect(page.locator("#back")).to_be_disabled()
    page.locator("#forward").click()
    expect(page.locator("[data-search=alphabeta] .stage")).to_contain_text("Enters c1")
    page.locator("#back").click()
    expect(page.locator("#where")).to_have_text("Step 1 of 24")
    page.locator("#last").click()
    expect(page.locator("[data-search=alphabeta] .cutnode").first).to_have_text("α = +1 cuts b3")
    expect(page.locator("[data-search=minimax] .cutnode")).to_have_count(0)
    page.locator("#example").select_option("jing4")
    expect(page.locator(".search .node .small").first).to_be_visible()
    expect(page.locator("#setup")).to_have_value("XOOOO/XXXXO/X.XOO/XO.../OO...")
    page.locator("#setup").fill("XXX/OOO/...")
    page.locator("#game").fill("tictactoe")
    page.locator("#form .main").click()
    expect(page.locator("#faults li")).to_contain_text("3 in a row")


def test_the_charts(browse: Browse) -> None:
    page = browse("/learn")
    expect(page.locator("#table tbody tr").nth(1)).to_contain_text("5,478", timeout=20_000)
    expect(page.locator(".chart svg").first).to_be_visible()


def test_the_atlas(browse: Browse) -> None:
    page = browse("/atlas")
    expect(page.locator("#atlas figure svg").first).to_be_visible()
    table = page.locator("#atlas table")
    expect(table.locator("tr", has_text="9,4,4").first).to_contain_text("first player wins")
    page.locator("#language").select_option("zh-Hans")
    expect(table.locator("tr", has_text="9,4,4").first).to_contain_text("先手胜")
    expect(page.locator("h1")).to_have_text("图谱")


def test_the_atlas_is_rendered_once_and_kept(api: httpx.Client) -> None:
    first = api.get("/atlas/en.html")
    tag = first.headers["etag"]
    assert "9,4,4" in first.text
    again = api.get("/atlas/en.html", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    plain = api.get("/atlas/en.html", headers={"accept-encoding": "identity"})
    assert (plain.text, plain.headers["etag"]) == (first.text, tag)
    assert api.get("/atlas/zh-Hans.html").headers["etag"] != tag


def test_a_proved_game_says_how_to_obtain_and_check_its_certificate(browse: Browse) -> None:
    page = browse("/atlas#15,15,5")
    expect(page.locator("#get")).to_have_text(
        "kinrow prove 15,15,5 --strategy 15-15-5.strategy -o 15-15-5.proof"
    )
    expect(page.locator("#check")).to_have_text("kinrow check 15-15-5.proof")
    with page.expect_download() as waiting:
        page.locator("#strategy a").click()
    assert read_strategy(Path(waiting.value.path())).rules == game("gomoku")
    page.locator("#row").click()
    expect(page.locator("tr.named")).to_be_in_viewport()
    page.evaluate("location.hash = '4,4,4'")
    expect(page.locator("#get")).to_have_text("kinrow prove 4,4,4 -o 4-4-4.proof")
    expect(page.locator("#strategy")).to_be_hidden()
    page.evaluate("location.hash = '20,20,5'")
    expect(page.locator("#get")).to_have_text(
        "kinrow prove 20,20,5 --memory 6GiB --book examples/proofs/20-20-5.book -o 20-20-5.proof"
    )
    expect(page.locator("#strategy")).to_contain_text("is in the repository")


def test_faults_are_told_in_the_readers_language(browse: Browse) -> None:
    page = browse("/", locale="zh-CN")
    expect(page.locator("#status")).not_to_be_empty()  # from then on the page hears the keys
    page.keyboard.press("s")
    page.locator("#notation").fill("XXX/OOO/..Z")
    expect(page.locator("#faults li")).to_have_text(
        [
            "第 3 行第 3 列：'Z'，应为 X、O 或 .",
            "X（第 1 行）与 O（第 2 行）都已连成 3 子，最多应只有一方",
        ]
    )


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("position", {"game": "tictactoe", "setup": "XXX/OOO/.Z"}),
        ("position", {"game": "1,7,2", "setup": "XX.XX.. X"}),
        ("position", {"game": "5,5,3", "setup": "XXX../...../XXX../OOOO./O...."}),
        ("position", {"game": "jing4", "setup": "OO.../XX.../...../...../..... X"}),
        ("position", {"game": "tictactoe", "moves": ["a1", "a1"]}),
        ("position", {"game": "0,3,3:miser"}),
        ("position", {"game": "tictac", "colour": 1}),
        ("source", {"task": "jing4", "input": "1 OO"}),
        ("source", {"task": "csp201803-4", "input": "1\n1 1 1\n2 2 2\n0 0 0"}),
    ],
)
def test_the_page_words_a_fault_as_python_does(
    browse: Browse, api: httpx.Client, name: str, body: dict[str, Any]
) -> None:
    document = api.post(f"/api/{name}", json=body).json()
    problem = Problem.from_document(document)
    page = browse("/learn")  # the board has other names for games, cells and sides
    for language in LANGUAGES:
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        said = page.evaluate(
            "async (problem) => {"
            "  const { worded } = await import('/static/faults.js');"
            "  return [problem, ...problem.faults].map(worded); }",
            document,
        )
        assert said == [worded(each, language) for each in (problem.sentence, *problem.faults)]


def test_the_notation_is_there_before_the_setup_has_unfolded(browse: Browse) -> None:
    page = browse("/")
    status(page, "X to move")
    assert page.evaluate("(setup.open = true, notation.value)") == ".../.../..."


def test_what_is_typed_before_the_setup_has_unfolded_stays(browse: Browse) -> None:
    page = browse("/")
    status(page, "X to move")
    page.evaluate(
        "setup.open = true; notation.value = 'XX./OO./..Z';"
        " notation.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    expect(page.locator("#faults li")).to_have_count(1)
    expect(page.locator("#notation")).to_have_value("XX./OO./..Z")


def test_a_quick_hand_loses_no_stone(browse: Browse) -> None:
    page = browse("/")
    page.evaluate(
        "for (const name of ['a1', 'b2'])"
        " document.querySelector(`[data-cell=${name}]`)"
        ".dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    expect(page.locator("#moves button")).to_have_count(2)
    assert cell(page, "b2") == "b2, O"


def test_from_the_board_to_its_tree(browse: Browse) -> None:
    page = browse("/#s=XO./OX./X.O")
    page.locator("#tree").click()
    expect(page.locator(".search .count")).to_have_text(["12", "12", "8", "8"])
