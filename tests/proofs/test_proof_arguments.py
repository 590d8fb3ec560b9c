"""What the room of proofs does with arguments that it cannot use."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kinrow import proofs
from kinrow.cluster import Cluster
from kinrow.rules import OptionError

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "book": (lambda: proofs.Book(5), "5: expected a path, such as 'a.book'"),  # type: ignore[arg-type]
    "class of boards": (
        lambda: proofs.class_of(5),  # type: ignore[arg-type]
        "spec 5: expected a string",
    ),
    "book of a proof": (
        lambda: proofs.prove("3,3,3", "a.proof", book=5),  # type: ignore[arg-type]
        "5: expected a path, such as 'a.book'",
    ),
    "book to learn": (
        lambda: proofs.prove("3,3,3", "a.proof", learn=b"a"),  # type: ignore[arg-type]
        "b'a': expected a path, such as 'a.book'",
    ),
    "cluster": (
        lambda: proofs.prove("3,3,3", "a.proof", cluster="local"),  # type: ignore[arg-type]
        "cluster 'local': expected an object, as in connect",
    ),
    "cluster that is a class": (
        lambda: proofs.prove("3,3,3", "a.proof", cluster=Cluster),  # type: ignore[arg-type]
        "cluster .*: expected an object, as in connect",
    ),
    "trouble": (
        lambda: proofs.prove("3,3,3", "a.proof", trouble=5),  # type: ignore[arg-type]
        "trouble 5: expected a function, or None",
    ),
    "piece": (lambda: proofs.piece_of(5), "spec 5: expected a string"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("call", REFUSED)
def test_what_no_proof_can_use_is_refused_in_words(call: str) -> None:
    refused, words = REFUSED[call]
    with pytest.raises(OptionError, match=words):
        refused()


def test_a_proof_takes_the_path_of_a_book(tmp_path: Path) -> None:
    book, learned = tmp_path / "a.book", tmp_path / "b.book"
    book.write_text("e2\n", encoding="utf-8")
    search: dict[str, Any] = {"memory": "16MiB", "threads": 1, "nodes": 10**5}
    proofs.prove("9,9,5", tmp_path / "a.proof", book=str(book), learn=learned, **search)
    book.write_text("z99\n", encoding="utf-8")
    with pytest.raises(proofs.BookError, match="line 1: move 1"):
        proofs.prove("9,9,5", tmp_path / "b.proof", book=book, **search)
