"""The providers of this hall: six with ready-made settings, and any other from the operator's file.

A provider is data alone. With an `issuer` it is OpenID Connect: everything else is read from its discovery document.
Without one the addresses and the names of things are given, which is enough for every OAuth 2.0 service met so far,
those that rename the protocol's parameters included.
"""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import msgspec

from balai.errors import StartError
from balai.settings import Settings

# fmt: off
PROVIDERS = (
    "apple", "azure", "bitbucket", "discord", "facebook", "snapchat", "figma", "fly", "github", "gitlab", "google",
    "keycloak", "kakao", "linkedin", "linkedin_oidc", "notion", "spotify", "slack", "slack_oidc", "workos", "twitch",
    "twitter", "zoom",
)
# fmt: on
FACEBOOK = "https://graph.facebook.com/v23.0"


class Provider(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One provider. Names in `claims` are ours, values are dotted paths in what the provider tells of a user."""

    label: str
    # The first is ours; further ones are audiences that an ID token may have too (an app's own client).
    client_ids: tuple[str, ...] = ()
    secret: str = ""
    issuer: str = ""
    authorize_url: str = ""
    token_url: str = ""
    user_url: str = ""
    emails_url: str = ""
    scopes: tuple[str, ...] = ("openid", "email", "profile")
    claims: dict[str, str] = {}
    # `claim`: an address counts as the user's when the provider says that it checked it.
    trusts_email: Literal["claim", "always", "never"] = "claim"
    email_optional: bool = False
    skip_nonce_check: bool = False
    pkce: bool = True
    # LINE signs ID tokens with the client's secret (HS256). Nobody else's may be: a public key is no secret.
    signs_with_secret: bool = False
    authorize_parameters: dict[str, str] = {}
    authorize_fragment: str = ""
    scope_separator: str = " "
    client_id_name: str = "client_id"
    secret_name: str = "client_secret"  # noqa: S105 - the parameter's name
    secret_in: Literal["body", "basic", "header", "query"] = "body"  # noqa: S105 - a place, not a secret
    # How the user's facts are asked for; `{access_token}`, `{openid}` and `{proof}` stand for what the exchange gave.
    user_parameters: dict[str, str] = {}
    user_headers: dict[str, str] = msgspec.field(default_factory=lambda: {"authorization": "Bearer {access_token}"})

    @property
    def client_id(self) -> str:
        """The client that this hall is at the provider."""
        return self.client_ids[0] if self.client_ids else ""

    @property
    def is_enabled(self) -> bool:
        """Whether somebody can be sent there."""
        return bool(self.client_ids) and bool(self.issuer or self.authorize_url)


BUILT_IN_PROVIDERS = {
    "apple": Provider(
        label="Apple",
        issuer="https://appleid.apple.com",
        scopes=("name", "email"),
        # Apple posts its answer when it is asked for a name.
        authorize_parameters={"response_mode": "form_post"},
        pkce=False,
    ),
    "azure": Provider(
        label="Microsoft",
        issuer="https://login.microsoftonline.com/common/v2.0",
        # Any tenant's administrator can write any address into an account, so the plain claim proves nothing.
        claims={"email_verified": "xms_edov"},
    ),
    "facebook": Provider(
        label="Facebook",
        issuer="https://www.facebook.com",
        authorize_url="https://www.facebook.com/v23.0/dialog/oauth",
        token_url=f"{FACEBOOK}/oauth/access_token",
        user_url=f"{FACEBOOK}/me",
        user_parameters={"fields": "id,name,email,picture.width(640)", "appsecret_proof": "{proof}"},
        scopes=("email", "public_profile"),
        scope_separator=",",
        claims={"sub": "id", "picture": "picture.data.url"},
        trusts_email="always",
    ),
    "github": Provider(
        label="GitHub",
        authorize_url="https://github.com/login/oauth/authorize",
        token_url="https://github.com/login/oauth/access_token",  # noqa: S106 - an address
        user_url="https://api.github.com/user",
        emails_url="https://api.github.com/user/emails",
        scopes=("user:email",),
        claims={"sub": "id", "preferred_username": "login", "user_name": "login", "picture": "avatar_url"},
    ),
    "google": Provider(label="Google", issuer="https://accounts.google.com"),
    "line": Provider(
        label="LINE",
        issuer="https://access.line.me",
        signs_with_secret=True,
        trusts_email="never",
        email_optional=True,
    ),
}
ERROR_TEXT = "BALAI_OAUTH_PROVIDERS_FILE={path}: {what}"


def load_providers(settings: Settings) -> dict[str, Provider]:
    """The enabled providers by name. Raises StartError for a file that cannot be used."""
    providers = {name: _with_credentials(provider, settings, name) for name, provider in BUILT_IN_PROVIDERS.items()}
    if settings.oauth_providers_file:
        for name, changes in _read_file(settings.oauth_providers_file).items():
            base = providers.get(name)
            providers[name] = _convert(settings.oauth_providers_file, name, changes, base)
    return {name: provider for name, provider in providers.items() if provider.is_enabled}


def _with_credentials(provider: Provider, settings: Settings, name: str) -> Provider:
    client_ids = tuple(_split(getattr(settings, f"oauth_{name}_client_id")))
    return msgspec.structs.replace(
        provider, client_ids=client_ids, secret=getattr(settings, f"oauth_{name}_client_secret")
    )


def _split(text: str) -> Iterable[str]:
    return (part.strip() for part in text.split(",") if part.strip())


def _read_file(path: str) -> dict[str, Any]:
    try:
        with Path(path).open("rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise StartError(ERROR_TEXT.format(path=path, what=error.strerror)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StartError(ERROR_TEXT.format(path=path, what=error)) from error


def _convert(path: str, name: str, changes: Any, base: Provider | None) -> Provider:
    facts = {"label": name, **(msgspec.to_builtins(base) if base else {}), **changes} if _is_table(changes) else changes
    try:
        if not name.replace("-", "").replace("_", "").isalnum() or name in {"email", "phone", "anonymous_users"}:
            raise msgspec.ValidationError("is no name for a provider")
        provider = msgspec.convert(facts, Provider)
        if not provider.is_enabled or not (provider.issuer or (provider.token_url and provider.user_url)):
            raise msgspec.ValidationError("needs client_ids, and an issuer or authorize_url, token_url and user_url")
    except msgspec.ValidationError as error:
        raise StartError(ERROR_TEXT.format(path=path, what=f"[{name}] {error}")) from error
    return provider


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)
