"""`kinrow atlas` and `kinrow atlas add` from the outside."""

from __future__ import annotations

import json
import re
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from kinrow import terminal
from kinrow.__main__ import main
from kinrow.knowledge import Atlas, AtlasRow
from kinrow.rules import Outcome, game

pytestmark = pytest.mark.usefixtures("own_home")


class Ran:
    """What a run of `kinrow atlas` did."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        self.status = main(["atlas", *words])
        self.out, self.err = capsys.readouterr()

    @property
    def rows(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.out)
        return found


def test_the_table_and_its_sum(capsys: pytest.CaptureFixture[str]) -> None:
    lines = Ran(capsys).out.splitlines()
    assert lines[0].split()[:3] == ["game", "value", "how"]
    count = sum(bool(re.match(r"\d", line)) for line in lines)
    assert any(line.startswith(f"games: {count} (") for line in lines)
    assert any(line.startswith("9,4,4") and "Charatsidis 2017" in line for line in lines)


def test_a_wide_terminal_shows_all_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "SHA-256" not in Ran(capsys).out
    monkeypatch.setenv("COLUMNS", "200")
    assert "SHA-256" in Ran(capsys).out


def test_the_narrowest_terminal_shows_the_value(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    assert "draw" in Ran(capsys, "--k", "4").out


@pytest.mark.parametrize(
    ("words", "some", "none"),
    [
        (["--k", "4"], "5,5,4", "3,3,3"),
        (["--rules", "plain"], "5,5,4", "4,4,4:misere"),
        (["--rules", "misere"], "4,4,4:misere", "4,4,4"),
        (["--rules", "2,1"], "6,4,4,2,1", "6,4,4"),
        (["--value", "loss"], "6,4,4,2,1", "6,5,4"),
        (["--game", "tictactoe"], "3,3,3", "4,4,4"),
        (["--k", "4", "--value", "draw", "--rules", "plain"], "8,4,4", "9,4,4"),
    ],
)
def test_filters(
    words: list[str], some: str, none: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [row["game"] for row in Ran(capsys, *words, "--json").rows]
    assert some in found and none not in found
    out = Ran(capsys, *words).out
    assert all(
        re.search(rf"^(game: )?{re.escape(spec)}\b", out, re.MULTILINE) for spec in found[:3]
    )


@pytest.mark.parametrize("kind", ["foo", "Misere", "2", "misere,exact", "5x5", ""])
def test_a_kind_of_game_that_there_is_not(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "--rules", kind)
    assert (ran.status, ran.out) == (2, "")
    assert f"--rules '{kind}': expected plain, exact, misere" in ran.err


@pytest.mark.parametrize("kind", ["renju", "majority", "3,3", "begins=O", "threshold=4"])
def test_a_kind_of_game_that_has_no_row(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert Ran(capsys, "--rules", kind).status == 0


def test_json_says_all_of_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = Ran(capsys, "--game", "6,5,4", "--json").rows
    assert row["rules"]["rows"] == 6 and row["rules"]["misere"] is False
    assert (row["value"], row["first"]["name"], row["first"]["year"]) == (
        "win",
        "Uiterwijk",
        "2019",
    )
    assert row["how"] in ("computed", "proved") and row["nodes"] > 0 and row["threads"] == 1
    (row,) = Ran(capsys, "--game", "20,20,9", "--json").rows
    assert (row["how"], row["theory"], row["nodes"]) == ("theory", ["monotonicity"], None)
    assert row["first"] == {"name": None, "year": None, "source": None}


@pytest.mark.parametrize("spec", ["40,40,4", "100,4,4:exact", "3,200,3", "40,40,4:begins=O"])
def test_a_board_larger_than_those_to_play_on(
    spec: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (row,) = Ran(capsys, "--game", spec, "--json").rows
    assert (row["game"], row["value"], row["how"]) == (spec, "win", "proved")
    (other,) = Ran(capsys, "--game", "14,20,4", "--json").rows
    assert row.keys() - other.keys() == {"class", "classes", "boards"}
    assert row["boards"] == []
    assert [row["rules"]["rows"], row["rules"]["cols"]] == [*map(int, spec.split(",")[:2])]
    line = Ran(capsys, "--game", spec).out
    assert line.startswith(f"{spec}: first player wins · proved for all boards of {row['class']} ")
    assert line.endswith(f"sha256 {row['certificate_sha256']}\n")


@pytest.mark.parametrize("spec", ["4,25,4", "3,29,3", "10,25,5"])
def test_a_board_that_is_too_broad_is_looked_up_turned(
    spec: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rows, cols, k = spec.split(",")
    upright = f"{cols},{rows},{k}"
    won = AtlasRow(rules=game("25,10,5"), value=Outcome.WIN, how="computed", version="0", added="")
    Atlas().record(won)
    answers = [Ran(capsys, "--game", each, "--json").rows for each in (spec, upright)]
    assert answers[0] == answers[1] and len(answers[0]) == 1
    assert Ran(capsys, "--game", spec).out == Ran(capsys, "--game", upright).out


@pytest.mark.parametrize("spec", [" (40, 40, 4) ", "40,40,4,1,1", "040,40,4"])
def test_a_larger_board_is_named_as_other_games_are(
    spec: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (row,) = Ran(capsys, "--game", spec, "--json").rows
    assert row["game"] == "40,40,4"


def test_a_larger_board_is_selected_as_others_are(capsys: pytest.CaptureFixture[str]) -> None:
    spec = ("--game", "40,40,4")
    for some in (("-k", "4"), ("--value", "win"), ("--how", "proved"), ("--rules", "plain")):
        assert len(Ran(capsys, *spec, *some, "--json").rows) == 1
    for none in (("-k", "5"), ("--value", "draw"), ("--how", "theory"), ("--rules", "exact")):
        assert Ran(capsys, *spec, *none, "--json").rows == []
        assert Ran(capsys, *spec, *none).out == "nothing in the atlas matches\n"


@pytest.mark.parametrize(
    ("spec", "value", "rule"),
    [
        ("40,40,9", "draw", "monotonicity"),
        ("40,3,4", "draw", "narrow board"),
        ("30,1,3:misere", "draw", "narrow board"),
        ("40,40,2:exact", "first player wins", "two threats"),
        ("40,40,5,1,5", "first player wins", "first turn"),
    ],
)
def test_theory_settles_larger_boards(
    spec: str, value: str, rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert Ran(capsys, "--game", spec).out == f"{spec}: {value} · by theory: {rule}\n"


def test_a_larger_board_of_no_class(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "--game", "40,40,6")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("kinrow: 40,40,6 is not settled here: neither theory nor a class of")
    assert "k: 0, expected" in Ran(capsys, "--game", "40,40,0").err


def test_a_game_that_is_not_settled(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "--game", "9,9,5")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == "kinrow: 9,9,5 is not settled here: try kinrow atlas add 9,9,5\n"
    assert Ran(capsys, "--k", "20", "--value", "win").out == "nothing in the atlas matches\n"


def test_what_is_added_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(
        capsys, "add", "4,4,3,2,2", "7,7,8:exact", "4,4,4", "3,4,4:begins=O", "--threads", "1"
    )
    assert ran.status == 0
    first, second, third, fourth = ran.out.splitlines()
    assert first.startswith("4,4,3,2,2: first player wins · computed · ")
    assert second.startswith("7,7,8:exact: draw · computed · ")
    assert third == "4,4,4: draw, already proved"
    assert fourth == "3,4,4:begins=O: draw, already proved"
    own = Atlas().own
    assert own.path == tmp_path / "data" / "kinrow" / "atlas.sqlite"
    assert set(own.rows()) == {game("4,4,3,2,2"), game("7,7,8:exact")}
    assert {row["game"] for row in Ran(capsys, "--how", "computed", "--json").rows} == {
        "4,4,3,2,2", "7,7,8:exact"
    }  # fmt: skip
    (row,) = Ran(capsys, "--game", "7,7,8:exact", "--json").rows
    assert (row["how"], row["theory"]) == ("computed", ["no line"])
    assert Ran(capsys, "add", "7,7,8:exact", "--threads", "1").out.endswith("already computed\n")
    before = own.rows()[game("7,7,8:exact")]
    Ran(capsys, "add", "7,7,8:exact", "--threads", "2", "--again")
    assert (before.threads, own.rows()[game("7,7,8:exact")].threads) == (1, 2)


def test_bounds_are_no_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "own.sqlite"
    ran = Ran(capsys, "add", "18,18,5", "--time", "0.05", "--file", str(path))
    assert ran.status == 1
    assert ran.out == ("18,18,5: stopped with bounds only (draw or win); nothing was recorded\n")
    assert not path.exists()


def test_what_adding_says_is_in_the_language_of_the_locale(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    path = str(tmp_path / "own.sqlite")
    ran = Ran(capsys, "add", "18,18,5", "--time", "0.05", "--file", path)
    assert ran.out.startswith("18,18,5：中途停止，只得到上下界（先手和或胜），未")
    ran = Ran(capsys, "add", "20,20,9", "--time", "0.05", "--file", path)
    assert ran.out == "20,20,9：和 · 依理论（单调性）；搜索未完成\n"
    told: list[str] = []
    monkeypatch.setattr("kinrow.atlas.command.live_line", lambda title: nullcontext(told.append))
    proof = ["add", "4,4,3,2,2", "--prove", "--keep", str(tmp_path), "--file", path]
    assert Ran(capsys, *proof, "--threads", "1").status == 0
    assert told
    assert all(line.startswith(("写出证书：", "核验证书：")) or " 节点 · " in line for line in told)


def test_theory_knows_where_the_search_does_not_end(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "add", "20,20,9", "--time", "0.05")
    assert ran.status == 0
    assert ran.out == "20,20,9: draw · by theory (monotonicity); the search was not completed\n"
    row = Atlas().own.rows()[game("20,20,9")]
    assert (row.how, row.nodes) == ("theory", None)


def test_a_proof_is_checked_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "kept"
    specs = ("4,4,3,2,2", "3,3,4,2,2")
    assert Ran(capsys, "add", specs[0], "--threads", "1").status == 0
    ran = Ran(capsys, "add", *specs, "--prove", "--keep", str(kept), "--threads", "1")
    assert ran.status == 0
    assert ran.out.startswith(f"{specs[0]}: first player wins · proved · certificate of ")
    rows = Atlas().own.rows()
    for spec in specs:
        row = rows[game(spec)]
        assert row.how == "proved" and row.nodes is not None
        assert row.size == (kept / f"{spec.replace(':', '-')}.proof").stat().st_size
        assert row.sha256 is not None and row.sha256 in ran.out
    ran = Ran(capsys, "add", specs[0], "--threads", "1")
    assert ran.out == f"{specs[0]}: first player wins, already proved\n"
    Ran(capsys, "add", specs[0], "--again", "--threads", "1")
    assert Atlas().own.rows() == rows


def test_a_long_proof_that_nobody_watches_tells_how_far_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On standard error; a short one says nothing."""
    quiet = Ran(capsys, "add", "7,7,5", "--prove", "--keep", str(tmp_path), "--threads", "1")
    assert quiet.err == ""
    monkeypatch.setattr(terminal, "_EVERY", 0.0)
    told = Ran(capsys, "add", "7,7,5", "--again", "--prove", "--keep", str(tmp_path)).err
    assert "7,7,5  checking the certificate: 0 positions\n" in told
    searched = Ran(capsys, "add", "9,9,5", "--prove", "--keep", str(tmp_path), "--time", "0.3").err
    assert re.search(r"^9,9,5  .* nodes · .* s · moves \d+/\d+$", searched, re.MULTILINE)


def test_a_book_has_the_name_of_its_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "9-9-4.book").write_text("e5 e4 f5\ne5 e5\n", encoding="utf-8")
    options = ("--prove", "--books", str(tmp_path), "--threads", "1", "--memory", "64MiB")
    assert Ran(capsys, "add", "4,4,3", *options, "--again").status == 0
    ran = Ran(capsys, "add", "9,9,4", *options, "--again")
    assert ran.status != 0
    assert "9-9-4.book, line 2: move 2" in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["add"], "name a game"),
        (["add", "3,3"], "expected 3"),
        (["add", "3-,3,3"], "unknown game"),
        (["add", f"1-{'9' * 9},3,3"], "too large"),
        (["add", f"{'9' * 5000},3,3"], "too large"),
        (["add", "4,4,4", "--memory", "much"], "expected a size"),
        (
            ["add", "4+,4+,3", "--prove"],
            "4+,4+,3' is a class of boards, but each row of the atlas is for",
        ),
        (["add", "6*,6,6"], "for one game, such as 6,6,6"),
        (["add", "jing4", "--prove"], "certificates are for line games only"),
        (["page"], "--out is missing"),
    ],
)
def test_mistakes_are_told(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, *words)
    assert ran.status == 2 and said in ran.err and "Traceback" not in ran.err


def test_the_table_is_in_the_readers_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for locale, words in (("zh_CN.UTF-8", "先手胜"), ("zh_TW.UTF-8", "先手勝")):
        monkeypatch.setenv("LANG", locale)
        assert words in Ran(capsys, "--game", "6,5,4").out


@pytest.mark.parametrize("spec", ["9,9,5", "4,4,3"])  # the second has its value by then
def test_ctrl_c_ends_the_whole_run(
    spec: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    from kinrow.atlas import new_rows
    from kinrow.solver import SearchSolver

    with SearchSolver(threads=1) as solver:
        limit = 0.01 if spec == "9,9,5" else None
        stopped = replace(solver.solve(spec, time=limit), stopped="interrupted")
    assert stopped.complete == (spec == "4,4,3")
    monkeypatch.setattr(new_rows, "computed", lambda *_, **__: stopped)
    ran = Ran(capsys, "add", spec, "10,10,5", "--again")
    assert ran.status == 130
    assert ("bounds only" in ran.out) == (spec == "9,9,5")
    assert len(ran.out.splitlines()) == 1
