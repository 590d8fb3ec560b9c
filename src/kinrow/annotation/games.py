"""Whole games become one row for each move, so that they are annotated as tables are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kinrow.annotation.rows import missing
from kinrow.annotation.table_error import TableError
from kinrow.annotation.truth import OUTCOMES
from kinrow.records import Format, IllegalStone, Record, read_games
from kinrow.records.growth import Growth
from kinrow.rules import Cell, GameLike, Position, Rules, Sign, format_position
from kinrow.rules.moves import words_of
from kinrow.rules.sentence import Sentence

HEADS = ("file", "game", "ply", "to_move", "position", "move", "player", "time_ms", "opening_stone")
"""The columns of the rows of whole games; those that no game fills are left out, see `idle`."""

LAYOUT = {"position": "position", "move": "move", "to_move": "to_move"}


@dataclass(frozen=True, slots=True)
class GameRows:
    """The moves of games as rows; `lines`: of one that cannot be played its line in the file, or 0.

    A stone that the rules do not allow has the last row of its game: nothing that follows it has
    a position. `faults` says, by its number, what is wrong with such a row if it does not show.
    """

    rows: list[dict[str, object]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    faults: dict[int, str] = field(default_factory=dict)


def idle(rows: Sequence[Mapping[str, object]]) -> list[str]:
    """The columns left out: the file if there is one, times and openings if no game has any."""
    usual = {"file": None, "time_ms": None, "opening_stone": 0}
    return [
        head for head, value in usual.items() if all(row[head] in (None, value) for row in rows)
    ]


def recorded_games(
    path: Path, game: GameLike | None = None, kind: Format | None = None
) -> list[Record]:
    """The games of a file, each line of play up to a stone that cannot be.

    Raises TableError for a file without games, GameFileError for one that cannot be read.
    """
    records = read_games(path, game, kind, strict=False)
    if not records:
        raise TableError(Sentence("annotate.none", path=path))
    return records


def game_rows(records: Sequence[Record], files: Sequence[str | None] | None = None) -> GameRows:
    """The main line of every game; `files`: the file of each, if there are several.

    A stone of the opening is nobody's: its row has no player.

    >>> from kinrow.records import parse_games
    >>> (record,) = parse_games("game 1,3,2\\nmoves a1 a1 b1")
    >>> [(row["position"], row["move"]) for row in game_rows([record]).rows]
    [('...', 'a1'), ('X..', 'a1')]
    """
    found = GameRows()
    places = [None] * len(records) if files is None else files
    for number, (record, file) in enumerate(zip(records, places, strict=True), 1):
        for ply, (position, stone) in enumerate(zip(record.positions, record.main, strict=False)):
            seconds = stone.seconds
            row = _row(record, position, position.to_move)
            row |= {"file": file, "game": number, "ply": ply, "move": str(stone.cell)}
            row["time_ms"] = None if seconds is None else round(1000 * seconds)
            row["opening_stone"] = int(ply < record.opening)
            row["player"] = None if row["opening_stone"] else row["player"]
            found.rows.append(row)
            found.lines.append(0)
        illegal = illegal_end(record)
        if illegal is not None:
            position = record.position
            row = _row(record, position, illegal.sign or position.to_move)
            row |= {"game": number, "ply": len(record.main), "move": illegal.written}
            row["file"] = file
            if missing(illegal.written):  # as a pass is, which would look like a row without a move
                found.faults[len(found.rows)] = Sentence("row.played", fault=illegal.reason)
            found.rows.append(row)
            found.lines.append(illegal.line)
    return found


def _row(record: Record, position: Position, mover: Sign) -> dict[str, object]:
    row: dict[str, object] = dict.fromkeys(HEADS)
    row["position"] = format_position(position)
    row["to_move"] = "Black" if mover is record.rules.begins else "White"
    row["player"] = record.players[mover] or None
    return row


def illegal_end(record: Record) -> IllegalStone | None:
    """The stone that ended the main line because it could not be played."""
    last = len(record.main) - 1 if record.main else None
    return next((stone for stone in record.illegal if stone.parent == last), None)


def with_truth(record: Record, rows: Sequence[Mapping[str, object]]) -> Record:
    """The record with what is true of each move as its note, after what was said of it.

    `rows` are those of its main line, with the columns that annotating adds. What an earlier run
    noted is replaced.

    >>> record = Record("1,3,2", "b1")
    >>> with_truth(record, [{"move": "b1", "outcome": "win", "regret": 0}]).notes
    ('outcome: win\\nregret: 0',)
    """
    notes = {}
    for at, (stone, row) in enumerate(zip(record.main, rows, strict=False)):
        heads = [head for head in row if head not in HEADS]
        said = _without_truth(stone.note, heads)
        facts = [f"{head}: {row[head]}" for head in heads if row[head] is not None]
        notes[at] = "\n".join([*said, *facts])
    return record.with_notes(notes)


def _without_truth(note: str, heads: Sequence[str]) -> list[str]:
    """The lines of a note but those of an earlier run, which begin with an outcome.

    >>> _without_truth("score: I lead\\noutcome: win\\nscore: 3\\nwell done", ["outcome", "score"])
    ['score: I lead', 'well done']
    """
    said = []
    in_truth = False
    for line in note.split("\n") if note else ():
        head, _, value = line.partition(": ")
        begins = head == "outcome" and value in OUTCOMES
        in_truth = head in heads and (in_truth or begins)
        if not in_truth:
            said.append(line)
    return said


@dataclass(frozen=True, slots=True)
class Expansion:
    """Rows of whole games: which row of the table each came from, and its new columns.

    `cut` has the rows of moves that cannot be played with which games end before their last move.
    """

    origin: list[int] = field(default_factory=list)
    columns: dict[str, list[object]] = field(
        default_factory=lambda: {"ply": [], "position": [], "move": []}
    )
    faults: dict[int, str] = field(default_factory=dict)
    cut: set[int] = field(default_factory=set)


def expand(rules: Rules, games: Sequence[object]) -> Expansion:
    """One row for each move of each game: a string such as "b2 a1 c3", or a list of its moves.

    A move that cannot be played has the last row of its game, as in `game_rows`; a game without
    moves keeps one row, with the reason.
    """
    found = Expansion()
    for number, moves in enumerate(games):
        rows, is_cut = _text_rows(rules, _text(moves))
        found.faults.update({len(found.origin) + at: fault for at, fault in rows.faults.items()})
        for row in rows.rows:
            found.origin.append(number)
            for name, column in found.columns.items():
                column.append(row.get(name))
        if is_cut:
            found.cut.add(len(found.origin) - 1)
    return found


def _text(moves: object) -> str:
    """The moves of a game in one string; frames have them as strings, lists, tuples or arrays.

    >>> _text("b2 a1"), _text(["b2", "a1"]), _text(None), _text([])
    ('b2 a1', 'b2 a1', '', '')
    """
    listed = moves.tolist() if hasattr(moves, "tolist") else moves
    if isinstance(listed, list | tuple) and not isinstance(listed, Cell):
        return " ".join(map(str, listed))
    return "" if missing(listed) else str(listed)


def _text_rows(rules: Rules, text: str) -> tuple[GameRows, bool]:
    """The moves of a game, and whether there are more after one that cannot be played."""
    growth, words = Growth(rules.start()), iter(words_of(text))
    last: int | None = None
    for word in words:
        last = growth.add(last, word, line=0)
        if last is None:
            break
    rows = game_rows([growth.record()])
    if not rows.rows:
        return GameRows([{}], [0], {0: Sentence("row.moves")}), False
    return rows, next(words, None) is not None
