"""Tune constants of the alpha-beta engine all at once, by SPSA (Spall 1992, as Fishtest uses it).

    git worktree add ../tuned && python docs/experiments/tune.py ../tuned --prepare
    make -C ../tuned build && kinrow openings gomoku --count 3000 --seed 7 --out openings.txt
    python docs/experiments/tune.py ../tuned --openings openings.txt --steps 3000

    kinrow openings connect6 --count 1400 --nodes 3000 --out two/openings.txt
    python docs/experiments/tune.py ../tuned --openings two/openings.txt --game connect6 \\
        --limit alphabeta:3000n

`--prepare`, once, changes the headers of that checkout: a process that starts reads the constants
from a file. Each step then moves every constant up or down by its step, at random, plays an opening
twice against the opposite setting, and moves all of them towards the setting that won. The state is
kept in tuned.json next to the openings, and a later run goes on from there.
"""

from __future__ import annotations

import json
import os
import re
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import islice
from math import floor
from pathlib import Path
from random import Random
from typing import NamedTuple

from kinrow.arena import openings, play_game
from kinrow.arena.game import fault_of
from kinrow.arena.opening import Opening
from kinrow.players import Player
from kinrow.players.version import VersionPlayer
from kinrow.rules import Rules, Sign, game
from kinrow.runtime.files import whole_file

VARIABLE = "KINROW_TUNED"
"""Names the file of the constants, a name and a value per line."""

_SHARE = 0.015  # of a constant's step that one game won more than lost moves it


class Constant(NamedTuple):
    """A constant of the engine: `first` is where the tuning begins, `step` what is tried.

    It stays from `least` to `most`. All of these count in parts of which `unit` make 1 in the code.
    """

    first: float
    step: float
    least: float
    most: float
    unit: int = 1

    def within(self, value: float) -> float:
        """The value, or the limit that it exceeds."""
        return min(max(value, self.least), self.most)


PATTERNS = {
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
"""Of games of single stones; where they stood before they were tuned."""

LINES = {
    "leaf_budget": Constant(10, 4, 2, 60),
    "shallow_budget": Constant(20, 6, 3, 100),
    "inner_budget": Constant(60, 20, 5, 400),
    "inner_width": Constant(20, 4, 6, 60),
    "shallow_width": Constant(14, 3, 5, 40),
    "base": Constant(0, 25, -80, 200, 100),
    "divisor": Constant(250, 50, 80, 900, 100),
    "late": Constant(8, 2, 2, 20),
    "very_late": Constant(30, 6, 8, 60),
    "fewest_moves": Constant(200, 50, 20, 600, 10),
    "moves_per_ply": Constant(100, 25, 0, 300, 10),
    "last_left_out": Constant(2, 0.7, 0, 6),
    "deepest_quiet": Constant(2, 0.8, 0, 8),
    "quiet_margin": Constant(60, 15, 5, 300),
    "own_share": Constant(30, 5, 5, 90, 10),
    "other_share": Constant(20, 4, 3, 90, 10),
    "worth_of_stone_left": Constant(50, 12, 0, 200),
}
"""Of games of several stones per turn."""

HEADERS = ("pattern_evaluator.hpp", "line_widths.hpp", "alpha_beta.hpp", "alpha_beta_engine.hpp")
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
        if not (PATTERNS | LINES).keys() & set(re.findall(r"(\w+) =", constants)):
            return found[0]
        values = re.sub(r"(\w+) = (-?[\d.]+)", rf'\1 = {kind}(tuned("\1", \2))', constants)
        return f"inline static {kind} {values};"

    text = re.sub(r"static constexpr (int|double) ([^;()]*);", read, header)
    text = text.replace("static constexpr Reductions", "inline static const Reductions")
    return text.replace("#pragma once\n", '#pragma once\n#include "play/tuned.hpp"\n', 1)


def constants_of(rules: Rules) -> dict[str, Constant]:
    """Those of the evaluator that the engine has for this game."""
    return PATTERNS if rules.stones == 1 else LINES


def prepare(checkout: Path) -> None:
    """Changes the headers of a checkout."""
    folder = checkout / "core" / "play"
    (folder / "tuned.hpp").write_text(_READER, "utf-8")
    for name in HEADERS:
        path = folder / name
        path.write_text(tunable(path.read_text("utf-8")), "utf-8")


@contextmanager
def player_with(
    values: Mapping[str, float], checkout: Path, limit: str, rules: Rules, file: Path
) -> Iterator[VersionPlayer]:
    """A player of the checkout with these constants, in a process that read them from `file`."""
    units = {name: constant.unit for name, constant in constants_of(rules).items()}
    lines = [f"{name} {value / units[name]}\n" for name, value in values.items()]
    file.write_text("".join(lines), "utf-8")
    with VersionPlayer(file.name, str(checkout / "src"), limit, 0, 1) as player:
        os.environ[VARIABLE] = str(file)
        player.prepare(rules)
        yield player


def points(rules: Rules, opening: Opening, x: Player, o: Player) -> int:
    """1 if X wins, -1 if O does. A player that fails ends the tuning."""
    played = play_game({Sign.X: x, Sign.O: o}, rules, opening=opening)
    if fault := fault_of(played):
        raise SystemExit(fault)
    return {Sign.X: 1, Sign.O: -1, None: 0}[played.winner]


def shifted(
    values: Mapping[str, float], steps: Mapping[str, float], constants: Mapping[str, Constant]
) -> dict[str, float]:
    """The constants after so many of their steps each."""
    return {
        name: constant.within(values[name] + steps[name] * constant.step)
        for name, constant in constants.items()
    }


def rounded(values: Mapping[str, float], random: Random) -> dict[str, float]:
    """Whole numbers that are the constants on the average."""
    return {name: floor(value + random.random()) for name, value in values.items()}


def main() -> None:
    """Prepares a checkout, or tunes and prints the constants every hundred steps."""
    parser = ArgumentParser(description="Tunes constants of the engine by SPSA.")
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--game", default="gomoku")
    parser.add_argument("--limit", default="alphabeta:30000n")
    parser.add_argument("--steps", type=int, default=3000)
    work = parser.add_mutually_exclusive_group(required=True)
    work.add_argument("--prepare", action="store_true")
    work.add_argument("--openings", type=Path)
    asked = parser.parse_args()
    if asked.prepare:
        prepare(asked.checkout)
    else:
        tune(asked.checkout, asked.limit, game(asked.game), asked.openings, asked.steps)


def tune(checkout: Path, limit: str, rules: Rules, suite: Path, steps: int) -> None:
    """Moves the constants so many steps in all."""
    kept = suite.with_name("tuned.json")
    constants = constants_of(rules)
    done, values = 0, {name: constant.first for name, constant in constants.items()}
    if kept.exists():
        done, values = json.loads(kept.read_text("utf-8"))
    made = partial(player_with, checkout=checkout, limit=limit, rules=rules)
    for number, opening in enumerate(islice(openings(str(suite), rules), done, steps), done + 1):
        random = Random(f"{rules}:{number}")
        up = {name: random.choice((-1, 1)) for name in values}
        down = {name: -sign for name, sign in up.items()}
        one, other = (rounded(shifted(values, signs, constants), random) for signs in (up, down))
        with (
            made(one, file=suite.with_name("one.txt")) as first,
            made(other, file=suite.with_name("other.txt")) as second,
        ):
            won = points(rules, opening, first, second) - points(rules, opening, second, first)
        moved = {name: _SHARE * won * sign for name, sign in up.items()}
        values = shifted(values, moved, constants)
        with whole_file(kept) as file:
            file.write_text(json.dumps([number, values]), "utf-8")
        if number % 100 == 0:
            print(number, *(f"{name} {value:.1f}" for name, value in values.items()))


if __name__ == "__main__":
    main()
