"""A game that was opened, played on and saved again: what its file said of it is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kinrow.records.record import Record
from kinrow.records.tree import Stone
from kinrow.rules import Cell

Places = dict[tuple[int | None, Cell], int]


def with_facts(record: Record, known: Record) -> Record:
    """The record with what is known of its game and its stones from another record of the game.

    Times and notes go to the same stones after the same moves. The result is that of `known` if
    the main lines are the same, and the opening counts if it was played.

    >>> known = Record("tictactoe", [Stone("b2", None, 0.5, "the middle")], comment="short")
    >>> kept = with_facts(Record("tictactoe", "b2 a1"), known)
    >>> kept.seconds, kept.notes, kept.comment
    ((0.5, None), ('the middle', ''), 'short')
    """
    moves, given = record.moves, known.opening
    return Record(
        record.start,
        _noted(record.tree, known.tree),
        known.players,
        known.result if moves == known.moves else record.result,
        known.comment,
        known.about,
        opening=given if moves[:given] == known.moves[:given] else 0,
    )


def _noted(tree: Sequence[Stone], known: Sequence[Stone]) -> list[Stone]:
    """The stones with the times and notes of the same ones."""
    places: Places = {}
    same: list[int] = []  # of two stones alike, the first
    facts: dict[int, tuple[float | None, str]] = {}
    for at, stone in enumerate(known):
        parent = None if stone.parent is None else same[stone.parent]
        same.append(places.setdefault((parent, stone.cell), at))
        seconds, note = facts.get(same[at], (None, ""))
        facts[same[at]] = (stone.seconds if seconds is None else seconds, note or stone.note)
    found: list[Stone] = []
    known_at: list[int | None] = []
    for stone in tree:
        before = None if stone.parent is None else known_at[stone.parent]
        is_new = stone.parent is not None and before is None
        at_known = None if is_new else places.get((before, stone.cell))
        known_at.append(at_known)
        seconds, note = (None, "") if at_known is None else facts[at_known]
        found.append(replace(stone, seconds=seconds, note=note))
    return found
