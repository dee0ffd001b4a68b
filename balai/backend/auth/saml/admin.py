"""/admin/sso/providers: administration of SAML identity providers. Contract 1.9 and 8."""

import re
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec

from balai.backend.auth.authentication import check_admin
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.http import read_body
from balai.backend.auth.saml.attributes import AttributeMapping
from balai.backend.auth.saml.metadata_fetch import fetch_metadata
from balai.backend.auth.saml.protocol.metadata import IdentityProvider, read_metadata
from balai.backend.auth.saml.protocol.xml import InvalidDocument
from balai.backend.auth.saml.providers import (
    SamlProvider,
    find_saml_provider,
    find_saml_provider_by_domain,
    load_saml_providers,
)
from balai.database.pool import Connection
from balai.database.transaction import as_owner

MAX_ENTITY_ID_BYTES = 1024  # SAML 2.0 Core 8.3.6
DOMAIN_PATTERN = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")
DOMAIN_TAKEN = "SSO Domain is already assigned to an SSO identity provider"
UPDATE_CONFLICT = "Updating SSO provider failed, likely due to a conflict. Try again?"
INSERT = """
  insert into auth.sso_providers (id, resource_id, disabled, created_at, updated_at) values ($1, $2, $3, $4, $4)
"""
INSERT_SAML = """
  insert into auth.saml_providers
    (sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7)
"""
UPDATE = "update auth.sso_providers set resource_id = $2, disabled = $3, updated_at = $4 where id = $1"
UPDATE_SAML = """
  update auth.saml_providers set metadata_xml = $2, metadata_url = $3, attribute_mapping = $4, name_id_format = $5,
    updated_at = $6 where sso_provider_id = $1
"""
DELETE = "delete from auth.sso_providers where id = $1"
DELETE_DOMAINS = "delete from auth.sso_domains where sso_provider_id = $1 and not domain = any($2)"
INSERT_DOMAINS = """
  insert into auth.sso_domains (sso_provider_id, domain, created_at, updated_at)
  select $1, given.domain, $3, $3 from unnest($2::text[]) as given (domain)
  where not exists (select from auth.sso_domains as d where d.sso_provider_id = $1 and d.domain = given.domain)
"""


class ProviderBody(msgspec.Struct, frozen=True):
    """Body of a creation or an update; an update leaves absent fields unchanged."""

    type: str | None = None
    resource_id: str | None = None
    disabled: bool | None = None
    metadata_url: str | None = None
    metadata_xml: str | None = None
    domains: tuple[str, ...] | None = None
    attribute_mapping: AttributeMapping | None = None
    name_id_format: str | None = None


class SamlView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The SAML part of a provider."""

    entity_id: str
    metadata_xml: str
    metadata_url: str | None = None
    attribute_mapping: AttributeMapping = msgspec.field(default_factory=AttributeMapping)
    name_id_format: str | None = None


class ProviderView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A provider in responses."""

    id: UUID
    resource_id: str | None = None
    disabled: bool
    saml: SamlView
    domains: msgspec.Raw
    created_at: datetime
    updated_at: datetime


async def list_saml_providers(auth: AuthService, request: AuthRequest) -> dict[str, Any]:
    """List all providers. Raises AuthError 401, 403."""
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
        return {"items": [_view(provider) for provider in await load_saml_providers(conn)]}


async def get_saml_provider(auth: AuthService, request: AuthRequest, provider_id: str) -> ProviderView:
    """Return one provider. Raises AuthError 401, 403, 404."""
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
        return _view(await _get(conn, provider_id))


async def delete_saml_provider(auth: AuthService, request: AuthRequest, provider_id: str) -> ProviderView:
    """Delete a provider; its users can no longer sign in. Raises AuthError 401, 403, 404."""
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
        provider = await _get(conn, provider_id)
        await conn.execute(DELETE, provider.id)
        return _view(provider)


async def create_saml_provider(auth: AuthService, request: AuthRequest) -> ProviderView:
    """Create a provider. Raises AuthError 400, 401, 403, 422."""
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
    body = await read_body(request, ProviderBody)
    if body.type != "saml":
        raise invalid("Only 'saml' supported for SSO provider type")
    if bool(body.metadata_url) == bool(body.metadata_xml):
        raise invalid("Exactly one of metadata_xml or metadata_url needs to be set")
    xml, metadata = await _load_metadata(auth, body)
    provider_id, now = uuid4(), auth.now()
    try:
        async with as_owner(auth.pool) as conn:
            await conn.execute(INSERT, provider_id, _clean(body.resource_id), bool(body.disabled), now)
            mapping = _encode_mapping(body.attribute_mapping or AttributeMapping())
            await conn.execute(
                INSERT_SAML, provider_id, metadata.entity_id, xml, body.metadata_url, mapping,
                _clean(body.name_id_format), now,
            )  # fmt: skip
            await _set_domains(conn, auth, provider_id, body.domains or ())
            return _view(await _get(conn, str(provider_id)))
    except asyncpg.UniqueViolationError as error:
        if error.constraint_name == "sso_domains_domain_key":
            raise AuthError(400, Code.SSO_DOMAIN_ALREADY_EXISTS, DOMAIN_TAKEN) from error
        text = f"SAML Identity Provider with this EntityID ({metadata.entity_id}) already exists"
        raise AuthError(422, Code.SAML_IDP_ALREADY_EXISTS, text) from error


async def update_saml_provider(auth: AuthService, request: AuthRequest, provider_id: str) -> ProviderView:
    """Update a provider. Raises AuthError 400, 401, 403, 404, 422."""
    async with as_owner(auth.pool) as conn:
        await check_admin(conn, auth, request)
        provider = await _get(conn, provider_id)
    body = await read_body(request, ProviderBody)
    if body.metadata_url and body.metadata_xml:
        raise invalid("Only one of metadata_xml or metadata_url needs to be set")
    xml, url = provider.metadata_xml, provider.metadata_url
    if body.metadata_url or body.metadata_xml:
        url = body.metadata_url
        xml, metadata = await _load_metadata(auth, body)
        if metadata.entity_id != provider.entity_id:
            text = (
                "SAML Metadata can be updated only if the EntityID matches for the provider; expected "
                f"'{provider.entity_id}' but got '{metadata.entity_id}'"
            )
            raise AuthError(400, Code.SAML_ENTITY_ID_MISMATCH, text)
    mapping = body.attribute_mapping or provider.mapping
    name_id_format = provider.name_id_format if body.name_id_format is None else _clean(body.name_id_format)
    resource_id = provider.resource_id if body.resource_id is None else _clean(body.resource_id)
    disabled = provider.disabled if body.disabled is None else body.disabled
    try:
        async with as_owner(auth.pool) as conn:
            await conn.execute(UPDATE, provider.id, resource_id, disabled, auth.now())
            await conn.execute(UPDATE_SAML, provider.id, xml, url, _encode_mapping(mapping), name_id_format, auth.now())
            if body.domains is not None:
                await _set_domains(conn, auth, provider.id, body.domains)
            return _view(await _get(conn, provider_id))
    except asyncpg.UniqueViolationError as error:
        raise AuthError(422, Code.CONFLICT, UPDATE_CONFLICT) from error


async def _get(conn: Connection, provider_id: str) -> SamlProvider:
    try:
        provider = await find_saml_provider(conn, UUID(provider_id))
    except ValueError:
        provider = None
    if provider is None:
        raise AuthError(404, Code.SSO_PROVIDER_NOT_FOUND, "SSO Identity Provider not found")
    return provider


async def _load_metadata(auth: AuthService, body: ProviderBody) -> tuple[str, IdentityProvider]:
    xml = body.metadata_xml or await fetch_metadata(auth, body.metadata_url or "")
    try:
        metadata = read_metadata(xml)
    except InvalidDocument as error:
        raise invalid(f"SAML Metadata is not valid: {error}") from error
    if len(metadata.entity_id.encode()) > MAX_ENTITY_ID_BYTES:
        raise invalid("SAML Metadata is not valid: the entityID is too long")
    return xml, metadata


async def _set_domains(conn: Connection, auth: AuthService, provider_id: UUID, names: tuple[str, ...]) -> None:
    domains = list(dict.fromkeys(domain.strip().lower() for domain in names))
    for domain in domains:
        if not DOMAIN_PATTERN.fullmatch(domain):
            raise invalid(f"'{domain}' is not a domain")
        owner = await find_saml_provider_by_domain(conn, domain)
        if owner is not None and owner.id != provider_id:
            text = f"SSO Domain '{domain}' is already assigned to an SSO identity provider ({owner.id})"
            raise AuthError(400, Code.SSO_DOMAIN_ALREADY_EXISTS, text)
    await conn.execute(DELETE_DOMAINS, provider_id, domains)
    await conn.execute(INSERT_DOMAINS, provider_id, domains, auth.now())


def _view(provider: SamlProvider) -> ProviderView:
    return ProviderView(
        id=provider.id,
        resource_id=provider.resource_id,
        disabled=provider.disabled,
        saml=SamlView(
            provider.entity_id,
            provider.metadata_xml,
            provider.metadata_url,
            provider.mapping,
            provider.name_id_format,
        ),
        domains=msgspec.Raw(provider.domains.encode()),
        created_at=provider.created_at,
        updated_at=provider.updated_at,
    )


def _encode_mapping(mapping: AttributeMapping) -> str:
    return msgspec.json.encode(mapping).decode()


def _clean(text: str | None) -> str | None:
    return (text or "").replace("\0", "") or None
