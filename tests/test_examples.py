"""The examples do what they promise."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path

import pytest
from examples import q_learning, random_against_mcts, video

from kinrow.proofs import Book, class_of
from kinrow.rules import Rules, game
from kinrow.rules.notation import replay
from tests.proofs.judges import judged

FOLDER = Path(__file__).parents[1] / "examples" / "proofs"
PROOFS = [
    pytest.param(path, id=path.stem, marks=pytest.mark.expensive)
    if path.stem == "15-15-5-h8-o8"  # half a minute; 15-15-5-h8-h7-i7-j6 has all kinds of nodes
    else pytest.param(path, id=path.stem)
    for path in sorted(FOLDER.glob("*.proof"))
]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def test_q_learning_reaches_zero_regret() -> None:
    beginner = q_learning.learn(episodes=100)
    assert q_learning.regret(beginner) > 100
    assert q_learning.regret(q_learning.learn()) == 0


def test_mcts_beats_random_play() -> None:
    score = random_against_mcts.score(games=10)
    assert score.wins >= 9
    assert score.losses == 0


@pytest.mark.parametrize(("name", "start"), [("game.gif", b"GIF89a"), ("game.png", b"\x89PNG")])
def test_a_video_has_a_frame_for_each_step(tmp_path: Path, name: str, start: bytes) -> None:
    from PIL import Image

    count = video.record(tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)
    with Image.open(tmp_path / name) as picture:
        assert picture.n_frames == count >= 4  # type: ignore[attr-defined]


def test_the_reader_of_tables_says_what_it_is_called_with() -> None:
    command = [sys.executable, str(FOLDER.parent / "read_table.py")]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 1 and run.stderr.startswith("usage: python read_table.py FILE")


def told(path: Path) -> tuple[Rules, tuple[str, ...], list[str]]:
    """What the name of a file says: the game, the sides that may be longer, and the moves.

    The name m-6-6 is of copies of a square piece.
    """
    words = path.stem.split("-")
    words = words[1:2] + words[1:] if words[0] == "m" else words
    numbers = [*itertools.takewhile(lambda word: word.rstrip("+").isdigit(), words)]
    moves = words[len(numbers) :]
    if "by" in moves:  # a ply follows
        moves = moves[: moves.index("by")]
    exact = moves[:1] == ["exact"]
    smallest, larger = class_of(f"{','.join(numbers)}{':exact' * exact}")
    return game(smallest), larger, moves[exact:]


@pytest.mark.parametrize("path", PROOFS)
def test_both_checkers_accept_each_proof(path: Path) -> None:
    """For the game that its name tells, after the moves that it names."""
    verdict = judged(path.read_bytes())
    assert verdict is not None
    header = verdict.header
    rules, larger, moves = told(path)
    position = replay(rules.start(), moves)
    assert header[:5] == (rules.rows, rules.cols, rules.k, rules.stones, rules.first)
    assert (header.exact, header.larger) == (rules.exact, larger)
    assert (header.cells, header.to_move) == (position.cells, str(position.to_move))
    draw = ["O does not lose", "X does not lose"][: 1 if header.repeated else 2]
    assert [str(claim) for claim in header.claims] in (["X wins"], draw)
    assert header.repeated == ("rows" if path.stem.startswith("m-") else "")
    _, by, ply = path.stem.partition("-by-")
    assert not by or verdict.by_ply == (int(ply),)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.book")), ids=lambda path: path.stem)
def test_a_book_is_one_of_five_in_a_row(path: Path) -> None:
    rules, _, _ = told(path)
    assert len(Book(path).games(rules)) > 200
