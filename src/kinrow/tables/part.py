"""An unfinished table: records are only appended, so being killed never loses earlier ones."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import lock, path_of, target_of
from kinrow.tables.errors import TableFileError, written
from kinrow.tables.records import (
    CLASSES,
    DIRECTORY,
    END,
    MAGIC,
    TRAILER,
    VALUES,
    Header,
    StoredRecord,
    pack,
    read_header,
    read_record,
    set_type,
)


@dataclass(slots=True)
class PlyRecords:
    """Where the records of one ply lie: [offset, digest] each, the values in order."""

    classes: list[Any] | None = None
    values: list[list[Any]] = field(default_factory=list)


def part_of(path: str | os.PathLike[str]) -> Path:
    """Where a table stands while it is made: next to the file, or to what a link leads to.

    >>> part_of("a.table").name
    'a.table.part'
    """
    return Path(f"{target_of(path_of(path, 'a.table'))}.part")


class Part:
    """The file of an unfinished table, with what it has so far."""

    def __init__(self, path: Path, header: Header, *, resume: bool) -> None:
        self.path, self.header = part_of(path), header
        self.plies: dict[int, PlyRecords] = {}
        going_on = self.path.exists()
        # Unbuffered: what was added is the system's, however this process ends.
        with written(self.path):
            try:
                self._file = self.path.open("r+b" if going_on else "x+b", buffering=0)
            except FileExistsError:  # another process made it just now
                raise TableFileError(Sentence("table.busy", path=self.path)) from None
        self._worthless = False
        try:
            with written(self.path):
                self._take()
                if going_on and not resume:
                    raise TableFileError(Sentence("table.part", path=self.path))
                self._begin(header)
        except BaseException:
            self.close()
            raise

    def _take(self) -> None:
        """Locks the file; raises TableFileError if another process has it."""
        try:
            lock(self._file)
        except BlockingIOError:
            raise TableFileError(Sentence("table.busy", path=self.path)) from None
        if not self._is_there():  # whoever had the lock before has finished it meanwhile
            raise TableFileError(Sentence("table.busy", path=self.path))

    def _begin(self, header: Header) -> None:
        head = MAGIC + header.line()
        found = self._file.read(len(head))
        if len(found) < len(head) and head.startswith(found.rstrip(b"\0")):
            self._worthless = True
            self._file.seek(0)
            self._write(head)
        self._file.seek(0)
        if read_header(self._file, self.path) != header:
            raise TableFileError(Sentence("table.other", path=self.path))
        self._file.seek(0)
        if self._file.read(len(head)) != head:  # says the same, but the directory has its digest
            raise TableFileError(Sentence("table.header", path=self.path))
        self._find_records()

    def _is_there(self) -> bool:
        """Whether the path still names the open file; Windows renames no file that is open."""
        if sys.platform == "win32":
            return True
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), self.path.stat())
        except FileNotFoundError:
            return False

    def _check_own(self) -> None:
        """Raises TableFileError if somebody has deleted or replaced the file."""
        if not self._is_there():
            raise TableFileError(Sentence("table.lost", path=self.path))

    def _find_records(self) -> None:
        """All sound records from the start; what comes after them is cut off."""
        while True:
            offset = self._file.tell()
            record = read_record(self._file)
            if record is None or record.kind == DIRECTORY:
                break
            self._note(record, offset)
        self._file.seek(offset)
        self._file.truncate()

    def _note(self, record: StoredRecord, offset: int) -> None:
        ply = self.plies.setdefault(record.ply, PlyRecords())
        place = [offset, record.digest.hex()]
        self._worthless = False
        if record.kind == VALUES:
            ply.values.append(place)
        else:
            ply.classes = place

    def add(self, record: StoredRecord) -> None:
        """Adds a record at the end; raises TableFileError if the file is no longer there."""
        self._check_own()
        with written(self.path):
            offset = self._file.seek(0, os.SEEK_END)
            self._write(record.packed)
        self._note(record, offset)

    def values(self, ply: int) -> Iterator[bytes]:
        """The blocks of a ply that are there, in order."""
        for offset, _ in self.plies[ply].values if ply in self.plies else ():
            self._file.seek(offset)
            record = read_record(self._file)
            if record is None:
                raise TableFileError(Sentence("table.damaged", reason=self.path))
            yield record.data(self.header.compression)

    def add_classes(self, ply: int, classes: ArrayLike) -> None:
        """Adds the classes of a ply, unless they are there."""
        if ply not in self.plies:
            sets = np.array(classes, set_type(self.header.rules)).tobytes()
            self.add(pack(ply, CLASSES, 0, sets, self.header.compression))

    def restore(self, ply: int, values: NDArray[np.int8]) -> int:
        """Fills in the blocks of a ply that are there; how many those are."""
        at = count = 0
        for count, data in enumerate(self.values(ply), 1):  # noqa: B007 - it is returned
            values[at : at + len(data)] = np.frombuffer(data, np.int8)
            at += len(data)
        return count

    def finish(self, path: Path, plies: list[dict[str, Any]]) -> None:
        """Adds the directory, and gives the file its name."""
        for ply in plies:
            found = self.plies[ply["ply"]]
            ply |= {"classes": found.classes, "values": found.values}
        head = hashlib.sha256(MAGIC + self.header.line()).hexdigest()
        text = json.dumps({"header": head, "plies": plies}, separators=(",", ":"))
        record = pack(0, DIRECTORY, 0, text.encode(), self.header.compression)
        with written(self.path):
            offset = self._file.seek(0, os.SEEK_END)
            self._write(record.packed + TRAILER.pack(offset, END))
            os.fsync(self._file.fileno())
        if sys.platform == "win32":  # which renames no file that is open
            self._file.close()
        self._check_own()  # another run's must not get the name
        with written(path):
            self.path.replace(target_of(path))

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) :]

    def close(self) -> None:
        """Closes the file; it can be resumed, and is gone if it has nothing yet."""
        if sys.platform == "win32":  # which removes no file that is open
            self._file.close()
        # Removed while it is locked: the next one to open it has another file.
        with suppress(OSError):
            if self._worthless and self._is_there():
                self.path.unlink()
        self._file.close()
