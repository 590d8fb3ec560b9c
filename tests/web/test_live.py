"""The WebSocket: bounds as they become known, and workers free again when someone leaves."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect

from kinrow.web.answers import LiveAnswer
from kinrow.web.app import application
from kinrow.web.settings import Settings

from .conftest import Server

HARD = {"game": "gomoku", "moves": ["h8"], "seconds": 30}
EASY = {"game": "4,4,4", "moves": ["b2", "c3"]}


@pytest.fixture
def socket(server: Server) -> Iterator[ClientConnection]:
    with live(server) as connection:
        yield connection


def live(server: Server) -> ClientConnection:
    return connect(f"ws://127.0.0.1:{server.url.rpartition(':')[2]}/api/live")


def ask(socket: ClientConnection, number: int, kind: str, **body: Any) -> None:
    socket.send(json.dumps({"id": number, "ask": kind, "body": body}))


def heard(socket: ClientConnection, number: int) -> list[dict[str, Any]]:
    """All messages about a question, to its end."""
    messages = []
    while True:
        message = json.loads(socket.recv(timeout=20))
        LiveAnswer.model_validate(message)  # as the OpenAPI document has it
        if message["id"] == number:
            messages.append(message)
            if "part" not in message and "waiting" not in message:
                return messages


def test_bounds_narrow_as_they_come(socket: ClientConnection) -> None:
    ask(socket, 1, "analyse", game="5,6,4", moves=["c3"], seconds=8)
    *parts, end = heard(socket, 1)
    told: dict[str, list[int]] = {}
    for message in parts:
        for move, (low, high) in message["part"].get("moves", {}).items():
            before = told.get(move, [-100, 100])
            assert before[0] <= low <= high <= before[1]
            told[move] = [low, high]
    assert end["result"]["moves"]


def test_the_next_question_ends_the_one_before(socket: ClientConnection) -> None:
    ask(socket, 1, "analyse", **HARD)
    ask(socket, 2, "analyse", **EASY)
    assert heard(socket, 2)[-1]["result"]["complete"]
    ask(socket, 3, "analyse", **HARD)
    socket.send(json.dumps({"id": 4, "ask": "cancel"}))
    ask(socket, 5, "analyse", game="tictactoe")
    assert heard(socket, 5)[-1]["result"]["lower"] == 0


@pytest.mark.parametrize("text", ["{", '{"id": 2, "ask": "nosuch"}', '{"id": 2}'])
def test_a_malformed_message_ends_nothing(socket: ClientConnection, text: str) -> None:
    ask(socket, 1, "analyse", game="6,6,4:misere", seconds=1)
    socket.send(text)
    problem = json.loads(socket.recv(timeout=20))
    while "problem" not in problem:
        problem = json.loads(socket.recv(timeout=20))
    assert problem["id"] != 1
    assert "result" in heard(socket, 1)[-1]


def test_a_refusal_comes_before_the_next_answer(socket: ClientConnection) -> None:
    socket.send('{"id": 1}')
    ask(socket, 2, "analyse", game="tictactoe")
    assert json.loads(socket.recv(timeout=20))["id"] == 1
    assert "result" in heard(socket, 2)[-1]


def test_who_leaves_makes_room(server: Server, api: httpx.Client) -> None:
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(live(server)) for _ in range(4)]  # for two workers
        for socket in sockets:
            ask(socket, 1, "analyse", **HARD)
        # What is known comes first, whoever waits.
        assert all("known" in json.loads(socket.recv(timeout=20))["part"] for socket in sockets)
        heard = [json.loads(socket.recv(timeout=20)) for socket in sockets]
        assert any("waiting" in message for message in heard)
        move = api.post("/api/move", json={"game": "tictactoe", "move": "b2"})
        assert move.json()["plies"] == 1  # what takes no worker need not wait
        tiny = api.post("/api/analyse", json={"game": "tictactoe"})
        assert tiny.json()["complete"]
    assert api.post("/api/analyse", json=EASY).json()["complete"]


def test_who_hangs_up_makes_room(server: Server, api: httpx.Client) -> None:
    for _ in range(3):
        with pytest.raises(httpx.TimeoutException):
            httpx.post(f"{server.url}/api/analyse", json=HARD, timeout=0.4)
    assert api.post("/api/analyse", json=EASY).json()["complete"]


def test_source_cases_come_one_by_one(socket: ClientConnection) -> None:
    text = "2\n" + "1 2 1 2 1 2 0 0 0\n" * 2
    ask(socket, 1, "source", task="csp201803-4", input=text)
    *parts, end = heard(socket, 1)
    assert [part["part"]["number"] for part in parts if "case" in part["part"]] == [1, 2]
    assert len(end["result"]["cases"]) == 2


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("{", "not-json"),
        ("[1]", "malformed"),
        ('{"id": 1, "ask": "destroy"}', "malformed"),
        ('{"id": 1, "ask": "analyse"}', "malformed"),
        ('{"id": 1, "ask": "analyse", "body": {"game": "chess"}}', "unreadable"),
        ('{"id": 1, "ask": "count", "body": {"game": "1,1,1", "seconds": 9999}}', "malformed"),
    ],
)
def test_refusals(socket: ClientConnection, text: str, kind: str) -> None:
    socket.send(text)
    assert json.loads(socket.recv(timeout=20))["problem"]["type"] == f"/problems/{kind}"


def test_bytes_are_refused_by_their_code(socket: ClientConnection) -> None:
    socket.send(b"{}")
    with pytest.raises(ConnectionClosedError) as closed:
        socket.recv(timeout=20)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1003


def test_a_refusal_carries_the_number_of_its_question() -> None:
    with (
        TestClient(application(), base_url="http://localhost") as browser,
        browser.websocket_connect("/api/live", headers={"host": "localhost"}) as socket,
    ):
        for text, number in (
            ('{"id": 7, "ask": "analyse", "body": {"game": "3,3,3", "moves": ["z"]}}', 7),
            ('{"ask": "analyse"}', None),
            ("[" * 50_000, None),
        ):
            socket.send_text(text)
            assert socket.receive_json()["id"] == number


def test_foreign_pages_and_too_many_are_not_let_in() -> None:
    app = application(Settings(connections=1))
    with TestClient(app, base_url="http://localhost") as browser:
        own = {"host": "localhost"}
        with (
            pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)),
            browser.websocket_connect("/api/live", headers=own | {"origin": "http://evil.example"}),
        ):
            pass
        with (
            browser.websocket_connect("/api/live", headers=own),
            pytest.raises(WebSocketDisconnect),
            browser.websocket_connect("/api/live", headers=own),
        ):
            pass
