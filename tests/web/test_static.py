"""The files of the pages: small, and whole."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from kinrow.web.app import STATIC
from kinrow.web.pages import PAGES, alone, whole

MOST, MOST_OF_WORKER = 186_000, 161_800  # the worker keeps all that a file of games says
TEMPLATES = STATIC.with_name("templates")
FILES = sorted(path for folder in (STATIC, TEMPLATES) for path in folder.glob("*.*"))


WORKER = sorted((STATIC / "serverless").iterdir())


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


@pytest.mark.parametrize(("files", "most"), [(FILES, MOST), (WORKER, MOST_OF_WORKER)])
def test_all_pages_together_are_small(files: list[Path], most: int) -> None:
    assert 0 < sum(path.stat().st_size for path in files) < most


def test_modules_say_what_they_are_for() -> None:
    scripts = [path for path in [*FILES, *WORKER] if path.suffix == ".js"]
    assert all(path.read_text().startswith("// ") for path in scripts)


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


def test_the_page_without_a_server_stands_anywhere() -> None:
    page = Tags(alone("../"))
    assert page.open == []
    links = [str(kind[name]) for _, kind in page.seen for name in ("href", "src") if name in kind]
    assert len(links) > 20
    assert not [link for link in links if link.startswith(("/", "http"))]
