"""The files of the pages: small, complete, and every text there in every language."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from kinrow.rules import KinrowError, game
from kinrow.web.app import STATIC
from kinrow.web.pages import PAGES, whole
from kinrow.words import Texts, texts_of

MOST = 120_000
TEMPLATES = STATIC.with_name("templates")
FILES = sorted(path for folder in (STATIC, TEMPLATES) for path in folder.iterdir())


class Tags(HTMLParser):
    """What is open, and every tag that was seen with its attributes."""

    VOID = frozenset({"meta", "link", "input"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def texts() -> Texts:
    return texts_of("web")


def test_all_pages_together_are_small() -> None:
    assert sum(path.stat().st_size for path in FILES) < MOST


def test_files_are_small() -> None:
    assert all(len(path.read_text().splitlines()) < 250 for path in FILES if path.suffix == ".js")


def test_modules_say_what_they_are_for() -> None:
    assert all(path.read_text().startswith("// ") for path in FILES if path.suffix == ".js")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_whole_and_has_no_code_of_its_own(path: str) -> None:
    page = Tags(whole(path))
    assert page.open == []
    assert [kind["href"] for _, kind in page.seen if "aria-current" in kind] == [path]
    for tag, kind in page.seen:
        assert tag != "style"
        assert tag != "script" or (kind["type"], str(kind["src"])[:8]) == ("module", "/static/")
        assert not any(name == "style" or name.startswith("on") for name in kind)
        assert all(str(kind.get(name, "/")).startswith("/") for name in ("href", "src"))


def test_every_text_is_there_in_every_language() -> None:
    for key, words in texts().items():
        assert set(words) == {"en", "zh-Hans", "zh-Hant"}, key
        holes = [set(re.findall(r"\{(\w+)\}", words[name])) for name in words]
        assert all(hole <= holes[0] for hole in holes), key
        assert all(hole == holes[0] for hole in holes) or key.startswith("fault."), key


def test_every_text_that_is_asked_for_is_there() -> None:
    known = texts().keys()
    for path in STATIC.glob("*.js"):
        text = path.read_text()
        asked = re.findall(r'\bt\("([\w.]+)"', text)
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
