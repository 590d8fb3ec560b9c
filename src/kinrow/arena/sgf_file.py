"""A game as an SGF file, game type 4 (gomoku): the beginner is Black."""

from __future__ import annotations

from kinrow.arena.game import Played
from kinrow.rules import Sign

_PLAIN_SIZE = 19


def sgf(played: Played) -> str:
    """One game tree; the times and what players said stand in comments.

    Source: SGF FF[4], https://www.red-bean.com/sgf/.

    >>> from kinrow.players import player
    >>> from kinrow.rules import game
    >>> from kinrow.arena.game import play_game
    >>> both, rules = {sign: player("perfect", seed=1) for sign in Sign}, game("1,3,2")
    >>> print(sgf(play_game(both, rules, opening=rules.start().legal_moves[:1])))
    (;FF[4]GM[4]CA[UTF-8]AP[kinrow]SZ[3:1]RU[1,3,2]PB[perfect]PW[perfect]RE[0]
    ;B[aa]
    ;W[ba]C[...
    """
    rules = played.rules
    black = rules.begins
    size = f"{rules.cols}" if rules.cols == rules.rows else f"{rules.cols}:{rules.rows}"
    head = {
        "FF": "4",
        "GM": "4",
        "CA": "UTF-8",
        "AP": "kinrow",
        "SZ": size,
        "RU": str(rules),
        "PB": played.names[black],
        "PW": played.names[black.other],
        "RE": _result(played, black),
    }
    if played.fault:
        head["GC"] = played.fault
    nodes = ["".join(f"{key}[{_escaped(key, text)}]" for key, text in head.items())]
    nodes += [_node(played, at, black) for at in range(len(played.moves))]
    return "(;" + "\n;".join(nodes) + ")\n"


def _node(played: Played, at: int, black: Sign) -> str:
    cell, note = played.moves[at], played.notes[at]
    mover = played.rules.turn_at(at)[0]
    move = f"{'B' if mover is black else 'W'}[{cell.point}]"
    if at < played.opening:
        return move
    said = f"{played.seconds[at]:.3f} s" + (f"; {note}" if note else "")
    return f"{move}C[{_escaped('C', said)}]"


def _result(played: Played, black: Sign) -> str:
    if played.winner is None:
        return "0"
    kind = (played.fault or "").partition(":")[0]
    how = {"slow": "T", "silent": "T", "crashed": "F", "illegal": "F"}.get(kind, "")
    return f"{'B' if played.winner is black else 'W'}+{how}"


def _escaped(key: str, text: str) -> str:
    plain = " ".join(text.split()).replace("\\", "\\\\").replace("]", "\\]")
    # A colon parts the values of a composed property such as SZ.
    return plain if key in ("SZ", "C", "GC", "RU") else plain.replace(":", "\\:")
