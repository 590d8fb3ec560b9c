"""kinrow as a Gomocup program: every command, every limit, every kind of rubbish."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinrow.arena.brain import Brain
from kinrow.arena.lines import split
from kinrow.players import Clock
from kinrow.players.alphabeta import SearchLine
from kinrow.rules import Cell, Position, Rules, game


class Engine:
    """Plays the first empty cell, and remembers what it was asked."""

    asked: list[tuple[Position, Clock | None]] = []  # noqa: RUF012 - shared on purpose
    score = 0

    watch: Callable[[SearchLine], object]

    def __init__(self, name: str, *, memory: int, threads: int) -> None:
        self.memory = memory
        self.threads = threads
        self.depth = self.nodes = -1

    def choose(self, position: Position, clock: Clock | None = None) -> Cell:
        self.asked.append((position, clock))
        return position.legal_moves[0]

    def lines(
        self, position: Position, count: int, clock: Clock | None = None
    ) -> Iterator[SearchLine]:
        self.asked.append((position, clock))
        for first, second in pairwise(position.legal_moves[: count + 1]):
            yield SearchLine(1, 0, 1, (first, second))

    def prepare(self, rules: Rules) -> None:
        pass

    def ponder(self, position: Position) -> None:
        pass

    def rest(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _engine(monkeypatch: pytest.MonkeyPatch) -> None:
    Engine.asked.clear()
    Engine.score = 0
    monkeypatch.setattr("kinrow.arena.engines.AlphaBetaPlayer", Engine)


def told(*lines: str) -> list[str]:
    """What the brain answers."""
    answers: list[str] = []
    Brain(answers.append).obey((0.0, line) for line in lines)
    return answers


def test_a_game_from_its_beginning() -> None:
    assert told("START 15", "BEGIN", "TURN 0,0", "TURN 14,14") == ["OK", "7,7", "1,0", "2,0"]
    position = Engine.asked[-1][0]
    assert str(position.to_move) == "X"
    assert position.plies == 4


@pytest.mark.parametrize(("milliseconds", "asked"), [(5000, True), (100, False)])
def test_a_proved_win_is_taken_and_said_if_there_is_time(milliseconds: int, asked: bool) -> None:
    answers: list[str] = []
    lines = f"INFO timeout_turn {milliseconds}", "START 15", "BEGIN"
    Brain(answers.append).obey((perf_counter(), line) for line in lines)
    *said, move = answers[1:]
    assert move == "7,7"
    assert [line.partition(",")[0] for line in said] == ["MESSAGE proved: win"] * asked


def test_a_proved_loss_is_said_and_the_engine_plays_on() -> None:
    answers: list[str] = []
    lines = "INFO timeout_turn 5000", "START 15", "TURN 7,7"
    Brain(answers.append).obey((perf_counter(), line) for line in lines)
    assert answers[1].startswith("MESSAGE proved: loss, by atlas 15,15,5")
    assert len(answers) == 3


def test_a_game_that_the_other_side_begins() -> None:
    assert told("START 20", "TURN 10,10", "TURN 0,0") == ["OK", "9,9", "1,0"]
    assert str(Engine.asked[-1][0].to_move) == "O"


def test_the_largest_board() -> None:
    assert told("START 22", "BEGIN", "TURN 21,21") == ["OK", "10,10", "0,0"]
    assert told("RECTSTART 22,21", "TURN 21,20", "TURN 20,21")[2].startswith("ERROR 20,21 is not")


def test_rectangles_are_columns_and_rows() -> None:
    assert told("RECTSTART 9,5", "BEGIN", "TURN 8,4", "TURN 0,5") == [
        "OK", "4,2", "0,0", "ERROR 0,5 is not on the board of 9 x 5",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line", ["START", "START 4", "START 23", "START x", "START -5", "RECTSTART 9", "RECTSTART 4,9"]
)
def test_sizes_that_cannot_be_are_refused(line: str) -> None:
    (answer,) = told(line)
    assert answer.startswith("ERROR size")


def test_a_board_is_read_up_to_done() -> None:
    board = ["BOARD", "7,7,2", " 8 , 8 , 1 ", "9,9,2", "DONE", "TURN 0,1"]
    assert told("START 15", *board) == ["OK", "0,0", "1,0"]
    position = Engine.asked[0][0]
    assert (position.rows[7][7], position.rows[8][8], str(position.to_move)) == ("X", "O", "O")


@pytest.mark.parametrize("command", ["BOARD", "YXBOARD"])
def test_a_board_that_is_refused_changes_nothing(command: str) -> None:
    answers = told("START 15", command, "7,7,2", "8,8", "DONE", "BEGIN")
    assert answers == ["OK", "ERROR '8,8': expected x,y,1 or x,y,2", "7,7"]


def test_a_board_with_any_number_of_stones() -> None:
    assert told("START 15", "BOARD", "7,7,1", "8,8,1", "9,9,1", "DONE") == ["OK", "0,0"]
    assert told("START 15", "BOARD", "DONE") == ["OK", "7,7"]


@pytest.mark.parametrize("line", ["7,7", "7,7,4", "7,7,0", "a,b,c", "15,0,1", "7,7,1,1"])
def test_a_wrong_line_of_a_board_is_told_after_done(line: str) -> None:
    answers = told("START 15", "BOARD", "0,0,1", line, "DONE", "ABOUT")
    assert answers[1].startswith("ERROR")
    assert answers[2].startswith('name="kinrow"')


def test_stones_of_a_finished_line_are_for_games_that_are_not_played() -> None:
    answers = told("START 15", "BOARD", "0,0,1", "7,7,3", "DONE")
    assert answers[1:] == ["ERROR '7,7,3': field 3 is for continuous games"]


def test_a_board_that_is_broken_off_obeys_the_new_command() -> None:
    assert told("START 15", "BOARD", "0,0,1", "RESTART", "BEGIN") == [
        "OK", "ERROR RESTART before DONE", "OK", "7,7",
    ]  # fmt: skip
    assert told("START 15", "BOARD", "0,0,1") == ["OK", "ERROR the input ends before DONE"]
    assert told("START 15", "BOARD", "END", "ABOUT") == ["OK", "ERROR END before DONE"]


def test_stones_are_taken_back() -> None:
    answers = told("START 15", "BEGIN", "TURN 0,0", "TAKEBACK 1,0", "TAKEBACK 0,0", "TAKEBACK 0,0")
    assert answers == ["OK", "7,7", "1,0", "OK", "OK", "ERROR 0,0 is empty"]
    assert told("START 15", "BEGIN", "TAKEBACK 7,7", "BEGIN")[-1] == "7,7"


def test_restart_clears_the_board() -> None:
    assert told("START 15", "BEGIN", "RESTART", "BEGIN") == ["OK", "7,7", "OK", "7,7"]


@pytest.mark.parametrize(
    "line", ["BEGIN", "TURN 7,7", "RESTART", "TAKEBACK 1,1", "BOARD", "SWAP2BOARD"]
)
def test_nothing_goes_before_start(line: str) -> None:
    assert told(line, "DONE")[0] == "ERROR expected START first"


def test_what_cannot_be_is_an_error() -> None:
    for line, answer in (
        ("TURN 7,7", "ERROR 7,7 is taken"),
        ("TURN 15,7", "ERROR 15,7 is not on the board of 15 x 15"),
        ("TURN", "ERROR '': expected x,y"),
        ("BEGIN", "ERROR BEGIN is for an empty board"),
    ):
        assert told("START 15", "BEGIN", line)[-1] == answer
    five = [f"{x},0,2" for x in range(4)] + [f"{x},9,1" for x in range(4)]
    assert told("START 15", "BOARD", *five, "DONE", "TURN 4,0")[-1] in {
        "ERROR the game is over", "ERROR 4,0 is taken",
    }  # fmt: skip


def test_a_lost_game_has_no_move() -> None:
    stones = [f"{x},3,2" for x in range(4)] + [f"{x},9,1" for x in range(4)]
    answers = told("START 15", "BOARD", *stones, "DONE", "TURN 4,3")
    assert answers[1:] == ["0,0", "ERROR the game is over"]


def test_unknown_commands_are_unknown_and_case_does_not_matter() -> None:
    assert told("start 15", "Begin", "PLAY 1,1", "", "   ", "42") == [
        "OK", "7,7", "UNKNOWN PLAY", "UNKNOWN 42",
    ]  # fmt: skip


def test_end_ends() -> None:
    assert told("END", "START 15") == []
    assert told("START 15", "end", "BEGIN") == ["OK"]


def test_info_sets_the_clock() -> None:
    def clock(*infos: str) -> Clock:
        told("START 15", *(f"INFO {info}" for info in infos), "TURN 7,7", "TURN 0,0")
        found = Engine.asked[-1][1]
        assert found is not None
        return found

    def limits(*infos: str) -> float:
        # The lines of these tests came at moment 0, long ago: measure from now.
        from kinrow.arena.limits import Limits

        kept = Limits()
        for info in infos:
            kept.told(info)
        limit = kept.clock(perf_counter()).limit
        assert limit is not None
        return limit

    assert clock("timeout_turn 30").limit is not None
    assert 0.02 < limits("timeout_turn 30") < 0.03
    assert 0.9 < limits("timeout_turn 1000") < 1.0
    assert limits("timeout_turn 0") < 0.01
    assert limits("timeout_turn 2147483647") <= 30
    assert limits("timeout_turn 5000", "timeout_match 9000", "time_left 100") < 0.1
    assert limits("timeout_turn 5000", "time_left 100") < 0.1
    assert limits("timeout_turn 5000", "timeout_match 0", "time_left 100") > 4
    assert limits("timeout_turn abc", "folder /tmp/x", "game_type 1", "what ever", "") > 4


def test_a_delay_is_kept_back_from_the_next_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    from kinrow.arena import limits as room

    now = 100.0
    monkeypatch.setattr(room, "perf_counter", lambda: now)
    kept = room.Limits()
    kept.told("timeout_turn 30")
    clock = kept.clock(now)
    assert clock.limit == pytest.approx(0.027)
    kept.answered(now - 0.02, clock)  # in time
    assert kept.clock(now).limit == pytest.approx(0.027)
    kept.answered(now - 0.037, clock)  # 10 ms late
    assert kept.clock(now).limit == pytest.approx(0.017)
    kept.answered(now - 0.01, clock)  # it fades
    assert kept.clock(now).limit == pytest.approx(0.018)
    assert kept.clock(now - 1).limit == pytest.approx(0.002)  # never nothing


def test_info_sets_the_rule_also_in_the_middle() -> None:
    told("START 15", "TURN 7,7", "INFO rule 1", "TURN 0,0", "INFO rule 0", "TURN 1,1")
    assert [position.rules.exact for position, _ in Engine.asked] == [True, False]


@pytest.mark.parametrize(
    ("number", "spec"),
    [(0, "15,15,5"), (1, "15,15,5:exact"), (4, "renju"), (8, "caro"), (9, "caro")],
)
def test_the_rules_of_gomocup(number: int, spec: str) -> None:
    assert told(f"INFO rule {number}", "START 15", "TURN 7,7", "TURN 0,0")[1:] == ["8,8", "1,0"]
    assert Engine.asked[0][0].rules == game(spec)


CROSS = ("7,4,1", "0,0,2", "7,5,1", "2,0,2", "5,6,1", "4,0,2", "6,6,1", "6,0,2")


def test_forbidden_cells_are_shown() -> None:
    answers = told("INFO rule 4", "START 15", "YXBOARD", *CROSS, "DONE", "YXSHOWFORBID")
    assert answers == ["OK", "FORBID 0706."]
    plain = told("START 15", "YXBOARD", *CROSS, "DONE", "YXSHOWFORBID")
    assert plain == ["OK", "FORBID ."]


def test_a_forbidden_stone_of_the_other_side_is_refused() -> None:
    theirs = [text[:-1] + "21"[text.endswith("2")] for text in CROSS]
    answers = told("INFO rule 4", "START 15", "YXBOARD", *theirs, "DONE", "TURN 7,6")
    assert answers[1].startswith("ERROR 7,6: h7 is forbidden to X: two threes at once")


def test_the_best_lines_are_reported() -> None:
    stones = "YXBOARD", "7,7,1", "8,8,2", "DONE"
    answers = told("START 15", *stones, "YXNBEST 2", "TURN 0,0")
    lines = [text for text in answers if text.startswith("INFO BESTLINE")]
    assert lines == ["INFO BESTLINE 0,0 1,0", "INFO BESTLINE 1,0 2,0"]
    assert answers[-2:] == ["0,0", "1,0"]  # the best one is not played
    assert answers.count("INFO NUMPV 2") == 2
    for wrong in ("", "0", "x", "1000"):
        assert told("START 15", f"YXNBEST {wrong}")[1].startswith("ERROR YXNBEST")
    assert told("START 15", "YXSTOP", "YXHASHCLEAR") == ["OK"]


@pytest.mark.parametrize(
    ("number", "which"),
    [(2, "2 (continuous game)"), (5, "5 (exactly five, renju)"), (16, "16"), (-1, "-1")],
)
def test_a_rule_that_is_not_known_is_not_played(number: int, which: str) -> None:
    names = which if number != -1 else "-1 (exactly five, continuous game, renju, caro)"
    refused = f"ERROR rule {names} is not known here, so no game of it is played"
    stones = ("BOARD", "7,7,2", "DONE"), ("SWAP2BOARD", "DONE"), ("BEGIN",), ("TURN 7,7",)
    for lines in stones:
        answers = told(f"INFO rule {number}", "START 15", *lines)
        assert answers == ["OK", refused]  # none to INFO, which no manager would read
    assert not Engine.asked
    assert told(f"INFO rule {number}", "START 15", "INFO rule 0", "BEGIN")[-1] == "7,7"


def test_yixin_sets_a_board_without_a_move() -> None:
    answers = told("START 15", "YXBOARD", "7,7,2", "8,8,1", "DONE", "TURN 9,9")
    assert answers == ["OK", "0,0"]
    assert Engine.asked[0][0].plies == 3
    assert told("START 15", "YXBOARD", "7,7,4", "DONE")[1].startswith("ERROR")


def test_yixin_is_told_what_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    assert told("YXSHOWINFO") == ["MESSAGE INFO MAX_THREAD_NUM 4", "MESSAGE INFO MAX_HASH_SIZE 15"]
    made: list[int] = []
    monkeypatch.setattr(Engine, "prepare", lambda self, rules: made.append(self.threads))
    told("START 15", "INFO thread_num 3", "INFO thread_num 99", "INFO thread_num 0")
    assert made == [1, 3, 4, 1]


def test_what_the_search_finds_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(self: Engine, position: Position, clock: Clock | None = None) -> Cell:
        self.watch(SearchLine(3, -12, 4567, (Cell(7, 8), Cell(0, 1))))
        return Cell(7, 8)

    monkeypatch.setattr(Engine, "choose", choose)
    report = "MESSAGE depth 3 ev -12 nodes 4567 pv 8,7 1,0"
    assert told("START 15", "BEGIN", "TURN 7,8")[2:] == [report, "8,7"]


def test_a_small_memory_makes_a_small_table(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    monkeypatch.setattr(Engine, "prepare", lambda self, rules: sizes.append(self.memory))
    told("START 15", "INFO max_memory 1000000", "INFO max_memory 1000000", "INFO max_memory 0")
    assert sizes == [32 * 2**20, 2**20, 32 * 2**20]  # at once, not in the time of a move


def test_a_fault_of_ours_does_not_end_the_brain(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Engine, position: Position, clock: Clock | None = None) -> Cell:
        raise ZeroDivisionError

    monkeypatch.setattr(Engine, "choose", fail)
    assert told("START 15", "TURN 7,7", "TURN 0,0", "RESTART") == [
        "OK", "8,8", "ERROR ZeroDivisionError", "OK",
    ]  # fmt: skip


RUBBISH = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        "START 15|START 5|RECTSTART 5,7|BEGIN|TURN 1,1|TURN 2,2|BOARD|3,3,1|4,4,2|DONE|TAKEBACK 1,1"
        "|RESTART|INFO rule 1|INFO timeout_turn 10|INFO|ABOUT|SWAP2BOARD|1,2|3,4".split("|")
    ),
)


@settings(max_examples=200)
@given(st.lists(RUBBISH, max_size=25))
def test_rubbish_is_survived(lines: list[str]) -> None:
    for answer in told(*lines):
        assert "\n" not in answer
        assert "Error" not in answer  # an exception's name


@given(st.lists(st.binary(max_size=20), max_size=10))
def test_lines_do_not_depend_on_the_pieces(pieces: list[bytes]) -> None:
    whole = [line for line in split(iter([b"".join(pieces)])) if line]
    assert [line for line in split(iter(pieces)) if line] == whole


def test_endless_lines_are_cut() -> None:
    (line,) = split(b"x" * 1000 for _ in range(10_000))
    assert len(line) <= 8192


def test_a_board_that_cannot_arise_leaves_the_old_one() -> None:
    five = [f"{x},0,1" for x in range(5)]
    answers = told("START 15", "BOARD", *five, "DONE", "BEGIN", "TURN 9,9")
    assert answers[0] == "OK"
    assert answers[1].startswith("ERROR this board cannot arise")
    assert answers[2:] == ["7,7", "0,0"]


def test_after_its_own_move_lines_and_forbidden_cells_are_the_other_side_s() -> None:
    told("START 15", "TURN 7,7", "YXNBEST 1")
    position = Engine.asked[-1][0]
    assert (position.plies, str(position.to_move)) == (2, "X")
    assert position.cells[7 * 15 + 7] == "X"
    theirs = [text[:-1] + "21"[text.endswith("2")] for text in CROSS[:-1]]
    answers = told("INFO rule 4", "START 15", "BOARD", *theirs, "DONE", "YXSHOWFORBID")
    assert answers[-1] == "FORBID 0706."
