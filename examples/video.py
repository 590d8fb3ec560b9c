"""A video of one game: each picture of the environment becomes a frame of an animation.

python -m examples.video game.gif
python -m examples.video game.png gomoku mcts:500     (an animated PNG)
"""

from __future__ import annotations

import sys
from pathlib import Path

import gymnasium
from PIL import Image

import kinrow.envs
from kinrow.players import player

FRAME = 700  # milliseconds


def record(path: Path, spec: str = "tictactoe", opponent: str = "mcts:100", seed: int = 1) -> int:
    """Plays a game of MCTS against an opponent and writes it as GIF or PNG; how many frames."""
    env = gymnasium.make(
        kinrow.envs.ID, game=spec, opponent=opponent, render_mode="rgb_array"
    ).unwrapped
    assert isinstance(env, kinrow.envs.KInARowEnv)
    learner = player("mcts:100", seed=seed)
    env.reset(seed=seed)
    frames, over = [Image.fromarray(env.render())], False
    while not over:
        cell = learner.choose(env.position)
        _, _, over, _, _ = env.step(cell.row * env.rules.cols + cell.col)
        frames.append(Image.fromarray(env.render()))
    first, *rest = frames
    first.save(path, save_all=True, append_images=rest, duration=FRAME, loop=0)
    env.close()
    learner.close()
    return len(frames)


if __name__ == "__main__":
    given = sys.argv[1:]
    name, spec, opponent = [*given, *("game.gif", "tictactoe", "mcts:100")[len(given) :]]
    print(f"{record(Path(name), spec, opponent)} frames in {name}")
