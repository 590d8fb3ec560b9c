"""Tries an installed kinrow, with the standard library alone: `python installed.py PROOF`.

Nothing of the checkout is imported, so it tells whether a wheel has all that it needs.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

SITE = ["-S"] if sys.flags.no_site else []
COMMAND = [sys.executable, *SITE, "-P", "-m", "kinrow"]


def ask(*words: str) -> str:
    """What `kinrow` prints."""
    environ = os.environ | {"PYTHONIOENCODING": "utf-8"}
    command, pipe = [*COMMAND, *words], subprocess.PIPE
    return subprocess.run(command, check=True, stdout=pipe, encoding="utf-8", env=environ).stdout


def check_core() -> None:
    """A wheel for x86-64 has two cores: the one that suits the processor must be loaded."""
    from kinrow import _core

    told = Path("/proc/cpuinfo")
    if platform.machine() == "x86_64" and told.exists():
        flags = set(told.read_text().split())
        is_new = {"popcnt", "bmi1", "bmi2", "avx2"} <= flags
        assert _core.processor() == ("avx2" if is_new else "any"), _core.processor()


def check_system() -> None:
    """Uses what systems do differently: files in use, pipes, processes, programs, encodings."""
    import kinrow

    chinese = os.environ | {"LC_ALL": "zh_CN.UTF-8", "PYTHONIOENCODING": "cp1252"}
    for words in ([], ["--help"], ["games"]):
        subprocess.run([*COMMAND, *words], check=True, stdout=subprocess.DEVNULL, env=chinese)
    ask("puzzles", "tictactoe", "--count", "1")
    with TemporaryDirectory() as folder:
        torn, record = Path(folder, "torn.proof"), str(Path(folder, "games.sqlite"))
        kinrow.prove("5,5,4", Path(folder, "554.proof"))
        assert kinrow.check(Path(folder, "554.proof")).nodes
        torn.write_bytes(b"kinrow proof 9\n" + bytes(2**22))  # more than a pipe holds
        check, pipe = [*COMMAND, "check", str(torn)], subprocess.PIPE
        refusal = subprocess.run(check, stderr=pipe, check=False).stderr
        assert b"the first line is not 'kinrow proof 2'" in refusal, refusal
        match = ["match", "random", "--record", record, "--games", "2"]
        ask(*match, "random", "--game", "tictactoe", "--concurrency", "2")
        brain = f'gomocup:"{sys.executable}" {" ".join(SITE)} -m kinrow brain'
        assert "crash" not in ask(*match, brain, "--game", "gomoku", "--time", "1s")


def main(proof: str) -> None:
    """Uses what a package could lack: the core, the checker, the atlas, a strategy, the words."""
    import kinrow

    root = Path(__file__).resolve().parent.parent
    assert root / "src" not in Path(kinrow.__file__).resolve().parents, kinrow.__file__
    check_core()
    assert kinrow.solve("4,4,4").outcome is kinrow.Outcome.DRAW
    assert kinrow.solve("tictactoe", knowledge=False).how == "computed"
    gomoku = kinrow.solve("gomoku", time=10)
    assert (gomoku.how, [str(move) for move in gomoku.best]) == ("proved", ["h8"])
    assert kinrow.check(proof).checker == "compiled"
    assert kinrow.check(proof, reference=True).checker == "reference"
    # Two stones into the shipped strategy: it knows White's reply and Black's answer to it.
    reply = kinrow.solve(kinrow.position("gomoku", "h8 h7"), time=10)
    assert (reply.winner, reply.how) == (kinrow.Sign.X, "proved")
    assert "kinrow play" in ask()
    assert "tictactoe" in ask("games")
    check_system()
    print(f"kinrow {kinrow.__version__} works in {kinrow.__file__}")


if __name__ == "__main__":
    main(*sys.argv[1:])
