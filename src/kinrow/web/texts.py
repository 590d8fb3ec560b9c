"""The words of the pages: a file for each language, as a browser needs only its reader's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kinrow.web.kept import Kept
from kinrow.words import LANGUAGES, Language, texts_of

_ROOMS = ("web", "faults")
_RULE = "rule."  # the names of the theorems, which the board says as the atlas does


def files() -> Iterator[tuple[str, str]]:
    """The path of each file below `words`, and what is in it: texts by key.

    >>> paths = [path for path, _ in files()]
    >>> paths[:2], len(paths)
    (['en/web.json', 'en/faults.json'], 6)
    """
    for language in LANGUAGES:
        for room in _ROOMS:
            yield f"{language}/{room}.json", _in_language(room, language)


def _in_language(room: str, language: Language) -> str:
    found = dict(texts_of(room))
    if room == "web":
        found |= {key: words for key, words in texts_of("atlas").items() if key.startswith(_RULE)}
    texts = {key: words[language] for key, words in found.items()}
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":"))


@cache
def _kept() -> dict[str, Kept]:
    return {path: Kept.of(text, "application/json") for path, text in files()}


async def _words(request: Request) -> Response:
    found = _kept().get(request.path_params["path"])
    if found is None:
        raise HTTPException(404)
    return found.response(request)


ROUTES = [Route("/words/{path:path}", _words, methods=["GET"])]
