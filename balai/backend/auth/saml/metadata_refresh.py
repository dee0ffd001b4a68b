"""Metadata that were given as an address are looked at again once a day: identity providers replace their keys.

It happens when somebody is about to sign in, beside her request. Whatever goes wrong, the metadata of before stay, and
a provider that names itself otherwise than before is not believed.
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
# One worker takes the turn; whether it succeeds or not, the next one is a day later.
CLAIM_REFRESH = """
  update auth.saml_providers set metadata_checked_at = $2 where sso_provider_id = $1 and metadata_url is not null
    and coalesce(metadata_checked_at, updated_at) <= $3 returning metadata_url
"""
REPLACE = "update auth.saml_providers set metadata_xml = $2, updated_at = $3 where sso_provider_id = $1"

log = structlog.get_logger("balai.auth.saml")


def start_refresh(auth: AuthService, provider: SamlProvider) -> None:
    """Look at a provider's metadata again where a day has passed; nobody waits for it."""
    checked = provider.metadata_checked_at or provider.updated_at
    if provider.metadata_url and checked + REFRESH_INTERVAL <= auth.now():
        task = asyncio.create_task(refresh_metadata(auth, provider))
        auth.background.add(task)
        task.add_done_callback(auth.background.discard)


async def refresh_metadata(auth: AuthService, provider: SamlProvider) -> None:
    """Take a provider's present metadata, if they are its own."""
    async with as_owner(auth.pool) as conn:
        url = await conn.fetchval(CLAIM_REFRESH, provider.id, auth.now(), auth.now() - REFRESH_INTERVAL)
    if url is None:
        return
    try:
        xml = await fetch_metadata(auth, url)
        metadata = read_metadata(xml)
    except (AuthError, InvalidDocument) as error:
        log.warning("saml_metadata_not_renewed", provider=str(provider.id), error=str(error))
        return
    if metadata.entity_id != provider.entity_id:
        log.warning("saml_metadata_not_renewed", provider=str(provider.id), error="another entityID")
        return
    async with as_owner(auth.pool) as conn:
        await conn.execute(REPLACE, provider.id, xml, auth.now())
