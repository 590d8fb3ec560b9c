"""A win proved side by side: the same claim, and nothing is lost on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from kinrow.proofs import Book, CheckpointError, Proof, branches, check, prove
from kinrow.proofs.place import branches_of
from kinrow.rules import Outcome, game
from kinrow.solver import Solution
from kinrow.strategies import Strategy, read_strategy
from kinrow.strategies.file import pack
from kinrow.strategies.shelf import SHIPPED

GAME = game("15,4,4")


@pytest.fixture(scope="module")
def strategy() -> Strategy:
    return read_strategy(SHIPPED / "15-4-4.strategy")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(branches, "_LEAST", 0)
    return tmp_path / "a.proof"


def interrupted(path: Path, strategy: Strategy) -> Solution:
    """A run that ends once an answer has been proved."""

    def step(doing: str, written: int, read: int, of: int) -> None:
        assert doing == "answers" and read <= of
        if written and list(branches_of(path).glob("*.proof")):
            raise KeyboardInterrupt

    found = prove(GAME, path, strategy=strategy, threads=2, step=step, on_interrupt="return")
    assert isinstance(found, Solution)
    return found


def test_both_checkers_accept_what_was_put_together(path: Path, strategy: Strategy) -> None:
    proof = prove(GAME, path, strategy=strategy, threads=2)
    assert isinstance(proof, Proof)
    assert proof.claims == ("X wins",)
    assert check(path, reference=True).sha256 == proof.sha256
    assert [child.name for child in path.parent.iterdir()] == [path.name]


def test_an_interrupted_run_goes_on(path: Path, strategy: Strategy) -> None:
    found = interrupted(path, strategy)
    assert (found.outcome, found.stopped) == (None, "interrupted")
    done = {kept: kept.stat().st_mtime_ns for kept in branches_of(path).glob("*.proof")}
    assert done
    with pytest.raises(CheckpointError, match=r"a\.proof\.branches"):
        prove(GAME, path, strategy=strategy, threads=2)
    assert {kept: kept.stat().st_mtime_ns for kept in done} == done
    told: list[tuple[str, int, int, int]] = []
    proof = prove(
        GAME, path, strategy=strategy, threads=1, resume=True, step=lambda *now: told.append(now)
    )
    assert isinstance(proof, Proof)
    assert proof.solution.outcome is Outcome.WIN
    assert not branches_of(path).exists()
    # What was done before is checked first, and the answers that are left count from there.
    doing = [now[0] for now in told]
    assert doing[0] == "check"
    assert told[doing.index("answers")][2] == len(done)


def test_a_run_of_another_strategy_is_not_gone_on_with(path: Path, strategy: Strategy) -> None:
    interrupted(path, strategy)
    fewer = pack(GAME.size, [*strategy.entries()][1:])
    other = Strategy(strategy.start, strategy.winner, 100, strategy.proof, fewer)
    with pytest.raises(CheckpointError, match="of another game or search"):
        prove(GAME, path, strategy=other, threads=2, resume=True)


def test_what_a_killed_run_has_left_is_refused_in_words(path: Path, strategy: Strategy) -> None:
    folder = branches_of(path)
    folder.mkdir()
    for left in (b"", b"\xff"):
        (folder / "about.json").write_bytes(left)
        with pytest.raises(CheckpointError, match="branches"):
            prove(GAME, path, strategy=strategy, threads=2, resume=True)


def test_a_damaged_branch_is_named_and_can_be_deleted(path: Path, strategy: Strategy) -> None:
    interrupted(path, strategy)
    branch = next(branches_of(path).glob("*.proof"))
    branch.write_bytes(branch.read_bytes()[:-1])
    with pytest.raises(CheckpointError, match=rf"{branch.name} is rejected: .*; delete this file"):
        prove(GAME, path, strategy=strategy, threads=2, resume=True)
    branch.unlink()
    assert isinstance(prove(GAME, path, strategy=strategy, threads=2, resume=True), Proof)


def test_a_run_killed_before_it_has_done_anything_is_gone_on_with(
    path: Path, strategy: Strategy
) -> None:
    branches_of(path).mkdir()
    (branches_of(path) / ".about.json.abcdefgh").touch()
    assert isinstance(prove(GAME, path, strategy=strategy, threads=2, resume=True), Proof)


def test_time_ends_it(path: Path, strategy: Strategy) -> None:
    found = prove(GAME, path, strategy=strategy, threads=2, time=0.01)
    assert isinstance(found, Solution)
    assert (found.outcome, found.stopped) == (None, "time")


def test_nodes_end_it_after_a_branch(path: Path, strategy: Strategy) -> None:
    found = prove(GAME, path, strategy=strategy, threads=2, nodes=1)
    assert isinstance(found, Solution)
    assert (found.outcome, found.stopped) == (None, "nodes")
    assert isinstance(prove(GAME, path, strategy=strategy, threads=2, resume=True), Proof)


def test_ctrl_c_while_the_first_move_is_found_ends_it(
    path: Path, strategy: Strategy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(branches, "wait_for", lambda *_: "interrupted")
    with pytest.raises(KeyboardInterrupt):
        prove(GAME, path, strategy=strategy, threads=2)
    assert not list(path.parent.iterdir())


def test_ctrl_c_while_the_trees_are_put_together_loses_nothing(
    path: Path, strategy: Strategy, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(branches, "append_tree", pressed)
        found = prove(GAME, path, strategy=strategy, threads=2, on_interrupt="return")
    assert isinstance(found, Solution)
    assert (found.outcome, found.stopped) == (None, "interrupted")
    assert [child.name for child in path.parent.iterdir()] == [branches_of(path).name]
    proof = prove(GAME, path, strategy=strategy, threads=2, resume=True)
    assert isinstance(proof, Proof)
    assert proof.solution.nodes == 0  # every answer's tree was there


@pytest.fixture
def book(tmp_path: Path) -> Book:
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "a.book").write_text("c9 c8 b8\nc9? b8\n")
    return Book(folder / "a.book")


def test_a_book_names_the_first_stone(path: Path, book: Book) -> None:
    def step(doing: str, *_: int) -> None:
        if doing == "answers":
            seen.update(branch.name for branch in branches_of(path).glob("*.proof"))

    seen: set[str] = set()
    proof = prove(GAME, path, book=book, threads=2, step=step)
    assert isinstance(proof, Proof)
    assert proof.claims == ("X wins",)
    assert seen
    assert check(path, reference=True).sha256 == proof.sha256


def test_a_book_that_errs_costs_time_only(path: Path, tmp_path: Path) -> None:
    (tmp_path / "a.book").write_text("a1\n")
    proof = prove("tictactoe", path, book=Book(tmp_path / "a.book"), threads=2)
    assert isinstance(proof, Proof)
    assert proof.claims == ("O does not lose", "X does not lose")
    assert not branches_of(path).exists()


@pytest.mark.parametrize("games", ["c9?\n", "c9\nb8\n"])
def test_a_book_that_is_not_sure_names_none(games: str, book: Book) -> None:
    book.path.write_text(games)
    assert book.first_move(GAME) is None
