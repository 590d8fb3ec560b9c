"""Strategy files as a source of knowledge: the win they prove, in every position that keeps it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from subprocess import run

import pytest

from kinrow.analysis import solve
from kinrow.knowledge import Knowledge
from kinrow.knowledge.strategic import StrategySource
from kinrow.players import player
from kinrow.rules import Outcome, Position, game
from kinrow.rules.transposed import across, turned
from kinrow.runtime.left_out import LeftOut
from kinrow.strategies import Follower, FoundWin, make_strategy, read_strategy, shelf

PROOFS = Path(__file__).resolve().parents[2] / "examples" / "proofs"
GOMOKU = game("gomoku")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("strategies") / shelf.file_name(str(GOMOKU))
    make_strategy(PROOFS / "15-15-5-h8-k6-i9-c13.proof", budget=300).write(path)
    return path


@pytest.fixture
def source(made: Path, monkeypatch: pytest.MonkeyPatch) -> StrategySource:
    monkeypatch.setattr(shelf, "folders", lambda: iter([made.parent]))
    return StrategySource()


def test_the_first_position_is_won_and_proved(source: StrategySource) -> None:
    position = GOMOKU.start().play("h8").play("k6").play("i9").play("c13")
    found = source.known(position, "outcome")
    assert found is not None
    assert found.solution.outcome is Outcome.WIN
    assert found.solution.source is not None
    assert (found.solution.source.kind, found.solution.source.game) == ("strategy", "15,15,5")
    assert len(found.best) == 1
    after = source.known(position.play(found.best[0]), "outcome")
    assert after is not None
    assert after.solution.outcome is Outcome.LOSS


def test_the_same_question_at_once_is_not_searched_again(
    source: StrategySource, monkeypatch: pytest.MonkeyPatch
) -> None:
    won = GOMOKU.start().play("h8").play("k6").play("i9").play("c13")
    other = GOMOKU.start().play("a1")
    asked: list[Position] = []

    def win(follower: Follower, position: Position, nodes: int) -> FoundWin | None:
        asked.append(position)
        return searched(follower, position, nodes=nodes)

    searched = Follower.win
    monkeypatch.setattr(Follower, "win", win)
    found = [source.known(position, "outcome") for position in (won, won, other, other, won)]
    assert asked == [won, other, won]
    assert found[0] is found[1] and found[2] is found[3]


def test_a_game_that_follows_the_strategy_is_searched_longer() -> None:
    """Its last position takes more than the budget of the file that comes with kinrow."""
    source, position, found = StrategySource(), GOMOKU.start(), []
    moves = "h8 g9 g7 h5 i9 j10 f6 e5 f8 f7".split()
    for move in [*moves, ""]:
        if position.to_move is GOMOKU.begins:
            found.append(source.known(position, "outcome"))
        if move:
            position = position.play(move)
    assert all(one is not None and one.solution.outcome is Outcome.WIN for one in found)
    assert StrategySource().known(position, "outcome") is None


def test_a_move_that_may_have_let_the_win_go_is_not_searched_longer(
    source: StrategySource, monkeypatch: pytest.MonkeyPatch
) -> None:
    won = GOMOKU.replay("h8 k6 i9 c13")
    assert source.known(won, "outcome") is not None
    budgets: list[int] = []

    def win(follower: Follower, position: Position, nodes: int) -> FoundWin | None:
        budgets.append(nodes)
        return None

    monkeypatch.setattr(Follower, "win", win)
    assert source.known(won.play("o15"), "outcome") is None
    assert len(budgets) == 1
    assert source.known(won.play("o15").play("o1"), "outcome") is None
    assert budgets == [budgets[0], budgets[0], 10 * budgets[0]]


def test_the_value_agrees_with_a_search(source: StrategySource) -> None:
    position = GOMOKU.start().play("h8").play("k6").play("i9").play("c13")
    moves = 0
    while not position.finished:
        found = source.known(position, "outcome")
        assert found is not None
        move = found.best[0] if found.best else position.legal_moves[0]
        position = position.play(move)
        moves += 1
        if position.empties < GOMOKU.size - 14 and not position.finished:
            known = source.known(position, "outcome")
            assert known is not None
            searched = solve(position, knowledge=False, time=2)
            assert searched.value.lower <= known.solution.value.lower <= searched.value.upper
    assert moves < 60


@pytest.mark.parametrize("moves", ["e2 a1", "e2 a1 d2", "e2 f1 d1 i4"])
def test_a_file_serves_the_board_turned_by_a_quarter(moves: str) -> None:
    source, lying = StrategySource(), game("4,9,4").replay(moves)
    upright = turned(lying)
    found, other = source.known(lying, "outcome"), source.known(upright, "outcome")
    assert found is not None and other is not None
    assert found.solution.value == other.solution.value
    assert sorted(across(move) for move in found.best) == sorted(other.best)
    assert [*found.moves] == sorted(found.moves)  # row by row
    assert found.position is lying and set(found.moves) <= set(lying.legal_moves)
    assert found.solution.source == other.solution.source
    assert found.solution.source is not None and found.solution.source.game == "9,4,4"


def test_faces_use_the_file_of_the_turned_board() -> None:
    position = game("4,9,4").replay("e2 f1 d1 i4")
    solution = solve(position)
    assert solution.source is not None and solution.source.kind == "strategy"
    perfect = player("perfect")
    assert perfect.choose(position) == solution.line[0]
    assert "(strategy 9,4,4, sha256 " in perfect.note


def test_nothing_is_claimed_of_other_positions(source: StrategySource) -> None:
    assert source.known(GOMOKU.start().play("a1").play("h8"), "outcome") is None
    assert source.known(game("13,13,5").start(), "outcome") is None


def test_a_damaged_file_is_named_and_left_out(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / made.name
    path.write_bytes(made.read_bytes()[:-1])
    monkeypatch.setattr(shelf, "folders", lambda: iter([tmp_path]))
    source = StrategySource()
    with pytest.warns(UserWarning, match=r"15-15-5\.strategy: damaged"):
        assert source.known(GOMOKU.start().play("h8"), "outcome") is None


def test_files_that_come_change_and_go_are_noticed(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "folders", lambda: iter([tmp_path]))
    source, won = StrategySource(), GOMOKU.replay("h8 k6 i9 c13")
    assert source.known(won, "outcome") is None
    path, whole = tmp_path / made.name, made.read_bytes()
    _put(path, whole[:-1], second=1)
    with pytest.warns(LeftOut, match="damaged"):
        assert source.known(won, "outcome") is None
    _put(path, whole, second=2)
    assert source.known(won, "outcome") is not None
    path.unlink()
    os.utime(tmp_path, (3, 3))
    assert source.known(won, "outcome") is None


def _put(path: Path, data: bytes, second: int) -> None:
    """Writes a file, and dates it and its folder, as quick changes may have the same time."""
    path.write_bytes(data)
    for changed in (path, path.parent):
        os.utime(changed, (second, second))


def test_the_perfect_player_follows_it(source: StrategySource) -> None:
    from kinrow.analysis import Analyst, Budget

    position = GOMOKU.start().play("h8").play("k6").play("i9").play("c13")
    with Analyst("16MiB", 1, budget=Budget(1.0), knowledge=Knowledge([source])) as analyst:
        perfect = player("perfect")
        perfect._analyst = analyst  # type: ignore[attr-defined]
        found = source.known(position, "outcome")
        assert found is not None
        assert perfect.choose(position) == found.best[0]
        assert "(strategy 15,15,5, sha256 " in perfect.note


@pytest.mark.parametrize("kind", ["damaged", "of another game"])
def test_the_next_file_takes_the_place_of_one_that_is_left_out(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "9-4-4.strategy"
    other = shelf.SHIPPED / "10-4-4.strategy"
    own.write_bytes(other.read_bytes()[: -1 if kind == "damaged" else None])
    monkeypatch.setattr(shelf, "folders", lambda: iter([tmp_path, shelf.SHIPPED]))
    position = game("9,4,4").replay("b5 a1")
    with pytest.warns(LeftOut) as caught:
        found = StrategySource().known(position, "outcome")
    reason = "damaged: the SHA-256" if kind == "damaged" else "a strategy for (10,4,4), expected"
    assert [str(each.message).count(f"left out: {own}: {reason}") for each in caught] == [1]
    assert found is not None and found.solution.outcome is Outcome.WIN
    assert found.solution.source is not None
    shipped = read_strategy(shelf.SHIPPED / "9-4-4.strategy")
    assert found.solution.source.sha256 == shipped.proof


def test_a_file_for_a_part_of_the_game_does_not_hide_the_next(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "folders", lambda: iter([made.parent, shelf.SHIPPED]))
    source = StrategySource()
    for moves, file in (("h8 k6 i9 c13", made), ("h8 g9", shelf.SHIPPED / made.name)):
        found = source.known(GOMOKU.replay(moves), "outcome")
        assert found is not None and found.solution.outcome is Outcome.WIN
        assert found.solution.source is not None
        assert found.solution.source.sha256 == read_strategy(file).proof


@pytest.mark.parametrize("spec", ["9,4,4:begins=O", "4,9,4:begins=O"])
def test_a_file_serves_the_game_that_the_other_side_begins(spec: str) -> None:
    moves = "b5 a1" if spec.startswith("9") else "e2 a1"
    source, exchanged = StrategySource(), game(spec).replay(moves)
    usual = game(spec.partition(":")[0]).replay(moves)
    found, other = source.known(exchanged, "outcome"), source.known(usual, "outcome")
    assert found is not None and other is not None
    assert (found.moves, found.solution.line) == (other.moves, other.solution.line)
    assert found.position is exchanged and found.solution.outcome is Outcome.WIN


def test_a_command_names_in_one_line_a_file_that_it_leaves_out(tmp_path: Path) -> None:
    folder = tmp_path / "kinrow" / "strategies"
    folder.mkdir(parents=True)
    (folder / "9-4-4.strategy").write_bytes(b"kinrow strategy 1\n")
    words = [sys.executable, "-m", "kinrow", "solve", "9,4,4", "--after", "b5 a1", "--json"]
    home = {"XDG_DATA_HOME": str(tmp_path), "LC_ALL": "zh_CN.UTF-8"}
    done = run(words, env=os.environ | home, capture_output=True, text=True, check=True)
    (line,) = done.stderr.splitlines()
    assert line.startswith("kinrow: 已略过：") and line.count("9-4-4.strategy") == 1
    assert len(json.loads(done.stdout)["line"]) == 1
