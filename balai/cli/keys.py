"""`balai keys rotate`: replace the key pair that signs sessions."""

import asyncpg

from balai.database.embedded import EmbeddedPostgres
from balai.database.pool import open_pool
from balai.database.transaction import as_owner
from balai.errors import StartError
from balai.security.signing_keys import ensure_signing_key, record_token_lifetime, rotate
from balai.security.tokens import Algorithm
from balai.settings import Settings


async def rotate_keys(settings: Settings, algorithm: Algorithm, *, at_once: bool) -> str:
    """Replace the signing key. Returns a report of the consequences. Raises StartError."""
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
        return f"{kid} signs from now on. Tokens of other keys are rejected; browsers refresh their sessions."
    return f"{kid} signs in one minute. Tokens of the previous key stay valid until they expire."


async def prepare_signing_key(settings: Settings, url: str) -> None:
    """Create the first key pair of a new database, and record the lifetime of access tokens."""
    pool = await open_pool(url, size=1)
    try:
        async with as_owner(pool) as connection:
            await ensure_signing_key(connection, settings.jwt_secret)
            await record_token_lifetime(connection, settings.access_token_seconds)
    finally:
        await pool.close()
