"""A file of recorded games, as the board's page shows them: with variations, players, result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kinrow.records import Record, UnknownGame, parse_games, spelled
from kinrow.records.plain import course_to_json
from kinrow.records.which_game import named_in_request
from kinrow.rules import NotationError, format_position
from kinrow.rules.names import name_of
from kinrow.rules.sentence import Sentence
from kinrow.web.answers import OpenedFile, OpenedGame
from kinrow.web.asking import Asking
from kinrow.web.jobs.tools import Tools
from kinrow.web.phrases import fault_of
from kinrow.web.shapes import OpenRequest

MOST_FAULTS = 20
"""Faults that are listed of one game; a page shows them in one line."""

MOST_FAULTS_OF_A_FILE = 1000
"""Faults that are listed of all games of a file together."""


def open_file(asking: Asking[OpenRequest], tools: Tools) -> OpenedFile:
    """The games of a file; if it does not say which, they are read as the game on the board."""
    records, assumed = _read(asking.body)
    if not records:
        raise NotationError(Sentence("record.empty"))
    return OpenedFile(games=list(_opened_games(records)), assumed=assumed)


def _read(asked: OpenRequest) -> tuple[list[Record], bool]:
    """The games, and whether they were read as the one on the board."""
    try:
        return parse_games(asked.text, None, asked.format), False
    except UnknownGame as error:
        if asked.game is None:
            raise UnknownGame(named_in_request(error.sentence)) from None
    try:
        return parse_games(asked.text, asked.game, asked.format), True
    except NotationError as error:
        raise NotationError(Sentence("record.assumed", fault=error.sentence)) from None


def _opened_games(records: Iterable[Record]) -> Iterator[OpenedGame]:
    left = MOST_FAULTS_OF_A_FILE
    for record in records:
        most = min(MOST_FAULTS, left)
        left -= min(most, len(record.illegal))
        yield _opened(record, most)


def _opened(record: Record, most: int) -> OpenedGame:
    """A game with so many of its faults at most, and how many more there are."""
    rules, start = record.rules, record.start
    faults: list[str] = [stone.sentence for stone in record.illegal[:most]]
    if len(record.illegal) > most:
        faults.append(Sentence("list.more", more=len(record.illegal) - most))
    return OpenedGame(
        game=name_of(rules) or str(rules),
        setup=None if start == rules.start() else format_position(start),
        tree=tree_text(record),
        players={sign: name for sign, name in record.players.items() if name},
        over=record.result is not None,
        winner=record.winner,
        faults=list(map(fault_of, faults)),
        record=course_to_json(record),
    )


def tree_text(record: Record) -> str:
    """The tree of a record as the page keeps it in its link.

    >>> from kinrow.records import tree_of
    >>> tree_text(Record("tictactoe", tree_of([["b2", "a1", "c1"], ["b2", "c3"]])))
    'b2(a1.c1)(c3)'
    """
    text = ""
    for part in spelled(record.tree):
        if isinstance(part, str):
            text += part
        else:
            between = "" if not text or text[-1] in "()" else "."
            text += between + str(record.tree[part].cell)
    return text
