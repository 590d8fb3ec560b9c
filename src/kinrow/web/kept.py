"""A text that is made once and sent often: compressed, with a tag by which browsers know it."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response


@dataclass(frozen=True, slots=True)
class Kept:
    """A text as it crosses the wire, and the tag by which a browser knows that it has it."""

    compressed: bytes
    tag: str
    media_type: str

    @classmethod
    def of(cls, text: str, media_type: str) -> Kept:
        """The text, compressed once."""
        data = text.encode()
        tag = f'"{sha256(data).hexdigest()[:16]}"'
        return cls(gzip.compress(data, mtime=0), tag, media_type)

    def response(self, request: Request) -> Response:
        """As an answer over HTTP; without the text if the browser has it."""
        headers = {"ETag": self.tag, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(gzip.decompress(self.compressed), 200, headers, self.media_type)
        headers["Content-Encoding"] = "gzip"
        return Response(self.compressed, 200, headers, self.media_type)
