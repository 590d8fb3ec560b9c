"""What tests ask of the pages: what two of them run alike, and what can be pasted at a prompt."""

from __future__ import annotations

import ast
import codeop
import re
from doctest import DocTestParser
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"
_BLOCK = re.compile(r"^```(?:python|pycon)\n(?=>>> )(.*?)^```$", re.DOTALL | re.MULTILINE)
_TYPED = re.compile(r"^(?:>>>|\.\.\.) ?(.*)$", re.MULTILINE)


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


def typed_blocks(page: str) -> list[list[str]]:
    """The lines of each example of a page as its copy button has them: no prompts, no outputs."""
    return [_TYPED.findall(block) for block in _BLOCK.findall(page)]


def breaks_at_a_prompt(lines: list[str]) -> str:
    """The line at which pasting these at Python's prompt fails; "" if it does not.

    The prompt wants an empty line after an indented block; the last one is the reader's Enter.
    """
    compiler, pending = codeop.CommandCompiler(), list[str]()
    for line in [*lines, ""]:
        pending.append(line)
        try:
            if compiler("\n".join(pending)) is not None:
                pending.clear()
        except SyntaxError:
            return line
    return ""
