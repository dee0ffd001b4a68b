"""OAuth providers: six built-in ones, and others from the operator's file.

A provider is plain data. With an `issuer` it is OpenID Connect, and its discovery document supplies the rest. Without
one its URLs and parameter names are given, which has sufficed for every OAuth 2.0 service so far, including those that
rename the protocol's parameters.
"""

import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec

from balai.errors import StartError
from balai.settings import Settings, split_list

# fmt: off
PROVIDERS = (
    "apple", "azure", "bitbucket", "discord", "facebook", "snapchat", "figma", "fly", "github", "gitlab", "google",
    "keycloak", "kakao", "linkedin", "linkedin_oidc", "notion", "spotify", "slack", "slack_oidc", "workos", "twitch",
    "twitter", "zoom",
)
# fmt: on
FACEBOOK = "https://graph.facebook.com/v23.0"


class Provider(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One provider. `claims` maps our names to dotted paths in the provider's user data."""

    label: str
    # The first is this instance's client. Others are additional audiences that an ID token may have, such as a mobile
    # app's client.
    client_ids: tuple[str, ...] = ()
    secret: str = ""
    issuer: str = ""
    authorize_url: str = ""
    token_url: str = ""
    user_url: str = ""
    emails_url: str = ""
    scopes: tuple[str, ...] = ("openid", "email", "profile")
    claims: dict[str, str] = {}
    # `claim`: an email counts as verified when the provider says so.
    trusts_email: Literal["claim", "always", "never"] = "claim"
    email_optional: bool = False
    skip_nonce_check: bool = False
    pkce: bool = True
    # LINE signs ID tokens with the client's secret (HS256). Not allowed for other providers: a public key is no secret.
    signs_with_secret: bool = False
    authorize_parameters: dict[str, str] = {}
    authorize_fragment: str = ""
    scope_separator: str = " "
    client_id_name: str = "client_id"
    secret_name: str = "client_secret"  # noqa: S105 - the parameter's name
    secret_in: Literal["body", "basic", "header", "query"] = "body"  # noqa: S105 - a place, not a secret
    # How the user data is requested. `{access_token}`, `{openid}` and `{proof}` are values from the token exchange.
    user_parameters: dict[str, str] = {}
    user_headers: dict[str, str] = msgspec.field(default_factory=lambda: {"authorization": "Bearer {access_token}"})

    @property
    def client_id(self) -> str:
        """The client id of this instance at the provider."""
        return self.client_ids[0] if self.client_ids else ""

    @property
    def is_enabled(self) -> bool:
        """Whether users can be redirected to the provider."""
        return bool(self.client_ids) and bool(self.issuer or self.authorize_url)


BUILT_IN_PROVIDERS = {
    "apple": Provider(
        label="Apple",
        issuer="https://appleid.apple.com",
        scopes=("name", "email"),
        # Apple posts the response when the scopes include the name.
        authorize_parameters={"response_mode": "form_post"},
        pkce=False,
    ),
    "azure": Provider(
        label="Microsoft",
        issuer="https://login.microsoftonline.com/common/v2.0",
        # The administrator of any tenant can set any email on an account, so the plain claim proves nothing.
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
    """Returns the enabled providers by name. Raises StartError if the file cannot be used."""
    providers = {name: _with_credentials(provider, settings, name) for name, provider in BUILT_IN_PROVIDERS.items()}
    if settings.oauth_providers_file:
        for name, changes in _read_file(settings.oauth_providers_file).items():
            base = providers.get(name)
            providers[name] = _convert(settings.oauth_providers_file, name, changes, base)
    return {name: provider for name, provider in providers.items() if provider.is_enabled}


def _with_credentials(provider: Provider, settings: Settings, name: str) -> Provider:
    client_ids = split_list(getattr(settings, f"oauth_{name}_client_id"))
    return msgspec.structs.replace(
        provider, client_ids=client_ids, secret=getattr(settings, f"oauth_{name}_client_secret")
    )


def _read_file(path: str) -> dict[str, Any]:
    try:
        with Path(path).open("rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise StartError(ERROR_TEXT.format(path=path, what=error.strerror)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StartError(ERROR_TEXT.format(path=path, what=error)) from error


def _convert(path: str, name: str, changes: Any, base: Provider | None) -> Provider:
    fields = (
        {"label": name, **(msgspec.to_builtins(base) if base else {}), **changes} if _is_table(changes) else changes
    )
    try:
        if not name.replace("-", "").replace("_", "").isalnum() or name in {"email", "phone", "anonymous_users"}:
            raise msgspec.ValidationError("is not a valid provider name")
        provider = msgspec.convert(fields, Provider)
        if not provider.is_enabled or not (provider.issuer or (provider.token_url and provider.user_url)):
            raise msgspec.ValidationError("needs client_ids, and an issuer or authorize_url, token_url and user_url")
    except msgspec.ValidationError as error:
        raise StartError(ERROR_TEXT.format(path=path, what=f"[{name}] {error}")) from error
    return provider


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)
