"""Fonts for matplotlib: its own has no Chinese, so one of the system's stands behind it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from logging import ERROR, getLogger

from kinrow.words import Language

_OWN = "DejaVu Sans"
_CHINESE: dict[Language, tuple[str, ...]] = {
    "zh-Hans": (
        "Noto Sans CJK SC",
        "Noto Sans SC",
        "Source Han Sans SC",
        "Source Han Sans CN",
        "PingFang SC",
        "Hiragino Sans GB",
        "Microsoft YaHei",
        "SimHei",
    ),
    "zh-Hant": (
        "Noto Sans CJK TC",
        "Noto Sans TC",
        "Source Han Sans TC",
        "Source Han Sans TW",
        "PingFang TC",
        "Heiti TC",
        "Microsoft JhengHei",
    ),
}
# Matplotlib names a collection of fonts by its first, and these have both scripts.
_BOTH = (
    "Noto Sans CJK JP",
    "Source Han Sans",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Droid Sans Fallback",
    "Arial Unicode MS",
)


def chinese_font(language: Language) -> str | None:
    """A font of the system that has the signs of that language; None if we know of none.

    For English it is one for the names that people have.
    """
    from matplotlib.font_manager import fontManager

    there = set(fontManager.get_font_names())
    own = _CHINESE.get(language, ())
    others = (name for names in _CHINESE.values() for name in names)
    return next((name for name in (*own, *_BOTH, *others) if name in there), None)


def sayable(language: Language) -> Language:
    """The language if a font here can write it, otherwise English."""
    return language if language == "en" or chinese_font(language) else "en"


@contextmanager
def with_fonts(language: Language) -> Iterator[None]:
    """Pictures that are drawn and saved within have the signs of all languages, if a font has.

    Many of those fonts have one weight only; that is not worth a warning.
    """
    from matplotlib import rc_context

    found = chinese_font(language)
    log = getLogger("matplotlib.font_manager")
    level = log.level
    log.setLevel(ERROR)
    try:
        with rc_context({"font.family": [_OWN, found] if found else [_OWN]}):
            yield
    finally:
        log.setLevel(level)
