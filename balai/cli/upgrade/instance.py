"""The instance that is upgraded: its settings are those of its running server, which a service may set."""

import asyncio
from contextlib import suppress
from pathlib import Path

import msgspec

from balai.cli.backup.database import open_database
from balai.cli.upgrade.locks import find_servers
from balai.cli.upgrade.place import Place
from balai.database.migrate import Ledger, read_ledger
from balai.errors import StartError
from balai.jobs.backups.folder import folder_of
from balai.jobs.health.facts import MIN_FREE_BYTES, free_bytes
from balai.settings import Settings, given_variables, load_settings, with_stored_secret

# The packages of an installed version, measured: 480 MB.
ENVIRONMENT_BYTES = 600 * 1024 * 1024
_MB = 1024 * 1024
_SIZES = """
select pg_database_size(current_database()) as rows,
  (select coalesce(sum((metadata ->> 'size')::bigint), 0)::bigint from storage.objects) as objects
"""


class Instance(msgspec.Struct, frozen=True):
    """The instance of a data folder. `servers`: processes; `rows` and `objects`: bytes; `backups`: their folder.

    `release`: of the schema of the database.
    """

    place: Place
    settings: Settings
    variables: dict[str, str]
    servers: list[int]
    has_site: bool
    release: int
    rows: int
    objects: int
    backups: Path

    @property
    def database(self) -> str:
        """Where the rows are, in words."""
        return "database of BALAI_DATABASE_URL" if self.settings.database_url else "built-in database"


def open_instance(data: Path) -> Instance:
    """Read the instance of a data folder. Raises StartError if there is none, or none that an upgrade can change."""
    place = Place(data)
    servers = find_servers(place)
    variables = _variables_of(servers[0]) if servers else given_variables()
    variables["BALAI_DATA_DIR"] = str(data)
    settings = load_settings(variables)
    if settings.rest_only:
        raise StartError("A backend with --data-only has no schema of Balai's.", hint="Upgrade its package with pip.")
    if not settings.database_url and not (data / "postgres" / "PG_VERSION").exists():
        raise StartError(f"There is no instance in {data}.", hint="Set BALAI_DATA_DIR to its folder.")
    ledger, rows, objects = asyncio.run(_read(settings))
    return Instance(
        place=place,
        settings=with_stored_secret(settings),
        variables=variables,
        servers=servers,
        has_site=any(name == "site" for name, _ in ledger.versions),
        release=ledger.release,
        rows=rows,
        objects=objects,
        backups=folder_of(settings),
    )


def check_space(instance: Instance, wheel: Path | None) -> str:
    """Compare the free space with what an upgrade needs. Returns both in words. Raises StartError."""
    program = ENVIRONMENT_BYTES + (wheel.stat().st_size if wheel else 0)
    copy = 0 if instance.settings.database_url else _size_of(instance.place.cluster)
    # The dump stands beside the backup until it is part of it.
    backup = instance.objects + 2 * instance.rows
    needed: dict[int, tuple[Path, int]] = {}
    for folder, size in (
        (instance.place.data, program),
        (instance.place.cluster.parent, copy),
        (_existing(instance.backups), backup),
    ):
        disk = folder.stat().st_dev
        known = needed.get(disk, (folder, MIN_FREE_BYTES))
        needed[disk] = known[0], known[1] + size
    texts = []
    for folder, size in needed.values():
        free = free_bytes(folder)
        texts.append(f"{size // _MB} MB needed in {folder}, {free // _MB} MB free")
        if free < size:
            raise StartError(f"Too little free space: {texts[-1]}.", hint="Make room on this disk.")
    return "; ".join(texts)


def _variables_of(server: int) -> dict[str, str]:
    """The settings of a running server. Raises StartError."""
    process = Path(f"/proc/{server}")
    try:
        pairs = (process / "environ").read_bytes().decode(errors="surrogateescape").split("\0")
        arguments = (process / "cmdline").read_bytes().decode(errors="surrogateescape").split("\0")
    except OSError as error:
        raise StartError(
            f"The settings of the server (process {server}) cannot be read: {error.strerror}.",
            hint="Run this as the user of the server.",
        ) from error
    variables = given_variables(dict(pair.split("=", 1) for pair in pairs if "=" in pair))
    with suppress(ValueError, IndexError):
        variables["BALAI_DATABASE_URL"] = arguments[arguments.index("--database-url") + 1]
    return variables


async def _read(settings: Settings) -> tuple[Ledger, int, int]:
    async with open_database(settings, failure="The database cannot be read") as (_, connection):
        ledger = await read_ledger(connection)
        if ledger is None:
            raise StartError("This database has no Balai schema.", hint="Run `balai serve` first.")
        sizes = await connection.fetchrow(_SIZES)
        assert sizes is not None
        return ledger, sizes["rows"], sizes["objects"]


def _existing(folder: Path) -> Path:
    return folder if folder.exists() or folder == folder.parent else _existing(folder.parent)


def _size_of(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        with suppress(OSError):  # the server removes files meanwhile
            total += path.lstat().st_blocks * 512
    return total
