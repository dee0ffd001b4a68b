"""What the service says about itself: GET /settings, /health, the key set and the discovery document. Contract 1.12."""

from typing import Any

from balai import __version__
from balai.backend.auth.context import Auth

# fmt: off
PROVIDERS = (
    "apple", "azure", "bitbucket", "discord", "facebook", "snapchat", "figma", "fly", "github", "gitlab", "google",
    "keycloak", "kakao", "linkedin", "linkedin_oidc", "notion", "spotify", "slack", "slack_oidc", "workos", "twitch",
    "twitter", "zoom",
)
# fmt: on


def describe_settings(auth: Auth) -> dict[str, Any]:
    """Which ways of signing in are open."""
    external: dict[str, bool] = dict.fromkeys(("anonymous_users", *PROVIDERS), False)
    return {
        "external": {**external, "email": True, "phone": False},
        "disable_signup": auth.config.signup_disabled,
        "mailer_autoconfirm": auth.config.mail_autoconfirm,
        "phone_autoconfirm": False,
        "sms_provider": "",
        "saml_enabled": False,
        "saml_private_key_next_configured": False,
        "passkeys_enabled": False,
    }


HEALTH = {
    "version": __version__,
    "name": "GoTrue",
    "description": "GoTrue is a user registration and authentication API",
}
# Sessions are signed with the shared secret, which has no public half to show.
KEY_SET: dict[str, Any] = {"keys": []}
KEY_SET_HEADERS = {"cache-control": "public, max-age=600"}


def describe_issuer(auth: Auth) -> dict[str, Any]:
    """OpenID Connect discovery, as far as this service is one."""
    issuer = auth.config.external_url
    return {
        "issuer": issuer,
        "authorization_endpoint": f"{issuer}/authorize",
        "token_endpoint": f"{issuer}/token",
        "jwks_uri": f"{issuer}/.well-known/jwks.json",
        "userinfo_endpoint": f"{issuer}/user",
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["HS256"],
    }
