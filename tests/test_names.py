"""Each class of the package has a name of its own, and no module imports in a circle."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.sources import PACKAGE, tree_of


def trees_of_package() -> dict[Path, ast.Module]:
    return {path: tree_of(path) for path in sorted(PACKAGE.rglob("*.py"))}


def classes(trees: Mapping[Path, ast.AST]) -> dict[str, list[Path]]:
    """The files that define a class, for every name of one."""
    found = defaultdict(list)
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path)
    return found


def repeated(trees: Mapping[Path, ast.AST]) -> dict[str, list[Path]]:
    return {name: paths for name, paths in classes(trees).items() if len(paths) > 1}


def test_each_class_has_a_name_of_its_own() -> None:
    # The reference checker is read and run alone: its names meet nobody else's.
    ours = trees_of_package()
    del ours[PACKAGE / "reference" / "check.py"]
    assert len(classes(ours)) > 100
    assert not repeated(ours)


def test_a_second_class_of_a_name_is_seen() -> None:
    one, two = ast.parse("class Row: ..."), ast.parse("def f():\n    class Row: ...")
    assert set(repeated({Path("a.py"): one, Path("b.py"): two})) == {"Row"}


def second_names(trees: Mapping[Path, ast.AST]) -> list[str]:
    """Classes that a module, or an import, gives another name."""
    known = set(classes(trees))
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    named = [
        node.value.id
        for node in nodes
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Name)
        and isinstance(node.targets[0], ast.Name)
    ]
    imported = [
        alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname not in (None, alias.name)
    ]
    return [name for name in (*named, *imported) if name in known]


def test_no_class_has_a_second_name() -> None:
    assert not second_names(trees_of_package())


@pytest.mark.parametrize("second", ["Line = Row", "from a import Row as Line"])
def test_a_second_name_of_a_class_is_seen(second: str) -> None:
    assert second_names({Path("a.py"): ast.parse(f"class Row: ...\n{second}")}) == ["Row"]


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def run_imports(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Every import that is ever carried out, in functions too; none that is for type checkers."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield from run_imports(node)


def import_graph(trees: Mapping[str, ast.AST]) -> dict[str, set[str]]:
    """The modules among these that each of them imports."""
    graph: dict[str, set[str]] = {name: set() for name in trees}
    for name, tree in trees.items():
        for node in run_imports(tree):
            for alias in node.names:
                if isinstance(node, ast.Import):
                    target = alias.name
                else:
                    inner = f"{node.module}.{alias.name}"
                    target = inner if inner in trees else node.module or ""
                if target in trees:
                    graph[name].add(target)
    return graph


def circle(graph: Mapping[str, set[str]]) -> set[str]:
    """The modules that lie on a circle, or between two of them."""
    left = {name: set(targets) for name, targets in graph.items()}
    while True:
        imported = set().union(*left.values()) if left else set()
        ends = {name for name, targets in left.items() if not targets or name not in imported}
        if not ends:
            return set(left)
        left = {name: targets - ends for name, targets in left.items() if name not in ends}


def test_no_module_imports_in_a_circle() -> None:
    graph = import_graph({module_name(path): tree for path, tree in trees_of_package().items()})
    assert len(graph["kinrow.rules"]) > 5
    assert not circle(graph)


@pytest.mark.parametrize("deferred", ["import kinrow.a", "def f():\n    from kinrow.a import x"])
def test_a_circle_is_seen(deferred: str) -> None:
    texts = {
        "kinrow.a": "from kinrow import b",
        "kinrow.b": deferred,
        "kinrow.c": "import kinrow.a",
    }
    graph = import_graph({name: ast.parse(text) for name, text in texts.items()})
    assert circle(graph) == {"kinrow.a", "kinrow.b"}


def test_an_import_for_type_checkers_makes_no_circle() -> None:
    typed = "if TYPE_CHECKING:\n    from kinrow.a import x"
    texts = {"kinrow.a": "from kinrow.b import y", "kinrow.b": typed}
    assert not circle(import_graph({name: ast.parse(text) for name, text in texts.items()}))
