"""Rules as one short text: m,n,k or m,n,k,p,q and, after a colon, what else they say."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from kinrow.rules.cell import shown
from kinrow.rules.errors import NotationError
from kinrow.rules.sentence import Sentence, some

if TYPE_CHECKING:
    from kinrow.rules.rules import Rules

_FLAGS: dict[str, dict[str, Any]] = {
    "exact": {"exact": True},
    "misere": {"misere": True},
    "renju": {"renju": True},
    "caro": {"caro": True},
    "majority": {"objective": "majority"},
}
_NUMBERS = ("threshold", "turns")
_SIGNS = ("fill", "begins")
_WHOLE = re.compile(r"[0-9]{1,6}")  # longer ones are out of every range, and slow to read


def format_spec(rules: Rules) -> str:
    """The spec that `game()` reads back into equal rules.

    >>> from kinrow.rules import game
    >>> format_spec(game("tictactoe")), format_spec(game("connect6"))
    ('3,3,3', '19,19,6,2,1')
    >>> format_spec(game("jing4"))
    '5,5,5,2,2:majority,threshold=4,turns=11,fill=X,begins=O'
    """
    numbers = [rules.rows, rules.cols, rules.k]
    if (rules.stones, rules.first_turn) != (1, 1):
        numbers += [rules.stones, rules.first_turn]
    options = [name for name in ("exact", "misere", "renju", "caro") if getattr(rules, name)]
    if rules.caro:
        options.remove("exact")  # caro says it
    if rules.objective == "majority":
        options += ["majority", f"threshold={rules.threshold}", f"turns={rules.turns}"]
        options += [f"fill={rules.fill}"]
    if rules.begins != "X":
        options += [f"begins={rules.begins}"]
    return ":".join(filter(None, [",".join(map(str, numbers)), ",".join(options)]))


def parse_numbers(text: str) -> dict[str, Any] | None:
    """The fields that "m,n,k" or "m,n,k,p,q" sets; None if the text is not a list of numbers.

    Raises NotationError for a list of another length, and for a number of more than six digits.

    >>> parse_numbers("(4,4,3)"), parse_numbers("gomoku")
    ({'rows': 4, 'cols': 4, 'k': 3}, None)
    """
    bare = text.strip()
    if bare.startswith("(") and bare.endswith(")"):
        bare = bare[1:-1]
    parts = [part.strip() for part in bare.split(",")]
    if not all(re.fullmatch("[0-9]+", part) for part in parts):
        return None
    if not all(_WHOLE.fullmatch(part) for part in parts):
        raise NotationError(Sentence("game.large", text=shown(text)))
    if len(parts) not in (3, 5):
        numbers = some(len(parts), "number")
        raise NotationError(Sentence("game.numbers", text=shown(text), numbers=numbers))
    return dict(zip(("rows", "cols", "k", "stones", "first"), map(int, parts), strict=False))


def parse_options(text: str) -> dict[str, Any]:
    """The fields that options such as "misere,begins=O" set.

    Raises NotationError naming the option at fault and what was expected.

    >>> parse_options("misere,begins=O")
    {'misere': True, 'begins': 'O'}
    """
    found: dict[str, Any] = {}
    for number, part in enumerate(text.split(","), start=1):
        option = _option(part.strip(), number)
        if found.keys() & option.keys():
            name = part.partition("=")[0].strip()
            raise NotationError(Sentence("option.twice", number=number, name=name))
        found |= option
    return found


def _option(text: str, number: int) -> dict[str, Any]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if name in _FLAGS and not equals:
        return _FLAGS[name]
    if name in _NUMBERS and equals:
        if _WHOLE.fullmatch(value):
            return {name: int(value)}
        raise NotationError(Sentence("option.whole", number=number, name=name, value=shown(value)))
    if name in _SIGNS and equals:
        if value in ("X", "O"):
            return {name: value}
        raise NotationError(Sentence("option.sign", number=number, name=name, value=shown(value)))
    forms = [*_FLAGS, *(f"{name}=N" for name in _NUMBERS), *(f"{name}=X|O" for name in _SIGNS)]
    near = get_close_matches(text, forms, n=1)
    hint = Sentence("option.near", near=near[0]) if near else ""
    values = {"number": number, "text": shown(text), "forms": ", ".join(forms), "hint": hint}
    raise NotationError(Sentence("option.unknown", **values))
