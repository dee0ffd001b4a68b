"""OpenAPI description of all endpoints, built from the service's routes, from which requests are generated.

No field is required, since the service itself reports missing fields. Each has the type that the protocol gives it.
"""

import re
from typing import Any

from balai.backend.auth.application import HANDLERS

GRANTS = ("password", "refresh_token", "pkce", "id_token", "web3", "other")
PLACE = re.compile(r"\{(\w+):\w+\}")
TEXT: dict[str, Any] = {"type": "string"}
NULLABLE_TEXT: dict[str, Any] = {"type": ["string", "null"]}
FLAG: dict[str, Any] = {"type": "boolean"}
OBJECT: dict[str, Any] = {"type": "object"}
TEXTS = [
    "password",
    "phone",
    "token",
    "token_hash",
    "refresh_token",
    "auth_code",
    "code_verifier",
    "code_challenge",
    "aud",
    "role",
    "password_hash",
    "friendly_name",
    "issuer",
    "code",
    "nonce",
    "current_password",
    "ban_duration",
    "access_token",
    "id_token",
    "provider",
    "client_id",
    "domain",
    "metadata_url",
    "metadata_xml",
    "resource_id",
    "name_id_format",
]
FIELDS: dict[str, dict[str, Any]] = {
    **dict.fromkeys(TEXTS, NULLABLE_TEXT),
    **{key: {"type": "string", "format": "email"} for key in ("email", "new_email")},
    **{key: {"type": "string", "format": "uuid"} for key in ("id", "challenge_id", "provider_id")},
    **dict.fromkeys(("data", "user_metadata", "app_metadata", "attribute_mapping", "credential"), OBJECT),
    **dict.fromkeys(
        ("create_user", "email_confirm", "phone_confirm", "should_soft_delete", "skip_http_redirect", "disabled"), FLAG
    ),
    "type": {
        "enum": ["signup", "invite", "magiclink", "recovery", "email", "email_change", "sms", "phone_change", "saml"]
    },
    "factor_type": {"enum": ["totp", "phone", "webauthn"]},
    "channel": {"enum": ["sms", "whatsapp"]},
    "code_challenge_method": {"enum": ["s256", "plain", "S256"]},
    "domains": {"type": "array", "items": TEXT},
    "gotrue_meta_security": {"type": "object", "properties": {"captcha_token": TEXT}},
    "webauthn": {"type": "object", "properties": {"type": {"enum": ["create", "request"]}, "rpId": TEXT}},
}
QUERY: dict[str, dict[str, Any]] = {
    **dict.fromkeys(
        ["redirect_to", "token", "query", "scope", "state", "code", "provider", "language", "filter"], TEXT
    ),
    **{key: {"type": "integer"} for key in ("page", "per_page")},
    "type": FIELDS["type"],
    "sort": {"enum": ["created_at asc", "created_at desc"]},
    "grant_type": {"enum": list(GRANTS)},
}
# All routes of the service, and the handlers that bypass the router.
LISTED = {(method, path) for handler in HANDLERS for path in handler.paths for method in handler.http_methods}
CALLS = [("GET", "/user"), *sorted(LISTED)]


def describe() -> dict[str, Any]:
    """Builds the OpenAPI document."""
    paths: dict[str, dict[str, Any]] = {}
    for method, path in CALLS:
        paths.setdefault(PLACE.sub(r"{\1}", path), {})[method.lower()] = _describe_call(method, path)
    return {"openapi": "3.1.0", "info": {"title": "auth", "version": "1"}, "paths": paths}


def _describe_call(method: str, path: str) -> dict[str, Any]:
    places = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "format": "uuid"}}
        for name in PLACE.findall(path)
    ]
    query = [{"name": name, "in": "query", "schema": schema} for name, schema in QUERY.items()]
    call: dict[str, Any] = {"parameters": places + query, "responses": {"default": {"description": "an answer"}}}
    if method != "GET":
        body = {"type": "object", "properties": FIELDS}
        call["requestBody"] = {"content": {"application/json": {"schema": body}}}
    return call
