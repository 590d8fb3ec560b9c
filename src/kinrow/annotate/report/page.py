"""The report as one HTML page that asks nothing of any other host."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from kinrow.annotate.report.moments import Annotated, Moment
from kinrow.annotate.report.shares import Share
from kinrow.drawing import svg
from kinrow.rules import Cell

_STYLE = """
:root { color-scheme: light; --ink: #2b2926; --soft: #6a655e; --line: #ddd6c8; --paper: #ffffff; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 1.5rem 1rem 4rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 .2rem; } h2 { font-size: 1.2rem; margin: 2.4rem 0 .6rem; }
p { margin: .4rem 0; } .soft { color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1rem 0; padding: 0; list-style: none; }
.facts li { border: 1px solid var(--line); border-radius: .6rem; padding: .5rem .9rem; }
.facts b { display: block; font-size: 1.4rem; line-height: 1.2; }
img { max-width: 100%; height: auto; }
details { margin: .3rem 0 1rem; } summary { cursor: pointer; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--line); }
th { position: sticky; top: 0; background: var(--paper); }
th:first-child, td:first-child { text-align: left; }
button { font: inherit; font-size: .85rem; padding: .25rem .8rem; margin: .5rem 0; cursor: pointer;
  border: 1px solid var(--soft); border-radius: .4rem; background: #fff; color: inherit; }
button:focus-visible, summary:focus-visible { outline: 3px solid #0072b2; outline-offset: 2px; }
.boards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); }
figure { margin: 0; border: 1px solid var(--line); border-radius: .6rem; padding: .7rem; }
figure svg { max-width: 100%; height: auto; } figcaption { font-size: .9rem; }
.key span { display: inline-block; margin-right: 1rem; }
.key i { display: inline-block; width: 1em; height: 1em; margin-right: .35em; border-radius: .2em;
  vertical-align: -.12em; border: 1px solid #8a8478; }
@media print { button { display: none; } figure { break-inside: avoid; } }
"""

_SCRIPT = """
for (const button of document.querySelectorAll("button[data-table]")) {
  button.addEventListener("click", async () => {
    const table = document.getElementById(button.dataset.table);
    const words = row => [...row.cells].map(cell => cell.innerText.trim()).join("\\t");
    const text = [...table.rows].map(words).join("\\n");
    const said = button.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "copied";
    } catch {
      const range = document.createRange();
      table.closest("details")?.setAttribute("open", "");
      range.selectNode(table);
      const selection = getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      button.textContent = document.execCommand("copy") ? "copied" : "selected: press Ctrl+C";
    }
    setTimeout(() => { button.textContent = said; }, 1500);
  });
}
"""

_KEY = (
    "<p class='key soft'><span><i style='background:#8fd3bd'></i>a move here wins</span>"
    "<span><i style='background:#dcdcdc'></i>draws</span>"
    "<span><i style='background:#f2b48c'></i>loses</span>"
    "<span><i style='background:#f7f1d4'></i>not known</span>"
    "<span><i style='border:2px solid #006d4f'></i>best</span>"
    "<span><i style='border:2px dashed #222'></i>played</span></p>"
)

_CLAIM = (
    "every value is exact: the game was solved from each position; a mistake is a move that gives "
    "half a game away, or a whole one."
)
_GAVE = {
    ("win", "loss"): "a win became a loss",
    ("win", "draw"): "a win became a draw",
    ("draw", "loss"): "a draw became a loss",
}


def page(
    title: str,
    annotated: Annotated,
    whole: Share,
    sections: Iterable[tuple[str, str, bytes, Sequence[Share]]],
    worst: Sequence[Moment],
) -> str:
    """The page's text: facts, a picture and a table for each section, the worst moments.

    A section is its heading, the head of its first column, a PNG, and its shares.
    """
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f"<p class='soft'>{escape(annotated.rules.title)} · {_CLAIM}</p>",
        _facts(annotated, whole),
    ]
    for number, (heading, head, png, shares) in enumerate(sections):
        parts.append(_section(number, heading, head, png, shares))
    parts.append(_moments(worst, annotated))
    parts.append(f"<script>{_SCRIPT}</script></body></html>")
    return "\n".join(parts) + "\n"


def _facts(annotated: Annotated, whole: Share) -> str:
    moments = annotated.moments
    facts = [
        (f"{len(moments):,}", "moves annotated"),
        (f"{100 * whole.share:.1f} %", f"are mistakes: {whole.mistakes:,}"),
        (f"{whole.wholes:,}", "gave a whole game away"),
        (f"{whole.moves - whole.chances:,}", "could not be wrong: all moves equal"),
    ]
    unread = annotated.rows - len(moments)
    if unread:
        facts.append((f"{unread:,}", "rows without a move, or that cannot be"))
    unknown = len(moments) - whole.moves
    if unknown:
        facts.append((f"{unknown:,}", "moves with bounds only, not counted"))
    items = "".join(f"<li><b>{number}</b>{words}</li>" for number, words in facts)
    return f"<ul class='facts'>{items}</ul>"


def _section(number: int, heading: str, head: str, png: bytes, shares: Sequence[Share]) -> str:
    source = f"data:image/png;base64,{b64encode(png).decode()}"
    heads = (head, "moves", "mistakes", "%", "95 % low", "95 % high", "half", "whole", "could err")
    rows = [
        (
            share.name,
            share.moves,
            share.mistakes,
            f"{100 * share.share:.1f}",
            f"{100 * share.error[0]:.1f}",
            f"{100 * share.error[1]:.1f}",
            share.halves,
            share.wholes,
            share.chances,
        )
        for share in shares
    ]
    return (
        f"<h2>{escape(heading)}</h2><img src='{source}' alt='{escape(heading, quote=True)}'>"
        f"<details><summary>as a table</summary>{_table(f'table{number}', heads, rows)}</details>"
    )


def _table(name: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    head = "".join(f"<th scope='col'>{escape(text)}</th>" for text in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(value))}</td>" for value in row) + "</tr>"
        for row in rows
    )
    return (
        f"<button type='button' data-table='{name}'>copy the table</button><div class='scroll'>"
        f"<table id='{name}'><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _moments(worst: Sequence[Moment], annotated: Annotated) -> str:
    if not worst:
        return "<h2>Worst moments</h2><p>There is no mistake to show.</p>"
    figures = "".join(_figure(moment, annotated.time_head) for moment in worst)
    heads = ("row", "player", "ply", "position", "played", "best", "outcome", "move outcome")
    rows = [
        (
            moment.row,
            moment.player or moment.side,
            moment.ply,
            moment.position,
            moment.move,
            " ".join(moment.best),
            moment.outcome,
            moment.move_outcome,
        )
        for moment in worst
    ]
    return (
        f"<h2>Worst moments</h2>{_KEY}<div class='boards'>{figures}</div>"
        f"<details><summary>as a table</summary>{_table('worst', heads, rows)}</details>"
    )


def _figure(moment: Moment, time_head: str | None) -> str:
    gave = _GAVE.get((moment.outcome, moment.move_outcome), f"gave away {moment.regret} halves")
    cols = moment.position.rules.cols
    board = svg(moment.position, marks=marks(moment), cell=max(18, min(36, 300 // cols)))
    facts = [f"row {moment.row}", f"ply {moment.ply}", f"{moment.side} to move"]
    if moment.player is not None:
        facts.insert(1, f"player {moment.player}")
    if moment.time is not None and time_head:
        facts.append(f"{time_head} {moment.time:,.6g}")
    best = " ".join(moment.best[:8]) + (" …" if len(moment.best) > 8 else "")
    return (
        f"<figure>{board}<figcaption><b>{escape(gave)}</b>: {moment.side} played {moment.move}; "
        f"best: {escape(best)}<br><span class='soft'>{escape(' · '.join(facts))}</span>"
        "</figcaption></figure>"
    )


def marks(moment: Moment) -> Mapping[Cell, str]:
    """What a board shows of a moment: every move's outcome, the best ones, the one played."""
    best = set(moment.best)
    found = {}
    for text, word in moment.outcomes.items():
        words = [word if word in ("win", "draw", "loss") else "open"]
        words += ["best"] if text in best else []
        words += ["chosen"] if Cell.parse(text) == moment.move else []
        found[Cell.parse(text)] = " ".join(words)
    return found
