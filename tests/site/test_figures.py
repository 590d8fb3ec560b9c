"""Figures and names on the pages are those of the files and of the code."""

from __future__ import annotations

import ast
import builtins
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.sources import PACKAGE, tree_of

import kinrow
from kinrow.__main__ import main
from kinrow.knowledge import Atlas
from kinrow.web.openapi import OPERATIONS

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PROOFS = ROOT / "examples" / "proofs"
SIZE = re.compile(
    r"^\| \(([\d+,]+)\)( exact)?(?: after ([a-z\d ]+?))? \| .*? \| ([\d,]+) \| ([\d,]+) \|$",
    re.MULTILINE,
)
ERROR = re.compile(r"\bRaises\b.*?\.(?:\s|$)", re.DOTALL)


def number(text: str) -> int:
    return int(text.replace(",", ""))


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def test_the_page_of_the_format_has_the_figures_of_the_files_that_are_shipped() -> None:
    seen = 0
    for game, exact, moves, positions, size in SIZE.findall(page("proof-format.md")):
        words = [*game.split(","), *(["exact"] if exact else []), *moves.split()]
        path = PROOFS / f"{'-'.join(words)}.proof"
        if path.exists():
            seen += 1
            checked = kinrow.check(path)
            assert (number(positions), number(size)) == (checked.nodes, checked.size), path.name
    assert seen > 20


def test_the_atlas_names_the_games_that_were_searched_with_several_threads() -> None:
    several = [row.rules.title for row in Atlas(Path("none")).rows() if (row.threads or 1) > 1]
    text = page("reference/atlas.md").replace("\n", " ")
    shown = {"gomoku": "(15,15,5)"}
    assert several
    assert all(shown.get(title, title) in text.partition("## Theory")[0] for title in several)


def test_the_page_of_the_board_lists_every_address_of_the_server() -> None:
    text = page("how-to/board.md")
    assert not [name for name in OPERATIONS if f"`/api/{name}`" not in text.replace("GET ", "")]


def test_the_games_say_which_weights_are_learned() -> None:
    """Renju has weights of its own; it was said to have none."""
    from kinrow.weights.shelf import weights_for

    names = {name: weights_for(kinrow.game(name)) for name in ("renju", "caro")}
    assert {name: found and found.name for name, found in names.items()} == {
        "renju": "line-5-renju",
        "caro": "line-5-exact",
    }
    text = page("reference/games.md").replace("\n", " ")
    assert "learned weights for renju; caro uses those of exactly five" in text


def docstrings() -> Iterator[tuple[Path, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.Module):
                yield path, ast.get_docstring(node) or ""


def test_what_a_docstring_says_is_raised_exists() -> None:
    nodes = (node for path in PACKAGE.rglob("*.py") for node in ast.walk(tree_of(path)))
    names = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
    names |= {*dir(builtins), "ValidationError"}  # the last one is Pydantic's
    said = [
        (path.name, word)
        for path, text in docstrings()
        for sentence in ERROR.findall(text)
        for word in re.findall(r"\b(?:[A-Z][a-z]+){2,}\b", sentence)
    ]
    assert len(said) > 100
    assert not [(path, word) for path, word in said if word not in names]


@pytest.mark.parametrize(
    ("command", "section"),
    [
        ("count 3,3,3", "## count, perft"),
        ("check examples/proofs/3-3-3.proof", "## prove, check"),
        ("prove 3,3,3 -o {folder}/333.proof", "## prove, check"),
        ("solve 3,3,3 --moves", "## solve"),
    ],
)
def test_the_command_line_names_every_field_of_an_answer_in_json(
    command: str, section: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = command.format(folder=tmp_path).replace("examples", str(ROOT / "examples")).split()
    assert main([*words, "--json"]) == 0
    fields = set(json.loads(capsys.readouterr().out))
    text = page("reference/command-line.md")
    shown = text.partition(section)[2].partition("\n## ")[0]
    if words[0] == "prove":  # it refers to the fields of solve
        shown += text.partition("## solve")[2].partition("\n## ")[0]
    assert not [field for field in fields if f"`{field}`" not in shown]
