"""The page of puzzles in a browser: a click plays, the page judges, and no other host is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.web.browsing import NEEDS_CHROMIUM, browser

from kinrow.puzzles import Puzzle, find_puzzles, puzzle_page, table_of
from kinrow.puzzles.words import PuzzleWords

pytestmark = NEEDS_CHROMIUM


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    yield from browser()


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    with table_of("3,4,3") as table:
        return find_puzzles(table, 10)


def test_puzzles_are_solved_by_clicks(
    chromium: Browser, puzzles: list[Puzzle], tmp_path: Path
) -> None:
    file = tmp_path / "puzzles.html"
    file.write_text(puzzle_page(puzzles, "Puzzles", PuzzleWords()), encoding="utf-8")
    page = chromium.new_page()
    faults: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    for number, puzzle in enumerate(puzzles, 1):
        figure = page.locator("figure").nth(number - 1)
        wrong = next(cell for cell in puzzle.moves if cell != puzzle.solution)
        figure.get_by_role("button", name=str(wrong), exact=True).click()
        expect(figure.get_by_role("status")).to_contain_text(str(wrong))
        expect(figure.get_by_role("status")).not_to_contain_text("right")
        figure.get_by_role("button", name=str(puzzle.solution), exact=True).click()
        expect(figure.get_by_role("status")).to_contain_text(f"{puzzle.solution}: right")
        expect(page.locator("#solved")).to_have_text(f"solved: {number}/{len(puzzles)}")
    grade = puzzles[-1].grade
    page.select_option("#grade", str(grade))
    shown = page.locator("figure:visible")
    expect(shown).to_have_count(sum(puzzle.grade == grade for puzzle in puzzles))
    assert not faults
    assert asked == [file.as_uri()]
    page.close()


def test_a_puzzle_is_solved_by_keys_in_chinese(
    chromium: Browser, puzzles: list[Puzzle], tmp_path: Path
) -> None:
    file = tmp_path / "puzzles.html"
    file.write_text(puzzle_page(puzzles[:1], "题", PuzzleWords("zh-Hans")), encoding="utf-8")
    page = chromium.new_page()
    page.goto(file.as_uri())
    (puzzle,) = puzzles[:1]
    page.get_by_role("button", name=str(puzzle.solution), exact=True).focus()
    page.keyboard.press("Enter")
    end = PuzzleWords("zh-Hans")(f"end.{puzzle.goal}")
    expect(page.get_by_role("status").last).to_have_text(f"{puzzle.solution}：正确，{end}")
    expect(page.locator("#solved")).to_have_text("已解：1/1")
    # The focus stays, the cell is called what it is now, and nothing more can be played.
    name = f"{puzzle.solution} {puzzle.position.to_move}"
    expect(page.get_by_role("button", name=name, exact=True)).to_be_focused()
    wrong = next(cell for cell in puzzle.moves if cell != puzzle.solution)
    page.get_by_role("button", name=str(wrong), exact=True).click(force=True)
    expect(page.get_by_role("status").last).to_have_text(f"{puzzle.solution}：正确，{end}")
    page.close()
