"""The option --cluster of the commands that can use one."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Annotated

import typer

from kinrow.cluster.connecting import connect
from kinrow.cluster.workers import Cluster

# The command line has the help of the option, in the reader's language.
ClusterOption = Annotated[
    str | None, typer.Option("--cluster", metavar="WHERE", show_default=False)
]


def joined(where: str | None, workers: int | None) -> AbstractContextManager[Cluster | None]:
    """The cluster that was asked for; None if none was.

    >>> with joined(None, 2) as cluster:
    ...     print(cluster)
    None
    """
    return nullcontext() if where is None else connect(where, workers)
