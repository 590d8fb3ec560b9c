"""The search above the lambda search: what it calls won is won, from the first stone on."""

from __future__ import annotations

from pathlib import Path

import pytest
from docs.experiments import first_moves, third_stones
from docs.experiments.first_moves import Search
from docs.experiments.question import Question
from docs.experiments.third_stones import Answer, Stone, Tree, dropping, retrace
from tests.proofs.judges import judge

from kinrow.proofs import Book, check
from kinrow.reference import check as reference
from kinrow.rules import Cell, Position, Sign, game
from kinrow.runtime.conversion import index_of


def test_a_game_is_won_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    third_stones.main(["e5", "--game", "9,9,4", "--memory", "64MiB"])
    assert capsys.readouterr().out == "won: e5 · \n"


def test_what_was_costly_is_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_moves, "WORTH", 1)
    path = tmp_path / "9-9-4.book"
    third_stones.main(["e5", "--game", "9,9,4", "--memory", "64MiB", "--learn", str(path)])
    games = Book(path).games(game("9,9,4"))
    assert games
    assert {found[0] for found in games} == {40}


def test_a_game_is_won_stone_by_stone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = Search.ask

    def late(
        search: Search, position: Position, seconds: float, order: int = 0
    ) -> tuple[int | None, int]:
        return (None, 9) if position.plies < 3 else ask(search, position, seconds, order)

    monkeypatch.setattr(Search, "ask", late)
    monkeypatch.setattr(third_stones, "_ANSWERS", ())
    monkeypatch.setattr(third_stones, "_STONES", 2)
    third_stones.main(["c2", "--game", "7,3,3", "--memory", "64MiB"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "won: c2 · "
    assert any(line.startswith("answers left: c2 b2 · ") for line in lines)


def test_a_game_that_is_not_won_ends_with_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    third_stones.main(["b2", "--game", "4,4,4", "--memory", "64MiB", "--seconds", "0.1"])
    assert capsys.readouterr().out.startswith("left: b2 · ")


def test_only_the_tree_of_a_first_stone_can_be_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        third_stones.main(["d4", "--second", "e5", "--again", str(tmp_path / "printed.txt")])
    assert "leave out --second" in capsys.readouterr().err


PRINTED = """left: d4 · c4 e5
answers left: d4 c4 · d5:3 e3:5
left: d4 c4 d5 · d3 f7 a1
won: d4 e5
left: d4 · c4
won: d4 c4 d5 f7
left: d4 c4 d5 · d3 a1
left: d4 · c4"""


def test_a_run_goes_on_where_an_earlier_one_ended() -> None:
    rules, first = game("7,7,4"), Cell.of("d4")
    tree = Tree(rules.start(), Search(Question(rules, first, None), 1 << 20, None))
    root = Stone(tree, (first,))
    retrace(root, PRINTED.splitlines())
    assert root.answers is not None
    (answer,) = root.answers
    assert [(str(stone.moves[-1]), stone.left) for stone in answer.stones] == [("d5", 3), ("e3", 5)]
    assert [each.moves for each in answer.stones[0].answers or ()] == [
        tuple(map(Cell.of, moves.split())) for moves in ("d4 c4 d5 d3", "d4 c4 d5 a1")
    ]
    assert (answer.visits, answer.stones[0].visits, root.visits) == (4, 2, 3)
    assert not root.is_won
    ended = Stone(tree, (first,))
    retrace(ended, [*PRINTED.splitlines(), "won: d4 c4 d5 · ", "won: d4 c4", "won: d4 · "])
    assert ended.is_won


def test_an_answer_is_met_on_every_board_of_a_class(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(third_stones, "_THIRD", 1e-6)  # so that the third stone has to be looked at
    monkeypatch.setattr(first_moves, "WORTH", 1)
    proof, book = tmp_path / "a.proof", tmp_path / "a.book"
    asked = ["f6", "--second", "f7", "--third", "g5", "--game", "11+,11+,4", "--memory", "64MiB"]
    third_stones.main([*asked, "--prove", str(proof), "--learn", str(book)])
    lines = capsys.readouterr().out.splitlines()
    assert "won: f6 f7" in lines
    assert check(proof).header.larger == ("rows", "cols")
    games = Book(book).games(game("11,11,4"))
    assert games
    assert {found[1] for found in games} <= {49, 59, 61, 71}  # f7 and its images


def test_a_pass_comes_before_other_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, moves = game("7,7,4"), tuple(map(Cell.of, ("d4", "a1", "d5")))
    stone = Stone(
        Tree(rules.start(), Search(Question(rules, moves[0], None), 1 << 24, None)), moves
    )
    met: list[bool] = [False]
    monkeypatch.setattr(Answer, "ask", lambda answer, _: answer.moves[-1] is None and met[0])
    stone.visit()
    assert stone.answers is not None
    assert [answer.moves for answer in stone.answers] == [(*moves, None)]
    met[0] = True
    stone.visit()
    assert stone.is_won


def test_a_printed_pass_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    rules, moves = game("7,7,4"), tuple(map(Cell.of, ("d4", "a1", "d5")))
    tree = Tree(rules.start(), Search(Question(rules, moves[0], None), 1 << 24, None))
    root = Stone(tree, moves)
    retrace(root, ["left: d4 a1 d5 · pass", "answers left: d4 a1 d5 pass · d6:3"])
    assert root.answers is not None
    (answer,) = root.answers
    assert answer.moves == (*moves, None)
    assert [stone.moves for stone in answer.stones] == [(*moves, None, Cell.of("d6"))]
    assert tree.position(answer.moves).to_move is rules.begins
    answer.visit()
    assert "won: d4 a1 d5 pass" in capsys.readouterr().out


@pytest.mark.parametrize(
    "asked",
    [
        ["f6", "--drop", "--game", "11+,11+,4"],
        ["f6", "--second", "h6", "--drop", "--game", "11,11,4"],
    ],
)
def test_where_no_stone_is_left_out(asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        third_stones.main(asked)
    assert "--drop needs a second stone and a class of boards" in capsys.readouterr().err


def test_the_second_stone_is_left_out_after_a_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both checkers take the certificate."""
    proof, left_out = tmp_path / "a.proof", reference.Tree.kind_G
    places: list[reference.Place] = []

    def noted(tree: reference.Tree, at: reference.Place) -> reference.Found:
        places.append(at)
        return left_out(tree, at)

    monkeypatch.setattr(reference.Tree, "kind_G", noted)
    asked = ["f6", "--second", "h6", "--third", "e6", "--drop", "--game", "11+,11+,4"]
    third_stones.main([*asked, "--memory", "64MiB", "--prove", str(proof)])
    assert judge(proof.read_bytes()) is not None
    assert places


SEARCHED = game("21,21,5")


def placed(stones: dict[str, Sign]) -> Position:
    cells = ["."] * SEARCHED.size
    for cell, sign in stones.items():
        cells[index_of(SEARCHED, Cell.of(cell))] = str(sign)
    return Position(SEARCHED, "".join(cells), Sign.O)


def left_out(quiet: list[str]) -> Question:
    asked = Question(SEARCHED, Cell.of("k11"), None, ("rows", "cols"))
    return dropping(asked, Cell.of("q14"), [Cell.of("j9")], quiet)


def test_a_zone_that_keeps_off_the_stone_spares_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    not_quiet, counts = reference.Tree.not_quiet, []

    def noted(
        tree: reference.Tree, at: reference.Place, bit: int, zone: int
    ) -> tuple[int, set[tuple[int, int]]]:
        found = not_quiet(tree, at, bit, zone)
        counts.append(found[0].bit_count())
        return found

    monkeypatch.setattr(reference.Tree, "not_quiet", noted)
    position = placed({"k11": Sign.X, "j9": Sign.X, "k9": Sign.X, "q14": Sign.O})
    search = Search(left_out(["row", "column", "antidiagonal"]), 1 << 26, None)
    assert search.ask(position, 60)[0] == -1
    proof = tmp_path / "a.proof"
    search.prove(proof, 1 << 26, position)
    assert judge(proof.read_bytes()) is not None
    assert counts
    assert max(counts) <= 9  # the cells of one direction


def test_which_moves_need_answers_if_a_stone_is_left_out() -> None:
    question = left_out(["row"])
    position = placed({"k11": Sign.X, "q14": Sign.O})
    at = {name: index_of(SEARCHED, Cell.of(name)) for name in ("p14", "p13", "l11", "o12", "t14")}
    assert question.must_answer(position, frozenset()) == set()
    near = question.must_answer(position, frozenset([at["p14"]]))
    assert at["t14"] in near
    assert at["p13"] not in near
    assert len(near) == 8
    blocked = placed({"k11": Sign.X, "o14": Sign.X, "q14": Sign.O})
    assert len(question.must_answer(blocked, frozenset([at["p14"]]))) == 5
    pair = placed({"k11": Sign.X, "p13": Sign.O, "q14": Sign.O})
    assert at["o12"] in question.must_answer(pair, frozenset([at["l11"]]))


def test_quiet_goes_with_drop(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        third_stones.main(["f6", "--second", "h6", "--quiet", "row", "--game", "11+,11+,5"])
    assert "--quiet needs --drop" in capsys.readouterr().err
