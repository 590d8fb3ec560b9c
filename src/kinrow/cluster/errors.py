"""What can go wrong with a cluster, as an error of kinrow."""

from __future__ import annotations

from kinrow.rules import KinrowError


class ClusterError(KinrowError):
    """A cluster that is not there, or a worker that cannot be used; the message says which."""
