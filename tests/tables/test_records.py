"""Records of a table's file."""

from __future__ import annotations

import zlib

import pytest

from kinrow.runtime.compression import zstd
from kinrow.tables.errors import TableFileError
from kinrow.tables.records import Compression, StoredRecord


@pytest.mark.parametrize("compression", ["zstd", "zlib"])
def test_no_more_is_unpacked_than_a_record_promises(compression: Compression) -> None:
    def record(size: int, stored: bytes) -> StoredRecord:
        return StoredRecord(0, 1, 0, size, b"", stored)

    packed = (zstd if compression == "zstd" else zlib).compress(bytes(10**8))
    assert len(packed) < 10**5
    assert record(10**8, packed).data(compression) == bytes(10**8)
    with pytest.raises(TableFileError, match="a block has 101 bytes, expected 100"):
        record(100, packed).data(compression)
    with pytest.raises(TableFileError, match="bytes, expected 100000000"):
        record(10**8, packed[:-20]).data(compression)
    with pytest.raises(TableFileError, match="the table is damaged"):
        record(10**8, b"none" + packed).data(compression)
