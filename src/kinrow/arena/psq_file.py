"""A game as a PSQ file, as Gomocup's Piskvork writes them."""

from __future__ import annotations

from kinrow.arena.game import Played

_LEVEL = 11  # Piskvork's number for a time that was set by hand
_TIMEOUT, _ON_THE_BOARD, _UNKNOWN = 15, 0, -1


def psq(played: Played) -> str:
    """Header, one line "column,row,milliseconds" a stone (from 1), the names, how it ended.

    Source: what Piskvork (https://gomocup.org) reads and writes.

    >>> from kinrow.players import player
    >>> from kinrow.rules import Sign, game
    >>> from kinrow.arena.game import play_game
    >>> both, rules = {sign: player("perfect", seed=1) for sign in Sign}, game("1,3,2")
    >>> lines = psq(play_game(both, rules, opening=rules.start().legal_moves[:1]))
    >>> lines.splitlines()[:2], lines.splitlines()[-3:]
    (['Piskvorky 3x1, 11:11, 0', '1,1,0'], ['perfect', 'perfect', '0'])
    """
    rules = played.rules
    moves = [
        f"{cell.col + 1},{cell.row + 1},{round(1000 * seconds)}"
        for cell, seconds in zip(played.moves, played.seconds, strict=True)
    ]
    names = [played.names[rules.begins], played.names[rules.begins.other]]
    kind = (played.fault or "").partition(":")[0]
    ended = _TIMEOUT if kind in ("slow", "silent") else _UNKNOWN if kind else _ON_THE_BOARD
    header = f"Piskvorky {rules.cols}x{rules.rows}, {_LEVEL}:{_LEVEL}, 0"
    return "\n".join([header, *moves, *(" ".join(name.split()) for name in names), f"{ended}", ""])
