"""Log lines that programs can read: one JSON object per line, without any data about visitors."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

log = logging.getLogger("kinrow.web")


class Structured(logging.Formatter):
    """A record as a JSON object: time, level, event, and the fields given as `extra={"f": ...}`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line; of an exception only its type and the line of our code it came from."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage().partition("\n")[0],
            **getattr(record, "f", {}),
        }
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            last = record.exc_info[2]
            while last and last.tb_next:
                last = last.tb_next
            if last:
                code = last.tb_frame
                line["at"] = f"{code.f_globals.get('__name__', '?')}:{last.tb_lineno}"
        return json.dumps(line, ensure_ascii=False)


def without_addresses(record: logging.LogRecord) -> bool:
    """Keeps out what uvicorn says about each WebSocket: who it is from; we say the rest."""
    return "WebSocket" not in str(record.msg) and not str(record.msg).startswith("connection ")


def write_to_stderr() -> None:
    """Everything that uvicorn and we have to say, as such lines; on a terminal what is wrong."""
    handler = logging.StreamHandler(sys.stderr)
    watched = sys.stderr.isatty()
    handler.setFormatter(None if watched else Structured())
    handler.addFilter(without_addresses)
    for name in ("kinrow.web", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.WARNING if watched else logging.INFO)
    # Ours say more, and nothing of who asked.
    logging.getLogger("uvicorn.access").disabled = True
