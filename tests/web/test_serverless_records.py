"""Recorded games on the board without a server: opened and saved as the server does it."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

from kinrow.records import (
    Ending,
    Format,
    Record,
    Result,
    format_games,
    record_to_json,
    tree_of,
)
from kinrow.rules import Position, Sign, game
from kinrow.web.asking import Asking
from kinrow.web.exports import exported
from kinrow.web.jobs.opening import open_file
from kinrow.web.jobs.tools import Tools
from kinrow.web.shapes import ExportRequest, OpenRequest

from .serverless import FOLDER, NEEDS_WASM, agree, answers, as_the_server
from .test_problems import Nobody, faulty

pytestmark = NEEDS_WASM
SPECS = "tictactoe 4,4,3 gomoku gomoku-standard 3,5,3,2,1 4,3,3:misere,begins=O 5,5,4".split()
NAMES = ("", "Ann", "Bob  the\n second", "王 [五]", "a\\b")
TIMES = (None, None, 0.0, 0.0005, 1.0, 12.3456789, 99999.25)
NOTES = ("", "", "why ]\\", "2 s", "3ms; x", "; ", "1 sé", " two\r\nlines ")
SIGNS = "()[];:\\ \n\r\tBWaZz19AE,.-+|" + "\u2028é"
OTHERS = (
    "",
    "(",
    "()",
    "(;)",
    "no SGF",
    "(;SZ[3])",
    "(;RU[chess]SZ[3])",
    "(;GM[1]SZ[19];B[aa])",
    "(;GM[4]SZ[99];B[aa])",
    "(;GM[1]SZ[22:30];B[aa])",
    "(;GM[ 2 ]RU[Japanese])",
    "(;GM[11])",
    "(;GM[x])",
    "(;GM[4]SZ[15]RU[1];B[hh];W[hi])",
    "(;GM[4]SZ[15]RU[7];B[hh])",
    "(;GM[4]RU[1];B[hh])",
    "(;GM[4]RU[7];B[hh])",
    "From: Ann (at home)\n\n(;sz[ 3 ]RU[3,3,3];b[ bb ];W[])",
    "(;SZ[3]RU[3,3,3];B[b2];W[A1])",
    "(;SZ[4]RU[3,3,3])",
    "(;SZ[x]RU[3,3,3])",
    "(;SZ[3]RU[3,3,3]AB[aa:ba]AW[ab]PL[white];W[ac])",
    "(;SZ[3]RU[3,3,3]AB[aa:ca]AW[ab];W[ac])",
    "(;SZ[3]RU[3,3,3]AB[aa]PL[x])",
    "(;SZ[3]RU[3,3,3]HA[2]AB[aa:ba];C[now](;W[cc])(;W[bb]))",
    "(;SZ[3]RU[3,3,3]AB[aa:ba])",
    "(;SZ[3]RU[3,3,3]AB[aa]AW[bb];W[cc])",
    "(;SZ[3]RU[3,3,3]AB[a1:b1]AW[a2];W[ac])",
    "(;GM[4]SZ[15]RU[gomoku];B[hh];W[tt])",
    "(;RU[3,3,3:foo]SZ[3])",
    "(;SZ[3]RU[3,3,3]AB[dd])",
    "(;SZ[3]RU[3,3,3]AB[aa]AW[aa][bb]PL[B])",
    "(;SZ[3]RU[3,3,3]AB[aa]AE[aa]AW[bb]AB[cc]PL[B])",
    "(;SZ[3]RU[3,3,3];B[aa]C[2 s-threats];W[bb]C[; hm];B[cc]C[; ; 5s])",
    "(;SZ[3]RU[3,3,3];B[aa]C[5s left];W[bb]C[; 5s];B[cc]C[1.5s\n x])",
    "(;SZ[3]RU[3,3,3]AB[a])",
    "(;SZ[3]RU[3,3,3];B[aa];AB[bb])",
    "(;SZ[3]RU[3,3,3]C[a];B[aa](;W[bb];C[b]PL[B];B[cc])(;W[cc]C[c];B[bb]))\r\n\x1a\0",
    "(;SZ[5:3]RU[3,5,3,2,1]AB[aa]PL[W]LEFT[2];W[ba]W[ca];B[ab])",
    "(;SZ[5:3]RU[3,5,3,2,1]AB[aa]PL[W]LEFT[ab])",
    "(;SZ[3]RU[3,3,3](;B[aa];W[aa])(;B[bb](;W[])(;W[ac])))",
    "(;SZ[3]RU[3,3,3];B[aa];B[bb])(;SZ[3]RU[3,3,3]RE[Void])",
    "(;SZ[3]RU[3,3,3]RE[W+T]PB[A]PW[B];B[tt])",
    "(;SZ[3]RU[3,3,3]GC[a]GC[]GC[b]C[c]C[d];C[e];B[aa]C[2 s]C[f]C[];W[bb]C[][g];C[h]C[i])",
    "(;SZ[3]RU[3,3,3];B[aa](;C[v](;W[bb]C[w])(;W[cc]))(;N[x];C[5 s];W[ab]C[2 s; y]))",
    "(;SZ[3]RU[3,3,3];B[aa](;W[bb])(;C[v])(;C[w];W[aa])(;C[x];AB[cc];C[y])(;C[z];W[ac]B[ac]))",
    "(;SZ[3]RU[3,3,3](;B[aa];W[aa]C[u])(;C[v])(;C[w];C[x];B[bb]))",
    "((;SZ[3]RU[3,3,3]C[a](;C[b])(;C[c];B[aa];C[d]))(;C[e]))",
    "(;SZ[3]RU[3,3,3]AB[aa]AW[bb];W[ca]B[cc]C[a]N[b]W[ac]C[c])",
    "(;SZ[3]RU[3,3,3];W[aa]B[bb]\n\r;C[a\n\rb\r\n\rc\\\n\rd\r\re];B[aa]W[bb]\n\r;B[zz])",
    "Piskvorky 3x3, 11:11, 0\n2,2,0\n1,1,0\nAnn\nBob\n15\nkinrow 3,3,3\n",
    "Piskvorky 3x3, 11:11, 1\n2,2,0\n2,2,0\n1,1,0\nAnn\nBob\n15\nkinrow 3,3,3\n",
    "Piskvorky 3x3, 11:11, 0\n-2,40,0\n",
    "Piskvorky 3x3, 11:11, 0\n1,1,-5\n2,2,0\n-1\nkinrow 3,3,3\n",
    "Piskvorky 4x3, 11:11, 0\n2,2,0\nkinrow 3,3,3",
    "Piskvorky 3x3, 11:11, 0\n2,2,0\n\n1,1,0\nAnn\nBob",
    "Piskvorky 3x3, 11:11, 0\n2,2,0\n1,1,0.5\nAnn\nBob\n-1\n",
    "Piskvorky 3x3, 11:11, 0\n2;2;0\n1,1,0\n",
    "Piskvorky 3x3, 11:11, 0\n2,2,0\nAnn\nBob\n-1\nPiskvorky 3x3, 11:11, 0\n1,1,0\n",
    "Piskvorky 3x3, 11:11, 0\n2,2,0\n1,1,1\n3,3,3\n-1\nkinrow 3,3,3\n",
    "(;SZ[3]RU[3,3,3]OPENING[x];B[aa])",
    "(;SZ[3]RU[3,3,3]OPENING[4]C[of all]GC[game];C[more];B[aa]C[7 ms];C[then];W[bb]B[cc]C[1.25s])",
    "(;SZ[3]RU[3,3,3]RE[Black won]EV[ a\n cup ](;B[aa]C[one];W[bb])(;B[aa]C[two];W[bb]C[three]))",
    "Piskvorky 3x3, 11:11, 0\n2,2,0\n1,1,1500\nAnn\nBob\n-1\nkinrow 3,3,3\nopening 1",
    "piskvorky 15x15",
)
TEXTS = (
    "# no games",
    "game 3,3,3",
    "moves b2 a1",
    "x Ann\nmoves A1 (b2 c3) b1",
    "x Ann\nmoves A1 (b2 c3) (b1)",
    "game 3,3,3\nmoves b2 (a1) ()",
    " Game\t3,3,3\nX  Ann\nMoves\tb2 a1 \n# a remark\n\ngame 4,4,3\no Bob\nopening 1\nmoves",
    "game 3,3,3\nmoves b2 (b2 a1 (c1) (c2)) (a1 z9) (q)",
    "game 3,3,3\nmoves b2 a1)",
    "game 3,3,3\nmoves (b2 (a1)",
    "game 3,3,3\ngame 3,3,3\nmoves b2\nmoves a1",
    "game chess",
    "game",
    "game 3,3,3\nstart XX./.../...",
    "game 3,3,3\nstart X../.O./... X 1\nmoves d1",
    "game 3,3,3\nstart 3 Z",
    "game 3,3,3\nopening x",
    "game 3,3,3\nopening 3\nmoves b2",
    *(f"game 3,3,3\nresult {words}" for words in ("", "X", "O time", "X 2.5", "X void", "draw")),
    *(f"game 3,3,3\nresult {words}" for words in ("void", "Z", "X -1", "X 1e9", "X  3", "O now")),
)
STARTS: tuple[Any, ...] = (
    {"rules": "3,3,3", "first": "O"},
    *({"rules": "3,3,3", "to_move": side} for side in ("X", "O", "Q")),
    {"rules": "3,3,3", "left": 77},
    *(None, [], {}, {"rules": 5}, {"rules": "chess"}, {"rules": {}}, {"rows": ["..."]}),
    *({"rules": {"rows": 3, "cols": 3, "k": k}} for k in (3, 0, True, "3", [3])),
    *({"rules": {"rows": 3, "cols": 3, "k": 3, **more}} for more in ({"x": 1}, {"begins": "O"})),
    *({"rules": {"rows": 3, "cols": 3, "k": 3, **more}} for more in ({"begins": 1}, {"turns": 2})),
    *({"rules": {"rows": 3, "cols": 3, "k": 3, **more}} for more in ({"exact": 1}, {"fill": "X"})),
    {"rules": {"rows": 3, "cols": 3, "k": 3, "objective": "x", "first": None, "stones": 2}},
    *({"rules": "3,3,3", "rows": rows} for rows in ("X", [1], ["XX.", "...", "..."], ["."])),
    *({"rules": "3,3,3", "rows": ["X..", "...", "..."], "left": n} for n in (1, 0, -1, True, "1")),
    *({"rules": "3,3,3", "rows": ["X..", "...", "..."], "to_move": s} for s in ("X", 1)),
)
PARTS: tuple[dict[str, Any], ...] = (
    {"moves": {}},
    {"moves": ["b2", "zz", "a1"]},
    {"moves": [" B2 ", {"move": "b2"}, "a1"]},
    {"moves": [5]},
    {"moves": [{"move": "a1", "note": None}]},
    *({"moves": [{"move": "a1", "seconds": time}]} for time in (True, "1", -1, 1e400, 0.5, None)),
    *({"moves": [{"move": "a1", "seconds": time}]} for time in (-1e-7, 999_999_999.999_999_9)),
    *({"moves": ["a1", {"move": "b1", "after": at}]} for at in (0, 1, 2, -1, True, None, "1")),
    {"moves": ["a1", {"move": "b1", "after": 0}, {"move": "c1", "after": 1}]},
    {"moves": ["a1", "a1", "b1", {"move": "c1", "after": 1, "note": "kept", "x": 1}]},
    {"players": {"Z": "a"}},
    {"players": None},
    {"players": {"X": 1}},
    {"players": {"O": " a\n b ", "X": ""}},
    {"about": {"ZZ": "a"}, "opening": "x"},
    {"about": {"ZZ": "a"}},
    {"about": {"EV": " a  b", "DT": "", "AN": "c"}},
    *({"opening": given, "moves": ["a1"]} for given in (1, 5, -1, True, None, "1")),
    *({"comment": given} for given in ("x", None, " a\r\nb ")),
    {"comment": 1},
    {"result": []},
    {"result": {"by": "X"}},
    {"moves": ["a1", {"move": "b1", "comment": "x"}]},
    *({"result": given} for given in ("X", "void", "time", None, {}, {"winner": "X"})),
    *({"result": {"winner": "X", **more}} for more in ({"score": True}, {"score": 2.5})),
    *({"result": {"winner": "X", **more}} for more in ({"score": -1}, {"ending": "void"})),
    *({"result": {"winner": None, **more}} for more in ({"ending": "time"}, {"score": 1})),
    {"color": 1},
)
DATA: tuple[Any, ...] = (
    *([], {}, 5, None, "it's", ["a"], {"start": {"rules": "3,3,3"}}),
    *({"start": start} for start in STARTS),
    *({"start": {"rules": "3,3,3"}, **part} for part in PARTS),
    [{"start": {"rules": "3,3,3"}}, {"moves": [{"a": [None, True, "x" * 50]}]}],
)


def played(start: Position, random: Random, most: int) -> list[str]:
    """Moves by chance."""
    moves: list[str] = []
    while not start.finished and len(moves) < most:
        moves.append(str(random.choice(start.legal_moves)))
        start = start.play(moves[-1])
    return moves


def recorded(random: Random) -> Record:
    """A game by chance, with variations, from a position that may be set up."""
    start = game(random.choice(SPECS)).start()
    if random.random() < 0.3:
        start = start.rules.replay(played(start, random, 4))
    main = played(start, random, 40)
    cuts = [random.randrange(len(main) + 1) for _ in range(random.randrange(4))]
    others = [main[:cut] + played(after(start, main[:cut]), random, 5) for cut in cuts]
    tree = [
        replace(stone, seconds=random.choice(TIMES), note=random.choice(NOTES))
        for stone in tree_of([main, *others])
    ]
    results = [None, None, Result(Sign.X, Ending.RESIGNATION), Result(Sign.O), Result(None)]
    return Record(
        start,
        tree,
        {sign: random.choice(NAMES) for sign in Sign},
        random.choice(results),
        comment=random.choice(["", "a ] b", "1.5 s; quick"]),
        about=random.choice([{}, {"EV": "a  cup", "DT": "2026-01-02"}]),
        opening=random.choice([0, min(2, len(main))]),
    )


def after(start: Position, moves: list[str]) -> Position:
    for move in moves:
        start = start.play(move)
    return start


def damaged(text: str, random: Random) -> str:
    for _ in range(random.randrange(1, 4)):
        at = random.randrange(len(text) + 1)
        cut = random.choice([0, 0, 1, 1, 3, 40])
        text = text[:at] + random.choice(["", random.choice(SIGNS)]) + text[at + cut :]
    return text


def tangled(random: Random, depth: int = 0) -> str:
    """Alternatives by chance, and nodes whose comments and stones stand in any order."""
    text = "" if depth else "SZ[3]RU[3,3,3]"
    for _ in range(random.randrange(1, 4)):
        names = random.choices(("B", "W", "C", "C", "N", "GC", "AB"), (6, 6, 6, 6, 1, 1, 0.3), k=2)
        points = (random.choice("abc") + random.choice("abc") for _ in names)
        text += "".join(f"{name}[{point}]" for name, point in zip(names, points, strict=True)) + ";"
    others = random.choice((0, 2, 2, 3)) if depth < 3 else 0
    return f"(;{text}{''.join(tangled(random, depth + 1) for _ in range(others))})"


def files() -> list[dict[str, Any]]:
    random = Random(21)
    found: list[dict[str, Any]] = [
        {"format": "psq" if "isk" in text else "sgf", "text": text, **named}
        for text in OTHERS
        for named in ({}, {"game": "tictactoe"})
    ]
    found += [{"format": "sgf", "text": tangled(random)} for _ in range(200)]
    for kind, texts in (("text", TEXTS), ("json", map(json.dumps, DATA))):
        for text in texts:
            text = text.replace("Infinity", "1e400")
            found += [{"format": kind, "text": text, **to} for to in ({}, {"game": "4,4,3"})]
    for _ in range(150):
        record = recorded(random)
        kinds: list[Format] = ["sgf", "text", "json"]
        if record.start == record.rules.start():
            kinds.append("psq")
        for kind in kinds:
            text = format_games(record, kind) + "\n"
            found.append({"format": kind, "text": text, "game": "tictactoe"})
            if kind != "json":  # what is wrong with the JSON, Python and a browser say differently
                found += [{"format": kind, "text": damaged(text, random)} for _ in range(3)]
    return found


def servers(body: dict[str, Any]) -> dict[str, Any]:
    def ask() -> dict[str, Any]:
        asking = Asking(OpenRequest.model_validate(body), 10.0, Nobody())
        return open_file(asking, Tools("1MiB")).model_dump(mode="json")

    return as_the_server(ask)


def test_games_are_opened_as_the_server_opens_them() -> None:
    bodies = files()
    refused = agree("open", bodies, servers)
    assert len(bodies) > 800 and 200 < refused < len(bodies) - 200


def test_of_many_faults_as_many_are_listed_as_the_server_lists() -> None:
    sizes = ((1, 20), (1, 50), (60, 30))
    assert agree("open", [{"format": "sgf", "text": faulty(*size)} for size in sizes], servers) == 0


def test_what_is_no_json_is_refused() -> None:
    half = '{"start": {"rules": "3,3,3"}, "comment": "\\ud800"}'
    texts = ("[", "x", "{'a': 1}", "[" * 100_000, half)
    bodies = [{"format": "json", "text": text} for text in texts]
    codes = [*["json.place"] * 3, "json.none", "record.unicode"]
    for body, code in zip(bodies, codes, strict=True):
        assert servers(body)["problem"]["code"] == code
    found = answers(FOLDER, [("open", body) for body in bodies])
    said = [answer["problem"]["code"] for answer in found]
    assert set(said[:-1]) <= {"json.place", "json.none"}  # a browser may not know the place
    assert said[-1] == codes[-1]


def saved(body: dict[str, Any]) -> dict[str, Any]:
    """The server's file."""

    def ask() -> dict[str, Any]:
        asked = ExportRequest.model_validate_json(json.dumps(body))
        return exported(asked).model_dump(mode="json")

    return as_the_server(ask)


def test_games_are_saved_as_the_server_saves_them() -> None:
    random = Random(22)
    bodies = []
    for _ in range(150):
        record = recorded(random)
        main, *others = [list(map(str, line)) for line in record.lines()]
        known = {name: part for name, part in record_to_json(record).items() if name != "start"}
        setup = record.start.fen().partition(" ")[2]
        if others and random.random() < 0.3:
            others.append(main)
            main = others.pop(0)
        bodies.append(
            {
                **random.choice([{}, {"record": known}]),
                "game": str(record.rules),
                "moves": main,
                "variations": others,
                "format": random.choice(["sgf", "sgf", "psq"]),
                **({} if record.start == record.rules.start() else {"setup": setup}),
            }
        )
    agree("export", bodies, saved)
