"""The command, run within the tests' own process: quick, and errors come with their traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from typing import Any

import pytest

from kinrow.__main__ import main


@dataclass(frozen=True)
class Run:
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.status == 0, self.err
        assert self.out.count("\n") == 1
        return json.loads(self.out)


Kinrow = Callable[..., Run]


@pytest.fixture
def kinrow(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Kinrow:
    """Runs `kinrow` with these arguments, standard input and environment."""

    def run(*arguments: str, stdin: str = "", **environ: str) -> Run:
        with monkeypatch.context() as patch:
            for name in ("LC_ALL", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR"):
                patch.delenv(name, raising=False)
            patch.setenv("LANG", "C.UTF-8")
            for name, value in environ.items():
                patch.setenv(name, value)
            patch.setattr("sys.stdin", StringIO(stdin))
            status = main(arguments)
        caught = capsys.readouterr()
        return Run(status, caught.out, caught.err)

    return run
