"""The public metadata: GET /settings, /health, the JWKS and the discovery document. Contract 1.12."""

from typing import Any

from balai import __version__
from balai.backend.auth.context import AuthService
from balai.backend.auth.oidc.provider_catalog import PROVIDERS


def public_settings(auth: AuthService) -> dict[str, Any]:
    """Return which sign-in methods are enabled."""
    enabled = auth.config.providers
    external = dict.fromkeys(("anonymous_users", *PROVIDERS), False) | dict.fromkeys(enabled, True)
    return {
        "external": {
            **external,
            "anonymous_users": auth.config.anonymous_users,
            "email": auth.config.email_sign_in,
            "phone": auth.config.phone_enabled,
        },
        "disable_signup": auth.config.signup_disabled,
        "mailer_autoconfirm": auth.config.email_autoconfirm,
        "phone_autoconfirm": auth.config.sms_autoconfirm,
        "sms_provider": auth.config.sms_provider,
        "saml_enabled": auth.config.saml,
        "saml_private_key_next_configured": False,
        "passkeys_enabled": auth.config.passkeys,
        # Not part of the protocol: the labels of the sign-in buttons.
        "providers": [{"name": name, "label": provider.label} for name, provider in enabled.items()],
    }


HEALTH = {
    "version": __version__,
    "name": "GoTrue",
    "description": "GoTrue is a user registration and authentication API",
}
JWKS_HEADERS = {"cache-control": "public, max-age=600"}


def jwks(auth: AuthService) -> dict[str, Any]:
    """Return the public keys of access tokens: the signing key, and those that are retired or not yet used."""
    return {"keys": auth.ring.public_keys()}


def discovery_document(auth: AuthService) -> dict[str, Any]:
    """Return the OpenID Connect discovery document."""
    url = auth.config.external_url
    return {
        "issuer": auth.config.token_issuer,
        "authorization_endpoint": f"{url}/authorize",
        "token_endpoint": f"{url}/token",
        "jwks_uri": f"{url}/.well-known/jwks.json",
        "userinfo_endpoint": f"{url}/user",
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256", "RS256", "HS256"],
    }
