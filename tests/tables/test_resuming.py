"""A table that is killed at any moment and resumed is the same, byte by byte."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from io import FileIO
from itertools import chain, repeat
from pathlib import Path
from random import Random

import pytest
from examples.read_table import value as plainly_read

from kinrow.rules import game
from kinrow.runtime import files
from kinrow.tables import Table, TableFileError, part_of, survey, tabulate
from kinrow.tables.layers import Room
from kinrow.tables.part import Part
from kinrow.tables.records import MAGIC, VALUES, pack, read_header, read_record

SPEC = "4,3,3"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("tables") / "a.table"
    tabulate(SPEC, path).close()
    return path.read_bytes()


def test_a_part_cut_anywhere_is_finished(tmp_path: Path, whole: bytes) -> None:
    chance, path = Random(1), tmp_path / "a.table"
    for cut in [0, 1, len(MAGIC), *(chance.randrange(len(whole)) for _ in range(40)), len(whole)]:
        rest = bytes(chance.randrange(256) for _ in range(chance.randrange(80)))
        part_of(path).write_bytes(whole[:cut] + rest * (cut > 2000))
        tabulate(SPEC, path, resume=True).close()
        assert path.read_bytes() == whole
        assert not part_of(path).exists()


@pytest.mark.parametrize("other", [b"my notes\n", b"kinrow proof 1\n", MAGIC + b"{}"])
def test_a_small_file_of_something_else_is_left_alone(tmp_path: Path, other: bytes) -> None:
    path = tmp_path / "a.table"
    part_of(path).write_bytes(other)
    with pytest.raises(TableFileError, match=r"a\.table\.part"):
        tabulate(SPEC, path, resume=True)
    assert part_of(path).read_bytes() == other


def test_a_damaged_header_is_refused_at_once(tmp_path: Path, whole: bytes) -> None:
    """A name that the rules do not need; the file's own digest would fail at the end."""
    path = tmp_path / "a.table"
    damaged = whole[:-1].replace(b'"game":"4,3,3"', b'"game":"4,3,4"')
    part_of(path).write_bytes(damaged)
    told: list[object] = []
    with pytest.raises(TableFileError, match="header of this table cannot be read"):
        tabulate(SPEC, path, resume=True, progress=told.append)
    assert part_of(path).read_bytes() == damaged and not path.exists() and not told


def test_what_is_there_is_not_worked_out_again(
    tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.table"
    part_of(path).write_bytes(whole)
    monkeypatch.setattr("kinrow.tables.tabulating.pack", lambda *_: pytest.fail("it is there"))
    tabulate(SPEC, path, resume=True).close()
    assert path.read_bytes() == whole


def test_a_finished_table_is_not_made_again(
    tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.table"
    path.write_bytes(whole)
    monkeypatch.setattr("kinrow.tables.tabulating.Part", lambda *_, **__: pytest.fail("it is done"))
    with tabulate(SPEC, path, resume=True) as table:
        assert str(table.rules) == SPEC
    assert path.read_bytes() == whole
    monkeypatch.undo()
    path.write_bytes(whole[:-1])
    tabulate(SPEC, path, resume=True).close()
    assert path.read_bytes() == whole


SLOWLY = """
import sys, time
from kinrow.tables import tabulate
tabulate(sys.argv[1], sys.argv[2], resume=True, threads=2, progress=lambda _: time.sleep(0.01))
"""


def test_killed_at_random_moments(tmp_path: Path, whole: bytes) -> None:
    chance, path, kills = Random(2), tmp_path / "a.table", 0
    for _ in range(20):
        run = subprocess.Popen([sys.executable, "-c", SLOWLY, SPEC, path])
        while not path.exists() and not part_of(path).exists() and run.poll() is None:
            time.sleep(0.001)
        time.sleep(chance.random() * 0.06)
        run.send_signal(signal.SIGKILL)
        kills += run.wait() == -signal.SIGKILL
        if path.exists():
            break
    else:
        tabulate(SPEC, path, resume=True).close()
    assert path.read_bytes() == whole
    assert kills >= 1


def test_ctrl_c_leaves_what_can_be_resumed(tmp_path: Path, whole: bytes) -> None:
    path, calls = tmp_path / "a.table", []

    def interrupt(progress: object) -> None:
        calls.append(progress)
        if len(calls) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tabulate(SPEC, path, progress=interrupt)
    assert not path.exists()
    with pytest.raises(TableFileError, match="unfinished table: continue it with --resume"):
        tabulate(SPEC, path)
    with pytest.raises(TableFileError, match="another game or kind"):
        tabulate("3,3,3", path, resume=True)
    with pytest.raises(TableFileError, match="another game or kind"):
        tabulate(SPEC, path, resume=True, objective="outcome")
    path.write_text("dear diary", encoding="utf-8")
    with pytest.raises(TableFileError, match="would be replaced: move it away"):
        tabulate(SPEC, path, resume=True)
    path.unlink()
    tabulate(SPEC, path, resume=True, threads=1).close()
    assert path.read_bytes() == whole


@pytest.mark.parametrize("resume", [True, False])
def test_two_processes_do_not_write_one_table(tmp_path: Path, resume: bool) -> None:
    path = tmp_path / "a.table"

    def again(_: object) -> None:
        with pytest.raises(TableFileError, match="another process"):
            tabulate(SPEC, path, resume=resume)

    tabulate(SPEC, path, progress=again).close()


@pytest.mark.parametrize("last", [False, True])
def test_a_run_leaves_the_unfinished_file_of_another_alone(
    tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch, last: bool
) -> None:
    """Somebody deletes its own file while it runs, or just before it is renamed."""
    path = tmp_path / "a.table"

    def replace(*_: object) -> None:
        part_of(path).unlink()
        part_of(path).write_bytes(whole[:100])

    if last:
        monkeypatch.setattr("kinrow.tables.part.os.fsync", replace)
    with pytest.raises(TableFileError, match=r"a\.table\.part was deleted or replaced while"):
        tabulate(SPEC, path, progress=None if last else replace)
    assert not path.exists()
    assert part_of(path).read_bytes() == whole[:100]


def test_a_table_that_another_process_finishes_meanwhile_is_left_alone(
    tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is renamed after we have opened it, and before we lock it."""
    path = tmp_path / "a.table"
    part_of(path).write_bytes(whole)

    def lock(file: FileIO) -> None:
        part_of(path).replace(path)
        files.lock(file)

    monkeypatch.setattr("kinrow.tables.part.lock", lock)
    with pytest.raises(TableFileError, match="another process"):
        tabulate(SPEC, path, resume=True)
    assert path.read_bytes() == whole


def test_little_memory_and_small_blocks_change_no_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Layers mapped from the disk, and blocks of a few rows."""
    usual = tabulate("4,4,3", tmp_path / "a.table")
    monkeypatch.setattr("kinrow.tables.layers._BLOCK", 1000)
    monkeypatch.setattr("kinrow.tables.tabulating.table_bytes", lambda *_: 2000)
    small = tabulate("4,4,3", tmp_path / "b.table", threads=2)
    assert len(small.shapes[8].blocks) > 10
    chance = Random(3)
    for _ in range(100):
        position = game("4,4,3").start()
        while not position.finished:
            assert small[position] == usual[position]
            position = position.play(chance.choice(position.legal_moves))
    assert survey(small).wrong == 0
    assert not [path for path in tmp_path.iterdir() if path.suffix != ".table"]


def test_a_file_of_zlib_has_the_same_values(tmp_path: Path) -> None:
    paths = [tmp_path / "a.table", tmp_path / "b.table"]
    tables = [tabulate(SPEC, paths[0]), tabulate(SPEC, paths[1], compression="zlib")]
    with paths[1].open("rb") as file:
        for moves in ("", "a1", "b2 a1 c3", "a1 b1 a2 b2 a3"):
            position = game(SPEC).replay(moves)
            assert tables[0][position] == tables[1][position]
            assert tables[0][position].lower == plainly_read(file, "/".join(position.rows))


def read_all(path: Path) -> None:
    with Table(path) as table:
        survey(table)


def test_damage_is_seen(tmp_path: Path, whole: bytes) -> None:
    """Whatever byte is changed: opening the table or going through it says so."""
    chance, path = Random(4), tmp_path / "a.table"
    for at in [3, 40, len(whole) - 1, *(chance.randrange(len(whole)) for _ in range(30))]:
        damaged = bytearray(whole)
        damaged[at] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        with pytest.raises(TableFileError):
            read_all(path)
    cuts = (chance.randrange(len(whole)) for _ in range(30))
    for cut in (0, 10, 200, len(whole) - 1, *cuts):
        path.write_bytes(whole[:cut])
        with pytest.raises(TableFileError):
            Table(path)


def test_a_wrong_value_is_named(tmp_path: Path, whole: bytes) -> None:
    """A file that is sound in every digest, but has one value changed."""
    path = tmp_path / "a.table"
    part_of(path).write_bytes(whole)
    with part_of(path).open("r+b") as file:
        compression = read_header(file, path).compression
        while (record := read_record(file)) and (record.kind, record.ply) != (VALUES, 6):
            pass
        assert record is not None
        start = file.tell() - len(record.packed)
        data = bytearray(record.data(compression))
        at = next(at for at, value in enumerate(data) if 0 < value < 128)
        data[at] += 1
        rest = pack(record.ply, VALUES, record.number, bytes(data), compression).packed
        file.seek(start)
        file.truncate()
        file.write(rest)
    with tabulate(SPEC, path, resume=True) as table:
        found = survey(table)
    assert found.per_ply[6].wrong == 1
    assert found.per_ply[6].first_wrong is not None
    assert found.per_ply[7].wrong == 0
    assert os.path.getsize(path) != 0


def fill_disk(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """So many pieces of a table can be written."""

    def write(part: Part, data: bytes) -> None:
        if not next(room):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written(part, data)

    written, room = Part._write, chain([True] * after, repeat(False))
    monkeypatch.setattr(Part, "_write", write)


@pytest.mark.parametrize(("after", "left"), [(0, False), (1, False), (2, True), (6, True)])
def test_a_full_disk_is_reported_with_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int, left: bool
) -> None:
    path = tmp_path / "a.table"
    fill_disk(monkeypatch, after)
    with pytest.raises(TableFileError, match=r"a\.table\.part: No space left on device$"):
        tabulate(SPEC, path)
    assert list(tmp_path.iterdir()) == ([part_of(path)] if left else [])


@pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot take the room at once")
def test_values_on_the_disk_have_their_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk, writing to a mapped file without room kills the process."""
    file = (tmp_path / "values").open("w+b")
    monkeypatch.setattr("kinrow.tables.layers.TemporaryFile", lambda dir: file)
    Room(0, tmp_path).values(2**20)
    assert (tmp_path / "values").stat().st_blocks * 512 >= 2**20
