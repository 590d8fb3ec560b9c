"""Strategy files as a source of knowledge: the win they prove, in every position that keeps it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kinrow.analysis import solve
from kinrow.knowledge import Knowledge
from kinrow.knowledge.strategic import StrategySource
from kinrow.knowledge.turned import across, turned
from kinrow.players import player
from kinrow.rules import Outcome, Position, game
from kinrow.strategies import Follower, FoundWin, make_strategy, shelf

PROOFS = Path(__file__).resolve().parents[2] / "examples" / "proofs"
GOMOKU = game("gomoku")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("strategies") / shelf.file_name(GOMOKU)
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
    assert [across(move) for move in found.best] == list(other.best)
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
