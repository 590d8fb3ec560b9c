"""`kinrow` alone and `kinrow --help`: what they list is there, fits, and is printed at once."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

import pytest
from tests.cli.conftest import Kinrow

from kinrow.__main__ import faces
from kinrow.cli.app import build
from kinrow.cli.front import GROUPS
from kinrow.cli.screen import width

LOCALES = ["en_GB.UTF-8", "zh_CN.UTF-8", "zh_TW.UTF-8"]


@pytest.mark.parametrize("locale", LOCALES)
def test_kinrow_alone_says_in_ten_lines_what_to_try(kinrow: Kinrow, locale: str) -> None:
    shown = kinrow(LANG=locale).out.splitlines()
    commands = [re.split(r"  +", line.strip())[0] for line in shown if line.startswith("  ")]
    assert len(shown) == 10
    assert len(commands) == 6
    for command in commands:
        _, name, *words = shlex.split(command)
        build(faces()).commands[name].make_context(name, words)  # it is accepted


@pytest.mark.parametrize("locale", LOCALES)
def test_help_lists_every_command_in_eighty_columns(kinrow: Kinrow, locale: str) -> None:
    page = kinrow("--help", LANG=locale).out
    assert max(width(line) for line in page.splitlines()) <= 80
    assert sorted(re.findall(r"^  ([a-z][a-z-]+) ", page, re.MULTILINE)) == sorted(
        build(faces()).commands
    )
    assert sum(map(len, GROUPS.values())) == len(build(faces()).commands)
    options = {option for param in build().params for option in param.opts}
    assert set(re.findall(r"^  (--[a-z-]+)", page, re.MULTILINE)) == options | {"--help"}


def test_help_promises_no_bounds_of_a_count(kinrow: Kinrow) -> None:
    assert "bounds" not in kinrow("count", "--help").out


def test_help_names_the_ways_of_knowing_unbroken(kinrow: Kinrow) -> None:
    assert "theory, computed or proved" in kinrow("atlas", "--help").out


def test_help_has_its_usual_names(kinrow: Kinrow) -> None:
    assert kinrow("-h").out == kinrow("help").out == kinrow("--help").out
    page = kinrow("table", "show", "--help").out
    assert kinrow("table", "show", "-h").out == kinrow("help", "table", "show").out == page
    assert re.search(r"--help +-h +Show this help", page)
    assert kinrow("help", "nothing").status == 2


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"], ["help"]])
def test_nothing_heavy_is_loaded_for_it(words: list[str]) -> None:
    heavy = "{'numpy', 'rich', 'typer', 'psutil', 'kinrow._core'}"
    code = f"import sys; from kinrow.__main__ import main; main({words}); "
    code += f"print({heavy} & set(sys.modules), len(sys.modules) < 200)"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout.splitlines()[-1] == "set() True"


def test_an_argument_is_explained_by_its_own_words(kinrow: Kinrow) -> None:
    page = " ".join(kinrow("strategy", "check", "--help").out.split())
    assert "The strategy file." in page
    assert "SQLite" not in page


def test_what_prints_an_object_per_game_says_so(kinrow: Kinrow) -> None:
    assert re.search(r"--json +Print one JSON object per game", kinrow("analyse-game", "-h").out)


def test_a_help_page_shows_no_type_of_the_code(kinrow: Kinrow) -> None:
    page = kinrow("solve", "--help").out
    assert not re.search(r"<\w", page)
    assert re.search(r"--json +Print", page)
    assert "outcome|score|margin" in page
    assert " N [1<=x<=1024] " in page


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("solve", "kinrow solve [OPTIONS] GAME"),
        ("match", "kinrow match [OPTIONS] A B..."),
        ("bench", "kinrow bench [OPTIONS] [ARGS...]"),
        ("table show", "kinrow table show [OPTIONS] FILE [POSITION]"),
    ],
)
def test_the_first_line_of_a_help_page(kinrow: Kinrow, command: str, line: str) -> None:
    assert kinrow(*command.split(), "--help").out.split("\n")[1].strip() == f"Usage: {line}"
