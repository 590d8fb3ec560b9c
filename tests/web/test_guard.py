"""Who may ask what: hosts, origins, headers, and how a server starts and ends."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

from kinrow.__main__ import main
from kinrow.web.app import application
from kinrow.web.settings import Settings

from .conftest import Server


def client(settings: Settings | None = None, host: str = "localhost") -> TestClient:
    return TestClient(application(settings), base_url=f"http://{host}")


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:1", "Board.example"])
def test_own_names(host: str) -> None:
    with client(Settings(hosts=frozenset({"board.example"}))) as browser:
        assert browser.get("/api/games", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "a:b:c]", "0.0.0.0"])
def test_foreign_names(host: str) -> None:
    with client(Settings(host="0.0.0.0")) as browser:
        answer = browser.get("/api/games", headers={"host": host})
    assert answer.status_code == 421
    assert answer.headers["content-type"] == "application/problem+json"


def test_origins() -> None:
    body = {"game": "tictactoe"}
    with client() as browser:
        for origin, status in (
            ("http://localhost", 200),
            ("http://evil.example", 403),
            ("null", 403),
            ("http://[", 403),
        ):
            answer = browser.post("/api/position", json=body, headers={"origin": origin})
            assert answer.status_code == status


def test_every_answer_has_the_headers() -> None:
    with client() as browser:
        for path in (
            "/",
            "/learn",
            "/sources",
            "/atlas/en.html",
            "/static/icon.svg",
            "/api/games",
            "/nowhere",
        ):
            headers = browser.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert "server" not in headers


def test_scripts_and_styles_have_the_policy_of_their_page() -> None:
    with client() as browser:
        for path in ("/static/board.js", "/static/board.css"):
            headers = browser.get(path).headers
            assert "content-security-policy" not in headers
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["cache-control"] == "no-cache"


def test_too_many_at_once() -> None:
    with client(Settings(requests=0)) as browser:
        answer = browser.get("/api/games")
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "1"


def test_who_leaves_in_the_middle_of_a_request_is_no_failure(tmp_path: Path) -> None:
    server = Server(tmp_path)
    address = httpx.URL(server.url)
    with socket.create_connection((address.host, address.port or 80)) as connection:
        head = f"POST /api/position HTTP/1.1\r\nHost: {address.host}\r\nContent-Length: 20\r\n"
        connection.sendall(f'{head}Content-Type: application/json\r\n\r\n{{"game'.encode())
    assert httpx.get(f"{server.url}/api/games").status_code == 200
    assert server.stop() == 0
    (left,) = [line for line in server.log if line.get("path") == "/api/position"]
    assert (left["level"], left["status"]) == ("info", 499)


def test_connections_take_no_room_of_requests() -> None:
    with client(Settings(requests=1)) as browser:
        own = {"host": "localhost"}
        with browser.websocket_connect("/api/live", headers=own):
            assert browser.get("/api/games").status_code == 200


def test_sigterm_is_a_clean_end_and_the_log_is_structured(tmp_path: Path) -> None:
    server = Server(tmp_path)
    body = {"game": "tictactoe", "moves": ["b2"]}
    assert httpx.post(f"{server.url}/api/analyse", json=body).status_code == 200
    assert httpx.get(f"{server.url}/secret?token=1").status_code == 404
    assert server.stop() == 0
    events = [line["event"] for line in server.log]
    assert "stopped" in events
    requests = [line for line in server.log if line["event"] == "request"]
    assert [line["status"] for line in requests] == [200, 404]
    assert {"method", "path", "ms", "time", "level"} <= requests[0].keys()
    assert "token" not in str(server.log)


def test_a_port_in_use_is_one_message(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert main(["serve", f"--port={port}"]) == 2
    caught = capsys.readouterr()
    assert caught.out == ""
    assert caught.err.startswith(f"kinrow: port {port} is in use: ")


@pytest.mark.parametrize("host", ["nowhere.invalid", "a..b", "a" * 70])
def test_a_host_that_is_not_there_is_one_message(
    host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", f"--host={host}"]) == 2
    caught = capsys.readouterr()
    assert caught.out == ""
    assert caught.err.startswith(f"kinrow: cannot listen on {host}, port 8000: ")


@pytest.mark.parametrize("name", ["", "board.example:80", "http://board.example", "[::1]"])
def test_a_host_to_allow_is_a_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--allow-host", name]) == 2
    assert "expected the name of a host" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "reached"),
    [([], "127.0.0.1"), (["--allow-host=board.example", "--allow-host=other"], "board.example")],
)
def test_the_address_that_is_said_is_one_that_is_answered(
    more: list[str],
    reached: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """0.0.0.0 is where the server listens, not a name that it answers for."""
    asked: list[Settings] = []
    monkeypatch.setattr("kinrow.web.command.serve", asked.append)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
    assert main(["serve", "--host=0.0.0.0", f"--port={port}", *more]) == 0
    assert capsys.readouterr().out == f"http://{reached}:{port}/\n"
    assert reached in asked[0].names
