"""The files of the pages: small, and whole."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from kinrow.web.app import STATIC
from kinrow.web.pages import PAGES, whole

MOST = 160_000
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


def test_all_pages_together_are_small() -> None:
    assert sum(path.stat().st_size for path in FILES) < MOST


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
