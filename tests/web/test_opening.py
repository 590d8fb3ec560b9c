"""Recorded games on the page: opened from files, with variations, and the chart of their moves."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import httpx2 as httpx
import pytest
from playwright.sync_api import Page, Route, expect

from kinrow.records import Format, Record, parse_games, tree_of
from kinrow.web.jobs.opening import tree_text

from .browsing import NEEDS_CHROMIUM, Browse

pytestmark = NEEDS_CHROMIUM
GAME = (
    "(;GM[4]SZ[3]RU[3,3,3]PB[Ann]PW[Bob]RE[B+R];B[aa];W[ba](;B[bb];W[cc])(;B[ac](;W[ab])(;W[cc])))"
)
SECOND = "(;GM[4]SZ[3]RU[3,3,3];B[bb];W[bb])"
PSQ = "Piskvorky 20x20, 11:11, 0\n10,10,5\n11,11,7\nAnn\nBob\n-1\n"


def drop(page: Page, name: str, text: str) -> None:
    """Drops a file on the board."""
    page.evaluate(
        "([name, text]) => {"
        "  const dataTransfer = new DataTransfer();"
        "  dataTransfer.items.add(new File([text], name));"
        "  const drop = new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer});"
        "  document.querySelector('#board').dispatchEvent(drop); }",
        [name, text],
    )


DROP_AT_ONCE = """addEventListener("load", () => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([%s], "game.sgf"));
  const drop = new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer});
  document.querySelector("main").dispatchEvent(drop);
})"""


def pick(page: Page, name: str, text: str, charset: str = "utf-8") -> None:
    """Opens a file by the button, as the keyboard does."""
    with page.expect_file_chooser() as choosing:
        page.locator("#open").press("Enter")
    file = {"name": name, "mimeType": "text/plain", "buffer": text.encode(charset)}
    choosing.value.set_files(file)  # type: ignore[arg-type]


def moves(page: Page, expected: list[str]) -> None:
    expect(page.locator("#moves li:not(.undone) .move")).to_have_text(expected)


def test_a_file_that_is_dropped_before_the_board_is_there_is_opened(browse: Browse) -> None:
    page = browse("/sources")
    home = page.url.removesuffix("sources")
    page.add_init_script(DROP_AT_ONCE % json.dumps(GAME))
    page.goto(home)
    expect(page.locator("#names")).to_have_text("Ann – Bob · X wins")


def test_a_file_dropped_on_the_board(browse: Browse) -> None:
    page = browse("/#g=gomoku")
    drop(page, "game.sgf", GAME + SECOND)
    expect(page.locator("#names")).to_have_text("Ann – Bob · X wins")
    moves(page, ["X a1", "O b1", "X b2", "O c3"])
    assert page.url.endswith("#m=a1.b1.b2.c3&v=a1.b1(b2.c3)(a3(a2)(c3))&t=1")
    page.locator("#which").select_option("1")
    expect(page.locator("#notice")).to_contain_text("b2 is taken by X")
    moves(page, ["X b2"])


def test_a_recorded_game_is_opened_by_nobody(browse: Browse) -> None:
    page = browse("/#g=7,7,5&m=d4.d5.e4&q=swap")
    expect(page.locator("#swapbar")).to_be_visible()
    drop(page, "game.sgf", "(;GM[4]SZ[3]RU[3,3,3];B[aa];W[ba];B[ca])")
    moves(page, ["X a1", "O b1", "X c1"])
    expect(page.locator("#swapbar")).to_be_hidden()
    page.locator('[data-cell="b2"]').click()
    moves(page, ["X a1", "O b1", "X c1", "O b2"])


def test_a_game_that_is_played_on_has_not_ended(browse: Browse) -> None:
    page = browse("/")
    drop(page, "game.sgf", "(;GM[4]SZ[3]RU[3,3,3]RE[B+R];B[aa];W[ba])")
    expect(page.locator("#names")).to_have_text("X – O · X wins")
    page.locator('[data-cell="b2"]').click()
    expect(page.locator("#names")).to_have_text("X – O")


def test_a_file_that_takes_long_is_named_meanwhile(browse: Browse) -> None:
    page = browse("/#g=gomoku")
    held: list[Route] = []
    page.route("**/api/open", lambda route: held.append(route))
    with page.expect_request("**/api/open"):
        drop(page, "games.sgf", GAME)
    expect(page.locator("#notice")).to_have_text("Reading games.sgf…")
    held.pop().continue_()
    moves(page, ["X a1", "O b1", "X b2", "O c3"])
    expect(page.locator("#notice")).to_be_hidden()


def test_variations_are_walked_and_kept(browse: Browse) -> None:
    page = browse("/")
    pick(page, "game.SGF", GAME)
    expect(page.locator("#moves .other")).to_have_text(["(a3)"])
    page.get_by_role("button", name="Variation: a3").click()
    expect(page.locator("#moves .other")).to_have_text(["(b2)", "(c3)"])
    moves(page, ["X a1", "O b1", "X a3"])
    page.locator('[data-cell="b2"]').click()
    expect(page.locator("#moves .other")).to_have_text(["(b2)", "(a2)", "(c3)"])
    page.reload()
    expect(page.locator("#moves .other")).to_have_text(["(b2)", "(a2)", "(c3)"])
    page.locator("summary").last.click()
    with page.expect_download() as waiting:
        page.locator("[data-export=sgf]").click()
    (record,) = parse_games(Path(waiting.value.path()).read_text(), None, "sgf")
    assert sorted(map(str, record.lines())) == [
        "a1 b1 a3 a2",
        "a1 b1 a3 b2",
        "a1 b1 a3 c3",
        "a1 b1 b2 c3",
    ]
    page.locator("#new").click()
    expect(page.locator("#moves .other")).to_have_count(0)


def test_a_game_that_the_file_does_not_name_is_not_assumed_in_silence(browse: Browse) -> None:
    page = browse("/")
    drop(page, "game.sgf", GAME.replace("GM[4]", "").replace("RU[3,3,3]", ""))
    expect(page.locator("#notice")).to_contain_text("it was read as the game on the board")
    drop(page, "game.sgf", GAME)
    expect(page.locator("#notice")).to_be_hidden()


def test_what_cannot_be_opened_says_why(browse: Browse) -> None:
    page = browse("/")
    for name, text, said in [
        ("game.png", "", "game.png: expected a file that ends in .sgf, .psq, .json or .txt"),
        ("game.sgf", "(;B[aa]", "line 1: the text ends within a game"),
        ("game.psq", PSQ, "a board of 20 by 20, but Tic-tac-toe has 3 by 3"),
        ("game.sgf", "", "there is no game in the file"),
    ]:
        drop(page, name, text)
        expect(page.locator("#notice")).to_contain_text(said)


def test_a_file_that_names_no_game_is_of_the_game_on_the_board(browse: Browse) -> None:
    page = browse("/#g=gomoku-20")
    drop(page, "game.psq", PSQ)
    expect(page.locator("#moves .move")).to_have_text(["j11", "k10"])
    pick(page, "game.psq", PSQ.replace("Ann", "Jos\xff"), "latin-1")  # as Windows writes it
    expect(page.locator("#names")).to_contain_text("Jos\ufffd – Bob")


def test_names_in_another_character_set(browse: Browse) -> None:
    page = browse("/")
    pick(page, "game.sgf", "(;GM[4]CA[gb18030]SZ[3]RU[3,3,3]PB[王];B[bb])", "gb18030")
    expect(page.locator("#names")).to_contain_text("王 – O")


def test_the_list_of_games_is_made_once(browse: Browse) -> None:
    page = browse("/")
    drop(page, "game.sgf", GAME + 50 * SECOND)
    expect(page.locator("#which option")).to_have_count(51)
    page.locator("#which option").last.evaluate("(option) => { option.id = 'same'; }")
    page.locator("#undo").click()
    page.locator('[data-cell="c1"]').click()
    moves(page, ["X a1", "O b1", "X b2", "O c1"])
    expect(page.locator("#which #same")).to_have_text("51. X – O")


def test_a_text_in_another_character_set_than_it_says_is_refused(browse: Browse) -> None:
    page = browse("/")
    game = "GM[4]SZ[3]RU[3,3,3]\nPB[Jos\xff];B[bb])"
    unnamed = "line 2 is not text in UTF-8: convert the file, or name its character set"
    for head, charset, said in [
        ("(;", "latin-1", unnamed),
        ("(;CA[UTF-8]", "latin-1", "line 2 is not text in UTF-8"),
        ("(;CA[no-such]", "latin-1", "line 2 is not text in UTF-8"),
        ("(;CA[GBK]", "latin-1", "line 2 is not text in GBK"),
    ]:
        pick(page, "game.sgf", head + game, charset)
        expect(page.locator("#notice")).to_contain_text(said)
        expect(page.locator("#record")).to_be_hidden()
    pick(page, "game.psq", PSQ.replace("10,10", "\xff10,10"), "latin-1")
    expect(page.locator("#notice")).to_have_text("line 2 is not text in UTF-8")
    pick(page, "game.sgf", "(;" + game.replace("\xff", "\ufffd"))
    expect(page.locator("#names")).to_have_text("Jos\ufffd – O · no result")


def test_a_file_that_is_too_large_is_refused_in_words(browse: Browse) -> None:
    page = browse("/", locale="zh-CN")
    for size in (2**20, 2**23):
        drop(page, "game.sgf", SECOND + " " * size)
        expect(page.locator("#notice")).to_have_text("大于 1 MiB，这是一次读取的上限")
        drop(page, "game.sgf", GAME)
        expect(page.locator("#notice")).to_be_hidden()


@pytest.mark.parametrize(
    ("said", "charset"),
    [("\ufeff(;CA[GBK]", "utf-8"), ("(;CA[GBK]", "gbk"), ("(;", "utf-16"), ("(;", "utf-8-sig")],
)
def test_a_mark_in_front_says_the_character_set(browse: Browse, said: str, charset: str) -> None:
    page = browse("/")
    pick(page, "game.sgf", f"{said}GM[4]SZ[3]RU[3,3,3]PB[王];B[bb])", charset)
    expect(page.locator("#names")).to_contain_text("王 – O")


def saved(page: Page, format: Format) -> Record:
    with page.expect_download() as waiting:
        page.locator(f"[data-export={format}]").click()
    (record,) = parse_games(Path(waiting.value.path()).read_text(), None, format)
    return record


def test_a_game_is_saved_with_all_that_its_file_says(browse: Browse) -> None:
    page = browse("/")
    about = "PB[Ann]PW[Bob]RE[B+T]EV[Cup]DT[2026-01-02]OPENING[1]GC[A quiet game.]"
    text = f"(;GM[4]SZ[3]RU[3,3,3]{about};B[aa]C[1.500 s; here](;W[ba];B[bb])(;W[cc]C[better]))"
    (known,) = parse_games(text, None, "sgf")
    pick(page, "game.sgf", text)
    expect(page.locator("#names")).to_have_text("Ann – Bob · X wins")
    page.locator("summary").last.click()
    assert saved(page, "sgf") == saved(page, "json") == known
    page.get_by_role("button", name="Variation: c3").click()
    moves(page, ["X a1", "O c3"])
    page.locator('[data-cell="b2"]').click()
    moves(page, ["X a1", "O c3", "X b2"])
    kept = saved(page, "json")
    assert (kept.moves, kept.result, kept.opening) == (known.moves, known.result, 1)
    assert [stone.note for stone in kept.tree] == ["here", "", "", "better", ""]
    line = saved(page, "psq")
    assert (str(line.moves), line.seconds[0], line.result) == ("a1 c3 b2", 1.5, None)


@pytest.mark.parametrize("format", ["sgf", "json", "text"])
def test_what_the_page_saves_it_opens(browse: Browse, format: Format) -> None:
    page = browse("/")
    text = GAME.replace(";W[ba]", ";W[ba]C[a note]")
    pick(page, "game.sgf", text)
    page.locator("summary").last.click()
    with page.expect_download() as waiting:
        page.locator(f"[data-export={format}]").click()
    again = browse("/#g=gomoku")
    drop(again, waiting.value.suggested_filename, Path(waiting.value.path()).read_text())
    expect(again.locator("#names")).to_have_text("Ann – Bob · X wins")
    expect(again.locator("#moves .move")).to_have_text(["X a1", "O b1", "X b2", "O c3"])
    again.locator("summary").last.click()
    assert saved(again, format) == saved(page, format)


def test_a_reload_keeps_the_opened_file(browse: Browse) -> None:
    page = browse("/")
    noted = GAME.replace(";W[ba]", ";W[ba]C[a note]")
    pick(page, "game.sgf", SECOND + noted)
    page.locator("#which").select_option("1")
    expect(page.locator("#names")).to_have_text("Ann – Bob · X wins")
    page.reload()
    expect(page.locator("#names")).to_have_text("Ann – Bob · X wins")
    expect(page.locator("#which option")).to_have_count(2)
    page.locator("summary").last.click()
    assert saved(page, "sgf") == parse_games(noted, None, "sgf")[0]
    page.locator("#new").click()
    expect(page.locator("#record")).to_be_hidden()
    page.reload()
    moves(page, [])
    expect(page.locator("#record")).to_be_hidden()


def test_a_reload_of_many_games_keeps_the_one_on_the_board(browse: Browse) -> None:
    page = browse("/")
    long = SECOND.replace(";B", "C[" + 300_000 * '"' + "];B", 1)
    pick(page, "game.sgf", long + GAME + long)
    page.locator("#which").select_option("1")
    expect(page.locator("#names")).to_have_text("Ann – Bob · X wins")
    page.reload()
    expect(page.locator("#names")).to_have_text("Ann – Bob · X wins")
    expect(page.locator("#which")).to_be_hidden()


def test_a_file_is_opened_without_storage(browse: Browse) -> None:
    page = browse("/")
    page.evaluate(
        "() => {"
        "  const none = { get() { throw Error('no'); } };"
        "  Object.defineProperty(window, 'sessionStorage', none); }"
    )
    drop(page, "game.sgf", GAME)
    expect(page.locator("#names")).to_have_text("Ann – Bob · X wins")


def test_what_a_file_says_is_of_its_game_alone(browse: Browse) -> None:
    page = browse("/")
    pick(page, "game.sgf", GAME)
    expect(page.locator("#record")).to_be_visible()
    page.locator("#new").click()
    expect(page.locator("#record")).to_be_hidden()
    page.locator('[data-cell="b2"]').click()
    page.locator("summary").last.click()
    assert not any(saved(page, "sgf").players.values())


def test_the_chart_shows_what_each_move_gave_away(browse: Browse) -> None:
    page = browse("/")
    drop(page, "game.sgf", GAME)
    chart = page.locator("#regret svg")
    expect(chart).to_have_attribute(
        "aria-label", "Chart of 4 moves: 4 settled, 1 of them gave something away"
    )
    assert page.locator("#regret .open").count() == 0
    # O's first move turned a draw into a loss: half a game, below the line.
    (bar,) = page.locator("#regret .sure").all()
    assert [bar.get_attribute(name) for name in ("x", "y", "height")] == ["14", "32", "14"]
    page.locator("#regret .ply").nth(1).click()
    expect(page.locator("#moves li:not(.undone) .move")).to_have_count(2)


def test_the_chart_has_the_side_above_that_its_caption_names(browse: Browse) -> None:
    page = browse("/#g=3,3,3:begins=O&m=a1.b1.a3&t=1")
    expect(page.locator("#regret p")).to_contain_text("O above the line, X below.")
    bar = page.locator("#regret .sure")  # of X, whose first move lost
    expect(bar).to_have_attribute("x", "14")
    expect(bar).to_have_attribute("y", "32")


def test_a_move_is_worth_what_the_position_after_it_is(browse: Browse) -> None:
    """The strategy answers h7 by g7; that i7, its mirror image, wins too is known after it."""
    page = browse("/#g=gomoku&m=h8.h7.i7&t=1")
    expect(page.locator("#truthline")).to_contain_text("For White: loss · ")
    expect(page.locator("#moves .kept")).to_have_count(3)
    assert page.locator("#regret .open").count() == 0


def test_the_chart_draws_bounds_as_bounds(browse: Browse) -> None:
    page = browse("/#g=21,21,5&m=j10&t=1")
    expect(page.locator("#regret .open")).to_have_count(1)
    assert page.locator("#regret .sure, #regret .none").count() == 0


def test_regret_is_what_the_bounds_leave(browse: Browse) -> None:
    """Against all values that the bounds allow; a position is worth no less than its moves."""
    page = browse("/")
    ranges = [(low, high) for low, high in product((-1, 0, 1), repeat=2) if low <= high]
    cases = [(best, made) for best, made in product(ranges, repeat=2) if made[0] <= best[1]]
    found = page.evaluate(
        "async (cases) => {"
        "  const { regretOf } = await import('/static/values.js');"
        "  return cases.map(([[lower, upper], made]) => {"
        "    const { low, high } = regretOf({ lower, upper, moves: { a1: made } }, 'a1');"
        "    return [low, high]; }); }",
        cases,
    )
    for (best, made), [low, high] in zip(cases, found, strict=True):
        allowed = [
            value - move
            for value in range(best[0], best[1] + 1)
            for move in range(made[0], made[1] + 1)
            if move <= value
        ]
        assert (low, high) == (min(allowed), max(allowed)), (best, made)


@pytest.mark.parametrize("format", ["sgf", "psq"])
def test_the_body_of_a_file_may_be_long(api: httpx.Client, format: str) -> None:
    long = "C[" + "x" * 200_000 + "]"
    texts = {"sgf": f"(;GM[4]SZ[3]RU[3,3,3]{long};B[aa])", "psq": PSQ + "\n" * 200_000}
    asked = {"format": format, "text": texts[format], "game": "gomoku-20"}
    answer = api.post("/api/open", json=asked)
    assert answer.status_code == 200
    assert answer.json()["games"][0]["tree"] in ("a1", "j10.k11")
    assert answer.json()["assumed"] is (format == "psq")
    assert api.post("/api/open", json=asked | {"text": "x" * (2**20 + 1)}).status_code == 422
    assert api.post("/api/open", content=b"x" * 4_200_000).status_code in (413, 415)


def test_a_tree_as_text_and_back(browse: Browse) -> None:
    page = browse("/")
    lines = [["a1", "b1"], ["a1", "c1", "a2"], ["a1", "c1", "b2"], ["b2"], ["c3", "a1"]]
    text = tree_text(Record("tictactoe", tree_of(lines)))
    assert text == "(a1(b1)(c1(a2)(b2)))(b2)(c3.a1)"
    again = page.evaluate(
        "async (text) => {"
        "  const { linesOf, readTree, writeTree } = await import('/static/variations.js');"
        "  return [linesOf(readTree(text)), writeTree(readTree(text))]; }",
        text,
    )
    assert again == [lines, text]
