"""What happens between the command and the first answer: the schema, the first administrator, sample content, hello.

All of it may run again: a second start finds its work done and changes nothing.
"""

import asyncio
import secrets
import sys
from datetime import UTC, datetime
from pathlib import Path

import asyncpg
import msgspec

from balai.backend.auth.account.password_policy import is_weak_for_administrator
from balai.backend.auth.config import SITE_ADMINISTRATOR_MIN_LENGTH
from balai.backend.auth.oidc.provider_catalog import load_providers
from balai.backend.auth.passwords.hashing import Hasher
from balai.backend.auth.users.create import NewUser, add_user
from balai.backend.rest.config import rules_from_settings
from balai.backend.rest.readiness import find_problems
from balai.backend.rest.rules import Rules
from balai.database.embedded import EmbeddedPostgres
from balai.database.migrate import migrate, unreachable
from balai.database.pool import Connection, Pool, open_pool
from balai.database.schema_files import SchemaFile
from balai.database.transaction import as_owner
from balai.errors import StartError
from balai.security.signing_keys import ensure_signing_key, rotate
from balai.security.tokens import Algorithm
from balai.server.supervisor import supervise
from balai.settings import Settings

HAS_ADMINISTRATOR = "select exists (select from public.administrators)"
FIND_USER = "select id from auth.users where lower(email) = lower($1) and not is_sso_user"
GRANT_ADMINISTRATOR = "insert into public.administrators (user_id) values ($1) on conflict do nothing"
# Several nodes may start at once: one makes the first administrator and the sample content, the others wait.
TAKE_TURNS = "select pg_advisory_xact_lock(hashtext('balai.prepare'))"


class SignIn(msgspec.Struct, frozen=True):
    """What the banner says of the first administrator; the password only while its note is in the data folder.

    `is_weak`: the operator has just given her a password that the site would not let her choose.
    """

    email: str
    password: str | None
    is_weak: bool = False


async def serve(settings: Settings, *, demo: bool) -> None:
    """Run the whole hall until told to stop. Raises StartError."""
    load_providers(settings)  # a mistake in the operator's file is told at once, not by each worker
    sign_in: SignIn | None = None
    rules_from_settings(settings)

    async def prepare(url: str) -> None:
        nonlocal sign_in
        await migrate(url)
        await _ensure_signing_key(settings, url)
        sign_in = await _furnish(settings, url, demo=demo)

    def on_ready() -> None:
        sys.stdout.write(_banner(settings, sign_in, demo=demo))
        sys.stdout.flush()

    await supervise(settings, prepare=prepare, on_ready=on_ready)


async def serve_backend(settings: Settings) -> None:
    """Run the backend alone, over whatever schema the database has. Raises StartError."""
    rules = rules_from_settings(settings)
    load_providers(settings)

    async def prepare(url: str) -> None:
        if settings.rest_only:
            await check_ready(url, rules)
        else:
            await migrate(url, ("backend",))
            await _ensure_signing_key(settings, url)

    def on_ready() -> None:
        sys.stdout.write(f"\n  Balai's backend answers at {settings.backend_url}\n\n  Stop it with Ctrl-C.\n\n")
        sys.stdout.flush()

    await supervise(settings, prepare=prepare, on_ready=on_ready, backend_only=True)


async def check_ready(url: str, rules: Rules) -> None:
    """Raise StartError unless the data service can serve this database as it is."""
    try:
        connection = await asyncpg.connect(url, timeout=10)
    except (OSError, TimeoutError, asyncpg.PostgresError, ValueError) as error:
        raise unreachable(error) from error
    try:
        faults = await find_problems(connection, rules)
    finally:
        await connection.close()
    if faults:
        raise StartError(
            "This database cannot be served yet:\n  " + "\n  ".join(faults), hint="See docs/operations/backend-only.md."
        )


async def migrate_only(settings: Settings) -> list[SchemaFile]:
    """Bring the database up to date, starting the built-in one for it where it does not run. Raises StartError."""
    if settings.database_url:
        return await migrate(settings.database_url)
    with EmbeddedPostgres(settings.data_dir).running() as url:
        return await migrate(url)


async def make_administrator(settings: Settings, email: str, password: str | None) -> str:
    """Make the holder of an address administrator, with a new account where there is none; say what was done."""
    if settings.database_url:
        return await _make_administrator(settings.database_url, email, password)
    with EmbeddedPostgres(settings.data_dir).running() as url:
        return await _make_administrator(url, email, password)


async def _make_administrator(url: str, email: str, password: str | None) -> str:
    pool = await open_pool(url, size=2)
    try:
        async with as_owner(pool) as connection:
            known = await connection.fetchval(FIND_USER, email)
            made = password or secrets.token_urlsafe(12)
            await _grant(connection, email, made)
        return f"{email} is administrator." + ("" if known else f" Password: {made}")
    except asyncpg.UndefinedTableError as error:
        raise StartError("This database has no site yet.", hint="Run `balai migrate` first.") from error
    finally:
        await pool.close()


async def rotate_keys(settings: Settings, algorithm: Algorithm, *, at_once: bool) -> str:
    """Put a new signing key in place of the present one and say what follows from it. Raises StartError."""
    if settings.database_url:
        return await _rotate_keys(settings, settings.database_url, algorithm, at_once=at_once)
    with EmbeddedPostgres(settings.data_dir).running() as url:
        return await _rotate_keys(settings, url, algorithm, at_once=at_once)


async def _rotate_keys(settings: Settings, url: str, algorithm: Algorithm, *, at_once: bool) -> str:
    pool = await open_pool(url, size=2)
    try:
        async with as_owner(pool) as connection:
            kid = await rotate(connection, settings.jwt_secret, algorithm, at_once=at_once)
    except asyncpg.UndefinedTableError as error:
        raise StartError("This database has no keys yet.", hint="Run `balai migrate` first.") from error
    finally:
        await pool.close()
    if at_once:
        return f"{kid} signs from now on. Tokens of other keys are refused; browsers renew their sessions."
    return f"{kid} signs from a minute from now. Tokens of the key before it stay valid until they expire."


async def _ensure_signing_key(settings: Settings, url: str) -> None:
    pool = await open_pool(url, size=1)
    try:
        async with as_owner(pool) as connection:
            await ensure_signing_key(connection, settings.jwt_secret)
    finally:
        await pool.close()


async def _furnish(settings: Settings, url: str, *, demo: bool) -> SignIn:
    pool = await open_pool(url, size=2)
    try:
        sign_in = await _ensure_administrator(settings, pool)
        if demo:
            from balai.demo.load import load_demo

            await load_demo(pool)
        return sign_in
    finally:
        await pool.close()


async def _ensure_administrator(settings: Settings, pool: Pool) -> SignIn:
    note, is_weak = settings.data_dir / "first_administrator_password", False
    async with as_owner(pool) as connection:
        await connection.execute(TAKE_TURNS)
        if not await connection.fetchval(HAS_ADMINISTRATOR):
            password = settings.admin_password or _keep(note, secrets.token_urlsafe(12))
            await _grant(connection, settings.admin_email, password)
            is_weak = is_weak_for_administrator(password)
    kept = await asyncio.to_thread(note.read_text) if note.exists() else None
    return SignIn(settings.admin_email, settings.admin_password or kept, is_weak)


def _keep(note: Path, password: str) -> str:
    note.parent.mkdir(parents=True, exist_ok=True)
    note.touch(mode=0o600)
    note.write_text(password)
    return password


async def _grant(connection: Connection, email: str, password: str) -> None:
    user_id = await connection.fetchval(FIND_USER, email)
    if user_id is None:
        hasher = Hasher(threads=1)
        now = datetime.now(UTC)
        new = NewUser(
            email=email.lower(),
            password_hash=await hasher.hash(password),
            metadata={"display_name": "Administrator"},
            audience="authenticated",
            role="authenticated",
            email_confirmed_at=now,
        )
        user_id = (await add_user(connection, new, now)).id
        hasher.close()
    await connection.execute(GRANT_ADMINISTRATOR, user_id)


def _banner(settings: Settings, sign_in: SignIn | None, *, demo: bool) -> str:
    lines = ["", f"  Balai is open: {settings.site_url}", ""]
    if sign_in is not None:
        lines.append(f"  Administrator  {sign_in.email}")
        lines.append(f"  Password       {sign_in.password or 'as you set it'}")
        if sign_in.is_weak:
            length = SITE_ADMINISTRATOR_MIN_LENGTH
            lines.append(f"  Please change it: administrators need {length} characters, and no common words")
    if demo:
        from balai.demo.load import DEMO_MEMBERS

        lines += [f"  Member         {member.email}  {member.password}" for member in DEMO_MEMBERS[:2]]
    if settings.mailbox:
        lines.append(f"  Mailbox        {settings.site_url}/mailbox")
    return "\n".join([*lines, "", "  Stop it with Ctrl-C.", "", ""])
