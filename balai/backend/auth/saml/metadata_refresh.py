"""Refreshes metadata that were configured by URL, once a day: identity providers rotate their keys.

A sign-in starts the refresh as a background task and does not wait for it. On any failure, and if the entityID differs,
the stored metadata stay in use.
"""

import asyncio
from datetime import timedelta

import structlog

from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError
from balai.backend.auth.saml.metadata_fetch import fetch_metadata
from balai.backend.auth.saml.protocol.metadata import read_metadata
from balai.backend.auth.saml.protocol.xml import InvalidDocument
from balai.backend.auth.saml.providers import SamlProvider
from balai.database.transaction import as_owner

REFRESH_INTERVAL = timedelta(days=1)
# One worker claims the refresh; the next one is a day later, also after a failure.
CLAIM_REFRESH = """
  update auth.saml_providers set metadata_checked_at = $2 where sso_provider_id = $1 and metadata_url is not null
    and coalesce(metadata_checked_at, updated_at) <= $3 returning metadata_url
"""
REPLACE = "update auth.saml_providers set metadata_xml = $2, updated_at = $3 where sso_provider_id = $1"

log = structlog.get_logger("balai.auth.saml")


def start_refresh(auth: AuthService, provider: SamlProvider) -> None:
    """Start a refresh in the background if the metadata are older than a day."""
    checked = provider.metadata_checked_at or provider.updated_at
    if provider.metadata_url and checked + REFRESH_INTERVAL <= auth.now():
        task = asyncio.create_task(refresh_metadata(auth, provider))
        auth.background.add(task)
        task.add_done_callback(auth.background.discard)


async def refresh_metadata(auth: AuthService, provider: SamlProvider) -> None:
    """Fetch a provider's current metadata and store them if the entityID is the same."""
    async with as_owner(auth.pool) as conn:
        url = await conn.fetchval(CLAIM_REFRESH, provider.id, auth.now(), auth.now() - REFRESH_INTERVAL)
    if url is None:
        return
    try:
        xml = await fetch_metadata(auth, url)
        metadata = read_metadata(xml)
    except (AuthError, InvalidDocument) as error:
        log.warning("saml_metadata_refresh_failed", provider=str(provider.id), error=str(error))
        return
    if metadata.entity_id != provider.entity_id:
        log.warning("saml_metadata_refresh_failed", provider=str(provider.id), error="another entityID")
        return
    async with as_owner(auth.pool) as conn:
        await conn.execute(REPLACE, provider.id, xml, auth.now())
