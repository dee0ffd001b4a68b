"""A pool of processes: limited in number, each for one function, stopped after a time without work."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping

from balai.backend.sandbox.process import SandboxError, SandboxProcess
from balai.functions import Function

# Seconds after which an idle process is stopped.
IDLE_TIMEOUT_S = 60.0
# Seconds that a request waits for a free process.
ACQUIRE_TIMEOUT_S = 10.0


class Sandbox:
    """The processes of one worker."""

    def __init__(self, *, max_processes: int, environment: Mapping[str, str] | None = None) -> None:
        self._environment = dict(environment or {})
        self._slots = asyncio.Semaphore(max_processes)
        self._max_processes = max_processes
        self._running = 0
        self._idle: list[tuple[Function, SandboxProcess, asyncio.TimerHandle]] = []
        self._stopping: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def process(self, function: Function) -> AsyncIterator[SandboxProcess]:
        """Acquires a process for this function, for the duration of the block. It is stopped if the block fails.

        Raises:
            SandboxError: no process became free in time, or the function cannot be loaded.
        """
        try:
            async with asyncio.timeout(ACQUIRE_TIMEOUT_S):
                await self._slots.acquire()
        except TimeoutError as error:
            raise SandboxError("busy") from error
        try:
            process = self._take_idle(function) or await self._start(function)
            try:
                yield process
            except BaseException:
                await self._stop(process)
                raise
            await self._release(function, process)
        finally:
            self._slots.release()

    async def close(self) -> None:
        """Stops every idle process."""
        while self._idle:
            _, process, timer = self._idle.pop()
            timer.cancel()
            await self._stop(process)
        if self._stopping:
            await asyncio.wait(self._stopping)

    def _take_idle(self, function: Function) -> SandboxProcess | None:
        for at, (kind, process, timer) in enumerate(self._idle):
            if kind == function:
                del self._idle[at]
                timer.cancel()
                if process.is_alive:
                    return process
                self._stop_soon(process)
                return self._take_idle(function)
        return None

    async def _start(self, function: Function) -> SandboxProcess:
        if self._running >= self._max_processes and self._idle:
            _, longest_idle, timer = self._idle.pop(0)
            timer.cancel()
            await self._stop(longest_idle)
        self._running += 1
        try:
            async with asyncio.timeout(function.time_limit_s):
                return await SandboxProcess.start(function, self._environment)
        except BaseException as error:
            self._running -= 1
            if isinstance(error, TimeoutError):
                raise SandboxError("time") from error
            raise

    async def _release(self, function: Function, process: SandboxProcess) -> None:
        if not process.is_alive:
            await self._stop(process)
            return
        timer = asyncio.get_running_loop().call_later(IDLE_TIMEOUT_S, self._expire, process)
        self._idle.append((function, process, timer))

    def _expire(self, process: SandboxProcess) -> None:
        self._idle = [entry for entry in self._idle if entry[1] is not process]
        self._stop_soon(process)

    def _stop_soon(self, process: SandboxProcess) -> None:
        ending = asyncio.create_task(self._stop(process))
        self._stopping.add(ending)
        ending.add_done_callback(self._stopping.discard)

    async def _stop(self, process: SandboxProcess) -> None:
        self._running -= 1
        await process.stop()
