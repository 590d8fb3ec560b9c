"""Draws cluster.svg: how many times as fast each command is with more workers.

    python docs/pictures/cluster.py

The figures are those of docs/experiments/cluster.json, which simulated_scaling.py writes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import log2
from pathlib import Path

from kinrow.atlas.charts import svg, with_style

HERE = Path(__file__).resolve().parent
FIGURES = HERE.parent / "experiments" / "cluster.json"
MOST = 512
_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM, _RIGHT = 580, 330, 46, 20, 44, 96

Point = tuple[float, float]


def picture(series: dict[str, list[Point]]) -> str:
    """Speed-up by workers, both on a scale of powers of two; ideal is the dashed line."""
    parts = [
        *_axes(),
        f'<path class="axis" stroke-dasharray="4 4" d="{_line([(1, 1), (MOST,) * 2])}"/>',
    ]
    for number, (name, points) in enumerate(series.items()):
        title = ", ".join(f"{workers:g} workers: {times:.1f}" for workers, times in points)
        line = f'class="mark s{number}" style="fill:none;stroke-width:2" d="{_line(points)}"'
        parts.append(f"<path {line}><title>{name}: {title}</title></path>")
        x, y = _place(*points[-1])
        parts.append(f'<text x="{x + 8:.1f}" y="{y + 4:.1f}">{name} {points[-1][1]:.0f}</text>')
    return with_style(svg(_WIDTH, _HEIGHT, "speed-up by workers", parts))


def _axes() -> Iterator[str]:
    for power in range(0, int(log2(MOST)) + 1, 3):
        number = 2**power
        x, y = _place(number, number)
        yield f'<path class="axis" d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}"/>'
        yield f'<text class="soft end" x="{_LEFT - 8}" y="{y + 4:.1f}">{number}</text>'
        yield f'<text class="soft mid" x="{x:.1f}" y="{_HEIGHT - _BOTTOM + 16}">{number}</text>'
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    yield f'<text class="soft mid" x="{middle:g}" y="{_HEIGHT - 8}">workers</text>'


def _line(points: list[Point]) -> str:
    places = (_place(*point) for point in points)
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)


def _place(workers: float, times: float) -> Point:
    across, up = log2(workers) / log2(MOST), log2(max(times, 1)) / log2(MOST)
    x = _LEFT + across * (_WIDTH - _LEFT - _RIGHT)
    return x, _HEIGHT - _BOTTOM - up * (_HEIGHT - _TOP - _BOTTOM)


def speedups(rows: list[dict[str, float]]) -> list[Point]:
    """For each number of workers, how many times as fast as one.

    >>> speedups([{"workers": 1, "seconds": 6.0}, {"workers": 8, "seconds": 1.5}])
    [(1, 1.0), (8, 4.0)]
    """
    return [(row["workers"], rows[0]["seconds"] / row["seconds"]) for row in rows]


if __name__ == "__main__":
    found = json.loads(FIGURES.read_text(encoding="utf-8"))
    drawn = picture({name: speedups(rows) for name, rows in found.items()})
    (HERE / "cluster.svg").write_text(drawn, encoding="utf-8")
