"""The commands as their users run them: exit status, what they say, and where."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from kinrow.__main__ import main
from kinrow.annotation import MissingExtra, annotate_file
from kinrow.runtime import extras

SAMPLE = Path(__file__).parents[2] / "examples" / "four-in-a-row-4x9.tsv"


def kinrow(*words: object, locale: str = "C.UTF-8") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kinrow", *map(str, words)]
    environ = os.environ | {"LC_ALL": locale, "PYTHONUTF8": "1"}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environ)


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def inside(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """The same in this process, in English: for what a process of its own adds nothing to."""

    def run(*words: object) -> subprocess.CompletedProcess[str]:
        monkeypatch.setenv("LC_ALL", "C.UTF-8")
        status = main([*map(str, words)])
        return subprocess.CompletedProcess("kinrow", status, *capsys.readouterr())

    return run


def test_the_research_layout_and_its_report(tmp_path: Path) -> None:
    late = tmp_path / "late.tsv"
    lines = SAMPLE.read_text().splitlines(keepends=True)
    late.write_text(
        "".join(line for line in lines if stones(line) >= 14) + "1\t1\tBlack\t2\t5\t1\t0\n"
    )
    out = tmp_path / "out.csv"
    run = kinrow("annotate", late, "--format", "fourinarow", "-o", out, "--memory", "64MiB")
    assert run.returncode == 0
    count = len(late.read_text().splitlines())
    assert run.stdout.startswith(f"{out}: {count} rows, ")
    assert "1 row that cannot be used" in run.stdout
    assert run.stderr == f"kinrow: line {count}: stones of both sides on a1\n"
    found = pl.read_csv(out)
    assert found.columns[:7] == [
        "black",
        "white",
        "to_move",
        "move",
        "response_time_ms",
        "group",
        "participant",
    ]
    assert found["outcome"].is_null().to_list() == [False] * (count - 1) + [True]
    run = kinrow("report", out)
    assert run.returncode == 0
    pages = [Path(line) for line in run.stdout.splitlines()]
    assert [page.name for page in pages] == [
        "out.html",
        "out-by-ply.png",
        "out-by-player.png",
        "out-by-time.png",
    ]


def stones(line: str) -> int:
    black, white, *_ = line.split("\t")
    return (int(black) | int(white)).bit_count()


def test_strict_and_limit(tmp_path: Path, inside: Run) -> None:
    source = tmp_path / "in.csv"
    source.write_text("position,move\n.../.../...,b2\nXX./.../...,c3\n")
    out = tmp_path / "out.csv"
    run = inside("annotate", source, "-g", "5,5,4", "-o", out, "--strict")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("kinrow: line 2: ")
    assert not out.exists()
    source.write_text(f"position,move\n{'/'.join(['.' * 7] * 7)},b2\n")
    run = inside("annotate", source, "-g", "7,7,5", "-o", out, "--limit", "10n", "-j", "1")
    assert run.returncode == 0
    assert "1 row with bounds only (limit 10n)" in run.stdout


@pytest.mark.parametrize(
    ("locale", "said", "fault", "heading"),
    [
        ("zh_CN.UTF-8", "2 行，失误 1 处，1 行无法使用 · ", "第 3 行：", "最严重的失误"),
        ("zh_TW.UTF-8", "2 列，失誤 1 處，1 列無法使用 · ", "第 3 行：", "最嚴重的失誤"),
    ],
)
def test_a_chinese_reader_meets_no_english(
    tmp_path: Path, locale: str, said: str, fault: str, heading: str
) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("position,move,player\nXX./OO./...,c2,安\nXX./.../...,c3,安\n")
    run = kinrow("annotate", source, "-g", "tictactoe", "-o", out, locale=locale)
    assert run.stdout.startswith(f"{out}：{said}")
    assert run.stderr.startswith(f"kinrow: {fault}")
    assert pl.read_csv(out)["outcome"].to_list() == ["win", None]
    assert kinrow("report", out, locale=locale).returncode == 0
    page = out.with_suffix(".html").read_text(encoding="utf-8")
    language = {"zh_CN.UTF-8": "zh-Hans", "zh_TW.UTF-8": "zh-Hant"}[locale]
    assert f'<html lang="{language}">' in page
    assert heading in page
    shown = re.sub(r"<(style|script|svg).*?</\1>|<[^>]*>", " ", page, flags=re.DOTALL)
    assert re.findall(r"[A-Za-z]{2,}", shown) == ["out"] * 2  # the title is the file's name


def test_many_faults_are_counted_in_the_readers_language(tmp_path: Path, inside: Run) -> None:
    source = tmp_path / "in.csv"
    source.write_text("position,move\n" + "XX./.../...,c3\n" * 25)
    words = ("annotate", source, "-g", "tictactoe", "-o", tmp_path / "out.csv")
    assert kinrow(*words, locale="zh_CN.UTF-8").stderr.endswith("kinrow: 另有 5 行无法使用\n")
    assert inside(*words).stderr.endswith("kinrow: unusable rows not listed here: 5\n")


@pytest.mark.parametrize(
    "words",
    [
        ["annotate", "absent.csv", "-o", "out.csv"],
        ["annotate", SAMPLE, "-o", "out.xyz", "-f", "fourinarow"],
        ["annotate", SAMPLE, "-o", "out.csv"],
        ["annotate", SAMPLE, "-o", "out.csv", "-f", "fourinarow", "--limit", "soon"],
        ["annotate", SAMPLE, "-o", "out.csv", "-f", "fourinarow", "--memory", "much"],
        ["annotate", SAMPLE, "-o", "out.csv", "-f", "fourinarow", "--columns", "black=9,white=1"],
        ["report", SAMPLE, "-g", "4,9,4"],
    ],
)
def test_what_cannot_be_is_one_message_and_status_2(words: list[object], inside: Run) -> None:
    run = inside(*words)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("kinrow: ")
    assert "Traceback" not in run.stderr
    assert not Path("out.csv").exists()


def test_a_missing_extra_names_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    with pytest.raises(MissingExtra, match=r"pip install 'kinrow\[annotate\]'"):
        annotate_file(SAMPLE, tmp_path / "out.csv", kind="fourinarow")
