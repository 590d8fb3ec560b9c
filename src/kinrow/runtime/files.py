"""Files to read, and files that appear whole or not at all."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from tempfile import mkstemp
from typing import TYPE_CHECKING, BinaryIO

from kinrow.rules import KinrowError, NotationError, OptionError
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence

if TYPE_CHECKING:
    import sqlite3
import stat

_LOCKED = (1 << 31) - 2  # the byte that a lock takes on Windows, which has no lock on a whole file
# SQLITE_BUSY, _LOCKED and _FULL: most of those who come here have no use for sqlite3.
_SQLITE_BUSY, _SQLITE_FULL, _SQLITE_UNOPENED, _SQLITE_OTHER = (5, 6), 13, 14, 26
_SHOWN = 40  # characters of a name in that of its temporary file: a name has 255 bytes at most


class FileNotWritten(KinrowError, OSError):
    """A file that cannot be written; the message says which and why."""


class FileMissing(KinrowError, FileNotFoundError):
    """A file that is to be read and is not there; the message says which."""


def reason_of(error: OSError | sqlite3.Error) -> str:
    """Why the system or SQLite refused something: the usual reasons in the reader's language.

    >>> from kinrow.rules.sentence import worded
    >>> worded(reason_of(FileNotFoundError(errno.ENOENT, "")), "zh-Hans")
    '没有这个文件或文件夹'
    """
    if not isinstance(error, OSError):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # higher bits say more about it
        if code in _SQLITE_BUSY:
            return Sentence("system.busy")
        if code == _SQLITE_UNOPENED:
            return Sentence("system.unopened")
        if code == _SQLITE_OTHER:
            return Sentence("system.database")
        return Sentence("system.full") if code == _SQLITE_FULL else str(error)
    match error.errno:
        case errno.ENOENT:
            return Sentence("system.missing")
        case errno.EACCES | errno.EPERM:
            return Sentence("system.denied")
        case errno.EISDIR:
            return Sentence("system.folder")
        case errno.ENOTDIR:
            return Sentence("system.file")
        case errno.ENOSPC:
            return Sentence("system.full")
        case errno.EROFS:
            return Sentence("system.read-only")
    return error.strerror or str(error)


def is_broken_pipe(error: OSError) -> bool:
    """Whether nobody reads any more what was to be written; Windows calls that EINVAL.

    >>> is_broken_pipe(BrokenPipeError()), is_broken_pipe(FileNotFoundError())
    (True, False)
    """
    invalid = sys.platform == "win32" and error.errno == errno.EINVAL
    return invalid or isinstance(error, BrokenPipeError)


def path_of(path: str | os.PathLike[str], example: str) -> Path:
    """The path; raises OptionError for what is not one, or cannot be the name of a file.

    >>> path_of(5, "a.proof")
    Traceback (most recent call last):
    kinrow.rules.errors.OptionError: 5: expected a path, such as 'a.proof'
    """
    text = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if not isinstance(text, str) or not _is_name(text):
        raise OptionError(Sentence("argument.path", path=shown(path), example=repr(example)))
    return Path(path)


def _is_name(text: str) -> bool:
    """Whether a file can be called so: half a character of UTF-16 has no bytes."""
    try:
        return bool(text) and b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def opened(path: str | os.PathLike[str], example: str) -> BinaryIO:
    """The file, open to be read; raises FileMissing if there is none, OptionError for a folder.

    >>> opened("none.proof", "a.proof")
    Traceback (most recent call last):
    kinrow.runtime.files.FileMissing: none.proof: no such file, expected an existing one, \
such as 'a.proof'
    """
    found = path_of(path, example)
    try:
        return found.open("rb")
    except FileNotFoundError:
        raise FileMissing(Sentence("file.missing", path=found, example=repr(example))) from None
    except (IsADirectoryError, PermissionError):
        if not found.is_dir():  # which Windows takes for a want of permission
            raise
        raise OptionError(Sentence("file.folder", path=found, example=repr(example))) from None


def read_at_once(path: Path, most: int) -> bytes:
    """The whole file; raises NotationError if it is larger than `most` bytes, whole MiB.

    >>> read_at_once(Path("/dev/zero"), 2**20)
    Traceback (most recent call last):
    kinrow.rules.errors.NotationError: larger than 1 MiB, the most that is read at once
    """
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise NotationError(Sentence("file.large", most=most >> 20))
    return data


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Raises FileNotWritten, which names the file, for what the system refuses meanwhile.

    >>> with named(Path("a.txt")):
    ...     raise OSError(errno.ENOSPC, "full")
    Traceback (most recent call last):
    kinrow.runtime.files.FileNotWritten: a.txt: No space left on device
    """
    try:
        yield
    except (KinrowError, BrokenPipeError):  # the latter is of the output, not of a file
        raise
    except OSError as error:
        reason, own = reason_of(error), f"{path}: "
        if reason.startswith(own):  # the core names the file, too
            reason = reason.removeprefix(own)
        raise FileNotWritten(Sentence("file.failed", path=path, reason=reason)) from None


def check_place(path: Path) -> None:
    """Raises FileNotWritten unless a file can be made there, before hours are spent on it.

    >>> check_place(Path("nowhere/a.txt"))
    Traceback (most recent call last):
    kinrow.runtime.files.FileNotWritten: nowhere/a.txt: expected the name of a file in an \
existing folder
    """
    with named(path):
        if not target_of(path).absolute().parent.is_dir():
            raise FileNotWritten(Sentence("file.place", path=path))
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, "")
        handle, name = _beside(target_of(path))
        os.close(handle)
        os.unlink(name)


def check_is_no_input(path: Path, *inputs: Path | None) -> None:
    """Raises FileNotWritten if the file to write is one of those to read, which would be lost."""
    given = [each for each in inputs if each is not None and each.exists()]
    if path.exists() and any(map(path.samefile, given)):
        raise FileNotWritten(Sentence("file.input", path=path))


def target_of(path: Path) -> Path:
    """The path, or where it links to: what a renamed file is to replace.

    Raises FileNotWritten for a device or a pipe, in whose place a file would stand afterwards.

    >>> target_of(Path("/dev/null"))
    Traceback (most recent call last):
    kinrow.runtime.files.FileNotWritten: /dev/null: expected the name of an ordinary file
    """
    found = Path(os.path.realpath(path)) if path.is_symlink() else path
    if found.exists() and not (found.is_file() or found.is_dir()):
        raise FileNotWritten(Sentence("proof.place", path=path))
    return found


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A file to write that takes the place of `path` at the end, if all went well.

    A link stays, and what it leads to is replaced. Raises FileNotWritten if there can be no such
    file, and for what the system refuses while it is written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with whole_file(Path(folder, "a.txt")) as temporary:
    ...         _ = temporary.write_text("whole")
    ...     [path.name for path in Path(folder).iterdir()]
    ['a.txt']
    """
    with named(path):
        target = target_of(path)
        handle, name = _beside(target)
        temporary = Path(name)
        try:
            try:
                yield temporary
                os.fsync(handle)
            finally:
                os.close(handle)  # Windows renames no file that is open
            temporary.chmod(_mode_for(target))
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)


def _beside(path: Path) -> tuple[int, str]:
    """A new file in the same folder, open, and its name, which is in UTF-8 whatever the path is."""
    begin = path.name[:_SHOWN].encode(errors="ignore").decode()
    return mkstemp(prefix=f".{begin}.", dir=path.parent)


def lock(file: FileIO) -> None:
    """Locks an open file until it is closed; raises BlockingIOError if another process has it."""
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    import msvcrt

    here = file.tell()
    file.seek(_LOCKED)
    try:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except PermissionError:
        raise BlockingIOError from None
    finally:
        file.seek(here)


def _mode_for(path: Path) -> int:
    """The permissions of the file that is replaced; for a new one, the usual ones."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
