"""Which pages in Chinese run what the English page runs, word for word but for remarks."""

from __future__ import annotations

import ast
from doctest import DocTestParser
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"


def runs_the_same(one: str, other: str) -> bool:
    """Whether two pages have the same examples, apart from comments and docstrings."""
    return _examples(one) == _examples(other)


def _examples(page: str) -> list[tuple[str, str]]:
    examples = DocTestParser().get_examples(page)
    return [(ast.dump(_bare(ast.parse(each.source))), each.want) for each in examples]


def _bare(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
            del node.body[0]
    return tree


def is_run_in_english(page: Path) -> bool:
    """Whether the English page of that name, which is run, makes running this one needless."""
    english = DOCS / "tutorials" / page.name
    if page.parent != DOCS / "zh" or page.suffix != ".md" or not english.is_file():
        return False
    return runs_the_same(*(each.read_text(encoding="utf-8") for each in (page, english)))
