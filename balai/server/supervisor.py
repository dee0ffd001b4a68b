"""The supervisor: the process that an operator starts. It owns the port and the embedded database.

Start order: bind the port (an occupied port fails at once), start the workers (their imports take longer than the
database), start the database, migrate, send the workers their configuration, print the banner. The port stays bound
while a worker is replaced, so no connection is refused. A worker exits when this process is gone.
"""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

import msgspec
import structlog

from balai.database.embedded import EmbeddedPostgres
from balai.errors import StartError
from balai.settings import Settings

STOP_TIMEOUT_S = 20
BIND_TIMEOUT_S = 3
MIN_RESTART_DELAY_S = 0.2
MAX_RESTART_DELAY_S = 10.0
HEALTHY_AFTER_S = 30.0
# Asks for a stop of everything but this process, which then waits for the end of an upgrade (cli/upgrade).
PAUSE = signal.SIGUSR2
DATABASE_CHECK_INTERVAL_S = 1.0
log = structlog.get_logger("balai.supervisor")


class WorkerConfig(msgspec.Struct, frozen=True):
    """The configuration that a worker reads from standard input, as one line of JSON."""

    settings: Settings
    database_url: str
    socket: int
    backend_only: bool
    # False for the trial of an upgrade: messages that its jobs send could be sent again after the return.
    has_jobs: bool = True


class StartFailure(msgspec.Struct, frozen=True):
    """The output of a worker in place of `ready` when a setting cannot be used, as one line of JSON."""

    message: str
    hint: str | None


async def supervise(
    settings: Settings,
    *,
    prepare: Callable[[str], Awaitable[None]],
    on_ready: Callable[[], None],
    backend_only: bool = False,
    is_trial: bool = False,
) -> bool:
    """Run until SIGINT, SIGTERM or PAUSE. `prepare` gets the database URL before the workers serve.

    Returns True after PAUSE. A trial has no jobs, and ends when its standard input closes.

    Raises:
        StartError: the port is in use, the database does not start, `prepare` raises it, or no worker can start with
            these settings.
    """
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    paused = _listen_for_pause(stop)
    listener = await _bind(settings.host, settings.port)
    metrics = tempfile.mkdtemp(prefix="balai-metrics-")
    database = None if settings.database_url else EmbeddedPostgres(settings.data_dir)
    serving = asyncio.Event()
    workers = [Worker(listener.fileno(), metrics, serving, is_trial=is_trial) for _ in range(settings.workers)]
    try:
        await asyncio.gather(*(worker.start() for worker in workers))
        if database is not None:
            await asyncio.to_thread(database.start)
        url = settings.database_url if database is None else database.url
        await prepare(url)
        config = WorkerConfig(
            settings=settings,
            database_url=url,
            socket=listener.fileno(),
            backend_only=backend_only,
            has_jobs=not is_trial,
        )
        tasks = [asyncio.create_task(worker.run(config, stop)) for worker in workers]
        if database is not None:
            tasks.append(asyncio.create_task(_watch_database(database, stop)))
        if is_trial:
            tasks.append(asyncio.create_task(_watch_input(stop)))
        await _wait_first(stop, serving.wait())
        if not stop.is_set():
            on_ready()
        await stop.wait()
        await asyncio.gather(*tasks)
        _raise_start_failure(workers)
        return paused.is_set()
    finally:
        await asyncio.gather(*(worker.stop() for worker in workers))
        listener.close()
        if database is not None:
            await asyncio.to_thread(database.stop)
        shutil.rmtree(metrics, ignore_errors=True)


def _listen_for_pause(stop: asyncio.Event) -> asyncio.Event:
    paused = asyncio.Event()

    def pause() -> None:
        paused.set()
        stop.set()

    asyncio.get_running_loop().add_signal_handler(PAUSE, pause)
    return paused


def _raise_start_failure(workers: Sequence["Worker"]) -> None:
    for worker in workers:
        if worker.failure is not None:
            raise StartError(worker.failure.message, hint=worker.failure.hint)


async def _watch_input(stop: asyncio.Event) -> None:
    """Stop when the process that started this one has ended, however it did."""
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    await _wait_first(stop, reader.read())
    transport.close()
    stop.set()


async def _watch_database(database: EmbeddedPostgres, stop: asyncio.Event) -> None:
    """Restart the embedded database when it was killed, for example by the kernel when memory is short."""
    while not stop.is_set():
        await _wait_first(stop, asyncio.sleep(DATABASE_CHECK_INTERVAL_S))
        try:
            if not stop.is_set() and await asyncio.to_thread(database.restart_if_stopped):
                log.warning("database_restarted")
        except (StartError, OSError) as error:
            log.error("database_restart_failed", error=str(error))


class Worker:
    """One worker process and its restarts."""

    def __init__(self, listener: int, metrics: str, serving: asyncio.Event, *, is_trial: bool = False) -> None:
        self._serving = serving  # set by the first worker that is ready
        self._is_trial = is_trial
        self.failure: StartFailure | None = None
        self._listener = listener
        self._environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": metrics}
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the process; it imports its modules and waits for its configuration."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "balai.server.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            pass_fds=(self._listener,),
            env=self._environment,
            # Ctrl-C in the terminal reaches this process only, which then stops the workers.
            start_new_session=True,
        )

    async def run(self, config: WorkerConfig, stop: asyncio.Event) -> None:
        """Send the configuration, and restart the process whenever it exits before `stop`."""
        delay = MIN_RESTART_DELAY_S
        while not stop.is_set():
            started = time.monotonic()
            await self._run_once(config, stop)
            if stop.is_set():
                return
            delay = MIN_RESTART_DELAY_S if time.monotonic() - started > HEALTHY_AFTER_S else delay * 2
            await _wait_first(stop, asyncio.sleep(min(delay, MAX_RESTART_DELAY_S)))
            try:
                await self.start()
            except OSError as error:
                # Out of memory or processes: the next iteration finds the exited process again and retries.
                log.error("worker_start_failed", error=str(error))

    async def _run_once(self, config: WorkerConfig, stop: asyncio.Event) -> None:
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        with contextlib.suppress(ConnectionError):  # the process has exited already: the wait below returns
            process.stdin.write(msgspec.json.encode(config, enc_hook=str) + b"\n")
            await process.stdin.drain()
        line = await _wait_first(stop, process.stdout.readline())
        if line == b"ready\n":
            self._serving.set()
        elif isinstance(line, bytes) and line and not self._serving.is_set():
            # A restart would fail again: the settings are the same.
            self.failure = msgspec.json.decode(line, type=StartFailure)
            stop.set()
        code = await _wait_first(stop, process.wait())
        if self._is_trial and not stop.is_set() and not self._serving.is_set():
            self.failure = StartFailure(f"A worker process ended with code {code} before it served.", None)
            stop.set()

    async def stop(self) -> None:
        """Terminate the process; kill it if running requests do not finish in time."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), STOP_TIMEOUT_S)
        except TimeoutError:
            process.kill()
            await process.wait()


async def _wait_first(stop: asyncio.Event, other: Coroutine[Any, Any, object]) -> object:
    """Wait for `stop` or `other`, whichever is first; return the result of `other`, or None."""
    stopping, done = asyncio.ensure_future(stop.wait()), asyncio.ensure_future(other)
    await asyncio.wait((stopping, done), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if done.done():
        return await done
    done.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await done
    return None


async def _bind(host: str, port: int) -> socket.socket:
    """Bind the port. After a kill, the workers of the previous run need a moment to release it."""
    until = time.monotonic() + BIND_TIMEOUT_S
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    while True:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen(2048)
            return listener
        except OSError as error:
            listener.close()
            if time.monotonic() > until or isinstance(error, PermissionError):
                raise StartError(
                    f"Port {port} on {host} cannot be used: {error.strerror}.",
                    hint="Stop the program that uses it, or set BALAI_PORT to another number.",
                ) from error
            await asyncio.sleep(0.2)
