"""Runs the whole program for a benchmark, as an operator would."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

SECRET = "a-secret-of-the-benchmarks-that-is-long-enough"


class Program:
    """A `balai serve` process, its address and its child processes."""

    def __init__(self, data: Path, **settings: str) -> None:
        self.data = data
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *arguments: str) -> float:
        """Start, wait for the first page, and return the seconds that took."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("BALAI_")}
        environment |= {"BALAI_PORT": str(self.port), "BALAI_DATA_DIR": str(self.data), "BALAI_JWT_SECRET": SECRET}
        started = time.perf_counter()
        command = [sys.executable, "-m", "balai.cli", "serve", *arguments]
        self._process = subprocess.Popen(command, env=environment | self._settings, stdout=subprocess.DEVNULL)
        while time.perf_counter() - started < 120:
            try:
                if httpx.get(f"{self.url}/en").status_code == 200:
                    return time.perf_counter() - started
            except httpx.TransportError:
                time.sleep(0.01)
        raise TimeoutError("the program did not respond in 120 s")

    def stop(self) -> None:
        """Stop and wait for the end of the process."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(60)

    def kill(self) -> None:
        """Kill supervisor, workers and the built-in database at once, as a power failure does."""
        assert self._process is not None
        postmaster = int((self.data / "postgres" / "postmaster.pid").read_text().split()[0])
        for pid in (self._process.pid, *_children(self._process.pid), postmaster):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait(60)

    def worker(self) -> int:
        """Return the process id of the first worker. After the end of one, the supervisor needs a moment for the next.

        Raises:
            TimeoutError: there is no worker after 30 seconds.
        """
        assert self._process is not None
        deadline = time.perf_counter() + 30
        while time.perf_counter() < deadline:
            for pid in _children(self._process.pid):
                with suppress(FileNotFoundError):
                    if b"balai.server.worker" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"):
                        return pid
            time.sleep(0.01)
        raise TimeoutError("the program has no worker")

    def memory_bytes(self) -> int:
        """Return the proportional set size of supervisor, workers and built-in database together."""
        assert self._process is not None
        postmaster = self.data / "postgres" / "postmaster.pid"
        roots = [self._process.pid]
        if postmaster.exists():
            roots.append(int(postmaster.read_text().split()[0]))
        return sum(_pss(pid) for root in roots for pid in [root, *_children(root)])


@contextmanager
def program(**settings: str) -> Iterator[Program]:
    """A program on a temporary data folder."""
    with tempfile.TemporaryDirectory(prefix="balai-bench-") as folder:
        instance = Program(Path(folder) / "data", **settings)
        try:
            yield instance
        finally:
            instance.stop()


def _children(pid: int) -> list[int]:
    found = [int(text) for text in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [each for child in found for each in [child, *_children(child)]]


def _pss(pid: int) -> int:
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0
