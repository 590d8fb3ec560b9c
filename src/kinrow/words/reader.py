"""The user's language, according to the locale."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cache

from kinrow.words import Language

_TRADITIONAL = ("tw", "hk", "mo", "hant")


def language(environ: Mapping[str, str] = os.environ) -> Language:
    """The language that the locale asks for: "en", "zh-Hans" or "zh-Hant".

    Source: POSIX, the first of LC_ALL, LC_MESSAGES and LANG that is not empty decides; on Windows,
    where nobody sets them, the language of its windows does.

    >>> language({"LC_ALL": "", "LANG": "zh_TW.UTF-8"}), language({"LANG": "zh_CN.UTF-8"})
    ('zh-Hant', 'zh-Hans')
    >>> language({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"})
    'en'
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environ[name] for name in names if environ.get(name)), "") or _of_windows()
    locale = locale.casefold()
    parts = locale.partition(".")[0].replace("@", "_").replace("-", "_").split("_")
    if parts[0] != "zh":
        return "en"
    return "zh-Hant" if any(part in _TRADITIONAL for part in parts) else "zh-Hans"


@cache
def _of_windows() -> str:
    """The language in which Windows speaks to the user, such as zh_CN; empty elsewhere."""
    if sys.platform != "win32":
        return ""
    import ctypes
    from locale import windows_locale

    return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
