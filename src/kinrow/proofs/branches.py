"""Prove a win on every core: the answers to the first stone are proved side by side.

The first stone is that of a strategy, or of a book. Each answer has a certificate of its own,
written by one process. The trees are put together as they are, since their references count back
from where they stand. What is lost are references from one answer's tree to another's; each core
has its own table, too.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from kinrow import _core
from kinrow.proofs.alone import prove_alone
from kinrow.proofs.certificate import Proof, certify, write_file
from kinrow.proofs.checking import Checked, ProofRefused, check
from kinrow.proofs.job_tree import JobNode, JobTree, append_tree
from kinrow.proofs.jobs import Piece, piece_of
from kinrow.proofs.place import branches_of, checkpoint_of
from kinrow.proofs.run import ProofRun
from kinrow.proofs.search import CheckpointError, KnownWins, header_of, limited, trusted
from kinrow.reference import check as check_py
from kinrow.rules import Position, Value
from kinrow.rules.sentence import Sentence
from kinrow.runtime.compression import zstd
from kinrow.runtime.conversion import SIGNS, cell_of, core_game, core_position, sets_of
from kinrow.runtime.files import whole_file
from kinrow.runtime.limits import threads_of
from kinrow.runtime.processes import side_by_side
from kinrow.runtime.waiting import Deadline, Stopped, wait_for
from kinrow.solver import Solution

_LEAST = 1 << 16  # bytes of entries, or of a book, below which starting processes does not pay
_SOON = 1 << 20  # positions for the first move, which the strategy knows
_FOR_FIRST_MOVE = 1 << 28  # bytes
_ABOUT = "about.json"


def has_branches(run: ProofRun) -> bool:
    """Whether this run is about a whole game, knows its first move, and has cores to share it.

    A run goes on as it was begun.
    """
    rules = run.position.rules
    begun, alone = branches_of(run.path).exists(), checkpoint_of(run.path).exists()
    return (
        run.position == rules.start()
        and rules.stones == rules.first_turn == 1
        and (begun or (threads_of(run.threads) > 1 and not alone))
        and _knows_first_move(run)
    )


def _knows_first_move(run: ProofRun) -> bool:
    if run.strategy is not None:
        first_wins = run.strategy.winner is run.position.to_move
        return first_wins and not run.larger and len(run.strategy.packed) >= _LEAST
    return (
        run.book is not None
        and run.learn is None  # what led to a win, each process knows for itself
        and not run.larger
        and run.book.path.exists()
        and run.book.path.stat().st_size >= _LEAST
        and run.book.first_move(run.position.rules) is not None
    )


def prove_in_branches(run: ProofRun) -> Proof | Solution:
    """The certificate; early, that nothing is proved yet.

    What has been written by then is in a folder next to the path, from which the run goes on.
    """
    move = _first_move(run)
    if move is None:
        return prove_alone(run)
    tree = JobTree(run.position, run.position.to_move)
    tree.expand(tree.root, [(move, 1, 1)])
    after = tree.root.children[move]
    tree.expand(after)
    folder, began = _folder(run, move), monotonic()
    branches = _Branches(run, folder, list(after.children.values()))
    try:
        stopped = branches.prove()
    except _Refuted:
        if run.by_ply is None:
            shutil.rmtree(folder)
            return prove_alone(run)
        return Solution(
            run.position, Value("outcome", -1, 1), (), branches.nodes, monotonic() - began
        )
    nodes, seconds = branches.nodes, monotonic() - began
    try:
        if stopped is None:
            for leaf, piece in branches.pieces():
                tree.settle(leaf, wins=True, piece=piece)
            solution = Solution(run.position, Value("outcome", 1, 1), (), nodes, seconds)
            write_file(run.path, solution, lambda _, path: append_tree(tree.root, path))
    except KeyboardInterrupt:
        stopped = "interrupted"
    if stopped is not None:
        return Solution(run.position, Value("outcome", -1, 1), (), nodes, seconds, stopped)
    found = certify(run.path, solution, seconds, run.step)
    if isinstance(found, Proof):
        shutil.rmtree(folder)
    return found


def _first_move(run: ProofRun) -> int | None:
    if run.strategy is not None:
        return _move_of_strategy(run, run.strategy)
    assert run.book is not None
    return run.book.first_move(run.position.rules)


def _move_of_strategy(run: ProofRun, strategy: KnownWins) -> int | None:
    core = _core.Prover(core_game(strategy.rules), _FOR_FIRST_MOVE, 1)
    winner = SIGNS.index(strategy.winner)
    core.learn(winner, strategy.packed)
    core.begin_lambda(*core_position(run.position), winner, 0, _SOON, None, False)
    if wait_for(core, Deadline(None)):
        raise KeyboardInterrupt
    found = core.lambda_win()
    return None if found is None else found[0]


def _folder(run: ProofRun, move: int) -> Path:
    """Where the branches stand; raises CheckpointError for one that is in the way, or another's."""
    folder = branches_of(run.path)
    about = {"move": move} | limited(run.by_ply) | trusted(run.strategy)
    if folder.exists() and not run.resume:
        raise CheckpointError(Sentence("proof.checkpoint", path=folder))
    folder.mkdir(exist_ok=True)
    named = folder / _ABOUT
    text = json.dumps(header_of(run.position.rules) | about)
    # What begins with a dot is what a run left that was killed while it wrote this file.
    if all(file.name.startswith(".") for file in folder.iterdir()):
        with whole_file(named) as temporary:
            temporary.write_text(text, "utf-8")
    if not named.exists() or named.read_bytes() != text.encode():
        reason = Sentence("checkpoint.other")
        raise CheckpointError(Sentence("file.failed", path=folder, reason=reason))
    return folder


class _OutOfTime(Exception):
    """The time of the run is up."""


class _Refuted(Exception):
    """The first stone does not win, or not by the given ply as far as the search knows."""


class _Branches:
    """The answers to the first stone, and their certificates in a folder."""

    def __init__(self, run: ProofRun, folder: Path, leaves: list[JobNode]) -> None:
        self.nodes = 0
        self._run, self._folder, self._leaves = run, folder, leaves
        self._clock = Deadline(run.time)
        self._listed: dict[Position, int] = {}
        sizes = {leaf.position: _size(self._path(leaf)) for leaf in leaves}
        self._found = {position: size for position, size in sizes.items() if size}

    def prove(self) -> Stopped | None:
        """Proves them all; what ended it early, if anything did."""
        run = self._run
        processes = min(threads_of(run.threads), len(self._leaves))
        memory = run.memory // processes
        alone = ProofRun(
            run.position,
            run.path,
            memory,
            threads=1,
            resume=True,
            book=run.book,
            strategy=run.strategy,
            by_ply=run.by_ply,
        )
        jobs = [(leaf.position, self._path(leaf)) for leaf in self._leaves]
        jobs.sort(key=lambda job: job[0] not in self._found)  # else they would spoil the estimate
        try:
            for (position, _), done in side_by_side(_Work(alone), jobs, processes, self._tell):
                if not done.wins:
                    raise _Refuted
                self._listed[position] = done.listed
                self.nodes += done.nodes
                is_last = len(self._listed) == len(jobs)
                if run.nodes is not None and self.nodes >= run.nodes and not is_last:
                    return "nodes"
        except _OutOfTime:
            return "time"
        except KeyboardInterrupt:
            return "interrupted"
        return None

    def pieces(self) -> Iterator[tuple[JobNode, Piece]]:
        """Each answer with its tree."""
        for leaf in self._leaves:
            yield leaf, _piece(leaf.position, self._path(leaf), self._listed[leaf.position])

    def _path(self, leaf: JobNode) -> Path:
        answer = leaf.position.cells.index(str(leaf.position.to_move.other))
        return self._folder / f"{cell_of(leaf.position.rules, answer)}.proof"

    def _tell(self) -> None:
        if self._clock.over:
            raise _OutOfTime
        if self._run.step is not None:
            self._run.step(*self._progress())

    def _progress(self) -> tuple[str, int, int, int]:
        """What an earlier run has finished is checked first; then counts what this run writes."""
        before = sum(self._found.values())
        checked = self._found.keys() & self._listed.keys()
        if len(checked) < len(self._found):
            positions = sum(self._listed[position] for position in checked)
            return "check", positions, sum(self._found[position] for position in checked), before
        written = sum(map(_size, self._folder.iterdir())) - before
        return "answers", written, len(self._listed), len(self._leaves)


def _size(path: Path) -> int:
    """Bytes of a certificate, whole or not; a file may be gone, or going, meanwhile."""
    try:
        return path.stat().st_size if path.suffix in (".proof", ".part") else 0
    except OSError:
        return 0


@dataclass(frozen=True, slots=True)
class _Done:
    """A branch: whether the player who began wins, and how many positions were listed, searched."""

    wins: bool
    listed: int
    nodes: int


@dataclass(frozen=True, slots=True)
class _Work:
    """Proves a branch in a process of its own, if that was not done before."""

    run: ProofRun

    def __call__(self, branch: tuple[Position, Path]) -> _Done:
        position, path = branch
        claim = f"{position.to_move} wins"
        if path.exists():
            checked = _checked(path)
            return _Done(claim in map(str, checked.header.claims), checked.nodes, 0)
        found = prove_alone(replace(self.run, position=position, path=path))
        if not isinstance(found, Proof):  # no win by a given ply
            return _Done(False, 0, found.nodes)
        return _Done(claim in found.claims, found.nodes, found.solution.nodes)


def _checked(path: Path) -> Checked:
    """A branch that was finished before; raises CheckpointError if it is damaged."""
    try:
        return check(path)
    except ProofRefused as error:
        raise CheckpointError(Sentence("proof.branch", reason=error.sentence)) from None


def _piece(position: Position, path: Path, listed: int) -> Piece:
    """The tree of a certificate with one claim."""
    with path.open("rb") as file:
        file.readline()
        file.readline()
        tree = file.read()[: -check_py.DIGEST]
    if tree[:1] != b"O":
        claim = check_py.Claim(str(position.to_move), wins=True)
        return piece_of(position, claim, tree)
    return Piece(zstd.compress(tree), listed, sets_of(position, "."), False, tree[:2].decode())
