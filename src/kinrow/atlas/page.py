"""The atlas as one HTML page: pictures, tables, no scripts, nothing asked of any other host."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from kinrow.atlas.chapters import chapters, costs, grids, one_way, title_of
from kinrow.atlas.charts import COLOURS, MARKS, SIGNS
from kinrow.atlas.row import Row
from kinrow.atlas.theory import RULES
from kinrow.atlas.words import COLUMNS, NUMBERS, Words

if TYPE_CHECKING:
    from kinrow.rules.games import Language

_FRAME = """
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1rem clamp(.75rem, 3vw, 2rem) 3rem;
  background: var(--bg); color: var(--ink); font: 16px/1.5 system-ui, "Noto Sans CJK SC",
  "PingFang SC", "Microsoft YaHei", sans-serif; }
h1 { font-size: 1.5rem; margin: .5rem 0; } h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
p { margin: 0 0 .75rem; max-width: 60rem; } .muted { color: var(--muted); } a { color: inherit; }
nav a { margin-right: 1rem; } nav a[aria-current] { font-weight: 700; text-decoration: none; }
"""

PARTS = """
h3 { font-size: 1rem; margin: 1.2rem 0 .5rem; }
.key { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
.key svg { vertical-align: -.35em; margin-right: .4em; }
.pictures { display: flex; flex-wrap: wrap; align-items: start; gap: 1rem; }
figure { margin: 0; background: var(--card); border: 1px solid var(--rule); border-radius: 10px;
  padding: .75rem; max-width: 100%; }
figure svg { display: block; max-width: 100%; height: auto; }
.scroll { overflow: auto; max-height: 40rem; }
.scroll:focus-visible { outline: 3px solid var(--focus); }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem .75rem; border-bottom: 1px solid var(--rule);
  white-space: nowrap; }
th { position: sticky; top: 0; background: var(--bg); } .number { text-align: right; }
"""
"""What the sections look like, beside `COLOURS` and the pictures' `MARKS`."""


def page(rows: Sequence[Row], language: Language, links: Mapping[Language, tuple[str, str]]) -> str:
    """The page's text. `links` are the pages in all languages, each with the language's name.

    >>> from kinrow.rules import Outcome, game
    >>> row = Row(rules=game("4,4,4"), value=Outcome.DRAW, how="computed", nodes=32)
    >>> text = page([row], "en", {"en": ("index.html", "English")})
    >>> text.count("<svg") > 1, "<script" in text
    (True, False)
    """
    words = Words(language)
    title = escape(words("page.title"))
    parts = [
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta name="color-scheme" content="light dark"><title>{title}</title>',
        f"<style>{COLOURS}{MARKS}{_FRAME}{PARTS}</style>",
        f"</head><body><header>{_languages(language, links, words)}<h1>{title}</h1>",
        f"</header><main>{sections(rows, words)}</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def sections(rows: Sequence[Row], words: Words) -> str:
    """What stands below the page's title, for any page that has the styles.

    >>> sections([], Words())[:17]
    '<p class="muted">'
    """
    about = f'<p class="muted">{escape(words("page.about"))}</p>'
    parts = (_boards(rows, words), _costs(rows, words), _tables(rows, words), _theory(words))
    return "\n".join([about, *(line for part in parts for line in part)])


def _languages(here: Language, links: Mapping[Language, tuple[str, str]], words: Words) -> str:
    current = {here: ' aria-current="page"'}
    items = "".join(
        f'<a href="{link}" lang="{tag}" hreflang="{tag}"{current.get(tag, "")}>{name}</a>'
        for tag, (link, name) in links.items()
    )
    return f'<nav aria-label="{escape(words("page.languages"))}">{items}</nav>'


def _boards(rows: Sequence[Row], words: Words) -> Iterator[str]:
    yield f"<h2>{escape(words('page.boards'))}</h2>"
    keys = "".join(
        f'<li><svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">'
        f'<rect class="cell {value}" x="1" y="1" width="20" height="20"/>'
        f'<text class="mid" x="11" y="16">{sign}</text></svg>{escape(words(f"value.{value}"))}</li>'
        for value, sign in SIGNS.items()
    )
    yield f'<ul class="key">{keys}</ul><p class="muted">{escape(words("page.boards.about"))}</p>'
    for kind, of_kind in chapters(rows).items():
        pictures = "".join(f"<figure>{svg}</figure>" for svg in grids(of_kind, words).values())
        yield f'<h3>{escape(title_of(kind, words))}</h3><div class="pictures">{pictures}</div>'


def _costs(rows: Sequence[Row], words: Words) -> Iterator[str]:
    yield f"<h2>{escape(words('page.cost'))}</h2>"
    yield f'<p class="muted">{escape(words("page.cost.about"))}</p><div class="pictures">'
    for kind, of_kind in chapters(rows).items():
        title = title_of(kind, words)
        picture = costs(of_kind, title, words)
        if picture is not None:
            yield f"<figure><figcaption>{escape(title)}</figcaption>{picture}</figure>"
    yield "</div>"


def _tables(rows: Sequence[Row], words: Words) -> Iterator[str]:
    listed = one_way(rows)
    name = escape(words("page.table"))
    yield f'<h2>{name}</h2><p class="muted">{escape(words.sum(listed))}</p>'
    yield f'<p class="muted">{escape(words("page.table.about"))}</p>'
    classes = [' class="number"' if column in NUMBERS else "" for column in COLUMNS]
    heads = "".join(
        f'<th scope="col"{kind}>{escape(words(f"head.{column}"))}</th>'
        for column, kind in zip(COLUMNS, classes, strict=True)
    )
    yield f'<div class="scroll" tabindex="0" role="region" aria-label="{name}"><table>'
    yield f"<thead><tr>{heads}</tr></thead><tbody>"
    for row in listed:
        cells = "".join(
            f"<td{kind}>{escape(cell)}</td>"
            for cell, kind in zip(words.cells(row), classes, strict=True)
        )
        yield f"<tr>{cells}</tr>"
    yield "</tbody></table></div>"


def _theory(words: Words) -> Iterator[str]:
    yield f"<h2>{escape(words('page.theory'))}</h2><dl>"
    for name in RULES:
        term, about = escape(words(f"rule.{name}")), escape(words(f"about.{name}"))
        yield f"<dt><b>{term}</b></dt><dd>{about}</dd>"
    yield "</dl>"
