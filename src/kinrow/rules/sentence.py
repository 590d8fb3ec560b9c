"""A sentence that keeps its code and values, so that a face can word it in another language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from kinrow.words import Language, fault_texts, texts_of


class Sentence(str):
    """English: the text of that code in `fault_texts()`, with `{name}` replaced by the values.

    A value is a sentence, too, or a list of them, or anything that `str` writes.

    >>> sentence = Sentence("board.cells", row=2, cells=some(3, "cell"), due=4)
    >>> sentence, sentence.code, sentence.values["cells"].code
    ('row 2 has 3 cells, expected 4', 'board.cells', 'count.cells')
    >>> worded(sentence, "zh-Hans")
    '第 2 行有 3 格，应为 4 格'
    >>> import pickle
    >>> pickle.loads(pickle.dumps(sentence)).values["row"]
    2
    """

    code: str
    values: Mapping[str, object]

    def __new__(cls, code: str, /, **values: object) -> Self:
        """Raises KeyError for a code that is not in the catalogue."""
        self = super().__new__(cls, _filled(code, values, "en"))
        self.code, self.values = code, values
        return self

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        """For pickle."""
        return (self.code,), dict(self.values)


def worded(words: object, language: Language) -> str:
    """A sentence, or several, in that language; anything else as `str` writes it.

    >>> worded([some(1, "row"), some(2, "cell")], "en")
    '1 row; 2 cells'
    """
    if isinstance(words, Sentence):
        return _filled(words.code, words.values, language)
    if isinstance(words, list):
        mark = fault_texts()["list.mark"][language]
        return mark.join(worded(each, language) for each in words)
    return str(words)


def _filled(code: str, values: Mapping[str, object], language: Language) -> str:
    form = fault_texts()[code][language]
    filled = {name: worded(value, language) for name, value in values.items()}
    if code == "field.whole":
        filled["name"] = _number(filled["name"], language)
    return form.format(**filled)


def _number(name: str, language: Language) -> str:
    """What a number of a game is called; those without a word, such as k, are called the same.

    >>> _number("rows", "zh-Hans"), _number("k", "zh-Hans")
    ('行数', 'k')
    """
    known = texts_of("games").get(f"number.{name}")
    return name if known is None else known[language]


def some(number: int, noun: str) -> Sentence:
    """So many.

    >>> some(1, "row"), some(2, "row")
    ('1 row', '2 rows')
    """
    return Sentence(f"count.{noun}" if number == 1 else f"count.{noun}s", number=number)


def joined(sentences: Sequence[str]) -> str:
    """Several as one.

    >>> joined([some(1, "row"), some(2, "cell")])
    '1 row; 2 cells'
    """
    return sentences[0] if len(sentences) == 1 else Sentence("list.of", parts=list(sentences))


def listing(head: str, faults: Sequence[str], most: int, language: Language) -> str:
    """The head, then one fault per line; those beyond `most` are counted only.

    >>> print(listing("no", ["a", "b", "c"], 1, "en"))
    no:
      a
      faults not listed here: 2
    """
    lines = [Sentence("list.head", head=head), *faults[:most]]
    if len(faults) > most:
        lines.append(Sentence("list.more", more=len(faults) - most))
    return "\n  ".join(worded(line, language) for line in lines)
