"""What is asked of pages: examples that run alike in both languages and can be pasted."""

from __future__ import annotations

import pytest

from tests.pages import (
    DOCS,
    breaks_at_a_prompt,
    is_run_in_english,
    runs_the_same,
    typed_blocks,
)

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


EXAMPLES = [
    pytest.param(block, id=f"{page.relative_to(DOCS.parent)}-{number}")
    for page in (*sorted(DOCS.parent.glob("README*.md")), *sorted(DOCS.rglob("*.md")))
    for number, block in enumerate(typed_blocks(page.read_text(encoding="utf-8")), 1)
]


@pytest.mark.parametrize("block", EXAMPLES)
def test_an_example_can_be_pasted_at_a_prompt(block: list[str]) -> None:
    assert not breaks_at_a_prompt(block)


def test_a_block_that_nothing_ends_is_seen() -> None:
    assert len(EXAMPLES) > 80
    block = "```python\n>>> def f():\n...     return 1\n{}>>> f()\n1\n```\n"
    assert breaks_at_a_prompt(*typed_blocks(block.format(""))) == "f()"
    assert not breaks_at_a_prompt(*typed_blocks(block.format("...\n")))
