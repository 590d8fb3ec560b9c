"""How a game ended: who won, and how."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from numbers import Real

from kinrow.rules import OptionError, Position, Sign
from kinrow.rules.calls import made_as
from kinrow.rules.cell import shown
from kinrow.rules.options import one_of
from kinrow.rules.sentence import Sentence

_MOST, _DIGITS = 1_000_000, 6  # of a score: what every format can keep


class Ending(StrEnum):
    """How a game ended; `VOID` is a game that was broken off without a result.

    >>> Ending("time").value
    'time'
    """

    BOARD = "board"
    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    VOID = "void"


@made_as("Result(Sign.X)")
@dataclass(frozen=True, slots=True)
class Result:
    """The winner (None: a draw, or a void game), how the game ended, and a score if one is given.

    `score` is a number that the file gives next to the winner, such as the 1 of `B+1` in SGF.
    A string stands for a winner or an ending: "X", "time". Raises OptionError for a string that
    does not, a draw by resignation, time or forfeit, and a void game with a winner.

    >>> Result("X", "time") == Result(Sign.X, Ending.TIME)
    True
    >>> print(Result(Sign.X), Result(None), Result(Sign.O, Ending.TIME), sep="; ")
    X wins; draw; O wins (time)
    """

    winner: Sign | None
    ending: Ending = Ending.BOARD
    score: float | None = None

    def __post_init__(self) -> None:
        if self.winner is not None:
            object.__setattr__(self, "winner", Sign(one_of("winner", self.winner, Sign)))
        object.__setattr__(self, "ending", Ending(one_of("ending", self.ending, Ending)))
        by_fault = self.ending not in (Ending.BOARD, Ending.VOID)
        if self.winner is None and (by_fault or self.score is not None):
            raise OptionError(Sentence("result.winner", ending=self.ending))
        if self.winner is not None and self.ending is Ending.VOID:
            raise OptionError(Sentence("result.void", winner=self.winner))
        if self.score is not None:
            if self.ending is not Ending.BOARD or not _can_be_kept(self.score):
                raise OptionError(
                    Sentence(
                        "result.score", score=shown(self.score), ending=self.ending, most=_MOST
                    )
                )
            object.__setattr__(self, "score", abs(round(float(self.score), _DIGITS)))

    def __str__(self) -> str:
        if self.winner is None:
            return "void" if self.ending is Ending.VOID else "draw"
        return f"{self.winner} wins" + ("" if self.ending is Ending.BOARD else f" ({self.ending})")


def _can_be_kept(score: object) -> bool:
    return isinstance(score, Real) and 0 <= round(float(score), _DIGITS) < _MOST


def result_of(position: Position) -> Result | None:
    """The result on the board; None while the game goes on.

    >>> from kinrow.rules import game
    >>> result_of(game("1,3,2").replay("a1 c1 b1"))
    Result(winner=Sign.X, ending=<Ending.BOARD: 'board'>, score=None)
    """
    return Result(position.winner) if position.finished else None
