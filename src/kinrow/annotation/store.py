"""Answers as they come, in one SQLite file, so that the next run can use them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from kinrow.annotation.mirror import Question
from kinrow.annotation.truth import KnownValue
from kinrow.rules import KinrowError, Objective, Rules, Value
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import reason_of

_KIND = 0x6B696E72  # "kinr": marks a store among SQLite files
_AT_ONCE = 500  # names in one query, well below what every SQLite takes

_SCHEMA = """
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS answers (
    game TEXT NOT NULL, objective TEXT NOT NULL, position TEXT NOT NULL,
    lower INTEGER NOT NULL, upper INTEGER NOT NULL, PRIMARY KEY (game, objective, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS known (
    game TEXT NOT NULL, objective TEXT NOT NULL, position TEXT NOT NULL,
    lower INTEGER NOT NULL, upper INTEGER NOT NULL, how TEXT NOT NULL, source TEXT NOT NULL,
    PRIMARY KEY (game, objective, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tried (
    game TEXT NOT NULL, objective TEXT NOT NULL, position TEXT NOT NULL, within TEXT NOT NULL,
    PRIMARY KEY (game, objective, position)
) WITHOUT ROWID;
"""


class StoreError(KinrowError):
    """The file of answers cannot be used; the message says why."""


class AnswerStore:
    """The answers of one game and objective in a file, or in memory if the path is None.

    `of` is the game and the objective; without `knowledge` the answers of searches alone stand
    apart, for others may rest on what is known without one. A run holds its file alone; another
    waits for it up to `patience` seconds. Answers are written in transactions, so that a run that
    is killed leaves whole ones. Raises StoreError for a file that is something else, or in use.

    >>> from kinrow.rules import game
    >>> with AnswerStore(None, game("1,3,2"), "outcome") as store:
    ...     question = Question("...", "X", 1)
    ...     store.put({question: Value("outcome", 1, 1)})
    ...     store.get([question])[question].outcome
    Outcome.WIN
    """

    def __init__(
        self,
        path: Path | None,
        rules: Rules,
        objective: Objective,
        patience: float = 5.0,
        *,
        knowledge: bool = True,
    ) -> None:
        self.path = path
        self.of = str(rules) if knowledge else f"{rules} by search alone", objective
        self._objective: Objective = objective
        with self._usable():
            self._base = sqlite3.connect(path or ":memory:", patience, isolation_level=None)
            try:
                self._open()
            except BaseException:
                self._base.close()
                raise

    @contextmanager
    def _usable(self) -> Iterator[None]:
        """Raises StoreError, which names the file, for what SQLite refuses meanwhile."""
        try:
            yield
        except sqlite3.OperationalError as error:
            reason = reason_of(error)
            raise StoreError(Sentence("file.failed", path=self.path, reason=reason)) from None
        except sqlite3.DatabaseError:
            raise StoreError(Sentence("answers.none", path=self.path)) from None

    def _open(self) -> None:
        run = self._base.execute
        # Before the journal is touched: a stranger's file must not change.
        (kind,) = run("PRAGMA application_id").fetchone()
        (tables,) = run("SELECT count(*) FROM sqlite_master").fetchone()
        if kind != _KIND and (kind or tables):
            raise sqlite3.DatabaseError
        run("PRAGMA locking_mode = EXCLUSIVE")
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = NORMAL")
        run(f"PRAGMA application_id = {_KIND}")
        self._base.executescript(_SCHEMA)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # Nothing but the file itself is left behind, and reading it leaves nothing either.
        with suppress(sqlite3.Error):
            self._base.execute("PRAGMA journal_mode = DELETE")
        self._base.close()

    def get(self, questions: Iterable[Question]) -> dict[Question, Value]:
        """What is known of these: bounds for the side to move."""
        return {
            question: Value(self._objective, lower, upper)
            for question, lower, upper in self._rows("answers", "lower, upper", questions)
        }

    def known(self, questions: Iterable[Question]) -> dict[Question, KnownValue]:
        """What was known of these without a search."""
        return {
            question: KnownValue(Value(self._objective, lower, upper), how, source)
            for question, lower, upper, how, source in self._rows(
                "known", "lower, upper, how, source", questions
            )
        }

    def _rows(
        self, table: str, columns: str, questions: Iterable[Question]
    ) -> Iterator[tuple[Any, ...]]:
        """Each question of these that has a row in a table, with these columns."""
        asked = {str(question): question for question in questions}
        names = list(asked)
        for at in range(0, len(names), _AT_ONCE):
            part = names[at : at + _AT_ONCE]
            marks = ",".join("?" * len(part))
            with self._usable():
                rows = self._base.execute(
                    f"SELECT position, {columns} FROM {table} "
                    f"WHERE game = ? AND objective = ? AND position IN ({marks})",
                    (*self.of, *part),
                ).fetchall()
            yield from ((asked[name], *rest) for name, *rest in rows)

    def put(
        self, answers: Mapping[Question, Value], tried: tuple[Question, str] | None = None
    ) -> None:
        """Add these; where bounds are known already, the closer ones stay.

        `tried` says that a position was searched within a limit, and which.
        """
        rows = [
            (*self.of, str(question), value.lower, value.upper)
            for question, value in answers.items()
        ]
        with self._usable(), self._base:
            self._base.execute("BEGIN")
            self._base.executemany(
                "INSERT INTO answers VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (game, objective, position) DO UPDATE SET "
                "lower = max(lower, excluded.lower), upper = min(upper, excluded.upper)",
                rows,
            )
            if tried is not None:
                self._base.execute(
                    "INSERT OR REPLACE INTO tried VALUES (?, ?, ?, ?)",
                    (*self.of, str(tried[0]), tried[1]),
                )

    def put_known(self, known: Mapping[Question, KnownValue]) -> None:
        """Add what is known without a search, and from what."""
        rows = [
            (*self.of, str(question), found.value.lower, found.value.upper, found.how, found.source)
            for question, found in known.items()
        ]
        self.put({question: found.value for question, found in known.items()})
        with self._usable(), self._base:
            self._base.execute("BEGIN")
            self._base.executemany(
                "INSERT OR REPLACE INTO known VALUES (?, ?, ?, ?, ?, ?, ?)", rows
            )

    def tried(self, question: Question) -> str | None:
        """The last limit within which a position was searched; None if it was not."""
        with self._usable():
            row = self._base.execute(
                "SELECT within FROM tried WHERE game = ? AND objective = ? AND position = ?",
                (*self.of, str(question)),
            ).fetchone()
        return row[0] if row else None

    def note(self, facts: Mapping[str, object]) -> None:
        """Write down what the file is about."""
        rows = [(name, json.dumps(value)) for name, value in facts.items()]
        with self._usable():
            self._base.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", rows)

    def noted(self, name: str) -> object:
        """What was written down under this name; None if nothing was."""
        with self._usable():
            row = self._base.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()
        return json.loads(row[0]) if row else None


def notes(path: Path) -> dict[str, object]:
    """What a run wrote down with `AnswerStore.note`; empty if the file does not exist."""
    if not path.exists():
        return {}
    try:
        base = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            rows = base.execute("SELECT name, value FROM about").fetchall()
        finally:
            base.close()
        return {name: json.loads(value) for name, value in rows}
    except (sqlite3.Error, ValueError):
        return {}
