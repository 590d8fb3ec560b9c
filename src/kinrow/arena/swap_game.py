"""A game with a swap opening: the player who opens may get either side."""

from __future__ import annotations

from kinrow.arena.control import TimeControl
from kinrow.arena.game import play_game, result_by
from kinrow.arena.seat import slow, timed
from kinrow.players import Illegal, Player, PlayerFault, Slow
from kinrow.players.swap import Choice, OpeningRule, choose, settle
from kinrow.records import Record
from kinrow.rules import IllegalMove, Position, Rules


def play_settled(
    rule: OpeningRule,
    players: tuple[Player, Player],
    rules: Rules,
    control: TimeControl,
    seed: int = 0,
) -> Record:
    """Plays one game of which the first player opens; one that fails in the opening loses.

    Each choice has the time of a stone, and takes none of the game's. Raises RulesError for a game
    without such openings.

    >>> from kinrow.players import player
    >>> both = player("random", seed=1), player("alphabeta:1")
    >>> played = play_settled("swap1", both, Rules(rows=5, cols=5, k=4), TimeControl())
    >>> sorted(played.players.values())
    ['alphabeta:1', 'random']
    """
    asked = 0

    def ask(number: int, position: Position) -> Choice:
        nonlocal asked
        asked, player, clock = number, players[number], control.clock(0.0)
        choice, seconds = timed(player, lambda: choose(player, rule, position, clock, seed))
        if control.late(clock, seconds):
            raise Slow(player.name, slow(clock, seconds))
        return choice

    opener = rules.begins
    both = {opener: players[0], opener.other: players[1]}
    try:
        try:
            for number, player in enumerate(players):
                asked = number
                player.prepare(rules)
            settled = settle(rule, rules, ask)
        except IllegalMove as error:
            raise Illegal(players[asked].name, error.sentence) from None
    except PlayerFault as fault:
        winner = opener.other if asked == 0 else opener
        names = {sign: each.name for sign, each in both.items()}
        return Record(rules, (), names, result_by(winner, fault.lost), fault.lost)
    both = {settled.opener: players[0], settled.opener.other: players[1]}
    return play_game(both, rules, opening=settled.stones, control=control)
