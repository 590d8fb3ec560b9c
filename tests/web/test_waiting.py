"""What waits: questions for a lost connection, machines for a setup, lessons for their trees."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Route, WebSocket, WebSocketRoute, expect

from .browsing import NEEDS_CHROMIUM, Browse

pytestmark = NEEDS_CHROMIUM
QUICK = """
for (const name of ["a1", "c3"]) // the second one comes before the first one is answered
  document.querySelector(`[data-cell=${name}]`)
    .dispatchEvent(new MouseEvent("click", {bubbles: true}));
const change = (name) => {
  const game = document.querySelector("#game");
  game.value = name;
  game.dispatchEvent(new Event("change"));
};
"""
CASE = {"rows": ["XO.", "...", "..."], "notation": "XO./.../...", "to_move": "X", "output": "3"}


def test_a_case_that_comes_twice_is_shown_once(browse: Browse) -> None:
    page, ends = browse("/sources"), iter([1, 2])

    def connected(socket: WebSocketRoute) -> None:
        def answer(text: str | bytes) -> None:
            number, last = json.loads(text)["id"], next(ends)
            for at in range(1, last + 1):
                part = {"number": at, "of": 2, "case": CASE}
                socket.send(json.dumps({"id": number, "part": part}))
            if last == 1:
                socket.close()
            else:
                socket.send(json.dumps({"id": number, "result": {"cases": [CASE, CASE]}}))

        socket.on_message(answer)

    page.route_web_socket("**/api/live", connected)
    page.locator("#input").fill("2")
    page.locator("#form button.main").click()
    expect(page.locator("#state")).to_contain_text("2")
    expect(page.locator("#cases li")).to_have_count(2)
    expect(page.locator("#output")).to_have_value("3\n3\n")


def test_a_busy_server_is_asked_again(browse: Browse) -> None:
    page, asked = browse("/sources"), list[int]()

    def connected(socket: WebSocketRoute) -> None:
        def answer(text: str | bytes) -> None:
            asked.append(json.loads(text)["id"])
            busy = {"type": "/problems/busy", "status": 503, "code": "work.queue", "faults": []}
            part = {"number": 1, "of": 1, "case": CASE}
            news: list[dict[str, object]] = [{"problem": busy}]
            if len(asked) == 3:
                news = [{"part": part}, {"result": {"cases": [CASE]}}]
            for one in news:
                socket.send(json.dumps({"id": asked[-1], **one}))

        socket.on_message(answer)

    page.route_web_socket("**/api/live", connected)
    page.locator("#input").fill("1")
    page.locator("#form button.main").click()
    expect(page.locator("#output")).to_have_value("3\n", timeout=20_000)
    assert asked == [asked[0]] * 3


def test_machines_go_on_after_a_setup(browse: Browse) -> None:
    page = browse("/#g=7,7,7&x=random&o=random")
    with page.expect_response("**/api/choose"):
        page.locator("#pause").click()
        page.locator("#setup summary").click()
    expect(page.locator("#moves .move")).to_have_count(1)  # it was under way
    expect(page.locator("#status")).to_have_text("Setting up a position")
    page.locator("#setup summary").click()
    expect(page.locator("#moves .move").nth(1)).to_be_visible()


def test_news_between_press_and_release_take_no_click_away(browse: Browse) -> None:
    """What they say may move a button, or make it anew."""
    page = browse("/#m=a1.b1.b2.c3&v=a1.b1(b2.c3)(a3)")
    news = list[str | bytes]()

    def listen(opened: WebSocket) -> None:
        opened.on("framereceived", lambda frame: news.append(frame))

    page.on("websocket", listen)
    box = page.get_by_role("button", name="Variation: a3").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.keyboard.press("t")
    for _ in range(200):
        page.wait_for_timeout(100)
        if any('"result"' in str(frame) for frame in news):
            break
    else:
        pytest.fail("the truth has not come within 20 s")
    page.wait_for_timeout(400)  # for what else may come, and for drawing it
    page.mouse.up()
    played = page.locator("#moves li:not(.undone) .move")
    expect(played).to_have_text(["X a1", "O b1", "X a3"])
    expect(page.locator("#moves .kept")).not_to_have_count(0)


def test_a_player_who_takes_a_side_over_chooses_for_itself(browse: Browse) -> None:
    """It does not place the stone that a person has taken back, which loses."""
    page = browse("/#m=b2.a2&o=human")
    played = page.locator("#moves li:not(.undone) .move")
    expect(played).to_have_count(2)
    page.locator("#undo").click()
    expect(played).to_have_count(1)
    page.locator("#O").select_option("perfect")
    expect(played).to_have_count(2)
    expect(page.locator("#moves .other")).to_have_text(["(a2)"])
    assert "m=b2.a2" not in page.url


@pytest.mark.parametrize(
    ("then", "left"),
    [
        ("document.querySelector('#new').click()", 0),
        ("document.querySelector('#undo').click()", 1),
        ("change('gomoku')", 0),
    ],
    ids=["new", "undo", "game"],
)
def test_a_stone_placed_early_goes_with_the_game_it_was_for(
    browse: Browse, then: str, left: int
) -> None:
    page = browse("/#m=b2")
    played = page.locator("#moves li:not(.undone) .move")
    expect(played).to_have_count(1)
    page.evaluate(f"() => {{ {QUICK} {then}; }}")
    page.wait_for_timeout(1000)  # for a stone that may follow
    expect(played).to_have_count(left)


def test_trees_of_the_last_lesson_are_faint_until_the_next_ones_come(browse: Browse) -> None:
    page, held = browse("/learn"), list[Route]()
    searches = page.locator("#searches")
    expect(searches.locator("> li")).to_have_count(4)
    page.route("**/api/tree", lambda route: held.append(route))
    page.locator("#example").select_option("line")
    expect(searches).to_have_attribute("aria-busy", "true")
    expect(searches.locator("> li")).to_have_count(4)
    held[0].continue_()
    expect(searches).not_to_have_attribute("aria-busy", "true")
    page.unroute("**/api/tree")
    page.locator("#setup").fill("?")
    page.locator("#form button.main").click()
    expect(page.locator("#faults")).not_to_be_empty()
    expect(searches.locator("> li")).to_have_count(0)
    for control in ("first", "back", "forward", "last", "step"):  # there are no steps
        expect(page.locator(f"#{control}")).to_be_disabled()
    expect(page.locator("#where")).to_be_empty()
