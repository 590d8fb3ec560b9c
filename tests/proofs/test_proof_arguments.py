"""What the room of proofs does with arguments that it cannot use."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kinrow import proofs
from kinrow.rules import OptionError

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "book": (lambda: proofs.Book(5), "5: expected a path, such as 'a.book'"),  # type: ignore[arg-type]
    "class of boards": (
        lambda: proofs.class_of(5),  # type: ignore[arg-type]
        "spec 5: expected a string",
    ),
    "piece": (lambda: proofs.piece_of(5), "spec 5: expected a string"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("call", REFUSED)
def test_what_no_proof_can_use_is_refused_in_words(call: str) -> None:
    refused, words = REFUSED[call]
    with pytest.raises(OptionError, match=words):
        refused()
