"""A match: pairs of games from one opening with colours swapped, until all or enough are played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from random import Random

from kinrow.arena.control import TimeControl, checked_control
from kinrow.arena.game import checked_game, fault_of
from kinrow.arena.opening import Opening, opening_rule, openings
from kinrow.arena.statistics import Score, Sprt
from kinrow.arena.work import Contestant, GameTask, Run, name_of, play_task
from kinrow.players import Player, PlayerFault, Unfit, player
from kinrow.records import Record
from kinrow.rules import OptionError, Rules, Sign, game
from kinrow.rules.calls import as_in, made_as
from kinrow.rules.cell import shown
from kinrow.rules.options import LARGEST, instance_of, no_list, whole_number
from kinrow.rules.sentence import Sentence
from kinrow.runtime.processes import one_by_one

_EXAMPLE = "Match('perfect', 'mcts:1s', 'tictactoe', 10)"


@made_as(_EXAMPLE)
@dataclass(slots=True, repr=False)
class Match:
    """A match in progress or finished: the two players, the conditions, and the results.

    `score` is that of the player `first`. A player given as a string is created for each game, with
    `threads` and `knowledge`, so that no game depends on another. `seed` determines the openings
    and the randomness of such players.

    Raises KinrowError for a string that is not a player, for openings that cannot be read, and for
    other arguments with which no game could be played.
    """

    first: Contestant
    second: Contestant
    rules: Rules
    games: int
    openings: str = "none"
    control: TimeControl = field(default_factory=TimeControl)
    seed: int = 0
    sprt: Sprt | None = None
    threads: int = 1
    knowledge: bool = True
    score: Score = field(default_factory=Score)
    faults: list[str] = field(default_factory=list)
    stopped: str | None = None
    _points: float = 0.0  # of the last game

    def __post_init__(self) -> None:
        """Raises KinrowError for what no game could be played with, a player's text for one."""
        self.rules = game(self.rules)
        self.games = whole_number("games", self.games, 0, example=10)
        self.seed = whole_number("seed", self.seed, -LARGEST, example=1)
        for contestant in (self.first, self.second):
            self._check(contestant)
        openings(self.openings, self.rules, self.seed)
        checked_control(self.control)
        if self.sprt is not None:
            instance_of("sprt", self.sprt, Sprt, "Sprt(elo0=0, elo1=50)")
        instance_of("score", self.score, Score, "Score(wins=3, draws=2, losses=1)")

    def _check(self, contestant: Contestant) -> None:
        if isinstance(contestant, str):
            player(contestant, threads=self.threads, knowledge=self.knowledge).close()
        elif not isinstance(contestant, Player):
            raise OptionError(Sentence("match.contestant", player=shown(contestant)))

    def __repr__(self) -> str:
        first, second = self.names
        score = f"{self.score.wins} wins, {self.score.draws} draws, {self.score.losses} losses"
        played = f"{self.score.games} of {self.games} games"
        return f"<{first} against {second} at {self.rules.title}: {score}; {played}>"

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players, that of `first` first."""
        return name_of(self.first), name_of(self.second)

    @property
    def over(self) -> bool:
        """Whether no more games are to be played."""
        return self.stopped is not None or self.score.games >= self.games

    def tasks(self, at: int = 0) -> Iterator[GameTask]:
        """The games that are still to be played; `at` is the match's place among several."""
        lines = islice(openings(self.openings, self.rules, self.seed), self.score.games // 2, None)
        opening: Opening | None = None
        for number in range(self.score.games, self.games):
            if self.stopped is not None:
                return
            if opening is None or number % 2 == 0:
                opening = next(lines)
            yield self._task(at, number, opening)

    def _task(self, at: int, number: int, opening: Opening) -> GameTask:
        random = Random(f"{self.seed}:{number}")
        both = (self.first, self.second) if number % 2 == 0 else (self.second, self.first)
        return GameTask(
            at,
            number,
            self.rules,
            both,
            (random.getrandbits(32), random.getrandbits(32)),
            opening,
            self.control,
            self.threads,
            self.knowledge,
            opening_rule(self.openings),
        )

    def note(self, played: Record) -> None:
        """Counts the next game; after a pair, `sprt` may end the match."""
        checked_game(played)
        begins = self.score.games % 2 == 0
        sign = self._sign_of_first(played, begins)
        points = 0.5 if played.winner is None else float(played.winner is sign)
        self.score = self.score.after(points, None if begins else self._points + points)
        self._points = points
        fault = fault_of(played)
        if fault is not None:
            self.faults.append(fault)
        verdict = None if begins or self.sprt is None else self.sprt.verdict(self.score)
        if verdict is not None:
            self.stopped = Sentence("match.accepts", elo=f"{getattr(self.sprt, verdict):+g}")

    def _sign_of_first(self, played: Record, begins: bool) -> Sign:
        """Its side; if the players settled the opening, by their names, unless they are alike."""
        one, other = self.names
        if opening_rule(self.openings) is not None and one != other:
            return Sign.X if played.players[Sign.X] == one else Sign.O
        return self.rules.begins if begins else self.rules.begins.other


def checked_match(match: object) -> Match:
    """The match; raises OptionError for anything else."""
    return instance_of("match", match, Match, _EXAMPLE)


@as_in("play_match(match)")
def play_match(match: Match, run: Run = one_by_one) -> Iterator[Record]:
    """Plays the games one by one and yields each; `match` holds the score so far.

    Every opening is played twice, with colours swapped. A game lost by a fault counts, and the
    match goes on. If `sprt` reaches a decision after a pair, the match ends early and `stopped`
    says which hypothesis was accepted. A player object that you pass in is not closed.

    Games that the match has counted already are not played again. `run` may play several at a
    time (see `kinrow.arena.work.runner`); they are counted in their order, so that the result is
    the same.

    >>> from kinrow.rules import game
    >>> match = Match("perfect", "random", game("tictactoe"), games=10)
    >>> for played in play_match(match): pass
    ...
    >>> match.score.games, match.score.losses
    (10, 0)
    """
    return (played for _, _, played in play_matches([match], run))


@as_in("play_matches([match])")
def play_matches(
    matches: Sequence[Match], run: Run = one_by_one
) -> Iterator[tuple[int, int, Record]]:
    """Plays several matches at once, a pair of games of each in turn.

    Yields the index of the match, the number of the game in it, and the game. Raises OptionError
    for what is not a list of matches, and Unfit before the first game if a player cannot play it:
    each is prepared once for that. One that refuses later loses its game.

    >>> from kinrow.rules import game
    >>> matches = [Match(one, "random", game("tictactoe"), 2) for one in ("perfect", "mcts:9")]
    >>> [(at, number) for at, number, _ in play_matches(matches)]
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    _need_matches(matches)
    if run is not one_by_one:
        _need_texts(matches)
    _need_fit(matches)
    return _played(matches, run)


def _played(matches: Sequence[Match], run: Run) -> Iterator[tuple[int, int, Record]]:
    early: dict[tuple[int, int], Record] = {}
    with closing(run(play_task, _in_turn(matches))) as results:
        for task, record in results:
            early[task.match, task.number] = record
            match = matches[task.match]
            while not match.over and (task.match, match.score.games) in early:
                number = match.score.games
                played = early.pop((task.match, number))
                match.note(played)
                yield task.match, number, played
            if all(match.over for match in matches):
                return


def _in_turn(matches: Sequence[Match]) -> Iterator[GameTask]:
    """The games of all, a pair of each after the other."""
    pairs = [_paired(match.tasks(at)) for at, match in enumerate(matches)]
    for row in zip_longest(*pairs, fillvalue=()):
        for pair in row:
            yield from pair


def _paired(tasks: Iterator[GameTask]) -> Iterator[tuple[GameTask, ...]]:
    while pair := tuple(islice(tasks, 2)):
        yield pair


def _need_matches(matches: object) -> None:
    if not isinstance(matches, Sequence):
        raise no_list("matches", matches, f"[{_EXAMPLE}]")
    for match in matches:
        checked_match(match)


def _need_texts(matches: Sequence[Match]) -> None:
    """Raises OptionError for players that other processes cannot make."""
    for match in matches:
        for each in (match.first, match.second):
            if isinstance(each, Player):
                raise OptionError(Sentence("match.player", player=repr(each)))


def _need_fit(matches: Sequence[Match]) -> None:
    """Raises Unfit for a player that cannot play its game; other faults lose games."""
    prepared: set[tuple[str, Rules]] = set()
    for match in matches:
        for each in () if match.over else (match.first, match.second):
            if isinstance(each, Player):
                _prepare(each, match.rules)
            elif (each, match.rules) not in prepared:
                prepared.add((each, match.rules))
                with player(each, threads=match.threads, knowledge=match.knowledge) as made:
                    _prepare(made, match.rules)


def _prepare(one: Player, rules: Rules) -> None:
    with suppress(PlayerFault):
        try:
            one.prepare(rules)
        except Unfit as error:
            raise Unfit(error.sentence) from None
