"""Sets Python examples with prompts as such: the copy button leaves prompts and outputs out.

MkDocs calls `on_page_markdown` for each page; docs/copying.css says what is left out.
"""

from __future__ import annotations

import re
from typing import Any

_EXAMPLE = re.compile(r"^```python\n(?=>>> )", re.MULTILINE)


def on_page_markdown(text: str, **_: Any) -> str:
    r"""The page with its examples as `pycon`.

    >>> on_page_markdown("```python\n>>> 1 + 1\n2\n```")
    '```pycon\n>>> 1 + 1\n2\n```'
    """
    return _EXAMPLE.sub("```pycon\n", text)
