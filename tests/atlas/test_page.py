"""The pages: whole, readable without colour and scripts, in three languages; the docs show them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from contextlib import redirect_stdout
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pytest

from kinrow.__main__ import main
from kinrow.atlas.chapters import chapters, grids, one_way
from kinrow.atlas.words import Words
from kinrow.atlas.writing import PAGES
from kinrow.knowledge import Atlas
from kinrow.knowledge.row import AtlasRow
from kinrow.rules import Outcome, game
from kinrow.words import Language

ROOT = Path(__file__).resolve().parents[2]
VOID = {"meta", "link"}


@pytest.fixture(scope="module")
def rows() -> list[AtlasRow]:
    return Atlas(Path("none.sqlite")).rows()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Every file that the command writes, in the order in which it names them."""
    folder, told = tmp_path_factory.mktemp("atlas"), StringIO()
    with redirect_stdout(told):
        assert main(["atlas", "page", "-o", str(folder), "--file", str(folder / "none")]) == 0
    paths = [Path(line) for line in told.getvalue().split()]
    assert {*folder.iterdir()} == {*paths}
    return {path.name: path.read_text(encoding="utf-8") for path in paths}


class Tags(HTMLParser):
    """What is open, and every tag that was seen with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", PAGES)
def test_a_page_is_whole_and_asks_nothing_of_others(
    made: dict[str, str], rows: list[AtlasRow], language: Language
) -> None:
    text = made[PAGES[language][0]]
    page = Tags(text)
    assert page.open == []
    assert ("html", {"lang": language}) in page.seen
    assert "<script" not in text
    assert not re.findall(r"(?:src|href|url\()=?[\"']?(?:https?:)?//", text)
    assert "prefers-color-scheme: dark" in text
    assert [tag for tag, kind in page.seen if "aria-current" in kind] == ["a"]
    links = {kind["href"] for tag, kind in page.seen if tag == "a"}
    assert links == {name for name, _ in PAGES.values()} <= set(made)
    assert len(re.findall("<tr[ >]", text)) == len(one_way(rows)) + 1
    for tag, kind in page.seen:
        assert tag != "svg" or "aria-label" in kind or kind.get("aria-hidden") == "true"


def test_the_pages_say_the_same_in_other_words(made: dict[str, str]) -> None:
    english, simplified, traditional = (made[name] for name, _ in PAGES.values())
    assert "first player wins" in english and "先手胜" in simplified and "先手勝" in traditional
    assert not re.search("[\u4e00-\u9fff]", english.partition("</nav>")[2])
    assert "first player" not in simplified + traditional


def test_a_picture_is_a_file_of_its_own(made: dict[str, str]) -> None:
    pictures = {name: text for name, text in made.items() if name.endswith(".svg")}
    assert len(pictures) > 30
    for name, text in pictures.items():
        assert ET.fromstring(text).tag.endswith("svg"), name
        assert "prefers-color-scheme: dark" in text, name


def test_a_grid_says_each_value_by_a_sign_and_how_it_is_known() -> None:
    def row(spec: str, value: Outcome, how: str) -> AtlasRow:
        return AtlasRow(rules=game(spec), value=value, how=how)  # type: ignore[arg-type]

    rows = [
        row("3,4,4,2,1", Outcome.WIN, "proved"),
        row("3,3,4,2,1", Outcome.DRAW, "computed"),
        row("2,2,4,2,1", Outcome.LOSS, "published"),
    ]
    picture = grids(rows, Words())[4]
    said = dict(re.findall(r"<title>(\d+ × \d+): ([^<]+)</title>", picture))
    assert said["3 × 4"] == said["4 × 3"] == "first player wins, proved"
    assert said["3 × 3"] == "draw, computed"
    assert said["2 × 2"] == "second player wins, published by others"
    assert said["4 × 4"] == "not settled"
    assert picture.count('class="proved"') == 2
    assert picture.count(">+<") == 2 and picture.count(">(−)<") == 1


def test_the_picture_of_four_in_a_row_is_right(rows: list[AtlasRow]) -> None:
    plain = chapters(rows)[""]
    said = dict(re.findall(r"<title>(\d+ × \d+): (\w+)", grids(plain, Words())[4]))
    assert len(said) == 100 + 19  # and from 11 to 29 by 4
    wins = {tuple(map(int, size.split(" × "))) for size, value in said.items() if value == "first"}
    assert (9, 4) in wins and (6, 5) in wins and (10, 10) in wins and (29, 4) in wins
    assert not wins & {(8, 4), (4, 8), (5, 5), (3, 10)}


def test_the_docs_show_what_the_command_writes(made: dict[str, str]) -> None:
    """Else: make atlas."""
    docs = ROOT / "docs"
    page = (docs / "reference" / "atlas.md").read_text()
    assert page.endswith("\n\n" + made["atlas.md"])
    for name in ("atlas-4.svg", "atlas-cost.svg"):
        assert (docs / "pictures" / name).read_text() == made[name]
