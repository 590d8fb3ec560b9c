"""All games in one SQLite file; each is written as soon as it is over."""

from __future__ import annotations

import json
import platform
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Self

from kinrow import _core
from kinrow.arena.game import checked_game, fault_of, result_by
from kinrow.arena.match import Match, checked_match
from kinrow.arena.opening import opening_rule
from kinrow.players.spec import files_of, own_weights_of
from kinrow.records import Record, main_line
from kinrow.records.record import trusted_record
from kinrow.rules import GameLike, KinrowError, Rules, Sign, format_moves, game, parse_moves
from kinrow.rules.calls import as_in, made_as
from kinrow.rules.options import text_of, whole_number
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import path_of, reason_of
from kinrow.runtime.folders import data_folder
from kinrow.weights.shelf import SHIPPED

_VERSION = 2
_SCHEMA = """
CREATE TABLE match (
    id INTEGER PRIMARY KEY,
    began TEXT NOT NULL,
    game TEXT NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    games INTEGER NOT NULL,
    openings TEXT NOT NULL,
    time TEXT NOT NULL,
    seed INTEGER NOT NULL,
    versions TEXT NOT NULL,
    stopped TEXT,
    sprt TEXT NOT NULL DEFAULT '',
    threads INTEGER NOT NULL DEFAULT 1,
    knowledge INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES match,
    number INTEGER NOT NULL,
    ended TEXT NOT NULL,
    x TEXT NOT NULL,
    o TEXT NOT NULL,
    moves TEXT NOT NULL,
    opening INTEGER NOT NULL,
    milliseconds TEXT NOT NULL,
    notes TEXT NOT NULL,
    winner TEXT CHECK (winner IN ('X', 'O')),
    fault TEXT,
    UNIQUE (match, number)
);
"""
# A file of version 1 gets the columns that it lacks.
_FROM_1 = """
ALTER TABLE match ADD COLUMN sprt TEXT NOT NULL DEFAULT '';
ALTER TABLE match ADD COLUMN threads INTEGER NOT NULL DEFAULT 1;
ALTER TABLE match ADD COLUMN knowledge INTEGER NOT NULL DEFAULT 1;
"""
_ASKED = "game, first, second, openings, time, seed, sprt, threads, knowledge, versions"
"""What two matches have in common if one goes on with the other; it may have more games."""

_Row = tuple[str | int, ...]


def home() -> Path:
    """The default path of the database, in the user's data folder."""
    return data_folder() / "arena.sqlite"


@dataclass(frozen=True, slots=True)
class Stored:
    """A game of the database: its match, its number there, when it ended, and the game."""

    match: int
    number: int
    ended: str
    played: Record


@made_as("MatchDatabase('games.sqlite')")
class MatchDatabase:
    """An SQLite file of matches and games; created if it does not exist.

    Every game is one transaction, so an interrupted match leaves only complete games. Raises
    KinrowError for a file that is something else, or cannot be used, OptionError for what is not a
    path.

    >>> from kinrow.players import player
    >>> from kinrow.arena.match import play_match
    >>> match = Match(player("random", seed=1), player("perfect"), game("tictactoe"), games=2)
    >>> with MatchDatabase(":memory:") as base:
    ...     number = base.begin(match)
    ...     for at, played in enumerate(play_match(match)):
    ...         base.add(number, at, played)
    ...     [stored.played.players[Sign.X] for stored in base.games()]
    ['random', 'perfect']
    """

    def __init__(self, path: str | Path) -> None:
        self.path = path if path == ":memory:" else path_of(path, "games.sqlite")
        with self._usable():
            if path != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(path, timeout=10.0)
        try:
            with self._usable():
                self._base.execute("PRAGMA foreign_keys = ON")
                self._make()
        except KinrowError:
            self._base.close()
            raise

    def __repr__(self) -> str:
        return f"<matches in {self.path}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._base.close()

    @contextmanager
    def _usable(self) -> Iterator[None]:
        """Raises KinrowError for what SQLite or the system refuses, such as a locked file."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            reason = reason_of(error)
            raise KinrowError(Sentence("match.database", path=self.path, reason=reason)) from None

    @as_in("base.begin(match)")
    def begin(self, match: Match) -> int:
        """Records the start of a match and returns its number."""
        row = _row(match)
        with self._usable(), self._base:
            return self._begin(row)

    @as_in("base.latest(match)")
    def latest(self, match: Match) -> int | None:
        """The last match with the same settings, interrupted or finished; None if there is none.

        It may have fewer games. Only matches played by the same version of kinrow, and the same
        programs and weights, count.
        """
        row = _row(match)
        with self._usable():
            return self._latest(row)

    @as_in("base.latest_or_begin(match)")
    def latest_or_begin(self, match: Match) -> tuple[int, bool]:
        """The number of `latest`, or of a match that has begun now; whether it was there.

        Of two processes that ask at once, one begins the match and the other finds it.
        """
        row = _row(match)
        with self._usable(), self._base:
            self._base.execute("BEGIN IMMEDIATE")
            found = self._latest(row)
            return (self._begin(row), False) if found is None else (found, True)

    def _begin(self, row: _Row) -> int:
        query = f"INSERT INTO match (began, games, {_ASKED}) VALUES (?{', ?' * 11})"
        return int(self._base.execute(query, (_now(), *row)).lastrowid or 0)

    def _latest(self, row: _Row) -> int | None:
        same = " AND ".join(f"{name} = ?" for name in _ASKED.split(", "))
        query = f"SELECT max(id) FROM match WHERE games <= ? AND {same}"
        (found,) = self._base.execute(query, row).fetchone()
        return None if found is None else int(found)

    @as_in("base.resume(match, 1)")
    def resume(self, match: Match, number: int) -> None:
        """Counts the recorded games of a match, so that only the remaining ones are played."""
        games, number = checked_match(match).games, _number_of("match", number)
        for stored in self.games(match=number):
            match.note(stored.played)
        with self._usable(), self._base:
            self._change(number, "games", games)
            query = "SELECT stopped FROM match WHERE id = ?"
            (stopped,) = self._base.execute(query, (number,)).fetchone()
        match.stopped = match.stopped or stopped

    @as_in("base.add(1, 0, played)")
    def add(self, match: int, number: int, played: Record) -> None:
        """Records a finished game.

        Raises KinrowError if the file cannot be written, or has that game already, or no such
        match.
        """
        played = checked_game(played)
        match, number = _number_of("match", match), _number_of("number", number)
        row = (
            match,
            number,
            _now(),
            played.players[Sign.X],
            played.players[Sign.O],
            format_moves(played.moves),
            played.opening,
            json.dumps([round(1000 * (seconds or 0), 3) for seconds in played.seconds]),
            json.dumps(played.notes),
            None if played.winner is None else str(played.winner),
            fault_of(played),
        )
        with self._usable():
            try:
                with self._base:
                    self._base.execute(f"INSERT INTO game VALUES (NULL{', ?' * len(row)})", row)
            except sqlite3.IntegrityError as error:
                if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
                    raise self._no_match(match) from None
                raise KinrowError(
                    Sentence("match.twice", path=self.path, game=number + 1, match=match)
                ) from None

    @as_in("base.stop(1, 'enough games')")
    def stop(self, match: int, why: str) -> None:
        """Records why a match ended early, so that it is not resumed."""
        with self._usable(), self._base:
            self._change(_number_of("match", match), "stopped", text_of("why", why))

    def _change(self, match: int, column: str, value: str | int) -> None:
        """Sets a column of a match. Raises KinrowError if no match has that number."""
        query = f"UPDATE match SET {column} = ? WHERE id = ?"
        if not self._base.execute(query, (value, match)).rowcount:
            raise self._no_match(match)

    def _no_match(self, match: int) -> KinrowError:
        return KinrowError(Sentence("match.missing", path=self.path, match=match))

    def games(self, rules: GameLike | None = None, match: int | None = None) -> Iterator[Stored]:
        """The games in the order of play; with `rules` or `match`, only those."""
        text = None if rules is None else str(game(rules))
        return self._stored(text, None if match is None else _number_of("match", match))

    def _stored(self, text: str | None, match: int | None) -> Iterator[Stored]:
        query = (
            "SELECT game.match, number, ended, match.game, x, o, moves, opening, milliseconds,"
            " notes, winner, fault FROM game JOIN match ON match.id = game.match"
            " WHERE (?1 IS NULL OR match.game = ?1) AND (?2 IS NULL OR match.id = ?2)"
            " ORDER BY game.id"
        )
        with self._usable():
            rows = self._base.execute(query, (text, match))
            for number, at, ended, *rest in rows:
                yield Stored(number, at, ended, self._game(number, at, rest))

    def _game(self, match: int, number: int, row: Sequence[Any]) -> Record:
        try:
            return _played(*row)
        except (ValueError, TypeError):
            raise KinrowError(
                Sentence("match.damaged", path=self.path, game=number + 1, match=match)
            ) from None

    def rules(self) -> list[Rules]:
        """The rules of all recorded games, the most played first."""
        query = (
            "SELECT match.game FROM game JOIN match ON match.id = game.match"
            " GROUP BY match.game ORDER BY count(*) DESC"
        )
        with self._usable():
            found = self._base.execute(query).fetchall()
        return [game(text) for (text,) in found]

    def _make(self) -> None:
        """Makes the tables, or those that are missing, unless another process has just done so."""
        if self._version() == _VERSION:
            return
        with self._base:
            self._base.execute("BEGIN EXCLUSIVE")
            found = self._version()
            tables = self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if found not in (0, 1, _VERSION):
                values = {"found": found, "due": _VERSION}
                raise KinrowError(Sentence("match.version", path=self.path, **values))
            if found == 0 and tables != (0,):
                raise KinrowError(Sentence("match.stranger", path=self.path))
            for statement in {0: _SCHEMA, 1: _FROM_1}.get(found, "").split(";"):
                self._base.execute(statement)
            self._base.execute(f"PRAGMA user_version = {_VERSION}")

    def _version(self) -> int:
        return int(self._base.execute("PRAGMA user_version").fetchone()[0])


def _number_of(name: str, value: object) -> int:
    """A number of a match, or of a game in it; SQLite would take one of NumPy for bytes."""
    return whole_number(name, value, 0, example=1)


def _row(match: Match) -> _Row:
    """The number of games, and the values of the columns _ASKED."""
    match = checked_match(match)
    return (
        match.games,
        str(match.rules),
        *match.names,
        match.openings,
        str(match.control),
        match.seed,
        "" if match.sprt is None else str(match.sprt),
        match.threads,
        match.knowledge,
        _versions(match),
    )


def _versions(match: Match) -> str:
    """What plays: kinrow, Python, and digests of the compiled core with the engine's weights, of
    the programs and files of the players, and of the user's own weights that they may load."""
    core = _digest(_stamped([Path(_core.__file__), *sorted(SHIPPED.iterdir())]))
    said: dict[str, object] = {"kinrow": version("kinrow"), "python": platform.python_version()}
    said["core"] = core
    files = {name: files_of(name) for name in match.names}
    if any(files.values()):
        said["players"] = {name: _digest(_stamped(paths)) for name, paths in files.items() if paths}
    if own := _own_weights(match):
        said["weights"] = {path.name: _digest(_stamped([path])) for path in own}
    return json.dumps(said)


def _own_weights(match: Match) -> list[Path]:
    """The files in the user's folder of weights that may play, or judge an opening."""
    judge = [] if opening_rule(match.openings) is None else ["alphabeta"]
    return sorted({path for name in (*match.names, *judge) for path in own_weights_of(name)})


def _stamped(paths: Sequence[Path]) -> tuple[tuple[Path, int], ...]:
    """Files with the times at which they were changed."""
    return tuple((path, path.stat().st_mtime_ns) for path in paths)


@cache
def _digest(files: Sequence[tuple[Path, int]]) -> str:
    digest = sha256()
    for path, _ in files:
        with suppress(OSError):  # a program that can be started, but not read
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _played(
    spec: str,
    x: str,
    o: str,
    moves: str,
    opening: int,
    milliseconds: str,
    notes: str,
    winner: str | None,
    fault: str | None,
) -> Record:
    seconds = [number / 1000 for number in json.loads(milliseconds)]
    stones = main_line(parse_moves(moves), [None] * opening + seconds[opening:], json.loads(notes))
    return trusted_record(
        start=game(spec).start(),
        tree=stones,
        players={Sign.X: x, Sign.O: o},
        result=result_by(None if winner is None else Sign(winner), fault),
        comment=fault or "",
        opening=opening,
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
