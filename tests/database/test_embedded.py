"""The folder of the built-in database: interrupted first starts, and folders of other users."""

import asyncio
import os
import pwd
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from balai.database import embedded
from balai.database.embedded import EmbeddedPostgres
from balai.errors import StartError

START = """
import pathlib, sys
from balai.database.embedded import EmbeddedPostgres
EmbeddedPostgres(pathlib.Path(sys.argv[1])).start()
"""
SETTINGS = "select name, setting from pg_settings where name in ('listen_addresses', 'wal_level')"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedPostgres]:
    made = EmbeddedPostgres(tmp_path / "data")
    yield made
    made.stop()


def query_settings(server: EmbeddedPostgres) -> dict[str, str]:
    """The values of some of our settings on a running server."""

    async def ask() -> dict[str, str]:
        connection = await asyncpg.connect(server.url)
        rows = await connection.fetch(SETTINGS)
        await connection.close()
        return {row["name"]: row["setting"] for row in rows}

    return asyncio.run(ask())


EXPECTED_SETTINGS = {"listen_addresses": "", "wal_level": "logical"}


@pytest.mark.parametrize("pause_s", [0.0, 0.1, 0.6])
def test_killed_first_start_is_repeated(server: EmbeddedPostgres, pause_s: float) -> None:
    first = subprocess.Popen([sys.executable, "-c", START, str(server.cluster.parent)])
    until = time.monotonic() + 60
    while not (server.cluster / "PG_VERSION").exists() and time.monotonic() < until:
        time.sleep(0.005)
    time.sleep(pause_s)
    first.kill()
    first.wait()
    server.start()
    assert query_settings(server) == EXPECTED_SETTINGS


def test_simultaneous_first_starts_create_one_database(server: EmbeddedPostgres) -> None:
    starts = [subprocess.Popen([sys.executable, "-c", START, str(server.cluster.parent)]) for _ in range(3)]
    assert [start.wait() for start in starts].count(0) >= 1
    server.start()
    assert query_settings(server) == EXPECTED_SETTINGS


def test_foreign_folder_is_not_changed(tmp_path: Path) -> None:
    theirs = tmp_path / "postgres" / "data" / "PG_VERSION"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("16")
    for _ in range(2):
        with pytest.raises(StartError, match="no database of Balai's"):
            EmbeddedPostgres(tmp_path).start()
    assert theirs.read_text() == "16"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root acts for others")
def test_root_preserves_the_owner_of_the_database(server: EmbeddedPostgres) -> None:
    server.start()
    server.stop()
    nobody = pwd.getpwnam("nobody")
    for path in (server.cluster, *server.cluster.rglob("*")):
        os.chown(path, nobody.pw_uid, nobody.pw_gid)
    server.start()
    assert query_settings(server) == EXPECTED_SETTINGS
    # A command run by root while the server runs.
    with EmbeddedPostgres(server.cluster.parent).running():
        pass
    assert query_settings(server) == EXPECTED_SETTINGS
    assert {path.stat().st_uid for path in (server.cluster, *server.cluster.iterdir())} == {nobody.pw_uid}


def test_stale_lock_with_a_foreign_pid_does_not_block(server: EmbeddedPostgres) -> None:
    server.start()
    lock = server.cluster / "postmaster.pid"
    text, status = lock.read_text(), lock.stat()
    server.stop()
    user = status.st_uid if os.geteuid() == 0 else None
    stranger = subprocess.Popen(["sleep", "60"], user=user, cwd="/")
    try:
        # As after a power cut, when another process has the pid: likely in a container.
        lock.write_text("\n".join([str(stranger.pid), *text.split("\n")[1:]]))
        lock.chmod(0o600)
        os.chown(lock, status.st_uid, status.st_gid)
        server.stop()
        assert stranger.poll() is None
        assert server.restart_if_stopped()
        assert query_settings(server) == EXPECTED_SETTINGS
        assert not server.restart_if_stopped()
    finally:
        stranger.kill()
        stranger.wait()


def test_log_size_is_limited_and_any_bytes_are_readable(
    server: EmbeddedPostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.start()
    monkeypatch.setattr(embedded, "MAX_LOG_SIZE", 100_000)
    log, kept = server.cluster / "log", server.cluster / "log.1"
    with log.open("ab") as file:
        file.write(b"long ago\n" + b"\xff" * 200_000)
    assert not server.restart_if_stopped()
    assert b"long ago" in kept.read_bytes()
    assert kept.stat().st_mode & 0o077 == 0
    assert kept.stat().st_uid == log.stat().st_uid

    async def fail() -> None:
        connection = await asyncpg.connect(server.url)
        with pytest.raises(asyncpg.PostgresError):
            await connection.execute("select 1 / 0")
        await connection.close()

    asyncio.run(fail())
    assert "division by zero" in log.read_text()
    assert log.stat().st_size < 10_000
    # The database's user can place a symbolic link there; root must not write through it.
    elsewhere = server.cluster.parent / "elsewhere"
    elsewhere.write_text("mine")
    kept.unlink()
    kept.symlink_to(elsewhere)
    with log.open("ab") as file:
        file.write(b"\xff" * 200_000)
    server.restart_if_stopped()
    assert elsewhere.read_text() == "mine"
    assert kept.stat().st_size >= 200_000
    server.stop()
    with log.open("ab") as file:
        file.write(b"\xff")
    with (server.cluster / "postgresql.conf").open("ab") as file:
        file.write(b"no_such_setting = on\n")
    with pytest.raises(StartError, match="no_such_setting"):
        server.start()


@pytest.mark.parametrize("trap", ["open", "link"])
def test_socket_folder_of_another_user_is_rejected(tmp_path: Path, trap: str) -> None:
    server = EmbeddedPostgres(tmp_path / ("deep" * 20))
    place = server._socket_folder()
    assert place.parent == Path(tempfile.gettempdir())
    if trap == "open":
        place.mkdir()
        place.chmod(0o777)
    else:
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir(mode=0o700)
        place.symlink_to(elsewhere)
    with pytest.raises(StartError, match="belongs to another user"):
        server.start()
    place.rmdir() if trap == "open" else place.unlink()
    server.start()
    server.stop()
    place.rmdir()


# A subreaper that never waits, such as PID 1 of a container: the killed server stays a zombie.
UNREAPED = """
import ctypes, os, signal, sys, time
from pathlib import Path
from balai.database.embedded import EmbeddedPostgres

ctypes.CDLL(None).prctl(36, 1)
server = EmbeddedPostgres(Path(sys.argv[1]))
server.start()
pid = int((server.cluster / "postmaster.pid").read_text().split()[0])
os.kill(pid, signal.SIGKILL)
while Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
    time.sleep(0.01)
server.start()
print(server._accepts_connections())
server.stop()
"""


def test_a_killed_server_that_is_a_zombie_is_started_again(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", UNREAPED, tmp_path], capture_output=True, text=True, check=False)
    assert done.stdout == "True\n", done.stderr
