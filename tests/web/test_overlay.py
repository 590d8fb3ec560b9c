"""What lies over the board: threats, and the line of a win played through with arrows."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import WebSocketRoute, expect

from kinrow.players import winning_line
from kinrow.players.winning_line import winning_lines
from kinrow.rules import Sign, game
from kinrow.web.jobs.tools import Tools

from .browsing import NEEDS_CHROMIUM, Browse

pytestmark = NEEDS_CHROMIUM


def test_fours_and_open_threes_are_shown(browse: Browse) -> None:
    page = browse("/#g=9,9,5&m=e5.a1.e4.b1.e3.c1.i9.d1")
    expect(page.locator(".stone")).to_have_count(8)
    expect(page.locator(".stroke")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".stroke.four.white")).to_have_count(1)
    expect(page.locator(".stroke.three.black")).to_have_count(2)
    assert page.locator('[data-cell="e1"]').get_attribute("aria-label") == (
        "e9, empty, completes a line of White"
    )
    assert page.locator('[data-cell="e6"]').get_attribute("aria-label") == (
        "e4, empty, open three of Black"
    )
    page.locator("#threats").click()
    expect(page.locator(".stroke")).to_have_count(0)


def test_the_line_of_a_win_is_played_through(browse: Browse) -> None:
    page = browse("/#m=a1.b1&l=1")
    expect(page.locator("#linecount")).to_have_text("5 of 5")
    expect(page.locator(".ghost")).to_have_count(5)
    page.keyboard.press(",")
    expect(page.locator("#linecount")).to_have_text("4 of 5")
    expect(page.locator(".stroke.arrow")).to_have_count(1)
    for _ in range(4):
        page.locator("#lineback").click()
    expect(page.locator(".ghost")).to_have_count(0)
    expect(page.locator("#lineback")).to_be_disabled()
    page.keyboard.press(".")
    expect(page.locator(".ghost .label")).to_have_text(["1"])
    page.locator(".cell.ghost").click()
    expect(page.locator("#moves .move")).to_have_count(3)
    expect(page.locator("#linecount")).to_have_text("4 of 4")


@pytest.mark.parametrize(
    ("spec", "moves", "winner"),
    [
        ("gomoku", "h8 i8", Sign.X),  # by the strategy, move by move
        ("gomoku-20", "j10 a1 k10 b1 k11 c1 j12 e1", Sign.X),  # by fours and threes
        ("tictactoe", "a1 b1", Sign.X),
    ],
)
def test_the_line_of_a_win_leads_to_its_end(
    monkeypatch: pytest.MonkeyPatch, spec: str, moves: str, winner: Sign
) -> None:
    monkeypatch.setattr(winning_line, "_LONGEST", 600.0)
    monkeypatch.setattr(winning_line, "_SEARCH", 60.0)
    position = game(spec).replay(moves)
    tools = Tools("64MiB")
    *_, line = winning_lines(position, tools.analyst, tools.resistance, 1200.0, bool)
    tools.close()
    for move in line:
        position = position.play(move)
    assert (position.finished, position.winner) == (True, winner)


@pytest.mark.parametrize(
    ("ended", "upper", "said"),
    [
        (True, 400, "2 of 2"),
        (False, 400, "2 of 2 · not to the end: the search stopped here"),
        (False, 0, "2 of 2"),  # no win, and no end is promised
    ],
)
def test_a_line_that_was_cut_says_so(browse: Browse, ended: bool, upper: int, said: str) -> None:
    page = browse("/#g=21,21,5")
    value = {"objective": "score", "moves": {"a1": [0, 399]}, "lower": min(upper, 1)}
    rest = {"nodes": 5, "how": "computed", "source": None, "complete": False}
    line = {"line": ["a1", "b1"], "ended": ended, "upper": upper}

    def connected(socket: WebSocketRoute) -> None:
        def hear(text: str | bytes) -> None:
            answer = {"id": json.loads(text)["id"], "result": value | rest | line}
            socket.send(json.dumps(answer))

        socket.on_message(hear)

    page.route_web_socket("**/api/live", connected)
    page.keyboard.press("l")
    expect(page.locator("#linecount")).to_have_text(said)


def test_nothing_is_played_out_of_what_is_not_won() -> None:
    tools = Tools("64MiB")
    start = game("tictactoe").start()
    assert not list(winning_lines(start, tools.analyst, tools.resistance, 10.0, bool))
    tools.close()


def test_a_position_is_not_asked_about_again_and_again(browse: Browse) -> None:
    page = browse("/#g=21,21,5&m=j10")
    sent: list[dict[str, object]] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda text: sent.append(json.loads(text))),
    )
    page.keyboard.press("t")
    expect(page.locator("#regret .open")).to_have_count(1)
    page.wait_for_timeout(1000)
    asked = [json.dumps(message["body"]) for message in sent if message["ask"] == "analyse"]
    assert 2 <= len(asked) == len(set(asked)) <= 3


def test_strokes_and_the_best_line_leave_numbers_readable(browse: Browse) -> None:
    page = browse("/#g=gomoku&m=h8.a1.h9.b1.h10.c1.e5.d1&h=1&n=1&l=1")
    expect(page.locator(".ghost .label").first).to_be_visible()
    expect(page.locator(".stroke")).not_to_have_count(0)
    texts, free = page.evaluate(
        "[[...document.querySelectorAll('.label')].map((label) => label.textContent),"
        " document.querySelectorAll('mask#free circle').length]"
    )
    numbers = list(filter(str.isdigit, texts))
    assert len(numbers) == len(set(numbers)) == free > 8
    assert page.locator(".ghost.searching, .ghost.labelled").count() == 0


def test_each_cell_says_how_its_value_is_known(browse: Browse) -> None:
    page = browse("/#g=4,9,4&m=e2.a1&t=1")
    expect(page.locator(".cell.known")).to_have_count(34)
    expect(page.locator(".cell.proved")).to_have_count(0)
    assert page.locator('[data-cell="a2"]').get_attribute("aria-label") == (
        "a2, empty, draw, from earlier searches"
    )
    expect(page.locator("#legend")).to_contain_text("proved by a certificate")
    page.locator("#undo").click()
    expect(page.locator(".cell.proved")).to_have_count(35)


def test_a_glance_is_not_the_end_of_a_search(browse: Browse) -> None:
    page = browse("/#g=21,21,5")
    rest = {"line": [], "nodes": 5, "how": "computed", "source": None}
    answer = {"objective": "score", "moves": {"a1": [-399, 399]}, "lower": 0, "upper": 400} | rest

    def connected(socket: WebSocketRoute) -> None:
        def hear(text: str | bytes) -> None:
            asked = json.loads(text)
            if asked["body"]["seconds"] == 1:
                result = answer | {"complete": False}
                socket.send(json.dumps({"id": asked["id"], "result": result}))

        socket.on_message(hear)

    page.route_web_socket("**/api/live", connected)
    page.keyboard.press("t")
    expect(page.locator("#truthline")).to_have_text(
        "For Black: at least a draw · still searching, 5 nodes…"
    )


def test_threats_are_not_offered_where_there_are_none(browse: Browse) -> None:
    page = browse("/#g=jing4")
    expect(page.locator("#threats")).to_be_disabled()
    expect(page.locator("#threats")).to_have_attribute(
        "title", "Only games that a line wins have threats."
    )
    page.locator("#game").select_option("gomoku")
    expect(page.locator("#threats")).to_be_enabled()
