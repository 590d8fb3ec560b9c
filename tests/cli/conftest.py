"""The command, run within the tests' own process: quick, and errors come with their traceback.

A command's help is worded when its module is loaded. A process has one language, but the tests try
others, so all modules are loaded before, in that of the run.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from io import StringIO
from pkgutil import iter_modules
from typing import Any

import pytest

from kinrow import cli
from kinrow.__main__ import main

for _module in iter_modules(cli.__path__, "kinrow.cli."):
    import_module(_module.name)


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
