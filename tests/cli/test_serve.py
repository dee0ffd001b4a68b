"""The program as an operator uses it: start, stop, recovery after a kill, and clear errors."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.program import free_port, is_open, without_settings


class Program:
    """`balai serve` with a data folder of its own. It prints into a file: an unread pipe would block it."""

    def __init__(self, data: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.data = data
        self._log = data.with_name("log")
        self._running: subprocess.Popen[bytes] | None = None

    def run(self, *arguments: str, **settings: str) -> subprocess.Popen[bytes]:
        environment = without_settings() | {"BALAI_PORT": str(self.port), "BALAI_DATA_DIR": str(self.data), **settings}
        command = [sys.executable, "-m", "balai.cli", *(arguments or ("serve",))]
        # A new file each time: workers of a killed run may still write into the old one.
        self._log.unlink(missing_ok=True)
        with self._log.open("wb") as log:
            self._running = subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)
        return self._running

    def output(self) -> str:
        """The output, after the process has ended."""
        assert self._running is not None
        self._running.wait(60)
        return self._log.read_text()

    def run_command(self, command: str) -> str:
        """The output of a command that ends by itself."""
        self.run(command)
        return self.output()

    def fail_to_start(self, *arguments: str, **settings: str) -> str:
        """The output of a start that must fail."""
        running = self.run(*arguments, **settings)
        output = self.output()
        assert running.returncode == 1, output
        assert "Traceback" not in output
        return output

    def wait_until_open(self) -> None:
        assert self._running is not None
        assert is_open(f"{self.url}/healthz", self._running), self.stop()

    def wait_until_closed(self) -> None:
        """Wait for the end of a killed run's workers, which still serve until then."""
        until = time.monotonic() + 20
        while time.monotonic() < until:
            try:
                httpx.get(f"{self.url}/healthz")
            except httpx.TransportError:
                return
            time.sleep(0.05)
        raise AssertionError("a worker outlived its supervisor")

    def stop(self) -> str:
        assert self._running is not None
        if self._running.poll() is None:
            self._running.send_signal(signal.SIGTERM)
        return self.output()

    def is_database_up(self) -> bool:
        return (self.data / "postgres" / "postmaster.pid").exists()


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    opened = Program(tmp_path / "data")
    yield opened
    if opened._running is not None and opened._running.poll() is None:
        opened.stop()


def test_starts_keeps_data_and_stops_cleanly(program: Program) -> None:
    program.run("serve", "--workers", "2")
    program.wait_until_open()
    home = httpx.get(f"{program.url}/en", follow_redirects=True)
    assert home.status_code == 200
    banner = program.stop()
    assert program.url in banner
    assert "admin@example.org" in banner
    assert not program.is_database_up()

    secret = (program.data / "jwt_secret").read_text()
    assert (program.data / "jwt_secret").stat().st_mode & 0o077 == 0
    program.run()
    program.wait_until_open()
    assert (program.data / "jwt_secret").read_text() == secret
    metrics = httpx.get(f"{program.url}/metrics").text
    assert "balai_http_requests_total" in metrics
    program.stop()
    assert not program.is_database_up()


def test_recovers_after_a_kill(program: Program) -> None:
    first = program.run()
    program.wait_until_open()
    first.kill()
    first.wait()
    program.wait_until_closed()
    assert program.is_database_up()
    program.run()
    program.wait_until_open()
    program.stop()
    assert not program.is_database_up()


def test_killed_worker_and_database_are_restarted(program: Program) -> None:
    running = program.run()
    program.wait_until_open()
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
    workers = [pid for pid in children if b"balai.server.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    assert len(workers) == 1
    os.kill(int(workers[0]), signal.SIGKILL)
    program.wait_until_open()

    note = program.data / "postgres" / "postmaster.pid"
    killed = note.read_text().split()[0]
    os.kill(int(killed), signal.SIGKILL)
    until = time.monotonic() + 60
    while time.monotonic() < until and (killed in note.read_text().split() or "ready" not in note.read_text()):
        time.sleep(0.05)
    program.wait_until_open()
    assert httpx.get(f"{program.url}/en/forum").status_code == 200
    output = program.stop()
    assert "database_restarted" in output
    assert not program.is_database_up()


def test_port_in_use_is_one_clear_line(program: Program) -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", program.port))
        other.listen()
        assert "BALAI_PORT" in program.fail_to_start()


def test_invalid_settings_are_reported(program: Program, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "BALAI_DATA_DIR" in program.fail_to_start(BALAI_DATA_DIR=str(tmp_path / "file" / "data"))
    assert "BALAI_DATABASE_URL" in program.fail_to_start(BALAI_DATABASE_URL="postgresql://nobody@127.0.0.1:1/none")
    output = program.fail_to_start(BALAI_PORT="many", BALAI_WORKRES="2", BALAI_JWT_SECRET="short")
    assert all(name in output for name in ("BALAI_PORT", "BALAI_WORKRES", "BALAI_JWT_SECRET"))
    sample = "super-secret-jwt-token-with-at-least-32-characters-long"
    assert "published sample" in program.fail_to_start(BALAI_JWT_SECRET=sample)
    # Found by the workers alone: the supervisor stops with their message instead of restarting them.
    assert "BALAI_REST_JWKS cannot be read" in program.fail_to_start(BALAI_REST_JWKS='{"keys": 1}')


def test_keys_config_and_doctor_print(program: Program) -> None:
    assert "service_role=ey" in program.run_command("keys")
    assert "BALAI_SMTP_URL=" in program.run_command("config")
    output = program.run_command("doctor")
    assert "run `balai migrate`" in output
    assert "up to date" in program.run_command("migrate")
    # No SMTP server is set.
    output = program.run_command("doctor")
    assert "BAD  email: nothing is sent" in output and output.count("BAD") == 1
