"""The data service as the settings want it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, KeySet, RSAKey

from balai.backend.rest.authentication import Verify, parse_claim_path
from balai.backend.rest.rules import QualifiedName, Rules
from balai.errors import StartError
from balai.security.tokens import KeyPair, KeyRing, TokenError
from balai.settings import Settings


def rules_of(settings: Settings, *, has_site: bool = False) -> Rules:
    """The rules. With the site, tables have to be guarded unless the settings say otherwise.

    Raises:
        StartError: a setting cannot be used.
    """
    try:
        claim = parse_claim_path(settings.rest_role_claim)
    except ValueError as error:
        raise StartError(f"BALAI_REST_ROLE_CLAIM: {error}", hint="Give a path such as .app_metadata.role") from error
    return Rules(
        split(settings.rest_schemas) or ("public",),
        settings.rest_max_rows or None,
        split(settings.rest_extra_search_path),
        has_aggregates=settings.rest_aggregates,
        has_plans=settings.rest_plans,
        tx_end=settings.rest_tx_end,
        pre_request=_function(settings.rest_pre_request),
        root_spec=_function(settings.rest_root_spec),
        openapi=settings.rest_openapi,
        has_timing=settings.rest_server_timing,
        trace_header=settings.rest_trace_header.lower(),
        origins=split(settings.rest_cors_origins),
        anon_role="" if settings.rest_anon_role == "none" else settings.rest_anon_role,
        audience=settings.rest_jwt_audience,
        role_claim=claim,
        requires_policies=settings.rest_require_policies == "true" or (has_site and not settings.rest_require_policies),
    )


def split(text: str) -> tuple[str, ...]:
    """The parts between commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _function(text: str) -> QualifiedName | None:
    schema, dot, name = text.rpartition(".")
    return (schema if dot else "public", name) if name else None


def verify_with(ring: KeyRing, settings: Settings) -> Verify:
    """Verifies what this system signed, and what the holders of the configured keys did.

    Raises:
        StartError: BALAI_REST_JWKS is no set of public keys.
    """
    pairs = _public_keys(settings.rest_jwks)
    if not pairs:
        return ring.verify
    others = KeyRing(settings.jwt_secret, pairs)

    def verify(token: str, *, now: float | None = None) -> Mapping[str, Any]:
        try:
            return ring.verify(token, now=now)
        except TokenError as error:
            if error.reason != "key":
                raise
            return others.verify(token, now=now)

    return verify


def _public_keys(given: str) -> list[KeyPair]:
    if not given:
        return []
    try:
        text = given if given.lstrip().startswith("{") else Path(given).read_text()
        keys = KeySet.import_key_set(msgspec.json.decode(text)).keys
    except (OSError, ValueError, TypeError, KeyError, JoseError) as error:
        raise StartError(f"BALAI_REST_JWKS cannot be read: {error}", hint="Give a JSON Web Key Set.") from error
    pairs = [_pair(key) for key in keys if isinstance(key, ECKey | RSAKey) and key.kid]
    if len(pairs) < len(keys):
        raise StartError("BALAI_REST_JWKS has a key that is neither EC nor RSA, or has no kid.")
    return pairs


def _pair(key: ECKey | RSAKey) -> KeyPair:
    return KeyPair(kid=key.kid or "", algorithm="ES256" if isinstance(key, ECKey) else "RS256", public=key)
