"""Processes kept warm: at most so many at once, each for one function, gone after a while without work."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping

from balai.backend.sandbox.process import Child, SandboxError
from balai.functions import Function

# How long a process without work stays.
IDLE_S = 60.0
# How long a request waits for a place.
PATIENCE_S = 10.0


class Sandbox:
    """The processes of one worker."""

    def __init__(self, *, most: int, environment: Mapping[str, str] | None = None) -> None:
        self._environment = dict(environment or {})
        self._places = asyncio.Semaphore(most)
        self._most = most
        self._running = 0
        self._idle: list[tuple[Function, Child, asyncio.TimerHandle]] = []
        self._ends: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def child(self, function: Function) -> AsyncIterator[Child]:
        """A process for this function, for as long as the block lasts; ended with it if the block fails.

        Raises:
            SandboxError: no place became free in time, or the function does not load.
        """
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._places.acquire()
        except TimeoutError as error:
            raise SandboxError("busy") from error
        try:
            child = self._take(function) or await self._start(function)
            try:
                yield child
            except BaseException:
                await self._end(child)
                raise
            await self._keep(function, child)
        finally:
            self._places.release()

    async def close(self) -> None:
        """End every process that has no work."""
        while self._idle:
            _, child, timer = self._idle.pop()
            timer.cancel()
            await self._end(child)
        if self._ends:
            await asyncio.wait(self._ends)

    def _take(self, function: Function) -> Child | None:
        for at, (kind, child, timer) in enumerate(self._idle):
            if kind == function:
                del self._idle[at]
                timer.cancel()
                if child.is_alive:
                    return child
                self._end_soon(child)
                return self._take(function)
        return None

    async def _start(self, function: Function) -> Child:
        if self._running >= self._most and self._idle:
            _, longest_idle, timer = self._idle.pop(0)
            timer.cancel()
            await self._end(longest_idle)
        self._running += 1
        try:
            async with asyncio.timeout(function.time_limit_s):
                return await Child.start(function, self._environment)
        except BaseException as error:
            self._running -= 1
            if isinstance(error, TimeoutError):
                raise SandboxError("time") from error
            raise

    async def _keep(self, function: Function, child: Child) -> None:
        if not child.is_alive:
            await self._end(child)
            return
        timer = asyncio.get_running_loop().call_later(IDLE_S, self._forget, child)
        self._idle.append((function, child, timer))

    def _forget(self, child: Child) -> None:
        self._idle = [entry for entry in self._idle if entry[1] is not child]
        self._end_soon(child)

    def _end_soon(self, child: Child) -> None:
        ending = asyncio.create_task(self._end(child))
        self._ends.add(ending)
        ending.add_done_callback(self._ends.discard)

    async def _end(self, child: Child) -> None:
        self._running -= 1
        await child.end()
