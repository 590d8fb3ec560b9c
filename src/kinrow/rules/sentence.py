"""A sentence that knows what it was made of, so that a face can say it in another language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self


class Sentence(str):
    """English: a `form` with `{name}` replaced by the `values`, which may be sentences, too.

    >>> sentence = Sentence("row {row} has {cells}", row=2, cells=Sentence("{n} cells", n=3))
    >>> sentence, sentence.form, sentence.values["cells"]
    ('row 2 has 3 cells', 'row {row} has {cells}', '3 cells')
    >>> import pickle
    >>> pickle.loads(pickle.dumps(sentence)).values["cells"].form
    '{n} cells'
    """

    form: str
    values: Mapping[str, object]

    def __new__(cls, form: str, /, **values: object) -> Self:
        """Fills the form."""
        self = super().__new__(cls, form.format(**values))
        self.form, self.values = form, values
        return self

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        """For pickle."""
        return (self.form,), dict(self.values)


def some(number: int, noun: str) -> str:
    """So many.

    >>> some(1, "row"), some(2, "row")
    ('1 row', '2 rows')
    """
    return Sentence(f"{{number}} {noun}{'' if number == 1 else 's'}", number=number)


def joined(sentences: Sequence[str], mark: str = "; ") -> str:
    """Several as one, parted by the mark.

    >>> joined(["a", Sentence("{number} rows", number=2)])
    'a; 2 rows'
    """
    parts = {f"part{number}": sentence for number, sentence in enumerate(sentences)}
    return Sentence(mark.join(f"{{{name}}}" for name in parts), **parts)
