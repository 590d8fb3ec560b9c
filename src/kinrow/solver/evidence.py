"""Evidence: the basis of an answer that was known without a search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from kinrow.rules.calls import made_as

How = Literal["computed", "theory", "proved"]
"""How a value is known: by a search, by theory, or with a certificate that was checked."""

_BY_STRENGTH: tuple[How, ...] = ("computed", "theory", "proved")

_SHOWN = 12  # figures of a digest: enough to tell files apart

Kind = Literal["theory", "atlas", "strategy", "table"]
"""Where an answer is from."""


@made_as("Evidence(kind='table', how='computed', game='3,3,3')")
@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Where an answer comes from, how it is known there, and who found it first.

    - `kind`: a rule of theory, a row of the atlas, a strategy file or a table.
    - `how`: "proved" only if a checked certificate stands behind the whole answer.
    - `game`: the game of the row, the file or the table, as its spec.
    - `rules`: the rules of theory that settle it, or that helped.
    - `move`, `move_how`: the row's first move, and how it is known that this move keeps the value.
    - `sha256`: the certificate's digest; `first`: who settled the game first, as far as is known.

    >>> Evidence(kind="theory", how="theory", game="9,9,9", rules=("pairing",)).to_json()["rules"]
    ['pairing']
    """

    kind: Kind
    how: How
    game: str
    rules: tuple[str, ...] = ()
    move: str | None = None
    move_how: How | None = None
    sha256: str | None = None
    first: str = ""

    def __str__(self) -> str:
        place = " + ".join(self.rules) if self.kind == "theory" else f"{self.kind} {self.game}"
        return f"{place}, sha256 {self.sha256[:_SHOWN]}" if self.sha256 else place

    def joined(self, other: Evidence) -> Evidence:
        """This evidence, with other evidence that the answer needs as well.

        >>> row = Evidence(kind="atlas", how="proved", game="9,9,9", sha256="ab")
        >>> rule = Evidence(kind="theory", how="theory", game="9,9,9", rules=("pairing",))
        >>> both = row.joined(rule)
        >>> both.how, both.rules, both.sha256
        ('theory', ('pairing',), 'ab')
        """
        rules = (*self.rules, *(name for name in other.rules if name not in self.rules))
        return replace(self, how=weaker(self.how, other.how), rules=rules)

    def to_json(self) -> dict[str, Any]:
        """A dictionary for programs."""
        return {
            "kind": self.kind,
            "how": self.how,
            "game": self.game,
            "rules": list(self.rules),
            "move": self.move,
            "move_how": self.move_how,
            "sha256": self.sha256,
            "first": self.first or None,
        }


def stronger(one: How, other: How) -> How:
    """How something is known that each of two says by itself.

    >>> stronger("proved", "computed")
    'proved'
    """
    return max(one, other, key=_BY_STRENGTH.index)


def weaker(one: How, other: How) -> How:
    """How something is known that needs both.

    >>> weaker("proved", "computed")
    'computed'
    """
    return min(one, other, key=_BY_STRENGTH.index)
