"""The package: light to import, its names lead where they say, no one's paths in its files."""

from __future__ import annotations

import ast
import importlib
import os
import pkgutil
import shutil
import subprocess
import sys
import sysconfig
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


def test_import_loads_little_beyond_python_itself() -> None:
    """A time would depend on the machine; what takes it is how many modules are read."""
    bare = int(python("import sys; print(len(sys.modules))"))
    assert int(python("import kinrow, sys; print(len(sys.modules))")) - bare < 40


def test_rules_need_neither_numpy_nor_the_core() -> None:
    heavy = "{'numpy', 'rich', 'typer', 'kinrow._core'}"
    assert python(f"import kinrow.rules, sys; print({heavy} & set(sys.modules))") == "set()\n"


PLAIN = """
import sys
from importlib.machinery import PathFinder
from kinrow.__main__ import main
from kinrow.cli.app import _EXTRAS

BROUGHT = set(_EXTRAS) - {"pydantic"}  # which Typer needs

class WithoutExtras(PathFinder):
    @classmethod
    def find_spec(cls, name, *others):
        return None if name.partition(".")[0] in BROUGHT else super().find_spec(name, *others)

sys.meta_path[sys.meta_path.index(PathFinder)] = WithoutExtras

for words in (
    "puzzles tictactoe --count 1",
    "solve gomoku",
    "table stats tictactoe.table",
    "match random random --game tictactoe --games 1",
    "atlas --game 3,3,3",
    "count tictactoe",
):
    if words.startswith("table"):
        main("tabulate tictactoe -o tictactoe.table".split())
    if main(words.split()) != 0:
        sys.exit(words)
"""


def test_commands_that_no_extra_brings_need_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "255,168 games" in python(PLAIN)


@pytest.mark.parametrize("name", kinrow.__all__)
def test_every_name_is_there(name: str) -> None:
    assert name in dir(kinrow)
    assert getattr(kinrow, name) is not None


def test_other_names_are_not_shown() -> None:
    shown = set(dir(kinrow)) - set(kinrow.__all__) - set(ROOMS)
    assert not [name for name in shown if not name.startswith("__")]


ROOMS = sorted(found.name for found in pkgutil.iter_modules(kinrow.__path__))


def test_importing_a_room_leaves_the_room() -> None:
    """Whatever was used before: `import kinrow.x` gives the module, and `kinrow.x` stays it."""
    imports = "; ".join(f"import kinrow.{room}" for room in ROOMS)
    use = "[getattr(kinrow, name) for name in kinrow.__all__]"
    modules = f"all(getattr(kinrow, room) is sys.modules['kinrow.' + room] for room in {ROOMS})"
    code = f"import sys; import kinrow; {use}; {imports}; {use}; print({modules})"
    assert python(code) == "True\n"


def packages() -> list[Path]:
    return sorted(path.parent for path in Path(kinrow.__file__).parent.rglob("__init__.py"))


def shadowed(package: Path) -> set[str]:
    """Modules of a package that its own `__init__` hides behind a name it imports or defines."""
    modules = {found.name for found in pkgutil.iter_modules([str(package)])}
    tree = ast.parse((package / "__init__.py").read_text())
    names = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    names |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return names & modules


@pytest.mark.parametrize("package", packages(), ids=lambda path: path.name)
def test_no_name_hides_a_module(package: Path) -> None:
    assert not shadowed(package)


def test_a_name_that_hides_a_module_is_seen(tmp_path: Path) -> None:
    (tmp_path / "solve.py").touch()
    (tmp_path / "__init__.py").write_text("from x.solve import solve\n")
    assert shadowed(tmp_path) == {"solve"}


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


@pytest.mark.parametrize("ours", [False, True])
def test_a_warning_fails_our_builds_and_not_a_users(tmp_path: Path, ours: bool) -> None:
    tools = Path(sys.executable).parent
    if not (tools / "cmake").exists():
        pytest.skip("cmake is not installed beside Python")
    options = ["-DKINROW_PYTHON=OFF", *(["-DKINROW_WERROR=ON"] if ours else [])]
    make = [str(tools / "cmake"), "-S", str(ROOT), "-B", str(tmp_path), "-G", "Ninja", *options]
    env = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}
    subprocess.run(make, check=True, capture_output=True, env=env)
    commands = (tmp_path / "compile_commands.json").read_text()
    assert "-Wconversion" in commands
    assert ("-Werror" in commands) is ours


@pytest.mark.expensive
def test_a_wheel_holds_all_that_it_needs(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    alone = ["--no-deps", "--no-build-isolation"]
    build = f"--config-settings=build-dir={tmp_path / 'build'}"
    subprocess.run([*pip, "wheel", *alone, build, f"--wheel-dir={tmp_path}", ROOT], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    home = tmp_path / "home"
    subprocess.run([*pip, "install", "--no-deps", f"--target={home}", wheel], check=True)
    # Without site-packages, whose linked package of `make` would come first; what kinrow needs is
    # found there all the same.
    paths = [str(home), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    tried = [ROOT / "tests" / "installed.py", ROOT / "examples" / "proofs" / "11-4-4.proof"]
    run = subprocess.run(
        [sys.executable, "-S", *tried], cwd=tmp_path, env=env, check=True, stdout=subprocess.PIPE
    )
    assert str(home / "kinrow") in run.stdout.decode()
    assert (home / "kinrow" / "_core.pyi").exists()
    assert (home / "kinrow" / "py.typed").exists()
