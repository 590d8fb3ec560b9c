"""Prove: solve a position, write the certificate, check it, and keep it."""

from __future__ import annotations

import os
from dataclasses import replace

from kinrow.cluster import Cluster
from kinrow.cluster.workers import check_cluster
from kinrow.proofs.alone import prove_alone
from kinrow.proofs.boards import Side, check_class, class_title
from kinrow.proofs.book import Book, book_of
from kinrow.proofs.branches import has_branches, prove_in_branches
from kinrow.proofs.certificate import Proof
from kinrow.proofs.covering import prove_in_pieces
from kinrow.proofs.pieces import check_pieces
from kinrow.proofs.place import held, place
from kinrow.proofs.run import ProofRun
from kinrow.proofs.search import KnownWins, StepCallback, Trouble, header_of
from kinrow.proofs.sharing import JOB_NODES, prove_shared
from kinrow.reference import check as check_py
from kinrow.rules import Position, PositionLike, Rules, RulesError, as_position
from kinrow.rules.calls import as_in
from kinrow.rules.cell import shown
from kinrow.rules.options import callable_or_none, whole_number
from kinrow.rules.sentence import Sentence
from kinrow.rules.transposed import transposed
from kinrow.runtime.limits import bytes_of
from kinrow.runtime.waiting import OnInterrupt, check_interrupt, unless_interrupted
from kinrow.solver import ProgressCallback, Solution


@as_in("prove('tictactoe', 'a.proof', time=60)")
def prove(  # longer than most: it has many arguments
    position: PositionLike,
    path: str | os.PathLike[str],
    *,
    memory: str | int | None = None,
    threads: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    progress: ProgressCallback | None = None,
    step: StepCallback | None = None,
    resume: bool = False,
    book: Book | str | os.PathLike[str] | None = None,
    learn: Book | str | os.PathLike[str] | None = None,
    strategy: KnownWins | None = None,
    larger: tuple[Side, ...] = (),
    repeated: Side | None = None,
    by_ply: int | None = None,
    trouble: Trouble | None = None,
    on_interrupt: OnInterrupt = "raise",
    cluster: Cluster | None = None,
    job_nodes: int = JOB_NODES,
) -> Proof | Solution:
    """Solves a position and writes a certificate of its outcome to `path`.

    Raises RulesError unless a line decides the game, PlaceError if no file can be written there
    or another run is writing it, and OptionError for invalid limits and what is not a cluster.

    - `time` in seconds and `nodes` in positions limit the search; they are checked 20 times a
      second. A search that ends early returns the Solution with its bounds and writes no
      certificate. So does Ctrl-C if `on_interrupt` is "return"; otherwise it raises
      KeyboardInterrupt with that Solution as its `answer`.
    - `memory`: a quarter of it is for the positions that the writer can refer to; with little
      memory the file is larger.
    - `step` is called with what is being done and how far it is: ("write", bytes written, 0, 0),
      ("answers", bytes written by this run, answers proved, all answers) if they are proved one at
      a time, or ("check", positions checked, bytes read, all bytes).

    The certificate appears whole or not at all: it is written next to `path`, checked, and only
    then renamed, or compressed if the path ends in ".zst".

    A long search saves its results in `path` + ".checkpoint" about twice a minute and when it ends
    early. `resume` continues from there, or starts anew if there is no checkpoint; a file that was
    written but not checked is only checked. Without `resume`, an existing checkpoint raises
    CheckpointError. If saving fails, as on a full disk, `trouble` is called with the OSError, and
    the search continues.

    On boards larger than 8 by 8, with single stones, a lambda search looks for a win. It tries the
    moves of a `book`, a Book or its path, first; games that led to costly wins are added to the
    book `learn` when the search ends. With a `strategy` for the same game or class of boards, or
    for a class whose smallest board this is, its positions need no search; the board may lie turned
    by a quarter.

    With a large strategy, or a large book that is sure of the first stone (and no `learn`), a whole
    game is proved on every core, one answer to that stone at a time, and `nodes` is checked after
    each of them. The finished ones are in the folder `path` + ".branches" until the end; `resume`
    continues from there.

    With `larger`, ("rows",), ("cols",) or ("rows", "cols"), the claim is for a class of boards: the
    player who begins wins with these stones anywhere on every board with at least as many rows, or
    columns, or both, unbounded ones too. Only a win can be proved in this way.

    With `repeated`, "rows" or "cols", the claim is for boards of any length in that direction, and
    for the endless strip: copies of this board cover them, one after another. The second player
    stops every line there, so neither player loses. The game must start from the empty board, with
    single stones, and not be misère.

    With `by_ply` the claim is that the player who begins wins by that ply, counted from the empty
    board, on one board or a class of them. Only a lambda search looks for such a win, so if it ends
    without one, nothing is known.

    On a `cluster` the workers search, each with that much memory: positions are jobs of
    `job_nodes` each. A position that is too large for a job becomes a tree of further positions
    here; every verdict is kept in the checkpoint. Raises RulesError for a class of boards; nothing
    is added to a book.

    >>> import tempfile
    >>> from kinrow.rules import game
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     proof = prove(game("4,4,3"), folder + "/443.proof")
    ...
    >>> proof.claims, proof.solution.how
    (('X wins',), 'proved')
    """
    check_interrupt(on_interrupt)
    callable_or_none("progress", progress)
    callable_or_none("step", step)
    callable_or_none("trouble", trouble)
    check_cluster(cluster)
    book, learn = book_of(book), book_of(learn)
    position = as_position(position)
    strategy = _as_lies(strategy, position.rules)
    _suitable(position, strategy, larger, alone=cluster is None)
    if repeated is not None:
        others = larger or cluster or strategy or book or learn or by_ply is not None
        check_pieces(position, repeated, alone=not others)
    if by_ply is not None:
        by_ply = whole_number("by_ply", by_ply, 1, example=35)
        _check_ply(position, alone=not (cluster or strategy))
    run = ProofRun(
        position,
        place(path),
        bytes_of(memory),
        threads,
        time,
        None if nodes is None else whole_number("nodes", nodes, 0, example=10**6),
        progress,
        step,
        resume,
        book,
        learn,
        strategy,
        larger,
        by_ply=by_ply,
        trouble=trouble,
    )
    with held(run.path):
        if repeated is not None:
            found = prove_in_pieces(run, repeated)
        elif cluster is not None:
            found = prove_shared(run, cluster, memory, job_nodes)
        else:
            found = prove_in_branches(run) if has_branches(run) else prove_alone(run)
    return unless_interrupted(found, getattr(found, "stopped", None), on_interrupt)


def _check_ply(position: Position, *, alone: bool) -> None:
    """Raises RulesError if no win by a given ply can be proved for this game."""
    rules = position.rules
    if not alone or rules.stones > 1 or rules.first_turn > 1 or rules.misere:
        raise RulesError(Sentence("proof.ply"))


def _as_lies(strategy: KnownWins | None, rules: Rules) -> KnownWins | None:
    """The strategy, turned by a quarter if the board of the game lies so."""
    if not isinstance(strategy, KnownWins) or strategy.rules.rows == rules.rows:
        return strategy
    return strategy.turned() if transposed(rules).rows == strategy.rules.rows else strategy


def _is_about(strategy: KnownWins, rules: Rules, larger: tuple[Side, ...]) -> bool:
    """Whether its entries win on this board, or on the boards of this class."""
    same_board = replace(strategy.rules, begins=rules.begins) == rules
    return same_board and set(larger) <= set(strategy.larger)


def _suitable(
    position: Position, strategy: KnownWins | None, larger: tuple[Side, ...], *, alone: bool
) -> None:
    rules = position.rules
    if rules.objective != "line":
        raise RulesError(Sentence("proof.line", game=rules.title))
    if rules.special:
        raise RulesError(Sentence("proof.variant", game=rules.title))
    for name, number in header_of(rules).items():
        if number > (most := check_py.LARGEST.get(name, number)):
            raise RulesError(Sentence("proof.largest", game=rules.title, name=name, most=most))
    if position.finished:
        raise RulesError(Sentence("proof.over"))
    if strategy is not None and not isinstance(strategy, KnownWins):
        raise RulesError(Sentence("proof.strategy", strategy=shown(strategy)))
    if larger != ():
        check_class(rules, larger)
        if not alone:
            raise RulesError(Sentence("proof.class.cluster", game=rules.title))
    if strategy is not None and not _is_about(strategy, rules, larger):
        game = class_title(rules, larger)
        raise RulesError(Sentence("strategy.other", other=strategy.title, game=game))
