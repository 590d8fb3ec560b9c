"""Both checkers on the same bytes: whatever they are, the two must agree."""

from __future__ import annotations

import io
import json
import subprocess
from typing import Any

from kinrow.proofs.checking import COMPILED
from kinrow.reference import check

BUILD = "the compiled checker is not built: make build"


def judged(data: bytes) -> check.Verdict | None:
    """The verdict of both checkers on a proof; None if both refuse it."""
    accepted = by_compiled(data)
    verdict: check.Verdict | None = None
    try:
        verdict = check.check(io.BytesIO(data))
    except check.Refused as error:
        accepted["reference"] = str(error)
    assert accepted["accepted"] == (verdict is not None), accepted
    if verdict is None:
        return None
    header = check.header_of(accepted["header"])
    assert check.Verdict(header, accepted["positions"], accepted["sha256"]) == verdict
    assert accepted["bytes"] == len(data)
    return verdict


def judge(data: bytes) -> check.Header | None:
    """The header of a proof that holds; None if both checkers refuse it."""
    verdict = judged(data)
    return verdict.header if verdict is not None else None


def by_compiled(data: bytes) -> dict[str, Any]:
    """What the compiled checker says, a crash never."""
    assert COMPILED.exists(), BUILD
    run = subprocess.run([COMPILED, "--json", "-"], input=data, capture_output=True, check=False)
    verdict: dict[str, Any] = json.loads(run.stdout.rstrip(b"\n").split(b"\n")[-1])
    assert run.returncode == (0 if verdict["accepted"] else 1), run.stderr
    return verdict
