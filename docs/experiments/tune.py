"""Tune constants of the alpha-beta engine all at once, by SPSA (Spall 1992, as Fishtest uses it).

    git worktree add ../tuned && python docs/experiments/tune.py ../tuned --prepare
    make -C ../tuned build && kinrow openings gomoku --count 3000 --seed 7 --out openings.txt
    python docs/experiments/tune.py ../tuned --openings openings.txt --steps 3000

`--prepare` changes the headers of that checkout: the constants are read from a file when a process
starts. Each step then moves every constant up or down by its step, at random, plays an opening
twice against the opposite setting, and moves all of them towards the setting that won. The state is
kept in tuned.json next to the openings, and a later run goes on from there.
"""

from __future__ import annotations

import json
import os
import re
from argparse import ArgumentParser
from math import floor
from pathlib import Path
from random import Random
from typing import NamedTuple

from kinrow.players.version import VersionPlayer
from kinrow.rules import Rules, Sign, game

VARIABLE = "KINROW_TUNED"
"""Names the file of the constants, a name and a value per line."""

_SHARE = 0.015  # of a constant's step that one game won more than lost moves it


class Constant(NamedTuple):
    """Where it began, its step, its limits, and how many of its units are 1 in the code."""

    first: float
    step: float
    least: float
    most: float
    unit: int = 1


CONSTANTS = {
    "leaf_budget": Constant(100, 30, 5, 500),
    "shallow_budget": Constant(60, 20, 5, 300),
    "inner_budget": Constant(200, 60, 10, 900),
    "inner_width": Constant(24, 5, 8, 60),
    "shallow_width": Constant(16, 4, 6, 40),
    "base": Constant(30, 20, -60, 200, 100),
    "divisor": Constant(180, 30, 70, 500, 100),
    "late": Constant(3, 1, 1, 12),
    "very_late": Constant(10, 3, 3, 30),
    "fewest_moves": Constant(60, 20, 5, 200, 10),
    "moves_per_ply": Constant(30, 8, 3, 100, 10),
    "quiet_margin": Constant(60, 15, 5, 200),
    "most_history": Constant(400, 120, 10, 2000),
    "own_threats_until": Constant(20, 5, 1, 60, 100),
    "opponents_threats_until": Constant(30, 6, 2, 75, 100),
    "defenses_until": Constant(55, 10, 5, 90, 100),
    "half_window": Constant(40, 12, 5, 200),
}

HEADERS = ("pattern_evaluator.hpp", "alpha_beta.hpp", "alpha_beta_engine.hpp")
_READER = f"""#pragma once
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
namespace kinrow {{
inline double tuned(const char* name, double otherwise) {{
  static const std::map<std::string, double> all = [] {{
    std::map<std::string, double> read;
    const char* path = std::getenv("{VARIABLE}");
    std::ifstream file(path ? path : "");
    std::string each;
    for (double value; file >> each >> value;) read[each] = value;
    return read;
  }}();
  const auto found = all.find(name);
  return found == all.end() ? otherwise : found->second;
}}
}}  // namespace kinrow
"""


def tunable(header: str) -> str:
    """The text of a header whose constants are read from the file.

    >>> print(tunable("static constexpr double base = 0.42;"))
    inline static double base = double(tuned("base", 0.42));
    """

    def read(found: re.Match[str]) -> str:
        kind, constants = found.groups()
        if not CONSTANTS.keys() & set(re.findall(r"(\w+) =", constants)):
            return found[0]
        values = re.sub(r"(\w+) = ([\d.]+)", rf'\1 = {kind}(tuned("\1", \2))', constants)
        return f"inline static {kind} {values};"

    text = re.sub(r"static constexpr (int|double) ([^;()]*);", read, header)
    text = text.replace("constexpr Reductions reductions()", "Reductions reductions()")
    text = text.replace(
        "constexpr PatternEvaluator::Reductions", "const PatternEvaluator::Reductions"
    )
    return text.replace("#pragma once\n", '#pragma once\n#include "play/tuned.hpp"\n', 1)


def prepare(checkout: Path) -> None:
    """Changes the headers of a checkout."""
    folder = checkout / "core" / "play"
    (folder / "tuned.hpp").write_text(_READER, "utf-8")
    for name in HEADERS:
        path = folder / name
        path.write_text(tunable(path.read_text("utf-8")), "utf-8")


class Setting:
    """A player of the checkout with constants of its own, in a process of its own."""

    def __init__(self, checkout: Path, limit: str, file: Path, values: dict[str, int]) -> None:
        lines = [f"{name} {value / CONSTANTS[name].unit}\n" for name, value in values.items()]
        file.write_text("".join(lines), "utf-8")
        self._player = VersionPlayer(file.name, str(checkout / "src"), limit, 0, 1)
        self._file = file

    def __enter__(self) -> VersionPlayer:
        os.environ[VARIABLE] = str(self._file)
        return self._player.__enter__()

    def __exit__(self, *_: object) -> None:
        self._player.close()


def points(rules: Rules, opening: str, x: VersionPlayer, o: VersionPlayer) -> int:
    """1 if X wins, -1 if O does."""
    position = rules.replay(opening)
    while not position.finished:
        player = x if position.to_move is Sign.X else o
        position = position.play(player.choose(position))
    return {Sign.X: 1, Sign.O: -1, None: 0}[position.winner]


def step(
    values: dict[str, float], rules: Rules, opening: str, args: tuple[Path, str], random: Random
) -> dict[str, float]:
    """The constants after one opening is played twice."""
    checkout, limit = args
    signs = {name: random.choice((-1, 1)) for name in values}
    settings = []
    for side in (1, -1):
        shifted = {
            name: min(max(value + side * signs[name] * c.step, c.least), c.most)
            for (name, value), c in zip(values.items(), CONSTANTS.values(), strict=True)
        }
        whole = {name: floor(value + random.random()) for name, value in shifted.items()}
        file = checkout / f"constants{side:+}.txt"
        settings.append(Setting(checkout, limit, file, whole))
    with settings[0] as one:
        one.prepare(rules)  # the process reads the file now
        with settings[1] as other:
            other.prepare(rules)
            won = points(rules, opening, one, other) - points(rules, opening, other, one)
    return {
        name: min(max(value + _SHARE * c.step * won * signs[name], c.least), c.most)
        for (name, value), c in zip(values.items(), CONSTANTS.values(), strict=True)
    }


def main() -> None:
    """Prepares a checkout, or tunes and prints the constants every hundred steps."""
    parser = ArgumentParser(description="Tunes constants of the engine by SPSA.")
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--prepare", action="store_true")
    parser.add_argument("--game", default="gomoku")
    parser.add_argument("--openings", type=Path)
    parser.add_argument("--limit", default="alphabeta:30000n")
    parser.add_argument("--steps", type=int, default=3000)
    asked = parser.parse_args()
    if asked.prepare or asked.openings is None:
        prepare(asked.checkout)
        return
    lines = asked.openings.read_text("utf-8").splitlines()
    openings = [text for line in lines if (text := line.partition("#")[0].strip())]
    kept, rules = asked.openings.with_name("tuned.json"), game(asked.game)
    done, values = 0, {name: c.first for name, c in CONSTANTS.items()}
    if kept.exists():
        done, values = json.loads(kept.read_text("utf-8"))
    for number in range(done, asked.steps):
        random = Random(f"{asked.game}:{number}")
        opening = random.choice(openings)
        values = step(values, rules, opening, (asked.checkout, asked.limit), random)
        kept.write_text(json.dumps([number + 1, values]), "utf-8")
        if (number + 1) % 100 == 0:
            print(number + 1, *(f"{name} {value:.1f}" for name, value in values.items()))


if __name__ == "__main__":
    main()
