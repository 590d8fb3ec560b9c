"""Perfect play in a browser is that of Python: the same moves, in every image of a position."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import kinrow
from kinrow.rules import Position, game
from kinrow.runtime.conversion import cell_of
from kinrow.strategies import Follower, read_strategy

from .serverless import FOLDER, NEEDS_WASM, run_node
from .test_serverless import plain

pytestmark = NEEDS_WASM
FILES = Path(kinrow.__file__).parent / "strategies" / "files"


def followed(
    follower: Follower, spec: str, games: int, random: Random
) -> list[tuple[Position, str]]:
    """Positions of games against moves by chance, each turned by chance, and the move in it."""
    found: list[tuple[Position, str]] = []
    for _ in range(games):
        position = game(spec).start()
        while not position.finished and position.plies < 24:
            if position.to_move is position.rules.begins:
                position = random.choice(position.symmetries())
                win = follower.win(position)
                assert win is not None and win.move is not None, position
                found.append((position, str(win.move)))
                position = position.play(win.move)
            else:
                position = position.play(random.choice(position.legal_moves))
    return found


@pytest.mark.parametrize(("spec", "games"), [("9,4,4", 15), ("12,4,4", 10), ("15,15,5", 14)])
def test_the_moves_are_those_of_python(spec: str, games: int) -> None:
    strategy = read_strategy(FILES / f"{spec.replace(',', '-')}.strategy")
    with Follower(strategy) as follower:
        due = followed(follower, spec, games, Random(31))
    found = run_node("follow.mjs", FOLDER, [plain(position) for position, _ in due])
    assert len(due) > 30 and any(answer["bySearch"] for answer in found)
    for (position, move), answer in zip(due, found, strict=True):
        assert str(cell_of(position.rules, answer["move"])) == move, position
