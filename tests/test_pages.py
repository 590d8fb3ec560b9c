"""A page in Chinese is left out of a run only where the English one runs the same."""

from __future__ import annotations

import pytest

from tests.pages import DOCS, is_run_in_english, runs_the_same

PAGE = 'Text.\n\n>>> def f(x):\n...     """Doc."""\n...     return x + 1  # why\n>>> f(1)\n2\n'


@pytest.mark.parametrize(("old", "new"), [("Text", "文"), ("Doc", "说明"), ("# why", "# 原因")])
def test_words_and_remarks_make_no_difference(old: str, new: str) -> None:
    assert old in PAGE
    assert runs_the_same(PAGE, PAGE.replace(old, new))


@pytest.mark.parametrize(("old", "new"), [("x + 1", "1 + x"), ("f(1)", "f(2)"), ("\n2", "\n3")])
def test_another_program_or_output_does(old: str, new: str) -> None:
    assert old in PAGE
    assert not runs_the_same(PAGE, PAGE.replace(old, new))
    assert not runs_the_same(PAGE, PAGE + "\n>>> f(3)\n4\n")


def test_pages_with_words_of_their_own_are_run() -> None:
    left_out = {page.name for page in (DOCS / "zh").glob("*.md") if is_run_in_english(page)}
    assert "learner.md" in left_out
    assert not left_out & {"engine.md", "lesson.md", "minimax.md", "theorem.md"}
    assert not is_run_in_english(DOCS / "tutorials" / "learner.md")
