"""Worker processes: what becomes of a question when its worker dies, and of workers at the end."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx2 as httpx
import pytest
from websockets.sync.client import connect

from .conftest import Server

HARD = {"game": "gomoku", "moves": ["h8"], "seconds": 20}


def workers(server: Server) -> list[int]:
    pid = server.process.pid
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def answer_despite(server: Server, event: Callable[[], object]) -> httpx.Response:
    """What becomes of a hard question if this happens while it is worked on."""
    answers: list[httpx.Response] = []

    def ask() -> None:
        answers.append(httpx.post(f"{server.url}/api/analyse", json=HARD, timeout=30))

    asker = threading.Thread(target=ask)
    asker.start()
    time.sleep(2)
    event()
    asker.join(30)
    return answers[0]


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    server = Server(tmp_path, "--workers=1")
    answer = answer_despite(server, lambda: os.kill(workers(server)[0], signal.SIGKILL))
    assert answer.status_code == 503
    assert answer.json()["type"] == "/problems/ended"
    easy = {"game": "4,4,4", "moves": ["b2"]}
    assert httpx.post(f"{server.url}/api/analyse", json=easy).json()["complete"]
    assert server.stop() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty")
def test_a_terminal_gets_a_sentence_and_no_log(tmp_path: Path) -> None:
    import pty

    reader, terminal = pty.openpty()
    command = [sys.executable, "-m", "kinrow", "serve", "--port=8765", "--workers=1"]
    process = subprocess.Popen(command, stdout=terminal, stderr=terminal, env={"LANG": "C"})
    said = os.read(reader, 1000).decode()
    process.send_signal(signal.SIGINT)
    process.wait(20)
    os.close(terminal)
    assert said == "The board is at http://127.0.0.1:8765/ (press Ctrl-C to stop).\r\n"
    with contextlib.suppress(OSError):  # at its end
        said += os.read(reader, 1000).decode()
    assert "{" not in said


def test_nothing_is_left_running(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with connect(f"ws://127.0.0.1:{server.url.rpartition(':')[2]}/api/live") as socket:
        socket.send(json.dumps({"id": 1, "ask": "analyse", "body": HARD}))
        socket.recv(timeout=20)
        running = workers(server)
        assert running
        assert server.stop() == 0
    assert not any(alive(pid) for pid in running)


def test_a_server_that_stops_says_so_to_who_still_waits(tmp_path: Path) -> None:
    server = Server(tmp_path, "--workers=1")
    statuses: list[int] = []
    answer = answer_despite(server, lambda: statuses.append(server.stop()))
    assert statuses == [0]
    assert answer.status_code == 503
    assert answer.json()["code"] == "work.stopped"
    assert "worker died" not in [line["event"] for line in server.log]
