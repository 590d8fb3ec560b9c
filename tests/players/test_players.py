"""Every player keeps the protocol: legal moves, in time, repeatable where it says so."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from time import process_time, sleep

import pytest

from kinrow import _core
from kinrow.envs import Batch
from kinrow.players import SPECS, Clock, Crashed, Player, Unfit, player
from kinrow.players.alphabeta import AlphaBetaPlayer, SearchLine
from kinrow.players.human import HumanPlayer
from kinrow.players.protocol import longest_time, thinking_time
from kinrow.rules import (
    Board,
    Cell,
    IllegalMove,
    NotationError,
    OptionError,
    Outcome,
    Position,
    as_position,
    game,
)
from kinrow.runtime.conversion import cell_of, core_game, core_position
from kinrow.runtime.own import NotCopied
from kinrow.solver import SearchSolver
from kinrow.weights import WeightsError, weights_for
from kinrow.weights.shelf import SHIPPED

INSIDE = ["random", "perfect", "alphabeta:2", "alphabeta:20ms", "mcts:50", "mcts:20ms"]
NETWORK = SHIPPED / "network-5-5-4.json"
GAMES = ["tictactoe", "tictactoe-misere", "1,1,1", "4,4,3", "7,7,4:exact", "gomoku", "connect6"]
GAMES += ["22,22,5"]


def play_out(
    spec: str,
    both: tuple[Player, Player],
    most: int = 6,
    clock: Clock | None = Clock(move=0.3),  # noqa: B008 - it never changes
) -> list[Cell]:
    position, moves = game(spec).start(), list[Cell]()
    while not position.finished and len(moves) < most:
        move = both[len(moves) % 2].choose(position, clock)
        position = position.play(move)
        moves.append(move)
    return moves


@pytest.mark.parametrize("spec", INSIDE)
@pytest.mark.parametrize("name", GAMES)
def test_moves_are_legal_in_every_game(spec: str, name: str) -> None:
    first, second = player(spec, seed=1), player(spec, seed=2)
    assert isinstance(first, Player)
    assert play_out(name, (first, second))
    assert first.name == spec
    assert first.note
    for one in (first, second):
        one.close()
        one.close()


@pytest.mark.parametrize("spec", ["random", "perfect", "mcts:50"])
def test_majority_games_are_played(spec: str) -> None:
    assert play_out("jing4", (player(spec, seed=1), player(spec, seed=2)))


def test_no_line_comes_after_a_stop() -> None:
    with AlphaBetaPlayer("alphabeta:2", depth=2) as engine:
        for stopped, more in ((False, 2), (True, 0)):
            found = engine.lines("9,9,5", 3)
            next(found)
            if stopped:
                engine.stop()
            assert len(list(found)) == more


def test_no_line_begins_like_another_if_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    line = SearchLine(0, 0, 0, (Cell(3, 3),))
    monkeypatch.setattr(AlphaBetaPlayer, "_search", lambda *_: line)
    begun = game("7,7,5").replay("a1")
    assert list(AlphaBetaPlayer("late").lines(begun, 3)) == [line]


def test_alpha_beta_says_that_it_plays_lines_only() -> None:
    with pytest.raises(Unfit, match="plays line games only, not jing4"):
        player("alphabeta:2").choose(game("jing4").start())


@pytest.mark.parametrize("spec", ["random", "perfect", "alphabeta:3", "mcts:200"])
def test_the_same_seed_plays_the_same_game(spec: str) -> None:
    def played() -> list[Cell]:
        both = player(spec, seed=7), player(spec, seed=8)
        return play_out("4,4,3" if spec == "perfect" else "5,5,4", both, most=25, clock=None)

    assert played() == played()


@pytest.mark.parametrize("spec", ["perfect", "alphabeta:4", "mcts:300"])
def test_a_win_is_taken_and_a_loss_is_stopped(spec: str) -> None:
    one = player(spec, seed=3)
    assert str(one.choose(game("tictactoe").parse("XX./OO./..."))) == "c1"
    assert str(one.choose(game("tictactoe").parse("X../.O./X.."))) == "a2"


@pytest.mark.parametrize("spec", ["perfect", "alphabeta:2s", "mcts:2s"])
def test_the_clock_is_kept(spec: str) -> None:
    one = player(spec)
    position = game("gomoku").replay("h8 i9 j7")
    one.choose(position, Clock(move=0.1))
    began = process_time()
    one.choose(position, Clock(move=0.1))
    assert process_time() - began < 1.0  # twenty times less than what was asked for


def test_alpha_beta_keeps_a_limit_of_nodes() -> None:
    position = game("gomoku").replay("h8 i9 j7 i8")
    notes = []
    for _ in range(2):
        with player("alphabeta:5000n") as one:
            one.choose(position)
            notes.append(one.note)
    assert notes[0] == notes[1]
    nodes = int(notes[0].split(", ")[2].removesuffix(" nodes"))
    assert 4900 < nodes < 5100


def test_a_search_that_is_under_way_says_what_it_has_cost() -> None:
    core = _core.Engine(core_game(game("gomoku")), 2**20, 1)
    core.begin_search(*core_position(game("gomoku").replay("h8 i9 j7 i8")))  # without end
    while not core.progress()[0]:
        pass
    assert core.result()[4] > 0
    core.stop()


def test_alpha_beta_shows_what_it_finds() -> None:
    position = game("gomoku").replay("h8 i9 j7 i8")
    seen: list[SearchLine] = []
    one = AlphaBetaPlayer("alphabeta:3", depth=3)
    one.watch = seen.append
    move = one.choose(position)
    assert (seen[-1].depth, seen[-1].moves[0], seen[-1].score) == (3, move, one.score)
    assert [line.depth for line in seen[:-1]] == sorted({line.depth for line in seen[:-1]})


def test_alpha_beta_has_an_answer_while_it_searches() -> None:
    rules = game("connect6")
    core = _core.Engine(core_game(rules), 2**20, 1)
    position = rules.replay("k10 a1 j9 b15")
    core.begin_search(*core_position(position))  # without end
    assert position.cells[core.result()[0]] == "."
    assert not core.wait(0.0)
    core.stop()
    while not core.wait(1.0):
        pass
    later = position.play("k11")
    core.begin_search(*core_position(later), seconds=1e-6)
    assert core.wait(1e3)
    assert later.cells[core.result()[0]] == "."


def test_what_it_ponders_shortens_the_next_search() -> None:
    position = game("gomoku").replay("h8 h7 i7")
    with AlphaBetaPlayer("alphabeta", depth=10) as player:
        player.ponder(position)
        core = player._core
        assert core is not None
        while core.progress()[1] < 13 and not core.wait(0.01):
            pass
        player.rest()
        reply = cell_of(position.rules, core.result()[0])
        player.choose(position.play(reply))
        pondered = player.note
        player.prepare(position.rules)
        player.choose(position.play(reply))
        assert _nodes(pondered) < _nodes(player.note)
    player.rest()  # nothing to end


def _nodes(note: str) -> int:
    found = re.search(r"(\d+) nodes", note)
    assert found is not None
    return int(found[1])


def test_a_person_is_asked_until_the_move_is_legal() -> None:
    said: list[str] = []
    answers = iter(["", "z9", "a1", "b2"])
    human = HumanPlayer(read=lambda prompt: next(answers), write=said.append)
    assert str(human.choose(game("tictactoe").parse("X../.../..."))) == "b2"
    assert "a1 is taken by X" in said[-1]
    with pytest.raises(Crashed, match="no more answers"):
        human.choose(game("tictactoe").start())


def test_a_person_is_asked_in_his_own_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_TW.UTF-8")
    said: list[str] = []
    prompts: list[str] = []
    answers = iter(["a1", "b2"])

    def read(prompt: str) -> str:
        prompts.append(prompt)
        return next(answers)

    HumanPlayer(read, said.append).choose(game("tictactoe").parse("X../.../..."))
    assert said[1:] == ["輪到 O", "a1 已有 X，應為空格"]
    assert prompts == ["請落子："] * 2


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "unknown player ''"),
        ("perfct", "did you mean perfect"),
        ("random:3", "expected nothing after random"),
        ("perfect:", "expected nothing after perfect"),
        ("alphabeta", "expected a depth"),
        ("alphabeta:0", "expected a depth"),
        ("alphabeta:0n", "expected a depth"),
        ("alphabeta:999999", "expected a depth"),
        ("mcts:", "expected simulations or a time"),
        ("mcts:-5", "expected simulations or a time"),
        ("mcts:0s", "expected simulations or a time"),
        ("mcts:1e9", "expected simulations or a time"),
        ("mcts:net", "expected simulations or a time"),
        ("mcts:net:", "expected simulations or a time"),
        ("mcts:net=:5", "expected simulations or a time"),
        ("mcts:net=some.json", "expected simulations or a time"),
        ("gomocup:", "expected the path of a program"),
        ("gomocup:./no-such-program", "no such program"),
        ("version:", "expected a folder and a player"),
        ("version:src", "expected a folder and a player"),
        ("version:docs:random", "there is no kinrow in docs"),
    ],
)
def test_bad_specs_are_told_in_words(spec: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        player(spec)


def test_specs_are_listed() -> None:
    assert [text.partition(":")[0] for text in SPECS] == [
        "random", "perfect", "alphabeta", "mcts", "human", "gomocup", "version",
    ]  # fmt: skip


def test_a_clock_runs_forward() -> None:
    with pytest.raises(OptionError, match="game 0: expected seconds above 0"):
        Clock(game=0)
    assert Clock().limit is None
    assert Clock(move=3, game=2).limit == 2


def test_stones_that_take_the_longest_leave_time_for_the_game() -> None:
    position, left = game("gomoku").start(), 20.0
    for cell in position.legal_moves[:40]:
        clock = Clock(move=1.0, game=left)
        usual, most = thinking_time(position, clock), longest_time(position, clock)
        assert usual is not None and most is not None
        assert 0 < usual <= most <= min(1.0, left)
        left -= most
        position = position.play(cell)
    assert 0 < left < 5
    assert longest_time(position, None) is longest_time(position, Clock()) is None


def test_mcts_shows_its_statistics_and_proofs() -> None:
    mcts = player("mcts:2000", seed=1)
    position: Position = game("tictactoe").parse("XX./OO./...")
    move = mcts.choose(position)
    known = mcts.statistics[move]  # type: ignore[attr-defined]
    assert (known.lower, known.upper) == (Outcome.WIN, Outcome.WIN)
    assert "proven" in mcts.note


@pytest.mark.parametrize("spec", ["mcts:net:30", f"mcts:net={NETWORK}:30", "mcts:net:20ms"])
def test_mcts_plays_with_a_network(spec: str) -> None:
    with player(spec, seed=1) as one, player("mcts:30", seed=1) as other:
        position = game("6,5,4").start()
        while not position.finished:
            position = position.play(one.choose(position))
            if not position.finished:
                position = position.play(other.choose(position))


def test_a_network_wins_against_playouts() -> None:
    """With two simulations a move the policy decides, and the network has learned one."""
    from kinrow.arena import Match, play_match

    with player("mcts:net:2", seed=1) as one, player("random", seed=1) as other:
        match = Match(one, other, game("5,5,4"), 10, seed=1)
        list(play_match(match))
    assert match.score.losses == 0
    assert match.score.wins >= 8


def test_a_game_without_a_network_is_refused_before_it_begins(tmp_path: Path) -> None:
    with player("mcts:net:9") as one, pytest.raises(Unfit, match=r"no network for 7,7,6"):
        one.prepare(game("7,7,6"))
    with player(f"mcts:net={NETWORK}:9") as one:
        with pytest.raises(Unfit, match=r"its network is for 5,5,4 .*, not for 5,5,5"):
            one.prepare(game("5,5,5"))
        one.prepare(game("9,4,4"))
    with pytest.raises(WeightsError, match=r"none\.json: cannot be read"):
        player(f"mcts:net={tmp_path / 'none.json'}:9")


@pytest.mark.parametrize("name", ["renju", "caro", "jing4"])
def test_no_network_is_promised_for_rules_that_have_none(name: str) -> None:
    # It named kinrow learn --network, which refuses these games.
    with (
        player("mcts:net:9") as one,
        pytest.raises(Unfit, match=r"there are no networks for .* without renju or caro"),
    ):
        one.prepare(game(name))


@pytest.mark.parametrize("spec", ["random", "perfect", "alphabeta:2", "mcts:50"])
def test_players_take_what_stands_for_a_position(spec: str) -> None:
    with player(spec, seed=1) as one:
        one.prepare("tictactoe")  # type: ignore[arg-type]
        for asked in ("tictactoe", (3, 3, 3), game("tictactoe"), Board("tictactoe", "b2")):
            assert one.choose(asked) in as_position(asked).legal_moves  # type: ignore[arg-type]
        with pytest.raises(
            IllegalMove, match=r"no move to choose in '3,3,3 XXX/OO./...': the game"
        ):
            one.choose("tictactoe XXX/OO./...")  # type: ignore[arg-type]
        assert repr(one) == f"<player {spec}>"


@pytest.mark.parametrize("spec", ["random", "alphabeta:2", "mcts:20"])
def test_a_player_that_has_played_can_be_copied(spec: str) -> None:
    start = game("4,4,3").start()
    one = player(spec, seed=1)
    one.choose(start)
    for other in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one)):
        assert other.name == one.name
        assert other.choose(start) in start.legal_moves


@pytest.mark.parametrize(
    "make",
    [lambda: SearchSolver(threads=1), lambda: Batch("tictactoe", 2)],
    ids=["solver", "batch"],
)
def test_what_holds_memory_of_the_core_is_not_copied(make: Callable[[], object]) -> None:
    one = make()
    for duplicate in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(NotCopied, match="cannot be copied or pickled"):
            duplicate(one)


def test_other_threads_go_on_while_an_engine_is_made() -> None:
    rules = game("15,15,5:caro")
    weights_for(rules)
    thread, times = Thread(target=AlphaBetaPlayer("a").prepare, args=[rules]), 0
    thread.start()
    while thread.is_alive():
        sleep(0.001)
        times += 1
    assert times > 10


@pytest.mark.parametrize("spec", ["9,9,5", "7,7,5,2,1", "5,5,4:misere"])
def test_lines_from_the_empty_board_are_searched(spec: str) -> None:
    told: list[SearchLine] = []
    with AlphaBetaPlayer("engine", nodes=500) as engine:
        engine.watch = told.append
        lines = list(engine.lines(spec, 3))
    assert all(line.nodes > 1 and line.depth > 1 for line in lines)
    after = {game(spec).replay(line.moves[:1]).canonical() for line in lines}
    assert len(after) == 3
    assert not told
    with AlphaBetaPlayer("engine", nodes=500) as engine:
        assert [line.score for line in engine.lines("1,1,1", 3)] == [29999]


@pytest.mark.parametrize("count", [0, -1, 1.5])
def test_a_number_of_lines_is_at_least_one(count: int) -> None:
    with AlphaBetaPlayer("lines", depth=2) as engine, pytest.raises(OptionError, match="count"):
        next(engine.lines("7,7,5", count))
