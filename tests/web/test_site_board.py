"""The board without a server in Debian's Chromium, from a folder of files below a host's root."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kinrow.web import texts

from . import browsing
from .browsing import NEEDS_CHROMIUM, Browse, fits, tap
from .serverless import FOLDER, NEEDS_WASM, ROOT
from .test_access import faults
from .test_languages import loaded_words, switch
from .test_measures import MOST_SHIFT, OBSERVE
from .test_opening import GAME, drop

pytestmark = [NEEDS_CHROMIUM, NEEDS_WASM]
PROOFS = ROOT / "examples" / "proofs"
MOST_AT_FIRST = 298_500  # bytes before anything is asked of the core, not compressed
MOST_BYTES = 4_000_000  # with the core, what is known, and gomoku's strategy, in each worker

ROOMS = ("faults", "web")

AROUND = """<p style="height: 40rem">A page with the board in it.</p>
<iframe src="board/#g=gomoku&m=h8.h9" style="height: 60rem"></iframe>"""


class Quiet(SimpleHTTPRequestHandler):
    """Any host of files, such as the documentation's; it counts the bytes that it sends."""

    protocol_version = "HTTP/1.1"
    sent = 0

    def log_message(self, *_: object) -> None:
        pass

    def send_header(self, keyword: str, value: str) -> None:
        if keyword == "Content-Length":
            Quiet.sent += int(value)
        super().send_header(keyword, value)


class Host(ThreadingHTTPServer):
    request_queue_size = 128  # a page asks for thirty files at once


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    root = tmp_path_factory.mktemp("host")
    (root / "docs").mkdir()
    (root / "docs" / "board").symlink_to(FOLDER)
    (root / "docs" / "around.html").write_text(AROUND)
    handler = functools.partial(Quiet, directory=str(root))
    with Host(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/docs/board/"
        server.shutdown()
        thread.join()


@pytest.fixture
def board(host: str, chromium: Browser) -> Iterator[Browse]:
    yield from browsing.pages(chromium, host)


def test_the_folder_has_the_pages_of_today() -> None:
    """Else `make site-board` has to be run again."""
    static = ROOT / "src" / "kinrow" / "web" / "static"
    for path in static.rglob("*.*"):
        assert (FOLDER / "static" / path.relative_to(static)).read_bytes() == path.read_bytes()
    words = FOLDER / "words"
    found = {path.relative_to(words).as_posix(): path.read_text() for path in words.rglob("*.*")}
    assert found == dict(texts.files())


def moves(page: Page, count: int) -> None:
    expect(page.locator("#moves li:not(.undone) button")).to_have_count(count)


@pytest.mark.parametrize(("locale", "turn"), [("en-GB", "X wins"), ("zh-CN", "X 胜")])
def test_a_whole_game_by_touch(board: Browse, locale: str, turn: str) -> None:
    page = board("", width=390, touch=True, locale=locale)
    for number, name in enumerate(["a1", "a2", "b1", "b2", "c1"]):
        tap(page, name)
        moves(page, number + 1)
    expect(page.locator("#status")).to_contain_text(turn)
    expect(page.locator(".won")).to_have_count(3)
    assert fits(page)


def test_the_truth_and_the_best_line(board: Browse) -> None:
    page = board("#m=a1&t=1")
    expect(page.locator('[data-cell="b1"] .label')).to_have_text("−6")
    page.keyboard.press("l")
    expect(page.locator(".ghost")).to_have_count(8)
    expect(page.locator("#truthline")).to_contain_text("For O: draw")


def test_a_stone_is_answered_by_the_proof(board: Browse) -> None:
    """And the page says that it is won, by which certificate."""
    page = board("#g=gomoku&x=perfect&t=1")
    moves(page, 1)
    expect(page.locator("#truthline")).to_contain_text("proved (15,15,5, sha256")
    expect(page.locator("#badge")).to_be_visible()
    assert "reference/atlas/#15,15,5" in (page.locator("#badge").get_attribute("href") or "")
    page.locator('[data-cell="i9"]').click()
    moves(page, 3)
    expect(page.locator("#truthline")).to_contain_text("For White: loss")


def test_threats_are_shown(board: Browse) -> None:
    page = board("#g=9,9,5&m=e5.a1.e4.b1.e3.c1&h=1")
    expect(page.locator(".stroke")).not_to_have_count(0)


def test_every_player_plays(board: Browse) -> None:
    page = board("#g=4,4,3&x=mcts:100&o=alphabeta:2")
    page.locator("#pause").click()
    expect(page.locator("#status")).to_contain_text("wins", timeout=30_000)


def test_a_setup_with_faults_in_the_readers_language(board: Browse) -> None:
    page = board("", locale="zh-TW")
    page.locator("#setup summary").click()
    page.locator("#notation").fill("XXX/OOO/...")
    expect(page.locator("#faults li")).to_contain_text("第 1 列")
    page.locator("#notation").fill("X../.O./...")
    page.locator("#apply").click()
    expect(page.locator("#status")).to_contain_text("輪到 X")


def test_the_words_of_one_language_are_loaded_at_a_time(board: Browse) -> None:
    page = board("#g=16,3,3", locale="zh-CN")
    expect(page.locator("#notice")).to_contain_text("本页没有服务器")
    # The worker says what is wrong in English, too, as the server does.
    assert loaded_words(page) == ["zh-Hans/faults.json", "zh-Hans/web.json"]
    switch(page, "zh-Hant")
    expect(page.locator("#notice")).to_contain_text("本頁沒有伺服器")
    assert loaded_words(page) == [
        f"{language}/{room}.json" for language in ("zh-Hans", "zh-Hant") for room in ROOMS
    ]


def test_a_folder_that_is_out_of_reach_is_waited_for(board: Browse) -> None:
    page = board("")
    page.context.set_offline(True)
    switch(page)
    expect(page.locator("#lost")).to_contain_text("Connection lost")
    page.context.set_offline(False)
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#status")).to_contain_text("轮到 X")


def test_a_game_that_is_too_large_is_refused_in_words(board: Browse) -> None:
    page = board("#g=connect6")
    expect(page.locator("#notice")).to_contain_text("up to 15 × 15")
    expect(page.locator("#notice")).to_contain_text("kinrow serve")
    page = board("#g=16,3,3")
    expect(page.locator("#notice")).to_contain_text("up to 15 × 15")


def test_a_search_that_nobody_waits_for_is_ended(board: Browse) -> None:
    """Another position is answered although the core was at work on the one before."""
    page = board("#g=7,7,5&m=d4&t=1")
    expect(page.locator("#truthline")).to_contain_text("searching")
    page.locator("#game").select_option("tictactoe")
    expect(page.locator("#truthline")).to_contain_text("For X: draw")


def test_a_player_that_thinks_is_stopped_by_the_pause(board: Browse) -> None:
    page = board("#g=gomoku&m=a1&o=alphabeta:2s")
    expect(page.locator("#status")).to_contain_text("thinking")
    page.locator("#pause").click()
    expect(page.locator("#status")).to_contain_text("paused")
    page.locator("#O").select_option("random")
    moves(page, 2)


def test_a_page_around_the_board_is_read_from_its_beginning(chromium: Browser, host: str) -> None:
    page = chromium.new_page()
    page.goto(host.replace("board/", "around.html"))
    expect(page.frame_locator("iframe").locator("#moves .move")).to_have_count(2)
    assert page.evaluate("scrollY") == 0
    page.close()


def offer(page: Page, path: Path | str, data: bytes = b"") -> None:
    file = path if isinstance(path, Path) else {"name": path, "mimeType": "", "buffer": data}
    page.locator("#proof").set_input_files(file)  # type: ignore[arg-type]


def test_a_certificate_is_checked_and_put_on_the_board(board: Browse) -> None:
    page = board("")
    offer(page, PROOFS / "11-4-4.proof")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Accepted: X wins by ply 41.")
    expect(verdict).to_contain_text("1,898 positions, 28,198 bytes")
    expect(verdict).to_contain_text(
        "84a448e1a9cf78734ce23ab142f228f2d544483159102c5252d4a79f9b0454d2"
    )
    page.locator("#setproof").click()
    expect(page.locator("#truthline")).to_contain_text("win")
    assert "g=11,4,4" in page.url
    assert fits(page) and not faults(page)


def test_a_certificate_is_checked_and_refused_in_chinese(board: Browse) -> None:
    page = board("", locale="zh-CN")
    whole = (PROOFS / "11-4-4.proof").read_bytes()
    offer(page, "whole.proof", whole)
    expect(page.locator("#verdict.good")).to_contain_text("核验通过：X 必胜，最迟第 41 手。")
    offer(page, PROOFS / "3-3-3.proof")
    expect(page.locator("#verdict.good")).to_contain_text("井字棋，自空棋盘起")
    offer(page, "cut.proof", whole[:-100])
    expect(page.locator("#verdict.bad")).to_contain_text("未通过核验：文件")
    offer(page, "other.sgf", b"(;)")
    expect(page.locator("#verdict.bad")).to_contain_text("应为以 .proof 结尾")


def test_a_certificate_can_be_dropped_and_the_check_stopped(board: Browse) -> None:
    page = board("", width=390)
    drop = """(text) => {
      const files = new DataTransfer();
      files.items.add(new File([Uint8Array.from(text, (c) => c.charCodeAt(0))], "a.proof"));
      const drop = new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true });
      document.querySelector("#board").dispatchEvent(drop);
    }"""
    page.evaluate(drop, (PROOFS / "9-4-4.proof").read_bytes().decode("latin-1"))
    expect(page.locator("#verdict.good")).to_contain_text("Accepted")
    offer(page, PROOFS / "15-15-5-h8-k6-i9-c13.proof")
    page.evaluate("document.querySelector('#stopcheck').click()")
    expect(page.locator("#verdict")).to_contain_text("no verdict")
    expect(page.locator("#checked")).to_be_hidden()


@pytest.mark.parametrize("missing", ["**/kinrow.wasm", "**/worker.js"])
def test_what_a_worker_needs_is_waited_for_while_the_network_is_away(
    board: Browse, missing: str
) -> None:
    page = board("#g=4,4,3&o=perfect")
    expect(page.locator("#status")).not_to_be_empty()
    page.context.route(missing, lambda route: route.abort())
    page.locator('[data-cell="b2"]').click()
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("#notice")).to_be_hidden()
    page.context.unroute(missing)
    moves(page, 2)
    expect(page.locator("#lost")).to_be_hidden()


def test_a_recorded_game_is_opened_and_saved(board: Browse) -> None:
    page = board("")
    drop(page, "game.sgf", GAME)
    expect(page.locator("#names")).to_have_text("Ann – Bob · X wins")
    played = page.locator("#moves li:not(.undone) .move")
    expect(played).to_have_text(["X a1", "O b1", "X b2", "O c3"])
    page.locator("summary").last.click()
    with page.expect_download() as waiting:
        page.locator("[data-export=psq]").click()
    assert "kinrow 3,3,3" in Path(waiting.value.path()).read_text()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe(board: Browse, dark: bool) -> None:
    page = board("#m=a1.b2&t=1", dark=dark, width=390 if dark else 1280, locale="zh-CN")
    for summary in page.locator("summary").all():
        summary.click()
    assert fits(page)
    assert not faults(page)


def test_the_bytes_and_the_time_to_the_first_move(
    board: Browse, record_property: Callable[[str, object], None]
) -> None:
    page = board("")
    home = page.url
    page.goto("about:blank")
    page.add_init_script(OBSERVE)
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    before = Quiet.sent
    page.goto(home)
    page.locator("#board .cell").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    first = Quiet.sent - before
    record_property("bytes of the page", first)
    shift = page.evaluate("measured.shift")
    record_property("layout shift", round(shift, 4))
    page.evaluate("measured.begun = performance.now()")
    page.locator("#against").click()
    moves(page, 1)
    taken = page.evaluate("performance.now() - measured.begun")
    record_property("ms to the first move", round(taken))
    page.locator('[data-cell="i9"]').click()
    moves(page, 3)
    taken = page.evaluate("performance.now() - measured.begun")
    record_property("ms to the second move, with the strategy", round(taken))
    record_property("bytes with the core and gomoku's strategy", Quiet.sent - before)
    assert 100_000 < first < MOST_AT_FIRST
    assert 1_000_000 < Quiet.sent - before < MOST_BYTES
    assert shift < MOST_SHIFT
