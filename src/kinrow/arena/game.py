"""One game between two players: moves, times, the result, and whose fault it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kinrow.arena.control import TimeControl
from kinrow.arena.seat import Seat
from kinrow.players import Player, PlayerFault
from kinrow.rules import Cell, GameLike, Position, Rules, Sign, game


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it was played.

    - `names`: the players of the signs; `moves`: all stones, the `opening` first ones given;
    - `seconds`: the time of each stone, 0 in the opening; `notes`: what its player said of it;
    - `winner`: a sign, or None for a draw; `fault`: how the loser lost, if not on the board.
    """

    rules: Rules
    names: Mapping[Sign, str]
    moves: tuple[Cell, ...]
    opening: int
    seconds: tuple[float, ...]
    notes: tuple[str, ...]
    winner: Sign | None
    fault: str | None = None

    @property
    def winner_name(self) -> str | None:
        """The winner's name; None for a draw."""
        return None if self.winner is None else self.names[self.winner]


def play_game(
    players: Mapping[Sign, Player],
    rules: GameLike,
    *,
    opening: tuple[Cell, ...] = (),
    control: TimeControl | None = None,
) -> Played:
    """Plays one game to its end; a player that fails loses it.

    Raises Unfit where a player cannot play this game at all, and IllegalMove for an opening that
    cannot be played.

    >>> from kinrow.players import player
    >>> from kinrow.rules import game
    >>> both = {Sign.X: player("perfect", seed=1), Sign.O: player("perfect", seed=2)}
    >>> play_game(both, game("tictactoe")).winner is None
    True
    """
    rules = game(rules)
    table = _Table(players, rules.replay(opening), control or TimeControl())
    winner, fault = table.play()
    return Played(
        rules,
        {sign: player.name for sign, player in players.items()},
        (*opening, *table.moves),
        len(opening),
        (0.0,) * len(opening) + tuple(table.seconds),
        ("",) * len(opening) + tuple(table.notes),
        winner,
        fault,
    )


class _Table:
    """A game under way."""

    def __init__(
        self, players: Mapping[Sign, Player], position: Position, control: TimeControl
    ) -> None:
        self.seats = {sign: Seat(player, control) for sign, player in players.items()}
        self.position = position
        self.moves: list[Cell] = []
        self.seconds: list[float] = []
        self.notes: list[str] = []

    def play(self) -> tuple[Sign | None, str | None]:
        """The winner and the loser's fault."""
        for sign, seat in self.seats.items():
            try:
                seat.player.prepare(self.position.rules)
            except PlayerFault as fault:
                return sign.other, f"{fault.kind}: {fault}"
        while not self.position.finished:
            mover = self.position.to_move
            try:
                self.ply(self.seats[mover])
            except PlayerFault as fault:
                return mover.other, f"{fault.kind}: {fault}"
        return self.position.winner, None

    def ply(self, seat: Seat) -> None:
        """One stone."""
        move, seconds = seat.place(self.position)
        self.position = self.position.play(move)
        self.moves.append(move)
        self.seconds.append(seconds)
        self.notes.append(seat.player.note)
