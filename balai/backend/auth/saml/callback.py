"""POST /sso/saml/acs: the identity provider's response, posted by the browser. Contract 1.9.

Unsolicited responses are rejected: an attacker could sign a victim in to the attacker's account with one (login CSRF).
"""

import base64
import binascii
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

import asyncpg
import msgspec
import structlog

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.hooks.before_user_created import with_creation_hook
from balai.backend.auth.http import read_form
from balai.backend.auth.identities.linking import sign_in_with_profile
from balai.backend.auth.identities.profiles import Profile
from balai.backend.auth.oauth.callback import error_parameters, session_parameters
from balai.backend.auth.oauth.flow_state import complete_flow
from balai.backend.auth.redirects import with_parameters
from balai.backend.auth.saml.attributes import profile_of
from balai.backend.auth.saml.protocol.assertions import Assertion, ExpectedResponse, issuer_of, read_response
from balai.backend.auth.saml.protocol.metadata import consumer_url_of, entity_id_of, read_metadata
from balai.backend.auth.saml.protocol.service_key import ServiceKey
from balai.backend.auth.saml.protocol.xml import InvalidDocument
from balai.backend.auth.saml.providers import SamlProvider, find_saml_provider
from balai.backend.auth.sessions.issue import create_session, device_of, issue_tokens
from balai.backend.auth.users.rows import User
from balai.database.pool import Connection
from balai.database.transaction import as_owner

RELAY_STATE_TTL = timedelta(minutes=2)
CONSUME_RELAY_STATE = """
  delete from auth.saml_relay_states as r using auth.flow_state as f
  where r.id = $1 and f.id = r.flow_state_id
  returning r.sso_provider_id, r.request_id, r.created_at, f.id as flow_id, f.auth_code, f.referrer,
    f.code_challenge is not null as is_pkce
"""
RECORD_ASSERTION = """
  insert into auth.saml_assertions (sso_provider_id, assertion_id, expires_at) values ($1, $2, $3)
  on conflict do nothing returning true
"""
SET_SESSION_END = "update auth.flow_state set session_not_after = $2 where id = $1"

log = structlog.get_logger("balai.auth.saml")


class PendingRequest(msgspec.Struct, frozen=True, kw_only=True):
    """An AuthnRequest that has no response yet."""

    sso_provider_id: UUID
    request_id: str
    created_at: datetime
    flow_id: UUID
    auth_code: str
    referrer: str
    is_pkce: bool


async def process_response(auth: AuthService, request: AuthRequest) -> tuple[int, str]:
    """Sign the user in; return the status and URL of the redirect."""
    try:
        return 302, await _sign_in_with_response(auth, request)
    except AuthError as error:
        return 303, with_parameters(auth.config.site_url, query=error_parameters(error))


async def _sign_in_with_response(auth: AuthService, request: AuthRequest) -> str:
    form = await read_form(request)
    pending = await _consume_relay_state(auth, form.get("RelayState", ""))
    try:
        xml = base64.b64decode("".join(form.get("SAMLResponse", "").split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise invalid("SAMLResponse is not a valid Base64 string") from error
    async with as_owner(auth.pool) as conn:
        provider = await find_saml_provider(conn, pending.sso_provider_id)
    if provider is None or provider.disabled:
        raise AuthError(404, Code.SSO_PROVIDER_DISABLED, "SSO provider is disabled")
    key = await auth.saml_keys.get(auth.pool, auth.config)
    assertion = _verify_assertion(auth, provider, pending, xml, key)
    profile = profile_of(assertion, provider.mapping, provider.id, provider.entity_id)
    sign_in = partial(with_creation_hook, auth, request, partial(_sign_in, auth, request, pending, assertion, profile))
    try:
        return await sign_in()
    except asyncpg.UniqueViolationError:
        # A concurrent first sign-in created the same account first; the second attempt finds it.
        return await sign_in()


async def _consume_relay_state(auth: AuthService, text: str) -> PendingRequest:
    row: Any = None
    try:
        async with as_owner(auth.pool) as conn:
            row = await conn.fetchrow(CONSUME_RELAY_STATE, UUID(text))
    except ValueError:
        log.info("saml_response_unsolicited")
    if row is None:
        text = "SAML RelayState does not exist, try logging in again?"
        raise AuthError(404, Code.SAML_RELAY_STATE_NOT_FOUND, text)
    pending = PendingRequest(**dict(row))
    if pending.created_at + RELAY_STATE_TTL < auth.now():
        text = "SAML RelayState has expired. Try logging in again?"
        raise AuthError(422, Code.SAML_RELAY_STATE_EXPIRED, text)
    return pending


def _verify_assertion(
    auth: AuthService, provider: SamlProvider, pending: PendingRequest, xml: bytes, key: ServiceKey
) -> Assertion:
    try:
        if issuer_of(xml) != provider.entity_id:
            text = "A SAML connection has not been established with this Identity Provider"
            raise AuthError(404, Code.SAML_IDP_NOT_FOUND, text)
        expected = ExpectedResponse(
            consumer_url_of(auth.config), entity_id_of(auth.config), pending.request_id, auth.now()
        )
        return read_response(xml, read_metadata(provider.metadata_xml), expected, key.private)
    except InvalidDocument as error:
        log.warning("saml_response_rejected", provider=str(provider.id), reason=str(error))
        raise invalid("SAML assertion is not valid") from error


async def _sign_in(
    auth: AuthService, request: AuthRequest, pending: PendingRequest, assertion: Assertion, profile: Profile
) -> str:
    async with as_owner(auth.pool) as conn:
        await _check_replay(conn, pending, assertion)
        found = await sign_in_with_profile(conn, auth, request, profile, is_sso=True)
        if isinstance(found, User):
            ends_at = assertion.session_ends_at
            if pending.is_pkce:
                await complete_flow(conn, pending.flow_id, found.id, auth.now(), access_token="", refresh_token="")
                await conn.execute(SET_SESSION_END, pending.flow_id, ends_at)
                return with_parameters(pending.referrer, query={"code": pending.auth_code})
            session = await create_session(conn, auth, found, "sso/saml", device_of(request), not_after=ends_at)
    if not isinstance(found, User):
        raise found
    return with_parameters(pending.referrer, fragment=session_parameters(await issue_tokens(auth, session)))


async def _check_replay(conn: Connection, pending: PendingRequest, assertion: Assertion) -> None:
    if not await conn.fetchval(RECORD_ASSERTION, pending.sso_provider_id, assertion.id, assertion.expires_at):
        log.warning("saml_response_replayed", provider=str(pending.sso_provider_id))
        raise invalid("SAML assertion is not valid")
