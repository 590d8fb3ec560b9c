"""What is known without a search: which moves, and how each of them is known."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import pytest
from starlette.testclient import TestClient

from kinrow.knowledge import everything
from kinrow.rules import game
from kinrow.web.answers import AnalysisAnswer
from kinrow.web.app import application
from kinrow.web.asking import Asking
from kinrow.web.jobs.analysis import analyse
from kinrow.web.jobs.tools import Tools
from kinrow.web.known import known_part
from kinrow.web.pool import Pool
from kinrow.web.shapes import AnalyseRequest


class Heard:
    """The pipe of a worker: what it says is kept."""

    def __init__(self) -> None:
        self.parts: list[dict[str, Any]] = []

    def tell(self, part: dict[str, Any]) -> None:
        self.parts.append(part)

    def left(self) -> bool:
        return False


def analysed(spec: str, moves: str, seconds: float) -> tuple[list[dict[str, Any]], AnalysisAnswer]:
    heard, tools = Heard(), Tools("64MiB")
    asked = AnalyseRequest(game=spec, moves=tuple(moves.split()))
    answer = analyse(Asking(asked, seconds, heard), tools)
    tools.close()
    return heard.parts, answer


@pytest.mark.parametrize(
    ("spec", "moves", "count", "how"),
    [
        ("4,9,4", "e2 a1", 34, {"computed"}),  # a table has them, though the win itself is proved
        ("4,9,4", "e2 a1 a2", 33, {"computed"}),
        ("4,9,4", "e2", 35, {"proved"}),
        ("gomoku", "", 1, {"proved"}),
        ("18,18,5", "", 0, set()),
    ],
)
def test_a_move_is_proved_only_if_a_certificate_proves_it(
    spec: str, moves: str, count: int, how: set[str]
) -> None:
    known = known_part(game(spec).replay(moves), everything())["known"]
    assert (len(known), set(known.values())) == (count, how)


def test_equal_moves_have_the_same_value_at_once_and_to_the_end() -> None:
    parts, answer = analysed("gomoku", "h8 i9", 0.2)
    assert parts[0]["known"] == {"i7": "proved", "g9": "proved"}
    assert answer.moves["i7"] == answer.moves["g9"]
    assert answer.moves["i7"][0] > 0


def test_theory_is_not_an_earlier_search() -> None:
    _, answer = analysed("18,18,5", "", 0.5)
    assert answer.source is not None
    assert (answer.how, answer.source.how) == ("theory", "theory")


def test_what_is_known_comes_before_a_worker_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> AsyncGenerator[dict[str, Any]]:
        yield {"result": {}}

    monkeypatch.setattr(Pool, "ask", never)
    body = {"game": "gomoku", "moves": ["h8", "i9"]}
    with (
        TestClient(application(), base_url="http://localhost") as browser,
        browser.websocket_connect("/api/live", headers={"host": "localhost"}) as socket,
    ):
        socket.send_json({"id": 1, "ask": "analyse", "body": body})
        part = socket.receive_json()["part"]
        assert (part["lower"], part["source"]["how"]) == (1, "proved")
        assert "result" in socket.receive_json()
