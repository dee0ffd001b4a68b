"""Who a provider says has come: its claims, under whatever names, as one profile."""

from typing import Any

import msgspec

from balai.backend.auth.oidc.provider_catalog import Provider
from balai.backend.auth.users.contact_details import EMAIL, MAX_EMAIL_BYTES

# Microsoft's own tenant, of personal accounts, whose addresses Microsoft checks.
PERSONAL_TENANT = "9188040d-6c67-4c5b-b112-36a304b66dad"
LONGEST = 2048
MAX_SUBJECT = 255  # OpenID Connect Core 1.0, section 2; beyond it an index could not hold it either
PLAIN = ("name", "full_name", "picture", "avatar_url", "preferred_username", "user_name", "nickname")
EXTRA = ("hd", "is_private_email", "tid")


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """A person as a provider knows her. `email` is empty where it tells none."""

    provider: str
    subject: str
    email: str = ""
    is_email_verified: bool = False
    # What identity_data and user_metadata note (contract 1.8).
    facts: dict[str, Any] = {}


class NoProfile(Exception):
    """The provider's claims name nobody."""


def read_profile(name: str, provider: Provider, claims: dict[str, Any]) -> Profile:
    """The profile in claims. Raises NoProfile without a subject."""
    subject = _find(claims, provider.claims.get("sub", "sub"))
    if isinstance(subject, bool) or not isinstance(subject, str | int) or not _clean(str(subject)):
        raise NoProfile
    subject = _clean(str(subject))
    if len(subject.encode()) > MAX_SUBJECT:
        raise NoProfile
    email = _email(_find(claims, provider.claims.get("email", "email")))
    is_verified = bool(email) and _is_verified(provider, claims)
    facts = {claim: _text(claims, provider, claim) for claim in PLAIN}
    facts["full_name"] = facts["full_name"] or facts["name"]
    facts["name"] = facts["name"] or facts["nickname"]
    facts["avatar_url"] = facts["avatar_url"] or facts["picture"]
    said = {claim: claims.get(claim) for claim in EXTRA}
    custom = {
        claim: _clean(value)[:LONGEST] if isinstance(value, str) else value
        for claim, value in said.items()
        if isinstance(value, str | bool)
    }
    return Profile(
        provider=name,
        subject=subject,
        email=email,
        is_email_verified=is_verified,
        facts={
            **{claim: value for claim, value in facts.items() if value},
            "iss": _text(claims, provider, "iss") or provider.issuer or provider.authorize_url,
            "sub": subject,
            "provider_id": subject,
            **({"email": email} if email else {}),
            "email_verified": is_verified,
            "phone_verified": False,
            **({"custom_claims": custom} if custom else {}),
        },
    )


def _is_verified(provider: Provider, claims: dict[str, Any]) -> bool:
    if provider.trusts_email != "claim":
        return provider.trusts_email == "always"
    said = _find(claims, provider.claims.get("email_verified", "email_verified"))
    if claims.get("tid") == PERSONAL_TENANT and "login.microsoftonline.com" in provider.issuer:
        return True
    # Apple writes the word; Microsoft writes 1.
    return said is True or said == "true" or said == 1 or said == "1"


def _text(claims: dict[str, Any], provider: Provider, name: str) -> str:
    value = _find(claims, provider.claims.get(name, name))
    return _clean(value)[:LONGEST] if isinstance(value, str) else ""


def _email(value: Any) -> str:
    text = value.strip().lower() if isinstance(value, str) else ""
    return text if EMAIL.fullmatch(text) and len(text.encode()) <= MAX_EMAIL_BYTES else ""


def _find(claims: Any, path: str) -> Any:
    """What stands at a dotted path; the first of alternatives apart by `|`."""
    for one in path.split("|"):
        value = claims
        for step in one.split("."):
            value = value.get(step) if isinstance(value, dict) else None
        if value not in (None, ""):
            return value
    return None


def _clean(text: str) -> str:
    """A text as a row can keep it: no NUL, no lone surrogate."""
    return text.replace("\0", "").encode("utf-8", "ignore").decode().strip()
