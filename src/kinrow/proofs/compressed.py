"""Proof files compressed by zstd: read transparently, and written."""

from __future__ import annotations

import os
import shutil
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO, cast

from kinrow.rules import KinrowError
from kinrow.rules.sentence import Sentence
from kinrow.runtime.compression import zstd

SUFFIX = ".zst"

_MAGIC = b"\x28\xb5\x2f\xfd"
_LEVEL = 9  # a tenth smaller than by default; 19 gains as much again in twenty times the time
_BLOCK = 1 << 20  # bytes at once


class CompressedError(KinrowError):
    """Compressed data that is damaged or cut short."""


class ProofBytes:
    """The bytes of a proof file, decompressed if need be; `size` counts those read so far.

    What a file is shows in its first bytes, not in its name. It may be a pipe.

    >>> import io
    >>> ProofBytes(io.BytesIO(b"kinrow proof 2")).read(6)
    b'kinrow'
    >>> ProofBytes(io.BytesIO(zstd.compress(b"kinrow proof 2"))).read(6)
    b'kinrow'
    """

    def __init__(self, file: BinaryIO) -> None:
        self._source = file if isinstance(file, BufferedReader) else BufferedReader(cast(Any, file))
        start = self._source.peek(len(_MAGIC))[: len(_MAGIC)]
        self._file = zstd.ZstdFile(self._source) if start == _MAGIC else self._source
        self.size = 0

    @property
    def consumed(self) -> int:
        """Bytes of the file itself that were read so far; of a pipe, `size`."""
        return self._source.tell() if self._source.seekable() else self.size

    def read(self, size: int) -> bytes:
        """At most so many bytes; none at the end. Raises CompressedError."""
        try:
            data = self._file.read(size)
        except (zstd.ZstdError, EOFError) as error:
            raise CompressedError(Sentence("check.damaged", reason=error)) from None
        self.size += len(data)
        return data


def compress(source: Path, target: Path) -> None:
    """Writes a file anew as one zstd frame with a checksum, which can be read as a stream."""
    options: dict[int, int] = {
        zstd.CompressionParameter.compression_level: _LEVEL,
        zstd.CompressionParameter.checksum_flag: 1,
    }
    with source.open("rb") as plain, target.open("wb") as file:
        with zstd.ZstdFile(file, "wb", options=options) as packed:
            shutil.copyfileobj(plain, packed, _BLOCK)
        file.flush()
        os.fsync(file.fileno())
