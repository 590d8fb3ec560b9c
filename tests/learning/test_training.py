"""Training: the same numbers for the same recipe, also after an interruption; what it refuses."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from kinrow.__main__ import main
from kinrow.learning import Recipe, Samples, train
from kinrow.learning.folder import claim
from kinrow.learning.samples import UNKNOWN
from kinrow.learning.self_play import SelfPlay
from kinrow.rules import KinrowError, OptionError, Setup, Sign, game
from kinrow.weights import (
    CorrectionRecipe,
    NetworkRecipe,
    PatternWeights,
    read_weights,
    weights_for,
)

RECIPE = Recipe("7,7,4", games=20, rounds=2, nodes=100, seed=3)


@pytest.mark.parametrize("name", ["games", "rounds", "nodes", "seed"])
def test_numbers_with_which_nothing_would_be_learned_are_refused(name: str) -> None:
    numbers: dict[str, int] = {name: -1 if name == "seed" else 0}
    with pytest.raises(OptionError, match=f"{name} .*: expected a whole number from"):
        train(replace(RECIPE, **numbers), lambda *_: None)  # type: ignore[arg-type]


class Interrupted(Exception):
    pass


@pytest.fixture(scope="module")
def trained() -> PatternWeights:
    return train(RECIPE, lambda *_: None)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a training, with its games."""
    folder = tmp_path_factory.mktemp("games")
    train(RECIPE, lambda *_: None, folder)
    return folder


def test_games_are_games(trained: PatternWeights) -> None:
    """Every position follows from the one before, and the last shows a win for the winner."""
    rules = game("7,7,4")
    player = SelfPlay(rules, nodes=100, seed=1, weights=trained.packed)
    for number in range(5):
        rows = player.play(number)
        for before, after in pairwise(rows):
            placed = [a for a, b in zip(before[0], after[0], strict=True) if a != b]
            assert placed == ["."]
            assert after[1] != before[1]
        cells, side, *_, result, _ = rows[-1]
        setup = Setup(
            rules, tuple(cells[at : at + 7] for at in range(0, 49, 7)), (Sign.X, Sign.O)[side]
        )
        assert not setup.position().finished
        known = [(row[1], row[5]) for row in rows if row[5] != UNKNOWN]
        assert all(one == (result if who == side else -result) for who, one in known)


def test_the_same_recipe_gives_the_same_numbers(trained: PatternWeights, tmp_path: Path) -> None:
    def stop(done: int, of: int) -> None:
        if done == 30:
            raise Interrupted

    assert train(RECIPE, lambda *_: None, tmp_path / "whole").numbers == trained.numbers
    with pytest.raises(Interrupted):
        train(RECIPE, stop, tmp_path / "halves")
    asked: list[int] = []
    again = train(RECIPE, lambda done, _: asked.append(done), tmp_path / "halves")
    assert again == trained
    assert asked[0] == 21  # the first round was there
    assert train(replace(RECIPE, seed=4), lambda *_: None).numbers != trained.numbers


def test_several_processes_play_the_same_games(trained: PatternWeights, tmp_path: Path) -> None:
    asked: list[int] = []
    found = train(RECIPE, lambda done, _: asked.append(done), tmp_path, threads=2)
    assert found == trained
    assert asked == [*range(1, 41)]


def test_a_folder_is_for_one_recipe(tmp_path: Path) -> None:
    small = replace(RECIPE, rounds=1)
    train(small, lambda *_: None, tmp_path)
    with pytest.raises(KinrowError, match=r"another recipe, made with: kinrow learn 7,7,4"):
        train(replace(small, nodes=200), lambda *_: None, tmp_path)
    with pytest.raises(KinrowError, match=r"games of 7,7,4, expected 3,3,3"):
        Samples.read(tmp_path / "0000000.npz", game("tictactoe"), range(20))


@pytest.mark.parametrize(
    "kept",
    [
        RECIPE,
        CorrectionRecipe("9,9,5", games=36, nodes=100, seed=3, start="line-5"),
        NetworkRecipe("4,4,3", games=3, rounds=3, simulations=8, seed=3),
    ],
)
def test_a_folder_of_another_kind_says_the_command_that_it_is_for(
    tmp_path: Path, kept: Recipe | CorrectionRecipe | NetworkRecipe
) -> None:
    claim(tmp_path, kept)
    other = NetworkRecipe("5,5,4", games=3, rounds=3, simulations=8, seed=3)
    with pytest.raises(KinrowError, match=f"made with: {kept.command}$"):
        claim(tmp_path, other)


@pytest.mark.parametrize(("spec", "name"), [("renju", "line-5-renju"), ("caro", "line-5-caro")])
def test_renju_and_caro_have_weights_of_their_own(spec: str, name: str) -> None:
    found = train(Recipe(f"9,9,5:{spec}", games=20, rounds=1, nodes=100, seed=1), lambda *_: None)
    assert found.name == name and found.fit(game(spec)) and not found.fit(game("9,9,5"))


def test_an_opening_with_a_forbidden_stone_is_passed_over() -> None:
    """Its stones are drawn at random, and one may be forbidden: that ended in a traceback."""
    renju = Recipe("9,9,4:renju", games=20, rounds=1, nodes=100, seed=1)
    assert train(renju, lambda *_: None).name == "line-4-renju"


@pytest.mark.parametrize("spec", ["jing4", "connect6", "tictactoe-misere", "9,9,8", "9,9,6:exact"])
def test_games_without_patterns_are_refused(spec: str) -> None:
    with pytest.raises(KinrowError, match="weights can be learned only for games of one stone"):
        train(replace(RECIPE, game=spec), lambda *_: None)


def test_the_command_writes_weights_and_their_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "four.json"
    options = "--games 20 --rounds 1 --nodes 100 --match 2 --json --out".split()
    assert main(["learn", "7,7,4", *options, str(path)]) == 0
    card = json.loads(capsys.readouterr().out)
    assert card["command"] == "kinrow learn 7,7,4 --games 20 --rounds 1 --nodes 100 --seed 1"
    assert [row["games"] for row in card["matches"]] == [2]
    found = read_weights(path, game("11,11,4"))
    assert found.card.to_json() == card
    assert main(["learn", "--reproduce", "nothing", "--out", str(path)]) == 2
    assert "no weights called 'nothing'" in capsys.readouterr().err


def test_weights_are_written_before_they_are_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kinrow.learning.tried", pressed)
    options = "--games 20 --rounds 1 --nodes 100 --out".split()
    assert main(["learn", "7,7,4", *options, str(tmp_path / "a.json")]) == 130
    assert read_weights(tmp_path / "a.json").fit(game("7,7,4"))


@pytest.mark.parametrize(("match", "times"), [(0, 1), (2, 2)])
def test_weights_are_written_again_only_if_they_were_tried(
    match: int, times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[object] = []
    monkeypatch.setattr(PatternWeights, "write", lambda self, path: written.append(path))
    options = f"--games 20 --rounds 1 --nodes 100 --match {match} --out".split()
    assert main(["learn", "7,7,4", *options, str(tmp_path / "a.json")]) == 0
    assert len(written) == times


@pytest.mark.parametrize("spec", ["gomoku", "15,15,5:exact"])
def test_the_weights_that_come_with_kinrow_say_how_they_were_made(spec: str) -> None:
    found = weights_for(game(spec))
    assert found is not None
    card = found.card
    assert card.held_out["learned"]["value"] < card.held_out["by hand"]["value"]
    assert card.held_out["learned"]["move"] > card.held_out["by hand"]["move"]
    assert all(row["low"] > 0 for row in card.matches)
    assert card.matches


def test_a_start_with_weights_that_come_with_kinrow() -> None:
    recipe = Recipe("9,9,5", games=20, rounds=1, nodes=100, seed=3, start="line-5-first")
    found = train(recipe, lambda *_: None)
    assert found.card.recipe == recipe
    assert recipe.command.endswith("--seed 3 --start line-5-first")
    by_hand = train(replace(recipe, start=""), lambda *_: None)
    assert by_hand.numbers != found.numbers


@pytest.mark.parametrize("name", ["line-5-exact", "network-5-5-4"])
def test_a_start_with_weights_for_other_lines_is_refused(name: str) -> None:
    recipe = Recipe("9,9,5", games=20, rounds=1, nodes=100, seed=3, start=name)
    with pytest.raises(KinrowError, match=name):
        train(recipe, lambda *_: None)


def test_a_folder_is_for_one_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Recipes of 0.2.0 did not always say so."""
    recipe = tmp_path / "recipe.json"
    claim(tmp_path, RECIPE)
    named = recipe.read_text("utf-8")
    unnamed = {name: value for name, value in json.loads(named).items() if name != "kinrow"}
    for version, text, fits in (
        ("0.2.0", json.dumps(unnamed), True),
        ("0.3.0", json.dumps(unnamed), False),
        (json.loads(named)["kinrow"], named, True),
        ("0.1.9", named, False),
    ):
        recipe.write_text(text, "utf-8")
        monkeypatch.setattr("kinrow.learning.folder.version", lambda _, said=version: said)
        if fits:
            claim(tmp_path, RECIPE)
            continue
        with pytest.raises(KinrowError, match=rf"games of kinrow .*, but this is {version},"):
            claim(tmp_path, RECIPE)


@pytest.mark.parametrize("data", [b"", b"PK", b"no file of NumPy's"])
def test_games_that_are_damaged_are_named(kept: Path, tmp_path: Path, data: bytes) -> None:
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "0000020.npz"
    whole = path.read_bytes()
    for damaged in (data, whole[:300], whole.replace(b"cells", b"sells")):
        path.write_bytes(damaged)
        with pytest.raises(KinrowError, match=r"0000020\.npz: damaged; delete it"):
            train(RECIPE, lambda *_: None, tmp_path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cells", 2),
        ("cells", -2),
        ("cells", 0),  # there, where the search moves
        ("to_move", -1),
        ("to_move", 2),
        ("move", -1),
        ("move", 49),
        ("score", 30_001),
        ("result", 2),
        ("result", -3),
        ("number", 19),
        ("number", 40),
    ],
)
def test_games_that_cannot_be_are_named(kept: Path, tmp_path: Path, name: str, value: int) -> None:
    """A number beyond the tables of the fit ended in a segmentation fault."""
    path = tmp_path / "0000020.npz"
    shutil.copy(kept / path.name, path)
    with np.load(path) as stored:
        arrays = dict(stored)
    Samples.read(path, game("7,7,4"), range(20, 40))
    changed = arrays[name].copy()
    changed[0] = value
    longer = np.concatenate([changed, changed])
    for damaged in (changed, longer, arrays[name].astype(np.int64), arrays[name][..., None]):
        np.savez(path, **arrays | {name: damaged})
        with pytest.raises(KinrowError, match=r"0000020\.npz: damaged; delete it"):
            Samples.read(path, game("7,7,4"), range(20, 40))


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"5", b"[1, 2]", b"{}"])
def test_a_recipe_that_is_damaged_is_named(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "recipe.json").write_bytes(data)
    with pytest.raises(KinrowError, match=r"recipe\.json: this recipe cannot be read"):
        train(RECIPE, lambda *_: None, tmp_path)


def test_a_file_that_cannot_be_written_is_refused_before_the_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SelfPlay, "play", lambda *_: pytest.fail("it was too late"))
    for path, reason in (
        (tmp_path, "Is a directory"),
        (tmp_path / "a" / "b", "expected the name of a file"),
    ):
        assert main(["learn", "7,7,4", "--out", str(path)]) == 2
        assert f"{path}: {reason}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("games", []),
        ("rounds", []),
        ("nodes", []),
        ("match", []),
        ("truth", ["--network"]),
        ("exam", ["--network"]),
    ],
)
def test_numbers_beyond_the_core_are_refused_before_the_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, kind: list[str]
) -> None:
    words = ["learn", "7,7,4", *kind, f"--{name}", str(2**63), "--out", str(tmp_path / "a.json")]
    assert main(words) == 2
    said = f"kinrow: {name} {2**63}: expected a whole number from 0 to {2**63 - 1}\n"
    assert capsys.readouterr().err == said


def test_after_ctrl_c_it_says_how_to_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kinrow.learning.self_play.SelfPlay.play", pressed)
    words = ["learn", "7,7,4", "--threads", "1", "--out", str(tmp_path / "a.weights")]
    assert main(words) == 130
    assert "to be able to resume, use --keep FOLDER" in capsys.readouterr().err
    assert main([*words, "--keep", str(tmp_path / "kept")]) == 130
    assert "kept, run the same command again" in capsys.readouterr().err
