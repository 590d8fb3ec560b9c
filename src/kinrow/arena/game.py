"""One game between two players: moves, times, result, and faults."""

from __future__ import annotations

from collections.abc import Mapping

from kinrow.arena.control import TimeControl, checked_control
from kinrow.arena.seat import Seat
from kinrow.players import Player, PlayerFault
from kinrow.records import Ending, Record, Result, main_line
from kinrow.rules import Cell, GameLike, OptionError, Position, Sign, game
from kinrow.rules.calls import as_in
from kinrow.rules.cell import shown
from kinrow.rules.options import instance_of
from kinrow.rules.sentence import Sentence

_BY_TIME = ("slow", "silent")  # the faults that are a loss on time; others forfeit the game


def result_by(winner: Sign | None, fault: str | None) -> Result:
    """The result of a game; `fault` says how the loser lost, if not on the board.

    >>> print(result_by(Sign.X, "slow: mcts: 1.3 s"), result_by(None, None), sep="; ")
    X wins (time); draw
    """
    if fault is None:
        return Result(winner)
    return Result(winner, Ending.TIME if fault.partition(":")[0] in _BY_TIME else Ending.FORFEIT)


def fault_of(played: Record) -> str | None:
    """How the loser lost, if not on the board: it is the game's comment."""
    on_the_board = played.result is None or played.result.ending is Ending.BOARD
    return None if on_the_board else played.comment


def checked_game(played: object) -> Record:
    """The game; raises OptionError for anything else."""
    return instance_of("game", played, Record, "Record('tictactoe', 'b2 a1')")


@as_in("play_game({Sign.X: player('perfect'), Sign.O: player('random')}, 'tictactoe')")
def play_game(
    players: Mapping[Sign, Player],
    rules: GameLike,
    *,
    opening: tuple[Cell, ...] = (),
    control: TimeControl | None = None,
) -> Record:
    """Plays one game to its end; a player that fails loses it.

    The record has the time and the note of each stone that was played; those of the opening have
    none. How a player failed is its comment.

    Raises Unfit if a player cannot play this game at all, IllegalMove for an opening that cannot be
    played, and OptionError unless there is a player for either sign.

    >>> from kinrow.players import player
    >>> from kinrow.rules import game
    >>> both = {Sign.X: player("perfect", seed=1), Sign.O: player("perfect", seed=2)}
    >>> play_game(both, game("tictactoe")).winner is None
    True
    """
    rules = game(rules)
    _need_both(players)
    control = TimeControl() if control is None else checked_control(control)
    table = _Table(players, rules.replay(opening), control)
    winner, fault = table.play()
    given = len(opening)
    return Record(
        rules,
        main_line(
            (*opening, *table.moves),
            (*[None] * given, *table.seconds),
            (*[""] * given, *table.notes),
        ),
        {sign: player.name for sign, player in players.items()},
        result_by(winner, fault),
        fault or "",
        opening=given,
    )


def _need_both(players: object) -> None:
    if not isinstance(players, Mapping) or not all(
        isinstance(players.get(sign), Player) for sign in Sign
    ):
        raise OptionError(Sentence("match.seats", players=shown(players)))


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
                return sign.other, fault.lost
        while not self.position.finished:
            mover = self.position.to_move
            try:
                self.ply(self.seats[mover])
            except PlayerFault as fault:
                return mover.other, fault.lost
        return self.position.winner, None

    def ply(self, seat: Seat) -> None:
        """One stone."""
        move, seconds = seat.place(self.position)
        self.position = self.position.play(move)
        self.moves.append(move)
        self.seconds.append(seconds)
        self.notes.append(seat.player.note)
