"""Stores the findings of the checks, for the health page and the overview of the administration."""

import msgspec
import structlog

from balai.backend.storage.blobs.interface import Blobs
from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.jobs.health.checks import check_site
from balai.settings import Settings

# One worker of all nodes at a time; the others skip this run.
TRY_LOCK = "select pg_try_advisory_xact_lock(7236831260)"
STORE = """
insert into public.health_findings (subject, state, code, details) values ($1, $2, $3, $4::jsonb)
on conflict (subject) do update
set state = excluded.state, code = excluded.code, details = excluded.details, checked_at = now()
"""

log = structlog.get_logger("balai.jobs.health")


async def store_findings(pool: Pool, settings: Settings, blobs: Blobs | None) -> bool:
    """Run the checks and store their findings. Several nodes store theirs in turn."""
    async with as_owner(pool) as conn:
        if not await conn.fetchval(TRY_LOCK):
            return False
        findings = await check_site(conn, settings, blobs)
        for found in findings:
            details = msgspec.json.encode(found.details).decode()
            await conn.execute(STORE, found.subject, found.state, found.code, details)
    if bad := {found.subject: found.code for found in findings if found.state == "problem"}:
        log.warning("health_problems", **bad)
    return False
