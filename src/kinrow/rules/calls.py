"""Calls whose arguments do not fit: an error of ours says what was expected, with an example."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import wraps
from inspect import Parameter, signature
from typing import ParamSpec, TypeVar

from kinrow.rules.cell import shown
from kinrow.rules.errors import OptionError
from kinrow.rules.sentence import Sentence

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C", bound=type)

_NAMED = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
_STONES = re.compile(r"[a-z]\d{1,2}(?:[\s,]+[a-z]\d{1,2})*")
# What other libraries call these arguments.
_MEANT = {
    "time": "timeout seconds secs time_limit timelimit max_time movetime",
    "limit": "time timeout seconds secs time_limit timelimit max_time nodes",
    "nodes": "max_nodes node_limit nodes_limit max_positions",
    "threads": "n_threads num_threads nthreads n_jobs jobs workers n_workers cores processes",
    "memory": "mem ram max_memory memory_limit mem_limit hash_size",
    "progress": "callback on_progress verbose show_progress",
    "report": "progress callback on_progress verbose show_progress",
    "objective": "goal target",
    "seed": "random_state rng",
    "knowledge": "search_only use_knowledge known",
}


class CallError(OptionError, TypeError):
    """A call with too many arguments, too few, or a name that it does not have."""


def as_in(example: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Marks a public function: it raises CallError, with this example, if arguments do not fit it.

    >>> @as_in("double(3)")
    ... def double(number: int) -> int:
    ...     return 2 * number
    ...
    >>> double(2)
    4
    >>> double()
    Traceback (most recent call last):
    kinrow.rules.calls.CallError: double: expected number, as in double(3)
    """

    def marked(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*args: P.args, **options: P.kwargs) -> R:
            try:
                return function(*args, **options)
            except TypeError:
                fault = _misfit(function, args, options, example)
                if fault is None:
                    raise
            raise CallError(fault)

        return call

    return marked


def made_as(example: str) -> Callable[[C], C]:
    """Marks a public class: it raises CallError, with this example, if arguments do not fit it.

    Goes above `dataclass`, which makes the constructor.

    >>> @made_as("Pair(1, 2)")
    ... class Pair:
    ...     def __init__(self, first: int, second: int) -> None:
    ...         self.sum = first + second
    ...
    >>> Pair(1, 2).sum
    3
    >>> Pair(1)
    Traceback (most recent call last):
    kinrow.rules.calls.CallError: Pair: expected second, as in Pair(1, 2)
    """

    def marked(made: C) -> C:
        made.__init__ = as_in(example)(made.__init__)  # type: ignore[misc]
        return made

    return marked


def _misfit(
    function: Callable[..., object],
    args: Sequence[object],
    options: Mapping[str, object],
    example: str,
) -> Sentence | None:
    """Why arguments do not fit a function; None if they do."""
    form = signature(function)
    try:
        form.bind(*args, **options)
    except TypeError:
        takes = [name for name, each in form.parameters.items() if each.kind in _NAMED]
    else:
        return None
    if takes[:1] in (["self"], ["cls"]):
        takes, args = takes[1:], args[1:]
    call = example.partition("(")[0]
    if not takes:
        return Sentence("call.none", call=call, example=example)
    unknown = [name for name in options if name not in takes]
    if unknown:
        return _unknown(call, unknown[0], takes, example)
    by_place = [name for name in takes if form.parameters[name].kind is not _NAMED[1]]
    if len(args) > len(by_place):
        return _too_many(call, args, by_place, example)
    by_place = by_place[: len(args)]
    twice = [name for name in by_place if name in options]
    if twice:
        return Sentence("call.twice", call=call, name=twice[0], example=example)
    needed = [name for name in takes if form.parameters[name].default is Parameter.empty]
    missing = ", ".join(name for name in needed if name not in {*by_place, *options})
    return Sentence("call.missing", call=call, names=missing, example=example)


def _unknown(call: str, name: str, takes: Sequence[str], example: str) -> Sentence:
    meant = [known for known in takes if name.casefold() in _MEANT.get(known, "").split()]
    near = meant or get_close_matches(name, takes, n=1)
    words = {"call": call, "name": shown(name), "known": ", ".join(takes), "example": example}
    return Sentence("call.near", near=near[0], **words) if near else Sentence("call.name", **words)


def _too_many(call: str, args: Sequence[object], names: Sequence[str], example: str) -> Sentence:
    """Often the moves follow the game, as `position` takes them."""
    moves = args[1] if len(args) == 2 and names == ["position"] else None
    if isinstance(moves, str) and _STONES.fullmatch(moves.strip()):
        whole = f"position({shown(args[0])}, {shown(moves)})"
        return Sentence("call.position", call=call, whole=whole)
    return Sentence(
        "call.many", call=call, most=len(names), names=", ".join(names), example=example
    )
