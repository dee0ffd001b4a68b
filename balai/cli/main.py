"""The `balai` command. Each sub-command parses its arguments and calls the module that implements it."""

import argparse
import asyncio
import sys
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from balai import __version__
from balai.cli.upgrade.journal import refuse_during_upgrade
from balai.cli.upgrade.place import Place, hand_over, start_again
from balai.errors import StartError
from balai.settings import SETTINGS, Settings, data_folder, load_settings, with_stored_secret

# They open the database; a server waits instead.
CLOSED_DURING_UPGRADES = {"migrate", "backup", "restore", "check-backup", "doctor", "admin", "keys"}


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point of the `balai` command. An expected error prints one line and exits with code 1."""
    try:
        if arguments is None:
            hand_over(data_folder())
        given = _parser().parse_args(arguments)
        if given.command in CLOSED_DURING_UPGRADES:
            refuse_during_upgrade(Place(data_folder()))
        run: Callable[[argparse.Namespace], None] = given.run
        run(given)
    except StartError as error:
        print(f"balai: {error.message}", file=sys.stderr)
        if error.hint:
            print(f"       {error.hint}", file=sys.stderr)
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="balai", description="A community website in one command.")
    parser.add_argument("--version", action="version", version=f"balai {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    serve = _command(commands, "serve", "run the site, its backend and its database", _serve)
    serve.add_argument("--demo", action="store_true", help="load sample content into an empty site; enable the mailbox")
    backend = _command(commands, "backend", "run the backend alone, over any schema", _backend)
    backend.add_argument("--database-url", help="the database to serve (BALAI_DATABASE_URL)")
    backend.add_argument(
        "--data-only",
        dest="rest_only",
        action="store_const",
        const="true",
        help="REST and functions only; no accounts, no migrations",
    )
    for command in (serve, backend):
        command.add_argument("--workers", type=int, help="worker processes (BALAI_WORKERS)")
        command.add_argument("--port", type=int, help="port (BALAI_PORT)")
        command.add_argument("--host", help="address to listen on (BALAI_HOST)")
        command.add_argument("--trial", action="store_true", help=argparse.SUPPRESS)
    migrate = _command(commands, "migrate", "bring the database up to date", _migrate)
    migrate.add_argument("--backend", action="store_true", help="the tables of `balai backend` alone")
    _add_upgrade(commands)
    _add_backups(commands)
    _command(commands, "doctor", "check settings, database and front end, and name remedies", _doctor)
    _command(commands, "config", "print every setting, its value and its meaning", _config)
    keys = _command(commands, "keys", "print the API keys; `keys rotate` replaces the signing key", _keys)
    keys.add_argument("action", nargs="?", choices=["rotate"])
    keys.add_argument("--algorithm", choices=["ES256", "RS256"], default="ES256", help="of the new key")
    keys.add_argument("--at-once", action="store_true", help="reject the old keys now: one of them has leaked")
    admin = _command(commands, "admin", "make a user administrator, with a new account if there is none", _admin)
    admin.add_argument("email")
    admin.add_argument("--password", help="of a new account; generated and printed if not given")
    types = _command(
        commands, "types", "write the generated files of the front end, or print the types of a database", _types
    )
    types.add_argument("folder", nargs="?", default="web/generated")
    types.add_argument("--database-url", help="print the TypeScript type of this database, for supabase-js")
    types.add_argument("--schemas", default="public", help="of that database; commas between")
    return parser


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    meaning: str,
    run: Callable[[argparse.Namespace], None],
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=meaning, description=meaning)
    command.set_defaults(run=run, command=name)
    return command


def _add_upgrade(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    upgrade = _command(
        commands, "upgrade", "install another version, try it on a copy of the database, and switch to it", _upgrade
    )
    source = upgrade.add_mutually_exclusive_group()
    source.add_argument("--wheel", help="file of the new version; default: the newest one that pip finds")
    source.add_argument("--to", metavar="VERSION", help="the version that pip installs")
    upgrade.add_argument("--check", action="store_true", help="say what would happen, and change nothing")
    smoke = _command(commands, "smoke-test", "test pages, API, sign-in and database of a running instance", _smoke_test)
    smoke.add_argument("--url", help="its address; default: the port of the settings on this machine")


def _add_backups(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    backup = _command(
        commands, "backup", "write rows, objects and the secret to one file while the instance runs", _backup
    )
    backup.add_argument("file", nargs="?", help="default: balai-DATE.tar in this folder")
    restore = _command(commands, "restore", "restore a backup into an empty data folder or database", _restore)
    restore.add_argument("file")
    _add_key(restore)
    check = _command(commands, "check-backup", "test whether a backup can be restored, beside the site", _check_backup)
    check.add_argument("file")
    _add_key(check)
    copy = _command(commands, "copy-backup", "write an encrypted copy of a backup to BALAI_BACKUP_URL", _copy_backup)
    copy.add_argument("file")
    fetch = _command(commands, "fetch-backup", "download such a copy into this folder", _fetch_backup)
    fetch.add_argument("name", nargs="?", help="default: the newest")
    _command(commands, "backup-key", "generate a key pair for encrypted copies of backups", _backup_key)


def _add_key(command: argparse.ArgumentParser) -> None:
    command.add_argument("--key", help="file of the private key, for an encrypted copy")


def _settings(given: argparse.Namespace) -> Settings:
    names = ("workers", "port", "host", "database_url", "rest_only")
    chosen: dict[str, Any] = {name: getattr(given, name, None) for name in names}
    if getattr(given, "demo", False):
        chosen["mailbox"] = "true"
    return with_stored_secret(load_settings(**chosen))


def _serve(given: argparse.Namespace) -> None:
    from balai.cli.serve import serve

    settings = _settings(given)
    _run_server(settings, lambda: serve(settings, demo=given.demo, is_trial=given.trial))


def _backend(given: argparse.Namespace) -> None:
    from balai.cli.serve import serve_backend

    settings = _settings(given)
    if settings.rest_only:
        asyncio.run(serve_backend(settings, is_trial=given.trial))
        return
    _run_server(settings, lambda: serve_backend(settings, is_trial=given.trial))


def _run_server(settings: Settings, run: Callable[[], Coroutine[Any, Any, bool]]) -> None:
    """Run a server until it ends. One that an upgrade has paused waits, then becomes the version that is current."""
    from balai.cli.upgrade.locks import serving
    from balai.cli.upgrade.recover import recover

    place = Place(settings.data_dir)
    with serving(place, lambda: recover(place)):
        hand_over(settings.data_dir)
        is_paused = asyncio.run(run())
    if is_paused:
        start_again()


def _upgrade(given: argparse.Namespace) -> None:
    from pathlib import Path

    from balai.cli.upgrade.run import check_upgrade, run_upgrade

    run = check_upgrade if given.check else run_upgrade
    run(data_folder(), wheel=Path(given.wheel).absolute() if given.wheel else None, version=given.to)


def _smoke_test(given: argparse.Namespace) -> None:
    from balai.cli.upgrade.smoke import smoke_test

    settings = _settings(given)
    print(asyncio.run(smoke_test(settings, given.url or f"http://127.0.0.1:{settings.port}")))


def _migrate(given: argparse.Namespace) -> None:
    from balai.cli.migrate import migrate_only
    from balai.database.schema_files import SETS

    sets = ("backend",) if given.backend else SETS
    for file in asyncio.run(migrate_only(_settings(given), sets)):
        print(file.path)
    print("The database is up to date.")


def _backup(given: argparse.Namespace) -> None:
    from datetime import UTC, datetime
    from pathlib import Path

    from balai.cli.backup.create import make_backup

    name = given.file or f"balai-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}.tar"
    print(asyncio.run(make_backup(load_settings(), Path(name).absolute())))


def _restore(given: argparse.Namespace) -> None:
    from pathlib import Path

    from balai.cli.backup.encryption import decrypted
    from balai.cli.backup.restore import restore_backup

    with decrypted(Path(given.file).absolute(), Path(given.key) if given.key else None) as file:
        print(asyncio.run(restore_backup(load_settings(), file)))


def _check_backup(given: argparse.Namespace) -> None:
    from pathlib import Path

    from balai.cli.backup.check import check_backup
    from balai.cli.backup.encryption import decrypted

    with decrypted(Path(given.file).absolute(), Path(given.key) if given.key else None) as file:
        print(asyncio.run(check_backup(load_settings(), file)))


def _copy_backup(given: argparse.Namespace) -> None:
    from pathlib import Path

    from balai.cli.backup.copies import copy_backup

    print(copy_backup(load_settings(), Path(given.file).absolute()))


def _fetch_backup(given: argparse.Namespace) -> None:
    from pathlib import Path

    from balai.cli.backup.copies import fetch_backup

    print(fetch_backup(load_settings(), given.name, Path.cwd()))


def _backup_key(_given: argparse.Namespace) -> None:
    from balai.cli.backup.encryption import generate_key

    public, private = generate_key()
    print(f"The public key, for BALAI_BACKUP_RECIPIENT:\n{public}\n")
    print(f"The private key. Store it away from this machine; without it no copy can be read:\n{private}")


def _doctor(given: argparse.Namespace) -> None:
    from balai.cli.doctor import run_checks

    findings = asyncio.run(run_checks(_settings(given)))
    for finding in findings:
        print(f"{'ok  ' if finding.is_ok else 'BAD '} {finding.subject}: {finding.detail}")
    if not all(finding.is_ok for finding in findings):
        raise SystemExit(1)


def _config(given: argparse.Namespace) -> None:
    settings = load_settings()
    for setting in SETTINGS:
        value = str(getattr(settings, setting.field))
        shown = "********" if setting.secret and value else value
        print(f"{setting.name}={shown}\n    {setting.meaning}. Default: {setting.default or 'empty'}")


def _keys(given: argparse.Namespace) -> None:
    from balai.cli.keys import rotate_keys
    from balai.security.tokens import api_keys

    if given.action == "rotate":
        print(asyncio.run(rotate_keys(_settings(given), given.algorithm, at_once=given.at_once)))
        return
    keys = api_keys(_settings(given).jwt_secret)
    print(f"anon={keys.anon}\nservice_role={keys.service_role}")


def _admin(given: argparse.Namespace) -> None:
    from balai.cli.admin import make_administrator

    print(asyncio.run(make_administrator(_settings(given), given.email, given.password)))


def _types(given: argparse.Namespace) -> None:
    from pathlib import Path

    from balai.cli.types import own_database_type, type_of_database
    from balai.site.types import write_types

    if given.database_url:
        print(asyncio.run(type_of_database(given.database_url, given.schemas.split(","))), end="")
        return
    write_types(Path(given.folder))
    (Path(given.folder) / "database.ts").write_text(own_database_type(), encoding="utf-8")
