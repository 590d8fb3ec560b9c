"""The atlas as one HTML page: pictures, tables, no scripts, nothing loaded from other hosts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from kinrow.atlas.chapters import chapters, costs, grids, one_way, title_of
from kinrow.atlas.charts import SIGNS, STYLES
from kinrow.atlas.words import COLUMNS, NUMBERS, Words
from kinrow.knowledge.row import AtlasRow
from kinrow.knowledge.theory import RULES
from kinrow.templating import templates

if TYPE_CHECKING:
    from kinrow.words import Language

_TEMPLATES = templates(STYLES)


def page(
    rows: Sequence[AtlasRow], language: Language, links: Mapping[Language, tuple[str, str]]
) -> str:
    """The page's text. `links` are the pages in all languages, each with the language's name.

    >>> from kinrow.rules import Outcome, game
    >>> row = AtlasRow(rules=game("4,4,4"), value=Outcome.DRAW, how="computed", nodes=32)
    >>> text = page([row], "en", {"en": ("index.html", "English")})
    >>> text.count("<svg") > 1, "<script" in text
    (True, False)
    """
    words = Words(language)
    template = _TEMPLATES.get_template("page.html")
    return template.render(language=language, links=links, **_filling(rows, words))


def sections(rows: Sequence[AtlasRow], words: Words) -> str:
    """What stands below the page's title, for any page that has the styles of `style`.

    >>> sections([], Words())[:17]
    '<p class="muted">'
    """
    return _TEMPLATES.get_template("sections.html").render(_filling(rows, words))


def _filling(rows: Sequence[AtlasRow], words: Words) -> dict[str, Any]:
    """What the templates show."""
    return {
        "words": words,
        "signs": SIGNS,
        "chapters": [_chapter(kind, of_kind, words) for kind, of_kind in chapters(rows).items()],
        "rows": one_way(rows),
        "columns": COLUMNS,
        "numbers": NUMBERS,
        "theory": RULES,
    }


def _chapter(kind: str, rows: Sequence[AtlasRow], words: Words) -> dict[str, Any]:
    title = title_of(kind, words)
    cost = costs(rows, title, words)
    return {
        "title": title,
        "grids": [Markup(svg) for svg in grids(rows, words).values()],
        "cost": Markup(cost) if cost else None,
    }
