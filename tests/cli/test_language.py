"""The catalogue is whole, every text of it is used, and the locale chooses the language."""

from __future__ import annotations

import re
import string
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Kinrow

import kinrow.__main__ as main
import kinrow.cli
from kinrow.annotation import FORMATS
from kinrow.cli import app
from kinrow.cli.front import GROUPS
from kinrow.players import SPECS
from kinrow.words import texts_of
from kinrow.words.reader import language

CLI = Path(kinrow.cli.__file__).parent
SOURCES = [*CLI.glob("*.py"), CLI.parent / "__main__.py"]
# The name of a text as the code has it, perhaps with fields that stand for anything.
NAME = re.compile(r"""["'](?=([a-z{][^"'\n]*)["'])""")
OTHERS = [
    "annotate",
    "report",
    "analyse-game",
    "serve",
    "match",
    "arena",
    "openings",
    "brain",
    "atlas",
]
TEXTS = texts_of("cli")
COMMANDS = [name for names in GROUPS.values() for name in names]
COMMANDS += ["atlas add", "atlas page", "table show", "strategy make"]


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, "zh-Hans"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "zh_CN"}, "zh-Hans"),
        ({"LANG": "zh_SG.UTF-8"}, "zh-Hans"),
        ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "zh_HK.UTF-8@radical"}, "zh-Hant"),
        ({"LANG": "zh-Hant"}, "zh-Hant"),
        ({"LANG": "zhuang_CN"}, "en"),
    ],
)
def test_the_locale_chooses(environ: dict[str, str], expected: str) -> None:
    assert language(environ) == expected


def fields(words: str) -> set[str | None]:
    return {field for _, field, _, _ in string.Formatter().parse(words) if field}


@pytest.mark.parametrize("key", TEXTS)
def test_a_text_says_the_same_in_every_language(key: str) -> None:
    words = TEXTS[key]
    assert list(words) == ["en", "zh-Hans", "zh-Hant"]
    assert fields(words["en"]) == fields(words["zh-Hans"]) == fields(words["zh-Hant"])
    assert words["en"].count("\n") == words["zh-Hans"].count("\n") == words["zh-Hant"].count("\n")
    assert words["en"].isascii() or "·" in words["en"]


def test_every_text_is_used() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    names = {
        "[^.]+".join(map(re.escape, re.split(r"\{[^}]*\}", name))) for name in NAME.findall(code)
    }
    assert not [key for key in TEXTS if not any(re.fullmatch(name, key) for name in names)]


def test_every_text_that_is_named_is_there() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    named = set(re.findall(r'\btext\(\s*"([^"]+)"', code))
    assert len(named) > 50
    assert named <= set(TEXTS)


@pytest.mark.parametrize("locale", ["en_GB.UTF-8", "zh_CN.UTF-8", "zh_TW.UTF-8"])
def test_help_loses_nothing_on_a_narrow_terminal(locale: str) -> None:
    widths = ("60", "80", "100")
    show = (
        "import os\nfrom kinrow.__main__ import main\n"
        f"for os.environ['COLUMNS'] in {widths}:\n"
        f"    for name in {COMMANDS}: main([*name.split(), '--help'])"
    )
    run = subprocess.run(
        [sys.executable, "-c", show],
        capture_output=True,
        text=True,
        check=True,
        env={"LANG": locale, "PYTHONUTF8": "1"},
    )
    assert "…" not in run.stdout
    assert run.stdout.count("--help") == len(COMMANDS) * len(widths)
    usage = {"en_GB.UTF-8": "Usage: kinrow solve", "zh_CN.UTF-8": "用法： kinrow solve"}
    assert usage.get(locale, "用法： kinrow solve") in run.stdout
    told = {"en_GB.UTF-8": "a best line", "zh_CN.UTF-8": "最佳着法", "zh_TW.UTF-8": "最佳著法"}
    assert told[locale] in run.stdout
    words = run.stdout.replace("用法： kinrow", "")
    assert re.findall(r"[，。；：、] +[^\s│[]", words) == []


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en_GB.UTF-8", "rows: 50, expected a whole number from 1 to 29; cols: 0, expected"),
        ("zh_CN.UTF-8", "行数：50，应为 1 至 29 的整数；列数：0，应为"),
        ("zh_TW.UTF-8", "列數：50，應為 1 至 29 的整數；行數：0，應為"),
    ],
)
def test_rows_and_columns_have_words(
    locale: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    assert main.main(["solve", "50,0,3"]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("locale", ["en_GB.UTF-8", "zh_CN.UTF-8", "zh_TW.UTF-8"])
def test_the_other_rooms_options_are_explained(
    locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    for name in OTHERS:
        made = app._made(name, getattr(main, f"_{name.replace('-', '_')}")())
        for command in (made, *getattr(made, "commands", {}).values()):
            for told in (command, *command.params):
                assert told.help, (name, told.name)
                assert told.help.isascii() == locale.startswith("en"), (name, told.name)


def test_what_can_be_chosen_is_named() -> None:
    for words in TEXTS["option.match.players"].values():
        assert all(spec in words for spec in SPECS)
    for words in TEXTS["option.annotate.format"].values():
        assert all(kind in words for kind in FORMATS)


def test_answers_are_in_the_language_of_the_locale(kinrow: Kinrow) -> None:
    assert "轮到先手（X），空棋盘\n和 · " in kinrow("solve", "tictactoe", LANG="zh_CN.UTF-8").out
    assert "井井井井字棋  輪到先手（O）" in kinrow("show", "jing4", LANG="zh_TW.UTF-8").out
    assert "先連成三子者勝" in kinrow("games", LC_ALL="zh_HK.UTF-8").out


def test_errors_are_in_the_language_of_the_locale(kinrow: Kinrow) -> None:
    run = kinrow("show", "tictactoe", "-p", "XXX/OO./O..", LANG="zh_CN.UTF-8")
    assert run.err == (
        "kinrow: tictactoe 中不可能出现此局面：\n"
        "  X 已连成 3 子（第 1 行），但最后一子属于 O，应属于 X\n"
    )
    run = kinrow("show", "jing4", "--after", "a1 w9", LANG="zh_TW.UTF-8")
    assert "kinrow: 第 2 著：'w9' 不是格子" in run.err
    run = kinrow("solve", "tictactoe", "--memory", "much", LANG="zh_TW.UTF-8")
    assert "記憶體 'much'" in run.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("solve", "缺少参数 GAME"),
        ("prove tictactoe", "缺少选项 --out"),
        ("resolve", "没有命令 resolve：是否指 solve"),
        ("judge nothing", "没有命令 nothing"),
        ("solve --wrong", "没有选项 --wrong"),
        ("solve --object=score 3,3,3", "没有选项 --object：是否指 --objective？"),
        ("solve 3,3,3 more", "参数过多：more"),
        ("solve 3,3,3 --time", "--time 之后应有值"),
        ("solve 3,3,3 --moves=1", "--moves 不带值"),
        ("solve 3,3,3 --time soon", "--time：应为秒数"),
        ("solve 3,3,3 --threads few", "--threads：应为整数"),
        ("solve 3,3,3 --threads 0", "--threads：至少应为 1"),
        ("solve 3,3,3 --threads 9999", "--threads：最多应为 1024"),
        ("solve 3,3,3 --objective luck", "--objective：luck，应为 outcome, score, margin 之一"),
        ("check /nowhere/at-all", "FILE：/nowhere/at-all 不存在"),
        ("check /", "FILE：/ 是文件夹，应为文件"),
        ("puzzles 3,3,3 --out a.txt", "--out：文件名应以 .html、.svg 或 .json 结尾"),
    ],
)
def test_what_is_wrong_with_a_command_line_is_said_in_chinese(
    kinrow: Kinrow, arguments: str, words: str
) -> None:
    run = kinrow(*arguments.split(), LANG="zh_CN.UTF-8")
    assert run.status == 2
    assert words in run.err
    assert not re.search(r"[a-z]{3,} [a-z]{3,} [a-z]{3,}", run.err.partition("\n")[0][8:])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("puzzles 3,3,3 --out /nowhere/p.svg", "/nowhere/p.svg：应为现有文件夹中的文件名"),
        ("analyse-game {folder} ", "是文件夹"),
        ("arena -r tests/cli/test_language.py", "不是 SQLite 数据库"),
        ("atlas -g 3,3,3 --file {folder}", "无法打开，应为可读写的数据库文件"),
        ("strategy make /nowhere/a.proof -o a", "/nowhere/a.proof 不存在"),
        ("match random random -o /nowhere/list", "（没有这个文件或文件夹）"),
        ("match random random -g 3,3,2 -n 1 -r {folder}/a -e /dev/null/x", "/x：不是文件夹"),
    ],
)
def test_what_the_system_refuses_is_said_in_chinese(
    kinrow: Kinrow, arguments: str, words: str, tmp_path: Path
) -> None:
    run = kinrow(*arguments.format(folder=tmp_path).split(), LANG="zh_CN.UTF-8")
    assert run.status == 2
    assert words in run.err
    assert not re.search(r"[a-z]{3,} [a-z]{3,} [a-z]{3,}|Errno", run.err.splitlines()[0][8:])


@pytest.mark.parametrize("player", ["random", "alphabeta:2", "mcts:40"])
def test_what_a_player_says_of_its_stone_is_in_chinese(kinrow: Kinrow, player: str) -> None:
    words = ("play", "5,5,4", "--o", player, "--seed", "1", "--threads", "1")
    out = kinrow(*words, stdin="c3\nquit\n", LANG="zh_CN.UTF-8").out
    (line,) = [line for line in out.splitlines() if line.startswith("O 走 ")]
    assert re.search("随机落子|深度 2，估值 .*节点|模拟 40 次，估值", line)
    assert not re.search("[a-z]{3,}", line)


def test_json_is_the_same_in_every_language(kinrow: Kinrow) -> None:
    answers = [
        kinrow("solve", "4,4,3", "--json", "-j", "1", LANG=locale).json
        for locale in ("en_GB.UTF-8", "zh_CN.UTF-8")
    ]
    assert answers[0] | {"seconds": 0} == answers[1] | {"seconds": 0}


def test_an_output_that_cannot_say_it_loses_signs_not_the_answer() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "kinrow", "solve", "tictactoe"],
        capture_output=True,
        check=True,
        env={"LANG": "zh_CN", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )
    assert run.stdout.splitlines()[0] == b"???  ?????X?????"
