"""Reads the operator's keys, tells the database which there are, and makes the endpoint."""

import httpx

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.security.answer_keys import read_answer_keys
from balai.security.tokens import KeyRing, api_keys
from balai.settings import Settings
from balai.site.intake.endpoint import IntakeEndpoint
from balai.site.intake.files import AnswerFiles

REGISTER = "select public.register_answer_keys($1)"


async def start_intake(
    pool: Pool, ring: KeyRing, settings: Settings, backend: httpx.AsyncClient | None
) -> IntakeEndpoint:
    """Raises StartError for a key that is none."""
    keys = read_answer_keys(settings)
    async with as_owner(pool) as conn:
        await conn.execute(REGISTER, list(keys.ids))
    files = AnswerFiles(backend, api_keys(settings.jwt_secret).service_role) if backend is not None else None
    return IntakeEndpoint(pool, ring, keys, files)
