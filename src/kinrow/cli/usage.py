"""Command-line errors in the user's language; Typer has them only in English."""

from __future__ import annotations

import re

from kinrow.cli.language import text

_REASON = "(?P<reason>.*)"
_NAME = "'?(?P<name>[^':/]*?)'?(?: / .*?)?"
_EXTRA = "Got unexpected extra argument\\(s\\)"
_SENTENCES = {
    re.compile(pattern, re.DOTALL): key
    for pattern, key in {
        "Missing argument '?GAME'?\\.": "usage.game",
        "Missing argument '?A B\\.\\.\\.'?\\.": "usage.players",
        f"Missing argument {_NAME}\\.": "usage.argument",
        f"Missing option {_NAME}\\.": "usage.required",
        "Missing command\\.": "usage.no-command",
        f"No such command {_NAME}\\.": "usage.command",
        f"No such command {_NAME}\\. Did you mean (?P<near>.*)\\?": "usage.command.near",
        "No such option: (?P<name>\\S+)": "usage.option",
        "No such option: (?P<name>\\S+) \\(Possible options: (?P<near>.*)\\)": "usage.option.near",
        f"{_EXTRA} \\((?P<words>\\S*\\.[a-z]\\w+(?: .*)?)\\)": "usage.extra.files",
        f"{_EXTRA} \\((?P<words>.*)\\)": "usage.extra",
        f"Option {_NAME} requires an argument\\.": "usage.value",
        f"Option {_NAME} does not take a value\\.": "usage.flag",
        f"Invalid value for {_NAME}: {_REASON}": "usage.bad",
        "Input should be a valid number\\b.*": "usage.number",
        "Input should be a valid integer\\b.*": "usage.whole",
        "Input should be greater than or equal to (?P<least>.*)": "usage.least",
        "Input should be less than or equal to (?P<most>.*)": "usage.most",
        "Value error, (?P<value>'.*') is not one of (?P<choices>.*)\\.": "usage.choice",
        "\\w+ '' is a directory\\.": "usage.empty",
        "\\w+ (?P<path>'.*') does not exist\\.": "usage.missing",
        "\\w+ (?P<path>'.*') is a file\\.": "usage.file",
        "\\w+ (?P<path>'.*') is a directory\\.": "usage.folder",
        "\\w+ (?P<path>'.*') is not readable\\.": "usage.unreadable",
    }.items()
}


def usage_words(sentence: str) -> str:
    """Typer's sentence in the catalogue's words; as it is if the catalogue has none for it.

    >>> usage_words("Invalid value for '--threads' / '-j': Input should be a valid integer, unable")
    '--threads: expected a whole number'
    >>> usage_words("Got unexpected extra argument(s) (b.sgf c.sgf)")
    'too many arguments: b.sgf c.sgf (a command reads one file at a time)'
    """
    for pattern, key in _SENTENCES.items():
        found = pattern.fullmatch(sentence)
        if found is not None:
            values = {name: part.replace("'", "") for name, part in found.groupdict().items()}
            if "reason" in values:
                values["reason"] = usage_words(found["reason"])
            return text(key, **values)
    return sentence
