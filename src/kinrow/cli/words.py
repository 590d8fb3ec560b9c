"""Positions, values and moves in words: worded in the same way by all commands."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from kinrow.cli.language import many, text
from kinrow.cli.live import live
from kinrow.cli.screen import folded, paint, say, width
from kinrow.rules import (
    Cell,
    Objective,
    Position,
    Rules,
    Sign,
    Value,
    format_board,
    format_moves,
    games,
)
from kinrow.terminal import coloured, columns
from kinrow.words import texts_of
from kinrow.words.reader import language

if TYPE_CHECKING:
    from kinrow.solver import ProgressCallback, Solution
    from kinrow.solver.evidence import Evidence


def title_of(rules: Rules) -> str:
    """The game's title in the reader's language; its numbers if it has no name."""
    return games.title_of(rules, language())


def headline(position: Position) -> str:
    """Game, who is to move (or how the game ended), and whether the board is still empty."""
    parts = [turn_words(position)]
    if not position.plies:
        parts.append(text("turn.empty"))
    return f"{paint(title_of(position.rules), bold=True)}  {text('comma').join(parts)}"


def turn_words(position: Position) -> str:
    """Who places the next stone, or how the game ended."""
    if position.finished:
        return over_words(position)
    sign = position.to_move
    key = "turn.first" if not position.plies else "turn.next"
    words = text(key, sign=sign)
    first, stones = position.rules.first_turn, position.rules.stones
    if max(position.left, first if position.plies < first else stones) == 1:
        return words
    count = "one" if position.left == 1 else "many"
    return words + text("comma") + text(f"turn.left.{count}", left=position.left)


def over_words(position: Position) -> str:
    """How a finished game ended."""
    if position.winner is None:
        return text("over.draw")
    return text("over.win", sign=position.winner)


def board(
    position: Position, last: Cell | None = None, values: Mapping[Cell, str] | None = None
) -> str:
    """The picture of a position, coloured where colour is wanted."""
    return format_board(position, colour=coloured(sys.stdout), last=last, values=values)


def value_words(value: Value, sign: Sign) -> str:
    """A value in words, for the player of that sign."""
    words = text(f"value.{_ENDS[value.signs]}", sign=sign)
    if value.objective == "outcome" or value.lower == value.upper == 0:
        return words
    key = f"value.{value.objective}" if value.complete else f"value.{value.objective}.bounds"
    return words + text("comma") + text(key, lower=value.lower, upper=value.upper)


_ENDS = {
    (1, 1): "win",
    (0, 0): "draw",
    (-1, -1): "loss",
    (0, 1): "draw-or-win",
    (-1, 0): "draw-or-loss",
    (-1, 1): "unknown",
}
_COLOURS = {"win": "green", "draw": "yellow", "loss": "red"}
_DIGITS = 12  # of a digest where it stands for the file, as in the player's own notes
_MOST_UNSETTLED = 40  # moves that are listed though their values are not known


def painted_value(value: Value, sign: Sign) -> str:
    """`value_words`, in the colour of a win, a draw or a loss if the value is one."""
    outcome = str(value.outcome) if value.outcome is not None else ""
    return paint(value_words(value, sign), fg=_COLOURS.get(outcome), bold=True)


def cost_words(found: Solution) -> list[str]:
    """What the answer cost, how it was obtained, and what ended it early."""
    words = []
    if found.nodes or found.source is None:
        nodes = many("nodes", found.nodes)
        words = [text("solve.cost", nodes=nodes, seconds=f"{found.seconds:.2f}")]
    if found.complete:
        words.append(text(f"how.{found.how}"))
    if found.stopped:
        words.append(paint(text(f"stopped.{found.stopped}"), fg="yellow"))
    return words


def source_words(found: Solution) -> str | None:
    """What an answer, or its bounds, are known from without a search; None if from nothing.

    One line, or one for each part if that is too long.
    """
    source = found.source
    if source is None:
        return None
    words = [_named(source)]
    if source.rules and source.kind != "theory":
        words.append(text("source.theory", rules=_rules_of(source)))
    if source.first:
        words.append(text("source.first", first=source.first))
    if source.sha256:
        words.append(text(_digest_of(source), sha256=source.sha256))
    if source.move and source.move_how == "computed":
        words.append(text("source.move", move=source.move))
    line = text("source", source=" · ".join(words))
    return line if width(line) <= columns() else text("source", source="\n  ".join(words))


def _digest_of(source: Evidence) -> str:
    """The text for a digest: of a table, a certificate, or that which a strategy was made from."""
    if source.kind == "table":
        return "source.digest"
    is_made = source.kind == "strategy" and source.how != "proved"
    return "source.made" if is_made else "source.certificate"


def grounds_words(found: Solution) -> list[str]:
    """How an answer is known without a search, and from what; nothing if it is not.

    The digest of a certificate or a table is shortened.
    """
    source = found.source
    if source is None or not found.complete:
        return []
    how = [] if source.kind == "theory" else [text(f"how.{found.how}")]
    digest = [f"sha256 {source.sha256[:_DIGITS]}"] if source.sha256 else []
    return [*how, _named(source), *digest]


def _named(source: Evidence) -> str:
    return text(f"source.{source.kind}", game=source.game, rules=_rules_of(source))


def _rules_of(source: Evidence) -> str:
    """The rules of theory, in the reader's language."""
    return " + ".join(texts_of("atlas")[f"rule.{name}"][language()] for name in source.rules)


def label(value: Value) -> str:
    """A value as short as a cell of the board: its number, or + = - for its outcome.

    >>> label(Value("outcome", 1, 1)), label(Value("score", -4, -4)), label(Value("score", -9, -1))
    ('+', '-4', '-')
    >>> label(Value("score", 0, 3))
    '?'
    """
    if value.complete and value.objective != "outcome":
        return str(value.lower)
    return "?" if value.outcome is None else "-=+"[value.outcome + 1]


def say_values(position: Position, moves: Mapping[Cell, Value], last: Cell | None = None) -> None:
    """The board with the value of every move on it, then the moves by value, the best first.

    Many moves that are not settled are counted only: the board has a "?" on each.
    """
    say(board(position, last, {cell: label(value) for cell, value in moves.items()}))
    by_value: dict[Value, list[Cell]] = {}
    for cell, value in moves.items():
        by_value.setdefault(value, []).append(cell)
    order = sorted(by_value, key=lambda value: (value.lower, value.upper), reverse=True)
    for value in order:
        head = f"{label(value)}  {painted_value(value, position.to_move)}"
        alike = by_value[value]
        if value.outcome is None and len(alike) > _MOST_UNSETTLED:
            say(text("solve.counted", head=head, count=len(alike)))
        else:
            say(folded(text("solve.listed", head=head, moves=format_moves(alike))))


def claim_words(claim: str) -> str:
    """What a proof claims, such as "X wins"."""
    side, _, what = claim.partition(" ")
    return text("claim.wins" if what == "wins" else "claim.holds", side=side)


def claims_words(claims: Iterable[object], by_ply: Iterable[int | None], boards: str) -> list[str]:
    """What each claim says, by which ply it holds at the latest, and on which boards."""
    return [
        claim_words(str(claim)) + (text("claim.by", ply=ply) if ply else "") + boards
        for claim, ply in zip(claims, by_ply, strict=True)
    ]


def class_words(rows: int, cols: int, larger: Collection[str], repeated: str) -> str:
    """For which (m,n,k) that holds, if not only for one; a phrase that follows the claim."""
    if repeated:
        return text(f"claim.class.repeated.{repeated}", rows=rows, cols=cols)
    if not larger:
        return ""
    kind = "both" if len(larger) == 2 else "".join(larger)
    return text(f"claim.class.{kind}", rows=rows, cols=cols)


def warn_of_missing_checker() -> None:
    """Says on standard error that proofs are checked slowly, if they are."""
    from kinrow.proofs.checking import compiled_is_there

    if not compiled_is_there():
        print(text("check.missing"), file=sys.stderr)


def cells(moves: Iterable[Cell]) -> list[str]:
    """Moves as JSON has them."""
    return [str(cell) for cell in moves]


def live_solving(
    position: Position, objective: Objective = "outcome"
) -> AbstractContextManager[ProgressCallback]:
    """The live line of a search on that position; bounds are shown as the objective has them."""
    from kinrow.solver.solver import bounds_of  # with it all that searches is loaded

    def bounds(lower: int, upper: int) -> str:
        return value_words(bounds_of(objective, lower, upper), position.to_move)

    return live(title_of(position.rules), bounds)
