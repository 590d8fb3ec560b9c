"""Check a proof file with the compiled checker if it exists, else with `kinrow.reference`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any, BinaryIO, Literal, cast

from kinrow.proofs.compressed import CompressedError, ProofBytes
from kinrow.reference import check as check_py
from kinrow.rules import KinrowError
from kinrow.rules.calls import as_in, made_as
from kinrow.rules.options import callable_or_none
from kinrow.rules.sentence import Sentence
from kinrow.runtime.files import is_broken_pipe, opened
from kinrow.runtime.groups import NEW_GROUP
from kinrow.runtime.threads import starting
from kinrow.words import fault_texts

CheckerName = Literal["compiled", "reference"]
"""Which checker judged: the compiled one, or `kinrow.reference`."""

_PROGRAM = "_checker.exe" if os.name == "nt" else "_checker"
COMPILED = Path(check_py.__file__).parent.with_name(_PROGRAM)
"""The compiled checker, built from checker/kinrow_check.cpp."""

_BLOCK = 1 << 18  # bytes handed on at once
_REFUSED = 1  # the exit status of the compiled checker


class ProofRefused(KinrowError):
    """A file that proves nothing; the text says why, and at which byte."""


class CheckError(KinrowError):
    """A check that ended without a verdict, for lack of memory for instance."""


@made_as("Checked(header, by_ply, nodes, size, sha256, checker, seconds)")
@dataclass(frozen=True, slots=True, repr=False)
class Checked:
    """An accepted proof: what it proves, and which checker says so.

    `header` has the rules, the position and the claims; `by_ply` for each claim of a win the ply by
    which the game is over, counted from the empty board, as far as that is known. `nodes` are the
    positions listed, `size` is in bytes without compression, `sha256` is the digest at the end.
    `memory` in bytes is known of the compiled checker only.
    """

    header: check_py.Header
    by_ply: tuple[int | None, ...]
    nodes: int
    size: int
    sha256: str
    checker: CheckerName
    seconds: float
    memory: int | None = None

    def __repr__(self) -> str:
        claims = ", ".join(map(str, self.header.claims))
        return f"<accepted: {claims}; {self.nodes:,} positions, {self.size:,} bytes>"


@as_in("check('a.proof')")
def check(
    path: str | os.PathLike[str],
    tell: check_py.Tell | None = None,
    *,
    reference: bool = False,
) -> Checked:
    """Verifies a proof file, compressed by zstd or not.

    The compiled checker judges it; with `reference`, or if that checker was not built,
    `kinrow.reference` does, which is plain Python. `tell` is called now and then with two numbers:
    positions verified (`kinrow.reference` counts those of the current claim) and bytes read.

    Raises ProofRefused for a file that does not prove what it claims, CheckError if the checker
    failed, OptionError for what is not a path or a function, FileMissing or another OSError if the
    file cannot be read.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     check(file.name, reference=True)
    Traceback (most recent call last):
    kinrow.proofs.checking.ProofRefused: ...: byte 0: the file ends in the middle of a proof
    """
    callable_or_none("tell", tell)
    began = monotonic()
    judge = _by_reference if reference or not compiled_is_there() else _by_compiled
    with opened(path, "a.proof") as file, _named(path):
        return judge(file, tell or check_py.say_nothing, began)


@contextmanager
def _named(path: str | os.PathLike[str]) -> Iterator[None]:
    """A refusal says of which file it is."""
    try:
        yield
    except (ProofRefused, CompressedError) as error:
        raise ProofRefused(Sentence("check.refused", file=path, reason=error.sentence)) from None


def compiled_is_there() -> bool:
    """Whether the compiled checker was built."""
    return os.access(COMPILED, os.X_OK)


def _by_reference(file: BinaryIO, tell: check_py.Tell, began: float) -> Checked:
    proof = ProofBytes(file)
    try:
        verdict = check_py.check(
            cast(BinaryIO, proof), lambda nodes, _: tell(nodes, proof.consumed)
        )
    except check_py.Refused as error:
        raise ProofRefused(_worded(str(error))) from None
    header, nodes, sha256, by_ply = verdict
    spent = monotonic() - began
    return Checked(header, by_ply, nodes, proof.size, sha256, "reference", spent)


def check_and_log_moves(path: str | os.PathLike[str], out: Path, least: int) -> Checked:
    """Verifies a proof file, and writes the winner's moves to `out`, as the checker walks by.

    They are those of trees of at least so many positions; docs/strategy-format.md describes the
    entries, each followed by four bytes with the size of its tree. Raises what `check` does,
    and CheckError if the compiled checker was not built.
    """
    if not compiled_is_there():
        raise CheckError(Sentence("strategy.checker"))
    # A name without folders: on Windows the checker could not open every path.
    options = ("--moves", out.name, str(least))
    with opened(path, "a.proof") as file, _named(path):
        return _by_compiled(file, check_py.say_nothing, monotonic(), *options, folder=out.parent)


def _by_compiled(
    file: BinaryIO, tell: check_py.Tell, began: float, *options: str, folder: Path | None = None
) -> Checked:
    proof = ProofBytes(file)
    with _running(proof, *options, folder=folder) as (process, faults):
        assert process.stdout is not None and process.stderr is not None
        last: dict[str, Any] = {}
        for line in process.stdout:
            last = json.loads(line)
            if "accepted" not in last:
                tell(last["positions"], proof.consumed)
        said = process.stderr.read().decode(errors="replace").strip()
        status = process.wait()
    for fault in faults:
        raise fault
    if status == _REFUSED:
        reason = Sentence(_reasons("refused.")[last["reason"]])
        raise ProofRefused(Sentence("check.byte", byte=last["offset"], reason=reason))
    if status:
        raise CheckError(Sentence("check.none", reason=said or _status_words(status)))
    header, nodes, size = check_py.header_of(last["header"]), last["positions"], last["bytes"]
    spent, memory = monotonic() - began, last["memory"] or None  # 0: only Linux says
    by_ply, sha256 = tuple(last["by_ply"]), last["sha256"]
    return Checked(header, by_ply, nodes, size, sha256, "compiled", spent, memory)


def _status_words(status: int) -> Sentence | str:
    """Why the checker ended, by its exit status: the number of a signal is negative.

    >>> str(_status_words(-9)), _status_words(3)
    ('the checker was ended by signal 9 (Killed)', 'status 3')
    """
    if status >= 0:
        return f"status {status}"
    if -status == getattr(signal, "SIGXFSZ", None):  # Windows has none
        return Sentence("check.file-size")
    name = signal.strsignal(-status) or "?"
    return Sentence("check.signal", number=-status, name=name)


def _worded(reason: str) -> Sentence:
    """What `kinrow.reference` says of a file that it refuses."""
    byte, side, claim, sentence, rest = check_py.parts(reason)
    found = Sentence(_reasons("reference.")[sentence], rest=rest)
    if side and claim == "wins":
        found = Sentence("verdict.wins", side=side, reason=found)
    elif side:
        found = Sentence("verdict.holds", side=side, reason=found)
    return Sentence("check.byte", byte=byte, reason=found) if byte else found


@cache
def _reasons(kind: str) -> dict[str, str]:
    """The codes of a checker's reasons: it stands alone, and gives them in English."""
    texts = fault_texts()
    return {words["en"]: code for code, words in texts.items() if code.startswith(kind)}


@contextmanager
def _running(
    proof: ProofBytes, *options: str, folder: Path | None
) -> Iterator[tuple[subprocess.Popen[bytes], list[CompressedError | OSError]]]:
    """The compiled checker at work, and what went wrong while it was fed; Ctrl-C ends it."""
    faults: list[CompressedError | OSError] = []
    pipe = subprocess.PIPE
    # In a group of its own: Ctrl-C comes to this process alone, which then ends it.
    with subprocess.Popen(
        [COMPILED.absolute(), "--json", *options, "-"],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        cwd=folder,
        process_group=0,
        creationflags=NEW_GROUP,
    ) as process:
        feeder = Thread(target=_feed, args=(proof, process, faults), daemon=True)
        with starting():
            feeder.start()
        try:
            yield process, faults
        finally:
            process.kill()
            feeder.join()


def _feed(
    proof: ProofBytes, process: subprocess.Popen[bytes], faults: list[CompressedError | OSError]
) -> None:
    """Hands the file on, until it ends or nobody wants more."""
    assert process.stdin is not None
    try:
        with process.stdin as pipe:
            for data in _blocks(proof, faults):
                pipe.write(data)
    except OSError as error:
        if not is_broken_pipe(error):
            faults.append(error)


def _blocks(proof: ProofBytes, faults: list[CompressedError | OSError]) -> Iterator[bytes]:
    """The file in blocks; if it cannot be read to its end, the fault is noted."""
    try:
        while data := proof.read(_BLOCK):
            yield data
    except (CompressedError, OSError) as error:
        faults.append(error)
