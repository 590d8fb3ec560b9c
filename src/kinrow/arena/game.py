"""One game between two players: moves, times, the result, and whose fault it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter

from kinrow.arena.control import TimeControl
from kinrow.players import Crashed, Illegal, Player, PlayerFault, Slow, Unfit
from kinrow.rules import Cell, IllegalMove, Position, Rules, Sign


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
    rules: Rules,
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
        self.players = players
        self.position = position
        self.control = control
        self.moves: list[Cell] = []
        self.seconds: list[float] = []
        self.notes: list[str] = []
        self.spent = dict.fromkeys(Sign, 0.0)

    def play(self) -> tuple[Sign | None, str | None]:
        """The winner and the loser's fault."""
        for sign, player in self.players.items():
            try:
                player.prepare(self.position.rules)
            except PlayerFault as fault:
                return sign.other, f"{fault.kind}: {fault}"
        while not self.position.finished:
            mover = self.position.to_move
            try:
                self.ply(mover)
            except PlayerFault as fault:
                return mover.other, f"{fault.kind}: {fault}"
        return self.position.winner, None

    def ply(self, mover: Sign) -> None:
        """One stone."""
        player = self.players[mover]
        clock = self.control.clock(self.spent[mover])
        began = perf_counter()
        try:
            move = player.choose(self.position, clock)
        except (PlayerFault, Unfit):
            raise
        except Exception as error:  # any player may be somebody else's code
            raise Crashed(player.name, f"{type(error).__name__}: {error}") from error
        seconds = perf_counter() - began
        self.spent[mover] += seconds
        if self.control.late(clock, seconds):
            raise Slow(player.name, f"took {seconds:.3f} s of {clock and clock.limit} s")
        try:
            self.position = self.position.play(move)
        except IllegalMove as error:
            raise Illegal(player.name, str(error)) from None
        self.moves.append(move)
        self.seconds.append(seconds)
        self.notes.append(player.note)
