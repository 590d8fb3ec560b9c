"""Draw the planes of docs/theorems.md again: who wins (m,n,k), for each m and n.

python docs/pictures/planes.py
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from kinrow.atlas.charts import SIGNS, svg, with_style
from kinrow.knowledge import Atlas, AtlasRow
from kinrow.knowledge.atlas import class_row, theory_row
from kinrow.knowledge.larger_boards import certified_class
from kinrow.proofs import class_of
from kinrow.rules import Outcome, Rules, game
from kinrow.rules.transposed import transposed

HERE = Path(__file__).resolve().parent
LONGEST = {3: 8, 4: 14, 5: 22, 6: 20, 7: 20}
"""The largest m of the plane for each k."""

VALUES = {Outcome.WIN: "win", Outcome.DRAW: "draw", Outcome.LOSS: "loss"}
_CELL, _LEFT, _TOP = 26, 44, 52
_RAY = "v8l8-4z"  # the head of an arrow that points right


def plane(k: int) -> str:
    """The boards m by n, m to the right and n downwards, n no larger than m.

    A row has a ray if all longer boards have the same value, by one certificate or by pairs of
    cells; the last board has one downwards, too, if a certificate holds for all that are larger.
    """
    longest = LONGEST[k]
    width, height = _LEFT + (longest + 1) * _CELL, _TOP + (longest + 1) * _CELL
    title = f"k = {k}"
    parts = [f'<text class="mid" x="{width / 2:g}" y="18">{title}</text>']
    parts.append(f'<text class="soft end" x="{_LEFT - 8}" y="{_TOP - 8}">n \\ m</text>')
    for n in range(1, longest + 1):
        x, y = _corner(n, n)
        parts.append(f'<text class="soft mid" x="{x + 13}" y="{_TOP - 8}">{n}</text>')
        parts.append(f'<text class="soft end" x="{_LEFT - 8}" y="{y + 18}">{n}</text>')
        for m in range(n, longest + 1):
            parts += _board(m, n, _value(game(f"{m},{n},{k}")))
        parts += _rays(longest, n, k)
    return with_style(svg(width, height, title, parts))


@cache
def _settled() -> dict[Rules, AtlasRow]:
    """What comes with kinrow, read once."""
    return {row.rules: row for row in Atlas(Path("nowhere.sqlite")).rows()}


def _value(rules: Rules) -> str:
    """As `Atlas.find` has it, but for what is only published."""
    row = _settled().get(rules) or _settled().get(transposed(rules))
    row = row or theory_row(rules) or class_row(rules)
    return VALUES[row.value] if row is not None and row.how != "published" else "open"


def _board(m: int, n: int, value: str) -> Iterator[str]:
    x, y = _corner(m, n)
    label = f"{m} × {n}: {'not settled' if value == 'open' else value}"
    box = f'x="{x}" y="{y}" width="{_CELL}" height="{_CELL}"'
    yield f'<rect class="cell {value}" {box}><title>{label}</title></rect>'
    yield f'<text class="mid" x="{x + 13}" y="{y + 18}">{SIGNS[value] or "·"}</text>'


def _rays(longest: int, n: int, k: int) -> Iterator[str]:
    x, y = _corner(longest, n)
    known = certified_class(game(f"{longest},{n},{k}"))
    sides = class_of(known.spec)[1] if known is not None else ()
    if n < k or known is not None:
        value = VALUES[known.outcome] if known is not None else "draw"
        yield f'<path class="{value} cell" d="M{x + 30} {y + 9}{_RAY}"/>'
    if n == longest and len(sides) == 2:
        turned = f'transform="translate({x + 17} {y + 30}) rotate(90)"'
        yield f'<path class="win cell" {turned} d="M0 0{_RAY}"/>'


def _corner(m: int, n: int) -> tuple[int, int]:
    return _LEFT + (m - 1) * _CELL, _TOP + (n - 1) * _CELL


if __name__ == "__main__":
    for k in LONGEST:
        (HERE / f"plane-{k}.svg").write_text(plane(k), encoding="utf-8")
