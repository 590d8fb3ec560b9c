"""The site builds without a warning, and describes every public name and every command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import griffe
import pytest
from docs.hooks.board import BOARD, FOLDER
from docs.hooks.reference import rooms
from playwright.sync_api import Request
from tests.web.browsing import NEEDS_CHROMIUM, browser

import kinrow
from kinrow.__main__ import faces
from kinrow.cli.app import build

ROOT = Path(__file__).resolve().parents[2]
ENGLISH = {**os.environ, "LC_ALL": "C.UTF-8", "NO_MKDOCS_2_WARNING": "1"}
NAMES = [f"{room}.{name}" for room, names in rooms().items() for name in names]


def mkdocs(config: Path, site: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "-f", str(config), "-d", str(site)]
    return subprocess.run(
        command, cwd=ROOT, env=ENGLISH, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    run = mkdocs(ROOT / "mkdocs.yml", folder)
    assert run.returncode == 0, run.stderr
    return folder


def ids(page: Path) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', page.read_text(encoding="utf-8")))


def test_every_public_name_has_an_anchor(site: Path) -> None:
    python = site / "reference" / "python"
    assert {f"kinrow.{name}" for name in kinrow.__all__} <= ids(python / "index.html")
    for room, names in rooms().items():
        assert {f"kinrow.{room}.{name}" for name in names} <= ids(python / room / "index.html")


def test_every_command_has_a_heading(site: Path) -> None:
    commands = {f"kinrow-{name}" for name in build(faces()).commands}
    assert len(commands) > 15
    assert commands <= ids(site / "reference" / "commands" / "index.html")


def test_the_page_of_commands_shows_no_escape(site: Path) -> None:
    page = (site / "reference" / "commands" / "index.html").read_text(encoding="utf-8")
    assert "<code>-o, --objective outcome|score|margin</code>" in page
    assert not re.findall(r"&amp;(?:[lg]t|amp|quot);", page)


def test_the_site_asks_no_other_host_for_anything(site: Path) -> None:
    loads = re.compile(r'<(?:script|img|iframe)\b[^>]*\bsrc="http|<link\b[^>]*stylesheet[^>]*http')
    pages = list(site.rglob("*.html"))
    assert len(pages) > 20
    assert not [page for page in pages if loads.search(page.read_text(encoding="utf-8"))]


def test_whoever_reads_about_the_proof_plays_against_it_on_the_same_page(site: Path) -> None:
    page = (site / "explanation" / "gomoku" / "index.html").read_text(encoding="utf-8")
    if BOARD.is_dir():
        assert '<iframe src="../../board/#g=gomoku' in page
        assert (site / FOLDER / "index.html").read_bytes() == (BOARD / "index.html").read_bytes()
    else:
        assert "make site-board" in page


def test_the_badge_of_the_board_leads_to_a_row_of_the_atlas_and_its_commands(site: Path) -> None:
    page = site / "reference" / "atlas" / "index.html"
    how = "make-and-check-a-certificate"
    assert {"15,15,5", "15,15,5:exact", "9,4,4", "5,5,4,2,1", how} <= ids(page)
    assert f'<a href="#{how}">15,15,5</a>' in page.read_text(encoding="utf-8")


@NEEDS_CHROMIUM
def test_a_page_asks_no_other_host_while_it_is_read(site: Path) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    for chromium in browser():
        page = chromium.new_page()
        page.on("request", note)
        for path in ("index.html", "reference/commands/index.html"):
            page.goto((site / path).as_uri())
            page.wait_for_load_state("networkidle")
    assert len(asked) > 4
    assert not [url for url in asked if url.startswith("http")]


@NEEDS_CHROMIUM
def test_what_is_copied_can_be_pasted(site: Path) -> None:
    """The theme's button marks the block that it copies; then no prompt and no output is in it."""
    for chromium in browser():
        page = chromium.new_page()
        page.goto((site / "tutorials" / "minimax" / "index.html").as_uri())
        block = page.locator(".highlight code").first
        assert ">>> textbook.minimax(end)" in block.inner_text()
        block.evaluate("(code) => code.setAttribute('data-md-copying', '')")
        assert block.inner_text().endswith("\ntextbook.minimax(end)\n")
        assert ">>>" not in block.inner_text()


@cache
def package() -> griffe.Object | griffe.Alias:
    return griffe.load("kinrow", search_paths=[ROOT / "src"])


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_has_a_docstring(name: str) -> None:
    assert package()[name].has_docstring


def test_a_broken_link_fails_the_build(tmp_path: Path) -> None:
    links = ["missing.md", "#no-such-heading", "/absolute"]
    pages = tmp_path / "docs"
    pages.mkdir()
    (pages / "index.md").write_text("# Title\n\n" + " ".join(f"[text]({link})" for link in links))
    config = tmp_path / "mkdocs.yml"
    config.write_text(
        f"INHERIT: {ROOT / 'mkdocs.yml'}\ndocs_dir: {pages}\nhooks: []\nplugins: []\n"
        "nav: [index.md]\ntheme: { name: mkdocs }\n"
    )
    run = mkdocs(config, tmp_path / "site")
    assert run.returncode != 0
    assert all(link in run.stderr for link in links)


def test_the_architecture_names_only_files_that_are_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = ("src", "core", "bindings", "checker", "docs", "tests", "examples", "bench", "fuzz")
    files = [path.as_posix() for room in rooms for path in (ROOT / room).rglob("*.*")]
    named = set(re.findall(r"`([\w./-]+\.(?:py|[ch]pp|md|json))`", page))
    assert len(named) > 40
    assert not [name for name in named if not any(path.endswith(f"/{name}") for path in files)]
