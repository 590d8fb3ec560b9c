"""Processor time of a step of the vector environment, with and without the oracle.

python docs/experiments/oracle.py 3,3,3 4,4,4 --runs 5
"""

from __future__ import annotations

import argparse
from time import process_time

import numpy as np

from kinrow.envs import KInARowVectorEnv

BOARDS, WARM, STEPS = 4096, 20, 120


def step_time(spec: str, opponent: str, *, oracle: bool) -> float:
    """Microseconds of `step` alone; the random actions are chosen outside of it."""
    env, chance = KInARowVectorEnv(BOARDS, spec, opponent, oracle=oracle), np.random.default_rng(1)
    info, spent = env.reset(seed=1)[1], 0.0
    for step in range(WARM + STEPS):
        noise = chance.random(info["action_mask"].shape, np.float32)
        actions = (noise * info["action_mask"]).argmax(axis=1)
        began = process_time()
        info = env.step(actions)[-1]
        spent += (process_time() - began) * (step >= WARM)
    return spent / STEPS * 1e6


def main() -> None:
    """The best of some runs, the two kinds by turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    for spec in options.games:
        runs = [
            [step_time(spec, options.opponent, oracle=oracle) for oracle in (False, True)]
            for _ in range(options.runs)
        ]
        without, with_oracle = (min(times) for times in zip(*runs, strict=True))
        ratio = without / with_oracle
        print(f"{spec:12} {without:6.0f} us {with_oracle:6.0f} us with the oracle, {ratio:.2f}")


if __name__ == "__main__":
    main()
