"""The files of the pages: small, complete, and every text there in every language."""

from __future__ import annotations

import json
import re

import pytest

from kinrow.rules import KinrowError, game
from kinrow.web.app import STATIC
from kinrow.web.pages import HTML, PAGES

MOST = 120_000
FILES = sorted(path for folder in (STATIC, HTML) for path in folder.iterdir() if path.is_file())


def texts() -> dict[str, dict[str, str]]:
    return dict(json.loads((STATIC / "texts.json").read_text(encoding="utf-8")))


def test_all_pages_together_are_small() -> None:
    assert sum(path.stat().st_size for path in FILES) < MOST


def test_files_are_small() -> None:
    assert all(len(path.read_text().splitlines()) < 250 for path in FILES if path.suffix == ".js")


def test_modules_say_what_they_are_for() -> None:
    assert all(path.read_text().startswith("// ") for path in FILES if path.suffix == ".js")


def test_no_page_names_another_host_or_runs_inline_code() -> None:
    for path in FILES:
        text = path.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text
        assert "https://" not in text
        if path.suffix == ".html":
            assert not re.search(r"<style|style=|\son\w+=|<script(?! type=\"module\" src=)", text)
    parts = {part for part, _, _ in PAGES.values()}
    assert parts | {"shell.html"} == {path.name for path in HTML.iterdir()}


def test_every_text_is_there_in_every_language() -> None:
    for key, words in texts().items():
        assert set(words) == {"en", "zh-Hans", "zh-Hant"}, key
        holes = [set(re.findall(r"\{(\w+)\}", words[name])) for name in words]
        assert all(hole <= holes[0] for hole in holes), key
        assert all(hole == holes[0] for hole in holes) or key.startswith("fault."), key


def test_every_text_that_is_asked_for_is_there() -> None:
    known = texts().keys()
    for path in FILES:
        text = path.read_text()
        asked = re.findall(r'data-(?:t|label)[="]+(?:: ")?([a-z][\w.]+)"', text)
        asked += re.findall(r'\bt\("([\w.]+)"', text)
        assert set(asked) <= known, path.name
        for start, end in re.findall(r"\bt\(`([\w.-]*)\$\{[^}]+\}([\w.]*)`", text):
            found = [key for key in known if key.startswith(start) and key.endswith(end)]
            assert found, (path.name, start)


@pytest.mark.parametrize(
    ("spec", "setup"),
    [
        ("tictactoe", "XXX/OOO/.Z."),
        ("tictactoe", "XX/..../..."),
        ("tictactoe", "XXX/OO./O.."),
        ("tictactoe", "XXX/OO./X.. X"),
        ("tictactoe", "... Z"),
        ("tictactoe", " "),
        ("5,5,3", "XXX../...../XXX../OOOO./O...."),
        ("jing4", "OO.../XX.../...../...../..... X"),
        ("9,9,2:majority,threshold=2,turns=2,fill=X", "XXXX/O"),
    ],
)
def test_every_fault_of_a_setup_is_among_the_texts(spec: str, setup: str) -> None:
    patterns = [
        re.sub(r"\\\{\w\\\}", ".+", re.escape(words["en"]))
        for key, words in texts().items()
        if key.startswith("fault.")
    ]
    with pytest.raises(KinrowError) as raised:
        game(spec).parse(setup)
    for fault in getattr(raised.value, "faults", (str(raised.value),)):
        assert any(re.fullmatch(pattern, fault) for pattern in patterns), fault
