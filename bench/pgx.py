"""Pgx's tic-tac-toe, compiled by JAX for the CPU, as a process: prints seconds for a million steps.

In a process of its own, for JAX starts threads that would disturb the other measurements.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bench.play import BOARDS, Job, million


def steps_of_pgx() -> Job:
    """Tic-tac-toe on thousands of boards, random legal actions, finished ones begun anew."""
    jax, pgx = import_module("jax"), import_module("pgx")
    env = pgx.make("tic_tac_toe")
    wrapper = import_module("pgx.experimental.wrappers")
    steps = 100

    def one(carry: Any, key: Any) -> Any:
        state = carry
        keys = jax.random.split(key, BOARDS)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        action = jax.vmap(jax.random.categorical)(keys, logits)
        return jax.vmap(wrapper.auto_reset(env.step, env.init))(state, action, keys), None

    run = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, steps))[0])
    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BOARDS))
    held = [start, jax.random.PRNGKey(1)]

    def step() -> int:
        held[1], key = jax.random.split(held[1])
        held[0] = jax.block_until_ready(run(held[0], key))
        return BOARDS * steps

    return step


if __name__ == "__main__":
    print(million(steps_of_pgx()).seconds)
