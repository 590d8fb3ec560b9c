"""Tries an installed kinrow, with the standard library alone: `python installed.py PROOF`.

Nothing of the checkout is imported, so it tells whether a wheel has all that it needs.
"""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path


def ask(*words: str) -> str:
    """What `kinrow` prints."""
    site = ["-S"] if sys.flags.no_site else []
    command = [sys.executable, *site, "-P", "-m", "kinrow", *words]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def check_core() -> None:
    """A wheel for x86-64 has two cores: the one that suits the processor must be loaded."""
    from kinrow import _core

    told = Path("/proc/cpuinfo")
    if platform.machine() == "x86_64" and told.exists():
        flags = set(told.read_text().split())
        is_new = {"popcnt", "bmi1", "bmi2", "avx2"} <= flags
        assert _core.processor() == ("avx2" if is_new else "any"), _core.processor()


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
    print(f"kinrow {kinrow.__version__} works in {kinrow.__file__}")


if __name__ == "__main__":
    main(*sys.argv[1:])
