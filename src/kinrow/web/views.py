"""A position as the pages see it: everything that they draw, so no rule is written twice."""

from __future__ import annotations

from typing import Any

from kinrow.drawing.look import look_of
from kinrow.rules import IllegalMove, Position, Rules, Sign, format_position, game
from kinrow.rules.names import name_of
from kinrow.rules.sentence import Sentence
from kinrow.rules.threats import threats
from kinrow.web.answers import LookAnswer, PositionAnswer, RulesAnswer, ThreatAnswer
from kinrow.web.shapes import PositionRequest


def positions_of(asked: PositionRequest) -> list[Position]:
    """The position of a request's game and setup, then those after each of its moves.

    Raises KinrowError for anything that is not a game, a position of it, or a move in it.

    >>> asked = PositionRequest(game="1,3,2", moves=("b1",))
    >>> [position.fen() for position in positions_of(asked)]
    ['1,3,2 ...', '1,3,2 .X.']
    """
    rules = game(asked.game)
    found = [rules.start() if asked.setup is None else rules.parse(asked.setup)]
    for number, move in enumerate(asked.moves, 1):
        try:
            found.append(found[-1].play(move))
        except IllegalMove as error:
            fault = Sentence("move.numbered", number=number, fault=error.sentence)
            raise IllegalMove(fault) from None
    return found


def position_of(asked: PositionRequest) -> Position:
    """The last of the positions of a request.

    >>> position_of(PositionRequest(game="tictactoe", moves=("b2",)))
    kinrow.position('3,3,3 .../.X./...')
    """
    return positions_of(asked)[-1]


def rules_fields(rules: Rules) -> dict[str, Any]:
    """The fields of a `RulesAnswer`."""
    return {
        "spec": str(rules),
        "name": name_of(rules),
        "title": rules.title,
        **rules.to_json(),
        "look": _look(rules),
    }


def _look(rules: Rules) -> LookAnswer:
    look = look_of(rules)
    return LookAnswer(
        theme=look.theme,
        black=look.black,
        stars=[str(star) for star in look.stars],
        stone=look.stone,
        star=look.star,
        mark=look.mark,
    )


def position_view(asked: PositionRequest) -> PositionAnswer:
    """The position that a request asks about, who made which move, and how it ended.

    >>> view = position_view(PositionRequest(game="tictactoe", moves=("b2",)))
    >>> view.to_move, view.movers
    (Sign.O, 'X')
    """
    *before, position = positions = positions_of(asked)
    start = positions[0]
    return PositionAnswer(
        rules=RulesAnswer(**rules_fields(position.rules)),
        cells=position.cells,
        filled=position.filled,
        notation=format_position(position),
        start=None if start == position.rules.start() else format_position(start),
        movers="".join(str(earlier.to_move) for earlier in before),
        to_move=position.to_move,
        left=position.left,
        plies=position.plies,
        finished=position.finished,
        winner=position.winner,
        score=position.score,
        margin=position.margin,
        lines={sign: _lines(position, sign) for sign in (Sign.X, Sign.O)},
        threats=[
            ThreatAnswer(
                kind=threat.kind,
                sign=threat.sign,
                stones=list(map(str, threat.stones)),
                gaps=list(map(str, threat.gaps)),
            )
            for threat in threats(position)
        ],
        forbidden=list(map(str, position.forbidden)),
    )


def _lines(position: Position, sign: Sign) -> list[list[str]]:
    if not position.finished and position.rules.objective != "majority":
        return []
    return [[str(cell) for cell in line] for line in position.lines_for(sign)]
