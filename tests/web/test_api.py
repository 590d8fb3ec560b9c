"""The JSON answers: what each endpoint says, and how it refuses."""

from __future__ import annotations

import asyncio
from typing import Any, get_args

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

from kinrow.web.app import application
from kinrow.web.phrases import PLAIN
from kinrow.web.pool import Message, Pool
from kinrow.web.problems import Problem, ProblemKind
from kinrow.web.shapes import MoveRequest, PositionRequest
from kinrow.words import texts_of

TWO_STONES = "5,5,4,2,1"


def ask(api: httpx.Client, name: str, **body: Any) -> dict[str, Any]:
    answer = api.post(f"/api/{name}", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def refused(api: httpx.Client, name: str, **body: Any) -> dict[str, Any]:
    answer = api.post(f"/api/{name}", json=body)
    assert answer.headers["content-type"] == "application/problem+json"
    document = answer.json()
    assert document["status"] == answer.status_code >= 400
    assert Problem.from_document(document).document() == document
    return dict(document)


def test_games_have_words_in_three_languages(api: httpx.Client) -> None:
    games = api.get("/api/games").json()["games"]
    assert games[0]["name"] == "tictactoe"
    assert all(set(game["words"]) == {"en", "zh-Hans", "zh-Hant"} for game in games)


def test_a_goban_has_no_sign_in_its_sentence(api: httpx.Client) -> None:
    for game in api.get("/api/games").json()["games"]:
        for words in game["words"].values() if game["look"]["theme"] == "goban" else ():
            assert not {"X", "O"} & set(words["sentence"]), words


def test_a_turn_of_two_stones(api: httpx.Client) -> None:
    first = ask(api, "move", game=TWO_STONES, move="c3")
    assert (first["to_move"], first["left"]) == ("O", 2)
    second = ask(api, "move", game=TWO_STONES, moves=["c3"], move="a1")
    assert (second["to_move"], second["left"]) == ("O", 1)


def test_the_end_shows_its_line(api: httpx.Client) -> None:
    end = ask(api, "position", game="tictactoe", moves="a1 a2 b1 b2 c1".split())
    assert (end["finished"], end["winner"]) == (True, "X")
    assert end["lines"]["X"] == [["a1", "b1", "c1"]]


def test_all_faults_of_a_setup_at_once(api: httpx.Client) -> None:
    problem = refused(api, "position", game="tictactoe", setup="XXX/OOO/..Z")
    assert len(problem["faults"]) == 2
    assert problem["detail"] == "this board cannot arise in tictactoe"
    assert problem["faults"][0] == {
        "code": "board.mark",
        "params": {"row": 3, "col": 3, "mark": "'Z'"},
        "detail": "row 3, column 3: 'Z', expected X, O or .",
    }
    places = problem["faults"][1]["params"]
    assert places["x"] == {"code": "place.row", "params": {"row": 1}}
    assert places["run"] == {"code": "run.any", "params": {"k": 3}}


def test_a_parameter_may_be_a_list_of_phrases(api: httpx.Client) -> None:
    (fault,) = refused(api, "position", game="1,7,2", setup="XX.XX.. O")["faults"]
    parts = fault["params"]["place"]["params"]["parts"]
    assert [part["params"]["col"] for part in parts] == [1, 4]


def test_a_position_after_a_move_is_one_of_the_same_shape() -> None:
    asked = MoveRequest(game="1,5,3:exact", setup="X....", moves=("b1",), move="c1").made()
    assert asked.plain()["moves"] == ["b1", "c1"]  # a list among the fields would bring a warning
    assert asked == PositionRequest(game="1,5,3:exact", setup="X....", moves=("b1", "c1"))


def test_a_setup_of_an_exact_game_is_judged_elsewhere(api: httpx.Client) -> None:
    assert refused(api, "position", game="5,5,3:exact", setup="X/....")["status"] == 422
    assert ask(api, "position", game="1,5,3:exact", setup="X....")["to_move"] == "O"


@pytest.mark.parametrize(
    ("name", "body", "word"),
    [
        ("move", {"game": "tictactoe", "moves": ["b2"], "move": "b2"}, "taken"),
        ("move", {"game": "tictactoe", "move": "z9"}, "form"),
        ("position", {"game": "tiktaktoe"}, "did you mean"),
        ("position", {"game": "0,3,3"}, "rows"),
        ("position", {"game": "tictactoe", "colour": 3}, "form"),
        ("choose", {"game": "tictactoe", "player": "gomocup:/bin/sh"}, "form"),
        ("choose", {"game": "1,1,1", "moves": ["a1"], "player": "random"}, "over"),
        ("tree", {"game": "gomoku"}, "too large"),
        ("tree", {"game": "tictactoe", "objective": "margin"}, "objective"),
        ("source", {"task": "jing4", "input": "1 OO"}, "words of boards"),
        ("source", {"task": "csp201803-4", "input": "1\n0 0 0\n0 7 0\n0 0 0"}, "column 3"),
        ("source", {"task": "csp201803-4", "input": "1\n1 0 0\n0 0 0\n0 0 0"}, "O's turn"),
    ],
)
def test_refusals_say_why(api: httpx.Client, name: str, body: dict[str, Any], word: str) -> None:
    problem = refused(api, name, **body)
    assert word in problem["detail"]
    assert all("expected" in fault["detail"].lower() for fault in problem["faults"])
    assert all(fault["code"] != PLAIN for fault in problem["faults"])


@pytest.mark.parametrize("head", ["SZ[9]", "GM[1]SZ[9]", "SZ[9]RU[chess]"])
def test_a_client_is_not_told_of_the_command_line(api: httpx.Client, head: str) -> None:
    problem = refused(api, "open", format="sgf", text=f"(;{head};B[aa])")
    assert 'as in "game": "9,9,5"' in problem["detail"]
    assert "--game" not in str(problem)


def test_a_body_must_be_json_of_bounded_size(api: httpx.Client) -> None:
    headers = {"content-type": "application/json"}
    assert api.post("/api/move", content=b"{", headers=headers).status_code == 400
    assert api.post("/api/move", content=b"[" * 10_000, headers=headers).status_code == 400
    long = api.post("/api/move", content=b"x" * 70_000, headers=headers)
    assert (long.status_code, long.json()["type"]) == (413, "/problems/too-large")
    assert api.post("/api/move", data={"game": "tictactoe"}).status_code == 415


def test_nobody_is_told_of_the_host(api: httpx.Client) -> None:
    for path in ("/nowhere", "/static/%2e%2e/app.py", "/static/../settings.py", "/api/move"):
        answer = api.get(path)
        assert answer.status_code in (404, 405)
        assert answer.headers["content-type"] == "application/problem+json"
        assert "/" not in answer.json()["detail"]


def test_a_browser_that_is_lost_gets_a_page(api: httpx.Client) -> None:
    answer = api.get("/nosuch", headers={"accept": "text/html,*/*;q=0.8"})
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    for words in ("There is no such page", "没有这个页面", "沒有這個頁面"):
        assert words in answer.text


def test_every_move_has_its_exact_value(api: httpx.Client) -> None:
    answer = ask(api, "analyse", game="tictactoe", moves=["a1"])
    assert answer["complete"]
    assert answer["moves"]["b2"] == [0, 0]
    assert all(high < 0 for move, (_, high) in answer["moves"].items() if move != "b2")
    assert answer["line"][0] == "b2"


def test_what_is_not_known_is_not_said(api: httpx.Client) -> None:
    answer = ask(api, "analyse", game="gomoku", moves=["a1", "h8"], seconds=0.5)
    assert not answer["complete"]
    assert all(low <= high for low, high in answer["moves"].values())
    assert answer["lower"] < answer["upper"]


def test_a_proved_game_shows_its_winning_move(api: httpx.Client) -> None:
    answer = ask(api, "analyse", game="gomoku", seconds=0.1)
    assert answer["how"] == "proved" and answer["source"]["sha256"]
    assert answer["source"]["kind"] == "atlas" and answer["lower"] > 0
    assert [move for move, (low, _) in answer["moves"].items() if low > 0] == ["h8"]


def test_a_majority_game_is_valued_by_its_margin(api: httpx.Client) -> None:
    setup = "XX.O./XX.OO/XXXOO/XX.XO/.OOOO"
    answer = ask(api, "analyse", game="jing4", setup=setup)
    assert answer["objective"] == "margin"
    assert answer["lower"] == answer["upper"] == 0


@pytest.mark.parametrize("player", ["alphabeta:200", "mcts:999999999999", "mcts:9s"])
def test_a_player_beyond_the_limits_is_told_them(api: httpx.Client, player: str) -> None:
    told = str(refused(api, "choose", game="tictactoe", player=player))
    assert "alphabeta:1-9, mcts:1-99999 or mcts:1s-5s" in told


@pytest.mark.parametrize("player", ["random", "perfect", "alphabeta:2", "mcts:100"])
def test_players_play(api: httpx.Client, player: str) -> None:
    moves = ["a1", "b1", "a2"]
    for _ in range(2):
        move = ask(api, "choose", game="tictactoe", moves=moves, player=player)["move"]
        moves.append(move)
    assert ask(api, "position", game="tictactoe", moves=moves)["plies"] == 5


def test_the_perfect_player_blocks(api: httpx.Client) -> None:
    asked = {"game": "tictactoe", "moves": ["a1", "b2", "c1"], "player": "perfect"}
    assert ask(api, "choose", **asked)["move"] == "b1"


def test_four_searches_of_one_position(api: httpx.Client) -> None:
    searches = ask(api, "tree", game="tictactoe", setup="XO./OX./X.O")["searches"]
    visited = [search["visited"] for search in searches.values()]
    assert [search["value"] for search in searches.values()] == [1] * 4
    assert visited == sorted(visited, reverse=True)
    assert searches["alphabeta"]["visited"] == 8
    cut = [node for node in searches["alphabeta"]["nodes"] if "cut" in node]
    assert cut[0]["cut_by"] == "alpha"


def test_a_limit_of_0_is_no_infinite_one(api: httpx.Client) -> None:
    asked = {"game": "tictactoe", "setup": "X../.O./..X", "objective": "outcome"}
    nodes = ask(api, "tree", **asked)["searches"]["alphabeta"]["nodes"]
    cut = [node for node in nodes if "cut" in node]
    assert {node["alpha"] for node in cut if node["cut_by"] == "alpha"} == {-1, 0, 1}
    assert [node["alpha"] for node in nodes if node.get("beta") == 0]


def test_a_search_too_long_says_so(api: httpx.Client) -> None:
    searches = ask(api, "tree", game="tictactoe")["searches"]
    assert not searches["minimax"]["complete"]
    assert searches["minimax"]["value"] is None
    assert searches["alphabeta"]["visited"] == 18297


def test_counts(api: httpx.Client) -> None:
    answer = ask(api, "count", game="tictactoe")
    assert answer["counts"]["reachable"] == 5478
    assert answer["solution"]["outcome"] == "draw"


@pytest.mark.parametrize(("seconds", "asked"), [(0.05, 2), (5.0, 1)])
def test_what_the_time_has_cut_short_is_not_kept(
    seconds: float, asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[float] = []

    async def result(pool: Pool, lane: str, job: str, body: object, seconds: float) -> Message:
        found.append(seconds)
        await asyncio.sleep(0.06)
        return {"counts": {"complete": True}, "solution": {"complete": True}}

    monkeypatch.setattr(Pool, "result", result)
    with TestClient(application(), base_url="http://localhost") as browser:
        for _ in range(2):
            browser.post("/api/count", json={"game": "3,3,3", "seconds": seconds})
    assert found == [seconds] * asked


def test_source_tasks(api: httpx.Client) -> None:
    text = "3\n1 2 1\n2 1 2\n0 0 0\n2 1 1\n0 2 1\n0 0 2\n0 0 0\n0 0 0\n0 0 0\n"
    cases = ask(api, "source", task="csp201803-4", input=text)["cases"]
    assert [case["output"] for case in cases] == ["3", "-4", "0"]
    text = "1\nXX.O.\nXX.OO\nXXXOO\nXX.XO\n.OOOO\n"
    assert ask(api, "source", task="jing4", input=text)["cases"][0]["output"] == "Draw"


def test_exports(api: httpx.Client) -> None:
    asked = {"game": TWO_STONES, "moves": ["c3", "a1", "b1"]}
    files = {kind: ask(api, "export", format=kind, **asked) for kind in ("text", "json", "sgf")}
    assert "moves c3 a1 b1" in files["text"]["text"]
    assert '"moves"' in files["json"]["text"]
    assert files["sgf"]["text"].endswith("\n;B[cc]\n;W[aa]\n;W[ba])\n")
    known = {"moves": [{"move": "c3", "seconds": 1.5, "note": "n" * 90_000}]}
    kept = ask(api, "export", format="sgf", record=known, **asked)["text"]
    assert ";B[cc]C[1.500 s; nnn" in kept and len(kept) > 90_000
    document = refused(api, "export", format="sgf", record={"moves": [{"move": 3}]}, **asked)
    assert document["code"] == "json.move"
    picture = ask(api, "export", format="svg", **asked)
    assert picture["text"].startswith("<svg")
    turn = {"game": "jing4", "moves": ["a1", "b1", "c1", "d1", "e1", "a2"], "format": "svg"}
    assert ask(api, "export", **turn)["text"].count("#0072b2") == 2  # both stones of the turn
    start = {"game": "jing4", "moves": [], "format": "svg"}
    assert "#0072b2" not in ask(api, "export", **start)["text"]


def test_an_sgf_with_a_setup(api: httpx.Client) -> None:
    asked = {"game": "tictactoe", "setup": "X../.O./...", "moves": ["c1"], "format": "sgf"}
    assert "AB[aa]AW[bb]PL[B]\n;B[ca]" in ask(api, "export", **asked)["text"]


def test_forbidden_cells_are_named(api: httpx.Client) -> None:
    cross = "OO...../.OO..../3X3/3X3/1XX4/7/7"
    view = ask(api, "position", game="7,7,5:renju", setup=cross)
    assert view["forbidden"] == ["d5"] and view["rules"]["renju"]
    assert ask(api, "position", game="7,7,5", setup=cross)["forbidden"] == []
    refused_move = refused(api, "move", game="7,7,5:renju", setup=cross, move="d5")
    assert refused_move["code"] == "move.numbered"


def test_a_player_settles_an_opening(api: httpx.Client) -> None:
    asked = {"game": "7,7,5", "player": "alphabeta:2", "rule": "swap2"}
    first = ask(api, "settle", **asked)
    assert len(first["stones"]) == 3 and first["side"] is None
    second = ask(api, "settle", **asked, moves=first["stones"])
    assert second["stones"] == [] and second["side"] in ("X", "O")
    assert refused(api, "settle", **asked | {"game": "jing4"})["code"] == "swap.game"
    assert refused(api, "settle", **asked | {"rule": "pie"})["status"] == 422


@pytest.mark.parametrize("kind", get_args(ProblemKind))
def test_the_type_of_a_problem_leads_to_what_it_means(api: httpx.Client, kind: str) -> None:
    page = api.get(f"/problems/{kind}")
    assert page.status_code == 200
    assert all(line in page.text for line in texts_of("problems")[kind].values())


def test_other_types_of_problems_have_no_page(api: httpx.Client) -> None:
    page = api.get("/problems/nonsense")
    assert (page.status_code, page.json()["type"]) == (404, "/problems/not-found")
