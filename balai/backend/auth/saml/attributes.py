"""Reads the user's profile from an assertion, by the attributes and the operator's mapping of them."""

from typing import Any
from uuid import UUID

import msgspec

from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.identities.profiles import MAX_SUBJECT_BYTES, STANDARD_CLAIMS, Profile
from balai.backend.auth.saml.protocol.assertions import TRANSIENT, Assertion
from balai.backend.auth.users.contact_details import EMAIL, MAX_EMAIL_BYTES

SUBJECT_ID = "urn:oasis:names:tc:SAML:attribute:subject-id"
EMAIL_ATTRIBUTES = (
    "urn:oid:0.9.2342.19200300.100.1.3",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
    "http://schemas.xmlsoap.org/claims/EmailAddress",
    "mail",
    "Mail",
    "email",
)
EMAIL_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"


class AttributeRule(msgspec.Struct, frozen=True, omit_defaults=True):
    """The source of one profile field: an attribute, the first present of several, or a default."""

    name: str | None = None
    names: tuple[str, ...] = ()
    default: Any = None
    array: bool = False


class AttributeMapping(msgspec.Struct, frozen=True, omit_defaults=True):
    """The operator's mapping of profile fields to attributes."""

    keys: dict[str, AttributeRule] = {}


def profile_of(assertion: Assertion, mapping: AttributeMapping, provider_id: UUID, entity_id: str) -> Profile:
    """Return the user's profile. Raises AuthError 400 without a persistent identifier or an email."""
    subject = next(iter(assertion.attributes.get(SUBJECT_ID, [])), "")
    if not subject and assertion.name_id_format != TRANSIENT:
        subject = assertion.name_id
    if not subject or len(subject.encode()) > MAX_SUBJECT_BYTES:
        text = (
            "SAML assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely "
            "identifying this user"
        )
        raise AuthError(400, Code.SAML_ASSERTION_NO_USER_ID, text)
    mapped = {key: value for key, rule in mapping.keys.items() if (value := _find_value(assertion, rule)) is not None}
    email = _email(mapped.pop("email", None) or _find_email(assertion))
    if not email:
        raise AuthError(400, Code.SAML_ASSERTION_NO_EMAIL, "SAML assertion does not contain an email address")
    standard = {key: value for key, value in mapped.items() if key in STANDARD_CLAIMS and isinstance(value, str)}
    custom = {key: value for key, value in mapped.items() if key not in standard}
    return Profile(
        provider=f"sso:{provider_id}",
        subject=subject,
        email=email,
        is_email_verified=True,
        identity_data={
            **standard,
            "iss": entity_id,
            "sub": subject,
            "provider_id": subject,
            "email": email,
            "email_verified": True,
            "phone_verified": False,
            **({"custom_claims": custom} if custom else {}),
        },
    )


def _find_value(assertion: Assertion, rule: AttributeRule) -> Any:
    for name in (*([rule.name] if rule.name else []), *rule.names):
        values = assertion.attributes.get(name)
        if values:
            return values if rule.array else values[0]
    return rule.default


def _find_email(assertion: Assertion) -> str:
    for name in EMAIL_ATTRIBUTES:
        if values := assertion.attributes.get(name):
            return values[0]
    return assertion.name_id if assertion.name_id_format == EMAIL_FORMAT else ""


def _email(value: Any) -> str:
    text = value.strip().lower() if isinstance(value, str) else ""
    return text if EMAIL.fullmatch(text) and len(text.encode()) <= MAX_EMAIL_BYTES else ""
