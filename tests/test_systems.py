"""kinrow on systems that lack what Linux has."""

from __future__ import annotations

import ast
import ctypes
import errno
import io
import ntpath
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kinrow import terminal
from kinrow.__main__ import main
from kinrow.judges.tasks import run as judge
from kinrow.knowledge.atlas import SHIPPED
from kinrow.knowledge.lookup import table_for
from kinrow.players import player
from kinrow.players.gomocup import GomocupPlayer
from kinrow.proofs import checking
from kinrow.proofs.compressed import CompressedError, ProofBytes
from kinrow.puzzles import table_of
from kinrow.rules import KinrowError, NotationError, game
from kinrow.runtime import files, processes
from kinrow.runtime.files import lock, whole_file
from kinrow.runtime.folders import cache_folder
from kinrow.runtime.statuses import BROKEN_PIPE
from kinrow.words import reader
from tests.sources import PACKAGE, tree_of

ROOT = Path(__file__).resolve().parents[1]
WINDOWS = SimpleNamespace(platform="win32")

NOT_ON_WINDOWS = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios")
IMPORT_EVERYTHING = f"""
import importlib, pkgutil, sys, kinrow
for name in {NOT_ON_WINDOWS}:
    sys.modules[name] = None
for found in pkgutil.walk_packages(kinrow.__path__, "kinrow."):
    if not found.name.endswith("__main__"):
        try:
            importlib.import_module(found.name)
        except ModuleNotFoundError as error:  # an extra may be missing
            if error.name in {NOT_ON_WINDOWS}:
                raise
"""


def test_no_module_needs_what_windows_lacks() -> None:
    subprocess.run([sys.executable, "-W", "ignore", "-c", IMPORT_EVERYTHING], check=True)


def test_a_file_is_closed_before_it_is_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replaced = []

    def strict(source: Path, target: Path) -> None:
        is_open = {str(link.resolve()) for link in Path("/proc/self/fd").iterdir()}
        assert str(source) not in is_open
        replaced.append(target)

    monkeypatch.setattr(os, "replace", strict)
    with whole_file(tmp_path / "a.txt") as file:
        file.write_text("whole")
    assert replaced == [tmp_path / "a.txt"]


def test_a_lock_ends_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "a.part"
    with path.open("xb", buffering=0) as first, path.open("rb", buffering=0) as second:
        lock(first)
        with pytest.raises(BlockingIOError):
            lock(second)
    with path.open("rb", buffering=0) as third:
        lock(third)


def opened_here() -> set[str]:
    return {os.path.realpath(link) for link in Path("/proc/self/fd").iterdir()}


@pytest.fixture
def only_closed_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are open are neither deleted nor replaced, as on Windows."""

    def checked(change: Callable[..., None]) -> Callable[..., None]:
        def strict(*paths: Any, dir_fd: int | None = None) -> None:
            folder = "" if dir_fd is None else os.readlink(f"/proc/self/fd/{dir_fd}")
            for path in paths:
                if os.path.realpath(os.path.join(folder, path)) in opened_here():
                    raise PermissionError(errno.EACCES, "it is open", path)
            change(*paths) if dir_fd is None else change(*paths, dir_fd=dir_fd)

        return strict

    monkeypatch.setattr("kinrow.tables.part.sys", WINDOWS)
    monkeypatch.setattr(os, "unlink", checked(os.unlink))
    monkeypatch.setattr(os, "replace", checked(os.replace))


@pytest.mark.usefixtures("only_closed_files")
def test_a_table_of_the_moment_needs_no_file() -> None:
    with table_of("1,3,2") as table:
        assert not table.path.exists()
        assert [table[stones].lower for stones in ("...", ".X.")] == [1, -1]


@pytest.mark.usefixtures("only_closed_files")
def test_a_table_that_cannot_be_kept_needs_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    (tmp_path / "file").touch()
    table = table_for(game("1,3,2"))
    assert table is not None
    assert table["..."].lower == 1


@pytest.mark.usefixtures("only_closed_files")
def test_a_damaged_table_is_closed_and_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert table_for(game("1,3,2")) is not None
    (kept,) = cache_folder().iterdir()
    data = bytearray(kept.read_bytes())
    data[data.index(b"KTBL") + 60] ^= 1
    kept.write_bytes(data)
    table = table_for(game("1,3,2"))
    assert table is not None
    assert table.path == kept
    assert [*cache_folder().iterdir()] == [kept]


def calls_without_encoding(source: ast.AST) -> Iterator[int]:
    """The lines of calls that would read or write text as the system likes it."""
    for call in (node for node in ast.walk(source) if isinstance(node, ast.Call)):
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        given = {keyword.arg for keyword in call.keywords}
        fixed = [each.value for each in call.args if isinstance(each, ast.Constant)]
        if "encoding" in given or "utf-8" in fixed:
            continue
        is_text = name == "open" and set(fixed) & {"r", "w", "a", "x", "r+", "w+"}
        is_file = name in ("read_text", "write_text") and isinstance(call.func, ast.Attribute)
        is_program = name in ("run", "Popen", "check_output") and given & {"text", "encoding"}
        if is_text or is_file or is_program:
            yield call.lineno


def test_every_text_file_is_read_and_written_as_utf_8() -> None:
    found = [
        f"{path.name}:{line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for line in calls_without_encoding(tree_of(path))
    ]
    assert found == []


class Gone(io.StringIO):
    """Standard output that nobody reads any more, on Windows."""

    def write(self, _: str) -> int:
        raise OSError(errno.EINVAL, "Invalid argument")

    def fileno(self) -> int:
        raise OSError


@pytest.mark.parametrize("words", [[], ["games"], ["perft", "tictactoe", "1"]])
def test_nobody_reads_any_more(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "sys", WINDOWS)
    monkeypatch.setattr(sys, "stdout", Gone())
    assert main(words) == BROKEN_PIPE


def test_nobody_reads_a_judge_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "sys", WINDOWS)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"[[0,0]]\n")))
    monkeypatch.setattr(sys, "stdout", Gone())
    assert judge("leetcode-1275") == BROKEN_PIPE


def test_a_checker_that_has_enough_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    class Ended(io.BytesIO):
        def write(self, _: object) -> int:
            raise OSError(errno.EINVAL, "Invalid argument")

    process: Any = SimpleNamespace(stdin=Ended())
    faults: list[CompressedError | OSError] = []
    checking._feed(ProofBytes(io.BytesIO(b"kinrow proof 2")), process, faults)
    assert [fault.errno for fault in faults if isinstance(fault, OSError)] == [errno.EINVAL]
    monkeypatch.setattr(files, "sys", WINDOWS)
    faults.clear()
    process.stdin = Ended()
    checking._feed(ProofBytes(io.BytesIO(b"kinrow proof 2")), process, faults)
    assert faults == []


def test_the_checker_gets_no_path_that_it_may_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[str] = []
    popen = subprocess.Popen

    def started(command: list[Any], **how: Any) -> Any:
        given.extend(map(str, command[1:]))
        return popen(command, **how)

    monkeypatch.setattr(subprocess, "Popen", started)
    folder = tmp_path / "\N{CJK UNIFIED IDEOGRAPH-5F20}"
    folder.mkdir()
    proof = ROOT / "examples" / "proofs" / "11-4-4.proof"
    checking.check_and_log_moves(proof, folder / "moves", 1)
    assert "".join(given).isascii()
    assert (folder / "moves").stat().st_size


def test_a_checker_that_does_not_know_its_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proof = ROOT / "examples" / "proofs" / "11-4-4.proof"
    script = tmp_path / "checker"
    script.write_text(
        f"#!{sys.executable}\nimport subprocess, sys\n"
        f"done = subprocess.run([{str(checking.COMPILED)!r}, *sys.argv[1:]], capture_output=True)\n"
        "said = done.stdout.decode().replace('memory\": ', 'memory\": 0, \"own\": ')\n"
        "sys.stdout.write(said)\n",
        encoding="utf-8",
    )
    script.chmod(0o755)
    monkeypatch.setattr(checking, "COMPILED", script)
    assert checking.check(proof).memory is None


class Dies:
    """Ends the process that is to unpickle it."""

    def __call__(self, number: int) -> int:
        return number

    def __reduce__(self) -> tuple[object, ...]:
        return os._exit, (7,)


def test_a_process_that_ends_at_once_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = []

    class Windows:
        """There the far end of a line stays open until the process has fetched it."""

        Process = get_context("spawn").Process

        def Pipe(self) -> tuple[Connection, Connection]:  # noqa: N802
            near, far = get_context("spawn").Pipe()
            kept.append(os.dup(far.fileno()))
            return near, far

    monkeypatch.setattr(processes, "get_context", lambda _: Windows())
    with pytest.raises(KinrowError, match="status 7, while working on: 1"):
        list(processes.side_by_side(Dies(), [1], 1))
    for number in kept:
        os.close(number)


def test_paths_of_windows_name_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "C:\\brains\\a.exe").touch()
    (tmp_path / "b.exe").touch()
    windows = SimpleNamespace(path=ntpath, sep="\\", curdir=".")
    monkeypatch.setattr("kinrow.players.gomocup.os", windows)
    for path, command in {
        "C:\\brains\\a.exe": ["C:\\brains\\a.exe"],
        "b.exe": [".\\b.exe"],
        'D:\\brains\\c.exe -x "two words"': ["D:\\brains\\c.exe", "-x", "two words"],
        '"D:\\my brains\\c.exe"': ["D:\\my brains\\c.exe"],
    }.items():
        assert GomocupPlayer(path)._command == command


@pytest.mark.parametrize("folder", ["C:\\kinrow\\src", "c:/kinrow/src", "kinrow/src"])
def test_the_folder_of_another_version_may_be_on_a_drive(folder: str) -> None:
    with pytest.raises(NotationError) as found:
        player(f"version:{folder}:alphabeta:2s")
    assert f"there is no kinrow in {folder}," in str(found.value)


@pytest.mark.parametrize("words", [[], ["--help"], ["games"], ["--version"], ["perft", "x", "1"]])
def test_no_character_is_too_much_for_a_pipe(words: list[str]) -> None:
    environ = os.environ | {"PYTHONIOENCODING": "cp1252", "LC_ALL": "zh_CN.UTF-8"}
    environ |= {"PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "kinrow", *words], capture_output=True, check=False, env=environ
    )
    assert done.returncode == (2 if "x" in words else 0)
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("obeys", [True, False])
def test_a_console_is_asked_to_obey_escapes(obeys: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    modes = []

    def get_mode(_: object, mode: Any) -> int:
        mode._obj.value = 3
        return 1

    def set_mode(_: object, mode: int) -> int:
        modes.append(mode)
        return int(obeys)

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

        def fileno(self) -> int:
            return 1

    kernel = SimpleNamespace(GetConsoleMode=get_mode, SetConsoleMode=set_mode)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    console = SimpleNamespace(get_osfhandle=lambda number: number)
    monkeypatch.setitem(sys.modules, "msvcrt", console)
    monkeypatch.setattr(terminal, "sys", WINDOWS)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert terminal.coloured(Terminal()) is obeys
    assert modes == [3 | 4]


@pytest.mark.parametrize(
    ("number", "language"), [(0x0804, "zh-Hans"), (0x0404, "zh-Hant"), (0x0409, "en"), (0, "en")]
)
def test_windows_says_the_language_itself(
    number: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: number)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setattr(reader, "sys", WINDOWS)
    reader._of_windows.cache_clear()
    assert reader.language({}) == language
    assert reader.language({"LANG": "zh_TW.UTF-8"}) == "zh-Hant"
    reader._of_windows.cache_clear()


def test_the_atlas_can_be_read_by_the_sqlite_of_older_systems() -> None:
    """Tables that are STRICT need version 3.37; some systems with Python 3.11 have 3.34."""
    with sqlite3.connect(f"{SHIPPED.as_uri()}?mode=ro", uri=True) as base:
        (schema,) = base.execute("SELECT sql FROM sqlite_master WHERE name = 'atlas'").fetchone()
    assert "STRICT" not in schema
