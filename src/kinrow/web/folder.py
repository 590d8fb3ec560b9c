"""The board as a folder of files that needs no server: a worker in the page answers."""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from kinrow.rules import NAMED
from kinrow.rules.transposed import transposed
from kinrow.strategies import Strategy, read_any_strategy
from kinrow.strategies.file import pack, unpack_all
from kinrow.strategies.shelf import SHIPPED as STRATEGIES
from kinrow.web import texts
from kinrow.web.answers import GamesAnswer
from kinrow.web.api import named_game
from kinrow.web.pages import alone
from kinrow.web.starts import playable
from kinrow.weights import Correction, PatternWeights
from kinrow.weights.shelf import correction_name, shipped, shipped_weights
from kinrow.words import LANGUAGES

_SECONDS = 20.0  # that an analysis may take: the reader's own machine works on it
_STATIC = Path(__file__).with_name("static")
_MADE = ("kinrow.wasm", "check.wasm", "known.json")


def write_folder(folder: Path, made: Path, home: str) -> None:
    """Writes the folder, in place of what it was.

    `made` has the compiled modules, and what `kinrow.web.starts` writes. The name at the head of
    the page leads to `home`.
    """
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(_STATIC, folder / "static")
    for name, text in texts.files():
        path = folder / "words" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for name in _MADE:
        shutil.copy(made / name, folder / name)
    (folder / "index.html").write_text(alone(home), encoding="utf-8")
    games = [named_game(row) for row in NAMED.values() if playable(row.rules)]
    answer = GamesAnswer(games=games, seconds=_SECONDS).model_dump(mode="json", exclude_unset=True)
    _write(folder / "games.json", answer | {"others": list(_other_names())})
    _write(folder / "weights.json", dict(_weights()))
    (folder / "strategies").mkdir()
    _write(folder / "strategies.json", dict(_strategies(folder)))


def _other_names() -> Iterator[str]:
    """The names of the games that need a server."""
    for row in NAMED.values():
        if not playable(row.rules):
            yield from dict.fromkeys((row.name, *map(row.title, LANGUAGES)))


def _write(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _weights() -> Iterator[tuple[str, list[int]]]:
    """What the engine plays with, by the lines it is for: weights of patterns, then a correction.

    The numbers of a correction have the same shape on every board.
    """
    for name in shipped():
        found = shipped_weights(name)
        if isinstance(found, PatternWeights) and name == found.name and not found.variant:
            yield name, [*found.numbers, *_correction(found)]


def _correction(weights: PatternWeights) -> list[int]:
    """The numbers of the correction of these weights; empty if they have none."""
    name = correction_name(weights)
    if name not in shipped():
        return []
    found = shipped_weights(name)
    if not isinstance(found, Correction) or not found.fits(weights, found.rules):
        return []
    return [int(number) for number in found.numbers]


def _strategies(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each strategy by its game: its entries as a file that a browser can unpack, and the rest."""
    for path in sorted(STRATEGIES.glob("*.strategy")):
        strategy = read_any_strategy(path)
        if not isinstance(strategy, Strategy) or strategy.larger or not playable(strategy.rules):
            continue  # the board searches draws without a file, and knows no classes of boards
        for lying in dict.fromkeys((strategy, _turned(strategy))):
            yield str(lying.rules), _listed(folder, lying) | {"game": str(strategy.rules)}


def _turned(strategy: Strategy) -> Strategy:
    """The strategy for the board turned by a quarter; the same one if that is the same board."""
    rules, turned = strategy.rules, transposed(strategy.rules)
    if turned == rules:
        return strategy
    places = [col * rules.rows + row for row in range(rules.rows) for col in range(rules.cols)]
    entries = unpack_all(rules.size, strategy.packed)
    packed = pack(rules.size, [entry.image(places) for entry in entries])
    return replace(strategy, start=turned.start(), packed=packed)


def _listed(folder: Path, strategy: Strategy) -> dict[str, Any]:
    """Writes the entries of a strategy into a file; what the page needs to know of it."""
    name = f"strategies/{strategy.rules.stem}.gz"
    data = gzip.compress(strategy.packed, mtime=0)
    (folder / name).write_bytes(data)
    return {
        "file": name,
        "sha256": hashlib.sha256(data).hexdigest(),
        "winner": str(strategy.winner),
        "budget": strategy.budget,
        "proof": strategy.proof,
    }


def main() -> None:
    """`python -m kinrow.web.folder FOLDER --made FOLDER [--home ADDRESS]`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--made", type=Path, required=True, help="has what was made before")
    parser.add_argument("--home", default="../", help="where the name at the head leads")
    given = parser.parse_args()
    write_folder(given.folder, given.made, given.home)


if __name__ == "__main__":
    main()
