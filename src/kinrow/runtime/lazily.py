"""A subpackage's names, each imported from its module when it is first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def named(
    room: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a room; `homes` has the module of each name.

    A name that was found stays in the room, so it is looked for once.

    >>> find, known = named("kinrow.runtime", {"bytes_of": "limits"})
    >>> find("bytes_of")("64KiB"), "bytes_of" in known()
    (65536, True)
    """

    def find(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        value: object = getattr(import_module(f"{room}.{homes[name]}"), name)
        setattr(sys.modules[room], name, value)
        return value

    def known() -> list[str]:
        return sorted({*vars(sys.modules[room]), *homes})

    return find, known
