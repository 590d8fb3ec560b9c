"""Opening suites: those that come with kinrow, and the command that makes them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from kinrow.__main__ import main
from kinrow.analysis import solve
from kinrow.arena import openings
from kinrow.arena.opening import suite_file
from kinrow.arena.suite import make_suite
from kinrow.rules import NotationError, OptionError, game, parse_moves

SUITES = ("15,15,5", "15,15,5:exact", "20,20,5", "20,20,5:exact", "19,19,6,2,1", "9,4,4")


def lines_of(path: Path) -> list[str]:
    return [line for line in path.read_text().splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("spec", SUITES)
def test_a_shipped_suite_has_different_openings(spec: str) -> None:
    rules = game(spec)
    path = suite_file(rules)
    assert path.read_text().startswith(f"# kinrow openings {rules} --count ")
    positions = [rules.replay(parse_moves(line.partition("#")[0])) for line in lines_of(path)]
    assert len(positions) >= 50
    assert len({position.canonical() for position in positions}) == len(positions)
    assert not any(position.finished for position in positions)
    assert len({position.left for position in positions}) == 1


def test_what_is_said_to_be_a_draw_is_one() -> None:
    (position,) = (
        game("9,4,4").replay(parse_moves(line.partition("#")[0]))
        for line in lines_of(suite_file(game("9,4,4")))[:1]
    )
    assert solve(position, knowledge=False).outcome == 0


def test_a_suite_is_played_in_the_order_that_the_seed_decides() -> None:
    rules = game("gomoku")
    first, again, other = (list(islice(openings("suite", rules, seed), 100)) for seed in (1, 1, 2))
    assert first == again != other
    assert set(first) == set(other)
    with pytest.raises(NotationError, match="kinrow openings 3,3,3 -o FILE"):
        openings("suite", "tictactoe")


@pytest.mark.parametrize(
    ("spec", "stones", "nodes"),
    [("7,7,5", 3, 3000), ("4,4,4", 3, 10**6), ("jing4", 14, 10**6), ("7,7,6,2,1", 3, 3000)],
)
def test_openings_are_made_again(spec: str, stones: int, nodes: int, tmp_path: Path) -> None:
    words = ["openings", spec, "-n", "3", "--stones", f"{stones}", "--nodes", f"{nodes}"]
    for name in ("one", "other"):
        assert main([*words, "--seed", "4", "-o", str(tmp_path / name)]) == 0
    text = (tmp_path / "one").read_text()
    assert text == (tmp_path / "other").read_text()
    assert len(lines_of(tmp_path / "one")) == 3
    found = openings(str(tmp_path / "one"), spec)
    assert len({next(found) for _ in range(3)}) == 3


def test_balanced_openings_of_small_boards_are_draws() -> None:
    for opening in make_suite("5,4,4", 5, stones=3, nodes=10**6):
        assert opening.truth.startswith("draw, ")
        assert solve(game("5,4,4").replay(opening.moves), knowledge=False).outcome == 0


def test_what_cannot_be_made_is_told() -> None:
    with pytest.raises(OptionError, match="expected a whole number from 1"):
        make_suite("4,4,4", 0, stones=2, nodes=100)
    with pytest.raises(OptionError, match="a game may be over after 16 stones; expected fewer"):
        make_suite("4,4,4", 1, stones=16, nodes=100)
    with pytest.raises(OptionError, match="expected stones, nodes, as in make_suite"):
        make_suite("4,4,4", 1)  # type: ignore[call-arg]


def test_what_was_found_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "few.txt"
    assert main(["openings", "tictactoe", "-n", "50", "-o", str(out)]) == 2
    first, *found = out.read_text().splitlines()
    assert first.startswith("# kinrow openings 3,3,3 --count 50")
    assert f"found {len(found)} of 50 openings" in capsys.readouterr().err
    assert main(["openings", "tictactoe", "-n", str(len(found))]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == found


def test_what_was_found_before_ctrl_c_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def three_then_stop(*_: object, **__: object) -> Iterator[str]:
        yield from ("a1", "b1", "c1")
        raise KeyboardInterrupt

    monkeypatch.setattr("kinrow.arena.command.make_suite", three_then_stop)
    out = tmp_path / "few.txt"
    assert main(["openings", "tictactoe", "-o", str(out)]) == 130
    assert out.read_text().splitlines()[1:] == ["a1", "b1", "c1"]
