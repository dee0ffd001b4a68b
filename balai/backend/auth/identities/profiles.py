"""Maps a provider's claims, under whatever names, to one profile."""

from typing import Any

import msgspec

from balai.backend.auth.oidc.provider_catalog import Provider
from balai.backend.auth.users.contact_details import EMAIL, MAX_EMAIL_BYTES

# Microsoft's tenant of personal accounts, whose emails Microsoft verifies.
PERSONAL_TENANT = "9188040d-6c67-4c5b-b112-36a304b66dad"
MAX_TEXT = 2048
MAX_SUBJECT_BYTES = 255  # OpenID Connect Core 1.0, section 2; also keeps the index entry small enough
STANDARD_CLAIMS = ("name", "full_name", "picture", "avatar_url", "preferred_username", "user_name", "nickname")
CUSTOM_CLAIMS = ("hd", "is_private_email", "tid")


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """A user as described by a provider. `email` is empty if the provider sends none."""

    provider: str
    subject: str
    email: str = ""
    is_email_verified: bool = False
    # Stored as identity_data and merged into user_metadata (contract 1.8).
    identity_data: dict[str, Any] = {}


class InvalidSubject(Exception):
    """The provider's claims have no usable subject."""


def read_profile(name: str, provider: Provider, claims: dict[str, Any]) -> Profile:
    """Read the profile from claims. Raises InvalidSubject if `sub` is missing or too long."""
    subject = _find(claims, provider.claims.get("sub", "sub"))
    if isinstance(subject, bool) or not isinstance(subject, str | int) or not _clean(str(subject)):
        raise InvalidSubject
    subject = _clean(str(subject))
    if len(subject.encode()) > MAX_SUBJECT_BYTES:
        raise InvalidSubject
    email = _email(_find(claims, provider.claims.get("email", "email")))
    is_email_verified = bool(email) and _is_email_verified(provider, claims)
    identity_data = {claim: _text(claims, provider, claim) for claim in STANDARD_CLAIMS}
    identity_data["full_name"] = identity_data["full_name"] or identity_data["name"]
    identity_data["name"] = identity_data["name"] or identity_data["nickname"]
    identity_data["avatar_url"] = identity_data["avatar_url"] or identity_data["picture"]
    extra = {claim: claims.get(claim) for claim in CUSTOM_CLAIMS}
    custom = {
        claim: _clean(value)[:MAX_TEXT] if isinstance(value, str) else value
        for claim, value in extra.items()
        if isinstance(value, str | bool)
    }
    return Profile(
        provider=name,
        subject=subject,
        email=email,
        is_email_verified=is_email_verified,
        identity_data={
            **{claim: value for claim, value in identity_data.items() if value},
            "iss": _text(claims, provider, "iss") or provider.issuer or provider.authorize_url,
            "sub": subject,
            "provider_id": subject,
            **({"email": email} if email else {}),
            "email_verified": is_email_verified,
            "phone_verified": False,
            **({"custom_claims": custom} if custom else {}),
        },
    )


def _is_email_verified(provider: Provider, claims: dict[str, Any]) -> bool:
    if provider.trusts_email != "claim":
        return provider.trusts_email == "always"
    value = _find(claims, provider.claims.get("email_verified", "email_verified"))
    if claims.get("tid") == PERSONAL_TENANT and "login.microsoftonline.com" in provider.issuer:
        return True
    # Apple sends the string "true", Microsoft 1.
    return value is True or value == "true" or value == 1 or value == "1"


def _text(claims: dict[str, Any], provider: Provider, name: str) -> str:
    value = _find(claims, provider.claims.get(name, name))
    return _clean(value)[:MAX_TEXT] if isinstance(value, str) else ""


def _email(value: Any) -> str:
    text = value.strip().lower() if isinstance(value, str) else ""
    return text if EMAIL.fullmatch(text) and len(text.encode()) <= MAX_EMAIL_BYTES else ""


def _find(claims: Any, path: str) -> Any:
    """Return the value at a dotted path; of alternatives separated by `|`, the first that is not empty."""
    for alternative in path.split("|"):
        value = claims
        for step in alternative.split("."):
            value = value.get(step) if isinstance(value, dict) else None
        if value not in (None, ""):
            return value
    return None


def _clean(text: str) -> str:
    """Remove what PostgreSQL cannot store: NUL and lone surrogates."""
    return text.replace("\0", "").encode("utf-8", "ignore").decode().strip()
