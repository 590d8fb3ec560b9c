"""Files that are written whole: what a link leads to is replaced, a device or a pipe never."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kinrow.__main__ import main
from kinrow.proofs.place import PlaceError, place
from kinrow.runtime.files import FileNotWritten, check_place, whole_file
from kinrow.tables import TableFileError, tabulate
from kinrow.tables.part import part_of

posix = pytest.mark.skipif(os.name != "posix", reason="pipes and links are as on Unix")


@posix
def test_a_pipe_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileNotWritten, match="ordinary file"):
        check_place(pipe)
    with pytest.raises(FileNotWritten, match="ordinary file"), whole_file(pipe):
        raise AssertionError
    with pytest.raises(TableFileError, match="ordinary file"):
        tabulate("tictactoe", pipe)
    with pytest.raises(PlaceError, match="ordinary file"):
        place(pipe)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


@posix
def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    store = tmp_path / "store"
    store.mkdir()
    link, file = tmp_path / "link", store / "file"
    link.symlink_to(file)
    check_place(link)
    with whole_file(link) as temporary:
        assert temporary.parent == store
        temporary.write_text("new")
    assert link.is_symlink()
    assert file.read_text() == "new"


@posix
def test_who_may_read_a_file_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    path.chmod(0o600)
    with whole_file(path) as temporary:
        temporary.write_text("new")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o600)


@posix
def test_a_table_goes_to_where_a_link_leads(tmp_path: Path) -> None:
    store = tmp_path / "store"
    store.mkdir()
    link, file = tmp_path / "a.table", store / "b.table"
    link.symlink_to(file)
    assert part_of(link) == store / "b.table.part"
    with tabulate("tictactoe", link, threads=1):
        assert link.is_symlink()
    assert [path.name for path in store.iterdir()] == ["b.table"]
    with tabulate("tictactoe", link, resume=True) as table:
        assert table.path == link


@posix
def test_links_in_a_circle_are_no_fault_of_ours(tmp_path: Path) -> None:
    circle = tmp_path / "circle.proof"
    circle.symlink_to(circle)
    assert place(circle) == circle


@pytest.mark.parametrize(
    ("command", "module"),
    [
        (["openings", "9,9,5", "-o"], "kinrow.arena.command.make_suite"),
        (["annotate", "in.csv", "-g", "tictactoe", "-o"], "kinrow.annotation.files.Job"),
    ],
)
def test_a_folder_is_refused_before_the_work(
    command: list[str],
    module: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module, None)
    Path("in.csv").write_text("position,move\nXX./OO./...,c2\n")
    Path("out.csv").mkdir()
    assert main([*command, "out.csv"]) == 2
    assert "out.csv: Is a directory" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.csv", "out.csv"]
