"""kinrow on systems that lack what Linux has."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kinrow.runtime.files import lock, whole_file

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
