"""kinrow games: the games that have a name."""

from __future__ import annotations

from kinrow.cli.language import text
from kinrow.cli.options import JsonOption
from kinrow.cli.screen import say, say_json, say_table
from kinrow.rules import NAMED
from kinrow.words.reader import language


def command(json: JsonOption = False) -> None:
    """Print the table of named games."""
    if json:
        say_json(
            [
                {
                    "name": name,
                    "rules": str(row.rules),
                    "title": row.title(language()),
                    "sentence": row.sentence(language()),
                }
                for name, row in NAMED.items()
            ]
        )
        return
    heads = [text("games.name"), text("games.rules")]
    rows = []
    for name, row in NAMED.items():
        title, sentence = row.title(language()), row.sentence(language())
        about = text("games.words", title=title, sentence=sentence)
        rows.append([name, f"{row.rules}\n{about}"])
    say_table(heads, rows, right=0)
    say()
    say(text("games.numbers"))
