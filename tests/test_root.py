"""The package root: what is reachable from it, and what it says of a name that it lacks."""

from __future__ import annotations

import subprocess
import sys

import pytest

import kinrow


def test_a_room_needs_no_import_of_its_own() -> None:
    code = "import kinrow; print(kinrow.envs.Batch((3, 3, 3), 1).position(0))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == f"{kinrow.position('tictactoe')}\n"


def test_every_public_name_is_listed() -> None:
    code = (
        "import kinrow, pkgutil\n"
        "from importlib import import_module\n"
        "rooms = [kinrow] + [import_module(f'kinrow.{room.name}')\n"
        "    for room in pkgutil.iter_modules(kinrow.__path__) if room.ispkg]\n"
        "print([room.__name__ for room in rooms\n"
        "    if not set(getattr(room, '__all__', ())) <= set(dir(room))])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("slove", "module 'kinrow' has no attribute 'slove': did you mean solve?"),
        ("anlyse", "did you mean analyse?"),
        ("xyzzy", "module 'kinrow' has no attribute 'xyzzy'$"),
        ("_private", "no attribute '_private'"),
    ],
)
def test_a_wrong_name_is_answered_with_the_nearest(name: str, words: str) -> None:
    with pytest.raises(AttributeError, match=words):
        getattr(kinrow, name)


def test_a_room_that_lacks_a_library_says_which() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import kinrow\n"
        "try: kinrow.envs\n"
        "except ModuleNotFoundError as error: print(error.name)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "numpy\n"


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("import kinrow", "numpy kinrow._core kinrow.rules typer"),
        ("from kinrow.__main__ import main; main(['--help'])", "numpy kinrow._core rich typer"),
        (
            "from kinrow.__main__ import main; main(['solve', 'tictactoe'])",
            "numpy kinrow.proofs.proving kinrow.cluster kinrow.strategies.file kinrow.tables.table",
        ),
        ("from kinrow.__main__ import main; main(['brain'])", "numpy rich"),
    ],
)
def test_nothing_is_loaded_that_is_not_needed(code: str, heavy: str) -> None:
    code = f"import sys; {code}; print({set(heavy.split())} & sys.modules.keys())"
    asked = "START 15\nBEGIN\nEND\n"  # of the engine
    run = subprocess.run(
        [sys.executable, "-c", code], input=asked, capture_output=True, text=True, check=True
    )
    assert run.stdout.endswith("set()\n"), run.stdout
