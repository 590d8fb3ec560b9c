"""kinrow as a Gomocup program: the opening rule swap2."""

from __future__ import annotations

import pytest

from tests.arena.test_brain import Engine, told


@pytest.fixture(autouse=True)
def _engine(monkeypatch: pytest.MonkeyPatch) -> None:
    Engine.asked.clear()
    monkeypatch.setattr("kinrow.arena.engines.AlphaBetaPlayer", Engine)


@pytest.mark.parametrize(("score", "answer"), [(-50, "SWAP"), (50, "0,0"), (0, "0,0")])
@pytest.mark.parametrize("count", [3, 5])
def test_it_chooses_the_better_side(
    count: int, score: int, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Engine, "score", score)
    stones = ["7,7", "8,7", "9,9", "5,5", "6,5"][:count]
    assert told("START 15", "SWAP2BOARD", *stones, "DONE") == ["OK", answer]
    assert str(Engine.asked[0][0].to_move) == "O"


@pytest.mark.parametrize(
    ("score", "row", "to_move"), [(-50, "XOX..O.........", "X"), (50, "XOXO.X.........", "O")]
)
def test_a_turn_may_follow(
    score: int, row: str, to_move: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Engine, "score", score)
    told("START 15", "SWAP2BOARD", "0,0", "1,0", "2,0", "DONE", "TURN 5,0")
    position = Engine.asked[-1][0]
    assert (position.rows[0], str(position.to_move)) == (row, to_move)


def test_its_own_three_stones_are_on_the_board() -> None:
    answer = told("START 15", "SWAP2BOARD", "DONE", "TURN 0,0")
    assert len(answer) == 3
    assert (Engine.asked[-1][0].plies, str(Engine.asked[-1][0].to_move)) == (4, "X")


def test_it_begins_with_three_stones() -> None:
    for size in (5, 15, 20, 22):
        answer = told(f"START {size}", "SWAP2BOARD", "DONE")[1]
        stones = {tuple(map(int, text.split(","))) for text in answer.split()}
        assert len(stones) == 3
        assert all(0 <= x < size and 0 <= y < size for x, y in stones)
    assert told("START 15", "SWAP2BOARD", "7,7", "DONE")[1].startswith("ERROR SWAP2BOARD")


@pytest.mark.parametrize(
    ("stones", "reason"),
    [(("7,7", "8,8"), "SWAP2BOARD: expected"), (("7,7", "8,8", "7,7"), "7,7 is taken")],
)
def test_an_opening_that_is_refused_leaves_no_stones(stones: tuple[str, ...], reason: str) -> None:
    answers = told("START 15", "SWAP2BOARD", *stones, "DONE", "BEGIN")
    assert answers[1].startswith(f"ERROR {reason}")
    assert answers[2] == "7,7"
