"""kinrow as a Gomocup program: limits of the search, and thinking on the other side's time."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from time import perf_counter, sleep

import pytest

from kinrow.arena.brain import Brain
from kinrow.arena.lines import split
from kinrow.players import Clock
from kinrow.players.alphabeta import SearchLine
from kinrow.rules import Cell, Position, Rules
from kinrow.runtime import limits
from tests.arena.test_brain import Engine, told

OTHERS = [f"{2 * i},9,2" for i in range(6)]


def test_info_limits_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinrow.arena.engines.AlphaBetaPlayer", Engine)
    limits: list[tuple[int, int]] = []

    def choose(self: Engine, position: Position, clock: Clock | None = None) -> Cell:
        limits.append((self.depth, self.nodes))
        return position.legal_moves[0]

    monkeypatch.setattr(Engine, "choose", choose)
    told("START 15", "TURN 7,7", "TURN 0,1", "INFO max_depth 9", "INFO max_node 5000", "TURN 0,2")
    told("START 15", "TURN 7,7", "INFO max_depth 9", "INFO max_depth -1", "TURN 0,1")
    assert limits == [(0, 0), (9, 5000), (0, 0)]


def test_it_ponders_after_its_moves_if_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinrow.arena.engines.AlphaBetaPlayer", Engine)
    done: list[str] = []
    monkeypatch.setattr(
        Engine, "ponder", lambda self, position: done.append(f"{position.to_move} {position['h8']}")
    )
    monkeypatch.setattr(Engine, "rest", lambda self: done.append("rest"))
    told("START 15", "TURN 7,7", "TURN 8,7")
    assert done == ["rest"] * 2
    done.clear()
    told("START 15", "INFO pondering 1", "TURN 7,7", "INFO time_left 9", "TURN 8,7", "TURN 8,7")
    assert done == [
        "rest",
        "rest",
        "X X",
        "rest",
        "rest",
        "X X",
        "rest",
    ]  # they began, and are to move


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r"])
def test_the_end_of_a_line_does_not_end_pondering(
    monkeypatch: pytest.MonkeyPatch, end: bytes
) -> None:
    monkeypatch.setattr("kinrow.arena.engines.AlphaBetaPlayer", Engine)
    done: list[str] = []
    monkeypatch.setattr(Engine, "ponder", lambda self, position: done.append("ponder"))
    monkeypatch.setattr(Engine, "rest", lambda self: done.append("rest"))
    pieces = [line + end for line in (b"START 15", b"INFO pondering 1", b"TURN 7,7", b"TURN 8,7")]
    Brain(lambda _: None).obey((0.0, line) for line in split(iter(pieces)))
    assert done[-3:] == ["ponder", "rest", "ponder"]


def test_a_game_that_it_has_won_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinrow.arena.engines.AlphaBetaPlayer", Engine)
    stones = [f"{x},{y},{owner}" for y, owner in ((0, 1), (9, 2)) for x in range(1, 5)]
    answers = told("INFO pondering 1", "START 15", "BOARD", *stones, "DONE", "TURN 5,9", "RESTART")
    assert answers == ["OK", "0,0", "ERROR the game is over", "OK"]


def test_what_is_known_is_asked_for_only_if_the_answer_comes_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kinrow.arena.engines.AlphaBetaPlayer", Engine)
    now, took = 0.0, 0.0
    asked: list[int] = []
    loaded: list[str] = []

    class Known:
        def prepare(self, rules: Rules) -> None:
            nonlocal now
            loaded.append(str(rules))
            now += 10.0  # which is not how long a question takes

        def known(self, position: Position, objective: str) -> None:
            nonlocal now
            asked.append(position.plies)
            now += took

    monkeypatch.setattr("kinrow.knowledge.everything", Known)
    monkeypatch.setattr("kinrow.arena.timed_knowledge.perf_counter", lambda: now)
    brain = Brain(lambda _: None)

    def say(*lines: str) -> None:
        brain.obey((perf_counter(), line) for line in lines)

    say("START 15", "INFO timeout_turn 1000", "BEGIN", "TURN 14,14")
    assert not asked  # it may have to be loaded first
    say("INFO timeout_turn 2000", "TURN 13,12", "INFO timeout_turn 1000", "TURN 12,14")
    assert (asked, loaded) == ([4, 6], ["15,15,5"])
    say("INFO timeout_turn 400", "RESTART", "BEGIN", "TURN 14,14")
    assert asked == [4, 6, 0, 2]
    took = 0.15
    say("TURN 13,12", "TURN 12,14", "INFO timeout_turn 2000", "TURN 9,12")
    assert asked == [4, 6, 0, 2, 4, 8]


def made_engines(monkeypatch: pytest.MonkeyPatch) -> list[Engine]:
    """Every engine that a brain makes from now on."""
    made: list[Engine] = []

    class Counted(Engine):
        def __init__(self, name: str, *, memory: int, threads: int) -> None:
            super().__init__(name, memory=memory, threads=threads)
            made.append(self)

    monkeypatch.setattr("kinrow.arena.engines.AlphaBetaPlayer", Counted)
    return made


def test_an_engine_stays_though_it_fills_the_memory_that_was_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = made_engines(monkeypatch)
    held = [40 * 2**20]  # bytes that the process holds: the more, the larger its table has grown
    monkeypatch.setattr(limits, "resident", lambda: held[0])
    brain = Brain(lambda _: None)
    brain.obey([(0.0, "INFO max_memory 83886080"), (0.0, "START 15"), (0.0, "TURN 7,7")])
    held[0] += 30 * 2**20
    brain.obey([(0.0, "TURN 0,1"), (0.0, "INFO max_memory 83886080"), (0.0, "TURN 0,2")])
    assert [engine.memory for engine in made] == [30 * 2**20]


def test_several_lines_of_info_prepare_one_more_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    made = made_engines(monkeypatch)
    lines = ["START 15", "INFO max_memory 83886080", "INFO rule 1", "INFO max_memory 0", "ABOUT"]
    left = len(lines)

    def each() -> Iterator[tuple[float, str]]:
        nonlocal left
        for line in lines:
            left -= 1
            yield 0.0, line

    Brain(lambda _: None, lambda: left < 2).obey(each())
    assert len(made) == 2  # that of START, and one for all that INFO says


def test_where_memory_is_short_the_engine_is_prepared_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = made_engines(monkeypatch)
    monkeypatch.setattr(limits, "resident", lambda: 40 * 2**20)
    told("INFO max_memory 83886080", "START 15", "INFO rule 1", "TURN 7,7", "TURN 0,0")
    assert len(made) == 1


class Slow(Engine):
    """Needs its time for a rule, and says for which one it plays."""

    played: list[str] = []  # noqa: RUF012 - shared on purpose

    def prepare(self, rules: Rules) -> None:
        sleep(0.5 if rules.exact or rules.renju else 0.0)

    def choose(self, position: Position, clock: Clock | None = None) -> Cell:
        self.played.append(str(position.rules).partition(":")[2])
        return super().choose(position, clock)


def test_no_move_waits_for_an_engine_for_a_new_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as it is not ready, the one before plays."""
    monkeypatch.setattr("kinrow.arena.engines.AlphaBetaPlayer", Slow)
    Slow.played.clear()
    took: list[float] = []

    def lines() -> Iterator[tuple[float, str]]:
        for line in ("START 15", "INFO timeout_turn 30", "INFO rule 1", "BEGIN", "TURN 0,0"):
            yield (began := perf_counter()), line
            took.append(perf_counter() - began)
        sleep(1.0)
        yield (began := perf_counter()), "TURN 14,14"
        took.append(perf_counter() - began)

    answers: list[str] = []
    Brain(answers.append).obey(lines())
    assert Slow.played == ["", "exact"]
    assert max(took) < 0.25
    assert answers == ["OK", "7,7", "1,0", "2,0"]


@pytest.mark.parametrize(
    ("rule", "stones"),
    [
        # six in a row: over, if five or more win
        (1, [f"{i},0,1" for i in range(6)] + OTHERS),
        # the first empty cell makes two fours at once
        (4, [f"{i},0,1" for i in (1, 2, 3)] + [f"0,{i},1" for i in (1, 2, 3)] + OTHERS),
    ],
)
def test_the_engine_before_plays_nothing_that_the_new_rule_forbids(
    rule: int, stones: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kinrow.arena.engines.AlphaBetaPlayer", Slow)
    Slow.played.clear()
    told("START 15", "INFO timeout_turn 30", f"INFO rule {rule}", "BOARD", *stones, "DONE")
    assert Slow.played[-1] == ("exact" if rule == 1 else "renju")


def test_the_engine_before_does_not_win_by_its_own_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six in a row win nothing under rule 1, and what the engine says of them is not sent."""

    def choose(self: Slow, position: Position, clock: Clock | None = None) -> Cell:
        rules = str(position.rules)
        self.played.append(rules.partition(":")[2])
        move = Cell.of("a4" if "exact" not in rules else "o15")
        self.watch(SearchLine(1, 29_999 if "exact" not in rules else 7, 1, (move,)))
        return move

    monkeypatch.setattr("kinrow.arena.engines.AlphaBetaPlayer", Slow)
    monkeypatch.setattr(Slow, "choose", choose)
    Slow.played.clear()
    stones = [f"0,{i},1" for i in (0, 1, 2, 4, 5)] + OTHERS[:5]
    answers = told("START 15", "INFO timeout_turn 30", "INFO rule 1", "BOARD", *stones, "DONE")
    assert Slow.played == ["", "exact"]
    assert answers == ["OK", "MESSAGE depth 1 ev 7 nodes 1 pv 14,14", "14,14"]


def test_a_stop_that_comes_while_what_is_known_is_looked_up_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kinrow.arena.engines.AlphaBetaPlayer", Engine)
    Engine.asked.clear()
    brain = Brain(lambda _: None)

    class Known:
        def prepare(self, rules: Rules) -> None:
            pass

        def known(self, position: Position, objective: str) -> None:
            if position.plies > 4:
                brain.heard("YXSTOP")

    monkeypatch.setattr("kinrow.knowledge.everything", Known)
    lines = ("START 15", "TURN 0,0", "TURN 14,14", "TURN 12,3")
    brain.obey((perf_counter(), line) for line in lines)
    first, second = (clock.limit or 0.0 for _, clock in Engine.asked if clock is not None)
    assert second < 0.01 < 3 < first


def test_a_stop_just_before_the_search_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[str] = []

    def choose(self: Engine, position: Position, clock: Clock | None = None) -> Cell:
        brain.heard("YXSTOP")
        stopped.clear()  # as if the search had begun after it
        self.watch(SearchLine(1, 0, 1, position.legal_moves[:1]))
        return position.legal_moves[0]

    monkeypatch.setattr("kinrow.arena.engines.AlphaBetaPlayer", Engine)
    monkeypatch.setattr(Engine, "choose", choose)
    monkeypatch.setattr(Engine, "stop", lambda self: stopped.append("stop"))
    brain = Brain(lambda _: None)
    brain.obey((0.0, line) for line in ("START 15", "TURN 0,0", "TURN 14,14"))
    assert stopped == ["stop"]


def test_a_move_does_not_wait_for_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinrow.arena.engines.AlphaBetaPlayer", Engine)
    loading, asked = Event(), []

    class Slow:
        def prepare(self, rules: Rules) -> None:
            pass

        def known(self, position: Position, objective: str) -> None:
            asked.append(position.plies)
            assert loading.wait(60)

    monkeypatch.setattr("kinrow.knowledge.everything", Slow)
    answers: list[str] = []
    brain = Brain(answers.append)
    lines = ["INFO timeout_turn 2500", "START 15", "TURN 7,7", "TURN 0,1"]
    brain.obey((perf_counter(), line) for line in lines)
    assert (answers, asked) == (["OK", "8,8", "0,0"], [1])  # the first question is still open
    loading.set()


def test_a_table_of_any_size_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinrow.arena.engines.AlphaBetaPlayer", Engine)
    answers = told("INFO max_node 500", "START 15", "INFO hash_size 999999999999999999", "TURN 7,7")
    assert answers == ["OK", "8,8"]


@pytest.mark.parametrize(("memory", "asks"), [(0, 1), (255 << 20, 0), (350 << 20, 1)])
def test_what_is_known_is_left_out_where_memory_is_short(
    monkeypatch: pytest.MonkeyPatch, memory: int, asks: int
) -> None:
    asked: list[int] = []

    class Known:
        def prepare(self, rules: Rules) -> None:
            pass

        def known(self, position: Position, objective: str) -> None:
            asked.append(position.plies)

    monkeypatch.setattr("kinrow.arena.engines.AlphaBetaPlayer", Engine)
    monkeypatch.setattr("kinrow.knowledge.everything", Known)
    lines = [f"INFO max_memory {memory}", "START 15", "TURN 7,7"]
    Brain(lambda _: None).obey((perf_counter(), line) for line in lines)
    assert len(asked) == asks


@pytest.mark.parametrize("lines", [("YXSHOWINFO", "INFO rule 2"), ("INFO rule 2", "YXSHOWINFO")])
def test_rule_2_of_yixin_s_board_is_renju(
    monkeypatch: pytest.MonkeyPatch, lines: tuple[str, ...]
) -> None:
    monkeypatch.setattr("kinrow.arena.engines.AlphaBetaPlayer", Engine)
    assert told("START 15", *lines, "TURN 7,7")[-1] == "8,8"
    assert told("START 15", "INFO rule 2", "TURN 7,7")[-1].startswith("ERROR")
