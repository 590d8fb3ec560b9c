"""Many machines, on Ray: work shared among the cores of a cluster. Nothing here depends on games.

- `connect` joins a cluster, or starts one on this machine.
- `Cluster.run` has pieces of work done by any free core; `Cluster.run_kept` by workers that keep
  what they make, such as a table.

Ray starts and ends clusters, schedules the work and moves it: docs/how-to/cluster.md shows how.
"""

from __future__ import annotations

from kinrow.cluster.connecting import connect
from kinrow.cluster.errors import ClusterError
from kinrow.cluster.workers import Cluster

__all__ = ["Cluster", "ClusterError", "connect"]
