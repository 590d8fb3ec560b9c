"""Join a cluster, or start one on this machine for as long as it is needed."""

from __future__ import annotations

import logging
import os
import re
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from kinrow.cluster.errors import ClusterError
from kinrow.cluster.workers import Cluster
from kinrow.rules import OptionError
from kinrow.rules.calls import as_in
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence
from kinrow.runtime.extras import needs
from kinrow.runtime.limits import threads_of

_WHERE = re.compile(r"local|auto|ray://[^/\s:]+:[0-9]{1,5}")


@as_in("connect('local', 4)")
@contextmanager
def connect(where: str, workers: int | None = None) -> Iterator[Cluster]:
    """A connection to a cluster, for a `with` statement, which leaves the cluster at its end.

    - `where`: "local" starts one on this machine and ends it; "auto" joins the one that this
      machine belongs to, or that the variable RAY_ADDRESS names; "ray://HOST:PORT" joins another
      one through its Ray Client server.
    - `workers` of one core each are used at most; by default as many as the cluster has cores.

    If this process has already called `ray.init`, that cluster is used and not left. Raises
    OptionError for any other text, MissingExtra if Ray is not installed, ClusterError if there is
    no cluster, or none can be started.
    """
    check_where(where)
    needs("ray", "cluster")
    import ray

    if ray.is_initialized():
        yield Cluster(workers)
        return
    before = signal.getsignal(signal.SIGTERM)
    try:
        _begin(where, threads_of(workers))
        if callable(before):  # with Ray's own, the process would exit before its work is saved
            with suppress(ValueError):  # in another thread than the main one, Ray sets none
                signal.signal(signal.SIGTERM, before)
        yield Cluster(workers)
    finally:
        ray.shutdown()


def check_where(where: str) -> str:
    """The text, if it says where a cluster is; else OptionError.

    >>> check_where("ray://10.0.0.1:10001")
    'ray://10.0.0.1:10001'
    >>> check_where("10.0.0.1")
    Traceback (most recent call last):
    kinrow.rules.errors.OptionError: cluster '10.0.0.1': expected local, auto or ray://HOST:PORT
    """
    if not isinstance(where, str) or not _WHERE.fullmatch(where):
        raise OptionError(Sentence("cluster.where", where=shown(where)))
    return where


def _begin(where: str, workers: int) -> None:
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    if where == "local":
        _start(workers, quiet)
    else:
        _join(where, quiet)


def _start(workers: int, quiet: dict[str, Any]) -> None:
    import ray

    # It is this process's own, and gone with it: nobody looks at it in a browser.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray.init("local", num_cpus=workers, include_dashboard=False, **quiet)
    except Exception as error:  # Ray raises no class of its own if a process does not start in time
        raise ClusterError(Sentence("cluster.unstarted", reason=_reason(error))) from None


def _join(where: str, quiet: dict[str, Any]) -> None:
    import ray

    try:
        with warnings.catch_warnings():  # the error says the same, in one line
            warnings.simplefilter("ignore", UserWarning)
            ray.init(where, **quiet)
    except (ConnectionError, ImportError, RuntimeError, ValueError) as error:
        raise ClusterError(Sentence("cluster.none", where=where, reason=_reason(error))) from None


def _reason(error: Exception) -> str:
    """The first line of what an error says, or its name."""
    return str(error).strip().partition("\n")[0] or type(error).__name__
