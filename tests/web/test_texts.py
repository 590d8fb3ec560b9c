"""The words of the pages over HTTP: those of one language at a time."""

from __future__ import annotations

import httpx2 as httpx
import pytest

from kinrow.web.texts import files
from kinrow.words import LANGUAGES, Language, texts_of


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ["web", "faults"])
def test_the_texts_of_a_language(api: httpx.Client, room: str, language: Language) -> None:
    answer = api.get(f"/words/{language}/{room}.json")
    assert answer.headers["content-type"] == "application/json"
    theorems = {key: words for key, words in texts_of("atlas").items() if key.startswith("rule.")}
    assert "rule.pairing" in theorems
    known = {**texts_of(room), **(theorems if room == "web" else {})}
    assert answer.json() == {key: words[language] for key, words in known.items()}
    assert answer.text == dict(files())[f"{language}/{room}.json"]


def test_a_browser_that_has_the_texts_is_told_so(api: httpx.Client) -> None:
    tag = api.get("/words/en/web.json").headers["etag"]
    again = api.get("/words/en/web.json", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    other = api.get("/words/zh-Hans/web.json", headers={"If-None-Match": tag})
    assert other.status_code == 200


@pytest.mark.parametrize("path", ["de/web.json", "en/cli.json", "faults.json", "en/", ""])
def test_there_are_no_other_words(api: httpx.Client, path: str) -> None:
    assert api.get(f"/words/{path}").status_code == 404
