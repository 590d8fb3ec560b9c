"""Joins lines of Chinese text: a browser shows the end of a line of the source as a space.

MkDocs calls `on_page_content` with the HTML of each page.
"""

from __future__ import annotations

import re
from typing import Any

_CODE = re.compile(r"(<pre>.*?</pre>)", re.DOTALL)
_HAN = "[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"
_TAGS = "(?:<[^>]+>)*"
_END = re.compile(rf"({_HAN}{_TAGS})\n(?={_TAGS}{_HAN})")


def on_page_content(html: str, **_: Any) -> str:
    r"""The page with no line end between two Chinese characters, except in code.

    >>> on_page_content("<p>胜，\n<b>负\nX</b></p><pre>和\n和</pre>")
    '<p>胜，<b>负\nX</b></p><pre>和\n和</pre>'
    """
    parts = _CODE.split(html)
    return "".join(part if part.startswith("<pre>") else _END.sub(r"\1", part) for part in parts)
