"""Runs a command of `balai` in a process of its own, for as long as the job that waits for it."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Awaitable, Callable

from balai.database.pool import UNAVAILABLE
from balai.errors import StartError

CONFIRM_S = 30.0
# SIGINT ends the process and its `pg_dump` or `pg_restore` within moments.
STOP_S = 5.0
MAX_OUTPUT = 4000


async def run_command(
    *arguments: str, environment: dict[str, str], confirm: Callable[[], Awaitable[object]] | None = None
) -> None:
    """Run the command. `confirm` is called twice a minute meanwhile. Raises StartError with the printed error."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "balai.cli", *arguments),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env=environment,
        # A group of its own: a signal ends the programs that it runs too.
        start_new_session=True,
    )
    assert process.stdout is not None
    reading = asyncio.create_task(_read_end(process.stdout))
    try:
        while not (await asyncio.wait({reading}, timeout=CONFIRM_S))[0]:
            if confirm is not None:
                with contextlib.suppress(*UNAVAILABLE):
                    await confirm()
        output = await reading
        if await process.wait():
            raise StartError(_error_in(output) or f"the process ended with {process.returncode}")
    finally:
        reading.cancel()
        await _stop(process)


async def _read_end(stream: asyncio.StreamReader) -> str:
    """The last lines that the process has written, however many there are."""
    output = b""
    while data := await stream.read(65536):
        output = (output + data)[-MAX_OUTPUT:]
    return output.decode(errors="replace")


def _error_in(output: str) -> str:
    """The error that `balai` printed, else the last line."""
    _, found, error = output.rpartition("balai: ")
    return error.strip() if found else "".join(output.strip().splitlines()[-1:])


async def _stop(process: asyncio.subprocess.Process) -> None:
    for number in (signal.SIGINT, signal.SIGKILL):
        if process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_S):
                await process.wait()
