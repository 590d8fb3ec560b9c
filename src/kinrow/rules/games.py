"""The named games: rows of one table, and `game()`, which finds or reads the rules of any game."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from difflib import get_close_matches
from typing import Literal

from kinrow.rules.cell import shown
from kinrow.rules.errors import NotationError
from kinrow.rules.rules import Rules
from kinrow.rules.sentence import Sentence
from kinrow.rules.sign import Sign
from kinrow.rules.spec import parse_numbers, parse_options

Language = Literal["en", "zh-Hans", "zh-Hant"]


@dataclass(frozen=True, slots=True)
class Words:
    """A game's title and one sentence about it, in one language."""

    title: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Game:
    """A row of the table: a name, its rules, and the words for it in three languages.

    >>> NAMED["jing4"].words("zh-Hant").title
    '井井井井字棋'
    """

    name: str
    rules: Rules
    en: Words
    zh_hans: Words
    zh_hant: Words

    def words(self, language: Language = "en") -> Words:
        """Title and sentence in a language: "en", "zh-Hans" or "zh-Hant".

        >>> NAMED["tictactoe"].words().title
        'Tic-tac-toe'
        """
        return {"en": self.en, "zh-Hans": self.zh_hans, "zh-Hant": self.zh_hant}[language]


def game(spec: str | Rules) -> Rules:
    """The rules of a game: by name, by numbers, with options after a colon, or as they are.

    Names are compared without regard to case, hyphens and spaces; a Chinese title will do, too.
    Raises NotationError for a text that is no game (with the names nearest to it), RulesError
    for numbers that make no game.

    >>> game("tictactoe") == game("3,3,3") == game("Tic-Tac-Toe") == game("井字棋")
    True
    >>> str(game("gomoku:misere,begins=O"))
    '15,15,5:misere,begins=O'
    >>> game("tiktaktoe")
    Traceback (most recent call last):
    kinrow.rules.errors.NotationError: unknown game 'tiktaktoe': did you mean tictactoe? \
Expected a name (tictactoe, gomoku, ...) or numbers m,n,k or m,n,k,p,q
    """
    if isinstance(spec, Rules):
        return spec
    base, colon, options = spec.strip().partition(":")
    fields = parse_numbers(base)
    if fields is None:
        known = _BY_KEY.get(_key(base))
        if known is None:
            raise NotationError(_unknown(base))
        fields = asdict(known.rules)
    return Rules(**(fields | parse_options(options) if colon else fields))


def name_of(rules: Rules) -> str | None:
    """The name of the game with these rules; None where it has none.

    >>> name_of(game("19,19,6,2,1")), name_of(game("4,5,3"))
    ('connect6', None)
    """
    return _NAMES.get(rules)


def _key(name: str) -> str:
    return name.casefold().replace("-", "").replace("_", "").replace(" ", "")


def _unknown(name: str) -> str:
    keys = get_close_matches(_key(name), list(_BY_KEY), n=3)
    near = list(dict.fromkeys(_BY_KEY[key].name for key in keys))
    expected = Sentence("a name (tictactoe, gomoku, ...) or numbers m,n,k or m,n,k,p,q")
    if not near:
        form = "unknown game {name}: expected {expected}"
        return Sentence(form, name=shown(name), expected=expected)
    form = "unknown game {name}: did you mean {near}? Expected {expected}"
    return Sentence(form, name=shown(name), near=" or ".join(near), expected=expected)


def _line(rows: int, cols: int, k: int, *, stones: int = 1, first: int = 1,
          exact: bool = False, misere: bool = False) -> Rules:  # fmt: skip
    return Rules(
        rows=rows, cols=cols, k=k, stones=stones, first=first, exact=exact, misere=misere
    )  # fmt: skip


_JING4 = Rules(
    rows=5,
    cols=5,
    k=5,
    stones=2,
    begins=Sign.O,
    objective="majority",
    turns=11,
    fill=Sign.X,
    threshold=4,
)

_TABLE = (
    Game(
        "tictactoe",
        _line(3, 3, 3),
        Words("Tic-tac-toe", "Three in a row on 3 by 3."),
        Words("井字棋", "在 3×3 的棋盘上先连成三子者胜。"),
        Words("井字棋", "在 3×3 的棋盤上先連成三子者勝。"),
    ),
    Game(
        "tictactoe-misere",
        _line(3, 3, 3, misere=True),
        Words("Misère tic-tac-toe", "Three in a row on 3 by 3 loses."),
        Words("反井字棋", "在 3×3 的棋盘上先连成三子者负。"),
        Words("反井字棋", "在 3×3 的棋盤上先連成三子者負。"),
    ),
    Game(
        "jing4",
        _JING4,
        Words(
            "Jing-jing-jing-jing",
            "Two marks a turn on 5 by 5, eleven turns; X fills the rest; "
            "each of the 12 full lines counts for the sign on four of its cells.",
        ),
        Words(
            "井井井井字棋",
            "5×5 棋盘，每回合画两个记号，十一回合后余格补 X；"
            "十二条线上占四格以上者得一分，多者胜。",
        ),
        Words(
            "井井井井字棋",
            "5×5 棋盤，每回合畫兩個記號，十一回合後餘格補 X；"
            "十二條線上占四格以上者得一分，多者勝。",
        ),
    ),
    Game(
        "four-in-a-row-4x9",
        _line(4, 9, 4),
        Words("Four in a row, 4 by 9", "Four in a row on the narrow board of 4 rows, 9 columns."),
        Words("四子连线 4×9", "在 4 行 9 列的窄棋盘上先连成四子者胜。"),
        Words("四子連線 4×9", "在 4 列 9 行的窄棋盤上先連成四子者勝。"),
    ),
    Game(
        "five-in-a-row-7x7",
        _line(7, 7, 5),
        Words("Five in a row, 7 by 7", "Five in a row on 7 by 7, proved a draw in 2020."),
        Words("五子连线 7×7", "在 7×7 的棋盘上先连成五子者胜；2020 年证明为和局。"),
        Words("五子連線 7×7", "在 7×7 的棋盤上先連成五子者勝；2020 年證明為和局。"),
    ),
    Game(
        "five-in-a-row-8x8",
        _line(8, 8, 5),
        Words("Five in a row, 8 by 8", "Five in a row on 8 by 8, proved a draw in 2020."),
        Words("五子连线 8×8", "在 8×8 的棋盘上先连成五子者胜；2020 年证明为和局。"),
        Words("五子連線 8×8", "在 8×8 的棋盤上先連成五子者勝；2020 年證明為和局。"),
    ),
    Game(
        "gomoku",
        _line(15, 15, 5),
        Words("Gomoku", "Five or more in a row on 15 by 15."),
        Words("五子棋", "在 15×15 的棋盘上先连成五子或更多者胜。"),
        Words("五子棋", "在 15×15 的棋盤上先連成五子或更多者勝。"),
    ),
    Game(
        "gomoku-standard",
        _line(15, 15, 5, exact=True),
        Words("Standard gomoku", "Exactly five in a row on 15 by 15; six do not count."),
        Words("标准五子棋", "在 15×15 的棋盘上先恰好连成五子者胜，长连不算。"),
        Words("標準五子棋", "在 15×15 的棋盤上先恰好連成五子者勝，長連不算。"),
    ),
    Game(
        "gomoku-20",
        _line(20, 20, 5),
        Words("Gomoku, 20 by 20", "Five or more in a row on 20 by 20, as in Gomocup's freestyle."),
        Words("五子棋 20×20", "在 20×20 的棋盘上先连成五子或更多者胜（Gomocup 自由规则）。"),
        Words("五子棋 20×20", "在 20×20 的棋盤上先連成五子或更多者勝（Gomocup 自由規則）。"),
    ),
    Game(
        "connect6",
        _line(19, 19, 6, stones=2, first=1),
        Words("Connect6", "Six in a row on 19 by 19: one stone first, then two stones a turn."),
        Words("六子棋", "在 19×19 的棋盘上先连成六子者胜；首回合下一子，此后每回合下两子。"),
        Words("六子棋", "在 19×19 的棋盤上先連成六子者勝；首回合下一子，此後每回合下兩子。"),
    ),
)

NAMED: dict[str, Game] = {row.name: row for row in _TABLE}
"""The named games by name, the small ones first."""

_NAMES = {row.rules: row.name for row in _TABLE}
_BY_KEY = {_key(row.zh_hans.title): row for row in _TABLE}
_BY_KEY |= {_key(row.zh_hant.title): row for row in _TABLE}
_BY_KEY |= {_key(row.name): row for row in _TABLE}
