"""What a search may take: bytes and threads, as people write them."""

from __future__ import annotations

import os
import re

from kinrow.rules import OptionError
from kinrow.rules.cell import shown
from kinrow.rules.options import LARGEST, whole_number
from kinrow.rules.sentence import Sentence

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?\s*", re.IGNORECASE)
SMALLEST = 2**16
MOST_THREADS = 1024


def bytes_of(memory: str | int | None) -> int:
    """Bytes in "512MiB", "4GiB", "1.5G" or a number; None is a quarter of the machine's memory.

    Units are powers of 1024. Raises OptionError for anything else, below 64 KiB, and above what
    any machine has.

    >>> bytes_of("2GiB"), bytes_of(65536)
    (2147483648, 65536)
    """
    if memory is None:
        import psutil  # here, as it need not be loaded if a limit is given

        return psutil.virtual_memory().total // 4
    match = _SIZE.fullmatch(str(memory))
    if match is None:
        raise OptionError(Sentence("memory.unreadable", memory=shown(memory)))
    size = float(match[1]) * _UNITS[match[2].upper()]
    if size > LARGEST:
        raise OptionError(Sentence("memory.unreadable", memory=shown(memory)))
    if size < SMALLEST:
        if not match[2]:
            raise OptionError(Sentence("memory.unit", memory=shown(memory)))
        raise OptionError(Sentence("memory.least", memory=shown(memory)))
    return int(size)


def worker_bytes(memory: str | int | None) -> int:
    """Bytes for one of the workers of this machine; None is its share of a quarter of the memory.

    >>> worker_bytes("2GiB"), worker_bytes(None) * cores() <= bytes_of(None)
    (2147483648, True)
    """
    return bytes_of(None) // cores() if memory is None else bytes_of(memory)


def resident() -> int:
    """Bytes of memory that this process holds."""
    import psutil

    return psutil.Process().memory_info().rss


def table_bytes(memory: str | int | None, threads: int = 1) -> int:
    """How large a table keeps the whole process within the limit.

    What the process holds already, and some more for each thread, is subtracted. If that leaves
    nothing, because the limit is smaller than the interpreter itself, the table gets the limit
    or 1 MiB, whichever is less.
    """
    limit = bytes_of(memory)
    return max(limit - resident() - (8 + 2 * threads) * 2**20, min(limit, 2**20))


def rounded(size: int) -> int:
    """Bytes rounded down to four binary digits.

    A table of that size does not depend on what the process holds besides, which differs a little
    from run to run and from machine to machine; so a search finds the same again.

    >>> rounded(1_000_000_000) == rounded(1_006_000_000) == 0b1110 << 26
    True
    """
    digits = max(0, size.bit_length() - 4)
    return size >> digits << digits


def cores() -> int:
    """How many cores this process may use; if the system does not say, all there are."""
    if hasattr(os, "sched_getaffinity"):  # neither on macOS nor on Windows
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def threads_of(threads: int | None) -> int:
    """The number of threads; None is one for each core that this process may use.

    >>> threads_of(3)
    3
    """
    if threads is None:
        return cores()
    return whole_number("threads", threads, 1, example=4, most=MOST_THREADS)
