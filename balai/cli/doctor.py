"""`balai doctor`: checks the requirements of a start and names the remedy for each problem."""

from importlib.resources import files

import asyncpg
import msgspec

from balai import __version__
from balai.backend.realtime.replication.connection import ReplicationConnection
from balai.backend.rest.config import rules_from_settings
from balai.backend.rest.readiness import find_problems
from balai.cli.upgrade.place import Place
from balai.database.embedded import EmbeddedPostgres
from balai.database.migrate import Ledger, read_ledger
from balai.database.schema_files import list_files
from balai.errors import StartError
from balai.jobs.health.facts import LAST_EMAIL_ERROR, MIN_FREE_BYTES, free_bytes, schema_state
from balai.messaging.email_account import HAS_ACCOUNT
from balai.messaging.email_state import has_email_route, read_email_state
from balai.security.answer_keys import read_answer_keys
from balai.settings import Settings

# Tables without row-level security on which anon or authenticated have privileges: the REST service hides them, unless
# their comment begins with 'public-read'.
LIST_OPEN_TABLES = """
select c.oid::regclass::text
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  and not (c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))
  and coalesce(obj_description(c.oid, 'pg_class'), '') not like 'public-read%'
  and exists (
    select from unnest(array['anon', 'authenticated']) as role
    where has_table_privilege(role, c.oid, 'select, insert, update, delete')
      or has_any_column_privilege(role, c.oid, 'select, insert, update'))
order by 1
"""
HAS_SCHEMA_NOTIFICATIONS = (
    "select count(*) = 2 from pg_event_trigger where evtname like 'balai\\_schema\\_%' and evtenabled <> 'D'"
)


# For each hook: failed calls of the last day, and the outcome of the last call.
HOOK_FAILURES = """
select hook, count(*) filter (where outcome = 'failed') as failed,
  (array_agg(outcome order by called_at desc))[1] as outcome
from auth.hook_calls where called_at > now() - interval '1 day' group by hook order by hook
"""

COUNT_ANSWERS = "select key_id, count(*) as number from public.booking_answers where key_id is not null group by key_id"


class Finding(msgspec.Struct, frozen=True):
    """The result of one check, with details or the remedy."""

    subject: str
    is_ok: bool
    detail: str


async def run_checks(settings: Settings) -> list[Finding]:
    """Run all checks. Changes nothing, but starts the embedded database for the duration if it is down."""
    findings = [_describe_program(settings), _check_data_folder(settings), _check_front_end()]
    if settings.rest_only and settings.database_url:
        return [*findings, await _check_served_database(settings)]
    if settings.database_url:
        return [*findings, *await _check_database(settings.database_url, settings)]
    with EmbeddedPostgres(settings.data_dir).running() as url:
        return [*findings, *await _check_database(url, settings)]


def _describe_program(settings: Settings) -> Finding:
    installed = Place(settings.data_dir).current_version()
    origin = "installed by an upgrade" if installed == __version__ else "installed by hand"
    return Finding(
        "program", True, f"Balai {__version__}, {origin}; `balai upgrade` tries a newer one and switches to it"
    )


def _check_data_folder(settings: Settings) -> Finding:
    free = free_bytes(settings.data_dir)
    detail = f"{settings.data_dir}, {free // 1024**2} MB free"
    if free < MIN_FREE_BYTES:
        return Finding("data folder", False, f"{detail}: make room, or set BALAI_DATA_DIR to another disk")
    return Finding("data folder", True, detail)


def _check_front_end() -> Finding:
    bundle = files("balai.site") / "static" / "server.js"
    if bundle.is_file():
        return Finding("front end", True, "built")
    return Finding("front end", False, "missing: run `make build`, or install the wheel")


NO_TABLES = Finding("database", False, "has no Balai schema: run `balai migrate`")


async def _check_database(url: str, settings: Settings) -> list[Finding]:
    try:
        connection = await asyncpg.connect(url, timeout=10)
    except (OSError, TimeoutError, asyncpg.PostgresError) as error:
        return [Finding("database", False, f"cannot be reached: {error}")]
    try:
        version = await connection.fetchval("show server_version")
        ledger = await read_ledger(connection)
        if ledger is None:
            return [NO_TABLES]
        open_tables = [row[0] for row in await connection.fetch(LIST_OPEN_TABLES)]
        has_notifications = await connection.fetchval(HAS_SCHEMA_NOTIFICATIONS)
        wal_level = await connection.fetchval("show wal_level")
        hooks = await _read_hooks(connection)
        emails = await _check_emails(connection, settings)
        answers = await _check_answer_keys(connection, settings)
    except asyncpg.UndefinedTableError:
        return [NO_TABLES]
    finally:
        await connection.close()
    return [
        *_check_schema(version, ledger),
        _check_row_security(open_tables),
        _check_schema_notifications(has_notifications),
        await _check_replication(url, wal_level),
        emails,
        answers,
        *_check_hooks(hooks),
    ]


async def _check_served_database(settings: Settings) -> Finding:
    """The database of a `balai backend --data-only`."""
    try:
        connection = await asyncpg.connect(settings.database_url, timeout=10)
    except (OSError, TimeoutError, asyncpg.PostgresError) as error:
        return Finding("database", False, f"cannot be reached: {error}")
    try:
        faults = await find_problems(connection, rules_from_settings(settings))
    finally:
        await connection.close()
    if faults:
        return Finding("database", False, "; ".join(faults))
    return Finding("database", True, f"can be served: {settings.rest_schemas}. After changes to it send `notify pgrst`")


def _check_schema(version: str, ledger: Ledger) -> list[Finding]:
    state, pending = schema_state(ledger)
    unknown = ledger.find_unknown(list_files())
    if state == "newer":
        findings = [Finding("database", False, f"PostgreSQL {version}, made by a newer Balai: install that version")]
    elif state == "pending":
        detail = f"PostgreSQL {version}, {pending} schema files to apply: run `balai migrate`"
        findings = [Finding("database", False, detail)]
    else:
        findings = [Finding("database", True, f"PostgreSQL {version}, schema release {ledger.release}")]
    if unknown:
        detail = f"applied to this database, but not part of this program: {', '.join(unknown)}"
        findings.append(Finding("schema files", False, detail))
    return findings


def _check_row_security(open_tables: list[str]) -> Finding:
    if not open_tables:
        return Finding("row security", True, "enabled, with policies, on every table that clients can reach")
    remedy = "enable row level security and add a policy, or begin the table's comment with 'public-read'"
    return Finding("row security", False, f"off for {', '.join(open_tables)}, which are hidden: {remedy}")


async def _check_emails(connection: asyncpg.Connection, settings: Settings) -> Finding:
    leaves = bool(settings.smtp_url or settings.hook_send_email)
    try:
        state = await read_email_state(connection, settings)
        leaves = leaves or await connection.fetchval(HAS_ACCOUNT)
    except asyncpg.InsufficientPrivilegeError:
        state = "ok" if has_email_route(settings) else "off"
    if state == "off":
        detail = "nothing is sent: set up emails in the administration, or set BALAI_SMTP_URL or BALAI_HOOK_SEND_EMAIL"
        return Finding("email", False, detail)
    if state == "failing":
        error = await connection.fetchval(LAST_EMAIL_ERROR)
        return Finding("email", False, f"cannot be sent: {error}: check the SMTP server and its login")
    if not leaves:
        return Finding("email", True, "is stored in the built-in mailbox, nothing leaves this machine")
    return Finding("email", True, "is sent")


async def _check_answer_keys(connection: asyncpg.Connection, settings: Settings) -> Finding:
    """Whether the sensitive answers of bookings can be encrypted, and those that are stored decrypted."""
    subject = "answer keys"
    try:
        ids = read_answer_keys(settings).ids
    except StartError as error:
        return Finding(subject, False, f"{error} {error.hint}")
    try:
        stored = {row["key_id"]: row["number"] for row in await connection.fetch(COUNT_ANSWERS)}
    except (asyncpg.UndefinedTableError, asyncpg.InsufficientPrivilegeError):
        stored = {}
    lost = sum(number for key, number in stored.items() if key not in ids)
    if lost:
        missing = ", ".join(sorted(stored.keys() - set(ids)))
        detail = f"{lost} sensitive answers cannot be read: add the key {missing} to BALAI_ANSWER_KEYS_FILE again"
        return Finding(subject, False, detail)
    if not ids:
        return Finding(subject, True, "none: no question can be sensitive until BALAI_ANSWER_KEYS_FILE is set")
    unused = [key for key in ids[1:] if key not in stored]
    detail = f"{ids[0]} encrypts" + (f"; no answer needs {', '.join(unused)} any more" if unused else "")
    return Finding(subject, True, detail)


async def _read_hooks(connection: asyncpg.Connection) -> list[asyncpg.Record]:
    try:
        return await connection.fetch(HOOK_FAILURES)
    except asyncpg.InsufficientPrivilegeError:
        return []


def _check_hooks(rows: list[asyncpg.Record]) -> list[Finding]:
    """One finding for each hook that was called in the last day."""
    remedy = "see GET /auth/v1/admin/hook-calls"
    return [
        Finding(f"hook {row['hook']}", row["outcome"] != "failed", f"{row['failed']} failures in a day; {remedy}")
        for row in rows
    ]


def _check_schema_notifications(has_notifications: bool) -> Finding:
    if has_notifications:
        return Finding("schema changes", True, "detected automatically")
    # Not a problem: managed services do not allow event triggers.
    return Finding("schema changes", True, "not detected here: after each change send `notify pgrst`")


async def _check_replication(url: str, wal_level: str) -> Finding:
    """Row changes need logical replication: each worker opens a replication connection."""
    try:
        connection = await ReplicationConnection.open(url, "balai-doctor", lambda _: None)
    except (OSError, TimeoutError, asyncpg.PostgresError) as error:
        return Finding("row changes", False, f"{error}: allow this user to replicate (alter role … replication)")
    connection.close()
    if wal_level != "logical":
        return Finding("row changes", False, f"wal_level is {wal_level}: set it to logical and restart PostgreSQL")
    return Finding("row changes", True, "logical replication is available")
