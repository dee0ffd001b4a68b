"""The rows of companies' identity providers: looked up at each sign-in, kept by the administration."""

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from balai.backend.auth.saml.attributes import Mapping
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


class Company(msgspec.Struct, frozen=True, kw_only=True):
    """One identity provider with its domains (JSON text)."""

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
    def mapping(self) -> Mapping:
        """Where its facts come from."""
        return msgspec.json.decode(self.attribute_mapping, type=Mapping)


async def find_company(conn: Connection, provider_id: UUID) -> Company | None:
    """The provider of an id."""
    return _company(await conn.fetchrow(FIND, provider_id))


async def find_company_of_domain(conn: Connection, domain: str) -> Company | None:
    """The provider that a mail domain leads to."""
    return _company(await conn.fetchrow(FIND_BY_DOMAIN, domain.lower()))


async def list_companies(conn: Connection) -> list[Company]:
    """All of them, oldest first."""
    return [Company(**dict(row)) for row in await conn.fetch(LIST)]


def _company(row: Any) -> Company | None:
    return Company(**dict(row)) if row else None
