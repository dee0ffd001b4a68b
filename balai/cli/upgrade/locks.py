"""Locks of a data folder: its servers, and the one upgrade that stops them.

A server that an upgrade stops does not end. It stops its workers and its database, waits for the end of the upgrade in
the same process, and becomes the version that is current then. So nothing has to be known about what started it: a
supervisor sees no end and starts no old version, and a terminal keeps its process.
"""

import fcntl
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from balai.cli.upgrade.place import Place
from balai.errors import StartError
from balai.server.supervisor import PAUSE

STOP_TIMEOUT_S = 90.0
# A server that is starting ignores the signal, so it is sent again.
REPEAT_S = 15.0
# Programs of a killed upgrade end by themselves.
ORPHANS_TIMEOUT_S = 60.0


@contextmanager
def serving(place: Place, recover: Callable[[], object]) -> Iterator[None]:
    """Hold the lock of a server. Waits for the end of an upgrade; `recover` ends one that was killed."""
    try:
        place.data.mkdir(parents=True, exist_ok=True)
        file = place.serve_lock.open("ab")
    except OSError:
        # A backend with everything elsewhere may have no folder that it can write.
        yield
        return
    signal.signal(PAUSE, signal.SIG_IGN)
    with file:
        while True:
            _lock_shared(file)
            if not place.journal.exists():
                break
            fcntl.flock(file, fcntl.LOCK_UN)
            with place.upgrade_lock.open("ab") as other:
                fcntl.flock(other, fcntl.LOCK_EX)
                recover()
        yield
        # The event loop has removed its handler; a second signal must not end the process before it starts again.
        signal.signal(PAUSE, signal.SIG_IGN)


def _lock_shared(file: BinaryIO) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        print("An upgrade is running. The server starts when it has ended.", flush=True)
        fcntl.flock(file, fcntl.LOCK_SH)


@contextmanager
def upgrading(place: Place) -> Iterator[int]:
    """Hold the lock of the upgrade; yields its descriptor, which the started programs inherit. Raises StartError."""
    with place.upgrade_lock.open("ab") as file:
        until = time.monotonic() + (ORPHANS_TIMEOUT_S if place.journal.exists() else 2)
        while not _try_exclusive(file):
            if time.monotonic() > until:
                raise StartError("Another upgrade of this instance is running.", hint="Wait for its end.")
            time.sleep(0.1)
        yield file.fileno()


@contextmanager
def servers_stopped(place: Place) -> Iterator[list[int]]:
    """Pause all servers of the folder for the block; yields their processes. Raises StartError if one does not stop."""
    with place.serve_lock.open("ab") as file:
        signalled: dict[int, float] = {}
        until = time.monotonic() + STOP_TIMEOUT_S
        while not _try_exclusive(file):
            now = time.monotonic()
            for pid in find_servers(place):
                if now - signalled.get(pid, -REPEAT_S) >= REPEAT_S:
                    signalled[pid] = now
                    _pause(pid)
            if now > until or (not signalled and now > until - STOP_TIMEOUT_S + 10):
                raise StartError(
                    "A server of this data folder did not stop.",
                    hint="Stop it yourself, run `balai upgrade` again, and start it after that.",
                )
            time.sleep(0.1)
        yield list(signalled)


def find_servers(place: Place) -> list[int]:
    """The processes that have the lock of the servers open, without this one and without those of other users."""
    with suppress(OSError):
        lock = place.serve_lock.stat()
        own = os.getpid()
        folders = [entry for entry in Path("/proc").iterdir() if entry.name.isdecimal() and int(entry.name) != own]
        return sorted(int(folder.name) for folder in folders if _has_open(folder, lock))
    return []


def _has_open(process: Path, lock: os.stat_result) -> bool:
    with suppress(OSError):
        for entry in os.scandir(process / "fd"):
            with suppress(OSError):
                status = entry.stat()
                if (status.st_ino, status.st_dev) == (lock.st_ino, lock.st_dev):
                    return True
    return False


def _pause(pid: int) -> None:
    try:
        os.kill(pid, PAUSE)
    except ProcessLookupError:
        return
    except PermissionError as error:
        raise StartError(
            f"The server (process {pid}) belongs to another user.", hint="Run this as that user."
        ) from error


def _try_exclusive(file: BinaryIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
