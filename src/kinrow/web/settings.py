"""A server's settings: where it listens, and the limits on requests."""

from __future__ import annotations

from dataclasses import dataclass, field

from kinrow.runtime.limits import threads_of

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True)
class Settings:
    """Bounds of one server; times in seconds, sizes in bytes.

    - `hosts`: names that a request may address, besides the loopback's.
    - `workers`: processes that solve; `players` choose moves; `quick` is for tiny boards.
    - `seconds`: the most that one question may take; `memory`: what one process may take.
    - `waiting`: questions that may wait for a process of one kind; `connections`: WebSockets;
      `requests`: HTTP requests at once; `body`: the longest request;
      `file`: the longest that opens or saves a file.

    >>> Settings().host
    '127.0.0.1'
    """

    host: str = "127.0.0.1"
    port: int = 8000
    hosts: frozenset[str] = frozenset()
    workers: int = field(default_factory=lambda: max(1, threads_of(None) - 1))
    players: int = 2
    quick: int = 1
    seconds: float = 30.0
    memory: str = "256MiB"
    waiting: int = 128
    connections: int = 256
    requests: int = 256
    body: int = 65_536
    file: int = 4_194_304

    @property
    def names(self) -> frozenset[str]:
        """Every host name that requests may address; none of them is a wildcard address."""
        return (LOOPBACK | self.hosts | {self.host.lower()}) - {"0.0.0.0", "::"}

    @property
    def lanes(self) -> dict[str, int]:
        """How many processes each kind of work has.

        >>> Settings(workers=3).lanes
        {'solve': 3, 'play': 2, 'quick': 1}
        """
        return {"solve": self.workers, "play": self.players, "quick": self.quick}
