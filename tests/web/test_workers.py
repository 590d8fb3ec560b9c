"""Worker processes: what becomes of a question when its worker dies, and of workers at the end."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from pathlib import Path

import httpx2 as httpx
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


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    server = Server(tmp_path, "--workers=1")
    answers: list[httpx.Response] = []

    def ask() -> None:
        answers.append(httpx.post(f"{server.url}/api/analyse", json=HARD, timeout=30))

    asker = threading.Thread(target=ask)
    asker.start()
    while not workers(server):
        time.sleep(0.05)
    os.kill(workers(server)[0], signal.SIGKILL)
    asker.join(30)
    assert answers[0].status_code == 503
    assert answers[0].json()["type"] == "/problems/ended"
    easy = {"game": "4,4,4", "moves": ["b2"]}
    assert httpx.post(f"{server.url}/api/analyse", json=easy).json()["complete"]
    assert server.stop() == 0


def test_nothing_is_left_running(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with connect(f"ws://127.0.0.1:{server.url.rpartition(':')[2]}/api/live") as socket:
        socket.send(json.dumps({"id": 1, "ask": "analyse", "body": HARD}))
        socket.recv(timeout=20)
        running = workers(server)
        assert running
        assert server.stop() == 0
    assert not any(alive(pid) for pid in running)
