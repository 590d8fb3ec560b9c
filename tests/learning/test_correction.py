"""A correction is trained, written, read, and the same for the same recipe; what is refused."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kinrow import _core
from kinrow.__main__ import main
from kinrow.learning.self_play import SelfPlay
from kinrow.rules import KinrowError, game
from kinrow.runtime.conversion import core_game
from kinrow.weights import Correction, CorrectionRecipe, read_correction, shipped_weights

pytest.importorskip("jax")
pytest.importorskip("optax")

from kinrow.learning.correction import train_correction
from kinrow.learning.correction.fit import _Pass
from kinrow.learning.correction.lessons import CorrectionLessons
from kinrow.learning.correction.model import Model
from kinrow.learning.correction.numbers import initial, packed
from kinrow.learning.correction.windows import Windows
from kinrow.learning.fit import UNIT, tables
from kinrow.learning.fit_values import ValueWeights
from kinrow.learning.samples import Samples

# So many games that a batch is full: JAX compiles for one size, and keeps what it has compiled.
RECIPE = CorrectionRecipe("9,9,5", games=36, nodes=100, seed=3, start="line-5")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Correction, Path]:
    """A correction, and the folder of the games that it was trained on."""
    folder = tmp_path_factory.mktemp("games")
    return train_correction(RECIPE, lambda *_: None, folder), folder


def test_the_same_recipe_gives_the_same_numbers(kept: tuple[Correction, Path]) -> None:
    found, folder = kept
    asked: list[int] = []
    (folder / "fit.npz").unlink()
    again = train_correction(RECIPE, lambda done, _: asked.append(done), folder)
    assert np.array_equal(found.numbers, again.numbers)
    assert not asked  # the games were there
    assert found.card.held_out["corrected"] != found.card.held_out["weights"]
    with pytest.raises(KinrowError, match=r"another recipe, made with: kinrow learn 9,9,5"):
        train_correction(replace(RECIPE, nodes=200), lambda *_: None, folder)


def test_a_fit_that_was_ended_goes_on(
    kept: tuple[Correction, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, games = kept
    folder = tmp_path / "kept"
    shutil.copytree(games, folder, ignore=shutil.ignore_patterns("fit.npz"))
    passes: list[int] = []
    next_pass = _Pass.next

    def ended(self: _Pass, *rest: Any) -> _Pass:
        passes.append(self.number)
        if len(passes) == 6:
            raise KeyboardInterrupt
        return next_pass(self, *rest)

    monkeypatch.setattr(_Pass, "next", ended)
    with pytest.raises(KeyboardInterrupt):
        train_correction(RECIPE, lambda *_: None, folder)
    again = train_correction(RECIPE, lambda *_: None, folder)
    assert passes == [*range(6), *range(5, 16)]
    assert np.array_equal(again.numbers, found.numbers)
    path = folder / "fit.npz"
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(KinrowError, match=r"fit.npz: damaged"):
        train_correction(RECIPE, lambda *_: None, folder)


def test_a_correction_may_play_the_games_of_the_next(kept: tuple[Correction, Path]) -> None:
    alone, _ = kept
    found = train_correction(replace(RECIPE, start="correction-line-5"), lambda *_: None)
    assert found.corrected == alone.corrected
    assert found.numbers != alone.numbers
    assert found.card.recipe.command.endswith("--start correction-line-5")
    with pytest.raises(
        KinrowError, match="correction-line-5-exact: these weights are not for the lines"
    ):
        train_correction(replace(RECIPE, start="correction-line-5-exact"), lambda *_: None)


def test_the_fit_and_the_core_say_about_the_same() -> None:
    """The numbers are rounded; apart from that, both have the same network."""
    rules, weights = game("9,9,5"), shipped_weights("line-5")
    player = SelfPlay(rules, nodes=100, seed=1, weights=weights.packed, openings=True)  # type: ignore[union-attr]
    samples = Samples.gather(rules, [row for at in range(6) for row in player.play(at)])
    windows = Windows(rules)
    values, _ = tables(weights.numbers)
    scaled = ValueWeights(values.classes / UNIT, values.levels / UNIT)
    lessons = CorrectionLessons(samples, scaled)
    numbers = initial(windows.reach, np.random.default_rng(5))
    numbers["third"] *= 10
    numbers["skip"] += 0.1
    some = np.arange(len(lessons))
    model = Model(rules, windows)
    expected = 100 * np.asarray(model.corrections(numbers, lessons.columns))  # type: ignore[arg-type]
    cells, to_move = lessons.columns["cells"], lessons.columns["to_move"]
    found = np.empty(len(some), np.int32)
    whole = packed(windows.reach, numbers).tobytes()
    _core.corrections(core_game(rules), weights.packed, whole, cells, to_move, found)  # type: ignore[union-attr]
    assert np.abs(expected).max() > 20
    assert np.abs(found - expected).max() < 6


def test_uneven_openings_are_kept_if_they_are_asked_for() -> None:
    rules, weights = game("9,9,5"), shipped_weights("line-5").packed  # type: ignore[union-attr]
    alone, more = (
        SelfPlay(rules, nodes=100, seed=1, weights=weights, narrow=True, openings=openings)
        for openings in (False, True)
    )
    found = 0
    for number in range(10):
        rows, longer = alone.play(number), more.play(number)
        assert longer[-len(rows) :] == rows
        found += len(longer) - len(rows)
    assert found > 0


@pytest.mark.parametrize("spec", ["jing4", "renju", "tictactoe-misere"])
def test_games_without_a_correction_are_refused(spec: str) -> None:
    with pytest.raises(KinrowError, match="corrections can be learned only for games of one stone"):
        train_correction(replace(RECIPE, game=spec), lambda *_: None)


def test_the_command_writes_a_correction_and_its_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "some.json"
    options = "--correction --games 36 --nodes 100 --match 2 --json --out".split()
    assert main(["learn", "9,9,5", *options, str(path)]) == 0
    card = json.loads(capsys.readouterr().out)
    command = "kinrow learn 9,9,5 --correction --games 36 --nodes 100 --seed 1 --start line-5"
    assert card["command"] == command
    assert [row["against"] for row in card["matches"]] == ["line-5"]
    assert read_correction(path).card.to_json() == card
    assert main(["learn", "9,9,5", *options, str(path), "--start", "correction-line-5"]) == 0
    card = json.loads(capsys.readouterr().out)
    assert [row["against"] for row in card["matches"]] == ["correction-line-5"]
    assert main(["learn", "7,7,4", *options, str(path)]) == 2
    assert "no weights called 'line-4'" in capsys.readouterr().err


def test_a_correction_is_written_before_it_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    made, path = shipped_weights("correction-line-5"), tmp_path / "a.json"
    monkeypatch.setattr("kinrow.learning.correction.train_correction", lambda *_: made)
    monkeypatch.setattr("kinrow.learning.trial.tried_correction", pressed)
    assert main(["learn", "9,9,5", "--correction", "--out", str(path)]) == 130
    assert read_correction(path).card == made.card
