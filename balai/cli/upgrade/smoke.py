"""`balai smoke-test`: asks a running instance for what everything else depends on.

An upgrade runs it with the new version, which knows its own pages, and needs exit code 0.
"""

import secrets
from datetime import UTC, datetime

import asyncpg
import httpx

from balai.backend.auth.users.create import NewUser, add_user
from balai.cli.backup.database import open_database
from balai.database.pool import Connection
from balai.errors import StartError
from balai.security.tokens import api_keys
from balai.settings import Settings

TIMEOUT_S = 30.0
_HAS_SITE = "select to_regclass('public.site_settings') is not null"
_LANGUAGES = "select languages::text[] from public.site_settings"


async def smoke_test(settings: Settings, url: str) -> str:
    """Returns what was tested. Raises StartError with the first failure."""
    done = []
    async with open_database(settings, failure="The test cannot read") as (_, connection):
        has_site = await connection.fetchval(_HAS_SITE)
        languages = await connection.fetchval(_LANGUAGES) if has_site else []
        async with httpx.AsyncClient(base_url=url, timeout=TIMEOUT_S, trust_env=False) as client:
            await _get(client, "/healthz")
            for language in languages:
                page = await _get(client, f"/{language}")
                if "<main" not in page.text or "</html>" not in page.text:
                    raise StartError(f"/{language} is not a whole page.")
            if languages:
                done.append(f"home page in {', '.join(languages)}")
            await _sign_in(client, settings)
            keys = api_keys(settings.jwt_secret)
            await _get(client, "/rest/v1/", {"apikey": keys.service_role})
            done += ["sign-in", "REST"]
        await _write(connection)
    return ", ".join([*done, "write and delete"])


async def _get(client: httpx.AsyncClient, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
    try:
        response = await client.get(path, headers=headers)
    except httpx.HTTPError as error:
        raise StartError(f"{path} does not answer: {error or type(error).__name__}") from error
    if response.status_code != 200:
        raise StartError(f"{path} answers with status {response.status_code}.")
    return response


async def _sign_in(client: httpx.AsyncClient, settings: Settings) -> None:
    """A sign-in that has to be rejected as such: it reads the accounts and changes nothing."""
    given = {"email": f"{secrets.token_hex(8)}@smoke-test.invalid", "password": secrets.token_urlsafe(12)}
    headers = {"apikey": settings.anon_key or api_keys(settings.jwt_secret).anon}
    try:
        response = await client.post("/auth/v1/token?grant_type=password", json=given, headers=headers)
    except httpx.HTTPError as error:
        raise StartError(f"The sign-in does not answer: {error or type(error).__name__}") from error
    # 403 and 422: sign-in by password is closed here; 429: the limit of sign-ins.
    if response.status_code not in {400, 403, 422, 429}:
        raise StartError(f"A sign-in is answered with status {response.status_code}.")


async def _write(connection: Connection) -> None:
    """Create an account and delete it, with all triggers, in a transaction that is rolled back."""
    transaction = connection.transaction()
    await transaction.start()
    try:
        new = NewUser(
            email=f"{secrets.token_hex(8)}@smoke-test.invalid",
            metadata={"display_name": "Smoke test"},
            audience="authenticated",
            role="authenticated",
            email_confirmed_at=datetime.now(UTC),
        )
        user = await add_user(connection, new, datetime.now(UTC))
        await connection.execute("delete from auth.users where id = $1", user.id)
    except asyncpg.PostgresError as error:
        raise StartError(f"An account cannot be created and deleted: {error}") from error
    finally:
        await transaction.rollback()
