"""Queries of the SAML identity providers."""

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from balai.backend.auth.saml.attributes import AttributeMapping
from balai.database.pool import Connection

SELECT = """
  select p.id, p.resource_id, p.disabled, p.created_at, p.updated_at, s.entity_id, s.metadata_xml, s.metadata_url,
    s.attribute_mapping, s.name_id_format, s.metadata_checked_at,
    coalesce((select json_agg(json_build_object('id', d.id, 'domain', d.domain, 'created_at', d.created_at,
                                                'updated_at', d.updated_at) order by d.domain)
              from auth.sso_domains as d where d.sso_provider_id = p.id), '[]')::text as domains
  from auth.sso_providers as p join auth.saml_providers as s on s.sso_provider_id = p.id
"""
FIND = f"{SELECT} where p.id = $1"
FIND_BY_DOMAIN = f"{SELECT} where p.id = (select sso_provider_id from auth.sso_domains where domain = $1)"  # noqa: S608
LIST = f"{SELECT} order by p.created_at, p.id"


class SamlProvider(msgspec.Struct, frozen=True, kw_only=True):
    """One identity provider; `domains` is JSON."""

    id: UUID
    resource_id: str | None
    disabled: bool
    created_at: datetime
    updated_at: datetime
    entity_id: str
    metadata_xml: str
    metadata_url: str | None
    attribute_mapping: str
    name_id_format: str | None
    metadata_checked_at: datetime | None
    domains: str

    @property
    def mapping(self) -> AttributeMapping:
        """The mapping of its attributes."""
        return msgspec.json.decode(self.attribute_mapping, type=AttributeMapping)


async def find_saml_provider(conn: Connection, provider_id: UUID) -> SamlProvider | None:
    """Find a provider by id."""
    return _decode_row(await conn.fetchrow(FIND, provider_id))


async def find_saml_provider_by_domain(conn: Connection, domain: str) -> SamlProvider | None:
    """Find the provider of an email domain."""
    return _decode_row(await conn.fetchrow(FIND_BY_DOMAIN, domain.lower()))


async def load_saml_providers(conn: Connection) -> list[SamlProvider]:
    """Load all providers, oldest first."""
    return [SamlProvider(**dict(row)) for row in await conn.fetch(LIST)]


def _decode_row(row: Any) -> SamlProvider | None:
    return SamlProvider(**dict(row)) if row else None
