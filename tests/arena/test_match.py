"""Matches: colours and openings balance, faults lose by name, the record keeps everything."""

from __future__ import annotations

import sqlite3
import xml.etree.ElementTree as ET
from collections.abc import Callable, Generator, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from kinrow.arena import (
    GameTask,
    Match,
    MatchDatabase,
    Sprt,
    TimeControl,
    play_game,
    play_match,
    play_matches,
    runner,
    standings,
)
from kinrow.arena.export import export
from kinrow.arena.game import fault_of
from kinrow.arena.schedule import pairings
from kinrow.players import Clock, Player, Unfit, player
from kinrow.records import Record, format_games, read_games
from kinrow.rules import (
    Cell,
    IllegalMove,
    KinrowError,
    OptionError,
    Position,
    Sign,
    game,
)
from tests.players.programs import program

TICTACTOE, GOMOKU = game("tictactoe"), game("gomoku")


def random_match(games: int, spec: str = "tictactoe", opening: str = "none") -> Match:
    return Match(
        player("random", seed=1), player("perfect", seed=2), game(spec), games, opening, seed=3
    )


class Odd(Player):
    """A player that does what a test wants."""

    def __init__(self, name: str, error: Exception | None = None) -> None:
        self.name = name
        self.error = error

    def choose(self, position: Position, clock: Clock | None = None) -> Cell:
        if self.error is not None:
            raise self.error
        return Cell(0, 0)


def test_colours_change_and_openings_are_played_from_both_sides() -> None:
    match = random_match(6, "5,5,4", "random:3")
    played = list(play_match(match))
    assert [game.players[Sign.X] for game in played] == ["random", "perfect"] * 3
    starts = [game.moves[:3] for game in played]
    assert starts[0::2] == starts[1::2]
    assert len(set(starts)) == 3
    assert {game.opening for game in played} == {3}
    assert all(game.seconds[:3] == (None,) * 3 for game in played)


def test_the_same_seed_plays_the_same_match() -> None:
    one, two = (list(play_match(random_match(6, "4,4,3", "random:2"))) for _ in range(2))
    assert [game.moves for game in one] == [game.moves for game in two]


TEXTS = Match("alphabeta:300n", "mcts:60", game("6,6,4"), 6, "random:2", seed=5)


@pytest.mark.parametrize("processes", [2, 3])
def test_side_by_side_is_as_one_after_another(processes: int) -> None:
    alone, together = replace(TEXTS), replace(TEXTS)
    games = [played.moves for played in play_match(alone)]
    assert games == [played.moves for played in play_match(together, runner(processes))]
    assert alone.score == together.score
    assert sum(alone.score.pairs) == 3
    assert len(set(games)) == 6


def test_sprt_ends_a_match_at_the_same_game_however_many_are_played_at_a_time() -> None:
    ends = []
    for processes in (1, 3):
        match = Match("perfect", "random", game("4,4,3"), 400, sprt=Sprt(0, 100))
        ends.append((len(list(play_match(match, runner(processes)))), match.score, match.stopped))
    assert ends[0] == ends[1]
    assert ends[0][2] == "SPRT accepts Elo +100"


def test_a_match_goes_on_where_it_was() -> None:
    whole = list(play_match(replace(TEXTS)))
    for done in (1, 2, 3, 6):
        match = replace(TEXTS)
        for played in whole[:done]:
            match.note(played)
        rest = list(play_match(match))
        assert [game.moves for game in rest] == [game.moves for game in whole[done:]]
        assert sum(match.score.pairs) == 3


def test_games_that_are_done_early_are_counted_in_their_order() -> None:
    def backwards(
        work: Callable[[GameTask], Record], tasks: Iterable[GameTask]
    ) -> Generator[tuple[GameTask, Record], None, None]:
        yield from reversed([(task, work(task)) for task in tasks])

    match = replace(TEXTS)
    in_order = [played.moves for played in play_match(match, backwards)]
    assert in_order == [played.moves for played in play_match(replace(TEXTS))]


def test_who_meets_whom() -> None:
    four = ["a", "b", "c", "d"]
    met = pairings(four)
    assert len(met) == 6 == len({frozenset(pair) for pair in met})
    assert pairings(four, gauntlet=True) == [("a", "b"), ("a", "c"), ("a", "d")]
    assert pairings(["a", "a"]) == [("a", "a")]


def test_matches_take_turns() -> None:
    one, other = (Match("random", "random", TICTACTOE, games) for games in (4, 2))
    found = [(at, number) for at, number, _ in play_matches([one, other])]
    assert found == [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (0, 3)]


def test_a_player_of_this_process_cannot_play_in_another() -> None:
    with pytest.raises(OptionError, match="expected a string such as 'mcts:1000'"):
        play_match(random_match(2), runner(2))


def test_the_score_is_the_first_player_s() -> None:
    match = random_match(20)
    played = list(play_match(match))
    assert match.score.games == 20
    assert match.score.wins == sum(game.winner_name == "random" for game in played) == 0
    assert match.score.losses == sum(game.winner_name == "perfect" for game in played)


def test_sprt_ends_a_one_sided_match_after_a_pair() -> None:
    match = random_match(400, "4,4,3")
    match.sprt = Sprt(0, 100)
    count = len(list(play_match(match)))
    assert count < 60
    assert count % 2 == 0
    assert match.stopped == "SPRT accepts Elo +0"


@pytest.mark.parametrize(
    ("kind", "word"),
    [("crash", "crashed"), ("silent", "silent"), ("slow", "slow"), ("illegal", "illegal")],
)
def test_an_outside_program_loses_by_name_and_the_match_goes_on(
    tmp_path: Path, kind: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kinrow.players.gomocup._GRACE", 0.5)
    limit = 0.3 if kind in ("silent", "slow") else 5.0
    outside = player(f"gomocup:{program(tmp_path, kind)}")
    control = TimeControl(move=limit, tolerance=0.05)
    match = Match(outside, player("random", seed=1), GOMOKU, 2, control=control)
    played = list(play_match(match))
    outside.close()
    assert match.score.losses == 2
    assert all((fault_of(game) or "").startswith(f"{word}: gomocup:") for game in played)
    assert len(match.faults) == 2


def test_a_program_that_refuses_a_later_game_loses_it(tmp_path: Path) -> None:
    outside = f"gomocup:{program(tmp_path, 'fickle')}"
    match = Match(outside, "random", GOMOKU, 4)
    kinds = [(fault_of(each) or "").partition(":")[0] for each in play_match(match)]
    assert kinds == ["crashed", "refused", "refused", "refused"]  # START, and again before a game
    assert match.faults[1].endswith("refuses START 15: ERROR enough")


@pytest.mark.parametrize(("kind", "size"), [("refuses", 5), ("good", 4)])
def test_a_player_of_a_tournament_that_cannot_play_is_known_before(
    tmp_path: Path, kind: str, size: int
) -> None:
    outside = f"gomocup:{program(tmp_path, kind)}"
    rules = game(f"9,9,{size}")
    pairs = pairings(["random", "alphabeta:1", outside])
    with pytest.raises(Unfit, match="ERROR too large" if size == 5 else "is not five in a row"):
        play_matches([Match(*pair, rules, 2) for pair in pairs])


@pytest.mark.parametrize("error", [ValueError("no idea"), RecursionError()])
def test_a_player_that_raises_has_crashed(error: Exception) -> None:
    both = {Sign.X: Odd("odd", error), Sign.O: player("random", seed=1)}
    played = play_game(both, TICTACTOE)
    assert played.winner is Sign.O
    assert (fault_of(played) or "").startswith(f"crashed: odd: {type(error).__name__}")


def test_an_illegal_move_loses() -> None:
    played = play_game({Sign.X: Odd("odd"), Sign.O: Odd("even")}, TICTACTOE)
    assert played.winner is Sign.X
    assert fault_of(played) == "illegal: even: a1 is taken by X, expected an empty cell"


def test_an_opening_that_cannot_be_played_is_an_error() -> None:
    with pytest.raises(IllegalMove):
        play_game({s: Odd("odd") for s in Sign}, TICTACTOE, opening=(Cell(0, 0), Cell(0, 0)))


def recorded(path: Path) -> MatchDatabase:
    record, match = MatchDatabase(path), random_match(4, opening="random:1")
    number = record.begin(match)
    for at, played in enumerate(play_match(match)):
        record.add(number, at, played)
    record.stop(number, "enough")
    return record


def test_the_record_gives_back_what_was_played(tmp_path: Path) -> None:
    with recorded(tmp_path / "new" / "arena.sqlite") as record:
        stored = [game.played for game in record.games()]
        assert [game.opening for game in stored] == [1] * 4
        for played in stored:
            end = played.rules.replay(played.moves)
            assert end.finished
            assert end.winner is played.winner
        assert record.rules() == [TICTACTOE]
        assert list(record.games(GOMOKU)) == []
        row = record._base.execute("SELECT versions, stopped, seed FROM match").fetchone()
        assert '"kinrow"' in row[0]
        assert row[1:] == ("enough", 3)


def test_a_break_in_the_middle_leaves_whole_games(tmp_path: Path) -> None:
    path = tmp_path / "arena.sqlite"
    record = recorded(path)
    with pytest.raises(KinrowError):
        record.add(1, 0, next(record.games()).played)  # that number is taken
    with MatchDatabase(path) as again:
        assert len(list(again.games())) == 4
    record.close()


def test_a_record_of_the_first_version_is_read_on(tmp_path: Path) -> None:
    path = tmp_path / "arena.sqlite"
    recorded(path).close()
    with sqlite3.connect(path) as old:
        for name in ("sprt", "threads", "knowledge"):
            old.execute(f"ALTER TABLE match DROP COLUMN {name}")
        old.execute("PRAGMA user_version = 1")
    old.close()
    for _ in range(2):
        with MatchDatabase(path) as base:
            assert len(list(base.games())) == 4
            match = random_match(2)
            number = base.begin(match)
            assert base.latest(match) == number
            base.stop(number, "enough")
            base.resume(match, number)
            assert (match.stopped, match.over) == ("enough", True)


def test_a_game_is_recorded_once(tmp_path: Path) -> None:
    with recorded(tmp_path / "a.sqlite") as base:
        stored = next(base.games())
        with pytest.raises(KinrowError, match="already has game 1 of match 1"):
            base.add(1, 0, stored.played)


def test_other_files_are_no_records(tmp_path: Path) -> None:
    text, base = tmp_path / "text", tmp_path / "base"
    text.write_text("no database, however long it may be" * 100)
    with sqlite3.connect(base) as other:
        other.execute("CREATE TABLE something (x)")
    other.close()
    for path in (text, base):
        with pytest.raises(KinrowError):
            MatchDatabase(path)


@pytest.mark.parametrize("spec", ["4,3,3", "3,3,3,2,1", "jing4", "tictactoe-misere"])
def test_what_is_exported_is_read_again(tmp_path: Path, spec: str) -> None:
    """PSQ has no field for the rules, and SGF one that other programs fill in other ways."""
    match = Match("random", "random", game(spec), 2, "random:2", seed=3)
    with MatchDatabase(":memory:") as base:
        number = base.begin(match)
        for at, played in enumerate(play_match(match)):
            base.add(number, at, played)
        stored = [each.played for each in base.games()]
        assert export(base.games(), tmp_path / "games") == 2
    files = sorted((tmp_path / "games").iterdir())
    assert [path.suffix for path in files] == [".psq", ".sgf"] * 2
    for path, played in zip(files[1::2], stored, strict=True):
        assert read_games(path) == [played]
    for path, played in zip(files[0::2], stored, strict=True):
        (read,) = read_games(path)
        assert (read.rules, read.moves, read.players) == (game(spec), played.moves, played.players)
        assert read.result == played.result


def test_a_fault_is_the_comment_of_the_game() -> None:
    both = {Sign.X: Odd("odd", ValueError("why")), Sign.O: Odd("even")}
    text = format_games(play_game(both, game("connect6")), "sgf")
    assert "RE[W+F]GC[crashed: odd: ValueError: why]" in text


def test_standings_rank_and_count(tmp_path: Path) -> None:
    games = [*play_match(random_match(20)), *play_match(random_match(20))]
    faulty = Match(Odd("odd", ValueError()), player("random", seed=1), TICTACTOE, 4)
    games += play_match(faulty)
    lines = standings(games)
    assert [line.name for line in lines] == ["perfect", "random", "odd"]
    assert sum(line.elo for line in lines) == pytest.approx(0, abs=1e-6)
    assert lines[2].faults == 4
    assert lines[2].score.losses == lines[2].score.games == 4
    assert lines[0].against["random"].games == 40
    assert lines[0].elo - lines[0].margin > lines[1].elo
    table = ET.fromstring(lines._repr_html_())
    assert [[cell.text for cell in row] for row in table.iter("tr")][3][:1] == ["odd"]
    # Nothing to rank is no error; neither is a player that met only itself.
    assert standings([]) == ()


def test_the_plot_is_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from kinrow.arena.plot import plot

    path = tmp_path / "standings.png"
    plot(TICTACTOE, standings(play_match(random_match(4))), path)
    assert path.read_bytes().startswith(b"\x89PNG")
