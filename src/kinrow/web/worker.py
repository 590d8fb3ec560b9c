"""A worker process: reads questions from its standard input, a JSON line each, and answers them."""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from collections import deque
from typing import Any

from kinrow.rules import KinrowError
from kinrow.rules.sentence import Sentence
from kinrow.web.asking import Asking, ClientGone
from kinrow.web.jobs import JOBS, Tools
from kinrow.web.logs import log, write_to_stderr
from kinrow.web.problems import Problem, problem_of

_SPARE = 2 * 2**30  # address space in addition to the table: the interpreter, the trees of a search
_POLITE = 5


class Pipe:
    """Lines in on descriptor 0, lines out on a descriptor that nothing else writes to."""

    def __init__(self) -> None:
        self._out = os.dup(1)
        os.dup2(2, 1)
        self._arrived: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._lines: deque[bytes] = deque()
        self._asked = 0
        self._has_left = False
        threading.Thread(target=self._read, daemon=True).start()

    def next(self) -> dict[str, Any]:
        """The next question."""
        while True:
            line = json.loads(self._lines.popleft() if self._lines else self._arrived.get())
            if "cancel" not in line:
                self._asked, self._has_left = line["id"], False
                return dict(line)

    def left(self) -> bool:
        """Whether whoever asked the question at hand has left."""
        while not self._arrived.empty():
            self._lines.append(self._arrived.get())
        while self._lines and b'"cancel"' in self._lines[0]:
            if json.loads(self._lines.popleft())["cancel"] == self._asked:
                self._has_left = True
        return self._has_left

    def tell(self, part: dict[str, Any]) -> None:
        """A part of the answer."""
        self._send({"id": self._asked, "part": part})

    def finish(self, **end: Any) -> None:
        """The answer's end: a result or a problem."""
        self._send({"id": self._asked, **end})

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        while data:
            data = data[os.write(self._out, data) :]

    def _read(self) -> None:
        """Takes in lines as they come. Ends the process once the server is gone."""
        rest = b""
        while data := os.read(0, 2**16):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._arrived.put(line)
        os._exit(0)


def answer(pipe: Pipe, tools: Tools, question: dict[str, Any]) -> None:
    """Answers one question, whatever happens; no traceback leaves the process."""
    job = JOBS[question["job"]]
    asked = job.request.model_construct(**question["body"])
    try:
        result = job.answer(Asking(asked, question["seconds"], pipe), tools)
    except ClientGone:
        pipe.finish(left=True)
    except KinrowError as error:
        pipe.finish(problem=problem_of(error).document())
    except Problem as error:
        pipe.finish(problem=error.document())
    except (MemoryError, RecursionError):
        tools.close()
        pipe.finish(problem=Problem(503, "out-of-memory", Sentence("work.memory")).document())
    except Exception:
        log.exception("job failed", extra={"f": {"job": question["job"]}})
        failure = Problem(500, "failure", Sentence("work.failed"))
        pipe.finish(problem=failure.document())
    else:
        pipe.finish(result=result.model_dump(mode="json", exclude_unset=True))


def main(memory: str) -> None:
    """Answers until the server goes away."""
    write_to_stderr()
    try:
        serve(memory)
    except Exception:
        log.exception("worker failed")
        raise SystemExit(1) from None


def limit_itself(most: int) -> None:
    """Bounds the process's address space in bytes, and lets the server itself come first."""
    if sys.platform == "linux":  # macOS refuses such a bound, and Windows has none
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform != "win32":
        os.nice(_POLITE)


def serve(memory: str) -> None:
    """Sets the process's bounds, then answers."""
    from kinrow.runtime.limits import bytes_of

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_itself(2 * bytes_of(memory) + _SPARE)
    pipe, tools = Pipe(), Tools(memory)
    while True:
        answer(pipe, tools, pipe.next())


if __name__ == "__main__":
    main(sys.argv[1])
