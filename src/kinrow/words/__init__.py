"""Every text that kinrow shows, in English and Chinese: one JSON file for each room, in one form.

A file maps keys to the text in each language; `{name}` in a text stands for a value.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import ClassVar, Literal, get_args

Language = Literal["en", "zh-Hans", "zh-Hant"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

Texts = Mapping[str, Mapping[Language, str]]
"""The text in each language, by key."""

FOLDER = Path(__file__).parent


@cache
def texts_of(room: str) -> Texts:
    """The texts of a room.

    >>> dict(texts_of("games")["tictactoe.title"])
    {'en': 'Tic-tac-toe', 'zh-Hans': '井字棋', 'zh-Hant': '井字棋'}
    """
    loaded: Texts = json.loads((FOLDER / f"{room}.json").read_text(encoding="utf-8"))
    return loaded


@cache
def fault_texts() -> Texts:
    """What can be wrong, by code: `faults.json`, which the pages know, too, and `runs.json`.

    The latter has what no server meets: faults of matches, of annotation, of learning, and so on.

    >>> fault_texts()["env.off"] is texts_of("runs")["env.off"]
    True
    """
    return {**texts_of("faults"), **texts_of("runs")}


class Catalogue:
    """The texts of a room in one language; a subclass names the room.

    >>> class GameWords(Catalogue):
    ...     room = "games"
    ...
    >>> GameWords("zh-Hans")("tictactoe.title"), GameWords()("tictactoe.title")
    ('井字棋', 'Tic-tac-toe')
    """

    room: ClassVar[str]

    def __init__(self, language: Language = "en") -> None:
        self.language: Language = language

    def __call__(self, key: str, /, **values: object) -> str:
        """The text of that name, with `{name}` replaced by the values."""
        return texts_of(self.room)[key][self.language].format(**values)
