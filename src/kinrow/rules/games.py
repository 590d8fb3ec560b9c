"""`game()`, which finds or reads the rules of any game; the named games with their titles."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from functools import lru_cache

from kinrow.rules.calls import as_in
from kinrow.rules.cell import shown
from kinrow.rules.errors import NotationError
from kinrow.rules.names import SPECS
from kinrow.rules.options import as_whole, one_of, reads_games
from kinrow.rules.rules import Rules
from kinrow.rules.sentence import Sentence
from kinrow.rules.spec import parse_numbers, parse_options
from kinrow.words import LANGUAGES, Language, texts_of

__all__ = ["NAMED", "GameLike", "NamedGame", "game", "games", "title_of"]


# A class of boards, as `kinrow atlas` takes it.
_CLASS = re.compile(r"(?=[\d,]*[+*])\d+[+*]?,\d+[+*]?,\d+")


@dataclass(frozen=True, slots=True)
class NamedGame:
    """A named game, with its title and sentence in every language.

    >>> NAMED["jing4"].title("zh-Hant"), NAMED["jing4"].rules.stones
    ('井井井井字棋', 2)
    """

    name: str
    rules: Rules

    def title(self, language: Language = "en") -> str:
        """Its title: "en", "zh-Hans" or "zh-Hant"; raises OptionError for other languages.

        >>> NAMED["tictactoe"].title()
        'Tic-tac-toe'
        """
        return self._text("title", language)

    def sentence(self, language: Language = "en") -> str:
        """One sentence about it.

        >>> NAMED["tictactoe"].sentence()
        'Three in a row on 3 by 3.'
        """
        return self._text("sentence", language)

    def _text(self, which: str, language: Language) -> str:
        one_of("language", language, LANGUAGES)
        return texts_of("games")[f"{self.name}.{which}"][language]


@as_in("games()")
def games() -> tuple[str, ...]:
    """The names of the named games, small games first; `game` accepts each of them.

    >>> games()[0], "gomoku" in games()
    ('tictactoe', True)
    """
    return tuple(NAMED)


def title_of(rules: Rules, language: Language = "en") -> str:
    """What a game is called in that language: `Rules.title` in English, or if it has no name.

    >>> from kinrow.rules import game
    >>> title_of(game("3,3,3")), title_of(game("3,3,3"), "zh-Hans"), title_of(game("4,4,3"))
    ('tictactoe', '井字棋', '(4,4,3)')
    """
    row = NAMED.get(rules.title)
    return rules.title if row is None or language == "en" else row.title(language)


GameLike = Rules | str | tuple[int, ...]
"""A game: its rules, its name, its spec, or its numbers (m, n, k) or (m, n, k, p, q)."""


@as_in("game('tictactoe')")
@reads_games
def game(spec: GameLike, *more: object) -> Rules:
    """The rules of a game: by name, by numbers, with options after a colon, or as they are.

    `games` lists the names. The numbers are m rows, n columns, k in a row and, if need be, p stones
    per turn, q on the first; they may also be given as a tuple.

    Printed, a game is the numbers that read it back: `print(game("gomoku"))` gives 15,15,5; `title`
    is its name.

    Names are compared without regard to case, hyphens and spaces; a Chinese title will do, too.
    Raises NotationError for a string that is not a game (with the names nearest to it), RulesError
    for numbers that make no game.

    >>> game("tictactoe") == game("3,3,3") == game("Tic-Tac-Toe") == game("井字棋")
    True
    >>> game("gomoku:misere,begins=O"), game((19, 19, 6, 2, 1))
    (kinrow.game('15,15,5:misere,begins=O'), kinrow.game('connect6'))
    >>> game("tiktaktoe")
    Traceback (most recent call last):
    kinrow.rules.errors.NotationError: unknown game 'tiktaktoe': did you mean tictactoe? \
Expected a name such as gomoku, or numbers such as 3,3,3 or 19,19,6,2,1
    """
    if more:
        raise NotationError(Sentence("game.tuple", numbers=shown((spec, *more))))
    if isinstance(spec, Rules):
        return spec
    if isinstance(spec, tuple) and None not in map(as_whole, spec):
        spec = ",".join(map(str, spec))
    if not isinstance(spec, str):
        raise NotationError(Sentence("game.type", game=shown(spec)))
    return _read(spec.strip())


@lru_cache(maxsize=64)  # a file names the same game in every record
def _read(spec: str) -> Rules:
    base, colon, options = spec.partition(":")
    fields = parse_numbers(base)
    if fields is None:
        known = _BY_KEY.get(_key(base))
        if known is None:
            raise NotationError(_unknown(base))
        fields = asdict(known.rules)
    return Rules(**(fields | parse_options(options) if colon else fields))


def _key(name: str) -> str:
    return name.casefold().replace("-", "").replace("_", "").replace(" ", "")


def _unknown(name: str) -> str:
    if _CLASS.fullmatch(name):
        one = name.replace("+", "").replace("*", "")
        return Sentence("game.class", name=shown(name), one=one)
    keys = get_close_matches(_key(name), list(_BY_KEY), n=3)
    near = list(dict.fromkeys(_BY_KEY[key].name for key in keys))
    expected = Sentence("game.forms")
    if not near:
        return Sentence("game.unknown", name=shown(name), expected=expected)
    return Sentence("game.unknown.near", name=shown(name), near=", ".join(near), expected=expected)


def _rules_of(spec: str) -> Rules:
    base, colon, options = spec.partition(":")
    fields = parse_numbers(base) or {}
    return Rules(**(fields | parse_options(options) if colon else fields))


NAMED = {name: NamedGame(name, _rules_of(spec)) for name, spec in SPECS.items()}
"""The named games by name, the small ones first."""

_BY_KEY = {
    _key(title): row
    for row in NAMED.values()
    for title in (*map(row.title, LANGUAGES[1:]), row.name)
}
