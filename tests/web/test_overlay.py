"""What lies over the board: threats, and the line of a win played through with arrows."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

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


def test_nothing_is_played_out_of_what_is_not_won() -> None:
    tools = Tools("64MiB")
    start = game("tictactoe").start()
    assert not list(winning_lines(start, tools.analyst, tools.resistance, 10.0, bool))
    tools.close()


def test_a_position_is_not_asked_about_again_and_again(browse: Browse) -> None:
    page = browse("/#g=gomoku-20&m=j10")
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


def test_threats_are_not_offered_where_there_are_none(browse: Browse) -> None:
    page = browse("/#g=jing4")
    expect(page.locator("#threats")).to_be_disabled()
    expect(page.locator("#threats")).to_have_attribute(
        "title", "There are threats only in games that a line wins."
    )
    page.locator("#game").select_option("gomoku")
    expect(page.locator("#threats")).to_be_enabled()
