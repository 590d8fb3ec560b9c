"""One job: each position once up to symmetry, its answers kept, its limit and estimate honest."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
import weakref
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.annotation.brute import recorded

from kinrow.annotation import annotate_file, shards
from kinrow.annotation.asking import Asker
from kinrow.annotation.estimate import Estimate, TimeLeft
from kinrow.annotation.job import Job, JobProgress, truths
from kinrow.annotation.limit import Limit
from kinrow.annotation.mirror import Question, least_cells, least_image
from kinrow.annotation.store import AnswerStore, StoreError, notes
from kinrow.annotation.words import AnnotationWords
from kinrow.rules import Objective, Position, Rules, RulesError, Sign, Value, format_position, game
from kinrow.rules.geometry import symmetries

FOUR = game("4,9,4")


def image(position: Position, places: tuple[int, ...]) -> Position:
    cells = ["."] * len(places)
    for at, place in enumerate(places):
        cells[place] = position.cells[at]
    cols = position.rules.cols
    rows = ["".join(cells[at : at + cols]) for at in range(0, len(cells), cols)]
    return position.rules.parse("/".join(rows))


def positions(rules: Rules, count: int, seed: int = 1, least: int = 0) -> list[Position]:
    found = (p for p, _ in recorded(rules, seed, 40 * count) if p.plies >= least)
    return [position for position, _ in zip(found, range(count), strict=False)]


@settings(deadline=None)
@given(st.sampled_from(["3,3,3", "3,4,3", "1,5,3", "1,1,1", "2,2,2"]), st.integers(0, 10**6))
def test_images_are_one_question(spec: str, seed: int) -> None:
    rules = game(spec)
    for position in positions(rules, 3, seed):
        found = least_image(position.cells, rules.rows, rules.cols)
        assert found.cells == least_cells(position.cells, rules.rows, rules.cols)
        assert [found.cells[place] for place in found.places] == list(position.cells)
        for places in symmetries(rules.rows, rules.cols):
            assert Question.of(image(position, places)) == Question.of(position)


def test_what_is_known_is_answered_without_a_search(tmp_path: Path) -> None:
    """Of gomoku: the empty board, the loss after h8, and the win after any reply."""
    gomoku = game("gomoku")
    asked = [gomoku.replay(moves) for moves in ("", "h8", "h8 a1")]
    said = {}
    for knowledge in (True, False):
        with AnswerStore(tmp_path / f"{knowledge}.sqlite", gomoku, "outcome") as store:
            Job(store, limit=Limit.parse("1 nodes"), threads=1, knowledge=knowledge).run(asked)
            said[knowledge] = [str(found.value) for found in truths(store, "outcome", asked)]
    # Nobody loses by moving first: the search itself knows that.
    assert said == {True: ["win", "loss", "win"], False: ["draw or win", "unknown", "unknown"]}


def test_a_search_alone_uses_no_answers_of_what_was_known(tmp_path: Path) -> None:
    source, target, values = tmp_path / "a.csv", tmp_path / "b.csv", []
    source.write_text("moves\nh8\n")
    for knowledge in (False, True, False, True):
        annotate_file(source, target, game="gomoku", limit="1 nodes", knowledge=knowledge)
        values.append(target.read_text().splitlines()[1].split(",")[4])
    assert values == ["draw-or-win", "win", "draw-or-win", "win"]


def test_side_and_stones_left_are_part_of_the_question() -> None:
    board = "X../.../..."
    tictactoe = game("tictactoe")
    assert Question.of(tictactoe.parse(board)) != Question.of(tictactoe.parse(f"{board} X"))
    assert Question.of(tictactoe.parse(board)).board[1] == 1


def test_equal_and_mirrored_positions_are_asked_once() -> None:
    once = positions(FOUR, 6, least=18)
    mirrored = [image(p, places) for p in once for places in symmetries(4, 9)]
    counts = []
    for listed in (once, mirrored * 3):
        seen: list[JobProgress] = []
        with AnswerStore(None, FOUR, "outcome") as store:
            Job(store, memory="16MiB", threads=1, report=seen.append).run(listed)
        counts.append((seen[-1].questions, seen[-1].total))
    assert counts[0] == counts[1]


def test_the_latest_come_first_and_progress_reaches_the_end() -> None:
    seen: list[JobProgress] = []
    listed = positions(FOUR, 30, least=16)
    with AnswerStore(None, FOUR, "outcome") as store:
        Job(store, memory="16MiB", report=seen.append).run(listed)
    plies = [progress.ply for progress in seen]
    assert plies == sorted(plies, reverse=True)
    assert (plies[0], plies[-1]) == (
        max(p.plies for p in listed if not p.finished),
        min(p.plies for p in listed if not p.finished),
    )
    assert [p.positions for p in seen] == sorted(p.positions for p in seen)
    assert seen[-1].positions == seen[-1].total


def test_a_second_run_asks_nothing(tmp_path: Path) -> None:
    listed = positions(FOUR, 20, least=18)
    for expected in (True, False):
        seen: list[JobProgress] = []
        with AnswerStore(tmp_path / "a.sqlite", FOUR, "outcome") as store:
            Job(store, memory="16MiB", report=seen.append).run(listed)
        assert bool(seen[-1].questions) is expected
    assert [path.name for path in tmp_path.iterdir()] == ["a.sqlite"]


def test_games_and_objectives_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    question = Question(".........", "X", 1)
    with AnswerStore(path, game("3,3,3"), "outcome") as store:
        store.put({question: Value("outcome", 0, 0)})
    for spec, objective in (("3,3,3:misere", "outcome"), ("3,3,3", "score")):
        with AnswerStore(path, game(spec), objective) as store:  # type: ignore[arg-type]
            assert store.get([question]) == {}
    with AnswerStore(path, game("3,3,3"), "outcome") as store:
        assert store.get([question]) == {question: Value("outcome", 0, 0)}


def test_a_store_on_a_full_disk_is_named(tmp_path: Path) -> None:
    """Whatever is written to it, or read from it."""
    question = Question(".........", "X", 1)
    with AnswerStore(tmp_path / "a.sqlite", game("3,3,3"), "outcome") as store:
        store._base.execute("PRAGMA max_page_count = 1")
        with pytest.raises(StoreError, match=r"a\.sqlite: No space left on device$"):
            store.note({"file": "x" * 10**5})
        with pytest.raises(StoreError, match=r"a\.sqlite: No space left on device$"):
            store.put({question: Value("outcome", 0, 0)}, (question, "x" * 10**5))
        assert store.get([question]) == {}


def test_bounds_only_close_in() -> None:
    question = Question(".........", "X", 1)
    with AnswerStore(None, game("3,3,3"), "score") as store:
        store.put({question: Value("score", -3, 5)})
        store.put({question: Value("score", -9, 4)})
        assert store.get([question])[question] == Value("score", -3, 4)


def test_a_limit_leaves_bounds_and_is_not_tried_again() -> None:
    start = FOUR.start()
    with AnswerStore(None, FOUR, "outcome") as store:
        for limit, asked in (("50 nodes", True), ("50 nodes", False), ("60 nodes", True)):
            seen: list[JobProgress] = []
            within = Limit.parse(limit)
            Job(store, limit=within, threads=1, report=seen.append, knowledge=False).run([start])
            assert bool(seen[-1].questions) is asked
            (truth,) = truths(store, "outcome", [start])
            assert not truth.value.complete
            assert truth.best is None
            assert len(truth.moves) == 36


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6), st.sampled_from(["20 nodes", "200 nodes", "3k", "0.001s"]))
def test_bounds_hold(seed: int, limit: str) -> None:
    rules = game("3,4,3")
    listed = [p for p in positions(rules, 4, seed) if not p.finished]
    with AnswerStore(None, rules, "score") as exact, AnswerStore(None, rules, "score") as bounded:
        Job(exact, "score", memory="1MiB", threads=1).run(listed)
        Job(bounded, "score", Limit.parse(limit), memory="1MiB", threads=1).run(listed)
        for right, found in zip(
            truths(exact, "score", listed), truths(bounded, "score", listed), strict=True
        ):
            assert right.value.complete
            assert found.value.lower <= right.value.lower <= found.value.upper
            for move, value in found.moves.items():
                assert value.lower <= right.moves[move].lower <= value.upper


def test_objectives_that_the_game_has_not() -> None:
    with AnswerStore(None, FOUR, "margin") as store, pytest.raises(RulesError, match="margin"):
        Job(store, "margin").run([FOUR.start()])


def opened_files() -> list[str]:
    return [os.readlink(each.path) for each in os.scandir("/proc/self/fd") if each.is_symlink()]


def test_files_that_are_no_stores(tmp_path: Path) -> None:
    text = tmp_path / "text.sqlite"
    text.write_text("not a data base, but long enough to be taken for one" * 20)
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as base:
        base.execute("CREATE TABLE mine (a)")
    before = other.read_bytes()
    for path in (text, other):
        with pytest.raises(StoreError, match="not an answers file") as refused:
            AnswerStore(path, FOUR, "outcome")
        assert str(path) not in opened_files()
        assert refused.tb is not None  # which keeps the store
        assert notes(path) == {}
    assert other.read_bytes() == before
    with pytest.raises(StoreError, match="cannot be opened"):
        AnswerStore(tmp_path / "none" / "a.sqlite", FOUR, "outcome")


def test_a_store_serves_one_run_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with AnswerStore(path, FOUR, "outcome"):
        script = (
            "from pathlib import Path; from kinrow.rules import game\n"
            "from kinrow.annotation.store import AnswerStore\n"
            f"AnswerStore(Path({str(path)!r}), game('4,9,4'), 'outcome', patience=0)\n"
        )
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "in use by another run" in run.stderr


KILLED = """
import os, signal, sys
from pathlib import Path
from kinrow.annotation import annotate_file
def report(progress):
    print(progress.questions, progress.positions, flush=True)
    if progress.questions >= int(sys.argv[3]) > 0:
        os.kill(os.getpid(), signal.SIGKILL)
annotate_file(sys.argv[1], sys.argv[2], game="4,9,4", memory="32MiB", threads=1, report=report)
"""


def test_killed_and_started_again_it_goes_on(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    listed = positions(FOUR, 150, least=17)
    source.write_text(
        "position\n" + "".join(f"{format_position(position)}\n" for position in listed)
    )

    def run(name: str, kill_at: int) -> tuple[int, list[int]]:
        command: list[str | Path] = [
            sys.executable,
            "-c",
            KILLED,
            source,
            tmp_path / name,
            str(kill_at),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, [int(line.split()[0]) for line in done.stdout.splitlines()]

    status, asked = run("whole.csv", 0)
    assert status == 0
    whole = asked[-1]
    status, asked = run("out.csv", whole // 2)
    assert status == -signal.SIGKILL
    assert whole // 2 <= asked[-1] < whole
    assert not (tmp_path / "out.csv").exists()
    status, rest = run("out.csv", 0)
    assert status == 0
    # What was told of had been stored, so that nothing is asked a second time.
    assert rest[-1] == whole - asked[-1]
    assert (tmp_path / "out.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


def test_ctrl_c_keeps_what_was_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = positions(FOUR, 40, least=17)
    asked = 0

    def report(progress: JobProgress) -> None:
        nonlocal asked
        asked = progress.questions
        if asked > 100:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0)

    monkeypatch.setattr(Asker, "_adapt", lambda *_: None)
    with AnswerStore(None, FOUR, "outcome") as store:
        with pytest.raises(KeyboardInterrupt):
            Job(store, memory="16MiB", threads=1, report=report).run(listed)
        again: list[JobProgress] = []
        Job(store, memory="16MiB", threads=1, report=again.append).run(listed)
        assert again[-1].positions == again[-1].total
    with AnswerStore(None, FOUR, "outcome") as fresh:
        whole: list[JobProgress] = []
        Job(fresh, memory="16MiB", threads=1, report=whole.append).run(listed)
    assert asked + again[-1].questions <= whole[-1].questions


def test_the_estimate_says_when_it_guesses() -> None:
    estimate = Estimate({20: 10, 19: 10, 18: 10})
    assert estimate.left(20, 0.5, 1.0) is None  # nothing is known of earlier plies
    estimate.done(20, 1.0, 1.0)
    assert estimate.left(19, 0.5, 1.0) == TimeLeft(1.0 + 4.0, True)  # twice as dear, and again
    estimate.done(19, 1.0, 2.0)
    assert estimate.left(18, 0.25, 1.0) == TimeLeft(3.0, False)
    # Half of it was answered by an earlier run, which knew of a ply 17.
    resumed = Estimate({18: 10, 17: 10}, {17: 5.0})
    assert resumed.left(18, 0.5, 1.0, portion=0.5) == TimeLeft(51.0, True)


def test_the_estimate_of_a_large_board_is_a_time() -> None:
    steps = {300: 1.0, 299: 8.0, 298: 64.0}
    left = Estimate(dict.fromkeys((0, *steps), 1), steps).left(298, 0.5, 32.0)
    assert left is not None
    assert AnnotationWords().left(left) == "more than a year left"
    # Of a limited search it is known what a position may cost at most.
    most = Limit.parse("2s").at_most
    left = Estimate(dict.fromkeys((1, 0, *steps), 1), steps, most).left(298, 1.0, 64.0)
    assert left is not None
    assert 120 < left.seconds < 140


def test_the_estimate_is_not_carried_away() -> None:
    # A hard first question at a new ply, where the plies before it grew slowly.
    steady = Estimate({12: 100, 11: 100, 10: 100, 9: 100}, {12: 0.01, 11: 0.02})
    left = steady.left(10, 0.001, 2.0)
    assert left is not None
    assert left.seconds < 200  # by the first question alone it would be 6000
    # Never cheaper earlier, nor beyond all measure.
    falling = Estimate({9: 1, 8: 1, 7: 1}, {9: 10.0})
    left = falling.left(8, 1.0, 0.5)
    assert left is not None
    assert 0.5 <= left.seconds < 1.0
    rising = Estimate({9: 1, 8: 1, 7: 1}, {9: 1e-9})
    left = rising.left(8, 1.0, 1.0)
    assert left is not None
    assert 7.0 < left.seconds <= 8.0


def test_composed_positions_keep_their_turn() -> None:
    composed = game("tictactoe").parse("X../.../... X")
    assert composed.to_move is Sign.X
    with AnswerStore(None, composed.rules, "outcome") as store:
        Job(store).run([composed])
        (truth,) = truths(store, "outcome", [composed])
    assert truth.value == Value("outcome", 1, 1)


# The peak of this program alone; ru_maxrss has that of the one that started it, too.
LIMITED = """
import sys
from kinrow.annotation.job import Job
from kinrow.annotation.limit import Limit
from kinrow.annotation.store import AnswerStore
from kinrow.rules import game
rules = game("4,9,4")
with AnswerStore(None, rules, "outcome") as store:
    Job(store, limit=Limit.parse("2500k"), memory=sys.argv[1], threads=1).run([rules.start()])
print(*[line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")])
"""


def test_the_process_stays_within_its_memory() -> None:
    # Without the limit the table would grow to 96 MiB.
    command = [sys.executable, "-c", LIMITED, "90MiB"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(run.stdout) < 90 * 1024


def test_a_worker_drops_its_table_before_it_takes_one_for_another_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = weakref.ref(shards._asker(FOUR, "outcome", "1MiB"))

    def made(rules: Rules, objective: Objective, memory: int, threads: int) -> Asker:
        assert first() is None
        return Asker(rules, objective, memory, threads)

    monkeypatch.setattr(shards, "Asker", made)
    shards._asker(game("3,3,3"), "outcome", "1MiB")
