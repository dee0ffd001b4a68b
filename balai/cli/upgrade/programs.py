"""Runs the new version on the copies: its migration, its server and its smoke test.

The programs inherit the lock of the upgrade. If the upgrade is killed, they end by themselves, and the process that
ends the upgrade waits for them.
"""

import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx

from balai.cli.upgrade.place import Place
from balai.errors import StartError
from balai.settings import environment_with, given_variables

START_TIMEOUT_S = 180.0
SMOKE_TIMEOUT_S = 180.0
STOP_TIMEOUT_S = 60.0


class NewProgram:
    """An installed version on the data folder of the trial. `database_url`: empty for the database in that folder."""

    def __init__(
        self,
        place: Place,
        version: str,
        database_url: str,
        locks: tuple[int, ...] = (),
        variables: Mapping[str, str] | None = None,
    ) -> None:
        self._place = place
        self._python = str(place.python_of(version))
        self._locks = locks
        variables = given_variables() if variables is None else variables
        own = {"BALAI_DATA_DIR": str(place.trial), "BALAI_DATABASE_URL": database_url}
        self._environment = environment_with({**variables, **own})

    def migrate(self, *, has_site: bool) -> str:
        """Migrate the database. Returns the number of files, in words. Raises StartError."""
        printed = self._run("migrate", *(() if has_site else ("--backend",)))
        return f"{len(printed.splitlines()) - 1} schema files applied"

    def smoke_test(self, *, has_site: bool) -> str:
        """Start the server on a port of this machine and test it. Returns what was tested. Raises StartError."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        kind = "serve" if has_site else "backend"
        arguments = [kind, "--trial", "--host", "127.0.0.1", "--port", str(port), "--workers", "1"]
        with self._serving(arguments, port):
            return self._run("smoke-test", "--url", f"http://127.0.0.1:{port}", timeout=SMOKE_TIMEOUT_S).strip()

    @contextmanager
    def _serving(self, arguments: list[str], port: int) -> Iterator[None]:
        with self._place.log.open("ab") as log:
            process = subprocess.Popen(
                [self._python, "-m", "balai.cli", *arguments],
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=self._locks,
                start_new_session=True,
            )
            try:
                self._wait_until_open(process, port)
                yield
            finally:
                _stop(process)

    def _wait_until_open(self, process: subprocess.Popen[bytes], port: int) -> None:
        until = time.monotonic() + START_TIMEOUT_S
        while process.poll() is None and time.monotonic() < until:
            try:
                if httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=10, trust_env=False).status_code == 200:
                    return
            except httpx.HTTPError:
                pass
            time.sleep(0.1)
        if process.poll() is None:
            raise StartError(f"The new version does not answer after {START_TIMEOUT_S:.0f} s.")
        raise StartError(f"The new version does not start: {_error_in(self._place.log)}")

    def _run(self, *arguments: str, timeout: float | None = None) -> str:
        """Run a command that ends by itself; returns what it printed. Raises StartError."""
        process = subprocess.Popen(
            [self._python, "-m", "balai.cli", *arguments],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            pass_fds=self._locks,
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired as error:
            raise StartError(f"`balai {arguments[0]}` of the new version takes longer than {timeout:.0f} s.") from error
        finally:
            _stop(process)
        with self._place.log.open("a") as log:
            log.write(output)
        if process.returncode:
            raise StartError(_error_in(self._place.log))
        return output


def _stop(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    if process.stdin is not None:
        process.stdin.close()


def _error_in(log: Path) -> str:
    """The error that the program printed last, else its last line."""
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - 4000))
        text = file.read().decode(errors="replace").strip()
    _, found, error = text.rpartition("balai: ")
    if not found:
        return "".join(text.splitlines()[-1:]) or "it printed nothing"
    # The indented lines are its advice, which is about a start by hand.
    return "\n".join(line for line in error.strip().splitlines() if not line.startswith("       "))
