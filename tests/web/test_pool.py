"""What the server leaves to its worker processes, and what it makes of their answers."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.testclient import TestClient

from kinrow.web import pool, shapes
from kinrow.web.app import application
from kinrow.web.problems import Problem


@pytest.mark.parametrize(
    ("more", "by_a_worker"),
    [
        ({}, False),
        ({"variations": [["a2"] * 9] * 9}, False),
        ({"variations": [["a2"] * 400] * 2}, True),
        ({"record": {"moves": ["a1"] * 500}}, True),
    ],
)
def test_a_file_of_many_stones_keeps_no_other_visitor_waiting(
    more: dict[str, Any], by_a_worker: bool
) -> None:
    app, asked = application(), []

    async def result(*question: Any) -> pool.Message:
        asked.append(question[:2])
        return {}

    app.state.pool.result = result
    client = TestClient(app, base_url="http://localhost")
    game = {"game": "9,9,5", "moves": ["a1"], "format": "text"}
    client.post("/api/export", json=game | more)
    assert asked == ([("play", "export")] if by_a_worker else [])


def test_a_worker_whose_answer_is_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_LONGEST_LINE", 1000)
    text = "game 3,3,3\nmoves b2\n" * 20

    async def ask() -> None:
        worker = pool.Worker("64MiB")
        try:
            async for _ in worker.ask("open", shapes.OpenRequest(format="text", text=text), 5):
                pass
        finally:
            assert worker._process is None

    with pytest.raises(Problem) as caught:
        asyncio.run(ask())
    assert caught.value.kind == "out-of-memory"


def test_who_cannot_be_told_that_he_waits_takes_no_worker() -> None:
    async def gone(ahead: int) -> None:
        raise RuntimeError(f"{ahead} ahead")

    async def wait() -> None:
        lane = pool.Lane(1, "64MiB", most_waiting=2)
        worker = await lane.take(gone)
        with pytest.raises(RuntimeError, match="1 ahead"):
            await lane.take(gone)
        lane.give(worker)
        assert lane.free == [worker]

    asyncio.run(wait())
