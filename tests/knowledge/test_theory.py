"""Theory and search say the same wherever both speak; no rule speaks where it does not hold."""

from __future__ import annotations

from itertools import product

import pytest

from kinrow.knowledge.pairing import find_pairing, is_pairing
from kinrow.knowledge.theory import RULES, bounds_by, bounds_of_game, repeated_pairs, theory_of
from kinrow.rules import Outcome, Rules, game
from kinrow.rules.geometry import lines
from kinrow.solver import SearchSolver

KINDS = (
    "",
    ":exact",
    ":misere",
    ",2,1",
    ",2,2",
    ",1,2",
    ",3,3",
    ",2,1:exact",
    ",3,2:misere",
    ":begins=O",
)
BOARDS = [(m, n) for m, n in product(range(1, 5), range(1, 7)) if m * n <= 12]


def rules_of(kind: str) -> list[Rules]:
    return [game(f"{m},{n},{k}{kind}") for m, n in BOARDS for k in range(1, 5)]


def test_what_was_worked_out_of_games_without_end_does_not_fill_the_memory() -> None:
    assert bounds_of_game.cache_parameters()["maxsize"] is not None


@pytest.mark.parametrize("kind", KINDS)
def test_every_rule_holds_on_every_small_board(kind: str) -> None:
    """The bounds of each rule by itself, and the value that all give together."""
    said = 0
    for rules in rules_of(kind):
        with SearchSolver("1MiB", threads=1) as solver:
            value = solver.solve(rules).outcome
        assert value is not None
        for name in RULES:
            low, high = bounds_by(name, rules) or (-1, 1)
            assert low <= value <= high, (str(rules), name)
            said += (low, high) != (-1, 1)
        theory = theory_of(rules)
        assert theory is None or theory.value is value
    assert said


@pytest.mark.parametrize(
    ("spec", "value", "names"),
    [
        ("1,1,1", Outcome.WIN, ["first turn"]),
        ("4,4,2,2,2", Outcome.WIN, ["first turn"]),
        ("4,4,1:misere", Outcome.LOSS, ["first turn"]),
        ("3,3,4", Outcome.DRAW, ["no line"]),
        ("3,3,4,2,1:misere", Outcome.DRAW, ["no line"]),
        ("1,3,2", Outcome.WIN, ["two threats"]),
        ("2,9,3", Outcome.DRAW, ["narrow board"]),
        ("4,20,5:exact", Outcome.DRAW, ["narrow board"]),
        ("20,20,9", Outcome.DRAW, ["monotonicity"]),
        ("12,10,9:exact", Outcome.DRAW, ["monotonicity"]),
        ("6,6,6", Outcome.DRAW, ["strategy stealing", "potential"]),
        ("6,6,6:exact", Outcome.DRAW, ["potential"]),
        ("6,4,5:misere", Outcome.DRAW, ["narrow board"]),
        ("5,5,5:exact,misere", Outcome.DRAW, ["mirrored", "pairing"]),
        ("20,20,9:misere", Outcome.DRAW, ["mirrored", "monotonicity"]),
    ],
)
def test_a_value_names_the_rules_that_give_it(spec: str, value: Outcome, names: list[str]) -> None:
    theory = theory_of(game(spec))
    assert theory is not None
    assert (theory.value, list(theory.rules)) == (value, names)


def test_every_rule_is_needed_somewhere() -> None:
    """Pairings settle boards with too many lines for the potential."""
    specs = ["1,1,1", "3,3,4", "1,3,2", "2,9,3", "20,20,9", "6,6,6", "9,9,7", "5,5,5:misere"]
    found = [theory_of(game(spec)) for spec in specs]
    assert {name for theory in found if theory for name in theory.rules} == set(RULES)


@pytest.mark.parametrize(
    "spec",
    [
        "15,15,5",
        "6,5,4",
        "4,4,4",
        "1,3,2,2,1",
        "3,3,3:misere",
        "4,4,4:misere",
        "3,9,4,2,1",
        "19,19,6,2,1",
        "jing4",
    ],
)
def test_no_rule_settles_what_needs_a_search(spec: str) -> None:
    assert theory_of(game(spec)) is None


def test_where_a_line_loses_the_middle_decides_who_may_answer_opposite() -> None:
    """On 5 by 5 three in a row may end in the middle: then the first player has no such answers."""
    found = {k: bounds_by("mirrored", game(f"5,5,{k}:misere")) for k in (2, 3, 4, 5)}
    assert found == {2: None, 3: None, 4: (0, 1), 5: (0, 1)}
    assert bounds_by("mirrored", game("6,5,2:misere")) == (-1, 0)
    assert bounds_by("mirrored", game("6,5,2")) is None


def test_a_strong_win_carries_over_to_no_other_board() -> None:
    """(6,5,4) is a win and (7,4,4) a draw: no rule may take either to (8,8,4) or to (9,4,4)."""
    for name in RULES:
        assert bounds_by(name, game("9,4,4")) in (None, (0, 1))
        assert bounds_by(name, game("8,8,4")) in (None, (0, 1))


def test_the_repeating_pairs_meet_nine_in_a_row_but_not_eight() -> None:
    pairs = repeated_pairs(20, 20)
    assert is_pairing(pairs, lines(game("20,20,9")))
    assert not is_pairing(pairs, lines(game("20,20,8")))


@pytest.mark.parametrize("rules", [r for r in rules_of("") if r.size <= 10 and r.k > 1], ids=str)
def test_a_pairing_is_found_if_there_is_one(rules: Rules) -> None:
    """Every way to pair cells is tried, cell by cell."""

    def meets(met: list[set[int]], cells: list[int]) -> bool:
        if not met or not cells:
            return not met
        cell, *others = cells
        return meets(met, others) or any(
            meets(
                [line for line in met if not {cell, other} <= line], others[:at] + others[at + 1 :]
            )
            for at, other in enumerate(others)
        )

    met = [set(line) for line in lines(rules)]
    found = find_pairing(lines(rules))
    assert (found is not None) == meets(met, list(range(rules.size)))
    assert found is None or is_pairing(found, lines(rules))


def test_a_wrong_pairing_is_seen() -> None:
    met = lines(game("6,6,6"))
    pairs = find_pairing(met)
    assert pairs is not None and is_pairing(pairs, met)
    assert not is_pairing(pairs[1:], met)
    assert not is_pairing([*pairs, pairs[0]], met)
    assert not is_pairing([*pairs, (35, 35)], met)
    assert find_pairing(lines(game("4,4,4"))) is None
