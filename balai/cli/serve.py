"""`balai serve` and `balai backend`: prepare the database, then run the supervisor.

Each preparation step is idempotent: a second start finds its work done and changes nothing.
"""

import sys

import asyncpg

from balai.backend.auth.config import auth_config
from balai.backend.rest.config import rules_from_settings
from balai.backend.rest.readiness import find_problems
from balai.backend.rest.rules import Rules
from balai.cli.admin import SignIn, ensure_administrator
from balai.cli.banner import render_banner
from balai.cli.keys import prepare_signing_key
from balai.database.default_grants import NOT_FOR_DATA_ONLY, NOT_FOR_THE_SITE, set_default_grants
from balai.database.migrate import migrate, unreachable
from balai.database.pool import open_pool
from balai.errors import StartError
from balai.server.supervisor import supervise
from balai.settings import Settings


async def serve(settings: Settings, *, demo: bool, is_trial: bool = False) -> bool:
    """Run the site with its backend. Returns as `supervise` does. Raises StartError."""
    sign_in: SignIn | None = None
    # Settings that do not fit together stop the start here, not in each worker.
    auth_config(settings, has_site=True)
    rules_from_settings(settings)
    if settings.rest_default_grants == "open":
        raise NOT_FOR_THE_SITE

    async def prepare(url: str) -> None:
        nonlocal sign_in
        await migrate(url)
        await prepare_signing_key(settings, url)
        sign_in = await _prepare_site(settings, url, demo=demo)

    def on_ready() -> None:
        if is_trial:
            return
        sys.stdout.write(render_banner(settings, sign_in, demo=demo))
        sys.stdout.flush()

    return await supervise(settings, prepare=prepare, on_ready=on_ready, is_trial=is_trial)


async def serve_backend(settings: Settings, *, is_trial: bool = False) -> bool:
    """Run the backend alone, over any schema. Returns as `supervise` does. Raises StartError."""
    rules = rules_from_settings(settings)
    auth_config(settings, has_site=False)
    if settings.rest_only and settings.rest_default_grants:
        raise NOT_FOR_DATA_ONLY

    async def prepare(url: str) -> None:
        if settings.rest_only:
            await check_ready(url, rules)
        else:
            await migrate(url, ("backend",))
            await set_default_grants(url, settings.rest_default_grants)
            await prepare_signing_key(settings, url)

    def on_ready() -> None:
        sys.stdout.write(f"\n  Balai's backend answers at {settings.backend_url}\n\n  Stop it with Ctrl-C.\n\n")
        sys.stdout.flush()

    return await supervise(settings, prepare=prepare, on_ready=on_ready, backend_only=True, is_trial=is_trial)


async def check_ready(url: str, rules: Rules) -> None:
    """Raise StartError unless the REST service can serve this database."""
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


async def _prepare_site(settings: Settings, url: str, *, demo: bool) -> SignIn:
    pool = await open_pool(url, size=2)
    try:
        sign_in = await ensure_administrator(settings, pool)
        if demo:
            from balai.demo.load import load_demo

            await load_demo(pool)
        return sign_in
    finally:
        await pool.close()
