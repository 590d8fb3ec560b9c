"""What a proof costs: outcome, positions looked at, seconds and bytes of `kinrow prove`, per game.

Run it before and after a change of a constant (and `make build`), with nothing else running:

    python docs/experiments/measure.py 8,4,4 7,7,5 --runs 5
    python docs/experiments/measure.py 15,15,5 --after "h8 o8"
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any


def prove(spec: str, after: str, memory: str) -> dict[str, Any]:
    """The JSON that `kinrow prove` prints about the game, with one thread."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "kinrow", "prove", spec, "--json"]
        words += ["--out", str(Path(folder) / "a.proof"), "--threads", "1", "--memory", memory]
        words += ["--after", after] if after else []
        run = subprocess.run(words, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def main() -> None:
    """Prints one row per game; the medians of `--runs` runs."""
    parser = argparse.ArgumentParser(description="Outcome, nodes, seconds and bytes of proofs.")
    parser.add_argument("games", nargs="+", metavar="GAME", help="a name, or m,n,k[,p,q]")
    parser.add_argument("--after", default="", help="moves to play first, as in 'h8 o8'")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--memory", default="1GiB")
    asked = parser.parse_args()
    print(f"{'game':16} {'outcome':8} {'nodes':>14} {'search s':>9} {'total s':>9} {'bytes':>12}")
    for spec in asked.games:
        runs = [prove(spec, asked.after, asked.memory) for _ in range(asked.runs)]
        search, total = (
            statistics.median(run[name] for run in runs) for name in ("seconds", "prove_seconds")
        )
        nodes, size = (statistics.median(run[name] for run in runs) for name in ("nodes", "bytes"))
        outcome = str(runs[0]["outcome"])
        print(f"{spec:16} {outcome:8} {nodes:14,.0f} {search:9.2f} {total:9.2f} {size:12,.0f}")


if __name__ == "__main__":
    main()
