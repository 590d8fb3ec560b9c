"""kinrow games: the games that have a name."""

from __future__ import annotations

from kinrow.cli.language import language, text
from kinrow.cli.options import JsonOption
from kinrow.cli.screen import say, say_json, say_table
from kinrow.rules import NAMED


def command(json: JsonOption = False) -> None:
    """Print the table of named games."""
    if json:
        say_json(
            [
                {
                    "name": name,
                    "rules": str(row.rules),
                    "title": row.words(language()).title,
                    "sentence": row.words(language()).sentence,
                }
                for name, row in NAMED.items()
            ]
        )
        return
    heads = [text("games.name"), text("games.rules"), text("games.about")]
    rows = []
    for name, row in NAMED.items():
        words = row.words(language())
        rows.append(
            [name, str(row.rules), text("games.words", title=words.title, sentence=words.sentence)]
        )
    say_table(heads, rows, right=0)
    say()
    say(text("games.numbers"))
