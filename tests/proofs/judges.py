"""Both checkers on the same bytes: whatever they are, the two must agree."""

from __future__ import annotations

import io
import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kinrow.proofs.checking import COMPILED
from kinrow.reference import check

BUILD = "the compiled checker is not built: make build"


def judged(data: bytes) -> check.Verdict | None:
    """The verdict of both checkers on a proof; None if both refuse it."""
    return agreed(data, by_compiled(data))


def judge(data: bytes) -> check.Header | None:
    """The header of a proof that holds; None if both checkers refuse it."""
    verdict = judged(data)
    return verdict.header if verdict is not None else None


def judged_all(proofs: Sequence[bytes]) -> list[check.Verdict | None]:
    """The verdicts on many proofs; the compiled checker reads them in one process."""
    assert COMPILED.exists(), BUILD
    with TemporaryDirectory() as folder:
        paths = [Path(folder, str(number)) for number in range(len(proofs))]
        for path, data in zip(paths, proofs, strict=True):
            path.write_bytes(data)
        run = subprocess.run([COMPILED, "--json", *paths], capture_output=True, check=False)
    found = [said for line in run.stdout.splitlines() if "accepted" in (said := json.loads(line))]
    assert run.returncode == (0 if all(said["accepted"] for said in found) else 1), run.stderr
    return [agreed(data, said) for data, said in zip(proofs, found, strict=True)]


def judge_all(proofs: Sequence[bytes]) -> list[check.Header | None]:
    """The headers of those that hold."""
    return [verdict and verdict.header for verdict in judged_all(proofs)]


def agreed(data: bytes, accepted: dict[str, Any]) -> check.Verdict | None:
    """What the reference says, which must be what the compiled checker says."""
    verdict: check.Verdict | None = None
    try:
        verdict = check.check(io.BytesIO(data))
    except check.Refused as error:
        accepted["reference"] = str(error)
    assert accepted["accepted"] == (verdict is not None), accepted
    if verdict is None:
        return None
    header = check.header_of(accepted["header"])
    positions, sha256, by_ply = (accepted[name] for name in ("positions", "sha256", "by_ply"))
    assert check.Verdict(header, positions, sha256, tuple(by_ply)) == verdict
    assert accepted["bytes"] == len(data)
    return verdict


def by_compiled(data: bytes) -> dict[str, Any]:
    """What the compiled checker says, a crash never."""
    assert COMPILED.exists(), BUILD
    run = subprocess.run([COMPILED, "--json", "-"], input=data, capture_output=True, check=False)
    verdict: dict[str, Any] = json.loads(run.stdout.rstrip(b"\n").split(b"\n")[-1])
    assert run.returncode == (0 if verdict["accepted"] else 1), run.stderr
    return verdict
