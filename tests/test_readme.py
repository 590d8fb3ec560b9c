"""What the pages show is what happens: their console blocks are run, their links lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from docs.hooks.reference import pages

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("README*.md")), *sorted(SITE.rglob("*.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
REPOSITORY = "https://(?:github|raw.githubusercontent).com/kinrow/kinrow"
SOURCES = re.compile(rf"\]\({REPOSITORY}/(?:(?:blob|tree)/)?main/([^)#]+)")
ON_SITE = re.compile(r"\]\(https://kinrow.github.io/kinrow/([^)#]*)")
# What sets up a machine is tried on a fresh one; what serves for ever has tests of its own.
NOT_RUN = re.compile(
    r"make (run|test|site-board)$|pip install |kinrow serve|python -m http.server |curl "
)
# What differs from machine to machine, and from run to run with several threads.
COST = re.compile(r"[\d,]+ (nodes in|节点，)\s?[\d.]+ (s|秒)|· [\d.]+ (s|秒)$")


def examples(page: Path) -> Iterator[tuple[str, str]]:
    """Each command of a page and what it is shown to print."""
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = example.partition("\n")
            if not NOT_RUN.match(command):
                yield command, output


def pattern(output: str) -> str:
    """A regular expression for an output in which … stands for anything, costs for any cost."""
    lines = (COST.sub("…", line.rstrip()) for line in output.rstrip("\n").split("\n"))
    return re.escape("\n".join(lines)).replace("…", ".*")


def printed(command: str, folder: Path) -> str:
    env = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "NO_COLOR": "1"}
    env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{env['PATH']}"
    run = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=600,  # for a machine that is busy with other tests
        check=False,
    )
    return "\n".join(line.rstrip() for line in run.stdout.decode().rstrip("\n").split("\n"))


EXAMPLES = {page: found for page in PAGES if (found := list(examples(page)))}
# Its one command solves jing4, which tests/solver/test_known.py does by itself.
LONG = SITE / "explanation" / "jing4.md"
TYPED = [
    pytest.param(
        page,
        id=str(page.relative_to(ROOT)),
        marks=[pytest.mark.expensive] if page == LONG else [],
    )
    for page in EXAMPLES
]


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A reader's folder: what the pages say is in a checkout, and the certificate to download."""
    for name in ("examples", "src", "examples/proofs/11-4-4.proof"):
        (tmp_path / Path(name).name).symlink_to(ROOT / name)
    return tmp_path


@pytest.mark.parametrize("page", TYPED)
def test_a_page_is_typed_from_top_to_bottom(page: Path, desk: Path) -> None:
    for command, output in EXAMPLES[page]:
        found = printed(command, desk)
        assert re.fullmatch(pattern(output), found, re.DOTALL), f"$ {command}\n{found}"


def test_many_pages_show_commands() -> None:
    assert len(EXAMPLES) > 8
    assert sum(map(len, EXAMPLES.values())) > 30


def test_an_output_that_differs_is_seen() -> None:
    shown = pattern("draw · 5 nodes in 0.02 s · computed\nline: …")
    assert re.fullmatch(shown, "draw · 5,123 nodes in 1.20 s · computed\nline: a1 b2", re.DOTALL)
    assert not re.fullmatch(shown, "win · 5 nodes in 0.02 s · computed\nline: a1", re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """Links to files of the repository; those between the pages of the site are its build's."""
    text = page.read_text(encoding="utf-8")
    near = [] if SITE in page.parents else [page.parent / link for link in LINK.findall(text)]
    far = [ROOT / path for path in SOURCES.findall(text)]
    assert not [path for path in near + far if not path.exists()]


@pytest.mark.parametrize("page", PAGES[:2], ids=lambda page: page.name)
def test_links_to_the_site_lead_to_a_page(page: Path) -> None:
    written = {str(path.relative_to(SITE)) for path in PAGES if SITE in path.parents}
    written |= {path for path, _ in pages()}
    links = ON_SITE.findall(page.read_text(encoding="utf-8"))
    assert len(links) > 5
    for link in links:
        assert {f"{link.rstrip('/')}.md", f"{link}index.md"} & written, link


def test_the_two_readmes_have_the_same_sections() -> None:
    headings = [
        re.findall(r"^## ", page.read_text(encoding="utf-8"), re.MULTILINE) for page in PAGES[:2]
    ]
    assert headings[0] == headings[1]
