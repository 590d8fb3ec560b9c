"""A network learned: what games teach is true, the same recipe gives the same, JAX agrees."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from kinrow import _core
from kinrow.__main__ import main
from kinrow.learning.folder import claim
from kinrow.learning.network import Exam, measured, train_network
from kinrow.learning.network.games import NetworkGames
from kinrow.learning.network.lessons import Lessons
from kinrow.learning.network.numbers import initial, packed, parts, shape_for
from kinrow.players import player
from kinrow.rules import KinrowError, Outcome, Setup, Sign, game
from kinrow.runtime import extras
from kinrow.runtime.conversion import core_game, index_of
from kinrow.runtime.extras import MissingExtra
from kinrow.solver import SearchSolver
from kinrow.tables import tabulate
from kinrow.weights import Network, NetworkCard, NetworkRecipe, network_for, read_network

RECIPE = NetworkRecipe("4,4,3", games=3, rounds=3, simulations=8, seed=3)

needs_jax = pytest.mark.skipif(
    find_spec("jax") is None or find_spec("optax") is None,
    reason="JAX is not installed: pip install 'kinrow[learn]'",
)


class Interrupted(Exception):
    pass


def lessons(spec: str, games: int, truth: int = 0) -> Lessons:
    """What some games with a network of random numbers teach."""
    rules = game(spec)
    shape = shape_for(rules)
    numbers = packed(shape, initial(shape, np.random.default_rng(1)))
    network = Network(shape, numbers, NetworkCard(RECIPE, "test", 0, 0, 0.0))
    playing = NetworkGames(rules, network, simulations=12, seed=2, truth=truth)
    return Lessons.joined([playing.play(number) for number in range(games)])


@pytest.mark.parametrize("truth", [0, 100_000])
@pytest.mark.parametrize("spec", ["3,3,3", "4,4,3", "4,3,3:misere", "4,4,3,2,1"])
def test_what_is_taught_as_exact_is_true(spec: str, truth: int) -> None:
    rules, found = game(spec), lessons(spec, 12, truth)
    known = guessed = 0
    with SearchSolver(memory="16MiB", threads=1) as solver:
        for row in range(len(found)):
            text = "".join(".XO"[sign + 1] for sign in found.cells[row])
            lines = tuple(text[at : at + rules.cols] for at in range(0, rules.size, rules.cols))
            position = Setup(
                rules, lines, list(Sign)[found.to_move[row]], int(found.left[row])
            ).position()
            assert not position.finished
            assert not (found.policy[row] > 0)[found.cells[row] >= 0].any()
            assert found.policy[row].sum() == pytest.approx(1) or not found.policy[row].any()
            assert found.value[row].sum() == pytest.approx(1)
            if not found.exact[row]:
                continue
            known += 1
            analysis = solver.analyse(position)
            result = (Outcome.WIN, Outcome.DRAW, Outcome.LOSS).index(analysis.outcome)
            assert found.value[row].tolist() == np.eye(3)[result].tolist()
            best = {move.row * rules.cols + move.col for move in analysis.best}
            guessed += not {*np.flatnonzero(found.policy[row])} <= best
    assert known > 10
    assert guessed * 20 <= known  # proved, but the few simulations did not find the move
    if truth:
        assert (known, guessed) == (len(found), 0)


def test_what_the_solver_does_not_settle_stays_as_it_was() -> None:
    without, few, enough = (lessons("5,5,4", 2, truth) for truth in (0, 300, 10**6))
    assert without.exact.sum() < few.exact.sum() < enough.exact.sum() == len(enough)
    same = ~few.exact
    assert np.array_equal(few.value[same], without.value[same])
    assert np.array_equal(few.policy[same], without.policy[same])


def test_the_same_seed_plays_the_same_games() -> None:
    one, two = lessons("4,4,3", 3), lessons("4,4,3", 3)
    assert all(np.array_equal(getattr(one, name), getattr(two, name)) for name in one.__slots__)
    assert len({cells.tobytes() for cells in one.cells}) > 10


def test_a_network_in_use_can_be_pickled() -> None:
    network = network_for(game("5,5,4"))
    assert network is not None
    assert network.core is network.core
    copy = pickle.loads(pickle.dumps(network))
    assert np.array_equal(copy.numbers, network.numbers)
    assert (copy.shape, copy.card) == (network.shape, network.card)


def test_an_exam_has_the_truth_of_a_table_or_the_solver() -> None:
    rules = game("4,4,3")
    with TemporaryDirectory() as folder, tabulate(rules, f"{folder}/a.table") as table:
        by_table = Exam.of(rules, 50, seed=3, table=table)
    by_solver = Exam.of(rules, 50, seed=3)
    assert by_table.positions == by_solver.positions
    assert np.array_equal(by_table.worth, by_solver.worth)
    with player("perfect") as perfect, player("random", seed=1) as random:
        assert by_table.of_player(perfect).mean == 0
        by_chance = by_table.of_player(random)
    assert by_chance.wrong > 0.2
    assert by_chance.wrong <= by_chance.mean <= 2 * by_chance.wrong


def test_the_shipped_network_is_what_its_card_says() -> None:
    network = network_for(game("5,5,4"))
    assert network is not None
    rows = {row["player"]: row for row in network.card.regret}
    exam = Exam.of(game("5,5,4"), 150, seed=11)  # not those of the card
    assert exam.of_policy(network).mean <= rows["policy"]["mean"] + 0.15
    with player("mcts:net:64", seed=5) as one:
        assert exam.of_player(one).mean <= rows["mcts:net:64"]["mean"] + 0.05
    assert rows["mcts:net:64"]["mean"] < rows["mcts:64"]["mean"]
    card = measured(network, lambda *_: None, match=2, exam=5).card
    assert [row["positions"] for row in card.regret] == [5] * 9
    assert card.matches[0]["games"] == 2


def test_without_jax_training_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    with pytest.raises(MissingExtra, match=r"^this needs jax, .* pip install 'kinrow\[learn\]'$"):
        train_network(RECIPE, lambda *_: None)


@needs_jax
def test_games_that_no_line_decides_are_refused() -> None:
    with pytest.raises(KinrowError, match="networks can be learned only for line games"):
        train_network(replace(RECIPE, game="jing4"), lambda *_: None)


@needs_jax
@pytest.mark.parametrize("spec", ["5,5,4", "6,4,3:exact", "connect6"])
def test_jax_says_nearly_what_the_core_says(spec: str) -> None:
    from kinrow.learning.network.model import outputs

    rules, random = game(spec), np.random.default_rng(5)
    shape = shape_for(rules)
    weights = initial(shape, random)
    weights["turn"] = random.normal(size=weights["turn"].shape).astype(np.float32)
    cells = random.choice(np.array([-1, -1, 0, 1], np.int8), (20, rules.size))
    left = random.integers(1, shape.stones + 1, 20).astype(np.int8)
    policy, value = np.empty((20, rules.size), np.int32), np.empty((20, 3), np.int32)
    core = _core.Network(shape, packed(shape, weights).tobytes())
    sides = np.ones(20, np.int8)
    core.evaluate(core_game(rules), cells, sides, left, policy, value)
    mine, theirs = (cells == 1).astype(np.float32), (cells == 0).astype(np.float32)
    found = outputs(weights, mine, theirs, left, (rules.rows, rules.cols))  # type: ignore[arg-type]
    for exact, rounded in zip(found, (policy, value), strict=True):
        assert np.std(rounded) / _core.ONE_LOGIT > 0.4
        assert np.abs(np.asarray(exact) - rounded / _core.ONE_LOGIT).max() < 0.3


@pytest.fixture(scope="module")
def trained() -> Network:
    *_, network = train_network(RECIPE, lambda *_: None)
    return network


@needs_jax
def test_several_processes_play_the_same_games(trained: Network) -> None:
    asked: list[int] = []
    *_, network = train_network(RECIPE, lambda done, _: asked.append(done), threads=2)
    assert np.array_equal(network.numbers, trained.numbers)
    assert asked == [*range(1, 10)]


@needs_jax
def test_the_same_recipe_gives_the_same_numbers(trained: Network, tmp_path: Path) -> None:
    """Also if it is interrupted: in the games, and between games and fit."""

    def stop(done: int, of: int) -> None:
        assert of == 9
        if done == 5:
            raise Interrupted

    with pytest.raises(Interrupted):
        list(train_network(RECIPE, stop, tmp_path))
    asked: list[int] = []
    first, second, third = train_network(RECIPE, lambda done, _: asked.append(done), tmp_path)
    assert asked[0] == 4  # the first round was there
    assert np.array_equal(third.numbers, trained.numbers)
    assert not np.array_equal(first.numbers, second.numbers)
    (tmp_path / "0002-state.npz").unlink()  # as if it had been killed before the fit was done
    *_, again = train_network(RECIPE, lambda *_: pytest.fail("the games are there"), tmp_path)
    assert np.array_equal(again.numbers, trained.numbers)
    assert again.card.positions == trained.card.positions
    with pytest.raises(KinrowError, match=r"another recipe, made with: kinrow learn 4,4,3"):
        train_network(replace(RECIPE, seed=4), lambda *_: None, tmp_path)


def test_an_exam_passes_over_what_is_not_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinrow.learning.network.regret._MOST_NODES", 300)
    exam = Exam.of(game("5,5,4"), 12, seed=7)
    assert min(position.plies for position in exam.positions) > 3  # earlier ones cost more
    with SearchSolver(memory="64MiB", threads=1) as solver:
        for position, worth in zip(exam.positions, exam.worth, strict=True):
            moves = solver.analyse(position).moves
            assert [int(value.lower) for value in moves.values()] == [
                worth[index_of(position.rules, move)] for move in moves
            ]


@pytest.mark.parametrize(
    ("spec", "asked", "least", "most"), [("2,3,2", 500, 20, 60), ("3,3,4", 5, 0, 0)]
)
def test_a_small_game_has_a_smaller_exam(spec: str, asked: int, least: int, most: int) -> None:
    exam = Exam.of(game(spec), asked, seed=7)
    assert least <= len(exam.positions) == len(set(exam.positions)) <= most
    assert exam.worth.shape == (len(exam.positions), game(spec).size)


@needs_jax
def test_a_game_in_which_all_moves_are_alike_has_no_regret(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = "--network --games 1 --rounds 1 --simulations 2 --match 0 --exam 2 --out".split()
    assert main(["learn", "1,1,1", *options, str(tmp_path / "a.json")]) == 0
    assert "no regret measured: no random position of 1,1,1" in capsys.readouterr().out
    assert read_network(tmp_path / "a.json").card.regret == ()


@needs_jax
def test_a_network_is_written_before_it_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kinrow.learning.network.measured", pressed)
    options = "--network --games 1 --rounds 1 --simulations 2 --out".split()
    assert main(["learn", "3,3,3", *options, str(tmp_path / "a.json")]) == 130
    assert read_network(tmp_path / "a.json").fits(game("3,3,3"))


@needs_jax
def test_a_recipe_says_how_many_layers_there_are() -> None:
    recipe = NetworkRecipe("3,3,3", games=1, rounds=1, simulations=2, seed=1, layers=3)
    (found,) = train_network(recipe, lambda *_: None)
    assert found.shape.layers == 3
    assert recipe.command.endswith("--layers 3 --truth 0 --solved 0 --early 0 --visits 6")


def test_a_folder_of_before_layers_could_be_chosen(tmp_path: Path) -> None:
    claim(tmp_path, RECIPE)
    path = tmp_path / "recipe.json"
    said = json.loads(path.read_text("utf-8"))
    for name in ("layers", "truth", "solved", "early", "visits"):
        del said[name]
    path.write_text(json.dumps(said), "utf-8")
    claim(tmp_path, RECIPE)
    with pytest.raises(KinrowError, match="another recipe"):
        claim(tmp_path, replace(RECIPE, layers=3))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cells", 2),
        ("cells", -2),
        ("to_move", 2),
        ("left", 0),
        ("left", 3),
        ("policy", -0.1),
        ("policy", 0.9),
        ("policy", np.nan),
        ("value", np.inf),
        ("value", 0),
    ],
)
def test_kept_lessons_that_cannot_be_are_named(tmp_path: Path, name: str, value: float) -> None:
    rules, path = game("4,4,3,2,1"), tmp_path / "0000-games.npz"
    lessons("4,4,3,2,1", 2).write(path, rules)
    with np.load(path) as stored:
        arrays = dict(stored)
    changed = arrays[name].copy()
    changed[0] = value
    shorter = arrays[name][1:]
    for damaged in (changed, shorter, arrays[name].astype(np.float64), arrays[name][..., None]):
        np.savez(path, **arrays | {name: damaged})
        with pytest.raises(KinrowError, match=r"0000-games\.npz: damaged; delete it"):
            Lessons.read(path, rules)


def test_kept_lessons_are_those_of_their_game_and_round(tmp_path: Path) -> None:
    rules, path = game("4,4,3"), tmp_path / "0000-games.npz"
    some = lessons("4,4,3", 2)
    some.write(path, rules)
    with np.load(path) as stored:
        before = {name: stored[name] for name in Lessons.__slots__}
    with pytest.raises(KinrowError, match="games of 4,4,3, expected 4,4,4"):
        Lessons.read(path, game("4,4,4"))
    other = path.rename(tmp_path / "0001-games.npz")
    with pytest.raises(KinrowError, match="damaged"):
        Lessons.read(other, rules)
    np.savez(other, **before)  # as files were written that said neither
    assert len(Lessons.read(other, rules)) == len(some)


@needs_jax
def test_descent_makes_the_loss_smaller() -> None:
    from kinrow.learning.network.fit import Fitter

    rules, taught = game("4,4,3"), lessons("4,4,3", 6)
    fitter = Fitter(rules, initial(shape_for(rules), np.random.default_rng(1)))
    random = np.random.default_rng(2)
    losses = [fitter.fit(taught, 10, 2e-3, random) for _ in range(4)]
    assert losses == sorted(losses, reverse=True)
    assert {*fitter.weights} == {*parts(shape_for(rules))}


@needs_jax
def test_the_command_writes_a_network_and_its_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "three.json"
    options = "--network --games 2 --rounds 2 --simulations 4 --match 2 --exam 5".split()
    assert main(["learn", "4,4,3", *options, "--json", "--out", str(path)]) == 0
    card = json.loads(capsys.readouterr().out)
    assert card["command"] == (
        "kinrow learn 4,4,3 --network --games 2 --rounds 2 --simulations 4 --seed 1 --layers 2"
        " --truth 20000 --solved 0 --early 0 --visits 6"
    )
    assert read_network(path, game("5,4,3")).card.to_json() == card
    assert main(["learn", "4,4,3", *options, "--out", str(path)]) == 0
    said = capsys.readouterr().out
    assert "4 games, " in said
    assert "mcts:net:16: mean regret " in said
    assert "against mcts:4: " in said


@needs_jax
def test_a_shipped_recipe_is_repeated_by_its_name(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    trained: Network,
) -> None:
    monkeypatch.setattr("kinrow.weights.shelf.SHIPPED", tmp_path)
    trained.write(tmp_path / "network-4-4-3.json")
    path = tmp_path / "again.json"
    options = "--reproduce network-4-4-3 --match 0 --out".split()
    assert main(["learn", *options, str(path)]) == 0
    assert "identical to the weights that come with kinrow" in capsys.readouterr().out
    changed = trained.numbers[:]
    for at in range(3):
        changed[at] += 2
    replace(trained, numbers=changed).write(tmp_path / "network-4-4-3.json")
    assert main(["learn", *options, str(path)]) == 0
    assert "3 of " in capsys.readouterr().out
