"""`balai upgrade`: its steps in order, one printed line for each.

The instance is changed by the last step alone. Everything before works on copies, so a failure at any point, also of
this process or of the machine, leaves the old version with its own database.
"""

import asyncio
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import msgspec

from balai import __version__
from balai.cli.backup.create import make_backup
from balai.cli.upgrade.instance import Instance, check_space, open_instance
from balai.cli.upgrade.journal import Journal, write_journal
from balai.cli.upgrade.locks import find_servers, servers_stopped, upgrading
from balai.cli.upgrade.package import Package, download, install, read_package
from balai.cli.upgrade.place import Place, check_owner
from balai.cli.upgrade.programs import NewProgram
from balai.cli.upgrade.recover import go_forward, passed, recover, remove_version
from balai.cli.upgrade.trial import check_cluster, clone_database, copy_cluster, prepare_folder, read_state
from balai.errors import StartError

RETURN_TIMEOUT_S = 90.0
MAX_BACKUPS = 3
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
Result = TypeVar("Result")


class Stopped(Exception):
    """The operator, or the end of the terminal, has stopped the upgrade."""


def check_upgrade(data: Path, *, wheel: Path | None, version: str | None) -> None:
    """Print what an upgrade would do. Changes nothing but the folder of downloads. Raises StartError."""
    instance = _step("instance", lambda: _describe(open_instance(data)))[0]
    package = _step("package", lambda: _find(instance, wheel, version))[0]
    if package.version == __version__:
        return
    _step("space", lambda: (None, check_space(instance, package.wheel)))
    place = instance.place
    print(f"     then: install {package.version} into {place.versions / package.version},")
    print(f"           write a backup into {instance.backups},")
    if instance.servers:
        print("           pause the running server,")
    print(f"           try {package.version} on a copy of the {instance.database},")
    print("           and switch if the trial passes. Nothing was changed now.")


def run_upgrade(data: Path, *, wheel: Path | None, version: str | None) -> None:
    """Upgrade the instance of a data folder. Raises StartError; then the old version is in place."""
    place = Place(data)
    if not data.is_dir():
        raise StartError(f"There is no instance in {data}.", hint="Set BALAI_DATA_DIR to its folder.")
    check_owner(place)
    with _stoppable(), upgrading(place) as lock:
        if ended := recover(place):
            _print("ok  ", "recovery", ended)
            if place.current_version() not in {None, __version__}:
                return
        instance = _step("instance", lambda: _describe(open_instance(data)))[0]
        package = _step("package", lambda: _find(instance, wheel, version))[0]
        if package.version == __version__:
            return
        place.program.mkdir(mode=0o700, exist_ok=True)
        place.log.unlink(missing_ok=True)
        place.log.touch(mode=0o600)
        paused: list[int] = []
        with _undone_on_failure(place, package):
            _prepare(instance, package, lock)
            journal = _begin(instance, package)
            with servers_stopped(place) as paused, _ended_on_failure(place, package):
                _print("ok  ", "stopped", _paused(paused))
                _try_and_switch(instance, package, journal, lock)
    _follow(place, paused, package)


def _prepare(instance: Instance, package: Package, lock: int) -> None:
    """Everything that can be done while the old version serves."""
    _step("space", lambda: (None, check_space(instance, package.wheel)))
    if not instance.settings.database_url:
        check_cluster(instance.place)
    _step("installed", lambda: (None, str(install(package, instance.place, lock))))
    _step("backup", lambda: (None, _back_up(instance, package)))


def _begin(instance: Instance, package: Package) -> Journal:
    """Write the journal: from now on no server starts, and a kill is followed by a recovery."""
    url = instance.settings.database_url
    ledger = asyncio.run(read_state(url)) if url else ""
    journal = Journal(__version__, package.version, "trial", url, ledger, has_site=instance.has_site)
    write_journal(instance.place, journal)
    return journal


def _try_and_switch(instance: Instance, package: Package, journal: Journal, lock: int) -> None:
    place, has_site = instance.place, instance.has_site
    if journal.database_url and package.release == instance.release:
        # Nothing to migrate. Another node may have done so, and use the database.
        prepare_folder(place)
        _print("ok  ", "migrated", "the database has the schema of this version already")
        new = NewProgram(place, package.version, journal.database_url, (lock,), instance.variables)
        _step("smoke test", lambda: (None, new.smoke_test(has_site=has_site)))
        go_forward(place, passed(place, journal))
        return
    copy = _step("copied", lambda: _copy(instance))[0]
    new = NewProgram(place, package.version, copy, (lock,), instance.variables)
    _step("migrated", lambda: (None, f"the copy: {new.migrate(has_site=has_site)}"))
    _step("smoke test", lambda: (None, new.smoke_test(has_site=has_site)))
    if journal.database_url:
        write_journal(place, msgspec.structs.replace(journal, phase="migrating"))
        original = NewProgram(place, package.version, journal.database_url, (lock,), instance.variables)
        _step("migrated", lambda: (None, f"the database: {original.migrate(has_site=has_site)}"))
    go_forward(place, passed(place, journal))


@contextmanager
def _ended_on_failure(place: Place, package: Package) -> Iterator[None]:
    """End the upgrade after a failure of the block: back, or forward if the new version has already taken over."""
    try:
        yield
    except (StartError, OSError, Stopped):
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        recover(place)
        if place.current_version() != package.version:
            raise
    _print("ok  ", "switched", f"{package.version} is the current version: every `balai` of this data folder runs it")


@contextmanager
def _undone_on_failure(place: Place, package: Package) -> Iterator[None]:
    """After a failure of the block the old version is in place; delete the new one."""
    try:
        yield
    except (StartError, OSError, Stopped) as error:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        recover(place)
        remove_version(place, package.version)
        _print("ok  ", "returned", f"{__version__} with its database, which was not changed")
        raise StartError(
            f"The upgrade to {package.version} has failed: {_message_of(error)}",
            hint=f"The output of the new version is in {place.log}." if place.log.stat().st_size else _hint_of(error),
        ) from error


def _step(name: str, run: Callable[[], tuple[Result, str]]) -> tuple[Result, str]:
    """Run a step and print its line."""
    try:
        done = run()
    except (StartError, OSError) as error:
        _print("BAD ", name, _message_of(error))
        raise
    _print("ok  ", name, done[1])
    return done


def _message_of(error: BaseException) -> str:
    if isinstance(error, StartError):
        return error.message
    if isinstance(error, Stopped):
        return "it was stopped"
    return str(getattr(error, "strerror", None) or error or type(error).__name__)


def _hint_of(error: BaseException) -> str | None:
    return error.hint if isinstance(error, StartError) else None


def _print(mark: str, name: str, text: str) -> None:
    with suppress(OSError):  # the terminal may be gone
        print(f"{mark} {name}: {text}", flush=True)


def _describe(instance: Instance) -> tuple[Instance, str]:
    servers = (
        f"a server runs (process {', '.join(map(str, instance.servers))})" if instance.servers else "no server runs"
    )
    place = instance.place.data
    return instance, f"{place}, Balai {__version__}, {instance.database} of {instance.rows // 1024**2} MB; {servers}"


def _find(instance: Instance, wheel: Path | None, version: str | None) -> tuple[Package, str]:
    package = read_package(wheel or download(version, instance.place.program / "download"))
    if package.version == __version__:
        return package, f"{package.version} runs already: there is nothing to upgrade"
    return package, f"Balai {package.version}, with {package.new_schema_versions} new schema versions"


def _back_up(instance: Instance, package: Package) -> str:
    instance.backups.mkdir(mode=0o700, parents=True, exist_ok=True)
    moment = datetime.now(UTC).strftime("%Y-%m-%dT%H%M%SZ")
    path = instance.backups / f"before-upgrade-{__version__}-to-{package.version}-{moment}.tar"
    done = asyncio.run(make_backup(instance.settings, path))
    made = sorted(instance.backups.glob("before-upgrade-*.tar"), key=lambda file: file.stat().st_mtime)
    for old in made[:-MAX_BACKUPS]:
        old.unlink(missing_ok=True)
    return done


def _copy(instance: Instance) -> tuple[str, str]:
    prepare_folder(instance.place)
    if instance.settings.database_url:
        return asyncio.run(clone_database(instance.settings.database_url)), "the database, on its server"
    copy_cluster(instance.place)
    return "", "the database, as files"


def _paused(servers: list[int]) -> str:
    if not servers:
        return "no server ran"
    return f"the server (process {', '.join(map(str, servers))}) waits for the end of the upgrade"


def _follow(place: Place, paused: list[int], package: Package) -> None:
    """Wait until the paused servers run the new version."""
    if not paused:
        print(f"     Start the site with `balai serve`: it runs {package.version}.")
        return
    until = time.monotonic() + RETURN_TIMEOUT_S
    while time.monotonic() < until:
        if _is_running(place, paused, package):
            _print("ok  ", "running", f"process {', '.join(map(str, paused))} runs {package.version}")
            return
        time.sleep(0.2)
    raise StartError(
        f"The upgrade to {package.version} is complete, but the server does not run again.",
        hint="Look at its output, and start it as usual.",
    )


def _is_running(place: Place, paused: list[int], package: Package) -> bool:
    folder = place.versions / package.version
    for pid in find_servers(place):
        with suppress(OSError):
            command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0].decode()
            if Path(command).is_relative_to(folder) and pid in paused:
                return True
    return False


@contextmanager
def _stoppable() -> Iterator[None]:
    """Turn signals that would end this process at once into an exception, so that it returns to the old version."""

    def stop(_number: int, _frame: object) -> None:
        raise Stopped

    previous = [signal.signal(number, stop) for number in SIGNALS]
    try:
        yield
    except Stopped:
        raise StartError("The upgrade was stopped before it changed anything.") from None
    finally:
        for number, handler in zip(SIGNALS, previous, strict=True):
            signal.signal(number, handler)
