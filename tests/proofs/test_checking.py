"""Proof files are checked by the compiled checker, or by check.py; compressed or not."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from threading import Thread

import pytest

from kinrow.__main__ import main
from kinrow.cli.language import said
from kinrow.proofs import CheckError, PlaceError, ProofRefused, check, checking, prove
from kinrow.proofs.compressed import compress
from kinrow.reference import check as check_py
from kinrow.rules import game
from kinrow.runtime.compression import zstd
from kinrow.words import fault_texts

ROOT = Path(__file__).resolve().parents[2]
LONG = ROOT / "examples" / "proofs" / "15-15-5-h8-o8.proof"
SOURCE = ROOT / "checker" / "kinrow_check.cpp"


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    prove(game("5,5,4"), tmp_path / "a.proof", threads=1)
    return tmp_path / "a.proof"


def kinrow(*words: object, language: str = "C") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kinrow", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        env={"LANG": language, "PYTHONUTF8": "1"},
    )


def test_both_say_the_same(proof: Path) -> None:
    compiled, reference = check(proof), check(proof, reference=True)
    assert (compiled.checker, reference.checker) == ("compiled", "reference")
    for name in ("header", "nodes", "size", "sha256"):
        assert getattr(compiled, name) == getattr(reference, name)
    assert compiled.memory is not None and compiled.memory > 1 << 20
    assert reference.memory is None


def test_without_a_compiler_the_reference_judges(
    proof: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from kinrow.__main__ import main

    monkeypatch.setattr(checking, "COMPILED", proof.with_name("none"))
    assert check(proof).checker == "reference"
    monkeypatch.setattr(sys, "argv", ["kinrow", "check", str(proof)])
    assert main() == 0
    out, err = capfd.readouterr()
    assert "checked by check.py" in out
    assert "make build" in err


@pytest.mark.parametrize("reference", [False, True])
def test_what_is_refused_is_refused_at_its_place(proof: Path, reference: bool) -> None:
    proof.write_bytes(proof.read_bytes()[:500])
    with pytest.raises(ProofRefused, match=r"a\.proof is rejected: byte 500: the file ends"):
        check(proof, reference=reference)


@pytest.mark.parametrize("reference", [False, True])
def test_what_cannot_be_read_is_an_error_of_the_system(tmp_path: Path, reference: bool) -> None:
    with pytest.raises(FileNotFoundError):
        check(tmp_path / "none.proof", reference=reference)


def test_a_checker_that_ends_without_a_verdict(
    proof: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed for its memory, for instance: nothing is said of the proof."""
    fake = proof.with_name("fake")
    fake.write_text("#!/bin/sh\necho out of memory >&2\nexit 2\n")
    fake.chmod(0o755)
    monkeypatch.setattr(checking, "COMPILED", fake)
    with pytest.raises(CheckError, match="without a verdict: out of memory"):
        check(proof)
    fake.write_text("#!/bin/sh\nkill -9 $$\n")
    with pytest.raises(
        CheckError, match=r"without a verdict: the checker was ended by signal 9 \(Killed\)"
    ):
        check(proof)


def test_a_limit_on_file_sizes_is_named(tmp_path: Path) -> None:
    """A signal ends the checker where it would exceed it."""
    resource = pytest.importorskip("resource")
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, usual[1]))
    try:
        with pytest.raises(CheckError, match=r"verdict: a file would exceed the limit on file s"):
            checking.check_and_log_moves(
                ROOT / "examples/proofs/9-4-4.proof", tmp_path / "moves", 1
            )
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


def test_ctrl_c_ends_the_checker(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, *args: object, **options: object) -> None:
            super().__init__(*args, **options)  # type: ignore[call-overload]
            started.append(self)

    def interrupt(*_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "Popen", Noted)
    with pytest.raises(KeyboardInterrupt):
        check(LONG, interrupt)
    (process,) = started
    assert process.returncode is not None


@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes")
@pytest.mark.parametrize("reference", [False, True])
@pytest.mark.parametrize("packed", [False, True])
def test_a_proof_may_come_through_a_pipe(proof: Path, reference: bool, packed: bool) -> None:
    pipe = proof.with_name("pipe")
    os.mkfifo(pipe)
    if packed:
        compress(proof, proof.with_name("packed"))
    data = proof.with_name("packed" if packed else proof.name).read_bytes()
    feeder = Thread(target=pipe.write_bytes, args=(data,))
    feeder.start()
    assert check(pipe, reference=reference).sha256 == check(proof).sha256
    feeder.join()


@pytest.mark.parametrize("reference", [False, True])
def test_a_compressed_proof(proof: Path, reference: bool) -> None:
    """Is told by its first bytes, whatever its name is; what is cut short or damaged is refused."""
    packed = proof.with_name("packed")
    compress(proof, packed)
    plain, found = check(proof), check(packed, reference=reference)
    assert (found.sha256, found.size) == (plain.sha256, plain.size)
    data = packed.read_bytes()
    assert len(data) < proof.stat().st_size
    for bad in (data[:-9], data[: len(data) // 2], data[:200] + b"?" + data[201:]):
        packed.write_bytes(bad)
        with pytest.raises(ProofRefused, match="the compressed data is damaged"):
            check(packed, reference=reference)


def test_a_proof_is_written_compressed(proof: Path) -> None:
    """If its name asks for that; it is checked before, and nothing else is left."""
    plain = check(proof)
    found = prove(game("5,5,4"), proof.with_name("b.proof.zst"), threads=1)
    assert {path.name for path in proof.parent.iterdir()} == {"a.proof", "b.proof.zst"}
    packed = proof.with_name("b.proof.zst")
    assert packed.read_bytes()[:4] == b"\x28\xb5\x2f\xfd"
    assert getattr(found, "sha256") == check(packed).sha256 == plain.sha256  # noqa: B009
    (proof.parent / "c.zst.part.zst").mkdir()
    with pytest.raises(PlaceError, match="ordinary file"):
        prove(game("5,5,4"), proof.with_name("c.zst"))


def test_the_command_says_who_judged(proof: Path) -> None:
    run = kinrow("check", proof)
    assert run.returncode == 0
    assert re.search(
        r"^checked by the compiled checker · \d+ MiB · [\d.]+ s$", run.stdout, re.MULTILINE
    )
    run = kinrow("check", "--reference", proof)
    assert re.fullmatch(r"checked by check\.py · [\d.]+ s", run.stdout.splitlines()[-1])
    found = json.loads(kinrow("check", "--json", proof).stdout)
    assert found["accepted"]
    assert found["claims"] == ["O does not lose", "X does not lose"]
    assert (found["checker"], found["rows"], found["bytes"]) == (
        "compiled",
        5,
        proof.stat().st_size,
    )


@pytest.mark.parametrize("reference", [False, True])
def test_the_command_reads_standard_input(
    proof: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    reference: bool,
) -> None:
    packed = zstd.compress(proof.read_bytes())
    for data, status, due in (
        (packed, 0, "empty board"),
        (b"no proof", 1, "- is rejected: byte "),
    ):
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(data)))
        assert main(["check", "-", *["--reference"] * reference]) == status
        assert due in "".join(capsys.readouterr())


def test_the_command_refuses_in_the_readers_language(proof: Path) -> None:
    proof.write_bytes(proof.read_bytes()[:-1])
    size = proof.stat().st_size
    run = kinrow("check", proof, language="zh_CN.UTF-8")
    assert (run.returncode, run.stdout) == (1, "")
    assert f"未通过核验：第 {size} 字节处：文件不完整" in run.stderr
    run = kinrow("check", "--json", proof)
    assert run.returncode == 1
    assert not json.loads(run.stdout)["accepted"]


def test_every_refusal_can_be_said_in_every_language() -> None:
    """The sentences of the compiled checker, as its source has them, are in the catalogue."""
    source = re.sub(r'"\s*\n\s*"', "", SOURCE.read_text(encoding="utf-8"))
    last_arguments = re.findall(r'(?<!Unusable)[(,]\s*"([^"\\]*)"\)', source)
    reasons = {text for text in last_arguments if text.count(" ") >= 2}
    texts = fault_texts()
    known = {text["en"] for key, text in texts.items() if key.startswith("refused.")}
    assert len(reasons) > 40
    assert reasons == known
    assert said(ProofRefused("as it is")) == "as it is"


def refusals() -> set[str]:
    """The sentences of `kinrow.reference`, as its source has them."""
    found = set()
    for node in ast.walk(ast.parse(Path(check_py.__file__).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Refused", "self.require"):
            words = node.args[-1]
            if isinstance(words, ast.Constant):
                found.add(str(words.value))
            elif isinstance(words, ast.JoinedStr):
                parts = [part for part in words.values if isinstance(part, ast.Constant)]
                found.add("".join(str(part.value) for part in parts))
    return found


def test_every_refusal_of_the_reference_can_be_said_in_chinese() -> None:
    """By itself, where nothing of kinrow is there, and by `kinrow check --reference`."""
    said_there = {re.sub(r"^byte \d*: +(?=.)", "", words) for words in refusals()}
    assert len(said_there) > 30
    heads = {known.partition("{rest}")[0] for known in check_py.CHINESE}
    assert heads == {re.sub(r"^(byte : |byte 0: )", "", words) for words in said_there} - {": "}
    texts = fault_texts()
    kept = {text["en"]: text["zh-Hans"] for key, text in texts.items() if "reference." in key[:10]}
    assert kept == check_py.CHINESE
    for text in texts.values():
        if text["en"] in check_py.CHINESE:
            assert check_py.traditional(text["zh-Hans"]) == text["zh-Hant"]


def run(path: Path | str, locale: str) -> str:
    """What check.py says, by itself."""
    program = [sys.executable, "-X", "utf8", "-I", check_py.__file__, str(path)]
    env = {"LANG": locale}
    done = subprocess.run(program, env=env, capture_output=True, check=False, encoding="utf-8")
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("C", ("No such file", "usage: python", ", empty board, X to move")),
        ("zh_CN.UTF-8", ("没有这个文件", "用法：python", "，空棋盘，轮到 X")),
        ("zh_TW.UTF-8", ("沒有這個檔案", "用法：python", "，空棋盤，輪到 X")),
        ("zh-Hant_HK", ("沒有這個檔案", "2：無法讀取", "已證明：")),
    ],
)
def test_check_py_alone_says_what_kinrow_says(
    proof: Path, locale: str, words: tuple[str, ...]
) -> None:
    asked: tuple[Path | str, ...] = (proof.with_name("none"), "--help", proof)
    for each, word in zip(asked, words, strict=True):
        assert word in run(each, locale)


def test_check_py_speaks_the_reader_s_language(proof: Path) -> None:
    assert "轮到 X：" in run(proof, "zh_CN.UTF-8")
    assert "已证明：" in run(proof, "zh_CN.UTF-8")
    assert "proved: " in run(proof, "zhuang")
    proof.write_bytes(proof.read_bytes()[:500])
    assert "未通过核验：第 500 字节处：文件在证明中途结束" in run(proof, "zh_CN.UTF-8")
    assert "未通過核驗：第 500 位元組處：檔案在證明中途結束" in run(proof, "zh_TW.UTF-8")
    with pytest.raises(ProofRefused) as refused:
        check(proof, reference=True)
    assert "第 500 位元組處：檔案在證明中途結束" in refused.value.worded("zh-Hant")
