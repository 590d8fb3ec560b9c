"""Before a game at the terminal: who the opponent is, and who begins."""

from __future__ import annotations

from collections.abc import Callable

from kinrow.cli.language import text
from kinrow.cli.screen import say
from kinrow.rules import Position, Rules, Sign

_NUMBERS = ["1", "2", "3", "4", "5"]


def opponents(rules: Rules) -> dict[str, str]:
    """The players to choose from, by number, as the catalogue's `play.opponents` describes them.

    >>> opponents(Rules(3, 3, 3))["3"]
    'alphabeta:2'
    """
    # Alpha-beta plays line games only.
    engines = (
        ("mcts:2s", "mcts:100") if rules.objective != "line" else ("alphabeta:2s", "alphabeta:2")
    )
    return dict(zip(_NUMBERS, ("perfect", *engines, "random", "human"), strict=True))


def chosen(start: Position, ask: Callable[[str], str]) -> dict[Sign, str]:
    """Who plays X and O; `ask` shows a question and returns the answer, "" for the first choice.

    >>> from kinrow.rules import game
    >>> answers = iter(["4", "2"])
    >>> chosen(game("tictactoe").start(), lambda _: next(answers))
    {Sign.X: 'random', Sign.O: 'human'}
    """
    opponent = opponents(start.rules)[_one_of(_NUMBERS, text("play.opponents"), ask)]
    begins = opponent == "human" or _one_of(["1", "2"], text("play.first"), ask) == "1"
    you = start.to_move if begins else start.to_move.other
    return {sign: "human" if sign is you else opponent for sign in Sign}


def _one_of(choices: list[str], question: str, ask: Callable[[str], str]) -> str:
    while True:
        answer = ask(question).strip() or choices[0]
        if answer in choices:
            return answer
        say(text("play.choice", choice=repr(answer[:20])))
