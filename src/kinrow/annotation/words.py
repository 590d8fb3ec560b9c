"""The words of annotated games and of reports, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kinrow.annotation.truth import OUTCOMES
from kinrow.words import Catalogue, texts_of

if TYPE_CHECKING:
    from pathlib import Path

    from kinrow.annotation.estimate import TimeLeft
    from kinrow.annotation.files import Summary
    from kinrow.annotation.job import JobProgress

_YEAR = 365.25 * 86400  # seconds
_PLACES = ("atlas", "strategy", "table")


class AnnotationWords(Catalogue):
    """The catalogue in one language.

    >>> AnnotationWords("zh-Hans")("outcome.draw"), AnnotationWords().some(2000, "row")
    ('和', '2,000 rows')
    """

    room = "annotation"

    def some(self, number: int, noun: str) -> str:
        """So many."""
        return self(f"some.{noun}" if number == 1 else f"some.{noun}s", number=f"{number:,}")

    def outcome(self, word: str) -> str:
        """An outcome as a file has it; another word stays as it is.

        >>> AnnotationWords("zh-Hant").outcome("draw-or-loss")
        '和或負'
        """
        return self(f"outcome.{word}") if word in OUTCOMES else word

    def source(self, source: str) -> str:
        """What an answer is known from, as `str` writes the evidence and files have it.

        >>> AnnotationWords("zh-Hans").source("atlas 3,3,3, sha256 ab")
        '图谱 3,3,3, sha256 ab'
        >>> AnnotationWords("zh-Hans").source("strategy stealing + pairing")
        '策略窃取 + 配对'
        """
        rules, names = texts_of("atlas"), source.split(" + ")
        if all(f"rule.{name}" in rules for name in names):
            return " + ".join(rules[f"rule.{name}"][self.language] for name in names)
        kind, _, place = source.partition(" ")
        return self(f"source.{kind}", place=place) if kind in _PLACES else source

    def summary(self, summary: Summary, file: Path, limit: str | None) -> str:
        """What a run came to, which wrote that file."""
        parts = [self.some(summary.rows, "row"), self.some(summary.mistakes, "mistake")]
        if summary.faults:
            parts.append(self.some(len(summary.faults), "bad-row"))
        if summary.bounded:
            rows = self.some(summary.bounded, "row")
            parts.append(self("annotate.limited", rows=rows, limit=limit))
        found, seconds = self("mark").join(parts), f"{summary.seconds:.1f}"
        return self("annotate.sum", file=file, found=found, seconds=seconds)

    def progress(self, progress: JobProgress) -> str:
        """How far a job is, in one line.

        >>> from kinrow.annotation.job import JobProgress
        >>> from kinrow.annotation.estimate import TimeLeft
        >>> now = JobProgress(20, 300, 9, 4000, 12.0, TimeLeft(90.0, guess=True))
        >>> AnnotationWords().progress(now)
        '20 of 300 positions · at ply 9 · 4,000 queries · 12 s · roughly 2 min left'
        >>> AnnotationWords("zh-Hans").progress(now)
        '局面 20/300 · 盘上 9 子 · 已求解 4,000 次 · 12 秒 · 粗略估计还需 2 分钟'
        """
        return " · ".join(self._progress(progress))

    def _progress(self, now: JobProgress) -> Iterator[str]:
        yield self("progress.positions", done=f"{now.positions:,}", total=f"{now.total:,}")
        yield self("progress.ply", ply=now.ply)
        yield self("progress.questions", count=f"{now.questions:,}")
        yield self("time.seconds", number=f"{now.seconds:.0f}")
        if now.left is not None:
            yield self.left(now.left)

    def left(self, left: TimeLeft) -> str:
        """The time that the rest may take, and whether that is a guess.

        >>> from kinrow.annotation.estimate import TimeLeft
        >>> AnnotationWords().left(TimeLeft(1e12, guess=True))
        'more than a year left'
        """
        if left.seconds > _YEAR:
            return self("progress.left.year")
        key = "progress.left.roughly" if left.guess else "progress.left.about"
        return self(key, time=self.duration(left.seconds))

    def duration(self, seconds: float) -> str:
        """A time, as exact as an estimate deserves.

        >>> [AnnotationWords().duration(seconds) for seconds in (0.3, 41, 754, 9000)]
        ['1 s', '41 s', '13 min', '2.5 h']
        """
        if seconds < 60:
            return self("time.seconds", number=max(round(seconds), 1))
        if seconds < 3600:
            return self("time.minutes", number=round(seconds / 60))
        return self("time.hours", number=f"{seconds / 3600:.1f}")
