"""The texts of every room: there in every language, with the same values."""

from __future__ import annotations

import ast
import json
import re
import string
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from kinrow.words import FOLDER, LANGUAGES, fault_texts, texts_of
from tests.sources import PACKAGE, tree_of

ROOMS = sorted(path.stem for path in FOLDER.glob("*.json"))


@cache
def named_errors() -> set[str]:
    """The names of all classes of our errors, but for the answer to a Gomocup manager."""
    classes = {
        node.name: {ast.unparse(base) for base in node.bases}
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef)
    }
    ours = {"KinrowError"}
    while more := {name for name, bases in classes.items() if bases & ours} - ours:
        ours |= more
    return ours - {"CommandRefused"}


def fields(words: str) -> set[str | None]:
    return {field for _, field, _, _ in string.Formatter().parse(words) if field}


@pytest.mark.parametrize("room", ROOMS)
def test_a_text_says_the_same_in_every_language(room: str) -> None:
    assert texts_of(room)
    for key, words in texts_of(room).items():
        assert tuple(words) == LANGUAGES, key
        assert all(words.values()), key
        assert fields(words["zh-Hans"]) == fields(words["zh-Hant"]) <= fields(words["en"]), key


@pytest.mark.parametrize("room", ROOMS)
def test_no_key_is_there_twice(room: str) -> None:
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len(pairs) == len(dict(pairs)), pairs
        return dict(pairs)

    json.loads((FOLDER / f"{room}.json").read_text(encoding="utf-8"), object_pairs_hook=once)


def chinese(path: Path) -> bool:
    return any("\u4e00" <= sign <= "\u9fff" for sign in path.read_text(encoding="utf-8"))


def test_the_words_stand_in_one_place() -> None:
    """Translations are files of this room: elsewhere JSON and TOML have no Chinese."""
    others = [path for suffix in ("json", "toml") for path in PACKAGE.rglob(f"*.{suffix}")]
    assert not [path for path in others if path.parent != FOLDER and chinese(path)]


def codes_in(path: Path) -> Iterator[str]:
    """The codes of all sentences that a file makes."""
    for node in ast.walk(tree_of(path)):
        if not isinstance(node, ast.Call):
            continue
        words = [word.value for word in node.args if isinstance(word, ast.Constant)]
        match ast.unparse(node.func), words:
            case "Sentence", [code]:
                yield str(code)
            case "some", [noun]:
                yield from (f"count.{noun!s}", f"count.{noun!s}s")


def codes_of_scripts() -> set[str]:
    """Those of the worker that stands in for the server."""
    folder = PACKAGE / "web" / "static" / "serverless"
    texts = [path.read_text(encoding="utf-8") for path in folder.glob("*.js")]
    return {code for text in texts for code in re.findall(r'\bsay\(\s*"([a-z.]+)"', text)}


def test_every_fault_has_a_text_and_every_text_is_of_a_fault() -> None:
    scripts = codes_of_scripts()
    assert scripts < set(texts_of("faults"))
    made = {code for path in PACKAGE.rglob("*.py") for code in codes_in(path)}
    made |= {code for code in scripts if not code.startswith("shape.")}
    # What Pydantic finds, and what the checkers say, have tests of their own, in tests/web
    # and tests/proofs; the rest is not a sentence of its own.
    others = ("shape.", "refused.", "reference.")
    known = {code for code in fault_texts() if not code.startswith(others)}
    assert made == known - {"list.mark", "plain"}


def test_pages_load_the_faults_of_the_rooms_that_the_server_loads_and_no_others() -> None:
    """`faults.json` goes to the browser, `runs.json` does not."""
    program = "import sys, kinrow.web.app, kinrow.web.worker; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    rooms = {name.split(".")[1] for name in loaded.stdout.split() if name.startswith("kinrow.")}
    files = [path for room in rooms for path in (PACKAGE / room).rglob("*.py")]
    said = {code for path in files for code in codes_in(path)}
    elsewhere = {code for path in PACKAGE.rglob("*.py") for code in codes_in(path)} - said
    assert {"web", "solver", "players"} < rooms
    assert not (elsewhere - codes_of_scripts()) & set(texts_of("faults"))
    assert not said & set(texts_of("runs"))
    assert not set(texts_of("faults")) & set(texts_of("runs"))


def bare_in(path: Path) -> Iterator[str]:
    """The errors of ours that a file raises with an English sentence instead of a code."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            name = ast.unparse(node.exc.func)
            english = [
                word
                for word in node.exc.args
                if isinstance(word, ast.JoinedStr)
                or (isinstance(word, ast.Constant) and isinstance(word.value, str))
            ]
            if name in named_errors() and english:
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}: {ast.unparse(english[0])}"


def test_an_error_of_ours_is_raised_with_a_code() -> None:
    """So that every face can word it. What programs read stays English: the judges' and Gomocup's
    answers."""
    rooms = [path for path in PACKAGE.rglob("*.py") if path.parent.name != "judges"]
    assert not [bare for path in rooms for bare in bare_in(path)]
