"""Files of games: the suffix gives the format, faults are located, files are written whole."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal, get_args

from kinrow.records.plain import in_utf_8, read_json, write_json
from kinrow.records.psq import read_psq, text_of_names, write_psq
from kinrow.records.record import Record
from kinrow.records.sgf_charsets import parts_of
from kinrow.records.sgf_reading import read_sgf
from kinrow.records.sgf_writing import write_sgf
from kinrow.records.text import read_text, write_text
from kinrow.records.which_game import UnknownGame, placed
from kinrow.rules import GameLike, KinrowError, NotationError, Rules
from kinrow.rules.calls import as_in
from kinrow.rules.cell import shown
from kinrow.rules.games import game as game_of
from kinrow.rules.options import no_list, one_of, text_of
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import FileNotWritten, path_of, read_at_once, reason_of, whole_file

Format = Literal["sgf", "psq", "json", "text"]
"""One of the formats of a file of games, listed in `FORMATS`."""

FORMATS: tuple[Format, ...] = get_args(Format)
"""What games are read from and written as."""

SUFFIXES: dict[str, Format] = {".sgf": "sgf", ".psq": "psq", ".json": "json", ".txt": "text"}
"""The format that a suffix says."""

_READERS: dict[Format, Callable[[str, Rules | None], list[Record]]] = {
    "sgf": read_sgf,
    "psq": read_psq,
    "json": read_json,
    "text": read_text,
}
_MOST = 2**28  # bytes of a file: some hundred thousand games


class GameFileError(KinrowError, ValueError):
    """A file of games that cannot be read or written; the message says which, where and why."""


@as_in("read_games('a.sgf', 'gomoku')")
def read_games(
    path: str | Path,
    game: GameLike | None = None,
    format: Format | None = None,
    *,
    strict: bool = True,
) -> list[Record]:
    """The games of a file, in its order.

    - `game`: which game they are, if the file does not say, or says otherwise;
    - `format`: "sgf", "psq", "json" or "text"; None: by the suffix;
    - `strict`: an illegal stone is an error. If False, its line of play ends before it, and the
      record lists it in `illegal`.

    Raises GameFileError for a file that cannot be read, naming the file and the line, UnknownGame
    for one that does not say which game it records.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "game.sgf")
    ...     _ = path.write_text("(;GM[4]SZ[3]RU[3,3,3]RE[0];B[bb](;W[aa];B[cc])(;W[ba]))")
    ...     (record,) = read_games(path)
    ...
    >>> record.rules.title, len(record.moves), str(record.result)
    ('tictactoe', 3, 'draw')
    """
    path = path_of(path, "a.sgf")
    try:
        known = _known(format or format_of(path))
        found = parse_games(_text_of(path, known), game, known)
    except UnknownGame as error:
        raise placed(error, str(path)) from None
    except KinrowError as error:
        raise _fault(path, error.sentence) from None
    for number, record in enumerate(found, 1):
        if strict and record.illegal:
            raise _fault(
                path, Sentence("record.number", number=number, fault=record.illegal[0].sentence)
            )
    return found


@as_in("write_games('a.sgf', games)")
def write_games(
    path: str | Path, games: Record | Iterable[Record], format: Format | None = None
) -> None:
    """Writes games to a file, which appears whole or not at all.

    - `games`: a Record or several; a PSQ file holds one.
    - `format`: "sgf", "psq", "json" or "text"; None: by the suffix.

    Raises GameFileError for a file that cannot be written, and for games that the format cannot
    hold.

    >>> from tempfile import TemporaryDirectory
    >>> record = Record("connect6", "j10 a1 b1")
    >>> with TemporaryDirectory() as folder:
    ...     write_games(Path(folder, "game.psq"), record)
    ...     read_games(Path(folder, "game.psq"))[0].moves == record.moves
    True
    """
    path = path_of(path, "a.sgf")
    try:
        data = in_utf_8(format_games(games, format or format_of(path)) + "\n")
        with whole_file(path) as temporary:
            temporary.write_bytes(data)
    except FileNotWritten as error:
        raise GameFileError(error.sentence) from None
    except KinrowError as error:
        raise _fault(path, error.sentence) from None


def _fault(path: Path, fault: str) -> GameFileError:
    return GameFileError(Sentence("record.place", place=path, fault=fault))


def parse_games(text: str, game: GameLike | None = None, format: Format = "text") -> list[Record]:
    """The games of a text in one of the formats; an illegal stone ends its line of play.

    Raises NotationError for a string that cannot be read, naming the line, OptionError for what is
    not a string.

    >>> parse_games("game 3,3,3\\nmoves b2 b2")[0].illegal[0].reason
    'b2 is taken by X, expected an empty cell'
    """
    text_of("text", text)
    named = None if game is None else game_of(game)
    # The mark of DOS for the end of a text is not part of it.
    return _READERS[_known(format)](text.rstrip("\0\x1a"), named)


def format_games(games: Record | Iterable[Record], format: Format = "text") -> str:
    """Games as text in one of the formats.

    Raises NotationError for games that the format cannot hold, OptionError for what is not a game.

    >>> print(format_games(Record("tictactoe", "b2"), "sgf"))
    (;FF[4]GM[4]CA[UTF-8]AP[kinrow]SZ[3]RU[3,3,3]
    ;B[bb])
    """
    records = [games] if isinstance(games, Record) else _listed(games)
    if _known(format) == "psq":
        if len(records) != 1:
            raise NotationError(Sentence("psq.one", count=len(records)))
        return write_psq(records[0])
    writers: dict[Format, Callable[[Iterable[Record]], str]] = {
        "sgf": write_sgf,
        "json": write_json,
        "text": write_text,
    }
    return writers[format](records)


def _listed(games: object) -> list[Record]:
    records = list(games) if isinstance(games, Iterable) else []
    if not isinstance(games, Iterable) or not all(isinstance(game, Record) for game in records):
        raise no_list("games", games, "[Record('tictactoe', 'b2 a1')]")
    return records


def format_of(path: str | os.PathLike[str]) -> Format:
    """The format of a file by its suffix.

    Raises GameFileError for an unknown suffix, OptionError for what is not a path.

    >>> format_of(Path("games.SGF"))
    'sgf'
    """
    found = SUFFIXES.get(path_of(path, "a.sgf").suffix.lower())
    if found is None:
        raise GameFileError(Sentence("record.suffix", suffixes=", ".join(SUFFIXES)))
    return found


def _known(format: Format) -> Format:
    one_of("format", format, FORMATS)
    return format


def _text_of(path: Path, format: Format) -> str:
    """A text in UTF-8, or in the character sets that an SGF names; names in a PSQ may be in any."""
    try:
        data = read_at_once(path, _MOST)
    except OSError as error:
        raise NotationError(reason_of(error)) from None
    parts = parts_of(data, is_sgf=format == "sgf")
    ends = [*(start for start, _ in parts[1:]), len(data)]
    texts = (
        _decoded(data, start, end, charset, format)
        for (start, charset), end in zip(parts, ends, strict=True)
    )
    # The mark that some editors put in front of a text is not part of it.
    return "".join(texts).removeprefix("\ufeff")


def _decoded(data: bytes, start: int, end: int, charset: str, format: Format) -> str:
    """The text of a part of a file."""
    try:
        return data[start:end].decode(charset)
    except LookupError:
        raise NotationError(Sentence("file.charset", charset=shown(charset))) from None
    except UnicodeError as error:  # some character sets do not say where
        if format == "psq" and charset == "utf-8":
            return text_of_names(data)
        line = data.count(b"\n", 0, start + getattr(error, "start", 0)) + 1
        found = {"line": line, "charset": charset.upper()}
        if format == "sgf" and charset == "utf-8":
            raise NotationError(Sentence("sgf.charset", **found)) from None
        raise NotationError(Sentence("file.line", **found)) from None
