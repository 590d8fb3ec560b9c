"""The state of a descent by Optax as NumPy's arrays, so that it can be kept in a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray


def state_arrays(state: Any) -> dict[str, NDArray[Any]]:
    """Its leaves, as "state 0", "state 1" and so on."""
    return {f"state {at}": np.asarray(leaf) for at, leaf in enumerate(jax.tree.leaves(state))}


def state_from(arrays: Mapping[str, NDArray[Any]], like: Any) -> Any:
    """A state of the form of another, with the leaves that `state_arrays` gave.

    >>> kept = state_arrays({"a": jnp.zeros(2), "b": jnp.ones(1)})
    >>> float(state_from(kept, {"a": jnp.ones(2), "b": jnp.ones(1)})["a"].sum())
    0.0
    """
    leaves, form = jax.tree.flatten(like)
    found = [jnp.asarray(arrays[f"state {at}"]) for at in range(len(leaves))]
    return jax.tree.unflatten(form, found)
