"""Before a game at the terminal: a swap opening; people type their choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import typer

from kinrow.analysis import Analyst
from kinrow.arena.control import TimeControl
from kinrow.cli.language import said, text
from kinrow.cli.open_game import OpenGame
from kinrow.cli.screen import paint, say
from kinrow.cli.session import is_quit
from kinrow.cli.words import board
from kinrow.players import player
from kinrow.players.swap import ADDED, Choice, OpeningRule, choose, placed, settle, stones_of
from kinrow.rules import IllegalMove, KinrowError, Position, Rules, Sign
from kinrow.rules.notation import steps
from kinrow.rules.sentence import Sentence

_HUMAN = "human"


def settled(
    rule: OpeningRule,
    rules: Rules,
    specs: Mapping[Sign, str],
    lines: Iterator[str],
    control: TimeControl,
    analyst: Analyst,
    seed: int | None = None,
) -> tuple[OpenGame, dict[Sign, str]]:
    """The game after its opening, and who plays which side from then on.

    Whoever was to begin opens. Raises typer.Exit if the lines end before, or somebody quits.
    """
    opener = rules.begins
    both = specs[opener], specs[opener.other]

    def ask(number: int, position: Position) -> Choice:
        if both[number] == _HUMAN:
            return _asked(rule, position, lines)
        with player(both[number], seed=seed, analyst=analyst) as machine:
            choice = choose(machine, rule, position, control.clock(0.0), seed or 0)
        say(_said(choice, both[number]))
        return choice

    found = settle(rule, rules, ask)
    players = {found.opener: both[0], found.opener.other: both[1]}
    stones = list(found.stones)
    return OpenGame(rules.start(), stones, opening=len(stones)), players


def _said(choice: Choice, name: str) -> str:
    parts = []
    if choice.stones:
        cells = " ".join(map(str, choice.stones))
        parts.append(text("play.settled.stones", player=name, cells=cells))
    if choice.side is not None:
        parts.append(text("play.settled.side", player=name, sign=choice.side))
    return "\n".join(parts)


def _asked(rule: OpeningRule, position: Position, lines: Iterator[str]) -> Choice:
    """What somebody types, until it can be done."""
    if position.plies:
        say(board(position))
        more = rule == "swap2" and position.plies == stones_of(rule)
        return _typed(
            "play.side.add" if more else "play.side",
            lines,
            lambda line: _side(line, position, more),
        )
    count = stones_of(rule)
    asked = "play.open.one" if count == 1 else "play.open"
    return _typed(asked, lines, lambda line: _stones(line, position, count), count=count)


def _typed(
    question: str, lines: Iterator[str], read: Callable[[str], Choice], **values: object
) -> Choice:
    say(text(question, **values))
    for line in lines:
        if is_quit(line):
            break
        try:
            return read(line)
        except KinrowError as error:
            say(paint(said(error), fg="red"))
    say(text("play.bye"))
    raise typer.Exit


def _side(line: str, position: Position, more: bool) -> Choice:
    word = line.strip().upper()
    if more and word not in ("X", "O"):
        return _stones(line, position, ADDED)
    if word not in ("X", "O"):
        raise IllegalMove(Sentence("swap.side"))
    return Choice(side=Sign(word))


def _stones(line: str, position: Position, count: int) -> Choice:
    choice = Choice(tuple(cell for cell, _ in steps(position, line)))
    placed(position, choice, count)
    return choice
