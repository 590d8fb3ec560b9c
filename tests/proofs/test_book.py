"""Books: what was found once is found at once, and what people type wrongly is told."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from kinrow.__main__ import main
from kinrow.proofs import Book, BookError, Proof, prove
from kinrow.proofs.book import PASS, guess
from kinrow.rules import Position, game
from kinrow.rules.notation import parse_moves, replay
from kinrow.runtime.conversion import index_of
from kinrow.runtime.files import FileNotWritten, whole_file

BROAD = game("9,9,5")
OPENING, MIRRORED = "e5 f5 f6 a1", "e5 e6 f6 a1"


def after(moves: str) -> tuple[Position, tuple[int, ...]]:
    """The position, and the moves as a book has them."""
    cells = parse_moves(moves)
    return replay(BROAD.start(), cells), tuple(index_of(BROAD, cell) for cell in cells)


def proved(folder: Path, moves: str, book: Path, learn: Path | None = None) -> Proof:
    """A proof with this book, by one thread, so that its node count can be repeated."""
    position, played = after(moves)
    found = prove(
        position,
        folder / "a.proof",
        threads=1,
        memory="512MiB",
        book=Book(book, played),
        learn=Book(learn, played) if learn else None,
    )
    assert isinstance(found, Proof)
    return found


def test_a_book_makes_the_next_search_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every symmetry; every game goes on from the opening."""
    monkeypatch.setattr("kinrow.proofs.search.WORTH", 1 << 8)
    book = tmp_path / "five.book"
    first = proved(tmp_path, OPENING, book, learn=book)
    lines = book.read_text().splitlines()
    assert lines
    assert all(line.startswith(OPENING) for line in lines)
    before = book.read_bytes()
    nodes = proved(tmp_path, OPENING, book).solution.nodes
    assert book.read_bytes() == before, "a book that is given to be read stays as it is"
    assert nodes < first.solution.nodes / 2
    nodes = proved(tmp_path, MIRRORED, book).solution.nodes
    assert nodes < proved(tmp_path, MIRRORED, tmp_path / "empty").solution.nodes / 2


def test_what_a_book_has_stays(tmp_path: Path) -> None:
    """Remarks and games, in their order; what is new is added once, at the end."""
    book = Book(tmp_path / "b", after("e5 e4")[1])
    book.path.write_text("# mine\ne5 e4 f6 # the diagonal", encoding="utf-8")
    book.add(BROAD, [after("f6")[1], (50, PASS, 51), (50,), (50, PASS, 51)], sure=True)
    book.add(BROAD, [(50, PASS)], sure=True)
    book.add(BROAD, [(guess(51), 1)], sure=False)
    lines = ["# mine", "e5 e4 f6 # the diagonal", "e5 e4 f6 pass g6", "e5? e4? g6? b1"]
    assert book.path.read_text() == "\n".join(lines) + "\n"
    assert book.games(BROAD)[-1] == (guess(40), guess(31), guess(51), 1)
    assert [entry.name for entry in tmp_path.iterdir()] == ["b"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("e5 e5", "line 2: move 2: e5 is taken by X"),
        ("e5 z1", "line 2: move 2: 'z1' is not a cell"),
        ("e5 e", "line 2: move 2: "),
        ("e5 paß", "line 2: move 2: "),
    ],
)
def test_a_line_that_is_no_game_is_named(tmp_path: Path, line: str, said: str) -> None:
    """By its number, and the move's."""
    book = tmp_path / "b"
    book.write_text(f"e5 e4 f6\n{line}\n", encoding="utf-8")
    with pytest.raises(BookError) as error:
        Book(book).games(BROAD)
    assert said in str(error.value)


def test_a_book_is_text(tmp_path: Path) -> None:
    """Something else given by mistake is not taken for one, nor written to."""
    book = tmp_path / "b"
    book.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BookError, match="UTF-8"):
        Book(book).games(BROAD)


def test_a_book_wants_the_moves_from_the_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A set-up position says nothing of how it came about."""
    words = ["prove", "9,9,5", "--position", "/".join(["." * 9] * 9)]
    status = main([*words, "--book", str(tmp_path / "b"), "-o", str(tmp_path / "a.proof")])
    assert status == 2
    assert "--after" in capsys.readouterr().err


def test_a_book_that_cannot_be_written_is_named_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(path: Path, text: str, encoding: str) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "a.book"
    path.write_text("# old\n")
    monkeypatch.setattr(Path, "write_text", fill)
    with pytest.raises(FileNotWritten, match=r"a\.book: No space left on device$"):
        Book(path).add(game("5,5,4"), [(12,)], sure=True)
    assert [file.name for file in tmp_path.iterdir()] == ["a.book"]
    assert path.read_text() == "# old\n"


def test_two_runs_that_learn_at_once_lose_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = Book(tmp_path / "a.book")
    other = Thread(target=lambda: book.add(BROAD, [(40, 41)], sure=True))

    @contextmanager
    def slowly(path: Path) -> Iterator[Path]:
        """The other run comes while this one writes."""
        if not other.ident:
            other.start()
            other.join(0.3)
        with whole_file(path) as temporary:
            yield temporary

    monkeypatch.setattr("kinrow.proofs.book.whole_file", slowly)
    book.add(BROAD, [(0, 1)], sure=True)
    other.join()
    assert set(book.games(BROAD)) == {(0, 1), (40, 41)}
    assert [path.name for path in tmp_path.iterdir()] == ["a.book"]
