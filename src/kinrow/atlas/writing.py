"""The atlas's files: a page in each language, its pictures, and the Markdown table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kinrow.atlas.chapters import chapters, costs, grids, title_of
from kinrow.atlas.charts import with_style
from kinrow.atlas.markdown import markdown
from kinrow.atlas.page import page
from kinrow.atlas.words import Words
from kinrow.knowledge.row import AtlasRow
from kinrow.runtime.files import whole_file

if TYPE_CHECKING:
    from kinrow.words import Language

PAGES: dict[Language, tuple[str, str]] = {
    "en": ("index.html", "English"),
    "zh-Hans": ("zh-Hans.html", "简体中文"),
    "zh-Hant": ("zh-Hant.html", "繁體中文"),
}
"""The page's file in each language, and the language's name for itself."""


def write_pages(rows: Sequence[AtlasRow], folder: Path) -> list[Path]:
    """Writes the pages, atlas.md and the pictures into a folder, each whole; their paths in order.

    Raises FileNotWritten for one that cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in files(rows):
        path = folder / name
        with whole_file(path) as temporary:
            temporary.write_text(text, encoding="utf-8")
        written.append(path)
    return written


def files(rows: Sequence[AtlasRow]) -> Iterator[tuple[str, str]]:
    """Every file as its name and its text."""
    for language, (name, _) in PAGES.items():
        yield name, page(rows, language, PAGES)
    words = Words()
    yield "atlas.md", markdown(rows, words)
    for kind, of_kind in chapters(rows).items():
        suffix = "".join(f"-{part}" for part in kind.replace(":", ",").split(",") if part)
        for k, picture in grids(of_kind, words).items():
            yield f"atlas-{k}{suffix}.svg", with_style(picture)
        spent = costs(of_kind, title_of(kind, words), words)
        if spent is not None:
            yield f"atlas-cost{suffix}.svg", with_style(spent)
