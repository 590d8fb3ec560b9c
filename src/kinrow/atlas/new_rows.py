"""A row of the atlas for a game: searched, proved, or read from a certificate."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from kinrow.cluster import Cluster
from kinrow.knowledge.atlas import stamped
from kinrow.knowledge.beyond import LargerBoard
from kinrow.knowledge.row import AtlasError, AtlasRow
from kinrow.proofs import Book, Proof, ProofRefused, check, prove
from kinrow.proofs.boards import SIDES
from kinrow.proofs.reading import first_move, header_in
from kinrow.proofs.search import StepCallback
from kinrow.reference import check as check_py
from kinrow.rules import Cell, Outcome, Rules, Sign
from kinrow.rules.sentence import Sentence
from kinrow.runtime.conversion import cell_of
from kinrow.runtime.limits import threads_of, worker_bytes
from kinrow.solver import ProgressCallback, SearchSolver, Solution
from kinrow.solver.evidence import How


def computed(
    rules: Rules,
    *,
    time: float | None = None,
    memory: str | int | None = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> AtlasRow | Solution:
    """The row of a game that is searched; a search that ends early gives no row, but its bounds.

    >>> from kinrow.rules import game
    >>> row = computed(game("4,4,3"), threads=1)
    >>> row.value, row.how, row.threads
    (Outcome.WIN, 'computed', 1)
    """
    with SearchSolver(memory, threads, on_interrupt="return") as solver:
        return _row_of(solver.solve(rules, time=time, progress=progress), threads)


def computed_by_worker(
    rules: Rules, *, time: float | None, memory: str | int | None
) -> AtlasRow | Solution:
    """The same in one thread, in the memory that one of the workers of a machine may take."""
    return computed(rules, time=time, memory=worker_bytes(memory), threads=1)


def proved(
    rules: Rules,
    path: Path,
    *,
    time: float | None = None,
    memory: str | int | None = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
    step: StepCallback | None = None,
    books: Path | None = None,
    cluster: Cluster | None = None,
) -> AtlasRow | Solution:
    """The row of a game whose certificate is written to `path` and checked.

    Its book, if there is one in the folder `books`, has the game's name: 15-15-5.book. Raises
    RulesError for games that there are no certificates for. A search that ends early is no row,
    but its bounds. The workers of a `cluster` prove, if there is one.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    found = prove(
        rules,
        path,
        time=time,
        memory=memory,
        threads=threads,
        progress=progress,
        step=step,
        resume=True,
        book=_book(rules, books) if books else None,
        on_interrupt="return",
        cluster=cluster,
    )
    return _row_of(found, threads)


def _book(rules: Rules, books: Path) -> Book | None:
    path = books / f"{re.sub('[,:]', '-', str(rules))}.book"
    return Book(path) if path.exists() else None


def noted(row: AtlasRow, books: Path) -> AtlasRow | None:
    """The row with the first move of the game's book, if the book is sure of it; else None.

    A search has found the move, whatever is known of the row's value.
    """
    book = _book(row.rules, books)
    firsts = {game[0] for game in book.games(row.rules)} if book else set()
    sure = [index for index in firsts if index >= 0]
    if len(sure) != 1:
        return None
    return replace(row, move=cell_of(row.rules, sure[0]), move_how="computed")


def certified(
    path: Path, rules: Rules | None = None, tell: check_py.Tell = check_py.say_nothing
) -> AtlasRow:
    """The row that a certificate proves, once a checker has accepted it.

    Raises AtlasError for a file that is refused, that is about another game than `rules`, that
    does not begin at the empty board, or that leaves the value open.
    """
    try:
        verdict = check(path, tell)
    except ProofRefused as error:
        raise AtlasError(error.sentence) from None
    header = verdict.header
    found = _rules_of(header)
    start = found.start()
    if rules is not None and found != rules:
        raise AtlasError(Sentence("atlas.other", path=path, found=found, game=rules))
    if (header.cells, header.left) != (start.cells, start.left):
        raise AtlasError(Sentence("atlas.started", path=path, found=found))
    value = _value_of(header, found.begins)
    if value is None:
        said = " and ".join(str(claim) for claim in header.claims)
        raise AtlasError(Sentence("atlas.open", path=path, claims=said))
    move = first_move(path)
    row = AtlasRow(
        rules=found,
        value=value,
        how="proved",
        move=move,
        move_how=None if move is None else "proved",
        size=verdict.size,
        sha256=verdict.sha256,
    )
    return stamped(row)


def class_in(path: Path) -> str | None:
    """The class of boards that a certificate is for, such as 4+,3+,3; None for a single board."""
    header = header_in(path)
    if header is None:
        return None
    larger = tuple(side for side in SIDES if side in header.larger)
    repeated = next((side for side in SIDES if side == header.repeated), None)
    board = LargerBoard(header.rows, header.cols, _rules_of(header), larger, repeated)
    return str(board) if board.is_class else None


def _rules_of(header: check_py.Header) -> Rules:
    """The game, begun by the side with which these stones lead to whose turn it is."""
    rules = Rules(**{name: getattr(header, name) for name in check_py.RULES})
    mover, _ = rules.turn_at(sum(sign != "." for sign in header.cells))
    return rules if mover == header.to_move else replace(rules, begins=rules.begins.other)


def _value_of(header: check_py.Header, begins: Sign) -> Outcome | None:
    """The value for who begins that the claims leave; None if they leave more than one.

    Copies of a piece are a draw: the first player can do as the second, docs/proof-format.md.
    """
    if header.repeated:
        return Outcome.DRAW
    lower, upper = -1, 1
    for claim in header.claims:
        least = 1 if claim.wins else 0
        if claim.side == begins:
            lower = max(lower, least)
        else:
            upper = min(upper, -least)
    return Outcome(lower) if lower == upper else None


def _row_of(found: Proof | Solution, threads: int | None) -> AtlasRow | Solution:
    solution = found.solution if isinstance(found, Proof) else found
    if not solution.complete or solution.stopped == "interrupted":
        return solution
    assert solution.outcome is not None
    move, move_how = _move_of(found)
    row = AtlasRow(
        rules=solution.position.rules,
        value=solution.outcome,
        how=solution.how,
        move=move,
        move_how=move_how,
        nodes=solution.nodes,
        seconds=round(solution.seconds, 3),
        threads=threads_of(threads),
        size=found.size if isinstance(found, Proof) else None,
        sha256=found.sha256 if isinstance(found, Proof) else None,
    )
    return stamped(row)


def _move_of(found: Proof | Solution) -> tuple[Cell | None, How | None]:
    """The first move that a certificate begins with, or that the search found; how it is known."""
    move = first_move(found.path) if isinstance(found, Proof) else None
    if move is not None:
        return move, "proved"
    line = (found.solution if isinstance(found, Proof) else found).line[:1]
    return (line[0], "computed") if line else (None, None)
