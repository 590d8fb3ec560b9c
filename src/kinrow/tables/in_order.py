"""A crew of threads whose results come in order, only a few pieces of work ahead."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from kinrow.runtime.threads import starting

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 2  # pieces in work for each thread


def in_order(
    threads: int, work: Callable[[Item], Result], items: Iterable[Item]
) -> Iterator[Result]:
    """The result for each item; if the caller ends early, what is in work is waited for.

    >>> list(in_order(2, abs, [-3, 2, -1]))
    [3, 2, 1]
    """
    waiting: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for item in items:
                with starting():
                    waiting.append(pool.submit(work, item))
                if len(waiting) >= _AHEAD * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)
