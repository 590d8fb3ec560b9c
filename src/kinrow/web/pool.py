"""Worker processes and their use: one per request, bounded in time and number."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

from kinrow.rules.sentence import Sentence
from kinrow.runtime.groups import NEW_GROUP
from kinrow.web.logs import log
from kinrow.web.problems import Problem
from kinrow.web.settings import Settings
from kinrow.web.shapes import ChooseRequest, Shape

_LONGEST_LINE = 2**24
# A new worker on a busy machine may need seconds to load what it knows. If it were ended for that,
# the next one would be as new.
_GRACE = 15.0  # seconds beyond its time in which a question may still be answered
_PATIENCE = 10.0  # seconds for a worker to notice that whoever asked has left
Message = dict[str, Any]
Tell = Callable[[int], Awaitable[None]]
"""Told how many questions wait before one that has to wait."""


async def _tell_nobody(ahead: int) -> None:
    """For whoever waits in silence."""


class Worker:
    """One process, started when it is first needed, and again if it has died."""

    def __init__(self, memory: str) -> None:
        self._memory = memory
        self._process: asyncio.subprocess.Process | None = None
        self._number = 0
        self._starting = asyncio.Lock()

    async def start(self) -> None:
        """Starts the process before anyone asks."""
        await self._running()

    async def ask(self, job: str, asked: Shape, seconds: float) -> AsyncGenerator[Message]:
        """Parts of the answer, then its result; raises Problem if it is one."""
        process = await self._running()
        assert process.stdin is not None
        self._number += 1
        done = False
        question = {"id": self._number, "job": job, "body": asked.plain(), "seconds": seconds}
        try:
            process.stdin.write(json.dumps(question).encode() + b"\n")
            async with asyncio.timeout(seconds + _GRACE):
                async for message in self._messages(process):
                    done = "part" not in message
                    yield message
                    if done:
                        return
        except TimeoutError:
            raise Problem(503, "too-long", Sentence("work.long", seconds=f"{seconds:g}")) from None
        finally:
            if not done:
                await self._leave(process)

    async def _messages(self, process: asyncio.subprocess.Process) -> AsyncGenerator[Message]:
        """What the process says about the question at hand."""
        while line := await self._line(process):
            message: Message = json.loads(line)
            if message["id"] == self._number:
                yield message
        if process is self._process:  # else the server has ended it
            await self.close()
            log.error("worker died", extra={"f": {"code": process.returncode}})
        raise Problem(503, "ended", Sentence("work.died"))

    async def _line(self, process: asyncio.subprocess.Process) -> bytes:
        """The next line that it writes; of one that is too long the rest is not waited for."""
        assert process.stdout is not None
        try:
            return await process.stdout.readline()
        except ValueError:
            await self.close()
            raise Problem(503, "out-of-memory", Sentence("work.memory")) from None

    async def _leave(self, process: asyncio.subprocess.Process) -> None:
        """Tells a worker that nobody waits; one that does not listen is ended."""
        if process is not self._process:
            return
        heard = False
        try:
            assert process.stdin is not None
            process.stdin.write(json.dumps({"cancel": self._number}).encode() + b"\n")
            async with asyncio.timeout(_PATIENCE):
                async for message in self._messages(process):
                    if "part" not in message:
                        heard = True
                        return
        except (TimeoutError, Problem, ConnectionError):
            pass
        finally:
            if not heard:
                await self.close()

    async def _running(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                self._process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-P", "-m", "kinrow.web.worker", self._memory),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    limit=_LONGEST_LINE,
                    start_new_session=True,  # Ctrl-C is for the server, which ends it
                    creationflags=NEW_GROUP,
                )
            return self._process

    async def close(self) -> None:
        """Ends the process."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Lane:
    """Workers of one kind, and the questions that wait for one, first come, first served."""

    def __init__(self, number: int, memory: str, most_waiting: int) -> None:
        self.workers = [Worker(memory) for _ in range(number)]
        self.free = list(self.workers)
        self.waiting: deque[asyncio.Future[Worker]] = deque()
        self.most_waiting = most_waiting

    async def take(self, tell: Tell) -> Worker:
        """A free worker; `tell` gets how many wait before. Raises Problem if too many do."""
        if self.free:
            return self.free.pop()
        if len(self.waiting) >= self.most_waiting:
            raise Problem(503, "busy", Sentence("work.queue"))
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.waiting.append(turn)
        try:
            await tell(len(self.waiting))
            return await turn
        except BaseException:  # who waited has left
            if turn.done() and not turn.cancelled():
                self.give(turn.result())
            elif turn in self.waiting:
                self.waiting.remove(turn)
            raise

    def give(self, worker: Worker) -> None:
        """Hands a worker back: to the first who waits."""
        while self.waiting:
            turn = self.waiting.popleft()
            if not turn.done():
                turn.set_result(worker)
                return
        self.free.append(worker)


# Its strategy is the largest that a player may need, and the first one that a visitor is offered.
_FIRST = ChooseRequest(game="gomoku", player="perfect")


class Pool:
    """The lanes of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.lanes = {
            name: Lane(number, settings.memory, settings.waiting)
            for name, number in settings.lanes.items()
        }
        self._prepared = False

    async def start(self) -> None:
        """Starts the solving process that is asked first: that takes longer than most answers."""
        await self.lanes["solve"].free[-1].start()

    async def prepare(self) -> None:
        """Has a player's process load what the first game against a proof needs, once."""
        if not self._prepared:
            self._prepared = True
            with contextlib.suppress(Problem):
                await self.result("play", "choose", _FIRST, self.settings.seconds)

    async def ask(
        self,
        lane: str,
        job: str,
        asked: Shape,
        seconds: float,
        tell: Tell = _tell_nobody,
    ) -> AsyncGenerator[Message]:
        """The messages of a question's answer; closing the iterator cancels the question."""
        queue = self.lanes[lane]
        worker = await queue.take(tell)
        try:
            answer = worker.ask(job, asked, min(seconds, self.settings.seconds))
            async with contextlib.aclosing(answer):
                async for message in answer:
                    if "problem" in message:
                        raise Problem.from_document(message["problem"])
                    yield message
        finally:
            queue.give(worker)

    async def result(self, lane: str, job: str, asked: Shape, seconds: float) -> Message:
        """A question's result, without the parts on the way."""
        async with contextlib.aclosing(self.ask(lane, job, asked, seconds)) as answer:
            async for message in answer:
                if "result" in message:
                    return dict(message["result"])
        raise Problem(503, "stopped", Sentence("work.stopped"))

    async def close(self) -> None:
        """Ends all processes."""
        for lane in self.lanes.values():
            await asyncio.gather(*(worker.close() for worker in lane.workers))
