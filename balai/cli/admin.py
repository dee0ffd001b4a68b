"""`balai admin`, and the first administrator of a new site."""

import asyncio
import secrets
from datetime import UTC, datetime
from pathlib import Path

import asyncpg
import msgspec

from balai.backend.auth.account.password_policy import is_weak_for_administrator
from balai.backend.auth.passwords.hashing import Hasher
from balai.backend.auth.users.create import NewUser, add_user
from balai.database.embedded import EmbeddedPostgres
from balai.database.pool import Connection, Pool, open_pool
from balai.database.transaction import advisory_lock, as_owner
from balai.errors import StartError
from balai.messaging.email_account import HAS_ACCOUNT
from balai.settings import Settings

HAS_ADMINISTRATOR = "select exists (select from public.administrators)"
FIND_USER = "select id from auth.users where lower(email) = lower($1) and not is_sso_user"
IS_NEW = """
select not exists (select from public.setup_steps)
  and exists (select from public.site_setup where finished_at is null and postponed_at is null)
"""
GRANT_ADMINISTRATOR = "insert into public.administrators (user_id) values ($1) on conflict do nothing"


class SignIn(msgspec.Struct, frozen=True):
    """How the first administrator signs in. `password`: only while its file is in the data folder.

    `is_weak`: the operator chose a password that the site would reject. `is_new`: the setup guide was not begun.
    """

    email: str
    password: str | None
    is_weak: bool = False
    has_email_account: bool = False
    is_new: bool = False


async def make_administrator(settings: Settings, email: str, password: str | None) -> str:
    """Make a user administrator, with a new account if there is none. Returns a report."""
    if settings.database_url:
        return await _make_administrator(settings.database_url, email, password)
    with EmbeddedPostgres(settings.data_dir).running() as url:
        return await _make_administrator(url, email, password)


async def _make_administrator(url: str, email: str, password: str | None) -> str:
    pool = await open_pool(url, size=2)
    try:
        async with as_owner(pool) as connection:
            existing = await connection.fetchval(FIND_USER, email)
            new_password = password or secrets.token_urlsafe(12)
            await _grant(connection, email, new_password)
        return f"{email} is administrator." + ("" if existing else f" Password: {new_password}")
    except asyncpg.UndefinedTableError as error:
        raise StartError("This database has no site yet.", hint="Run `balai migrate` first.") from error
    finally:
        await pool.close()


async def ensure_administrator(settings: Settings, pool: Pool) -> SignIn:
    """Create the first administrator of a new site, and return how they sign in."""
    password_file, is_weak = settings.data_dir / "first_administrator_password", False
    async with as_owner(pool) as connection:
        # Nodes may start at the same time: one creates the first administrator, the others wait.
        await advisory_lock(connection, "prepare")
        if not await connection.fetchval(HAS_ADMINISTRATOR):
            password = settings.admin_password or _store_password(password_file, secrets.token_urlsafe(12))
            await _grant(connection, settings.admin_email, password)
            is_weak = is_weak_for_administrator(password)
        has_email_account = await connection.fetchval(HAS_ACCOUNT)
        is_new = await connection.fetchval(IS_NEW)
    stored = await asyncio.to_thread(password_file.read_text) if password_file.exists() else None
    shown = settings.admin_password or stored
    return SignIn(settings.admin_email, shown, is_weak, has_email_account=has_email_account, is_new=is_new)


def _store_password(password_file: Path, password: str) -> str:
    password_file.parent.mkdir(parents=True, exist_ok=True)
    password_file.touch(mode=0o600)
    password_file.write_text(password)
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
