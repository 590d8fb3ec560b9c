"""Sentences across the web: a code and parameters, put into words only where they are read."""

from __future__ import annotations

from kinrow.rules.sentence import Sentence
from kinrow.web.answers import Fault, Phrase

PLAIN = "plain"
"""The code of an English text that has no code of its own."""


def phrase_of(sentence: str) -> Phrase:
    """A sentence as it crosses the web.

    >>> phrase = phrase_of(Sentence("move.taken", cell="a1", sign="X"))
    >>> phrase.code, phrase.params
    ('move.taken', {'cell': 'a1', 'sign': 'X'})
    """
    if not isinstance(sentence, Sentence):
        return Phrase(code=PLAIN, params={"text": str(sentence)})
    params = {name: _param(value) for name, value in sentence.values.items()}
    return Phrase(code=sentence.code, params=params)


def fault_of(sentence: str) -> Fault:
    """A sentence along with its English text.

    >>> fault_of(Sentence("move.taken", cell="a1", sign="X")).detail
    'a1 is taken by X, expected an empty cell'
    """
    phrase = phrase_of(sentence)
    return Fault(code=phrase.code, params=phrase.params, detail=str(sentence))


def _param(value: object) -> int | str | Phrase | list[Phrase]:
    if isinstance(value, Sentence):
        return phrase_of(value)
    if isinstance(value, list):
        return [phrase_of(each) for each in value]
    return value if isinstance(value, int) else str(value)


def sentence_of(phrase: Phrase) -> Sentence:
    """The sentence again.

    >>> sentence_of(phrase_of("some text"))
    'some text'
    """
    return Sentence(phrase.code, **{name: _value(value) for name, value in phrase.params.items()})


def _value(param: int | str | Phrase | list[Phrase]) -> object:
    if isinstance(param, Phrase):
        return sentence_of(param)
    return list(map(sentence_of, param)) if isinstance(param, list) else param
