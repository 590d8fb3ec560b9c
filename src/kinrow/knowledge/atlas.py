"""The whole atlas: the shipped rows, the user's own, theory, and the literature."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from kinrow.knowledge.larger_boards import LARGER_BOARDS, certified_class
from kinrow.knowledge.literature import (
    KINROW,
    Attribution,
    named_games,
    published,
    recoloured,
    with_x_first,
)
from kinrow.knowledge.row import AtlasError, AtlasRow
from kinrow.knowledge.store import AtlasStore
from kinrow.knowledge.theory import theory_of
from kinrow.rules import GameLike, Rules, Sign, game
from kinrow.rules.calls import made_as
from kinrow.rules.sentence import Sentence
from kinrow.rules.transposed import transposed
from kinrow.runtime.files import path_of
from kinrow.runtime.folders import data_folder

SHIPPED = Path(__file__).with_name("atlas.sqlite")
"""The file that comes with the package."""


def home() -> Path:
    """The default file of the user's own rows, in the user's data folder."""
    return data_folder() / "atlas.sqlite"


@made_as("Atlas('mine.sqlite')")
class Atlas:
    """What is settled: the rows that come with kinrow, and those of the user's own `file`.

    Of one game the stronger row is shown; the shipped file is never written to. Raises OptionError
    for what is not a path; methods raise AtlasError for a file that is not an atlas.

    >>> from kinrow.rules import game
    >>> atlas = Atlas(Path("nowhere.sqlite"))
    >>> atlas.find(game("6,5,4")).words.partition(",")[0]
    '6'
    """

    def __init__(self, file: str | Path | None = None) -> None:
        self.own = AtlasStore(home() if file is None else path_of(file, "mine.sqlite"))
        same = self.own.path.absolute() == SHIPPED
        self.stores = (self.own,) if same else (AtlasStore(SHIPPED, shipped=True), self.own)

    def __repr__(self) -> str:
        return f"<atlas: {self.own.path}>"

    def rows(self) -> list[AtlasRow]:
        """Every row, small games first; also the games that only others have settled."""
        found = self._stored()
        for rules in named_games():
            if rules not in found and transposed(rules) not in found:
                row = published_row(rules)
                assert row is not None
                found[rules] = row
        return sorted(found.values(), key=order)

    def find(self, rules: GameLike) -> AtlasRow | None:
        """What is known of one game; also from its other forms, by theory, and from certificates
        for larger boards.

        >>> Atlas(Path("nowhere.sqlite")).find("20,20,9").theory
        ('monotonicity',)
        """
        rules = game(rules)
        return self.settled(rules) or theory_row(rules) or class_row(rules) or published_row(rules)

    def settled(self, rules: GameLike) -> AtlasRow | None:
        """What the files have of a game in any of its forms; of several rows the strongest.

        >>> Atlas(Path("nowhere.sqlite")).settled("4,9,4:begins=O").words.partition(",")[0]
        '9'
        """
        return max(self._forms(game(rules)), key=lambda row: row.rank, default=None)

    def _forms(self, rules: Rules) -> Iterator[AtlasRow]:
        """The rows of a game itself, with rows and columns exchanged, and with O or X to begin."""
        both = (rules, transposed(rules))
        others = map(recoloured, both)
        rows = (self.row(spec) for spec in dict.fromkeys((*both, *others)))
        return (row for row in rows if row is not None)

    def row(self, rules: GameLike) -> AtlasRow | None:
        """What the files have of exactly this game.

        >>> Atlas(Path("nowhere.sqlite")).row("9,4,4").how
        'proved'
        """
        asked = game(rules)
        found = [row for store in self.stores if (row := store.row(asked)) is not None]
        return max(reversed(found), key=lambda row: row.rank, default=None)

    def record(self, row: AtlasRow) -> AtlasRow:
        """Writes a row to the user's file; what the atlas then has of the game.

        A row that is weaker than what is there changes nothing, and one of the game with X and O
        exchanged joins the row that is there, unless a certificate names its colours. Raises
        AtlasError, naming both values, if something contradicts the row: a row of either file, also
        of the game's other forms, theory or the literature.
        """
        for other in self._said_of(row.rules):
            if other.value != row.value:
                raise AtlasError(Sentence("atlas.values", one=other.words, other=row.words))
        before = self._in_either_colours(row.rules)
        if before is not None:
            row = _with_move(row, before)
            row = row if row.how == "proved" else replace(row, rules=before.rules)
            if before.rank > row.rank:
                row = replace(before, move=row.move, move_how=row.move_how)
                if row == before:
                    return before
        if before is not None and row.nodes is None:
            cost = {"nodes": before.nodes, "seconds": before.seconds, "threads": before.threads}
            row = replace(row, **cost)  # type: ignore[arg-type] # each as its own field has it
        self.own.put(row)
        return row

    def _in_either_colours(self, rules: Rules) -> AtlasRow | None:
        """The stronger row of a game and of the same game with X and O exchanged."""
        found = [row for spec in (rules, recoloured(rules)) if (row := self.row(spec)) is not None]
        return max(found, key=lambda row: row.rank, default=None)

    def _said_of(self, rules: Rules) -> Iterator[AtlasRow]:
        yield from self._forms(rules)
        for derived in (theory_row(rules), class_row(rules), published_row(rules)):
            if derived is not None:
                yield derived

    def _stored(self) -> dict[Rules, AtlasRow]:
        """The strongest row of each game, by the rules under which X begins."""
        found: dict[Rules, AtlasRow] = {}
        for store in self.stores:
            rows = store.rows().values()
            for row in sorted(rows, key=lambda row: row.rules.begins is Sign.X):
                rules = with_x_first(row.rules)
                if rules not in found or row.rank >= found[rules].rank:
                    found[rules] = row
        return found


def _with_move(row: AtlasRow, before: AtlasRow) -> AtlasRow:
    """The row with the first move of the one before, if its own is not known as well."""
    weak = row.move_how is None or (row.move_how, before.move_how) == ("computed", "proved")
    return replace(row, move=before.move, move_how=before.move_how) if weak else row


def stamped(row: AtlasRow) -> AtlasRow:
    """The row with what is known besides the search: theory, who was first, version and time."""
    theory = theory_of(row.rules)
    return replace(
        row,
        theory=() if theory is None else theory.rules,
        first=first_of(row.rules),
        version=_version(),
        added=datetime.now(UTC).isoformat(timespec="seconds"),
    )


@cache
def _version() -> str:
    from importlib.metadata import version  # a tenth of the time of a short answer

    return version("kinrow")


def first_of(rules: Rules) -> Attribution:
    """Who settled a game first: as published, kinrow if it was open, empty if unknown.

    >>> from kinrow.rules import game
    >>> first_of(game("12,4,4")).name, first_of(game("6,6,5")).name
    ('kinrow', '')
    """
    found = published(rules)
    if found is None:
        return Attribution()
    return KINROW if found.value is None else found.source


def theory_row(rules: Rules) -> AtlasRow | None:
    """The row that theory alone gives; None if it settles nothing."""
    found = theory_of(rules)
    return (
        None if found is None else stamped(AtlasRow(rules=rules, value=found.value, how="theory"))
    )


def class_row(rules: Rules) -> AtlasRow | None:
    """The row that a certificate for a class of boards gives; None if none has this game.

    >>> from kinrow.rules import game
    >>> row = class_row(game("14,20,4"))
    >>> str(row.value), row.how, row.theory, str(row.move)
    ('win', 'proved', ('larger boards',), 'j8')
    """
    found = certified_class(rules)
    if found is None:
        return None
    move = found.first_move(rules)
    return AtlasRow(
        rules=rules,
        value=found.outcome,
        how="proved",
        theory=(LARGER_BOARDS,),
        first=first_of(rules),
        move=move,
        move_how=None if move is None else "proved",
        size=found.size,
        sha256=found.sha256,
    )


def published_row(rules: Rules) -> AtlasRow | None:
    """The row that the literature alone gives; None if it settles nothing."""
    found = published(rules)
    if found is None or found.value is None:
        return None
    return AtlasRow(rules=rules, value=found.value, how="published", first=found.source)


def order(row: AtlasRow) -> tuple[object, ...]:
    """What rows are sorted by: plain games first, then by k and by the board."""
    rules = row.rules
    variant = (rules.objective, rules.misere, rules.exact, rules.caro, rules.renju)
    size = (rules.stones, rules.first_turn, rules.k, rules.size, rules.rows)
    return (*variant, *size, str(rules))
