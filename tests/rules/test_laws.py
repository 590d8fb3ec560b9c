"""Laws of the rules, on any game of the family and any position of it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.strategies import choices, games, positions

from kinrow.rules import (
    Cell,
    IllegalMove,
    IllegalPosition,
    KinrowError,
    NotationError,
    Position,
    Rules,
    RulesError,
    Sign,
    Value,
    format_board,
    format_moves,
    format_position,
    game,
    lines,
    parse_moves,
    position_from_json,
    symmetries,
)

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def has_line(rules: Rules, rows: tuple[str, ...], sign: Sign) -> bool:
    """The line rule once more, from its words alone: walk every maximal run of the sign."""

    def mark(row: int, col: int) -> str:
        return rows[row][col] if 0 <= row < rules.rows and 0 <= col < rules.cols else ""

    for row in range(rules.rows):
        for col in range(rules.cols):
            for down, right in DIRECTIONS:
                if mark(row, col) != sign or mark(row - down, col - right) == sign:
                    continue
                run = 1
                while mark(row + run * down, col + run * right) == sign:
                    run += 1
                if run == rules.k or (run > rules.k and not rules.exact):
                    return True
    return False


def same(one: Position, other: Position) -> bool:
    """Equal, and equally finished: what equality leaves to be followed."""
    return one == other and (one.finished, one.winner) == (other.finished, other.winner)


@given(games())
def test_rules_are_read_back_from_their_spec_and_their_json(rules: Rules) -> None:
    assert game(str(rules)) == rules
    assert Rules.from_json(json.loads(json.dumps(rules.to_json()))) == rules
    assert hash(game(str(rules))) == hash(rules)


@given(positions())
def test_positions_are_read_back_from_their_text_and_their_json(position: Position) -> None:
    assert same(position.rules.parse(format_position(position)), position)
    for plain in (position.to_json(), position.fen()):
        assert same(position_from_json(json.loads(json.dumps(plain))), position)


@given(positions(largest=6))
def test_a_turn_that_is_written_though_it_follows_changes_nothing(position: Position) -> None:
    text = f"  {'/'.join(position.rows)}   {position.to_move} {position.left}\n"
    assert same(position.rules.parse(text), position)


@given(games(), choices())
def test_turns_and_lines_are_what_the_rules_say(rules: Rules, choices: list[int]) -> None:
    position = rules.start()
    for ply, choice in enumerate(choices):
        assert position.plies == ply
        assert (position.to_move, position.left) == rules.turn_at(ply)
        assert (position.cells.count("X"), position.cells.count("O")) == rules.counts_at(ply)
        moves = position.legal_moves
        assert bool(moves) != position.finished
        if position.finished:
            break
        mover = position.to_move
        position = position.play(moves[choice % len(moves)])
        if rules.objective == "line":
            made = has_line(rules, position.rows, mover)
            assert position.finished == (made or not position.empties)
            assert position.winner == ((mover.other if rules.misere else mover) if made else None)
            assert bool(position.lines_for(mover)) == made
        else:
            assert position.finished == (ply + 1 == rules.most_plies)


@given(positions(largest=8))
def test_results_agree_with_each_other(position: Position) -> None:
    if not position.finished:
        assert position.outcome is position.score is position.margin is None
        return
    outcome = position.outcome
    assert outcome is not None
    sign = {None: 0, position.to_move: 1}.get(position.winner, -1)
    assert outcome == sign
    if position.rules.objective == "line":
        assert position.score == sign * (position.empties + 1)
        assert position.margin is None
    else:
        assert position.score is None
        assert position.margin is not None
        assert (position.margin > 0) - (position.margin < 0) == sign


@given(positions(), st.integers(-2, 22), st.integers(-2, 22))
def test_play_takes_legal_moves_and_no_others(position: Position, row: int, col: int) -> None:
    moves = position.legal_moves
    for move in moves:
        assert position.play(str(move)) == position.play(move)
    if (row, col) not in moves:
        with pytest.raises(IllegalMove):
            position.play(Cell(row, col))


@given(games(largest=7))
def test_symmetries_carry_lines_onto_lines(rules: Rules) -> None:
    all_lines = {frozenset(line) for line in lines(rules)}
    assert len(all_lines) == len(lines(rules))
    for permutation in symmetries(rules.rows, rules.cols):
        assert sorted(permutation) == list(range(rules.size))
        assert {frozenset(permutation[cell] for cell in line) for line in all_lines} == all_lines


@given(positions(largest=6, most=30), st.data())
def test_symmetric_positions_play_alike(position: Position, data: st.DataObject) -> None:
    rules = position.rules
    permutation = data.draw(st.sampled_from(symmetries(rules.rows, rules.cols)))
    cells = [""] * rules.size
    for index, mark in enumerate(position.cells):
        cells[permutation[index]] = mark
    rows = "/".join("".join(cells[at : at + rules.cols]) for at in range(0, rules.size, rules.cols))
    image = rules.parse(f"{rows} {position.to_move} {position.left}")
    assert (image.finished, image.winner, image.score, image.margin) == (
        position.finished,
        position.winner,
        position.score,
        position.margin,
    )


@given(games(), choices())
def test_move_lists_are_read_back(rules: Rules, choices: list[int]) -> None:
    position, moves = rules.start(), []
    for choice in choices:
        if position.finished:
            break
        legal = position.legal_moves
        moves.append(legal[choice % len(legal)])
        position = position.play(moves[-1])
    text = format_moves(moves)
    assert parse_moves(text) == tuple(moves)
    assert same(rules.replay(text), position)
    assert same(rules.replay(moves), position)


@given(positions())
def test_a_picture_fits_a_terminal_and_shows_every_stone(position: Position) -> None:
    drawn = format_board(position)
    rows = drawn.splitlines()[1:]
    assert len(rows) == position.rules.rows
    assert max(map(len, drawn.splitlines())) < 80
    assert tuple("".join(row.split()[1:]) for row in rows) == position.rows


@given(
    games(largest=4),
    st.one_of(st.text(max_size=40), st.text("XO./ 12", max_size=40), st.text("XO.?/", max_size=20)),
)
def test_any_text_is_a_position_or_an_error_of_ours(rules: Rules, text: str) -> None:
    try:
        position = rules.parse(text)
    except (NotationError, IllegalPosition):
        return
    assert same(rules.parse(position.fen()), position)


wild = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.floats() | st.text("XO.,123", max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@given(st.one_of(wild, st.fixed_dictionaries({"rules": wild, "rows": wild, "left": wild})))
def test_any_json_is_a_position_or_an_error_of_ours(data: object) -> None:
    try:
        found = position_from_json(data)
    except KinrowError:
        return
    assert isinstance(data, str)  # the spec of a game, by chance
    assert found == game(data).start()


@given(st.text("0123456789,:=()misereXOxact ", max_size=20) | st.text(max_size=20))
def test_any_spec_is_a_game_or_an_error_of_ours(spec: str) -> None:
    try:
        rules = game(spec)
    except (NotationError, RulesError):
        return
    assert game(str(rules)) == rules


@given(
    st.sampled_from(("outcome", "score", "margin")),
    st.tuples(st.integers(-1, 1), st.integers(-1, 1)).map(sorted),
)
def test_values_turn_round(objective: str, bounds: list[int]) -> None:
    value = Value(objective, *bounds)  # type: ignore[arg-type]
    assert value.opposite.opposite == value
    assert value.complete == value.opposite.complete
    if value.outcome is not None:
        assert value.opposite.outcome is value.outcome.opposite
