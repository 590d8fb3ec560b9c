"""Where import-linter does not look: C++ includes, the compiled core, the package root."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import PACKAGE, tree_of

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "core"

# The rooms of the core from the ground up. Each may include those below it, except those listed in
# APART. No other room is above `table`.
ROOMS = "board system game threat solve dfpn breaker lambda certificate prove play table".split()
APART = {
    "system": {"board"},
    "lambda": {"breaker"},
    "play": {"dfpn", "breaker", "certificate", "prove"},
    "table": {*ROOMS[ROOMS.index("threat") :]},
}
BELOW = {room: {*ROOMS[:i]} - APART.get(room, set()) for i, room in enumerate(ROOMS)}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def includes(text: str) -> list[tuple[bool, str]]:
    """Every include as (is it of this project, its path)."""
    return [(mark == '"', path) for mark, path in INCLUDE.findall(text)]


def include_faults(path: Path, room: str, text: str) -> list[str]:
    """What a file in that room of the core includes against the layers."""
    faults = []
    for ours, target in includes(text):
        beside = ours and "/" not in target
        target_room = room if beside else target.split("/")[0]
        if not ours and re.match(r"(Python|nanobind|pybind11|numpy)\b", target):
            faults.append(f"{path}: <{target}> is Python's")
        if ours and target_room != room and target_room not in BELOW[room]:
            faults.append(f'{path}: "{target}" is not below {room}')
    return faults


def core_files() -> list[Path]:
    return sorted([*CORE.rglob("*.hpp"), *CORE.rglob("*.cpp")])


def test_the_core_has_the_rooms_that_are_known() -> None:
    assert {path.relative_to(CORE).parts[0] for path in core_files()} <= set(BELOW)


def test_core_includes_go_down() -> None:
    assert core_files()
    faults = [
        fault
        for path in core_files()
        for fault in include_faults(
            path.relative_to(ROOT), path.relative_to(CORE).parts[0], path.read_text()
        )
    ]
    assert not faults


@pytest.mark.parametrize(
    ("room", "line"),
    [
        ("board", '#include "game/rules.hpp"'),
        ("game", '#include "../solve/table.hpp"'),
        ("play", '#include "prove/prover.hpp"'),
        ("solve", '#include "table/fold.hpp"'),
        ("table", '#include "solve/solver.hpp"'),
        ("solve", "#include <Python.h>"),
        ("solve", "#include <nanobind/nanobind.h>"),
    ],
)
def test_a_wrong_include_is_seen(room: str, line: str) -> None:
    assert include_faults(Path("x.hpp"), room, f"#pragma once\n{line}\n#include <vector>\n")


def imports(source: ast.AST) -> Iterator[str]:
    """Every module that Python source imports, with `from a import b` as both a and a.b."""
    for node in ast.walk(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "relative imports hide their layer"
            module = node.module or ""
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def package_files() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def imports_the_root(source: ast.AST) -> bool:
    """Whether source imports the package root rather than one of its rooms."""
    rooms = {path.stem for path in PACKAGE.iterdir()}
    for node in ast.walk(source):
        if isinstance(node, ast.Import) and any(alias.name == "kinrow" for alias in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and node.module == "kinrow":
            return any(alias.name not in rooms for alias in node.names)
    return False


def test_no_module_imports_the_root() -> None:
    assert not [path for path in package_files() if imports_the_root(tree_of(path))]
    assert imports_the_root(ast.parse("import kinrow"))
    assert imports_the_root(ast.parse("from kinrow import solve_it"))
    assert not imports_the_root(ast.parse("from kinrow.rules import game"))


def test_the_compiled_core_is_not_for_the_rules_nor_for_the_reference_checker() -> None:
    for path in package_files():
        named = set(imports(tree_of(path)))
        if room_of(path) in {"rules", "textbook", "reference"}:
            assert "kinrow._core" not in named, path
        if room_of(path) == "reference":
            assert not any(name.split(".")[0] == "kinrow" for name in named), path
