"""The table: the known numbers of positions, the textbook's values, files that are safe."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kinrow.knowledge import table as room
from kinrow.knowledge.lookup import Lookup, lookup
from kinrow.knowledge.table import cached, tabulate
from kinrow.rules import game
from kinrow.textbook import minimax_memo


@pytest.mark.parametrize(
    ("spec", "positions"), [("3,3,3", 765), ("3,3,3:misere", 765), ("1,1,1", 2), ("2,2,9", 12)]
)
def test_the_counts_are_the_known_ones(spec: str, positions: int) -> None:
    from kinrow.solver import count

    found = tabulate(game(spec))
    assert found is not None
    assert len(found.codes) == count(game(spec)).canonical
    if spec.startswith("3"):
        assert len(found.codes) == positions or spec.endswith("misere")


@pytest.mark.parametrize(
    "spec",
    ["3,3,3", "3,3,3:misere", "1,6,3:exact", "2,4,2:begins=O", "2,4,3,2,1", "2,3,2,2,2:misere"],
)
def test_the_values_are_the_textbook_s(spec: str) -> None:
    found, rules = tabulate(game(spec)), game(spec)
    assert found is not None
    look = Lookup(found)
    chance = np.random.default_rng(1)
    for _ in range(10):
        position = rules.start()
        while not position.finished:
            value = minimax_memo(position, "score").value
            answer = look.known(position, "score")
            assert answer is not None
            assert answer.complete and answer.solution.score == value
            for move, known in answer.moves.items():
                after = position.play(move)
                worth = minimax_memo(after, "score").value
                same_side = after.to_move is position.to_move
                assert known.score == (worth if same_side else -worth)
            moves = position.legal_moves
            position = position.play(moves[int(chance.integers(len(moves)))])


def test_large_and_majority_games_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tabulate(game("4,5,4")) is None
    assert tabulate(game("jing4")) is None
    monkeypatch.setattr(room, "_MOST", 100)
    assert tabulate(game("3,3,3")) is None


def test_a_table_is_worked_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = game("2,4,3:misere")
    first = cached(rules, tmp_path)
    (file,) = tmp_path.iterdir()
    monkeypatch.setattr(room, "tabulate", lambda _: pytest.fail("it is in the file"))
    again = cached(rules, tmp_path)
    assert first is not None
    assert again is not None
    assert (first.codes == again.codes).all()
    assert (first.values == again.values).all()
    assert file.name == "oracle-2,4,3-misere.table"


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "header", "other"])
def test_a_damaged_file_is_written_anew(tmp_path: Path, damage: str) -> None:
    rules = game("1,4,2")
    good = cached(rules, tmp_path)
    assert good is not None
    (file,) = tmp_path.iterdir()
    data = bytearray(file.read_bytes())
    whole = bytes(data)
    if damage == "flip":
        data[-1] ^= 1
    elif damage == "cut":
        del data[-5:]
    elif damage == "empty":
        data.clear()
    elif damage == "header":
        data[:2] = b"[]"
    else:
        data = bytearray(whole.replace(b'"1,4,2"', b'"1,4,3"'))
    file.write_bytes(data)
    again = cached(rules, tmp_path)
    assert again is not None
    assert (again.values == good.values).all()
    assert file.read_bytes() == whole


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert cached(game("1,3,2"), blocked) is not None


def test_the_cache_is_the_user_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert lookup(game("1,4,3")) is not None
    assert (tmp_path / "kinrow" / "oracle-1,4,3.table").exists()
