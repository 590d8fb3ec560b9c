"""The package: light to import, its names lead where they say, no one's paths in its files."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kinrow

ROOT = Path(__file__).resolve().parent.parent

# Whole-line joins, so that this file does not find itself.
FOREIGN = [
    "/" + "work/",
    "/" + "root/",
    "/" + "home/",
    "/" + "opt/",
    "pythonhosted" + ".org",
    "pypi" + ".org",
]


def python(code: str) -> str:
    """What a fresh interpreter prints."""
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return run.stdout


def test_import_is_light() -> None:
    heavy = "{'numpy', 'rich', 'typer', 'kinrow._core', 'kinrow.rules'}"
    assert python(f"import kinrow, sys; print({heavy} & set(sys.modules))") == "set()\n"


def test_rules_need_neither_numpy_nor_the_core() -> None:
    heavy = "{'numpy', 'rich', 'typer', 'kinrow._core'}"
    assert python(f"import kinrow.rules, sys; print({heavy} & set(sys.modules))") == "set()\n"


@pytest.mark.parametrize("name", kinrow.__all__)
def test_every_name_is_there(name: str) -> None:
    assert name in dir(kinrow)
    assert getattr(kinrow, name) is not None


@pytest.mark.parametrize("first", ["kinrow.Solver", "kinrow.solve", "kinrow.count"])
def test_a_function_stands_before_the_room_of_its_name(first: str) -> None:
    used = f"import kinrow; {first}; print(callable(kinrow.solve))"
    room_first = f"from kinrow.solve import Solver; {used}"
    assert python(used) == python(room_first) == "True\n"


def test_every_home_exports_what_the_root_promises() -> None:
    for home, names in kinrow._HOMES.items():
        assert set(names) <= set(importlib.import_module(f"kinrow.{home}").__all__)
    promised = {name for names in kinrow._HOMES.values() for name in names}
    assert sorted({*promised, "__version__"}) == kinrow.__all__


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'chess'"):
        kinrow.chess  # noqa: B018 # the look-up itself is under test


def test_the_package_is_typed() -> None:
    home = Path(kinrow.__file__).parent
    assert (home / "py.typed").exists()
    assert "def " in (home / "_core.pyi").read_text()


def tracked() -> list[Path]:
    """Every file of the repository."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listing.returncode:
        pytest.skip("not a git checkout")
    return [path for line in listing.stdout.splitlines() if (path := ROOT / line).is_file()]


def test_no_file_names_a_machine_or_a_registry() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in tracked()
        for number, line in enumerate(path.read_text(errors="ignore").splitlines(), 1)
        if any(word in line for word in FOREIGN)
    ]
    assert not found


@pytest.mark.expensive
def test_a_wheel_holds_all_that_it_needs(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    alone = ["--no-deps", "--no-build-isolation"]
    build = f"--config-settings=build-dir={tmp_path / 'build'}"
    subprocess.run([*pip, "wheel", *alone, build, f"--wheel-dir={tmp_path}", ROOT], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    home = tmp_path / "home"
    subprocess.run([*pip, "install", "--no-deps", f"--target={home}", wheel], check=True)
    show = "import kinrow, kinrow._core; print(kinrow.__file__, kinrow._core.__file__)"
    env = {**os.environ, "PYTHONPATH": str(home)}
    # Without site-packages, where the linked package of `make` would come first.
    run = subprocess.run(
        [sys.executable, "-S", "-c", show], env=env, check=True, capture_output=True, text=True
    )
    assert all(Path(file).parent == home / "kinrow" for file in run.stdout.split())
    assert (home / "kinrow" / "_core.pyi").exists()
    assert (home / "kinrow" / "py.typed").exists()
    assert (home / "kinrow" / "atlas" / "atlas.sqlite").exists()
