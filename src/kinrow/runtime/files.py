"""Files that appear whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkstemp

from kinrow.rules import KinrowError
from kinrow.rules.sentence import Sentence


class FileNotWritten(KinrowError, OSError):
    """A file that cannot be written; the message says which and why."""


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A file to write that takes the place of `path` at the end, if all went well.

    Raises FileNotWritten if there can be no such file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with whole_file(Path(folder, "a.txt")) as temporary:
    ...         _ = temporary.write_text("whole")
    ...     [path.name for path in Path(folder).iterdir()]
    ['a.txt']
    """
    try:
        handle, name = mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise FileNotWritten(Sentence("file.failed", path=path, reason=error.strerror)) from None
    temporary = Path(name)
    try:
        yield temporary
        os.fsync(handle)
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    finally:
        os.close(handle)
        temporary.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
