"""What runs on the other side. It is shipped as code, not by name: kinrow may differ there.

Work and pieces travel pickled, and are not looked at before the version is known to be the same.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

Refusal = tuple[str, str]
"""The version of kinrow that a worker has, "" if it has none, and the name of its machine."""

Answer = tuple[Refusal | None, Any, float]
"""What a worker says: a version that is not the same, or None; the result; the seconds for it."""


def ours() -> str:
    """The version of kinrow here."""
    return version("kinrow")


def shipped_of(thing: object) -> bytes:
    """The thing pickled; functions that the other side cannot import travel as code."""
    from ray import cloudpickle

    data: bytes = cloudpickle.dumps(thing)  # type: ignore[no-untyped-call]
    return data


def one_task() -> Callable[..., Answer]:
    """The function that does one piece of work; what all pieces share follows the piece.

    >>> import pickle
    >>> one_task()(ours(), pickle.dumps(abs), pickle.dumps(-3))[:2]
    (None, 3)
    >>> one_task()(ours(), pickle.dumps(pow), pickle.dumps(3), 2)[1]
    9
    >>> one_task()("0.0.1", b"", b"")[0][0] == ours()
    True
    """
    refusal = _refusal()

    def do(version: str, work: bytes, piece: bytes, *shared: Any) -> Answer:
        import pickle
        from time import perf_counter

        refused = refusal(version)
        if refused is not None:
            return refused, None, 0.0
        began = perf_counter()
        result = pickle.loads(work)(pickle.loads(piece), *shared)
        return None, result, perf_counter() - began

    return do


def keeper() -> type:
    """The class of a worker that keeps what it makes."""
    refusal = _refusal()

    class Keeper:
        def __init__(self, version: str, make: bytes) -> None:
            import pickle

            self.refused = refusal(version)
            self.work = pickle.loads(make)() if self.refused is None else None

        def ready(self) -> Answer:
            return self.refused, None, 0.0

        def do(self, piece: bytes) -> Answer:
            import pickle
            from time import perf_counter

            assert self.work is not None
            began = perf_counter()
            result = self.work(pickle.loads(piece))
            return None, result, perf_counter() - began

    return Keeper


def _refusal() -> Callable[[str], Refusal | None]:
    """The function that looks at the version of kinrow there; None if it is the same."""

    def refusal(version: str) -> Refusal | None:
        import socket
        from importlib.metadata import PackageNotFoundError
        from importlib.metadata import version as version_of

        try:
            found = version_of("kinrow")
        except PackageNotFoundError:
            found = ""
        return None if found == version else (found, socket.gethostname())

    return refusal
