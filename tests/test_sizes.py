"""Small things: functions of 40 lines at most, files of 400; a longer one has its reason."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FUNCTION_LINES = 40
FILE_LINES = 400
# A reason is a comment or a docstring in the first lines with this word: "longer than most: ...".
REASON = "longer"

BLANKED = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*',
    re.DOTALL | re.MULTILINE,
)
TEMPLATE = re.compile(r"template\s*<.*?>\s", re.DOTALL)
SCOPE = re.compile(r"\b(namespace|struct|class|enum|union)\b")
ACCESS = re.compile(r"\s*(?:(?:public|private|protected)\s*:\s*)*")


FOLDERS = ["src/kinrow", "core", "checker", "bindings", "fuzz", "tests", "bench", "docs"]


def files(folder: str) -> list[Path]:
    patterns = ("*.py", "*.cpp", "*.hpp")
    return sorted(path for pattern in patterns for path in (ROOT / folder).rglob(pattern))


def has_reason(lines: list[str]) -> bool:
    return any(REASON in line for line in lines)


def python_functions(text: str) -> Iterator[tuple[int, int]]:
    """First line and length of every function, its docstring not counted."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or 0) - node.lineno + 1
            if ast.get_docstring(node) is not None:
                length -= (node.body[0].end_lineno or 0) - node.body[0].lineno + 1
            yield node.lineno, length


def block_kind(words: str) -> str:
    """What a C++ brace after these words opens, the text being in clang-format's hand."""
    if not words[-1:].isspace() or words.rstrip().endswith("="):
        return "values"
    declared = TEMPLATE.sub("", words).split("(")
    return "scope" if len(declared) == 1 or SCOPE.search(declared[0]) else "body"


def cpp_functions(text: str) -> Iterator[tuple[int, int]]:
    """First line and length of every function; lambdas belong to the function around them."""
    bare = BLANKED.sub(lambda hit: re.sub(r"[^\n]", " ", hit[0]), text)
    blocks: list[tuple[str, int]] = []
    head = 0
    for sign in re.finditer(r"[{};]", bare):
        at = sign.start()
        kind = "statement"
        if sign[0] == "{":
            kind = block_kind(bare[head:at])
            first = ACCESS.match(bare, head)
            blocks.append((kind, bare.count("\n", 0, first.end() if first else head) + 1))
        elif sign[0] == "}":
            kind, line = blocks.pop()
            if kind == "body" and all(outer != "body" for outer, _ in blocks):
                yield line, bare.count("\n", 0, at) + 2 - line
        if kind != "values":
            head = at + 1


def long_functions(text: str, suffix: str) -> list[str]:
    """Where a function is longer than it should be, and does not say why."""
    functions = python_functions if suffix == ".py" else cpp_functions
    lines = text.splitlines()
    return [
        f"line {line}: {length} lines: {lines[line - 1].strip()}"
        for line, length in functions(text)
        if length > FUNCTION_LINES and not has_reason(lines[max(line - 4, 0) : line + 5])
    ]


def too_long(path: Path) -> list[str]:
    """Where a file, or a function in it, is longer than it should be."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    found = long_functions(text, path.suffix)
    if len(lines) > FILE_LINES and not has_reason(lines[:12]):
        found.append(f"{len(lines)} lines")
    return [f"{path.relative_to(ROOT)}: {fault}" for fault in found]


@pytest.mark.parametrize("folder", FOLDERS)
def test_size(folder: str) -> None:
    assert files(folder)
    assert not [fault for path in files(folder) for fault in too_long(path)]


def test_a_long_python_function_is_seen() -> None:
    body = "    x = 1\n" * 40
    assert long_functions(f"def f():\n{body}", ".py")
    assert not long_functions(f"def f():\n    '''Doc.\n\n    '''\n{body[10:]}", ".py")
    assert not long_functions(f"def f():  # longer: a table\n{body}", ".py")


@pytest.mark.parametrize(
    "head",
    [
        "int f(int a)",
        "template <int N>\nstatic auto Board<N>::play(Cell cell) const noexcept -> bool",
        "Table::Table(std::size_t bytes) : size_(bytes), rows_{1}, more_{f({2})}",
        "bool operator==(const Key& other) const",
    ],
)
def test_a_long_cpp_function_is_seen(head: str) -> None:
    lines = FUNCTION_LINES - head.count("\n") - 2
    body = "  if (x) call({1, 2}, [] { return '{'; });  // { not a brace\n" * lines
    around = (
        "#include <x>\nnamespace a {\nconst int b[] = {1, 2};\nstruct alignas(64) B {\n"
        " public:\n  int size{0};\n%s {\n%s}\n};\n}\n"
    )
    assert not long_functions(around % (head, body), ".cpp")
    assert long_functions(around % (head, body + "  x();\n"), ".cpp")
    assert not long_functions(around % (f"// longer: x\n{head}", body * 2), ".cpp")
