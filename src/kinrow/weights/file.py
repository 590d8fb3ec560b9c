"""A file of weights: JSON with its form, the lines it is for, its card, and the numbers."""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kinrow import _core
from kinrow.rules import GameLike, KinrowError, Rules, game
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import reason_of, whole_file
from kinrow.runtime.plain_json import from_json
from kinrow.weights.card import Card

FORM = "kinrow weights 1"
_LARGEST = 32_767


VARIANTS = ("renju", "caro")
"""Rules under which the same lines are worth something else."""


def variant_of(rules: Rules) -> str:
    """The variant that a game is, or "".

    >>> from kinrow.rules import game
    >>> variant_of(game("renju")), variant_of(game("gomoku"))
    ('renju', '')
    """
    return next((name for name in VARIANTS if getattr(rules, name)), "")


def name_of_line(k: int, *, exact: bool, variant: str = "") -> str:
    """What weights for these lines are called.

    >>> name_of_line(5, exact=True), name_of_line(5, exact=True, variant="caro")
    ('line-5-exact', 'line-5-caro')
    """
    kind = variant or ("exact" if exact else "")
    return f"line-{k}-{kind}".rstrip("-")


class WeightsError(KinrowError):
    """A file that holds no weights, or not for this game; the text names it and what is wrong."""


@dataclass(frozen=True, slots=True)
class PatternWeights:
    """The numbers for all games of single stones with lines of `k`, `exact` or longer, too.

    With a `variant`, "renju" or "caro", they are for that alone; others serve it if it has none.

    `numbers` are in the order of the core's PatternWeights: six for each class of four patterns,
    then 49 for the highest threat levels of both sides. Patterns do not depend on the board, so
    one file serves boards of every size.
    """

    k: int
    exact: bool
    numbers: tuple[int, ...]
    card: Card
    variant: str = ""

    @property
    def name(self) -> str:
        """What such weights are called.

        >>> from kinrow.rules import game
        >>> from kinrow.weights import weights_for
        >>> weights_for(game("9,9,5:exact")).name
        'line-5-exact'
        """
        return name_of_line(self.k, exact=self.exact, variant=self.variant)

    @property
    def packed(self) -> bytes:
        """As the core takes them."""
        return array("h", self.numbers).tobytes()

    def fit(self, rules: Rules) -> bool:
        """Whether they are for this game.

        >>> from kinrow.rules import game
        >>> from kinrow.weights import weights_for
        >>> weights = weights_for(game("15,15,5"))
        >>> weights.fit(game("9,9,5")), weights.fit(game("9,9,5:exact"))
        (True, False)
        """
        single = rules.stones == rules.first_turn == 1 and not rules.misere
        line = rules.objective == "line" and (rules.k, rules.exact) == (self.k, self.exact)
        return single and line and self.variant in ("", variant_of(rules))

    def write(self, path: Path) -> None:
        """Writes the file, whole or not at all."""
        data = {
            "form": FORM,
            "line": {"k": self.k, "exact": self.exact}
            | ({"variant": self.variant} if self.variant else {}),
            "card": self.card.to_json(),
            "numbers": list(self.numbers),
        }
        with whole_file(path) as temporary:
            temporary.write_text(json.dumps(data) + "\n", encoding="utf-8")


def read_weights(path: str | os.PathLike[str], rules: GameLike | None = None) -> PatternWeights:
    """Reads a file of weights; raises WeightsError if it is not one, or not for `rules`."""
    try:
        data = from_json(Path(path).read_bytes())
        found = _weights(data)
    except OSError as error:
        raise WeightsError(Sentence("weights.file", path=path, reason=reason_of(error))) from None
    except (ValueError, KeyError, TypeError):
        raise WeightsError(Sentence("weights.form", path=path, form=FORM)) from None
    if len(found.numbers) != _core.WEIGHTS:
        given = len(found.numbers)
        raise WeightsError(Sentence("weights.count", path=path, found=given, wanted=_core.WEIGHTS))
    if rules is not None and not found.fit(rules := game(rules)):
        kinds = ",".join(["exact"] * found.exact + [found.variant] * bool(found.variant))
        line = f"{found.k}:{kinds}".rstrip(":")
        raise WeightsError(Sentence("weights.game", path=path, line=line, game=str(rules)))
    return found


def _weights(data: Mapping[str, Any]) -> PatternWeights:
    """Raises ValueError, KeyError or TypeError for data of another form."""
    line, numbers, card = data["line"], data["numbers"], Card.from_json(data["card"])
    variant = line.get("variant", "")
    known = data["form"] == FORM and variant in ("", *VARIANTS)
    plain = type(line["k"]) is int and type(line["exact"]) is bool
    if not (known and plain) or not all(type(n) is int and abs(n) <= _LARGEST for n in numbers):
        raise ValueError
    return PatternWeights(line["k"], line["exact"], tuple(numbers), card, variant)
