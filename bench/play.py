"""Steps and simulations a second beside Pgx, PettingZoo and OpenSpiel; what `kinrow brain` takes.

Every row is the time of a million steps (or simulations) at the rate that was seen in a short run
of random legal actions.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from os import sched_getaffinity
from time import perf_counter
from typing import Any

import numpy as np
import psutil

from bench.rows import Row, time_text
from bench.timing import Cost, Failed, once
from kinrow import _core
from kinrow.envs import Batch, KInARowEnv, KInARowVectorEnv, aec_env, state
from kinrow.rules import Rules, game
from kinrow.runtime.conversion import core_game, core_position

TITLE = "Play: a million random steps, or simulations"
MILLION = 1_000_000
SECONDS = 0.7  # a job is run for so long,
TIMES = 2  # so often; the best counts
BOARDS = 4096
STEPS = 1000  # of a vector environment, so many that its table does not stay in the caches
SIMULATIONS = 20_000
MOVES = 50
_STARTED = 0.1  # seconds from START to the first move that we aim at

Job = Callable[[], int]
"""Does some steps and says how many."""


def rows(limit: float) -> Iterator[Row]:
    """The rows of this part; every job is short, so the limit does not come into it."""
    yield from batches()
    yield from environments()
    yield from positions()
    yield from searches()
    yield from brains()


def million(job: Job) -> Cost:
    """What a million steps of a job cost, at its best rate."""
    job()  # whatever is compiled or loaded at first
    costs = []
    for _ in range(TIMES):
        cost, done = once(lambda: _some(job))
        costs.append(Cost(cost.seconds * MILLION / done, cost.processor * MILLION / done))
    return min(costs)


def _some(job: Job) -> int:
    done, ends = 0, perf_counter() + SECONDS
    while perf_counter() < ends:
        done += job()
    return done


def beside(what: str, cost: Cost, name: str, theirs: Job) -> Row:
    """Our cost beside theirs."""
    return Row(what, *cost, beside=name, beside_seconds=million(theirs).seconds)


def batches() -> Iterator[Row]:
    """The bare batch API, one board each of thousands at a time."""
    threads = len(sched_getaffinity(0))
    for spec in ("3,3,3", "15,15,5"):
        cost = million(_batch(spec, threads))
        what = f"batch API, {spec}, {BOARDS} boards, {threads} threads"
        if spec != "3,3,3":
            yield Row(what, *cost, beside="Pgx has no such game")
        elif find_spec("pgx") is None:
            yield Row(what, *cost, beside="Pgx is not installed: `make bench` installs it")
        else:
            theirs = million_of_pgx()
            yield Row(what, *cost, beside="Pgx tic_tac_toe, all cores", beside_seconds=theirs)


def million_of_pgx() -> float:
    """Seconds that Pgx needs for a million steps, in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-m", "bench.pgx"], capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise Failed(f"Pgx: exit status {run.returncode}\n{run.stderr}")
    return float(run.stdout)


def environments() -> Iterator[Row]:
    """One environment through its full interface; a step of ours with an opponent is two stones."""
    if find_spec("pettingzoo") is None:
        yield Row("environments", 0.0, beside="PettingZoo is not installed: pip install kinrow[rl]")
        return
    for what, ours in (("Gymnasium", _gymnasium()), ("PettingZoo", _aec())):
        what = f"{what} environment, 3,3,3"
        yield beside(what, million(ours), "PettingZoo tictactoe_v3", _pettingzoo())
    for spec in ("3,3,3", "4,4,4"):
        what = f"vector environment with oracle, {spec}, {BOARDS} boards"
        cost = million(_vector(spec, oracle=True))
        yield beside(what, cost, "the same without the oracle", _vector(spec, oracle=False))


def positions() -> Iterator[Row]:
    """One position from Python, stone by stone, choosing among its legal moves."""
    for spec, name in (("3,3,3", "tic_tac_toe"), ("15,15,5", "mnk(m=15,n=15,k=5)")):
        for what, ours in (("core", _state(spec)), ("plain Python", _position(spec))):
            what, cost = f"one position, {spec}, {what}", million(ours)
            if find_spec("pyspiel") is None:
                yield Row(what, *cost, beside="OpenSpiel is not installed")
            else:
                yield beside(what, cost, f"OpenSpiel {name}", _spiel(name))


def searches() -> Iterator[Row]:
    """Tree search with random rollouts from the empty board of 15 x 15, one thread."""
    cost = million(_mcts("15,15,5"))
    if find_spec("pyspiel") is None:
        yield Row("MCTS, 15,15,5", *cost, beside="OpenSpiel is not installed")
        return
    for name in ("gomoku(size=15,connect=5)", "mnk(m=15,n=15,k=5)"):
        yield beside("MCTS, 15,15,5", cost, f"MCTSBot on {name}", _bot(name))


class Brain:
    """`kinrow brain` as a process; raises Failed, with its name, once it does not answer."""

    def __init__(self, command: Sequence[str] = (sys.executable, "-m", "kinrow", "brain")) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def answers(self, *lines: str, count: int = 1) -> tuple[list[str], float]:
        """What it answers to these commands, messages apart, and the seconds until it has."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        began = perf_counter()
        try:
            process.stdin.write("".join(f"{line}\r\n" for line in lines).encode())
            process.stdin.flush()
        except BrokenPipeError:
            pass  # the missing answer is reported below
        found = [self._answer() for _ in range(count)]
        seconds = perf_counter() - began
        if "" in found:
            process.communicate()
            raise Failed(f"kinrow brain ended with exit status {process.returncode} after {lines}")
        return found, seconds

    def _answer(self) -> str:
        """The next line that is not a MESSAGE; empty once the process has ended."""
        assert self._process.stdout is not None
        while (line := self._process.stdout.readline().decode().strip()).startswith("MESSAGE"):
            pass
        return line

    def resident(self) -> float:
        """MiB of memory that it holds."""
        return psutil.Process(self._process.pid).memory_info().rss / 2**20

    def end(self) -> None:
        """Sends END; raises Failed where the process does not end well."""
        self._process.communicate(b"END\r\n")
        if self._process.returncode:
            raise Failed(f"kinrow brain ended with exit status {self._process.returncode}")


def brains() -> Iterator[Row]:
    """From START to the first move of `kinrow brain`, the memory it holds then, its punctuality."""
    brain = Brain()
    answers, loaded = brain.answers("START 15", "BEGIN", count=2)
    again, seconds = brain.answers("START 15", "BEGIN", count=2)
    resident = brain.resident()
    if answers + again != ["OK", "7,7"] * 2:
        raise Failed(f"kinrow brain answered {answers + again}")
    brain.answers("INFO timeout_turn 30", "START 15", count=1)
    late = sorted(brain.answers(*_crowd(seed), count=1)[1] for seed in range(MOVES))
    brain.end()
    note = f"{resident:.0f} MiB resident, move {answers[1]}"
    yield Row("brain: process, START, first move", loaded, mark=_STARTED, note=note)
    yield Row("brain: START to the first move", seconds, mark=_STARTED)
    note = f"the middle one took {time_text(late[MOVES // 2])}"
    yield Row(f"brain: slowest of {MOVES} moves at 30 ms", late[-1], mark=0.03, note=note)


def _crowd(seed: int) -> list[str]:
    """A board with stones at random near the middle, where threats abound."""
    chance = random.Random(seed)
    cells = [(x, y) for x in range(3, 12) for y in range(3, 12)]
    stones = chance.sample(cells, chance.randrange(4, 24))
    own = [f"{x},{y},{1 + at % 2}" for at, (x, y) in enumerate(stones)]
    return ["BOARD", *own, "DONE"]


def _batch(spec: str, threads: int) -> Job:
    batch, actions = Batch(spec, BOARDS, seed=1, threads=threads), np.empty(BOARDS, np.int32)

    def step() -> int:
        batch.random_actions(actions)
        batch.step(actions)
        return BOARDS

    return step


def _gymnasium() -> Job:
    env, chance = KInARowEnv(game="3,3,3"), random.Random(1)

    def play() -> int:
        _, info = env.reset(seed=1)
        steps = 0
        for _ in range(100):
            over = False
            while not over:
                legal = info["action_mask"].nonzero()[0]
                _, _, over, _, info = env.step(legal[int(chance.random() * len(legal))])
                steps += 1
            _, info = env.reset()
        return steps

    return play


def _vector(spec: str, *, oracle: bool) -> Job:
    """Games whose random actions were chosen before, so that the steps alone are timed."""
    env, chance = KInARowVectorEnv(BOARDS, spec, oracle=oracle), np.random.default_rng(1)
    info, actions = env.reset(seed=1)[1], []
    for _ in range(STEPS):
        noise = chance.random(info["action_mask"].shape, np.float32)
        actions.append((noise * info["action_mask"]).argmax(axis=1).astype(np.int32))
        info = env.step(actions[-1])[-1]

    def play() -> int:
        env.reset(seed=1)
        for chosen in actions:
            env.step(chosen)
        return STEPS * BOARDS

    return play


def _aec_game(env: Any) -> int:
    chance, steps = random.Random(1), 0
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, _, over, cut, _ = env.last()
        if over or cut:
            env.step(None)
            continue
        legal = observation["action_mask"].nonzero()[0]
        env.step(int(legal[int(chance.random() * len(legal))]))
        steps += bool(agent)
    return steps


def _pettingzoo() -> Job:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        env = import_module("pettingzoo.classic.tictactoe_v3").env()
    return lambda: _aec_game(env)


def _aec() -> Job:
    env = aec_env("3,3,3")
    return lambda: _aec_game(env)


def _state(spec: str) -> Job:
    rules, chance = game(spec), random.Random(1)

    def play() -> int:
        board = state(rules)
        while not board.finished:
            legal = board.legal()
            board.play(legal[int(chance.random() * len(legal))])
        return board.plies

    return play


def _position(spec: str) -> Job:
    rules, chance = game(spec), random.Random(1)

    def play() -> int:
        position = rules.start()
        while not position.finished:
            legal = position.legal_moves
            position = position.play(legal[int(chance.random() * len(legal))])
        return position.plies

    return play


def _spiel(name: str) -> Job:
    theirs, chance = import_module("pyspiel").load_game(name), random.Random(1)

    def play() -> int:
        state, steps = theirs.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(chance.random() * len(legal))])
            steps += 1
        return steps

    return play


def _mcts(spec: str) -> Job:
    rules: Rules = game(spec)
    core = _core.Mcts(core_game(rules), 2**28, 1, 1)

    def search() -> int:
        core.forget()
        core.begin_search(*core_position(rules.start()), simulations=SIMULATIONS)
        while not core.wait(1.0):
            pass
        return core.progress()[0]

    return search


def _bot(name: str) -> Job:
    spiel = import_module("pyspiel")
    theirs = spiel.load_game(name)
    simulations = 1000
    evaluator = spiel.RandomRolloutEvaluator(1, 1)
    bot = spiel.MCTSBot(theirs, evaluator, 2.0, simulations, 100, False, 1, False)

    def search() -> int:
        bot.mcts_search(theirs.new_initial_state())
        return simulations

    return search
