"""A row of the atlas: one game, what it is worth, and how that is known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from kinrow.knowledge.literature import Attribution
from kinrow.rules import Cell, KinrowError, Outcome, Rules
from kinrow.rules.sentence import Sentence
from kinrow.solver.evidence import How as KnownHow

How = Literal["published", "theory", "computed", "proved"]
"""One of the ways in which a value may be known, listed in `HOWS`."""

HOWS: tuple[How, ...] = ("published", "theory", "computed", "proved")
"""How a value is known, from what others say to what anybody can check."""


class AtlasError(KinrowError):
    """The atlas cannot do what was requested; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AtlasRow:
    """A settled game; the value is that for the player who begins, under best play.

    - `how`: "published" (by others only), "theory", "computed", or "proved" with a certificate
      that a checker has accepted.
    - `theory`: the names of the rules that settle it without a search, whatever `how` says.
    - `first`: who settled it first, as far as is known; "kinrow" for what was open before.
    - `nodes`, `seconds`, `threads`: what the search cost; None without a search.
    - `move`: a first move that keeps the value, if one is known; `move_how`: "proved" if the
      certificate begins with it, "computed" if a search found it.
    - `size` in bytes and `sha256` of the certificate; `version` of kinrow, `added` an ISO time.
    """

    rules: Rules
    value: Outcome
    how: How
    theory: tuple[str, ...] = ()
    first: Attribution = field(default_factory=Attribution)
    move: Cell | None = None
    move_how: KnownHow | None = None
    nodes: int | None = None
    seconds: float | None = None
    threads: int | None = None
    size: int | None = None
    sha256: str | None = None
    version: str | None = None
    added: str | None = None

    @property
    def rank(self) -> int:
        """Larger if the value is known in a better way.

        >>> from kinrow.rules import game
        >>> AtlasRow(rules=game("4,4,4"), value=Outcome.DRAW, how="computed").rank
        2
        """
        return HOWS.index(self.how)

    @property
    def source_how(self) -> KnownHow:
        """How kinrow knows the value: what is only published by others it does not know.

        >>> from kinrow.rules import game
        >>> AtlasRow(rules=game("4,4,4"), value=Outcome.DRAW, how="proved", sha256="").source_how
        'proved'
        """
        if self.how == "published":
            raise AtlasError(Sentence("atlas.published", game=self.rules))
        return self.how

    @property
    def words(self) -> str:
        """The game, its value and where that comes from, as a message names a row.

        >>> from kinrow.rules import game
        >>> AtlasRow(rules=game("4,4,4"), value=Outcome.DRAW, how="computed", version="0.1").words
        '4,4,4 is a draw, computed by kinrow 0.1'
        """
        value = {1: "a win", 0: "a draw", -1: "a loss"}[int(self.value)]
        return f"{self.rules} is {value}, {self.how} by {self._by}"

    @property
    def _by(self) -> str:
        if self.how == "published":
            return str(self.first) or "the literature"
        words = f"kinrow {self.version or ''}".rstrip()
        return f"{words} ({', '.join(self.theory)})" if self.how == "theory" else words

    def to_json(self) -> dict[str, Any]:
        """A dictionary for programs.

        >>> from kinrow.rules import game
        >>> AtlasRow(rules=game("4,4,4"), value=Outcome.DRAW, how="computed").to_json()["value"]
        'draw'
        """
        return {
            "game": str(self.rules),
            "rules": self.rules.to_json(),
            "value": str(self.value),
            "how": self.how,
            "theory": list(self.theory),
            "first": {
                "name": self.first.name or None,
                "year": self.first.year or None,
                "source": self.first.title or None,
            },
            "move": None if self.move is None else str(self.move),
            "move_how": self.move_how,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "threads": self.threads,
            "certificate_bytes": self.size,
            "certificate_sha256": self.sha256,
            "version": self.version,
            "added": self.added,
        }


def variant(rules: Rules) -> str:
    """What the rules say beyond m, n and k, as a spec has it; nothing for plain games.

    >>> from kinrow.rules import game
    >>> variant(game("4,4,4")), variant(game("4,4,4,2,1")), variant(game("4,4,4,2,1:misere"))
    ('', '2,1', '2,1:misere')
    """
    numbers, _, options = str(rules).partition(":")
    return ":".join(filter(None, [",".join(numbers.split(",")[3:]), options]))
